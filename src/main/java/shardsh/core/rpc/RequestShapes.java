package shardsh.core.rpc;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import shardsh.core.rpc.RequestShape.Kind;
import shardsh.core.rpc.RequestShape.Words;

/**
 * What the server's parsers know of each command's fields. Source: the manual's pages on database
 * commands, and which parser refuses unknown fields, observed. Commands that are not here check
 * their fields themselves.
 */
final class RequestShapes {
  /** Fields that any command may have; what they say is read elsewhere or passed over. */
  static final List<String> OF_EVERY_COMMAND =
      List.of(
          "$audit",
          "$client",
          "$clusterTime",
          "$configTime",
          "$db",
          "$oplogQueryData",
          "$queryOptions",
          "$readPreference",
          "$replData",
          "$topologyTime",
          "allowImplicitCollectionCreation",
          "apiDeprecationErrors",
          "apiStrict",
          "apiVersion",
          "autocommit",
          "clientOperationKey",
          "collectionUUID",
          "comment",
          "coordinator",
          "databaseVersion",
          "lsid",
          "maxTimeMS",
          "maxTimeMSOpOnly",
          "mayBypassWriteBlocking",
          "readConcern",
          "shardVersion",
          "startTransaction",
          "stmtId",
          "tracking_info",
          "txnNumber",
          "txnRetryCounter",
          "writeConcern");

  private static final Map<String, RequestShape> SHAPES = new TreeMap<>();

  static {
    reads();
    writes();
    collections();
    sharding();
  }

  private RequestShapes() {}

  private static void reads() {
    strict(
        "count", "query:object limit:number skip:number>=0 hint:any collation:object fields:any");
    strict("distinct", "key!string query:object collation:object hint:any");
    strict("explain", "verbosity:string");
    strict(
        "find",
        "filter:owned projection:owned sort:owned hint:any collation:owned skip:number>=0"
            + " limit:number>=0 batchSize:number>=0 singleBatch:truth allowDiskUse:truth min:owned"
            + " max:owned returnKey:truth showRecordId:truth tailable:truth oplogReplay:any"
            + " noCursorTimeout:truth awaitData:truth allowPartialResults:truth let:object"
            + " options:object term:number readOnce:truth runtimeConstants:object");
    strict("getMore", "getMore!long collection!string batchSize:number>=0 term:any");
    SHAPES.put(
        "killCursors", RequestShape.of("killCursors:string").withArray("cursors", Kind.LONG, null));
  }

  private static void writes() {
    String batch =
        "ordered:bool bypassDocumentValidation:flag runtimeConstants:object stmtId:number";
    SHAPES.put(
        "insert",
        RequestShape.of(batch)
            .withArrayIfAny("stmtIds", Kind.NUMBER, null)
            .withArray("documents", Kind.OBJECT, null));
    SHAPES.put(
        "delete",
        RequestShape.of(batch + " let:object")
            .withArrayIfAny("stmtIds", Kind.NUMBER, null)
            .withArray(
                "deletes",
                Kind.OBJECT,
                RequestShape.of("q!object limit!number hint:any collation:object")));
    SHAPES.put(
        "update",
        RequestShape.of(batch + " let:object")
            .withArrayIfAny("stmtIds", Kind.NUMBER, null)
            .withArray(
                "updates",
                Kind.OBJECT,
                RequestShape.of(
                    "q!object u!any c:object multi:bool upsert:bool upsertSupplied:truth"
                        + " arrayFilters:array hint:any collation:object sort:object")));
    String findAndModify =
        "query:object sort:object collation:object remove:flag update:any new:flag upsert:flag"
            + " fields:object arrayFilters:array hint:any bypassDocumentValidation:flag let:object"
            + " runtimeConstants:object";
    strict("findAndModify", findAndModify);
    SHAPES.put("findandmodify", SHAPES.get("findAndModify"));
  }

