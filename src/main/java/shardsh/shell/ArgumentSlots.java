package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shardsh.core.base.ServerProfile;
import shardsh.js.api.ApiNames;

/** What the arguments of the methods of collections, cursors and databases are. */
final class ArgumentSlots {
  private static final String TRANSACTION =
      "readConcern writeConcern readPreference maxCommitTimeMS";
  private static final Map<String, List<Slot>> OF_COLLECTION = new LinkedHashMap<>();
  private static final Map<String, List<Slot>> OF_CURSOR = new LinkedHashMap<>();
  private static final Map<String, List<Slot>> OF_DATABASE = new LinkedHashMap<>();
  private static final Map<String, List<String>> OPTIONS = new LinkedHashMap<>();

  static {
    collection("find findOne", Slot.FILTER, Slot.PROJECTION);
    collection("countDocuments count deleteOne deleteMany remove", Slot.FILTER);
    collection("findOneAndDelete", Slot.FILTER);
    collection("distinct", Slot.FIELD, Slot.FILTER);
    collection("updateOne updateMany update findOneAndUpdate", Slot.FILTER, Slot.UPDATE);
    collection("replaceOne findOneAndReplace", Slot.FILTER, Slot.DOCUMENT);
    collection("insertOne insertMany insert", Slot.DOCUMENT);
    collection("aggregate watch", Slot.PIPELINE);
    collection("createIndex createIndexes ensureIndex analyzeShardKey", Slot.KEYS);
    collection("dropIndex dropIndexes hideIndex unhideIndex", Slot.HINT);
    collection("findAndModify", Slot.FIND_AND_MODIFY);
    collection("bulkWrite", Slot.WRITE);
    of(OF_CURSOR, "sort", Slot.KEYS);
    of(OF_CURSOR, "hint", Slot.HINT);
    of(OF_CURSOR, "projection", Slot.PROJECTION);
    of(OF_CURSOR, "min max", Slot.DOCUMENT);
    of(OF_DATABASE, "aggregate watch", Slot.PIPELINE);
    of(OF_DATABASE, "createView", Slot.NONE, Slot.COLLECTION, Slot.PIPELINE);
    of(OF_DATABASE, "getCollection [", Slot.COLLECTION);
    of(OF_DATABASE, "runCommand adminCommand", Slot.COMMAND);
    reads();
    writes();
    collections();
    sharding();
    sim();
  }

  private static void reads() {
    options(
        "find findOne",
        2,
        "sort limit skip hint collation comment maxTimeMS readConcern batchSize allowDiskUse min"
            + " max returnKey showRecordId let@5.0");
    options("countDocuments", 1, "limit skip hint collation comment maxTimeMS readConcern");
    options("count", 1, "limit skip hint collation maxTimeMS readConcern");
    options("estimatedDocumentCount", 0, "maxTimeMS comment");
    options(
        "aggregate",
        1,
        "allowDiskUse batchSize bypassDocumentValidation collation comment cursor explain hint"
            + " maxTimeMS readConcern writeConcern let@5.0");
    options("distinct", 2, "collation maxTimeMS readConcern");
    options(
        "watch",
        1,
        "fullDocument resumeAfter startAfter startAtOperationTime batchSize maxAwaitTimeMS"
            + " collation");
  }

  private static void writes() {
    String update = "upsert arrayFilters collation hint writeConcern let@5.0";
    options("updateOne", 2, update + " sort@8.0");
    options("updateMany", 2, update);
    options("update", 2, update + " multi");
    options("replaceOne", 2, "upsert collation hint writeConcern let@5.0 sort@8.0");
    String found = "sort projection collation hint maxTimeMS writeConcern let@5.0";
    options("findOneAndUpdate", 2, found + " upsert returnDocument arrayFilters");
    options("findOneAndReplace", 2, found + " upsert returnDocument");
    options("findOneAndDelete", 1, found);
    options("deleteOne deleteMany", 1, "collation hint writeConcern let@5.0");
    options("remove", 1, "justOne collation hint writeConcern let@5.0");
    options("insertOne", 1, "writeConcern bypassDocumentValidation");
    options("insertMany bulkWrite insert", 1, "ordered writeConcern bypassDocumentValidation");
  }

