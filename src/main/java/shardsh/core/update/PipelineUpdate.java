package shardsh.core.update;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.query.Projection;
import shardsh.core.query.QueryContext;

/** An update by stages: {@code $set}, {@code $unset}, {@code $replaceWith} and their long names. */
final class PipelineUpdate extends Update {
  private static final List<String> OTHER_STAGES =
      List.of(
          ("$bucket $bucketAuto $changeStream $changeStreamSplitLargeEvent $collStats $count"
                  + " $currentOp $densify $documents $facet $fill $geoNear $graphLookup $group"
                  + " $indexStats $limit $listLocalSessions $listSampledQueries"
                  + " $listSearchIndexes $listSessions $lookup $match $merge $out"
                  + " $planCacheStats $redact $sample $search $searchMeta $setWindowFields"
                  + " $shardedDataDistribution $skip $sort $sortByCount $unionWith $unwind"
                  + " $vectorSearch")
              .split(" "));

  private final BsonArray spec;
  private final List<UnaryOperator<BsonDocument>> stages;

  private PipelineUpdate(BsonArray spec, List<UnaryOperator<BsonDocument>> stages) {
    this.spec = spec;
    this.stages = List.copyOf(stages);
  }

  /**
   * @throws CommandException INVALID_OPTIONS for a stage that updates may not have, 40324 for an
   *     unknown one, 40323 for a stage that does not have one name
   */
  static PipelineUpdate parse(BsonArray spec, QueryContext context) {
    List<UnaryOperator<BsonDocument>> stages = new ArrayList<>();
    for (BsonValue stage : spec) {
      if (!stage.isDocument()) {
        throw new CommandException(
            ErrorCode.TYPE_MISMATCH, "Each element of the 'pipeline' array must be an object");
      }
      if (stage.asDocument().size() != 1) {
        throw new CommandException(
            ErrorCode.location(40323),
            "A pipeline stage specification object must contain exactly one field.");
      }
      String name = stage.asDocument().getFirstKey();
      stages.add(stage(name, stage.asDocument().get(name), context));
    }
    return new PipelineUpdate(spec, stages);
  }

  private static UnaryOperator<BsonDocument> stage(
      String name, BsonValue argument, QueryContext context) {
    return switch (name) {
      case "$set", "$addFields" -> {
        BsonDocument added = object(name, argument);
        yield projection(name, () -> Projection.parseAddition(added, context));
      }
      case "$project" -> {
        BsonDocument shown = object(name, argument);
        yield projection(name, () -> Projection.parseStage(shown, context));
      }
      case "$unset" -> {
        BsonDocument hidden = exclusion(argument);
        yield projection(name, () -> Projection.parseStage(hidden, context));
      }
      case "$replaceWith" -> newRoot(argument, "'replacement document'", context);
      case "$replaceRoot" -> newRoot(newRootOf(argument), "'newRoot' expression", context);
      default -> throw refusal(name);
    };
  }

  /** What a projection complains about is said to be the stage's fault. */
  private static UnaryOperator<BsonDocument> projection(String name, Supplier<Projection> parser) {
    try {
      Projection projection = parser.get();
      return projection::apply;
    } catch (CommandException e) {
      throw new CommandException(
          e.errorCode(), "Invalid " + name + " :: caused by :: " + e.getMessage());
    }
  }

  private static CommandException refusal(String name) {
    if (!OTHER_STAGES.contains(name)) {
      return new CommandException(
          ErrorCode.location(40324), "Unrecognized pipeline stage name: '" + name + "'");
    }
    return new CommandException(
        ErrorCode.INVALID_OPTIONS, name + " is not allowed to be used within an update");
  }

  private static BsonDocument object(String name, BsonValue argument) {
    if (!argument.isDocument()) {
      boolean project = name.equals("$project");
      throw new CommandException(
          ErrorCode.location(project ? 15969 : 40272),
          project
              ? "$project specification must be an object"
              : name + " specification stage must be an object, got " + Values.typeName(argument));
    }
    return argument.asDocument();
  }

  private static BsonDocument exclusion(BsonValue argument) {
    if (!argument.isString() && !argument.isArray()) {
      throw new CommandException(
          ErrorCode.location(31002), "$unset specification must be a string or an array");
    }
    List<BsonValue> paths = argument.isArray() ? argument.asArray() : List.of(argument);
    if (paths.isEmpty()) {
      throw new CommandException(
          ErrorCode.location(31119),
          "$unset specification must be a string or an array with at least one field");
    }
    BsonDocument exclusion = new BsonDocument();
    for (BsonValue path : paths) {
      if (!path.isString()) {
        throw new CommandException(
            ErrorCode.location(31120),
            "$unset specification must be a string or an array containing only string values");
      }
      exclusion.append(path.asString().getValue(), BsonBoolean.FALSE);
    }
    return exclusion;
  }

  private static BsonValue newRootOf(BsonValue argument) {
    if (!argument.isDocument()) {
      throw new CommandException(
          ErrorCode.location(40229),
          "expected an object as specification for $replaceRoot stage, got "
              + Values.typeName(argument));
    }
    for (String option : argument.asDocument().keySet()) {
      if (!option.equals("newRoot")) {
        throw new CommandException(
            ErrorCode.location(40230),
            "unrecognized option to $replaceRoot stage: "
                + option
                + ", only valid option is 'newRoot'.");
      }
    }
    if (!argument.asDocument().containsKey("newRoot")) {
      throw new CommandException(
          ErrorCode.location(40231), "no newRoot specified for the $replaceRoot stage");
    }
    return argument.asDocument().get("newRoot");
  }

  private static UnaryOperator<BsonDocument> newRoot(
      BsonValue argument, String what, QueryContext context) {
    Expression expression = Expression.parse(argument, context.names());
    return document -> {
      BsonValue root = expression.evaluate(context.variables().withRoot(document));
      if (!(root instanceof BsonDocument)) {
        throw new CommandException(
            ErrorCode.location(40228),
            what
                + " must evaluate to an object, but resulting value was: "
                + (root == null ? "MISSING" : ServerText.of(root))
                + ". Type of resulting value: '"
                + Values.typeName(root)
                + "'. Input document: "
                + ServerText.of(document));
      }
      return (BsonDocument) root;
    };
  }

  @Override
  public Kind kind() {
    return Kind.PIPELINE;
  }

  @Override
  public BsonValue toBson() {
    return spec;
  }

  @Override
  public List<String> paths() {
    return List.of();
  }

  @Override
  boolean usesMatch() {
    return false;
  }

  @Override
  BsonDocument changed(Application application) {
    BsonDocument document = application.document();
    for (UnaryOperator<BsonDocument> stage : stages) {
      document = stage.apply(document);
    }
    return document == application.document()
        ? document
        : Ids.kept(application.document(), document);
  }
}
