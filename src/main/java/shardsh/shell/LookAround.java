package shardsh.shell;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Tells a look at the cluster from a try at a step: whoever reads the status before the work, or a
 * document before the cut, has not answered and is not told what is missing. A helper that the
 * step's own solution calls is a try, but for a stream, which has to be read until it gives all.
 */
final class LookAround {
  private static final List<String> OF_DATA =
      List.of(
          "find",
          "findOne",
          "aggregate",
          "count",
          "countDocuments",
          "estimatedDocumentCount",
          "distinct");

  private static final List<String> OF_CLUSTER =
      List.of(
          "status",
          "conf",
          "config",
          "hello",
          "isMaster",
          "printShardingStatus",
          "printReplicationInfo",
          "printSecondaryReplicationInfo",
          "getBalancerState",
          "isBalancerRunning",
          "balancerCollectionStatus",
          "getShardedDataDistribution",
          "getShardDistribution",
          "getShardVersion",
          "listShards",
          "getShardMap",
          "getCollectionNames",
          "getCollectionInfos",
          "getDBs",
          "getDBNames",
          "getIndexes",
          "getIndexKeys",
          "stats",
          "dataSize",
          "storageSize",
          "totalIndexSize",
          "totalSize",
          "serverStatus",
          "version",
          "getMongo",
          "getName");

  /** One call on what asks the config servers or a set, so that no router's table is refreshed. */
  private static final Pattern STATUS = Pattern.compile("(?:sh|rs)\\.(\\w+)\\(\\s*\\)\\s*;?");

  /** Opens a stream or reads on in one, which gives what there is and waits for the rest. */
  private static final List<String> OF_STREAM =
      List.of("watch", "tryNext", "hasNext", "next", "isClosed", "isExhausted");

  /** Helpers that send a command as it is typed. */
  private static final List<String> BARE = List.of("adminCommand", "runCommand");

  private LookAround() {}

  /**
   * Whether a text only asks for the status of the cluster or of a set, e.g. {@code sh.status()}.
   */
  static boolean isStatus(String text) {
    Matcher call = STATUS.matcher(text.strip());
    return call.matches() && OF_CLUSTER.contains(call.group(1));
  }

  /**
   * Whether these calls only look.
   *
   * @param calls {@code {op, ns}} of each, as checks see them
   * @param solution what the author of the step would do; empty if unknown
   * @param done what the calls came to; one that is refused is a look by its helper's name only
   */
  static boolean is(List<BsonDocument> calls, String solution, Submission done) {
    boolean readsData = OF_DATA.stream().anyMatch(op -> isIn(op, solution));
    return !calls.isEmpty()
        && calls.stream()
            .allMatch(
                call -> {
                  String op = text(call, "op");
                  String name = op.substring(op.lastIndexOf('.') + 1);
                  boolean isOfConfig =
                      text(call, "ns").startsWith("config.") && !solution.contains("config");
                  if (BARE.contains(name)) {
                    return done.outcome() == Outcome.DONE
                        && Changes.onlyReads(done.trace(), solution);
                  }
                  return OF_CLUSTER.contains(name) && !isIn(name, solution)
                      || OF_STREAM.contains(name) && !readsData
                      || OF_DATA.contains(name) && (!readsData || isOfConfig);
                });
  }

  private static boolean isIn(String helper, String solution) {
    return solution.contains("." + helper + "(");
  }

  private static String text(BsonDocument call, String field) {
    BsonValue value = call.get(field);
    return value instanceof BsonString text ? text.getValue() : "";
  }
}