  private static void collections() {
    strict(
        "create",
        "capped:flag autoIndexId:flag idIndex:object size:number>=1 max:number storageEngine:object"
            + " validator:object validationLevel:string validationAction:string"
            + " indexOptionDefaults:object viewOn:string pipeline:array collation:object"
            + " recordPreImages:flag changeStreamPreAndPostImages:object timeseries:object"
            + " clusteredIndex:any expireAfterSeconds:any encryptedFields:object flags:number"
            + " temp:flag");
    SHAPES.put(
        "collMod",
        RequestShape.of(
                "validator:object validationLevel:string validationAction:string viewOn:string"
                    + " pipeline:array recordPreImages:flag changeStreamPreAndPostImages:object"
                    + " expireAfterSeconds:any timeseries:object cappedSize:number"
                    + " cappedMax:number dryRun:flag")
            .withObject(
                "index",
                RequestShape.of(
                    "name:string keyPattern:object expireAfterSeconds:number hidden:flag"
                        + " unique:flag prepareUnique:flag")));
    SHAPES.put(
        "createIndexes",
        RequestShape.of("v:number ignoreUnknownIndexOptions:flag commitQuorum:any")
            .withArray("indexes", Kind.OBJECT, null));
    strict("drop", "");
    strict("dropDatabase", "");
    strict("dropIndexes", "index!any");
    strict(
        "listCollections",
        "filter:object nameOnly:bool authorizedCollections:bool includePendingDrops:flag"
            + " cursor:object");
    strict("listDatabases", "filter:object nameOnly:bool authorizedDatabases:bool");
    strict("listIndexes", "cursor:object includeBuildUUIDs:flag includeIndexBuildInfo:flag");
    strict("renameCollection", "renameCollection!string to!string dropTarget:any stayTemp:bool");
    loose("collStats", "scale:number>=1");
    strict("dbStats", "scale:number>=1 freeStorage:number");
    loose("dataSize", "keyPattern:object min:object max:object estimate:bool");
    loose("splitVector", "keyPattern!object min:object max:object");
  }

  private static void sharding() {
    loose(
        "shardCollection",
        "shardCollection!string key!object unique:bool numInitialChunks:number"
            + " presplitHashedZones:bool collation:object timeseries:object");
    loose("enableSharding", "enableSharding!string primaryShard:string");
    loose(
        "moveRange",
        "moveRange!string toShard!string min:object max:object waitForDelete:bool forceJumbo:bool"
            + " secondaryThrottle:truth");
    SHAPES.put(
        "clearJumboFlag",
        RequestShape.of(Words.GENERATED, false, "clearJumboFlag!string bounds:array find:object"));
    loose(
        "configureCollectionBalancing",
        "configureCollectionBalancing!string chunkSize:number defragmentCollection:bool"
            + " enableAutoMerger:bool");
    loose("balancerCollectionStatus", "balancerCollectionStatus!string");
    loose(
        "mergeAllChunksOnShard",
        "mergeAllChunksOnShard!string shard!string maxNumberOfChunksToMerge:number>=2"
            + " maxTimeProcessingChunksMS:number");
    loose("checkShardingIndex", "checkShardingIndex!string keyPattern!object unique:bool");
    loose("setAllowMigrations", "setAllowMigrations!string allowMigrations!bool");
    loose("refineCollectionShardKey", "refineCollectionShardKey!string key!object");
    SHAPES.put(
        "reshardCollection",
        RequestShape.of(
                "reshardCollection!string key!object unique:bool numInitialChunks:number"
                    + " collation:object forceRedistribution:bool demoMode:bool"
                    + " shardDistribution:any")
            .withArrayIfAny(
                "zones",
                Kind.OBJECT,
                RequestShape.of(Words.GENERATED, false, "zone:string min!object max!object")));
    loose(
        "analyzeShardKey",
        "analyzeShardKey!string key!object keyCharacteristics:bool readWriteDistribution:bool"
            + " sampleRate:number sampleSize:number>=1");
    loose(
        "configureQueryAnalyzer",
        "configureQueryAnalyzer!string mode!string samplesPerSecond:number");
    loose("checkMetadataConsistency", "checkIndexes:bool cursor:object");
    loose("abortReshardCollection", "abortReshardCollection!string");
    loose("commitReshardCollection", "commitReshardCollection!string");
    loose("cleanupReshardCollection", "cleanupReshardCollection!string");
    loose("unshardCollection", "unshardCollection!string toShard:string");
    loose("abortUnshardCollection", "abortUnshardCollection!string");
    loose("abortMoveCollection", "abortMoveCollection!string");
    extracted("addShard", "addShard!string name:string");
    extracted("addShardToZone", "addShardToZone!string zone!string");
    extracted("removeShardFromZone", "removeShardFromZone!string zone!string");
    extracted("updateZoneKeyRange", "updateZoneKeyRange!string min!object max!object");
    legacy("split", "find:object bounds:array middle:object");
    legacy("mergeChunks", "bounds:array");
    SHAPES.put(
        "splitChunk",
        RequestShape.of(
                Words.GENERATED, false, "min!object max!object from:string keyPattern:object")
            .withArray("splitKeys", Kind.OBJECT, null));
  }

  private static void strict(String command, String text) {
    SHAPES.put(command, RequestShape.of(text));
  }

  private static void loose(String command, String text) {
    SHAPES.put(command, RequestShape.of(Words.GENERATED, false, text));
  }

  private static void extracted(String command, String text) {
    SHAPES.put(command, RequestShape.of(Words.EXTRACTED, false, text));
  }

  private static void legacy(String command, String text) {
    SHAPES.put(command, RequestShape.of(Words.LEGACY, false, text));
  }

  /** What is known of that command's fields. */
  static Optional<RequestShape> of(String command) {
    return Optional.ofNullable(SHAPES.get(command));
  }
}