  private static void collections() {
    options(
        "createIndex createIndexes ensureIndex",
        1,
        "unique name sparse hidden partialFilterExpression expireAfterSeconds collation");
    options(
        "createCollection",
        1,
        "capped size max validator validationLevel validationAction viewOn pipeline collation");
    options("createView", 3, "collation");
    options("analyzeShardKey", 1, "keyCharacteristics readWriteDistribution sampleRate sampleSize");
    options("configureQueryAnalyzer", 0, "mode samplesPerSecond");
    options("setProfilingLevel", 1, "slowms sampleRate");
    options("startSession", 0, "causalConsistency snapshot@5.0 defaultTransactionOptions");
    options("startTransaction", 0, TRANSACTION);
    options("withTransaction", 1, TRANSACTION);
  }

  private static void sharding() {
    options("shardCollection", 3, "numInitialChunks presplitHashedZones timeseries@5.0 collation");
    options("reshardCollection", 3, "numInitialChunks collation zones forceRedistribution@8.0");
    options("shardAndDistributeCollection", 3, "numInitialChunks presplitHashedZones collation");
    options("initiate reconfig", 0, "_id version members configsvr settings");
    options("reconfig", 1, "force");
  }

  private static void sim() {
    options("fill", 3, "docs");
    options("load", 1, "operations inserts fields readBy documentKB");
    options("fail", 0, "from to command do code millis times");
    options("animate", 1, "speed");
    options("secondOpinion", 2, "mutant");
    options("import", 1, "sizes");
    options("compareShardKeys", 2, "operations inserts fields readBy documentKB");
  }

  private ArgumentSlots() {}

  private static void collection(String names, Slot... slots) {
    of(OF_COLLECTION, names, slots);
  }

  private static void of(Map<String, List<Slot>> table, String names, Slot... slots) {
    for (String name : names.split(" ")) {
      table.put(name, List.of(slots));
    }
  }

  private static void options(String names, int argument, String options) {
    for (String name : names.split(" ")) {
      OPTIONS.put(name + "/" + argument, List.of(options.split(" ")));
    }
  }

  /** What an argument is; NONE where nothing is known. */
  static Slot of(ApiNames owner, String method, int argument) {
    Map<String, List<Slot>> table =
        switch (owner) {
          case COLLECTION, EXPLAINABLE -> OF_COLLECTION;
          case CURSOR, AGGREGATION_CURSOR -> OF_CURSOR;
          case DATABASE -> OF_DATABASE;
          default -> new LinkedHashMap<>();
        };
    if (owner == ApiNames.BULK) {
      return method.equals("find") ? Slot.FILTER : Slot.DOCUMENT;
    }
    List<Slot> slots = table.getOrDefault(method, List.of());
    return argument < slots.size() ? slots.get(argument) : Slot.NONE;
  }

  /** The options that a method takes in that argument on a server of that profile. */
  static List<String> options(String method, int argument, ServerProfile profile) {
    List<String> names = new ArrayList<>();
    for (String option : OPTIONS.getOrDefault(method + "/" + argument, List.of())) {
      int at = option.indexOf('@');
      if (at < 0) {
        names.add(option);
      } else if (profile.isAtLeast(option.substring(at + 1))) {
        names.add(option.substring(0, at));
      }
    }
    return names;
  }

  /** What the value of an option is. */
  static Slot ofOption(String method, String option) {
    return switch (option) {
      case "sort", "min", "max" -> Slot.KEYS;
      case "hint" -> Slot.HINT;
      case "projection" -> Slot.PROJECTION;
      case "let" -> Slot.COMPUTED;
      case "partialFilterExpression", "arrayFilters", "validator" -> Slot.FILTER;
      case "fields" -> Slot.DOCUMENT;
      case "viewOn" -> Slot.COLLECTION;
      case "pipeline" -> Slot.PIPELINE;
      case "zones" -> Slot.ZONE_RANGE;
      case "readBy" ->
          method.equals("load") || method.equals("compareShardKeys") ? Slot.FIELD : Slot.NONE;
      default -> Slot.NONE;
    };
  }
}
