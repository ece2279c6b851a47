package shardsh.core.snapshot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.snapshot.ClusterSpec.ChunkSpec;
import shardsh.core.snapshot.ClusterSpec.CollectionSpec;

/**
 * One collection's chunks as they were read, made to tile the key space. Where a text lists only
 * the first chunks and says how many there are, the others get bounds of our own, so that the
 * numbers that a balancer counts are right.
 */
final class ImportedChunks {
  private static final double MEBIBYTE = 1024.0 * 1024.0;
  private static final long DAY_MILLIS = 86_400_000;
  private static final int INVENTED_MAX = 100_000;

  private final String name;
  private final FoundCluster.Collection collection;
  private final List<String> warnings;
  private final List<FoundCluster.Tag> zones;
  private final ShardKeyPattern key;

  /** A chunk with its bounds as keys; version parts 0 when not known. */
  private record Piece(
      IndexKey min, IndexKey max, String shard, long major, long minor, boolean jumbo) {}

  ImportedChunks(String name, FoundCluster.Collection collection, FoundCluster found) {
    this.name = name;
    this.collection = collection;
    this.warnings = found.warnings;
    this.zones = found.tags.stream().filter(tag -> tag.ns().equals(name)).toList();
    try {
      this.key = ShardKeyPattern.parse(plain(collection.key.orElseThrow()), KeyHash.REAL);
    } catch (CommandException e) {
      throw new ImportException(name + ": " + e.getMessage(), "");
    }
  }

  /** Exports write the 1 of a key as any number. */
  private static BsonDocument plain(BsonDocument pattern) {
    BsonDocument plain = new BsonDocument();
    pattern.forEach(
        (field, value) -> plain.append(field, value.isNumber() ? new BsonInt32(1) : value));
    return plain;
  }

  CollectionSpec spec() {
    List<Piece> pieces = tiled();
    return new CollectionSpec(
        Namespace.parse(name),
        Optional.of(key.toDocument()),
        collection.unique,
        Optional.empty(),
        chunks(pieces),
        List.of(),
        List.of(),
        List.of());
  }

  private List<Piece> tiled() {
    List<Piece> listed = new ArrayList<>();
    for (FoundCluster.Row row : collection.chunks) {
      listed.add(
          new Piece(
              bound(row.min()),
              bound(row.max()),
              row.shard(),
              row.major(),
              row.minor(),
              row.jumbo()));
    }
    listed.sort((one, other) -> one.min().compareTo(other.min()));
    List<Piece> pieces = new ArrayList<>();
    IndexKey reached = IndexKey.allMin(key.size());
    int gaps = 0;
    for (Piece piece : listed) {
      int seam = reached.compareTo(piece.min());
      if (seam > 0 || piece.min().compareTo(piece.max()) >= 0) {
        throw new ImportException(
            name + ": the chunk that begins at " + text(piece.min()) + " overlaps the one before",
            "");
      }
      if (seam < 0) {
        gaps++;
        String owner = pieces.isEmpty() ? piece.shard() : pieces.get(pieces.size() - 1).shard();
        pieces.add(new Piece(reached, piece.min(), owner, 0, 0, false));
      }
      pieces.add(piece);
      reached = piece.max();
    }
    if (gaps > 0) {
      warnings.add(
          name
              + ": "
              + (gaps == 1
                  ? "1 range has no chunk in the text; it is one chunk of the shard before it"
                  : gaps
                      + " ranges have no chunk in the text; each is one chunk of the shard"
                      + " before it"));
    }
    if (!reached.isAllMax()) {
      addRest(pieces, reached);
    }
    return pieces;
  }

  private IndexKey bound(BsonDocument bound) {
    List<BsonValue> values = new ArrayList<>();
    for (String path : key.paths()) {
      BsonValue value = bound.get(path);
      if (value == null) {
        throw new ImportException(
            name + ": a chunk bound has no field '" + path + "'", bound.toJson());
      }
      values.add(value);
    }
    return IndexKey.of(values);
  }

  private static String text(IndexKey key) {
    return String.join(", ", key.values().stream().map(ServerText::of).toList());
  }

