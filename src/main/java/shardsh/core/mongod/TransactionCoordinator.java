package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Network;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.SessionFields;
import shardsh.core.rpc.TransactionErrors;
import shardsh.core.sharding.ShardId;
import shardsh.core.sim.Scheduler;
import shardsh.core.trace.TransactionEvent;
import shardsh.core.trace.TransactionEvent.TransactionPhase;

/**
 * Commits a transaction on several shards: all prepare, the decision is written down, all do what
 * was decided. Once one shard refuses to prepare all abort; once all have prepared they commit,
 * even if it takes long to reach them. Source: {@code sharding-facts.md}, section 19.1. That a
 * shard which cannot be reached is asked again every 10 s, and counts as a refusal when the
 * transaction is too old, is ours.
 */
final class TransactionCoordinator {
  /** How long it waits before it asks a shard again. */
  static final long RETRY_MILLIS = 10_000;

  /** The scheduler's word for a decision that has not reached everyone: {@code {session, txn}}. */
  static final String TASK = "continueTransaction";

  /**
   * A transaction that it coordinates.
   *
   * @param left who has not done what was decided
   * @param commitTime empty when the decision is to abort, or not made yet
   */
  private record Coordinated(
      SessionFields fields,
      List<ShardId> participants,
      List<ShardId> left,
      Optional<BsonTimestamp> commitTime,
      boolean decided) {
    Coordinated {
      participants = List.copyOf(participants);
      left = List.copyOf(left);
    }

    Coordinated decided(Optional<BsonTimestamp> time, List<ShardId> toTell) {
      return new Coordinated(fields, participants, toTell, time, true);
    }

    String key() {
      return fields.sessionText() + " " + fields.number();
    }
  }

  private final ShardServer server;
  private final Environment environment;
  private final Map<String, Coordinated> running = new TreeMap<>();

