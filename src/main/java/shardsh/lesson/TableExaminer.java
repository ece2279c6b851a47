package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;

/** Checks of the chunk table. */
final class TableExaminer {
  private static final double SIZE_TOLERANCE = 0.051;

  private final ClusterSnapshot snapshot;

  TableExaminer(ClusterSnapshot snapshot) {
    this.snapshot = snapshot;
  }

  Finding examine(Check.Chunks check) {
    Optional<CollectionView> found = snapshot.collection(check.ns());
    if (found.isEmpty()) {
      return Finding.failed(check.ns() + " is not sharded", check.ns() + " 未分片");
    }
    CollectionView view = found.get();
    List<ChunkView> rest = new ArrayList<>(view.chunks());
    List<Check.ChunkRow> missing = new ArrayList<>();
    for (Check.ChunkRow row : check.equals()) {
      Optional<ChunkView> match =
          rest.stream().filter(chunk -> isRow(row, chunk, view.shardKey())).findFirst();
      match.ifPresentOrElse(rest::remove, () -> missing.add(row));
    }
    if (missing.isEmpty() && (check.extraAllowed() || rest.isEmpty())) {
      return Finding.passed();
    }
    KeyPattern key = view.shardKey();
    if (missing.isEmpty()) {
      BsonArray extra = rows(rest, missing, key);
      return Finding.unwanted(extra, ChunkWords.of(extra));
    }
    BsonArray wanted = new BsonArray();
    missing.forEach(row -> wanted.add(document(row, key)));
    List<ChunkView> instead =
        rest.stream()
            .filter(chunk -> missing.stream().anyMatch(row -> meets(row, chunk, key)))
            .toList();
    BsonArray have = rows(instead, missing, key);
    return Finding.failed(wanted, have)
        .differing(ChunkWords.of(wanted), ChunkWords.of(have))
        .missing(missing.size());
  }

  private static boolean meets(Check.ChunkRow row, ChunkView chunk, KeyPattern key) {
    return bound(row.min(), key).compareTo(chunk.range().max()) < 0
        && chunk.range().min().compareTo(bound(row.max(), key)) < 0;
  }

  /** Chunks as they are, with the fields that the rows ask for. */
  private static BsonArray rows(
      List<ChunkView> chunks, List<Check.ChunkRow> asked, KeyPattern key) {
    BsonArray rows = new BsonArray();
    for (ChunkView chunk : chunks) {
      BsonDocument row = document(chunk, key);
      if (asked.stream().anyMatch(one -> one.version().isPresent())) {
        row.append("version", new BsonString(chunk.version().toString()));
      }
      if (asked.stream().anyMatch(one -> one.sizeMB().isPresent())) {
        row.append("sizeMB", new BsonDouble(sizeOf(chunk)));
      }
      if (asked.stream().anyMatch(one -> one.jumbo().isPresent())) {
        row.append("jumbo", BsonBoolean.valueOf(chunk.jumbo()));
      }
      rows.add(row);
    }
    return rows;
  }

  private static boolean isRow(Check.ChunkRow row, ChunkView chunk, KeyPattern key) {
    return bound(row.min(), key).equals(chunk.range().min())
        && bound(row.max(), key).equals(chunk.range().max())
        && row.shard().equals(chunk.shard().name())
        && row.version().filter(text -> !text.equals(chunk.version().toString())).isEmpty()
        && row.jumbo().filter(jumbo -> jumbo != chunk.jumbo()).isEmpty()
        && row.sizeMB().filter(size -> Math.abs(size - sizeOf(chunk)) > SIZE_TOLERANCE).isEmpty();
  }

  private static double sizeOf(ChunkView chunk) {
    return ModelDocument.megabytes(chunk.bytes()).asNumber().doubleValue();
  }

  private static IndexKey bound(BsonValue bound, KeyPattern key) {
    if (bound instanceof BsonMinKey) {
      return IndexKey.allMin(key.size());
    }
    if (bound instanceof BsonMaxKey) {
      return IndexKey.allMax(key.size());
    }
    if (!bound.isDocument()) {
      return IndexKey.of(bound);
    }
    List<BsonValue> values = new ArrayList<>();
    for (String field : key.toDocument().keySet()) {
      values.add(bound.asDocument().getOrDefault(field, new BsonMinKey()));
    }
    return IndexKey.of(values);
  }

  private static BsonDocument document(Check.ChunkRow row, KeyPattern key) {
    BsonDocument document =
        new BsonDocument("min", shown(bound(row.min(), key), key))
            .append("max", shown(bound(row.max(), key), key))
            .append("shard", new BsonString(row.shard()));
    row.version().ifPresent(version -> document.append("version", new BsonString(version)));
    row.sizeMB().ifPresent(size -> document.append("sizeMB", new BsonDouble(size)));
    row.jumbo().ifPresent(jumbo -> document.append("jumbo", BsonBoolean.valueOf(jumbo)));
    return document;
  }

  private static BsonDocument document(ChunkView chunk, KeyPattern key) {
    return new BsonDocument("min", shown(chunk.range().min(), key))
        .append("max", shown(chunk.range().max(), key))
        .append("shard", new BsonString(chunk.shard().name()));
  }

  private static BsonValue shown(IndexKey bound, KeyPattern key) {
    if (bound.isAllMin()) {
      return new BsonMinKey();
    }
    if (bound.isAllMax()) {
      return new BsonMaxKey();
    }
    return bound.size() == 1 ? bound.get(0) : key.named(bound);
  }
}