  /** The chunks that were counted but not listed, in the order of the shards. */
  private void addRest(List<Piece> pieces, IndexKey from) {
    Map<String, Long> rest = new LinkedHashMap<>(collection.counts);
    collection.chunks.forEach(chunk -> rest.computeIfPresent(chunk.shard(), (id, n) -> n - 1));
    List<String> owners = new ArrayList<>();
    rest.forEach(
        (shard, count) -> {
          for (long i = 0; i < Math.min(count, INVENTED_MAX) && owners.size() < INVENTED_MAX; i++) {
            owners.add(shard);
          }
        });
    if (owners.isEmpty()) {
      owners.add(pieces.isEmpty() ? "" : pieces.get(pieces.size() - 1).shard());
      if (pieces.isEmpty()) {
        throw new ImportException(name + ": the text has no chunks of it", "");
      }
    }
    warnings.add(
        name
            + switch (pieces.size()) {
              case 0 -> ": no chunk is in the text, ";
              case 1 -> ": only 1 chunk is in the text, ";
              default -> ": only " + pieces.size() + " chunks are in the text, ";
            }
            + owners.size()
            + (pieces.isEmpty() ? "" : " more")
            + (owners.size() == 1 ? " has" : " have")
            + " invented bounds; sh.status(true) or config.chunks has all");
    IndexKey low = from;
    for (int i = 0; i < owners.size(); i++) {
      IndexKey high =
          i == owners.size() - 1
              ? IndexKey.allMax(key.size())
              : key.keyPattern().fields().get(0).hashed()
                  ? hashedAfter(from, i + 1, owners.size())
                  : after(low);
      pieces.add(new Piece(low, high, owners.get(i), 0, 0, false));
      low = high;
    }
  }

  private IndexKey hashedAfter(IndexKey from, int step, int steps) {
    double start =
        from.get(0) instanceof BsonMinKey ? Long.MIN_VALUE : from.get(0).asNumber().doubleValue();
    double value = start + (0x1p63 - start) * step / steps;
    return withFirst(new BsonInt64((long) value));
  }

  private IndexKey after(IndexKey low) {
    return withFirst(nextValue(low.get(0)));
  }

  private IndexKey withFirst(BsonValue first) {
    List<BsonValue> values = new ArrayList<>();
    values.add(first);
    while (values.size() < key.size()) {
      values.add(new BsonMinKey());
    }
    return IndexKey.of(values);
  }

  /** A first value of the type that the zones' bounds have; a number where there are none. */
  private BsonValue firstValue() {
    for (FoundCluster.Tag zone : zones) {
      for (BsonDocument bound : List.of(zone.min(), zone.max())) {
        BsonValue value = bound.get(key.paths().get(0));
        if (value != null && !(value instanceof BsonMinKey) && !(value instanceof BsonMaxKey)) {
          return value;
        }
      }
    }
    return new BsonInt32(1);
  }

  private BsonValue nextValue(BsonValue value) {
    return switch (value.getBsonType()) {
      case MIN_KEY -> firstValue();
      case INT32 -> new BsonInt64(value.asInt32().getValue() + 1L);
      case INT64 -> new BsonInt64(value.asInt64().getValue() + 1);
      case DOUBLE -> new BsonDouble(Math.floor(value.asDouble().getValue()) + 1);
      case STRING -> new BsonString(value.asString().getValue() + "\u0001");
      case DATE_TIME -> new BsonDateTime(value.asDateTime().getValue() + DAY_MILLIS);
      case OBJECT_ID -> {
        ObjectId id = value.asObjectId().getValue();
        yield new BsonObjectId(new ObjectId(id.getTimestamp() + 1, 0));
      }
      case BOOLEAN -> new BsonDateTime(0);
      default ->
          throw new ImportException(
              "bounds above " + ServerText.of(value) + " cannot be invented", "");
    };
  }

  private List<ChunkSpec> chunks(List<Piece> pieces) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    pieces.forEach(piece -> counts.merge(piece.shard(), 1, Integer::sum));
    List<String> versions = versions(pieces);
    List<ChunkSpec> chunks = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      Long bytes = collection.bytes.get(piece.shard());
      Optional<Double> megabytes =
          bytes == null || bytes == 0
              ? Optional.empty()
              : Optional.of(bytes / counts.get(piece.shard()) / MEBIBYTE);
      chunks.add(
          new ChunkSpec(
              piece.max().isAllMax() ? Optional.empty() : Optional.of(key.named(piece.max())),
              piece.shard(),
              versions.isEmpty() ? Optional.empty() : Optional.of(versions.get(i)),
              megabytes,
              piece.jumbo()));
    }
    return chunks;
  }

  /** Those of the text; chunks without one count on from the highest. None if two are equal. */
  private List<String> versions(List<Piece> pieces) {
    long major = 1;
    long minor = -1;
    for (Piece piece : pieces) {
      boolean higher = piece.major() > major || piece.major() == major && piece.minor() > minor;
      if (piece.major() > 0 && higher) {
        major = piece.major();
        minor = piece.minor();
      }
    }
    List<String> versions = new ArrayList<>();
    for (Piece piece : pieces) {
      versions.add(piece.major() > 0 ? piece.major() + "|" + piece.minor() : major + "|" + ++minor);
    }
    if (new TreeSet<>(versions).size() < versions.size()) {
      warnings.add(name + ": two chunks have the same version; all are numbered anew");
      return List.of();
    }
    return versions;
  }
}
