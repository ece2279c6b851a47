package shardsh.core.rpc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Nearest;
import shardsh.core.base.NodeId;

/**
 * The processes and sets of the cluster, by each name that they go by and by where they listen. A
 * shard may have another id than its set, a set has members, and one process may be two nodes.
 */
public final class Nodes {
  private final Map<NodeId, Network.Node> nodes = new LinkedHashMap<>();
  private final Map<NodeId, NodeId> aliases = new LinkedHashMap<>();
  private final Map<NodeId, NodeId> parts = new LinkedHashMap<>();

  Nodes() {}

  /** The same names, without the nodes. */
  Nodes copy() {
    Nodes copy = new Nodes();
    copy.aliases.putAll(aliases);
    copy.parts.putAll(parts);
    return copy;
  }

  /** A process, or a set, can be called from now on. */
  public void add(Network.Node node) {
    nodes.put(node.id(), node);
  }

  /** Another name for a node: a shard whose id is not the name of its set. */
  public void addAlias(NodeId alias, NodeId node) {
    if (!alias.equals(node)) {
      aliases.put(alias, node);
    }
  }

  /**
   * A node that is part of the process of another one: they are down together, and send each other
   * no messages.
   */
  public void addPart(NodeId part, NodeId process) {
    parts.put(part, process);
  }

  /** The process or set that was added with that name; null when there is none. */
  Network.Node get(NodeId id) {
    return nodes.get(id);
  }

  /** Whether a process or a set goes by that name. */
  public boolean knows(NodeId name) {
    return nodes.containsKey(name) || aliases.containsKey(name);
  }

  /** Whether two names stand for one process. */
  public boolean areOne(NodeId one, NodeId other) {
    return wholeOf(one).equals(wholeOf(other));
  }

  /** The process that a node is, or is a part of: a set, a member of one, or one of its own. */
  NodeId wholeOf(NodeId node) {
    NodeId actual = processOf(node);
    NodeId set = actual.set();
    NodeId whole = parts.getOrDefault(set, set);
    if (set.equals(actual)) {
      return whole;
    }
    return actual.memberIndex() < 0 ? whole : whole.member(actual.memberIndex());
  }

  /**
   * The process that listens at {@code host:port}; {@code localhost} is {@code 127.0.0.1}. A set of
   * one member is that member.
   */
  public Optional<NodeId> at(String hostAndPort) {
    String wanted = hostAndPort.replace("localhost", "127.0.0.1");
    for (Network.Node node : nodes.values()) {
      int member = node.hosts().indexOf(wanted);
      if (member >= 0) {
        return Optional.of(node.members().map(set -> set.name(member)).orElse(node.id()));
      }
    }
    return Optional.empty();
  }

  /**
   * The process or set behind a name: a shard may have another id than its set. A member's name
   * stays that of a member.
   */
  public NodeId processOf(NodeId node) {
    NodeId known = aliases.get(node);
    if (known != null || aliases.isEmpty() || node.memberIndex() < 0) {
      return known == null ? node : known;
    }
    NodeId set = aliases.get(node.set());
    return set == null ? node : set.member(node.memberIndex());
  }

  /** The members of a set, by the set's name or that of one of them. */
  public Optional<Members> membersOf(NodeId node) {
    Network.Node found = nodes.get(wholeOf(node).set());
    return found == null ? Optional.empty() : found.members();
  }

  /**
   * All names of a process that sends or answers: as it was called, that of its set, and that of
   * the member, which is the primary unless another is named.
   */
  List<NodeId> namesOf(NodeId node) {
    NodeId process = processOf(node);
    List<NodeId> names = new ArrayList<>(List.of(node, process, node.set(), process.set()));
    membersOf(process)
        .filter(set -> process.memberIndex() < 0 && set.hasPrimary())
        .ifPresent(set -> names.add(process.member(set.primary())));
    return names;
  }

  /**
   * Where a process listens, e.g. {@code 127.0.0.1:27102}, of a set its primary or else its first
   * member; its name when there is none.
   */
  public String hostOf(NodeId id) {
    NodeId process = processOf(id);
    Network.Node node = nodes.get(process.set());
    if (node == null) {
      return id.toString();
    }
    int member = process.memberIndex();
    int shown = member >= 0 ? member : node.members().map(Members::primary).orElse(0);
    return node.hosts().get(Math.max(0, shown));
  }

  /** A set with all its members, e.g. {@code s0/127.0.0.1:27102,127.0.0.1:27103}. */
  public String connectionString(NodeId id) {
    NodeId set = wholeOf(id).set();
    Network.Node node = nodes.get(set);
    return node == null ? set.toString() : set + "/" + String.join(",", node.hosts());
  }

  /**
   * Refuses the name of a command that no process has.
   *
   * @throws CommandException BAD_VALUE, with the name that is nearest
   */
  void requireCommand(String name) {
    TreeSet<String> known = new TreeSet<>(ProcessCommands.NAMES);
    known.addAll(UnknownCommand.LEFT_OUT);
    nodes.values().forEach(node -> known.addAll(node.commandNames()));
    if (!known.contains(name)) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "no process has a command '"
              + name
              + "'"
              + Nearest.to(name, known).map(near -> "; did you mean '" + near + "'?").orElse(""));
    }
  }
}
