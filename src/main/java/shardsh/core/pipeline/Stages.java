package shardsh.core.pipeline;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.OperatorTable;
import shardsh.core.pipeline.stage.AddFields;
import shardsh.core.pipeline.stage.Bucket;
import shardsh.core.pipeline.stage.BucketAuto;
import shardsh.core.pipeline.stage.CollStats;
import shardsh.core.pipeline.stage.Count;
import shardsh.core.pipeline.stage.CurrentOp;
import shardsh.core.pipeline.stage.DataDistribution;
import shardsh.core.pipeline.stage.Densify;
import shardsh.core.pipeline.stage.Documents;
import shardsh.core.pipeline.stage.Facet;
import shardsh.core.pipeline.stage.Fill;
import shardsh.core.pipeline.stage.GraphLookup;
import shardsh.core.pipeline.stage.Group;
import shardsh.core.pipeline.stage.IndexStats;
import shardsh.core.pipeline.stage.InternalSplit;
import shardsh.core.pipeline.stage.Limit;
import shardsh.core.pipeline.stage.ListSessions;
import shardsh.core.pipeline.stage.Lookup;
import shardsh.core.pipeline.stage.Match;
import shardsh.core.pipeline.stage.Merge;
import shardsh.core.pipeline.stage.MergeCursors;
import shardsh.core.pipeline.stage.Out;
import shardsh.core.pipeline.stage.Project;
import shardsh.core.pipeline.stage.Redact;
import shardsh.core.pipeline.stage.ReplaceRoot;
import shardsh.core.pipeline.stage.Sample;
import shardsh.core.pipeline.stage.SampledQueries;
import shardsh.core.pipeline.stage.SetWindowFields;
import shardsh.core.pipeline.stage.Skip;
import shardsh.core.pipeline.stage.Sort;
import shardsh.core.pipeline.stage.SortByCount;
import shardsh.core.pipeline.stage.UnionWith;
import shardsh.core.pipeline.stage.Unwind;

/** The stages by name: one row each. */
public final class Stages {
  private static final OperatorTable<StageParser> TABLE = new OperatorTable<>();

  static {
    TABLE.row("$_internalSplitPipeline", InternalSplit::parse);
    TABLE.row("$addFields", AddFields.parser("$addFields"));
    TABLE.row("$bucket", Bucket::parse);
    TABLE.row("$bucketAuto", BucketAuto::parse);
    TABLE.row("$collStats", CollStats::parse);
    TABLE.row("$count", Count::parse);
    TABLE.row("$currentOp", CurrentOp::parse);
    TABLE.row("$densify", "5.1", Densify::parse);
    TABLE.row("$documents", "5.1", Documents::parse);
    TABLE.row("$facet", Facet::parse);
    TABLE.row("$fill", "5.3", Fill::parse);
    TABLE.row("$graphLookup", GraphLookup::parse);
    TABLE.row("$group", Group::parse);
    TABLE.row("$indexStats", IndexStats::parse);
    TABLE.row("$limit", Limit::parse);
    TABLE.row("$listSampledQueries", "7.0", SampledQueries::parse);
    TABLE.row("$listLocalSessions", ListSessions::parseLocal);
    TABLE.row("$listSessions", ListSessions::parse);
    TABLE.row("$lookup", Lookup::parse);
    TABLE.row("$match", Match::parse);
    TABLE.row("$merge", Merge::parse);
    TABLE.row("$mergeCursors", MergeCursors::parse);
    TABLE.row("$out", Out::parse);
    TABLE.row("$project", Project::parse);
    TABLE.row("$redact", Redact::parse);
    TABLE.row("$replaceRoot", ReplaceRoot::parse);
    TABLE.row("$replaceWith", ReplaceRoot::parseWith);
    TABLE.row("$sample", Sample::parse);
    TABLE.row("$set", AddFields.parser("$set"));
    TABLE.row("$setWindowFields", "5.0", SetWindowFields::parse);
    TABLE.row("$shardedDataDistribution", "6.0.3", DataDistribution::parse);
    TABLE.row("$skip", Skip::parse);
    TABLE.row("$sort", Sort::parse);
    TABLE.row("$sortByCount", SortByCount::parse);
    TABLE.row("$unionWith", UnionWith::parse);
    TABLE.row("$unset", Project::parseUnset);
    TABLE.row("$unwind", Unwind::parse);
  }

  /** Stages of the server that the model knows by name only. */
  private static final List<String> REFUSED =
      List.of(
          "$changeStreamSplitLargeEvent",
          "$geoNear",
          "$listSearchIndexes",
          "$planCacheStats",
          "$querySettings",
          "$queryStats",
          "$search",
          "$searchMeta",
          "$vectorSearch");

  private Stages() {}

  /**
   * Reads one stage.
   *
   * @throws CommandException Location40323 for more or less than one field, Location40324 for an
   *     unknown name, COMMAND_NOT_SUPPORTED for a stage that is not modelled
   */
  public static List<Stage> parse(BsonDocument spec, PipelineContext context) {
    if (spec.size() != 1) {
      throw new CommandException(
          ErrorCode.location(40323),
          "A pipeline stage specification object must contain exactly one field.");
    }
    String name = spec.getFirstKey();
    if (name.equals("$changeStream")) {
      throw new CommandException(
          ErrorCode.location(40602), name + " is only valid as the first stage in a pipeline.");
    }
    if (REFUSED.contains(name)) {
      throw CommandException.notModelled("the stage " + name);
    }
    StageParser parser =
        TABLE
            .find(name, context.profile())
            .orElseThrow(
                () ->
                    new CommandException(
                        ErrorCode.location(40324),
                        "Unrecognized pipeline stage name: '" + name + "'"));
    return parser.parse(spec.get(name), context);
  }

  /** The names of the server's stages that are refused, sorted. */
  public static List<String> refusedNames() {
    return REFUSED;
  }

  /** The names of all stages, sorted, for completion and the reference. */
  public static Set<String> names() {
    return TABLE.names();
  }

  /** The first versions of the stages that came after 4.4, by name. */
  public static Map<String, String> since() {
    return TABLE.since();
  }
}
