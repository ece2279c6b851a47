package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shardsh.core.base.ServerProfile;
import shardsh.core.cluster.OperatorReference;

/** What a place in the query language takes, for completion. */
enum Slot {
  /** Nothing that is known. */
  NONE,
  /** A filter: fields, and operators that combine filters. */
  FILTER,
  /** What the value of a field must be. */
  CONDITION,
  /** What an element of an array must be: a condition, or a filter of embedded documents. */
  ELEMENT,
  UPDATE,
  /** What an update operator does to which field. */
  CHANGES,
  PUSHES,
  /** What is pushed, with its modifiers. */
  PUSH,
  PULLS,
  /** What is pulled: a condition, or a filter of embedded documents. */
  PULL,
  PROJECTION,
  PROJECTED,
  /** Fields with a direction: of a sort, an index, a shard key. */
  KEYS,
  /** An index that is to be used: its key, or its name as a string. */
  HINT,
  /** A document to be stored, or one that is compared. */
  DOCUMENT,
  PIPELINE,
  STAGE,
  /** A pipeline that says what a document becomes. */
  UPDATE_PIPELINE,
  UPDATE_STAGE,
  /** Fields, each with an expression. */
  COMPUTED,
  GROUP,
  ACCUMULATOR,
  WINDOWS,
  WINDOW_FUNCTION,
  WINDOW,
  EXPRESSION,
  LOOKUP,
  GRAPH_LOOKUP,
  UNWIND,
  BUCKET,
  BUCKET_AUTO,
  SET_WINDOW_FIELDS,
  UNION_WITH,
  MERGE,
  /** Where documents are written: a collection, or its database too. */
  TARGET,
  SAMPLE,
  REPLACE_ROOT,
  DENSIFY,
  DENSE_RANGE,
  FILL,
  FILLED,
  FILLING,
  COLL_STATS,
  CURRENT_OP,
  CHANGE_STREAM,
  SAMPLED_QUERIES,
  /** Pipelines by names of one's own. */
  FACET,
  /** The name of a field, as a string. */
  FIELD,
  /** The path of a field behind a dollar sign, as a string. */
  FIELD_PATH,
  /** The name of a collection of the database, as a string. */
  COLLECTION,
  /** A namespace, a database, a shard, a zone, the name of an index, as strings. */
  NAMESPACE,
  DATABASE,
  SHARD,
  ZONE,
  INDEX_NAME,
  /** A command; its first field names it. */
  COMMAND,
  FIND_AND_MODIFY,
  UPDATE_STATEMENT,
  DELETE_STATEMENT,
  INDEX_SPEC,
  ZONE_RANGE,
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

  /** The stages that change one document. Source: the manual's page on updates by pipelines. */
  private static final List<String> CHANGING =
      List.of("$addFields", "$set", "$project", "$unset", "$replaceRoot", "$replaceWith");

  /** Accumulators that are no window functions. */
  private static final List<String> NO_WINDOW_FORM = List.of("$accumulator", "$mergeObjects");

  /** The operators that the model has, by family; looked up when first needed. */
  private static final class Known {
    static final Map<String, OperatorReference.Family> FAMILIES = new LinkedHashMap<>();

    static {
      OperatorReference.families().forEach(family -> FAMILIES.put(family.name(), family));
    }
  }

  /** Reads the tables of operators, which takes longest for who asks first. */
  static void readAhead() {
    operators(ServerProfile.V8_0, List.of("Stages"));
  }

  private static List<String> operators(ServerProfile profile, List<String> families) {
    List<String> names = new ArrayList<>();
    for (String family : families) {
      names.addAll(Known.FAMILIES.get(family).known(profile));
    }
    return names;
  }

  /** The families of {@link OperatorReference} whose operators may stand here. */
  List<String> families() {
    return switch (this) {
      case FILTER, CONDITION, PULL, ELEMENT -> List.of("Query");
      case UPDATE -> List.of("Update");
      case PROJECTED -> List.of("Projection", "Expressions");
      case STAGE, PIPELINE, UPDATE_STAGE -> List.of("Stages");
      case EXPRESSION -> List.of("Expressions");
      case ACCUMULATOR -> List.of("Accumulators");
      case WINDOW_FUNCTION -> List.of("Window functions", "Accumulators");
      default -> List.of();
    };
  }

