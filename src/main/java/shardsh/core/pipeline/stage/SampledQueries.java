package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.bson.TypeNames;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $listSampledQueries: {namespace?}}: the queries that were sampled, of one collection or of
 * all. Source: the manual's page on the stage.
 */
public final class SampledQueries implements Stage {
  private final BsonDocument spec;
  private final PipelineContext context;

  private SampledQueries(BsonDocument spec, PipelineContext context) {
    this.spec = spec;
    this.context = context;
  }

  /**
   * @throws CommandException FAILED_TO_PARSE unless the specification is an object, TYPE_MISMATCH
   *     for a namespace that is no string, location 40415 for another field, INVALID_NAMESPACE
   *     unless the database is admin
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!spec.isDocument()) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "$listSampledQueries must take a nested object but found: " + ServerText.of(spec));
    }
    for (String field : spec.asDocument().keySet()) {
      if (!field.equals("namespace")) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD,
            "BSON field '$listSampledQueries." + field + "' is an unknown field.");
      }
    }
    BsonValue namespace = spec.asDocument().get("namespace");
    if (namespace != null && !namespace.isString()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "BSON field '$listSampledQueries.namespace' is the wrong type '"
              + TypeNames.of(namespace)
              + "', expected type 'string'");
    }
    if (!context.ns().db().equals("admin")) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE,
          "$listSampledQueries must be run against the 'admin' database with {aggregate: 1}");
    }
    return List.of(new SampledQueries(spec.asDocument(), context));
  }

  @Override
  public String name() {
    return "$listSampledQueries";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    BsonDocument filter = new BsonDocument();
    if (spec.containsKey("namespace")) {
      filter.append("ns", spec.get("namespace"));
    }
    BsonDocument find =
        new BsonDocument("find", new BsonString("sampledQueries")).append("filter", filter);
    return DocumentStream.deferred(() -> context.foreign().runAll("config", find).iterator());
  }

  @Override
  public Position position() {
    return Position.FIRST;
  }

  @Override
  public boolean needsCollection() {
    return false;
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$listSampledQueries", spec);
  }
}
