package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.expr.Numbers;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $shardedDataDistribution}: for each sharded collection what each shard holds, owned and
 * orphaned, computed from {@code $collStats} of the shards. Source: {@code sharding-facts.md}.
 */
public final class DataDistribution implements Stage {
  private final PipelineContext context;

  private DataDistribution(PipelineContext context) {
    this.context = context;
  }

  /**
   * @throws CommandException Location6789100 unless the specification is an empty object,
   *     INVALID_NAMESPACE unless the database is admin
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document) || !document.isEmpty()) {
      throw new CommandException(
          ErrorCode.location(6789100),
          "The $shardedDataDistribution stage specification must be an empty object");
    }
    if (!context.ns().db().equals("admin")) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE,
          "$shardedDataDistribution must be run against the 'admin' database with {aggregate: 1}");
    }
    return List.of(new DataDistribution(context));
  }

  @Override
  public String name() {
    return "$shardedDataDistribution";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(
        () -> {
          List<BsonDocument> rows = new ArrayList<>();
          BsonDocument collections = new BsonDocument("find", new BsonString("collections"));
          for (BsonDocument row : context.foreign().runAll("config", collections)) {
            rows.add(distribution(Namespace.parse(row.getString("_id").getValue())));
          }
          return rows.iterator();
        });
  }

  private BsonDocument distribution(Namespace ns) {
    BsonDocument stats =
        new BsonDocument("$collStats", new BsonDocument("storageStats", new BsonDocument()));
    BsonArray shards = new BsonArray();
    List<BsonDocument> each =
        context.foreign().aggregate(ns, new BsonArray(List.of(stats)), new BsonDocument());
    for (BsonDocument one : each) {
      BsonDocument storage = one.getDocument("storageStats");
      long count = storage.getNumber("count").longValue();
      long orphans = storage.getNumber("numOrphanDocs").longValue();
      long size = storage.getNumber("size").longValue();
      long average = storage.getNumber("avgObjSize").longValue();
      long orphaned = count == orphans ? size : average * orphans;
      shards.add(
          new BsonDocument("shardName", one.get("shard"))
              .append("numOrphanedDocs", Numbers.intOrLong(orphans))
              .append("numOwnedDocuments", new BsonInt64(count - orphans))
              .append("ownedSizeBytes", new BsonInt64(size - orphaned))
              .append("orphanedSizeBytes", new BsonInt64(orphaned)));
    }
    return new BsonDocument("ns", new BsonString(ns.toString())).append("shards", shards);
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
    return new BsonDocument("$shardedDataDistribution", new BsonDocument());
  }
}
