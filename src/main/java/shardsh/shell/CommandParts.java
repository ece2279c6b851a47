package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What the fields of database commands are, for completion. Source: the manual. */
final class CommandParts {
  private static final Map<String, Slot> NAMED = new LinkedHashMap<>();
  private static final Map<String, Slot> FIELDS = new LinkedHashMap<>();

  static {
    named(
        Slot.COLLECTION,
        "aggregate collMod collStats count create createIndexes delete distinct drop dropIndexes"
            + " find findAndModify insert listIndexes update checkMetadataConsistency");
    named(
        Slot.NAMESPACE,
        "abortMoveCollection abortReshardCollection abortUnshardCollection analyzeShardKey"
            + " balancerCollectionStatus cleanupOrphaned cleanupReshardCollection clearJumboFlag"
            + " commitReshardCollection configureCollectionBalancing configureQueryAnalyzer"
            + " dataSize flushRouterConfig getShardVersion mergeAllChunksOnShard mergeChunks"
            + " moveChunk moveCollection moveRange refineCollectionShardKey renameCollection"
            + " reshardCollection setAllowMigrations shardCollection split splitChunk splitVector"
            + " unshardCollection updateZoneKeyRange checkShardingIndex");
    named(Slot.DATABASE, "enableSharding movePrimary getDatabaseVersion");
    named(Slot.SHARD, "removeShard addShardToZone removeShardFromZone");
    named(Slot.COMMAND, "explain");
    fields(Slot.FILTER, "filter query validator arrayFilters partialFilterExpression");
    fields(Slot.PROJECTION, "projection fields");
    fields(Slot.KEYS, "sort key keyPattern min max bounds middle find splitKeys");
    fields(Slot.HINT, "hint");
    fields(Slot.UPDATE, "update");
    fields(Slot.PIPELINE, "pipeline");
    fields(Slot.DOCUMENT, "documents");
    fields(Slot.UPDATE_STATEMENT, "updates");
    fields(Slot.DELETE_STATEMENT, "deletes");
    fields(Slot.INDEX_SPEC, "indexes");
    fields(Slot.COMPUTED, "let");
    fields(Slot.COLLECTION, "viewOn collection");
    fields(Slot.SHARD, "to toShard shard primaryShard");
    fields(Slot.ZONE, "zone");
    fields(Slot.ZONE_RANGE, "zones");
    fields(Slot.FIELD, "distinct.key");
    fields(Slot.INDEX_NAME, "dropIndexes.index");
    fields(Slot.NAMESPACE, "renameCollection.to");
    fields(Slot.NONE, "getMore.collection");
  }

  private CommandParts() {}

  private static void named(Slot slot, String commands) {
    for (String command : commands.split(" ")) {
      NAMED.put(command, slot);
    }
  }

  private static void fields(Slot slot, String names) {
    for (String name : names.split(" ")) {
      FIELDS.put(name, slot);
    }
  }

  /** What the first field of a command, which names it, has as its value. */
  static Slot ofName(String command) {
    return NAMED.getOrDefault(command, Slot.NONE);
  }

  /** What another field of it has. */
  static Slot ofField(String command, String field) {
    Slot own = FIELDS.get(command + "." + field);
    return own == null ? FIELDS.getOrDefault(field, Slot.NONE) : own;
  }

  /** The command that a document is so far; empty for none. */
  static Optional<String> nameOf(Typed.Fields before) {
    return before.names().stream().findFirst();
  }
}
