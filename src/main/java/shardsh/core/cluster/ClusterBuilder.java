package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.NodeId;
import shardsh.core.base.ServerProfile;
import shardsh.core.configsvr.ConfigServer;
import shardsh.core.mongod.ShardServer;
import shardsh.core.mongos.Router;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.ReplicaSet;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sim.SimParameters;
import shardsh.core.snapshot.ClusterSpec;

/** Builds the processes that a description names, and puts the described state into them. */
final class ClusterBuilder {
  private static final String LOCALHOST = "127.0.0.1:";
  private static final int FIRST_PORT = 27100;
  static final int MEMBER_STEP = 1000;

  private final ClusterSpec spec;
  private final Environment environment;
  private final Map<String, Integer> ports;
  private final SimParameters parameters;

  ClusterBuilder(
      ClusterSpec spec, Optional<String> profileName, OptionalLong seed, InterruptFlag interrupts) {
    this.spec = spec;
    ServerProfile profile =
        ServerProfile.named(profileName.or(spec::profile).orElse(ServerProfile.V8_0.name()));
    this.parameters = parameters(spec.params(), profile);
    this.environment = new Environment(profile, parameters, seed.orElse(spec.seed()), interrupts);
    this.ports = ports(spec.topology());
  }

  private static SimParameters parameters(ClusterSpec.Params params, ServerProfile profile) {
    return new SimParameters(
        params.toyHash(),
        params.exactBoundary(),
        params.balancer() == ClusterSpec.BalancerMode.MANUAL ? "manual" : "on",
        params.autoSplit().orElse(profile.splitsOnInsert()),
        params.autoMerge().orElse(profile.autoMerge()),
        params.orphanCleanupDelaySecs(),
        params.latencyMs() * 1000L,
        60,
        20,
        50);
  }

  /** Ports from the file, else m0 27100, cfgrs 27101, shards from 27102, then further routers. */
  static Map<String, Integer> ports(ClusterSpec.Topology topology) {
    Map<String, Integer> ports = new LinkedHashMap<>();
    List<String> order = new ArrayList<>();
    order.add(topology.routers().get(0));
    order.add(NodeId.CONFIG.name());
    order.addAll(topology.shards());
    order.remove(ShardId.CONFIG.name());
    order.addAll(topology.routers().subList(1, topology.routers().size()));
    int next = FIRST_PORT;
    for (String node : order) {
      while (topology.ports().containsValue(next)) {
        next++;
      }
      Integer given = topology.ports().get(node);
      ports.put(node, given == null ? next++ : given);
    }
    return ports;
  }

  private ReplicaSet set(String name, boolean configServers) {
    List<String> hosts = new ArrayList<>();
    for (int member = 0; member < spec.topology().replicaSetSize(); member++) {
      hosts.add(LOCALHOST + (ports.get(name) + member * MEMBER_STEP));
    }
    return new ReplicaSet(environment, name, hosts, configServers, spec.topology().initiated());
  }

  private List<String> shardNames() {
    List<String> names = new ArrayList<>(spec.topology().shards());
    if (spec.topology().configShard() && !names.contains(ShardId.CONFIG.name())) {
      names.add(ShardId.CONFIG.name());
    }
    return names;
  }

  Cluster build() {
    environment.setParameters(withoutLatency());
    ConfigServer config = new ConfigServer(environment, set(NodeId.CONFIG.name(), true));
    environment.nodes().add(config);
    List<ShardServer> shards = new ArrayList<>();
    for (String name : shardNames()) {
      ReplicaSet set =
          name.equals(ShardId.CONFIG.name()) ? config.set().as(name) : set(name, false);
      ShardServer shard = new ShardServer(environment, new NodeId(name), set);
      environment.nodes().add(shard);
      shards.add(shard);
      if (shard.shardId().equals(ShardId.CONFIG)) {
        environment.nodes().addPart(shard.id(), NodeId.CONFIG);
      }
    }
    List<Router> routers = new ArrayList<>();
    for (String name : spec.topology().routers()) {
      Router router = new Router(environment, new NodeId(name), LOCALHOST + ports.get(name));
      environment.nodes().add(router);
      config.state().routerHosts().put(name, router.host());
      routers.add(router);
    }
    Cluster cluster = new Cluster(environment, config, shards, routers, firstDatabase());
    if (spec.topology().initiated()) {
      putState(cluster, config);
    }
    environment.setParameters(parameters);
    cluster.beginsNow();
    cluster.dueWork().keepBalancing();
    return cluster;
  }

  private SimParameters withoutLatency() {
    return new SimParameters(
        parameters.toyHash(),
        parameters.exactBoundary(),
        parameters.balancerRuns(),
        parameters.autoSplit(),
        parameters.autoMerge(),
        parameters.orphanCleanupDelaySecs(),
        0,
        0,
        0,
        0);
  }

  private Optional<String> firstDatabase() {
    return spec.databases().stream().map(ClusterSpec.DatabaseSpec::name).findFirst();
  }

  private void putState(Cluster cluster, ConfigServer config) {
    ConfigCatalog catalog = config.state().catalog();
    for (ShardServer shard : cluster.shards()) {
      catalog =
          catalog.withShard(
              new ConfigCatalog.ShardEntry(
                  new ShardId(shard.id().name()),
                  hostsOf(shard),
                  false,
                  Optional.empty(),
                  environment.nextClusterTime()));
    }
    for (ClusterSpec.DatabaseSpec database : spec.databases()) {
      catalog =
          catalog.withDatabase(
              new ConfigCatalog.DatabaseEntry(
                  database.name(),
                  new ShardId(database.primary().orElse(spec.topology().shards().get(0))),
                  new DatabaseVersion(environment.ids().uuid(), environment.nextClusterTime(), 1),
                  true));
    }
    config.state().replace(catalog);
    putSettings(config);
    new ClusterLoader(cluster, spec).load();
    tellEverybody(cluster, config.state().catalog());
  }

  private String hostsOf(ShardServer shard) {
    NodeId process = shard.shardId().equals(ShardId.CONFIG) ? NodeId.CONFIG : shard.id();
    return environment.nodes().connectionString(process);
  }

  private void putSettings(ConfigServer config) {
    spec.params()
        .chunkSizeMB()
        .ifPresent(
            megabytes ->
                config
                    .state()
                    .settings()
                    .put(
                        "chunksize",
                        new BsonDocument("_id", new BsonString("chunksize"))
                            .append("value", new BsonInt32(megabytes))));
    if (spec.params().balancer() == ClusterSpec.BalancerMode.OFF) {
      config.state().switchBalancer(false);
    }
  }

  private static void tellEverybody(Cluster cluster, ConfigCatalog catalog) {
    for (ConfigCatalog.CollectionEntry entry : catalog.collections().values()) {
      RoutingTable table = entry.table();
      cluster.routers().forEach(router -> router.cache().learn(table));
      cluster.shards().forEach(shard -> shard.learn(table));
    }
    for (ConfigCatalog.DatabaseEntry database : catalog.databases().values()) {
      cluster
          .routers()
          .forEach(
              router ->
                  router
                      .cache()
                      .learnDatabase(database.name(), database.primary(), database.version()));
      cluster.shards().forEach(shard -> shard.learnDatabase(database.name(), database.version()));
    }
  }
}
