package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.MergePlace;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $merge}: writes the results into another collection, which may be sharded. Source: the
 * manual's page on the stage. What a pipeline leaves unmatched is inserted by a second command,
 * where the server does it in the same.
 */
public final class Merge implements Stage {
  private static final List<String> OPTIONS =
      List.of("into", "on", "let", "whenMatched", "whenNotMatched", "targetCollectionVersion");
  private static final int BATCH = 1000;

  /** The specification, checked; {@code whenMatched} is text or a pipeline. */
  private record Parts(
      Namespace into,
      List<String> on,
      Optional<BsonDocument> let,
      BsonValue whenMatched,
      String whenNotMatched) {

    boolean hasPipeline() {
      return whenMatched.isArray();
    }

    String matched() {
      return hasPipeline() ? "pipeline" : whenMatched.asString().getValue();
    }
  }

  private final Parts parts;
  private final List<Map.Entry<String, Expression>> variables = new ArrayList<>();
  private final PipelineContext context;

  private Merge(Parts parts, PipelineContext context) {
    this.parts = parts;
    this.context = context;
    BsonDocument let = parts.let.orElse(new BsonDocument("new", new BsonString("$$ROOT")));
    let.forEach((name, value) -> variables.add(Map.entry(name, context.parse(value))));
  }

  /**
   * @throws CommandException Location51182 and 51178 for a malformed specification, Location51181
   *     for modes that do not go together, Location51183 when no unique index has the fields of
   *     {@code on}
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
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
    Parts parts =
        new Parts(
            into,
            on(document, into, context),
            document.containsKey("let")
                ? Optional.of(document.getDocument("let"))
                : Optional.empty(),
            matched,
            notMatched);
    checkModes(parts);
    if (parts.let.isPresent() && !parts.hasPipeline()) {
      throw Values.error(
          51199, "Cannot use 'let' variables with 'whenMatched: " + parts.matched() + "' mode");
    }
    return List.of(new Merge(parts, context));
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

  private static void checkModes(Parts parts) {
    String matched = parts.matched();
    boolean known =
        List.of("replace", "keepExisting", "merge", "fail", "pipeline").contains(matched)
            && List.of("insert", "discard", "fail").contains(parts.whenNotMatched);
    if (!known) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "Enumeration value '"
              + matched
              + "' for field 'whenMatched' or '"
              + parts.whenNotMatched
              + "' for field 'whenNotMatched' is not a valid value.");
    }
    boolean inserting = parts.whenNotMatched.equals("insert");
    boolean updating = List.of("replace", "merge", "pipeline").contains(matched);
    if (!inserting && !updating) {
      throw Values.error(
          51181,
          "Combination of $merge modes 'whenMatched: "
              + matched
              + "' and 'whenNotMatched: "
              + parts.whenNotMatched
              + "' is not supported");
    }
  }

  /** The collection that is written. */
  public Namespace into() {
    return parts.into;
  }

  @Override
  public String name() {
    return "$merge";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(
        () -> {
          BsonArray batch = new BsonArray();
          while (input.hasNext()) {
            batch.add(withId(input.next()));
            if (batch.size() == BATCH || !input.hasNext()) {
              write(batch);
              batch = new BsonArray();
            }
          }
          return List.<BsonDocument>of().iterator();
        });
  }

  private BsonDocument withId(BsonDocument document) {
    if (document.containsKey("_id")) {
      return document;
    }
    BsonDocument complete = new BsonDocument("_id", context.foreign().newId());
    complete.putAll(document);
    return complete;
  }

  private void write(BsonArray batch) {
    if (parts.matched().equals("fail")) {
      run(new BsonDocument("insert", name(parts.into)).append("documents", batch));
      return;
    }
    boolean upsert = parts.whenNotMatched.equals("insert");
    BsonArray updates = new BsonArray();
    BsonArray filters = new BsonArray();
    for (BsonValue value : batch) {
      BsonDocument document = value.asDocument();
      BsonDocument filter = filter(document);
      filters.add(filter);
      BsonDocument update =
          new BsonDocument("q", filter)
              .append("u", change(document))
              .append("multi", BsonBoolean.FALSE)
              .append("upsert", BsonBoolean.valueOf(upsert && !parts.hasPipeline()));
      if (parts.hasPipeline()) {
        update.append("c", constants(document));
      }
      updates.add(update);
    }
    if (parts.hasPipeline() && upsert) {
      eachPipeline(batch, updates);
      return;
    }
    BsonDocument reply =
        run(
            new BsonDocument("update", name(parts.into))
                .append("updates", updates)
                .append("ordered", BsonBoolean.FALSE));
    if (parts.whenNotMatched.equals("fail") && reply.getNumber("n").longValue() < batch.size()) {
      throw new CommandException(
          new ErrorCode(13113, "MergeStageNoMatchingDocument"),
          "$merge could not find a matching document in the target collection for at least one"
              + " document in the source collection");
    }
  }

