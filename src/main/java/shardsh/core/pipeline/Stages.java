package shardsh.core.pipeline;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
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
  private static final Map<String, StageParser> TABLE = new TreeMap<>();

  static {
    TABLE.put("$_internalSplitPipeline", InternalSplit::parse);
    TABLE.put("$addFields", AddFields.parser("$addFields"));
    TABLE.put("$bucket", Bucket::parse);
    TABLE.put("$bucketAuto", BucketAuto::parse);
    TABLE.put("$collStats", CollStats::parse);
    TABLE.put("$count", Count::parse);
    TABLE.put("$currentOp", CurrentOp::parse);
    TABLE.put("$densify", Densify::parse);
    TABLE.put("$documents", Documents::parse);
    TABLE.put("$facet", Facet::parse);
    TABLE.put("$fill", Fill::parse);
    TABLE.put("$graphLookup", GraphLookup::parse);
    TABLE.put("$group", Group::parse);
    TABLE.put("$indexStats", IndexStats::parse);
    TABLE.put("$limit", Limit::parse);
    TABLE.put("$listSampledQueries", SampledQueries::parse);
    TABLE.put("$listLocalSessions", ListSessions::parseLocal);
    TABLE.put("$listSessions", ListSessions::parse);
    TABLE.put("$lookup", Lookup::parse);
    TABLE.put("$match", Match::parse);
    TABLE.put("$merge", Merge::parse);
    TABLE.put("$mergeCursors", MergeCursors::parse);
    TABLE.put("$out", Out::parse);
    TABLE.put("$project", Project::parse);
    TABLE.put("$redact", Redact::parse);
    TABLE.put("$replaceRoot", ReplaceRoot::parse);
    TABLE.put("$replaceWith", ReplaceRoot::parseWith);
    TABLE.put("$sample", Sample::parse);
    TABLE.put("$set", AddFields.parser("$set"));
    TABLE.put("$setWindowFields", SetWindowFields::parse);
    TABLE.put("$shardedDataDistribution", DataDistribution::parse);
    TABLE.put("$skip", Skip::parse);
    TABLE.put("$sort", Sort::parse);
    TABLE.put("$sortByCount", SortByCount::parse);
    TABLE.put("$unionWith", UnionWith::parse);
    TABLE.put("$unset", Project::parseUnset);
    TABLE.put("$unwind", Unwind::parse);
  }

  /** Stages that came after 4.4, by the first version of the server that has them. */
  private static final Map<String, String> SINCE = new TreeMap<>();

  static {
    SINCE.put("$densify", "5.1");
    SINCE.put("$documents", "5.1");
    SINCE.put("$fill", "5.3");
    SINCE.put("$listSampledQueries", "7.0");
    SINCE.put("$setWindowFields", "5.0");
    SINCE.put("$shardedDataDistribution", "6.0.3");
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
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED, "the stage " + name + " is not modelled in shardsh");
    }
    StageParser parser =
        context.profile().isAtLeast(SINCE.getOrDefault(name, "0")) ? TABLE.get(name) : null;
    if (parser == null) {
      throw new CommandException(
          ErrorCode.location(40324), "Unrecognized pipeline stage name: '" + name + "'");
    }
    return parser.parse(spec.get(name), context);
  }

  /** The names of the server's stages that are refused, sorted. */
  public static List<String> refusedNames() {
    return REFUSED;
  }

  /** The names of all stages, sorted, for completion and the reference. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(TABLE.keySet());
  }
}
