package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import shardsh.core.base.ServerProfile;
import shardsh.core.cluster.ClusterNames;
import shardsh.js.api.ApiNames;

/**
 * The methods that a server of the cluster's profile can answer: those that run a command it does
 * not have are refused, and so not offered.
 */
final class ProfileMethods {
  /** The stage $shardedDataDistribution is that old. */
  private static final String DISTRIBUTION_SINCE = "6.0.3";

  private static final Map<String, String> COMMANDS = new LinkedHashMap<>();

  static {
    needs("setAllowMigrations", "enableMigrations disableMigrations");
    needs("reshardCollection", "reshardCollection commitReshardCollection abortReshardCollection");
    needs("moveRange", "moveRange");
    needs(
        "mergeAllChunksOnShard",
        "startAutoMerger stopAutoMerger isAutoMergerEnabled enableAutoMerger disableAutoMerger");
    needs("checkMetadataConsistency", "checkMetadataConsistency");
    needs("analyzeShardKey", "analyzeShardKey configureQueryAnalyzer");
    needs("moveCollection", "moveCollection abortMoveCollection shardAndDistributeCollection");
    needs("unshardCollection", "unshardCollection abortUnshardCollection");
    needs("transitionToDedicatedConfigServer", "getTransitionToDedicatedConfigServerStatus");
  }

  private ProfileMethods() {}

  private static void needs(String command, String methods) {
    for (String method : methods.split(" ")) {
      COMMANDS.put(method, command);
    }
  }

  /** The names of the methods of a class that can be offered. */
  static Set<String> of(
      ShellObjects objects, ApiNames kind, ClusterNames cluster, ServerProfile profile) {
    Set<String> names = new TreeSet<>(objects.methods(kind).keySet());
    if (kind == ApiNames.SHARD || kind == ApiNames.COLLECTION || kind == ApiNames.DATABASE) {
      names.removeIf(name -> COMMANDS.containsKey(name) && !cluster.hasCommand(COMMANDS.get(name)));
      if (!profile.isAtLeast(DISTRIBUTION_SINCE)) {
        names.remove("getShardedDataDistribution");
      }
    }
    return names;
  }
}
