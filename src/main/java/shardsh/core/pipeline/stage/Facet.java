package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.PathExpression;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.MergePlace;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/** {@code $facet}: several pipelines over the same input, their outputs in one document. */
public final class Facet implements Stage {
  private static final List<String> REFUSED =
      List.of(
          "$out",
          "$merge",
          "$facet",
          "$geoNear",
          "$collStats",
          "$indexStats",
          "$planCacheStats",
          "$currentOp",
          "$listSessions",
          "$listLocalSessions",
          "$changeStream",
          "$documents");

  private final Map<String, Pipeline> facets;
  private final PipelineContext context;

  private Facet(Map<String, Pipeline> facets, PipelineContext context) {
    this.facets = facets;
    this.context = context;
  }

  /**
   * @throws shardsh.core.base.CommandException Location40169, 40170 and 40171 for a malformed
   *     specification, Location40600 for stages that may not stand here
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document) || document.isEmpty()) {
      throw Values.error(40169, "the $facet specification must be a non-empty object");
    }
    Map<String, Pipeline> facets = new LinkedHashMap<>();
    for (Map.Entry<String, BsonValue> facet : document.entrySet()) {
      PathExpression.checkFieldName(facet.getKey());
      if (!(facet.getValue() instanceof BsonArray stages)) {
        throw Values.error(
            40170,
            "arguments to $facet must be arrays, "
                + facet.getKey()
                + " is type "
                + Values.typeName(facet.getValue()));
      }
      for (BsonValue stage : stages) {
        check(facet.getKey(), stage);
      }
      facets.put(facet.getKey(), Pipeline.parse(stages, context));
    }
    return List.of(new Facet(facets, context));
  }

  private static void check(String facet, BsonValue stage) {
    if (!(stage instanceof BsonDocument document)) {
      throw Values.error(
          40171,
          "elements of arrays in $facet spec must be non-empty objects, "
              + facet
              + " argument contained an element of type "
              + Values.typeName(stage));
    }
    if (!document.isEmpty() && REFUSED.contains(document.getFirstKey())) {
      throw Values.error(
          40600, document.getFirstKey() + " is not allowed to be used within a $facet stage");
    }
  }

  /** The pipelines by name. */
  public Map<String, Pipeline> facets() {
    return facets;
  }

  @Override
  public String name() {
    return "$facet";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(() -> results(input));
  }

  private Iterator<BsonDocument> results(Iterator<BsonDocument> input) {
    List<BsonDocument> documents = new ArrayList<>();
    input.forEachRemaining(documents::add);
    BsonDocument result = new BsonDocument();
    for (Map.Entry<String, Pipeline> facet : facets.entrySet()) {
      result.append(facet.getKey(), new BsonArray(facet.getValue().runAll(documents, context)));
    }
    return List.of(result).iterator();
  }

  @Override
  public boolean isRepeatable() {
    return facets.values().stream().allMatch(Pipeline::isRepeatable);
  }

  /** What any of the pipelines needs. */
  @Override
  public Needs needs() {
    Dependencies read = new Dependencies();
    for (Pipeline pipeline : facets.values()) {
      Needs.of(pipeline.stages())
          .ifPresentOrElse(paths -> paths.forEach(read::addPath), read::addWholeDocument);
    }
    return Needs.exactly(read);
  }

  @Override
  public MergePlace mergePlace() {
    MergePlace place = MergePlace.ANYWHERE;
    for (Pipeline pipeline : facets.values()) {
      for (Stage stage : pipeline.stages()) {
        place = place.and(stage.mergePlace());
      }
    }
    return place;
  }

  @Override
  public boolean mayUseDisk() {
    return facets.values().stream()
        .anyMatch(pipeline -> pipeline.stages().stream().anyMatch(Stage::mayUseDisk));
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = new BsonDocument();
    facets.forEach((name, pipeline) -> printed.append(name, pipeline.toBson()));
    return new BsonDocument("$facet", printed);
  }

  @Override
  public List<BsonDocument> toCommand() {
    BsonDocument written = new BsonDocument();
    facets.forEach((name, pipeline) -> written.append(name, pipeline.toCommand()));
    return List.of(new BsonDocument("$facet", written));
  }
}