  TransactionCoordinator(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  void copyFrom(TransactionCoordinator other) {
    running.putAll(other.running);
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("coordinateCommitTransaction", (db, command) -> coordinate(command));
  }

  /** The rows of the shard's own config.transaction_coordinators. */
  List<BsonDocument> documents() {
    List<BsonDocument> rows = new ArrayList<>();
    for (Coordinated one : running.values()) {
      BsonDocument row =
          new BsonDocument(
                  "_id",
                  new BsonDocument("lsid", new BsonDocument("id", one.fields().session()))
                      .append("txnNumber", Docs.int64(one.fields().number())))
              .append("participants", names(one.participants()));
      if (one.decided()) {
        BsonDocument decision =
            new BsonDocument(
                "decision", new BsonString(one.commitTime().isPresent() ? "commit" : "abort"));
        one.commitTime().ifPresent(time -> decision.append("commitTimestamp", time));
        row.append("decision", decision);
      }
      rows.add(row);
    }
    return rows;
  }

  private static BsonArray names(List<ShardId> shards) {
    return new BsonArray(shards.stream().map(shard -> new BsonString(shard.name())).toList());
  }

  /**
   * {@code {coordinateCommitTransaction: 1, participants: [{shardId}]}}; what has been decided
   * before is answered again, and not decided anew.
   */
  private BsonDocument coordinate(BsonDocument command) {
    SessionFields fields = SessionFields.ofStatement(command);
    if (isCommitted(fields)) {
      return Replies.ok();
    }
    List<ShardId> participants = new ArrayList<>();
    for (BsonValue one : command.getArray("participants")) {
      participants.add(new ShardId(one.asDocument().getString("shardId").getValue()));
    }
    Coordinated begun =
        new Coordinated(fields, participants, participants, Optional.empty(), false);
    running.put(begun.key(), begun);
    List<CommandException> refusals = new ArrayList<>();
    environment.toTheEnd(() -> decide(begun).ifPresent(refusals::add));
    if (!refusals.isEmpty()) {
      throw refusals.get(0);
    }
    return Replies.ok();
  }

  /** Whether it was decided to commit; participants that do not know yet will be told. */
  private boolean isCommitted(SessionFields fields) {
    return server.sessions().isCommitted(fields)
        || running.values().stream()
            .anyMatch(
                one ->
                    one.fields().session().equals(fields.session())
                        && one.fields().number() == fields.number()
                        && one.commitTime().isPresent());
  }

  private Optional<CommandException> decide(Coordinated begun) {
    List<BsonTimestamp> times = new ArrayList<>();
    Optional<CommandException> refusal = prepare(begun, times);
    Optional<BsonTimestamp> time =
        refusal.isPresent() ? Optional.empty() : times.stream().max(BsonTimestamp::compareTo);
    Coordinated decided = begun.decided(time, begun.participants());
    running.put(begun.key(), decided);
    environment
        .trace()
        .record(
            new TransactionEvent.TransactionMoved(
                server.shardId().node(),
                begun.fields().number(),
                TransactionPhase.DECIDED,
                time.isPresent() ? "commit" : "abort"));
    tell(decided);
    return refusal;
  }

  /** The first refusal; empty when all have prepared, whose times are then in the list. */
  private Optional<CommandException> prepare(Coordinated begun, List<BsonTimestamp> times) {
    BsonDocument request =
        begun
            .fields()
            .on(new BsonDocument("prepareTransaction", new BsonInt32(1)), false)
            .append("coordinatorId", new BsonString(server.shardId().name()));
    List<ShardId> left = new ArrayList<>(begun.participants());
    long giveUp = environment.clock().nowMillis() + server.sessions().lifetimeSeconds() * 1000L;
    while (true) {
      List<BsonDocument> replies = send(left, request);
      List<ShardId> unreached = new ArrayList<>();
      for (int i = 0; i < left.size(); i++) {
        BsonDocument reply = replies.get(i);
        if (Replies.isOk(reply)) {
          times.add(reply.getTimestamp("prepareTimestamp"));
        } else if (isUnreached(reply)) {
          unreached.add(left.get(i));
        } else {
          return Optional.of(refused(left.get(i), Replies.error(reply)));
        }
      }
      if (unreached.isEmpty()) {
        return Optional.empty();
      }
      if (environment.clock().nowMillis() >= giveUp) {
        return Optional.of(
            refused(unreached.get(0), TransactionErrors.aborted(begun.fields().number())));
      }
      left = unreached;
      environment.waitUntil(environment.clock().nowMillis() + RETRY_MILLIS);
    }
  }

  private static CommandException refused(ShardId shard, CommandException e) {
    return new CommandException(
        ErrorCode.NO_SUCH_TRANSACTION,
        "from shard " + shard + " :: caused by :: " + e.getMessage());
  }

  private List<BsonDocument> send(List<ShardId> shards, BsonDocument request) {
    List<Network.Call> calls = new ArrayList<>();
    for (ShardId shard : shards) {
      calls.add(new Network.Call(shard.node(), "admin", request));
    }
    return environment.network().scatter(server.shardId().node(), calls);
  }

  private static boolean isUnreached(BsonDocument reply) {
    ErrorCode code = Replies.error(reply).errorCode();
    return code.isUnreachable() || code.code() == ErrorCode.NETWORK_TIMEOUT.code();
  }

  /** Tells the decision to those who do not know it; what fails is tried again later. */
  private void tell(Coordinated decided) {
    BsonDocument order =
        new BsonDocument(
            decided.commitTime().isPresent() ? "commitTransaction" : "abortTransaction",
            new BsonInt32(1));
    BsonDocument request = decided.fields().on(order, false);
    decided.commitTime().ifPresent(time -> request.append("commitTimestamp", time));
    List<BsonDocument> replies = send(decided.left(), request);
    TreeSet<ShardId> left = new TreeSet<>();
    for (int i = 0; i < replies.size(); i++) {
      if (!Replies.isOk(replies.get(i)) && isUnreached(replies.get(i))) {
        left.add(decided.left().get(i));
      }
    }
    if (left.isEmpty()) {
      running.remove(decided.key());
      return;
    }
    running.put(decided.key(), decided.decided(decided.commitTime(), List.copyOf(left)));
    environment
        .scheduler()
        .schedule(
            environment.clock().nowMillis() + RETRY_MILLIS,
            server.shardId().node(),
            TASK,
            new BsonDocument("session", decided.fields().session())
                .append("txn", Docs.int64(decided.fields().number())));
  }

  /** Runs a due task: tells the decision again. */
  void goOn(Scheduler.Task task) {
    for (Coordinated one : List.copyOf(running.values())) {
      if (one.fields().session().equals(task.arguments().getBinary("session"))
          && one.fields().number() == task.arguments().getInt64("txn").getValue()) {
        tell(one);
      }
    }
  }
}
