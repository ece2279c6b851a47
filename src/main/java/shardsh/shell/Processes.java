package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.base.Nearest;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.js.ShellInputException;

/**
 * The processes of the cluster as a command line would start them. All of them run from the start,
 * so a line that names one finds it running, or brings back one that was taken down.
 */
final class Processes {
  private static final int LISTED_MAX = 8;

  private final World world;

  Processes(World world) {
    this.world = world;
  }

  /** Every process and where it listens, e.g. {@code m0 127.0.0.1:27100}. */
  static List<String> all(Cluster cluster) {
    List<NodeId> nodes = new ArrayList<>(cluster.routerIds());
    nodes.add(NodeId.CONFIG);
    nodes.addAll(cluster.shardIds());
    return nodes.stream().map(node -> node + " " + cluster.hostOf(node)).toList();
  }

  /**
   * What to say of a name that no process has: the nearest one, and those there are; of a member
   * the members of its set.
   *
   * @param listed the processes, each with its name as the first word
   * @param members the members of all sets, e.g. {@code s0:1}
   */
  static String hint(String wrong, List<String> listed, List<String> members) {
    String set = wrong.substring(0, wrong.indexOf(':') + 1);
    List<String> ofSet = members.stream().filter(name -> name.startsWith(set)).toList();
    if (!set.isEmpty() && !ofSet.isEmpty()) {
      return "members: " + String.join(", ", ofSet);
    }
    List<String> names = listed.stream().map(process -> process.split(" ")[0]).toList();
    String few = String.join(", ", listed.subList(0, Math.min(LISTED_MAX, listed.size())));
    return Nearest.to(wrong, names).map(near -> "did you mean " + near + "? ").orElse("")
        + "processes: "
        + few
        + (listed.size() > LISTED_MAX ? " … (" + listed.size() + ")" : "");
  }

  /**
   * What the line did, in one sentence.
   *
   * @throws ShellInputException when no such process is part of the cluster
   */
  String start(ProcessLine line) {
    Cluster cluster = world.cluster();
    NodeId node = cluster.find(line.address()).orElseThrow(() -> nothingThere(line));
    checkRole(line, node);
    checkNames(line, node);
    String who = line.program() + " at " + line.address() + ", " + role(node);
    if (cluster.isDown(node)) {
      world.touched();
      cluster.sim().up(node);
      return "started " + who;
    }
    return who + ", runs already; go on with: mongosh --port " + line.port();
  }

  private ShellInputException nothingThere(ProcessLine line) {
    return refusal(
        "processes are not started by hand here, and none of this cluster listens at "
            + line.address());
  }

  private ShellInputException refusal(String message) {
    return new ShellInputException(
        "ShardshError",
        message,
        "processes: "
            + String.join(", ", all(world.cluster()))
            + "; mongosh --port P goes on at one, sh.addShard(\"NAME/127.0.0.1:P\") adds one");
  }

  private void checkRole(ProcessLine line, NodeId node) {
    boolean router = world.cluster().isRouter(node);
    boolean config = node.set().equals(NodeId.CONFIG);
    boolean fits =
        line.isRouter() == router
            && (!line.isConfigServer() || config)
            && (!line.isShard() || !config);
    if (!fits) {
      throw refusal("Address already in use: " + line.address() + " is " + role(node));
    }
  }

  private void checkNames(ProcessLine line, NodeId node) {
    Optional<String> set = line.value("replSet");
    if (set.isPresent() && !set.get().equals(node.set().name())) {
      throw refusal("Address already in use: " + line.address() + " is " + role(node));
    }
    List<String> members = world.cluster().hostsOf(NodeId.CONFIG);
    Optional<String> configServers = line.value("configdb").filter(text -> line.isRouter());
    if (configServers.isPresent() && !isOf(members, configServers.get())) {
      throw refusal(
          "the config servers of "
              + node
              + " are "
              + NodeId.CONFIG
              + "/"
              + String.join(",", members));
    }
  }

  /** Whether a text names the config servers by some of their members. */
  private static boolean isOf(List<String> members, String configServers) {
    String set = NodeId.CONFIG + "/";
    String hosts = configServers.replace("localhost", "127.0.0.1");
    return hosts.startsWith(set)
        && members.containsAll(List.of(hosts.substring(set.length()).split(",")));
  }

  private String role(NodeId node) {
    if (world.cluster().isRouter(node)) {
      return "the router " + node;
    }
    return node.set().equals(NodeId.CONFIG)
        ? "the config server " + node
        : "the shard server " + node;
  }
}
