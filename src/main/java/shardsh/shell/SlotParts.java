package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fixed parts of documents that have some, and what their values are. Source: the manual. */
final class SlotParts {
  private static final Map<Slot, Map<String, Slot>> PARTS = new LinkedHashMap<>();
  private static final Map<String, Slot> STAGES = new LinkedHashMap<>();

  static {
    joins();
    groups();
    series();
    outputs();
    bulk();
    commands();
    stages(Slot.FILTER, "$match");
    stages(Slot.GROUP, "$group");
    stages(Slot.COMPUTED, "$addFields", "$set");
    stages(Slot.PROJECTION, "$project");
    stages(Slot.KEYS, "$sort");
    stages(Slot.LOOKUP, "$lookup");
    stages(Slot.GRAPH_LOOKUP, "$graphLookup");
    stages(Slot.UNWIND, "$unwind");
    stages(Slot.BUCKET, "$bucket");
    stages(Slot.BUCKET_AUTO, "$bucketAuto");
    stages(Slot.SET_WINDOW_FIELDS, "$setWindowFields");
    stages(Slot.UNION_WITH, "$unionWith");
    stages(Slot.MERGE, "$merge");
    stages(Slot.TARGET, "$out");
    stages(Slot.SAMPLE, "$sample");
    stages(Slot.REPLACE_ROOT, "$replaceRoot");
    stages(Slot.EXPRESSION, "$replaceWith", "$redact", "$sortByCount");
    stages(Slot.FACET, "$facet");
    stages(Slot.FIELD, "$unset");
    stages(Slot.DENSIFY, "$densify");
    stages(Slot.FILL, "$fill");
    stages(Slot.DOCUMENT, "$documents");
    stages(Slot.COLL_STATS, "$collStats");
    stages(Slot.CURRENT_OP, "$currentOp");
    stages(Slot.CHANGE_STREAM, "$changeStream");
    stages(Slot.SAMPLED_QUERIES, "$listSampledQueries");
  }

  private SlotParts() {}

  private static void joins() {
    parts(Slot.LOOKUP, Slot.COLLECTION, "from");
    parts(Slot.LOOKUP, Slot.FIELD, "localField foreignField");
    parts(Slot.LOOKUP, Slot.COMPUTED, "let");
    parts(Slot.LOOKUP, Slot.PIPELINE, "pipeline");
    parts(Slot.LOOKUP, Slot.NONE, "as");
    parts(Slot.GRAPH_LOOKUP, Slot.COLLECTION, "from");
    parts(Slot.GRAPH_LOOKUP, Slot.EXPRESSION, "startWith");
    parts(Slot.GRAPH_LOOKUP, Slot.FIELD, "connectFromField connectToField");
    parts(Slot.GRAPH_LOOKUP, Slot.NONE, "as maxDepth depthField");
    parts(Slot.GRAPH_LOOKUP, Slot.FILTER, "restrictSearchWithMatch");
    parts(Slot.UNION_WITH, Slot.COLLECTION, "coll");
    parts(Slot.UNION_WITH, Slot.PIPELINE, "pipeline");
  }

  private static void groups() {
    parts(Slot.UNWIND, Slot.FIELD_PATH, "path");
    parts(Slot.UNWIND, Slot.NONE, "includeArrayIndex preserveNullAndEmptyArrays");
    parts(Slot.BUCKET, Slot.EXPRESSION, "groupBy");
    parts(Slot.BUCKET, Slot.NONE, "boundaries default");
    parts(Slot.BUCKET, Slot.GROUP, "output");
    parts(Slot.BUCKET_AUTO, Slot.EXPRESSION, "groupBy");
    parts(Slot.BUCKET_AUTO, Slot.NONE, "buckets granularity");
    parts(Slot.BUCKET_AUTO, Slot.GROUP, "output");
    parts(Slot.REPLACE_ROOT, Slot.EXPRESSION, "newRoot");
    parts(Slot.SAMPLE, Slot.NONE, "size");
    parts(Slot.COLL_STATS, Slot.NONE, "storageStats count");
    parts(Slot.CURRENT_OP, Slot.NONE, "allUsers idleConnections idleCursors idleSessions localOps");
    parts(
        Slot.CHANGE_STREAM,
        Slot.NONE,
        "fullDocument resumeAfter startAfter startAtOperationTime allChangesForCluster");
    parts(Slot.SAMPLED_QUERIES, Slot.NAMESPACE, "namespace");
  }

  private static void series() {
    parts(Slot.SET_WINDOW_FIELDS, Slot.EXPRESSION, "partitionBy");
    parts(Slot.SET_WINDOW_FIELDS, Slot.KEYS, "sortBy");
    parts(Slot.SET_WINDOW_FIELDS, Slot.WINDOWS, "output");
    parts(Slot.WINDOW, Slot.NONE, "documents range unit");
    parts(Slot.DENSIFY, Slot.FIELD, "field partitionByFields");
    parts(Slot.DENSIFY, Slot.DENSE_RANGE, "range");
    parts(Slot.DENSE_RANGE, Slot.NONE, "step unit bounds");
    parts(Slot.FILL, Slot.EXPRESSION, "partitionBy");
    parts(Slot.FILL, Slot.FIELD, "partitionByFields");
    parts(Slot.FILL, Slot.KEYS, "sortBy");
    parts(Slot.FILL, Slot.FILLED, "output");
    parts(Slot.FILLING, Slot.EXPRESSION, "value");
    parts(Slot.FILLING, Slot.NONE, "method");
  }

