package shardsh.core.rpc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;

/**
 * Carries commands from node to node. Each message takes the latency of the parameters; both ends
 * are recorded in the trace.
 */
public final class Network {

  /** A process that answers commands. */
  public interface Node {
    NodeId id();

    /** Where it listens, e.g. {@code 127.0.0.1:27102}; a set's first member. */
    String host();

    /** Where each member of its set listens; one place for a process of its own. */
    default List<String> hosts() {
      return List.of(host());
    }

    /**
     * Answers one command; a {@link CommandException} becomes an {@code ok: 0} reply.
     *
     * @param from who asks
     */
    BsonDocument handle(NodeId from, String db, BsonDocument command);

    /**
     * Whether a client's command gets as far as to have its fields looked at, rather than being
     * refused for its name or its database.
     */
    default boolean reads(String db, String name) {
      return true;
    }

    /** The names of the commands and messages that it answers, but for those that all do. */
    Collection<String> commandNames();

    /** The members of the set that this node is; empty for a process of its own. */
    default Optional<Members> members() {
      return Optional.empty();
    }

    /** The member that must answer this command, because it holds the cursor. */
    default OptionalInt memberFor(BsonDocument command) {
      return OptionalInt.empty();
    }
  }

  /** A command on its way to a process. */
  record Message(NodeId from, NodeId to, String db, BsonDocument command) {
    Message to(NodeId other) {
      return new Message(from, other, db, command);
    }
  }

  /** One call of a scatter. */
  public record Call(NodeId to, String db, BsonDocument command) {}

  private final Environment environment;
  private final Nodes nodes;
  private final Set<NodeId> down = new LinkedHashSet<>();
  private final Faults faults = new Faults();
  private final CallTrace calls;

  Network(Environment environment, Nodes nodes) {
    this.environment = environment;
    this.nodes = nodes;
    this.calls = new CallTrace(environment);
  }

  Network copy(Environment otherEnvironment, Nodes otherNodes) {
    Network copy = new Network(otherEnvironment, otherNodes);
    copy.down.addAll(down);
    copy.faults.copyFrom(faults);
    return copy;
  }

  /** Whether a process does not run; of a set, whether it has no primary. */
  public boolean isDown(NodeId node) {
    NodeId actual = nodes.wholeOf(node);
    Optional<Members> set = nodes.membersOf(actual);
    if (set.isEmpty()) {
      return down.contains(actual);
    }
    int member = actual.memberIndex();
    return member < 0 ? !set.get().hasPrimary() : set.get().state(member) == Members.State.DOWN;
  }

  /**
   * Waits until a set has a primary.
   *
   * @throws CommandException FAILED_TO_SATISFY_READ_PREFERENCE after 15 s; MAX_TIME_MS_EXPIRED
   */
  public void awaitPrimary(NodeId set) {
    nodes
        .membersOf(set)
        .filter(members -> !members.hasPrimary())
        .ifPresent(
            members -> new MemberSelection(environment, members).await(ReadPreference.PRIMARY));
  }

  /** Takes a process away that is no member of a set. */
  public void takeDown(NodeId node) {
    down.add(nodes.wholeOf(node));
  }

  /** Brings it back. */
  public void bringUp(NodeId node) {
    down.remove(nodes.wholeOf(node));
  }

  /** The faults on messages. */
  public Faults faults() {
    return faults;
  }

  /**
   * Adds a fault on messages: {@link Faults#add}.
   *
   * @throws CommandException BAD_VALUE also when no process has the command it names
   */
  public int addFault(BsonDocument fault) {
    return faults.add(fault, nodes::requireCommand);
  }

  private Optional<Fault> strike(Message message) {
    return faults.isEmpty()
        ? Optional.empty()
        : faults.strike(
            nodes.namesOf(message.from()),
            nodes.namesOf(message.to()),
            Docs.firstName(message.command()));
  }

  /**
   * Sends a command and waits for the reply, which may be {@code ok: 0}. A set's command goes to
   * its primary, or where its read preference says. A node that asks itself sends no message.
   *
   * @throws CommandException HOST_UNREACHABLE when the process is down or does not exist,
   *     FAILED_TO_SATISFY_READ_PREFERENCE when a set has no member that may answer
   */
  public BsonDocument call(NodeId from, NodeId to, String db, BsonDocument command) {
    NodeId actual = nodes.processOf(to);
    Node node = nodes.get(actual.set());
    NodeId whole = nodes.wholeOf(actual);
    if (node != null && whole.equals(nodes.wholeOf(from))) {
      return answerItself(node, db, command);
    }
    Message message = new Message(from, to, db, command);
    if (node == null || down.contains(whole)) {
      String reason = node == null ? "no such process" : "connection refused";
      fail(message, reason);
      throw unreachable(to, reason);
    }
    Node process = nodes.get(whole.set());
    Optional<Members> set = process == null ? Optional.empty() : process.members();
    return set.isEmpty() ? send(message, node) : callSet(message, node, set.get());
  }

