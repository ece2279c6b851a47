package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.MergePlace;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.Optimizer;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $unionWith}: the input, then what a pipeline gives over another collection. Source: the
 * manual's page on the stage.
 */
public final class UnionWith implements Stage {
  private final Optional<ForeignName> coll;
  private final Pipeline pipeline;
  private final PipelineContext context;

  private UnionWith(Optional<ForeignName> coll, Pipeline pipeline, PipelineContext context) {
    this.coll = coll;
    this.pipeline = pipeline;
    this.context = context;
  }

  /**
   * @throws shardsh.core.base.CommandException FAILED_TO_PARSE for a malformed specification
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (spec.isString()) {
      ForeignName name = ForeignName.read("$unionWith", "coll", spec, context);
      return List.of(new UnionWith(Optional.of(name), new Pipeline(List.of()), context));
    }
    Specification options = Specification.of("$unionWith", spec, List.of("coll", "pipeline", "db"));
    BsonArray stages = options.array("pipeline").orElseGet(BsonArray::new);
    Optional<ForeignName> name =
        options
            .text("coll")
            .map(
                text ->
                    new ForeignName(
                        ForeignName.namespace(options.text("db").orElse(context.ns().db()), text),
                        new BsonString(text)));
    if (name.isEmpty() && !Lookup.beginsWithDocuments(stages)) {
      throw Specification.failure(
          "$unionWith stage without explicit collection must have a pipeline with $documents as"
              + " first stage");
    }
    Pipeline parsed = Pipeline.parseSub("$unionWith", stages, context);
    return List.of(new UnionWith(name, Optimizer.optimize(parsed).pipeline(), context));
  }

  /** The same with one more stage at the end of its pipeline. */
  public UnionWith withLast(Stage last) {
    List<Stage> stages = new ArrayList<>(pipeline.stages());
    stages.add(last);
    return new UnionWith(coll, Optimizer.optimize(new Pipeline(stages)).pipeline(), context);
  }

  /** The collection, or the database when there are only {@code $documents}. */
  public Namespace from() {
    return coll.map(ForeignName::ns).orElse(new Namespace(context.ns().db(), "$cmd.aggregate"));
  }

  public Pipeline pipeline() {
    return pipeline;
  }

  @Override
  public String name() {
    return "$unionWith";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return new DocumentStream() {
      private Iterator<BsonDocument> others;

      @Override
      protected BsonDocument advance() {
        if (others == null) {
          if (input.hasNext()) {
            return input.next();
          }
          others = others();
        }
        return others.hasNext() ? others.next() : null;
      }
    };
  }

  private Iterator<BsonDocument> others() {
    BsonArray stages = pipeline.toCommand();
    BsonDocument let = new BsonDocument();
    EvaluationContext about = context.query().variables();
    for (String variable : context.query().names().declared()) {
      if (VariableUse.of(variable, stages)) {
        BsonValue value = about.variable(variable);
        let.append(
            variable,
            value == null ? new BsonString("$$REMOVE") : new BsonDocument("$literal", value));
      }
    }
    return context.foreign().aggregate(from(), stages, let).iterator();
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public Needs needs() {
    return Needs.onlyLater();
  }

  @Override
  public MergePlace mergePlace() {
    return coll.isEmpty() ? MergePlace.ANYWHERE : MergePlace.ANY_SHARD;
  }

  private BsonDocument written(BsonArray stages) {
    BsonDocument written = new BsonDocument();
    coll.ifPresent(
        name -> {
          if (!name.ns().db().equals(context.ns().db())) {
            written.append("db", new BsonString(name.ns().db()));
          }
          written.append("coll", new BsonString(name.ns().collection()));
        });
    return new BsonDocument("$unionWith", written.append("pipeline", stages));
  }

  @Override
  public BsonDocument toBson() {
    return written(pipeline.toBson());
  }

  @Override
  public List<BsonDocument> toCommand() {
    return List.of(written(pipeline.toCommand()));
  }
}
