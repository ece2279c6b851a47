package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shardsh.core.cluster.OperatorReference;
import shardsh.shell.CursorPlace.AtField;
import shardsh.shell.CursorPlace.InField;
import shardsh.shell.CursorPlace.Step;

/** What a place in the query language takes, for completion. */
enum Slot {
  /** Nothing that is known. */
  NONE,
  /** A filter: fields, and operators that combine filters. */
  FILTER,
  /** What the value of a field must be. */
  CONDITION,
  UPDATE,
  /** What an update operator does to which field. */
  CHANGES,
  PUSHES,
  /** What is pushed, with its modifiers. */
  PUSH,
  PROJECTION,
  PROJECTED,
  /** Fields with a direction: of a sort, an index, a shard key. */
  KEYS,
  /** A document to be stored, or one that is compared. */
  DOCUMENT,
  PIPELINE,
  STAGE,
  /** Fields, each with an expression. */
  COMPUTED,
  GROUP,
  ACCUMULATOR,
  WINDOWS,
  WINDOW_FUNCTION,
  EXPRESSION,
  LOOKUP,
  GRAPH_LOOKUP,
  UNWIND,
  BUCKET,
  BUCKET_AUTO,
  SET_WINDOW_FIELDS,
  UNION_WITH,
  MERGE,
  SAMPLE,
  REPLACE_ROOT,
  /** Pipelines by names of one's own. */
  FACET,
  /** A pipeline on another collection, whose fields are not looked for. */
  FOREIGN_PIPELINE,
  /** The name of a field, as a string. */
  FIELD,
  /** The path of a field behind a dollar sign, as a string. */
  FIELD_PATH,
  /** The name of a collection of the database, as a string. */
  COLLECTION,
  /** One of the writes of a bulk. */
  WRITE,
  INSERT_ONE,
  UPDATE_ONE,
  REPLACE_ONE,
  DELETE_ONE;

  private static final List<String> COMBINING =
      List.of(
          "$and",
          "$or",
          "$nor",
          "$expr",
          "$jsonSchema",
          "$comment",
          "$sampleRate",
          "$alwaysTrue",
          "$alwaysFalse");

  /** The fixed parts of documents that have some, and what their values are. */
  private static final Map<Slot, Map<String, Slot>> PARTS = new LinkedHashMap<>();

  private static final Map<String, Slot> STAGES = new LinkedHashMap<>();

  static {
    parts(LOOKUP, "from", COLLECTION, "localField", FIELD, "foreignField", NONE);
    parts(LOOKUP, "as", NONE, "let", COMPUTED, "pipeline", FOREIGN_PIPELINE);
    parts(GRAPH_LOOKUP, "from", COLLECTION, "startWith", EXPRESSION, "connectFromField", FIELD);
    parts(GRAPH_LOOKUP, "connectToField", FIELD, "as", NONE, "maxDepth", NONE);
    parts(GRAPH_LOOKUP, "depthField", NONE, "restrictSearchWithMatch", NONE);
    parts(UNWIND, "path", FIELD_PATH, "includeArrayIndex", NONE);
    parts(UNWIND, "preserveNullAndEmptyArrays", NONE);
    parts(BUCKET, "groupBy", EXPRESSION, "boundaries", NONE, "default", NONE, "output", GROUP);
    parts(BUCKET_AUTO, "groupBy", EXPRESSION, "buckets", NONE, "granularity", NONE);
    parts(BUCKET_AUTO, "output", GROUP);
    parts(SET_WINDOW_FIELDS, "partitionBy", EXPRESSION, "sortBy", KEYS, "output", WINDOWS);
    parts(UNION_WITH, "coll", COLLECTION, "pipeline", FOREIGN_PIPELINE);
    parts(MERGE, "into", COLLECTION, "on", FIELD, "whenMatched", NONE, "whenNotMatched", NONE);
    parts(MERGE, "let", COMPUTED);
    parts(SAMPLE, "size", NONE);
    parts(REPLACE_ROOT, "newRoot", EXPRESSION);
    parts(WRITE, "insertOne", INSERT_ONE, "updateOne", UPDATE_ONE, "updateMany", UPDATE_ONE);
    parts(WRITE, "replaceOne", REPLACE_ONE, "deleteOne", DELETE_ONE, "deleteMany", DELETE_ONE);
    parts(INSERT_ONE, "document", DOCUMENT);
    parts(UPDATE_ONE, "filter", FILTER, "update", UPDATE, "upsert", NONE, "arrayFilters", NONE);
    parts(UPDATE_ONE, "collation", NONE, "hint", KEYS);
    parts(REPLACE_ONE, "filter", FILTER, "replacement", DOCUMENT, "upsert", NONE);
    parts(REPLACE_ONE, "collation", NONE, "hint", KEYS);
    parts(DELETE_ONE, "filter", FILTER, "collation", NONE, "hint", KEYS);
    parts(PUSH, "$each", NONE, "$position", NONE, "$slice", NONE, "$sort", NONE);
    stages(FILTER, "$match");
    stages(GROUP, "$group");
    stages(COMPUTED, "$project", "$addFields", "$set");
    stages(KEYS, "$sort");
    stages(LOOKUP, "$lookup");
    stages(GRAPH_LOOKUP, "$graphLookup");
    stages(UNWIND, "$unwind");
    stages(BUCKET, "$bucket");
    stages(BUCKET_AUTO, "$bucketAuto");
    stages(SET_WINDOW_FIELDS, "$setWindowFields");
    stages(UNION_WITH, "$unionWith");
    stages(MERGE, "$merge");
    stages(COLLECTION, "$out");
    stages(SAMPLE, "$sample");
    stages(REPLACE_ROOT, "$replaceRoot");
    stages(EXPRESSION, "$replaceWith", "$redact", "$sortByCount");
    stages(FACET, "$facet");
    stages(FIELD, "$unset");
  }

