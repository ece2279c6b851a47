package shardsh.core.sharding;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import shardsh.core.base.Namespace;
import shardsh.core.bson.ServerText;

/**
 * A range of a collection's key that belongs to a zone: one row of config.tags.
 *
 * @param fields the names of the bounds' fields; all of the key's once the collection is sharded
 */
public record Zone(ObjectId id, Namespace ns, List<String> fields, ChunkRange range, String name) {

  public Zone {
    fields = List.copyOf(fields);
  }

  /** {@code [{ k: 1 }, { k: 5 })}, with the fields that the bounds were given with. */
  public String rangeText() {
    return rangeText(fields, range);
  }

  /** The same of a range that is no zone's yet. */
  public static String rangeText(List<String> fields, ChunkRange range) {
    BsonDocument min = new BsonDocument();
    BsonDocument max = new BsonDocument();
    for (int i = 0; i < fields.size(); i++) {
      min.append(fields.get(i), range.min().get(i));
      max.append(fields.get(i), range.max().get(i));
    }
    return "[" + ServerText.of(min) + ", " + ServerText.of(max) + ")";
  }

  /** The zone of a chunk: the one whose range covers it wholly, or none. */
  public static String of(List<Zone> zones, ChunkRange chunk) {
    for (Zone zone : zones) {
      if (zone.range().covers(chunk)) {
        return zone.name();
      }
    }
    return "";
  }

  /**
   * The zone range in the way of a new one: one that overlaps it and is not the very same range of
   * the same zone, which may be given again.
   */
  public static Optional<Zone> conflicting(List<Zone> existing, ChunkRange range, String name) {
    return existing.stream()
        .filter(zone -> zone.range().overlaps(range))
        .filter(zone -> !zone.range().equals(range) || !zone.name().equals(name))
        .findFirst();
  }
}
