package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.PipelineContext;

/**
 * The specification of {@code $merge}, checked.
 *
 * @param on the fields that name one document of the target; never empty
 * @param let the variables of the pipeline in {@code whenMatched}, when given
 * @param whenMatched text or a pipeline
 */
record MergeSpec(
    Namespace into,
    List<String> on,
    Optional<BsonDocument> let,
    BsonValue whenMatched,
    String whenNotMatched) {
  private static final List<String> OPTIONS =
      List.of("into", "on", "let", "whenMatched", "whenNotMatched", "targetCollectionVersion");

  MergeSpec {
    on = List.copyOf(on);
  }

  boolean hasPipeline() {
    return whenMatched.isArray();
  }

  /** The mode for matched documents; "pipeline" when it is one. */
  String matched() {
    return hasPipeline() ? "pipeline" : whenMatched.asString().getValue();
  }

  /**
   * @throws CommandException Location51182 and 51178 for a malformed specification, Location51181
   *     for modes that do not go together, Location51183 when no unique index has the fields of
   *     {@code on}
   */
  static MergeSpec parse(BsonValue spec, PipelineContext context) {
    if (!spec.isString() && !spec.isDocument()) {
      throw Values.error(
          51182, "$merge only supports a string or object argument, not " + Values.typeName(spec));
    }
    BsonDocument document = spec.isString() ? new BsonDocument("into", spec) : spec.asDocument();
    for (String option : document.keySet()) {
      if (!OPTIONS.contains(option)) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD, "BSON field '$merge." + option + "' is an unknown field.");
      }
    }
    Namespace into = into(document.get("into"), context);
    checkType(document, "let", BsonValue::isDocument, "object");
    checkType(document, "whenMatched", v -> v.isString() || v.isArray(), "string or array");
    checkType(document, "whenNotMatched", BsonValue::isString, "string");
    BsonValue matched = document.getOrDefault("whenMatched", new BsonString("merge"));
    String notMatched = document.getString("whenNotMatched", new BsonString("insert")).getValue();
    MergeSpec read =
        new MergeSpec(
            into,
            on(document, into, context),
            document.containsKey("let")
                ? Optional.of(document.getDocument("let"))
                : Optional.empty(),
            matched,
            notMatched);
    checkModes(read);
    if (read.let.isPresent() && !read.hasPipeline()) {
      throw Values.error(
          51199, "Cannot use 'let' variables with 'whenMatched: " + read.matched() + "' mode");
    }
    return read;
  }

  private static void checkType(
      BsonDocument spec, String option, Predicate<BsonValue> fits, String wanted) {
    BsonValue value = spec.get(option);
    if (value != null && !fits.test(value)) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "BSON field '$merge."
              + option
              + "' is the wrong type '"
              + Values.typeName(value)
              + "', expected type '"
              + wanted
              + "'");
    }
  }

  private static Namespace into(BsonValue into, PipelineContext context) {
    if (into == null) {
      throw new CommandException(
          ErrorCode.MISSING_FIELD, "BSON field '$merge.into' is missing but a required field");
    }
    if (into.isString()) {
      return ForeignName.namespace(context.ns().db(), into.asString().getValue());
    }
    if (!into.isDocument()) {
      throw Values.error(
          51178,
          "$merge 'into' field  must be either a string or an object, but found "
              + Values.typeName(into));
    }
    BsonDocument both = into.asDocument();
    checkType(both, "db", BsonValue::isString, "string");
    checkType(both, "coll", BsonValue::isString, "string");
    if (!both.containsKey("coll")) {
      throw new CommandException(
          ErrorCode.MISSING_FIELD, "BSON field 'into.coll' is missing but a required field");
    }
    return both.containsKey("db")
        ? ForeignName.both("$merge", "into", both).ns()
        : ForeignName.namespace(context.ns().db(), both.getString("coll").getValue());
  }

  private static List<String> on(BsonDocument spec, Namespace into, PipelineContext context) {
    BsonValue given = spec.get("on");
    if (given == null) {
      return keyOf(into, context);
    }
    List<String> on = new ArrayList<>();
    if (given.isString()) {
      on.add(given.asString().getValue());
    } else if (given.isArray() && !given.asArray().isEmpty()) {
      for (BsonValue field : given.asArray()) {
        if (!field.isString()) {
          throw Values.error(
              51134,
              "$merge 'on' array elements must be strings, but found " + Values.typeName(field));
        }
        on.add(field.asString().getValue());
      }
    } else {
      throw Values.error(
          given.isArray() ? 51187 : 51186,
          given.isArray()
              ? "If explicitly specifying $merge 'on', must include at least one field"
              : "$merge 'on' field  must be either a string or an array of strings, but found "
                  + Values.typeName(given));
    }
    requireUnique(on, into, context);
    return on;
  }

  /** The fields that name one document: the shard key and {@code _id}. */
  private static List<String> keyOf(Namespace into, PipelineContext context) {
    List<String> key = new ArrayList<>();
    context.foreign().shardKey(into).ifPresent(shardKey -> key.addAll(shardKey.keySet()));
    if (!key.contains("_id")) {
      key.add("_id");
    }
    return key;
  }

  /**
   * The fields must name one document. Those taken when none are given do, so they need no index;
   * this also holds where a router sends them along to the shards.
   */
  private static void requireUnique(List<String> on, Namespace into, PipelineContext context) {
    List<String> wanted = sorted(on);
    if (wanted.equals(sorted(keyOf(into, context)))) {
      return;
    }
    for (BsonDocument index : indexes(into, context)) {
      List<String> fields = sorted(index.getDocument("key").keySet());
      boolean unique = Docs.truthy(index, "unique") || fields.equals(List.of("_id"));
      if (unique && !index.containsKey("partialFilterExpression") && fields.equals(wanted)) {
        return;
      }
    }
    throw Values.error(51183, "Cannot find index to verify that join fields will be unique");
  }

  private static List<String> sorted(Collection<String> names) {
    return names.stream().sorted().toList();
  }

  private static List<BsonDocument> indexes(Namespace into, PipelineContext context) {
    try {
      return context
          .foreign()
          .runAll(into.db(), new BsonDocument("listIndexes", new BsonString(into.collection())));
    } catch (CommandException e) {
      if (e.errorCode().equals(ErrorCode.NAMESPACE_NOT_FOUND)) {
        return List.of();
      }
      throw e;
    }
  }

  private static void checkModes(MergeSpec read) {
    String matched = read.matched();
    boolean known =
        List.of("replace", "keepExisting", "merge", "fail", "pipeline").contains(matched)
            && List.of("insert", "discard", "fail").contains(read.whenNotMatched);
    if (!known) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "Enumeration value '"
              + matched
              + "' for field 'whenMatched' or '"
              + read.whenNotMatched
              + "' for field 'whenNotMatched' is not a valid value.");
    }
    boolean inserting = read.whenNotMatched.equals("insert");
    boolean updating = List.of("replace", "merge", "pipeline").contains(matched);
    if (!inserting && !updating) {
      throw Values.error(
          51181,
          "Combination of $merge modes 'whenMatched: "
              + matched
              + "' and 'whenNotMatched: "
              + read.whenNotMatched
              + "' is not supported");
    }
  }
}
