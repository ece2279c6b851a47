package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shardsh.js.api.ApiNames;

/** What the arguments of the methods of collections, cursors and databases are. */
final class ArgumentSlots {
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
    collection("bulkWrite", Slot.WRITE);
    of(OF_CURSOR, "sort hint", Slot.KEYS);
    of(OF_CURSOR, "projection", Slot.PROJECTION);
    of(OF_CURSOR, "min max", Slot.DOCUMENT);
    of(OF_DATABASE, "aggregate watch", Slot.PIPELINE);
    of(OF_DATABASE, "createView", Slot.NONE, Slot.COLLECTION, Slot.PIPELINE);
    of(OF_DATABASE, "getCollection [", Slot.COLLECTION);
    options("find findOne", 2, "sort limit skip hint collation comment maxTimeMS readConcern let");
    options("countDocuments", 1, "limit skip hint collation maxTimeMS");
    options("aggregate", 1, "allowDiskUse collation comment cursor explain hint let maxTimeMS");
    options("updateOne updateMany", 2, "upsert arrayFilters collation hint let writeConcern");
    options("update", 2, "upsert multi arrayFilters collation hint let writeConcern");
    options("replaceOne", 2, "upsert collation hint let writeConcern");
    options("findOneAndUpdate", 2, "upsert returnDocument sort projection arrayFilters collation");
    options("findOneAndReplace", 2, "upsert returnDocument sort projection collation");
    options("findOneAndDelete", 1, "sort projection collation");
    options("deleteOne deleteMany", 1, "collation hint let writeConcern");
    options("insertOne", 1, "writeConcern");
    options("insertMany bulkWrite", 1, "ordered writeConcern");
    options("createIndex", 1, "unique name sparse hidden partialFilterExpression collation");
    options("distinct", 2, "collation maxTimeMS");
    options("createCollection", 1, "capped size max validator validationLevel validationAction");
    options("shardCollection", 3, "numInitialChunks presplitHashedZones timeseries collation");
    options("reshardCollection", 2, "unique numInitialChunks collation zones forceRedistribution");
    options("fill", 3, "docs");
    options("load", 1, "operations inserts fields readBy documentKB");
    options("fail", 0, "from to command do code millis times");
    options("animate", 1, "speed");
    options("secondOpinion", 2, "mutant");
    options("import", 1, "sizes");
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

  /** The options that a method takes in that argument. */
  static List<String> options(String method, int argument) {
    return new ArrayList<>(OPTIONS.getOrDefault(method + "/" + argument, List.of()));
  }
}