  private BsonDocument callSet(Message message, Node node, Members set) {
    int named = nodes.processOf(message.to()).memberIndex();
    OptionalInt fixed = named >= 0 ? OptionalInt.of(named) : node.memberFor(message.command());
    if (fixed.isPresent()) {
      if (set.state(fixed.getAsInt()) == Members.State.DOWN) {
        NodeId member = nameOf(message.to(), set, fixed.getAsInt());
        fail(message.to(member), "connection refused");
        throw unreachable(member, "connection refused");
      }
      return callMember(message, node, set, fixed.getAsInt());
    }
    ReadPreference wanted = ReadPreference.of(message.from(), node.id(), message.command());
    MemberSelection selection = new MemberSelection(environment, set);
    OptionalInt chosen = selection.choose(wanted);
    if (chosen.isEmpty()) {
      fail(message, "connection refused");
      if (message.from().equals(NodeId.APP) && set.size() == 1) {
        throw unreachable(message.to(), "connection refused");
      }
      chosen = OptionalInt.of(selection.await(wanted));
    }
    return callMember(message, node, set, chosen.getAsInt());
  }

  private BsonDocument callMember(Message message, Node node, Members set, int member) {
    Members.Serving before = set.serve(member);
    try {
      return send(message.to(nameOf(message.to(), set, member)), node);
    } finally {
      set.resume(before);
    }
  }

  /** A primary is known by the name of its set. */
  private static NodeId nameOf(NodeId set, Members members, int member) {
    boolean asSet = member == members.primary() || members.size() == 1;
    return asSet ? set.set() : set.set().member(member);
  }

  private static CommandException unreachable(NodeId to, String reason) {
    return new CommandException(
        ErrorCode.HOST_UNREACHABLE, "Error connecting to " + to + " :: caused by :: " + reason);
  }

  private void fail(Message message, String reason) {
    CallTrace.Sent sent = calls.sent(message);
    environment.clock().advanceMicros(environment.parameters().latencyMicros());
    calls.failed(sent, reason);
  }

  private BsonDocument send(Message message, Node node) {
    CallTrace.Sent sent = calls.sent(message);
    Optional<Fault> fault = strike(message);
    environment.clock().advanceMicros(environment.parameters().latencyMicros());
    if (fault.isPresent() && fault.get().kind() == Fault.Kind.DELAY) {
      environment.clock().advanceMicros(fault.get().delayMillis() * 1000);
    }
    if (fault.isPresent() && fault.get().kind() == Fault.Kind.DROP) {
      throw lost(sent, fault.get());
    }
    BsonDocument reply =
        fault.isPresent() && fault.get().kind() == Fault.Kind.ERROR
            ? Replies.failure(fault.get().error())
            : answer(node, sent);
    if (fault.isPresent() && fault.get().kind() == Fault.Kind.DROP_REPLY) {
      throw lost(sent, fault.get());
    }
    environment.clock().advanceMicros(environment.parameters().latencyMicros());
    calls.answered(sent, reply);
    return reply;
  }

  private CommandException lost(CallTrace.Sent sent, Fault fault) {
    environment.clock().advanceMicros(fault.millis().orElse(0) * 1000);
    calls.failed(sent, fault.reason());
    return unreachable(sent.message().to(), fault.reason());
  }

  private static BsonDocument answerItself(Node node, String db, BsonDocument command) {
    try {
      return node.handle(node.id(), db, command);
    } catch (CommandException e) {
      return Replies.failure(e);
    }
  }

  private BsonDocument answer(Node node, CallTrace.Sent sent) {
    Message message = sent.message();
    BsonDocument command = message.command();
    environment.trace().openCall(sent.callId());
    try {
      boolean check = message.from().equals(NodeId.APP) && node.reads(message.db(), sent.name());
      return node.handle(message.from(), message.db(), check ? Requests.checked(command) : command);
    } catch (CommandException e) {
      return Replies.failure(e.errorCode().isOfParser() ? named(e) : e);
    } finally {
      environment.trace().closeCall();
    }
  }

  /** Servers before 7.0 know what their generated parsers say by number alone. */
  private CommandException named(CommandException e) {
    return environment.profile().majorVersion() < 7
        ? e
        : new CommandException(e.errorCode().ofParser(), e.getMessage(), e.detail().orElse(null));
  }

  /** {@link #call}, with an {@code ok: 0} reply thrown as the error it carries. */
  public BsonDocument require(NodeId from, NodeId to, String db, BsonDocument command) {
    return Replies.require(call(from, to, db, command));
  }

  /**
   * Calls several nodes at the same instant, in the order given; time goes on from the latest
   * reply. A node that cannot be reached gives the reply of that error.
   */
  public List<BsonDocument> scatter(NodeId from, List<Call> calls) {
    long start = environment.clock().nowMicros();
    long end = start;
    List<BsonDocument> replies = new ArrayList<>(calls.size());
    for (Call call : calls) {
      environment.clock().setForParallelCall(start);
      try {
        replies.add(call(from, call.to(), call.db(), call.command()));
      } catch (CommandException e) {
        replies.add(Replies.failure(e));
      }
      end = Math.max(end, environment.clock().nowMicros());
    }
    environment.clock().setForParallelCall(end);
    return Collections.unmodifiableList(replies);
  }
}