  private static void outputs() {
    parts(Slot.MERGE, Slot.TARGET, "into");
    parts(Slot.MERGE, Slot.FIELD, "on");
    parts(Slot.MERGE, Slot.COMPUTED, "let");
    parts(Slot.MERGE, Slot.UPDATE_PIPELINE, "whenMatched");
    parts(Slot.MERGE, Slot.NONE, "whenNotMatched");
    parts(Slot.TARGET, Slot.DATABASE, "db");
    parts(Slot.TARGET, Slot.COLLECTION, "coll");
    parts(Slot.PUSH, Slot.DOCUMENT, "$each");
    parts(Slot.PUSH, Slot.NONE, "$position $slice");
    parts(Slot.PUSH, Slot.KEYS, "$sort");
  }

  private static void bulk() {
    parts(Slot.WRITE, Slot.INSERT_ONE, "insertOne");
    parts(Slot.WRITE, Slot.UPDATE_ONE, "updateOne updateMany");
    parts(Slot.WRITE, Slot.REPLACE_ONE, "replaceOne");
    parts(Slot.WRITE, Slot.DELETE_ONE, "deleteOne deleteMany");
    parts(Slot.INSERT_ONE, Slot.DOCUMENT, "document");
    for (Slot write : List.of(Slot.UPDATE_ONE, Slot.REPLACE_ONE, Slot.DELETE_ONE)) {
      parts(write, Slot.FILTER, "filter");
      parts(write, Slot.HINT, "hint");
      parts(write, Slot.NONE, "collation");
    }
    parts(Slot.UPDATE_ONE, Slot.UPDATE, "update");
    parts(Slot.UPDATE_ONE, Slot.FILTER, "arrayFilters");
    parts(Slot.UPDATE_ONE, Slot.NONE, "upsert");
    parts(Slot.REPLACE_ONE, Slot.DOCUMENT, "replacement");
    parts(Slot.REPLACE_ONE, Slot.NONE, "upsert");
  }

  private static void commands() {
    parts(Slot.FIND_AND_MODIFY, Slot.FILTER, "query arrayFilters");
    parts(Slot.FIND_AND_MODIFY, Slot.UPDATE, "update");
    parts(Slot.FIND_AND_MODIFY, Slot.KEYS, "sort");
    parts(Slot.FIND_AND_MODIFY, Slot.PROJECTION, "fields");
    parts(Slot.FIND_AND_MODIFY, Slot.HINT, "hint");
    parts(Slot.FIND_AND_MODIFY, Slot.NONE, "new remove upsert collation writeConcern maxTimeMS");
    parts(Slot.UPDATE_STATEMENT, Slot.FILTER, "q arrayFilters");
    parts(Slot.UPDATE_STATEMENT, Slot.UPDATE, "u");
    parts(Slot.UPDATE_STATEMENT, Slot.HINT, "hint");
    parts(Slot.UPDATE_STATEMENT, Slot.NONE, "multi upsert collation");
    parts(Slot.DELETE_STATEMENT, Slot.FILTER, "q");
    parts(Slot.DELETE_STATEMENT, Slot.HINT, "hint");
    parts(Slot.DELETE_STATEMENT, Slot.NONE, "limit collation");
    parts(Slot.INDEX_SPEC, Slot.KEYS, "key");
    parts(Slot.INDEX_SPEC, Slot.FILTER, "partialFilterExpression");
    parts(Slot.INDEX_SPEC, Slot.NONE, "name unique sparse hidden expireAfterSeconds collation");
    parts(Slot.ZONE_RANGE, Slot.ZONE, "zone");
    parts(Slot.ZONE_RANGE, Slot.KEYS, "min max");
  }

  private static void parts(Slot of, Slot value, String names) {
    Map<String, Slot> parts = PARTS.computeIfAbsent(of, slot -> new LinkedHashMap<>());
    for (String name : names.split(" ")) {
      parts.put(name, value);
    }
  }

  private static void stages(Slot take, String... names) {
    for (String name : names) {
      STAGES.put(name, take);
    }
  }

  /** The names of the parts; none for what has no fixed ones. */
  static List<String> of(Slot slot) {
    return PARTS.containsKey(slot) ? List.copyOf(PARTS.get(slot).keySet()) : List.of();
  }

  /** What the value of a part is; NONE where nothing is known. */
  static Slot of(Slot slot, String part) {
    return PARTS.containsKey(slot) ? PARTS.get(slot).getOrDefault(part, Slot.NONE) : Slot.NONE;
  }

  /** What stands behind the name of a stage. */
  static Slot ofStage(String name) {
    return STAGES.getOrDefault(name, Slot.NONE);
  }
}
