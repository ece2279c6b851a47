package shardsh.core.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which fields commands have, for completion. Source: what the parsers check, and for commands that
 * check their fields themselves the manual's pages on them.
 */
public final class CommandFields {
  /** Fields that the server's parser knows and no client sends. */
  private static final List<String> INTERNAL =
      List.of(
          "runtimeConstants",
          "stmtIds",
          "term",
          "readOnce",
          "options",
          "flags",
          "temp",
          "oplogReplay");

  private static final List<String> COMMON =
      List.of("comment", "maxTimeMS", "readConcern", "writeConcern");

  private static final Map<String, String> OTHERS = new TreeMap<>();

  static {
    OTHERS.put(
        "aggregate",
        "pipeline cursor explain allowDiskUse bypassDocumentValidation hint collation let");
    OTHERS.put("abortTransaction", "txnNumber autocommit lsid");
    OTHERS.put("checkMetadataConsistency", "checkIndexes cursor");
    OTHERS.put("cleanupOrphaned", "startingFromKey");
    OTHERS.put("commitTransaction", "txnNumber autocommit lsid");
    OTHERS.put("configureFailPoint", "mode data");
    OTHERS.put("listShards", "");
    OTHERS.put("moveChunk", "find bounds to forceJumbo _secondaryThrottle _waitForDelete");
    OTHERS.put("moveCollection", "toShard");
    OTHERS.put("movePrimary", "to");
    OTHERS.put("replSetFreeze", "");
    OTHERS.put("replSetStepDown", "secondaryCatchUpPeriodSecs force");
    OTHERS.put("rolesInfo", "showPrivileges showBuiltinRoles");
    OTHERS.put("serverStatus", "repl metrics");
    OTHERS.put("updateZoneKeyRange", "min max zone");
  }

  private CommandFields() {}

  /** The names of the fields that may follow the name of a command; those of all commands last. */
  public static List<String> of(String command) {
    List<String> names = new ArrayList<>();
    if (OTHERS.containsKey(command)) {
      if (!OTHERS.get(command).isEmpty()) {
        names.addAll(List.of(OTHERS.get(command).split(" ")));
      }
    } else {
      RequestShapes.of(command).stream()
          .flatMap(shape -> shape.fields().stream())
          .map(RequestShape.Field::name)
          .filter(name -> !name.equals(command) && !INTERNAL.contains(name))
          .forEach(names::add);
    }
    names.addAll(COMMON);
    return names;
  }
}