  /** The names that may stand before a colon here on a server of that profile, besides fields. */
  List<String> names(ServerProfile profile) {
    List<String> names = operators(profile, families());
    switch (this) {
      case FILTER -> names.retainAll(COMBINING);
      case CONDITION, PULL -> names.removeAll(COMBINING);
      case UPDATE_STAGE -> names.retainAll(CHANGING);
      case WINDOW_FUNCTION -> {
        names.removeAll(NO_WINDOW_FORM);
        names.add("window");
      }
      case ELEMENT, UPDATE, PROJECTED, STAGE, PIPELINE, EXPRESSION, ACCUMULATOR -> {}
      case GROUP -> names.add("_id");
      default -> names.addAll(SlotParts.of(this));
    }
    return names;
  }

  /** Whether names of fields may stand before a colon here. */
  boolean takesFields() {
    return switch (this) {
      case FILTER, ELEMENT, CHANGES, PUSHES, PULLS, PROJECTION, KEYS, HINT, DOCUMENT, COMPUTED ->
          true;
      default -> false;
    };
  }

  /** Whether names of embedded fields may: of the field that this is the value of. */
  boolean takesFieldsBelow() {
    return switch (this) {
      case PULL, PUSH, EXPRESSION, PROJECTED -> true;
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

  /** What an element of an array here is. */
  Slot ofArray() {
    return switch (this) {
      case PIPELINE -> STAGE;
      case UPDATE, UPDATE_PIPELINE -> UPDATE_STAGE;
      default -> this;
    };
  }

  /** What the value of a field here is. */
  Slot ofField(String name) {
    boolean isOperator = name.startsWith("$");
    return switch (this) {
      case FILTER -> isOperator ? ofCombining(name) : CONDITION;
      case CONDITION, PULL -> ofCondition(name);
      case ELEMENT ->
          !isOperator
              ? CONDITION
              : COMBINING.contains(name) ? ofCombining(name) : ofCondition(name);
      case UPDATE ->
          switch (name) {
            case "$push", "$addToSet" -> PUSHES;
            case "$pull" -> PULLS;
            default -> CHANGES;
          };
      case PUSHES -> PUSH;
      case PULLS -> PULL;
      case PROJECTION -> PROJECTED;
      case PROJECTED -> name.equals("$elemMatch") ? ELEMENT : EXPRESSION;
      case STAGE, PIPELINE, UPDATE_STAGE -> SlotParts.ofStage(name);
      case DOCUMENT -> DOCUMENT;
      case COMPUTED, EXPRESSION -> ofArgument(name);
      case GROUP -> name.equals("_id") ? EXPRESSION : ACCUMULATOR;
      case ACCUMULATOR -> ofArgument(name);
      case WINDOWS -> WINDOW_FUNCTION;
      case WINDOW_FUNCTION -> isOperator ? EXPRESSION : name.equals("window") ? WINDOW : NONE;
      case FACET -> PIPELINE;
      case FILLED -> FILLING;
      default -> SlotParts.of(this, name);
    };
  }

  private static Slot ofCondition(String name) {
    return name.equals("$elemMatch") ? ELEMENT : name.equals("$not") ? CONDITION : NONE;
  }

  private static Slot ofCombining(String name) {
    return switch (name) {
      case "$and", "$or", "$nor" -> FILTER;
      case "$expr" -> EXPRESSION;
      default -> NONE;
    };
  }

  /** Named arguments that are no expressions; what else has such a name is one. */
  private static Slot ofArgument(String name) {
    return switch (name) {
      case "sortBy" -> KEYS;
      case "vars" -> COMPUTED;
      case "$literal" -> NONE;
      default -> EXPRESSION;
    };
  }
}
