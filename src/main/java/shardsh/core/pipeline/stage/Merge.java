package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
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
  private static final int BATCH = 1000;

  private final MergeSpec spec;
  private final List<Map.Entry<String, Expression>> variables = new ArrayList<>();
  private final PipelineContext context;

  private Merge(MergeSpec spec, PipelineContext context) {
    this.spec = spec;
    this.context = context;
    BsonDocument let = spec.let().orElse(new BsonDocument("new", new BsonString("$$ROOT")));
    let.forEach((name, value) -> variables.add(Map.entry(name, context.parse(value))));
  }

  /**
   * @throws CommandException Location51182 and 51178 for a malformed specification, Location51181
   *     for modes that do not go together, Location51183 when no unique index has the fields of
   *     {@code on}
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    return List.of(new Merge(MergeSpec.parse(spec, context), context));
  }

  /** The collection that is written. */
  public Namespace into() {
    return spec.into();
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
    if (spec.matched().equals("fail")) {
      run(new BsonDocument("insert", name(spec.into())).append("documents", batch));
      return;
    }
    boolean upsert = spec.whenNotMatched().equals("insert");
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
              .append("upsert", BsonBoolean.valueOf(upsert && !spec.hasPipeline()));
      if (spec.hasPipeline()) {
        update.append("c", constants(document));
      }
      updates.add(update);
    }
    if (spec.hasPipeline() && upsert) {
      eachPipeline(batch, updates);
      return;
    }
    BsonDocument reply =
        run(
            new BsonDocument("update", name(spec.into()))
                .append("updates", updates)
                .append("ordered", BsonBoolean.FALSE));
    if (spec.whenNotMatched().equals("fail") && reply.getNumber("n").longValue() < batch.size()) {
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
              new BsonDocument("update", name(spec.into()))
                  .append("updates", new BsonArray(List.of(updates.get(i)))));
      if (reply.getNumber("n").longValue() == 0) {
        run(
            new BsonDocument("insert", name(spec.into()))
                .append("documents", new BsonArray(List.of(batch.get(i)))));
      }
    }
  }

  private static BsonString name(Namespace ns) {
    return new BsonString(ns.collection());
  }

  private BsonValue change(BsonDocument document) {
    return switch (spec.matched()) {
      case "replace" -> document;
      case "keepExisting" -> new BsonDocument("$setOnInsert", document);
      case "merge" -> new BsonDocument("$set", document);
      default -> spec.whenMatched();
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
    for (String field : spec.on()) {
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
    BsonDocument reply = context.foreign().run(spec.into().db(), command);
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
    return context.foreign().isSharded(spec.into())
        ? MergePlace.ANY_SHARD
        : MergePlace.ownerOf(spec.into());
  }

  /** Each shard writes by itself when the target is sharded. */
  @Override
  public DistributedPlan distributed() {
    return context.foreign().isSharded(spec.into())
        ? DistributedPlan.shardsOnly(this)
        : DistributedPlan.mergeOnly(this);
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed =
        new BsonDocument(
            "into",
            new BsonDocument("db", new BsonString(spec.into().db()))
                .append("coll", name(spec.into())));
    if (spec.on().size() == 1) {
      printed.append("on", new BsonString(spec.on().get(0)));
    } else {
      BsonArray on = new BsonArray();
      spec.on().forEach(field -> on.add(new BsonString(field)));
      printed.append("on", on);
    }
    if (spec.hasPipeline()) {
      BsonDocument let = new BsonDocument();
      variables.forEach(variable -> let.append(variable.getKey(), variable.getValue().toBson()));
      printed.append("let", let);
    }
    printed
        .append("whenMatched", spec.whenMatched())
        .append("whenNotMatched", new BsonString(spec.whenNotMatched()));
    return new BsonDocument("$merge", printed);
  }
}