  /** Updates one by one; what a pipeline leaves unmatched is inserted as it is. */
  private void eachPipeline(BsonArray batch, BsonArray updates) {
    for (int i = 0; i < updates.size(); i++) {
      BsonDocument reply =
          run(
              new BsonDocument("update", name(parts.into))
                  .append("updates", new BsonArray(List.of(updates.get(i)))));
      if (reply.getNumber("n").longValue() == 0) {
        run(
            new BsonDocument("insert", name(parts.into))
                .append("documents", new BsonArray(List.of(batch.get(i)))));
      }
    }
  }

  private static BsonString name(Namespace ns) {
    return new BsonString(ns.collection());
  }

  private BsonValue change(BsonDocument document) {
    return switch (parts.matched()) {
      case "replace" -> document;
      case "keepExisting" -> new BsonDocument("$setOnInsert", document);
      case "merge" -> new BsonDocument("$set", document);
      default -> parts.whenMatched;
    };
  }

  private BsonDocument constants(BsonDocument document) {
    EvaluationContext about = context.about(document);
    BsonDocument constants = new BsonDocument();
    for (Map.Entry<String, Expression> variable : variables) {
      BsonValue value = variable.getValue().evaluate(about);
      if (value != null) {
        constants.append(variable.getKey(), value);
      }
    }
    return constants;
  }

  private BsonDocument filter(BsonDocument document) {
    BsonDocument filter = new BsonDocument();
    for (String field : parts.on) {
      String[] path = field.split("\\.");
      BsonValue value = Paths.get(document, path);
      if (Values.isNullish(value)) {
        throw Values.error(
            51132,
            "$merge write error: 'on' field '"
                + field
                + "' cannot be missing, null, undefined or"
                + " an array");
      }
      if (value.isArray()) {
        throw Values.error(
            51185, "$merge write error: 'on' field '" + field + "' cannot be an array");
      }
      filter.append(field, value);
    }
    return filter;
  }

  private BsonDocument run(BsonDocument command) {
    BsonDocument reply = context.foreign().run(parts.into.db(), command);
    if (reply.containsKey("writeErrors")) {
      BsonDocument first = reply.getArray("writeErrors").get(0).asDocument();
      int code = first.getInt32("code", new BsonInt32(8)).getValue();
      throw new CommandException(
          WriteFailures.code(code),
          "$merge failed :: caused by :: " + first.getString("errmsg").getValue());
    }
    return reply;
  }

  @Override
  public Position position() {
    return Position.LAST;
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public MergePlace mergePlace() {
    return context.foreign().isSharded(parts.into)
        ? MergePlace.ANY_SHARD
        : MergePlace.ownerOf(parts.into);
  }

  /** Each shard writes by itself when the target is sharded. */
  @Override
  public DistributedPlan distributed() {
    return context.foreign().isSharded(parts.into)
        ? DistributedPlan.shardsOnly(this)
        : DistributedPlan.mergeOnly(this);
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed =
        new BsonDocument(
            "into",
            new BsonDocument("db", new BsonString(parts.into.db()))
                .append("coll", name(parts.into)));
    if (parts.on.size() == 1) {
      printed.append("on", new BsonString(parts.on.get(0)));
    } else {
      BsonArray on = new BsonArray();
      parts.on.forEach(field -> on.add(new BsonString(field)));
      printed.append("on", on);
    }
    if (parts.hasPipeline()) {
      BsonDocument let = new BsonDocument();
      variables.forEach(variable -> let.append(variable.getKey(), variable.getValue().toBson()));
      printed.append("let", let);
    }
    printed
        .append("whenMatched", parts.whenMatched)
        .append("whenNotMatched", new BsonString(parts.whenNotMatched));
    return new BsonDocument("$merge", printed);
  }
}
