package shardsh.core.sharding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.ServerProfile;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;

/**
 * Chunks as rows of config.chunks. Up to 4.4 a row names its collection by {@code ns} and {@code
 * lastmodEpoch}, from 5.0 by {@code uuid}; from 7.0 it has {@code onCurrentShardSince}. Source:
 * {@code sharding-facts.md}, section 1.1.
 */
public final class ChunkDocuments {
  private ChunkDocuments() {}

  public static BsonDocument toBson(RoutingTable table, Chunk chunk, ServerProfile profile) {
    ShardKeyPattern key = table.shardKey();
    BsonDocument row = new BsonDocument("_id", new BsonObjectId(chunk.id()));
    if (profile.collectionsByUuid()) {
      row.append("uuid", table.uuid());
    } else {
      row.append("lastmodEpoch", new BsonObjectId(table.generation().epoch()));
      row.append("ns", new BsonString(table.ns().toString()));
    }
    row.append("min", key.named(chunk.min()))
        .append("max", key.named(chunk.max()))
        .append("shard", new BsonString(chunk.shard().name()))
        .append("lastmod", chunk.version().toTimestamp());
    if (profile.majorVersion() >= 7 && !chunk.history().isEmpty()) {
      row.append("onCurrentShardSince", chunk.history().get(0).validAfter());
    }
    BsonArray history = new BsonArray();
    for (Chunk.HistoryEntry entry : chunk.history()) {
      history.add(
          new BsonDocument("validAfter", entry.validAfter())
              .append("shard", new BsonString(entry.shard().name())));
    }
    row.append("history", history);
    if (chunk.jumbo()) {
      row.append("jumbo", BsonBoolean.TRUE);
    }
    return row;
  }

  /** Reads a row of this generation back. */
  public static Chunk parse(BsonDocument row, Generation generation) {
    List<Chunk.HistoryEntry> history = new ArrayList<>();
    for (BsonValue entry : row.getArray("history", new BsonArray())) {
      history.add(
          new Chunk.HistoryEntry(
              entry.asDocument().getTimestamp("validAfter"),
              new ShardId(entry.asDocument().getString("shard").getValue())));
    }
    return new Chunk(
        row.getObjectId("_id").getValue(),
        new ChunkRange(
            IndexKey.ofDocument(row.getDocument("min")),
            IndexKey.ofDocument(row.getDocument("max"))),
        new ShardId(row.getString("shard").getValue()),
        new ChunkVersion(
            row.getTimestamp("lastmod").getTime(),
            row.getTimestamp("lastmod").getInc(),
            generation),
        row.getBoolean("jumbo", BsonBoolean.FALSE).getValue(),
        history);
  }

  /**
   * What a router or shard must know of a collection besides its chunks: {@code {_id, uuid, key,
   * hash, unique, epoch, timestamp, defaultCollation?, unsplittable?}}.
   */
  public static BsonDocument header(RoutingTable table) {
    BsonDocument header =
        new BsonDocument("_id", new BsonString(table.ns().toString()))
            .append("uuid", table.uuid())
            .append("key", table.shardKey().toDocument())
            .append("hash", new BsonString(table.shardKey().hash().name()))
            .append("unique", BsonBoolean.valueOf(table.unique()))
            .append("epoch", new BsonObjectId(table.generation().epoch()))
            .append("timestamp", table.generation().timestamp());
    table.defaultCollation().ifPresent(collation -> header.append("defaultCollation", collation));
    if (table.isUnsplittable()) {
      header.append("unsplittable", BsonBoolean.TRUE);
    }
    return header;
  }

  public static Generation generation(BsonDocument header) {
    return new Generation(header.getObjectId("epoch").getValue(), header.getTimestamp("timestamp"));
  }

  public static ShardKeyPattern shardKey(BsonDocument header) {
    return ShardKeyPattern.parse(
        header.getDocument("key"), KeyHash.valueOf(header.getString("hash").getValue()));
  }

  /** A whole table from a header and all its rows. */
  public static RoutingTable table(BsonDocument header, List<Chunk> rows) {
    RoutingTable table =
        RoutingTable.of(
                Namespace.parse(header.getString("_id").getValue()),
                header.getBinary("uuid"),
                shardKey(header),
                header.getBoolean("unique").getValue(),
                rows)
            .withDefaultCollation(
                Optional.ofNullable(header.get("defaultCollation")).map(BsonValue::asDocument));
    return header.containsKey("unsplittable") ? table.asUnsplittable() : table;
  }
}