  private static void parts(Slot of, Object... namesAndSlots) {
    Map<String, Slot> parts = PARTS.computeIfAbsent(of, slot -> new LinkedHashMap<>());
    for (int i = 0; i < namesAndSlots.length; i += 2) {
      parts.put((String) namesAndSlots[i], (Slot) namesAndSlots[i + 1]);
    }
  }

  private static void stages(Slot take, String... names) {
    for (String name : names) {
      STAGES.put(name, take);
    }
  }

  /** The operators that the model has, by family; looked up when first needed. */
  private static final class Known {
    static final Map<String, List<String>> OPERATORS = new LinkedHashMap<>();

    static {
      for (OperatorReference.Family family : OperatorReference.families()) {
        List<String> names = new ArrayList<>(family.complete());
        names.addAll(family.partial().keySet());
        OPERATORS.put(family.name(), names);
      }
    }
  }

  private static List<String> operators(String... families) {
    List<String> names = new ArrayList<>();
    for (String family : families) {
      names.addAll(Known.OPERATORS.get(family));
    }
    return names;
  }

  /** The names that may stand before a colon here, besides fields. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    switch (this) {
      case FILTER -> {
        names.addAll(operators("Query"));
        names.retainAll(COMBINING);
      }
      case CONDITION -> {
        names.addAll(operators("Query"));
        names.removeAll(COMBINING);
      }
      case UPDATE -> names.addAll(operators("Update"));
      case PROJECTED -> names.addAll(operators("Projection", "Expressions"));
      case STAGE -> names.addAll(operators("Stages"));
      case EXPRESSION -> names.addAll(operators("Expressions"));
      case ACCUMULATOR -> names.addAll(operators("Accumulators"));
      case WINDOW_FUNCTION -> {
        names.addAll(operators("Window functions", "Accumulators"));
        names.add("window");
      }
      case GROUP -> names.add("_id");
      default -> {
        if (PARTS.containsKey(this)) {
          names.addAll(PARTS.get(this).keySet());
        }
      }
    }
    return names;
  }

  /** Whether names of fields may stand before a colon here. */
  boolean takesFields() {
    return switch (this) {
      case FILTER, CHANGES, PUSHES, PROJECTION, KEYS, DOCUMENT, COMPUTED -> true;
      default -> false;
    };
  }

  /** Whether a string here can be the path of a field behind a dollar sign. */
  boolean takesPaths() {
    return switch (this) {
      case EXPRESSION, ACCUMULATOR, FIELD_PATH, UNWIND, PROJECTED, WINDOW_FUNCTION -> true;
      default -> false;
    };
  }

  /** What stands further inside. */
  Slot inside(Step step) {
    if (step instanceof AtField) {
      return this;
    }
    return step instanceof InField field ? ofField(field.name()) : ofArray();
  }

  private Slot ofArray() {
    return switch (this) {
      case PIPELINE, UPDATE -> STAGE;
      case FOREIGN_PIPELINE -> STAGE;
      default -> this;
    };
  }

  private Slot ofField(String name) {
    boolean isOperator = name.startsWith("$");
    return switch (this) {
      case FILTER -> isOperator ? ofCombining(name) : CONDITION;
      case CONDITION -> name.equals("$elemMatch") ? FILTER : name.equals("$not") ? CONDITION : NONE;
      case UPDATE ->
          switch (name) {
            case "$push", "$addToSet" -> PUSHES;
            case "$pull" -> FILTER;
            default -> CHANGES;
          };
      case PUSHES -> PUSH;
      case PROJECTION -> PROJECTED;
      case PROJECTED -> name.equals("$elemMatch") ? FILTER : EXPRESSION;
      case STAGE -> STAGES.getOrDefault(name, NONE);
      case COMPUTED, EXPRESSION -> EXPRESSION;
      case GROUP -> name.equals("_id") ? EXPRESSION : ACCUMULATOR;
      case ACCUMULATOR -> EXPRESSION;
      case WINDOWS -> WINDOW_FUNCTION;
      case WINDOW_FUNCTION -> isOperator ? EXPRESSION : NONE;
      case FACET -> PIPELINE;
      default -> PARTS.containsKey(this) ? PARTS.get(this).getOrDefault(name, NONE) : NONE;
    };
  }

  private static Slot ofCombining(String name) {
    return switch (name) {
      case "$and", "$or", "$nor" -> FILTER;
      case "$expr" -> EXPRESSION;
      default -> NONE;
    };
  }
}
