package shardsh.lesson;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.base.Nearest;
import shardsh.core.snapshot.ClusterSpec;
import shardsh.core.snapshot.ClusterSpec.BalancerMode;
import shardsh.core.snapshot.ClusterSpec.CollectionSpec;
import shardsh.core.snapshot.ClusterSpec.DatabaseSpec;
import shardsh.core.snapshot.ClusterSpec.Params;
import shardsh.core.snapshot.ClusterSpec.Topology;

/**
 * The {@code setup} block of a lesson, or a cluster file, to what a cluster starts from. Checks
 * what a schema cannot: names of shards and nodes, chunks that tile the key space, unique versions,
 * zones that do not overlap. Where the schema has complained already, it passes over.
 */
final class ClusterReader {
  private static final String CONFIG_SERVERS = "cfgrs";
  private static final int MEMBER_STEP = 1000;
  private static final String CONFIG_SHARD = "config";

  private final Faults faults;

  ClusterReader(Faults faults) {
    this.faults = faults;
  }

  /** What the tree says; of no use when there were faults. */
  ClusterSpec read(SourceNode setup) {
    Topology topology = topology(setup);
    Params params = params(setup);
    List<String> owners = new ArrayList<>(topology.shards());
    if (topology.configShard() && !owners.contains(CONFIG_SHARD)) {
      owners.add(CONFIG_SHARD);
    }
    List<DatabaseSpec> databases = databases(setup, owners);
    CollectionReader reader = new CollectionReader(owners, params, faults);
    List<CollectionSpec> collections = collections(setup, reader);
    ZoneReader zones = new ZoneReader(owners, params, collections, faults);
    if (!topology.initiated()) {
      refuseData(setup);
    }
    return new ClusterSpec(
        setup.text("profile"),
        topology,
        params,
        seed(setup),
        databases,
        collections,
        zones.read(setup),
        setup.text("run").orElse(""));
  }

  private Topology topology(SourceNode setup) {
    SourceNode node = setup.get("topology").orElse(setup);
    List<String> shards = node.texts("shards");
    List<String> routers = node.has("mongos") ? node.texts("mongos") : List.of("m0");
    List<String> nodes = new ArrayList<>(List.of(CONFIG_SERVERS));
    checkNames(node, "shards", nodes);
    checkNames(node, "mongos", nodes);
    if (!node.has("mongos")) {
      nodes.addAll(routers);
    }
    int members = node.whole("replicaSetSize").orElse(1);
    Map<String, Integer> ports = ports(node, nodes);
    checkMembers(node, routers, members, ports);
    return new Topology(
        List.copyOf(shards),
        List.copyOf(routers),
        members,
        ports,
        node.flag("configShard").orElse(false),
        node.flag("initiated").orElse(true));
  }

  private void checkNames(SourceNode topology, String list, List<String> nodes) {
    for (SourceNode item : topology.itemsOf(list)) {
      String name = item.raw();
      if (!Names.isNode(name)) {
        faults.add(item, item.shown() + " cannot name a node", "use letters, digits, _ and -");
      } else if (nodes.contains(name)) {
        faults.add(item, "two nodes are called " + name, "give each its own name");
      }
      nodes.add(name);
    }
  }

  private Map<String, Integer> ports(SourceNode topology, List<String> nodes) {
    Map<String, Integer> ports = new LinkedHashMap<>();
    topology
        .fieldsOf("ports")
        .forEach(
            (name, node) -> {
              Optional<Integer> port = topology.get("ports").flatMap(map -> map.whole(name));
              if (!nodes.contains(name)) {
                faults.add(
                    node, "ports names '" + name + "', no node", Nearest.repair(name, nodes));
              }
              if (port.isEmpty() || port.get() < 1 || port.get() > 65535) {
                faults.add(node, "the port of " + name + " is " + node.raw(), "1 to 65535");
              } else if (ports.containsValue(port.get())) {
                faults.add(node, "port " + port.get() + " is given twice", "take another");
              }
              ports.put(name, port.orElse(0));
            });
    return Collections.unmodifiableMap(ports);
  }

  /** Members listen a thousand ports apart. */
  private void checkMembers(
      SourceNode topology, List<String> routers, int members, Map<String, Integer> ports) {
    topology
        .fieldsOf("ports")
        .forEach(
            (name, node) -> {
              int last = ports.get(name) + (members - 1) * MEMBER_STEP;
              if (routers.contains(name)) {
                return;
              }
              if (last > 65535) {
                faults.add(node, "the last member of " + name + " has port " + last, "1 to 65535");
              }
              for (int port = ports.get(name) + MEMBER_STEP; port <= last; port += MEMBER_STEP) {
                if (ports.containsValue(port)) {
                  faults.add(
                      node, "port " + port + " is that of a member of " + name, "take another");
                }
              }
            });
  }

  private static Params params(SourceNode setup) {
    SourceNode node = setup.get("params").orElse(setup);
    Params defaults = Params.defaults();
    BalancerMode balancer =
        switch (node.text("balancer").orElse("on")) {
          case "manual" -> BalancerMode.MANUAL;
          case "off" -> BalancerMode.OFF;
          default -> BalancerMode.ON;
        };
    return new Params(
        node.whole("chunkSizeMB"),
        node.flag("autoSplit"),
        node.flag("autoMerge"),
        balancer,
        node.whole("orphanCleanupDelaySecs").orElse(defaults.orphanCleanupDelaySecs()),
        node.text("hash").orElse("real").equals("toy"),
        node.text("boundary").orElse("server").equals("exact"),
        node.whole("latencyMs").orElse(defaults.latencyMs()));
  }

  private long seed(SourceNode setup) {
    if (setup.get("seed").filter(SourceNode::isWhole).isEmpty()) {
      return 1;
    }
    try {
      return setup.number("seed").orElseThrow().longValueExact();
    } catch (ArithmeticException e) {
      SourceNode node = setup.get("seed").orElseThrow();
      faults.add(node, "the seed " + node.raw() + " does not fit 64 bits", "take a smaller one");
      return 1;
    }
  }

  private List<DatabaseSpec> databases(SourceNode setup, List<String> owners) {
    List<DatabaseSpec> databases = new ArrayList<>();
    setup
        .fieldsOf("databases")
        .forEach(
            (name, node) -> {
              if (!Names.isDatabase(name)) {
                faults.add(
                    node, "'" + name + "' cannot name a database", "use letters, digits, _ and -");
              }
              node.get("primary").ifPresent(primary -> checkOwner(primary, owners, faults));
              databases.add(new DatabaseSpec(name, node.text("primary")));
            });
    return List.copyOf(databases);
  }

  private static List<CollectionSpec> collections(SourceNode setup, CollectionReader reader) {
    List<CollectionSpec> collections = new ArrayList<>();
    for (SourceNode node : setup.itemsOf("collections")) {
      reader.read(node).ifPresent(collections::add);
    }
    return List.copyOf(collections);
  }

  private void refuseData(SourceNode setup) {
    for (String field : List.of("databases", "collections", "zones")) {
      setup
          .get(field)
          .filter(node -> !node.fields().isEmpty() || !node.items().isEmpty())
          .ifPresent(
              node ->
                  faults.add(
                      node,
                      "'" + field + "' cannot exist before the sets are initiated",
                      "take it out, or 'initiated: false'"));
    }
  }

  /** Reports a text that names no shard. */
  static void checkOwner(SourceNode node, List<String> owners, Faults faults) {
    if (node.is(SourceNode.Kind.TEXT) && !owners.contains(node.raw())) {
      faults.add(node, node.shown() + " names no shard", Nearest.repair(node.raw(), owners));
    }
  }
}
