package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.cluster.Cluster;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.NodeView;
import shardsh.js.EvaluationError;

/** What to type after the mistakes that everybody makes once with a sharded cluster. */
final class ErrorHints {
  private static final Map<String, String> BY_CODE_NAME = new LinkedHashMap<>();
  private static final Map<String, String> BY_MESSAGE = new LinkedHashMap<>();

  private static final String A_MEMBER =
      "db = connect(\"s0\")   rs asks a member of a set, and this is a router";

  private static final String NO_HOST = "Could not find host matching read preference";
  private static final String SET = " for set ";
  private static final String ADDING = "attempting to add shard ";

  static {
    BY_CODE_NAME.put("ShardNotFound", "show shards   lists them");
    BY_CODE_NAME.put(
        "InvalidNamespace", "a namespace is database and collection, e.g. \"shop.orders\"");
    BY_CODE_NAME.put("NamespaceNotSharded", "sh.status()   tells which collections are sharded");
    BY_CODE_NAME.put(
        "ZoneNotFound",
        "sh.addShardToZone(\"s0\", \"EU\")   a zone is there when a shard is in it");
    BY_CODE_NAME.put("RangeOverlapConflict", "show zones   lists the ranges there are");
    BY_CODE_NAME.put(
        "ZoneStillInUse", "show zones   lists its ranges; sh.removeRangeFromZone comes first");
    BY_MESSAGE.put(
        "ENOENT: no such file", "a path begins in the folder that shardsh was started in");
    BY_MESSAGE.put(
        "sharding already enabled for collection",
        "show chunks   names the shard key; undo takes back the line that set it");
    BY_MESSAGE.put("no shard key found in chunk query", "show chunks   names the shard key");
    BY_MESSAGE.put(
        "is a boundary key of existing chunk", "show chunks   lists the bounds there are");
    BY_MESSAGE.put(
        "connect ECONNREFUSED", "sim.up(\"m0\")   brings back a process that was taken away");
    BY_MESSAGE.put("is not supported through mongos", A_MEMBER);
    BY_MESSAGE.put("no such command: 'replSet", A_MEMBER);
    BY_MESSAGE.put(
        "no such command: 'cleanupOrphaned'",
        "connect(\"s0\").adminCommand({cleanupOrphaned: \"shop.orders\"})   it runs on a shard");
    BY_MESSAGE.put(
        ":: caused by :: HostUnreachable: Error connecting to",
        "sh.addShard(\"s3/127.0.0.1:27110\")   a set starts where nothing runs, if it is named");
    BY_MESSAGE.put(
        "No electable secondaries",
        "rs.status()   lists the members; a set of one has nobody to step down for");
  }

  private ErrorHints() {}

  /**
   * @param cluster whose processes the hint may name; empty where there is none
   */
  static Optional<String> of(EvaluationError error, Optional<Cluster> cluster) {
    return of(error).map(hint -> cluster.map(known -> named(hint, error, known)).orElse(hint));
  }

  /** The hint with a shard, or another set, that there is. */
  private static String named(String hint, EvaluationError error, Cluster cluster) {
    ClusterSnapshot now = cluster.snapshot();
    List<NodeView> sets = new ArrayList<>();
    now.shards().forEach(shard -> sets.add(shard.node()));
    sets.add(now.config());
    Optional<NodeView> nameless =
        sets.stream()
            .filter(set -> error.message().contains(ADDING + set.id() + " ::"))
            .findFirst();
    if (nameless.isPresent()) {
      NodeView set = nameless.get();
      return "sh.addShard(\""
          + set.id()
          + "/"
          + set.host()
          + "\")   the name of the set stands before its address";
    }
    boolean initiates = error.message().contains("replSetInitiate");
    String there =
        sets.stream()
            .filter(set -> !initiates || !set.initiated())
            .findFirst()
            .orElse(sets.get(0))
            .id()
            .name();
    return hint.replace("\"s0\"", "\"" + there + "\"");
  }

  private static Optional<String> of(EvaluationError error) {
    Optional<String> hint = error.codeName().map(BY_CODE_NAME::get);
    if (hint.isPresent()) {
      return hint;
    }
    if (error.message().contains(NO_HOST) && error.message().contains(SET)) {
      return Optional.of(membersOf(error.message()));
    }
    return BY_MESSAGE.entrySet().stream()
        .filter(entry -> error.message().contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static String membersOf(String message) {
    String set = message.substring(message.lastIndexOf(SET) + SET.length()).split(" ")[0];
    return "show shards   tells which members run; sim.up(\"" + set + "\") brings all back";
  }
}
