package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sim.SimRandom;

/**
 * Filters that are about a collection's shard key: equality, {@code $in}, ranges, {@code $or} and
 * {@code $and} of them, with values at and around the chunk bounds, where mistakes show.
 */
final class RandomFilters {
  private static final int VALUES_KEPT_MAX = 1000;
  private static final List<String> RANGES = List.of("$gt", "$gte", "$lt", "$lte");

  private final List<KeyPattern.Field> key;
  private final List<List<BsonValue>> values = new ArrayList<>();
  private final SimRandom random;

  RandomFilters(RoutingTable table, SimRandom random) {
    this.key = table.shardKey().keyPattern().fields();
    this.random = random;
    for (int i = 0; i < key.size(); i++) {
      values.add(valuesOf(table, i));
    }
  }

  private List<BsonValue> valuesOf(RoutingTable table, int field) {
    List<BsonValue> found = new ArrayList<>();
    if (!key.get(field).hashed()) {
      for (Chunk chunk : table.chunks()) {
        BsonValue value = chunk.min().get(field);
        boolean end = value instanceof BsonMinKey || value instanceof BsonMaxKey;
        if (!end && found.size() < VALUES_KEPT_MAX && !found.contains(value)) {
          found.add(value);
        }
      }
    }
    for (int i = 0; found.isEmpty() && i < 10; i++) {
      found.add(new BsonInt32(i));
    }
    return found;
  }

  BsonDocument next() {
    return switch (random.nextInt(8)) {
      case 0 -> new BsonDocument("$or", branches());
      case 1 -> new BsonDocument("$and", branches());
      case 2 -> random.nextInt(3) == 0 ? new BsonDocument() : conditions();
      default -> conditions();
    };
  }

  private BsonArray branches() {
    return new BsonArray(List.of(conditions(), conditions()));
  }

  private BsonDocument conditions() {
    BsonDocument filter = new BsonDocument();
    for (int i = 0; i < key.size(); i++) {
      if (random.nextInt(4) != 0) {
        filter.append(key.get(i).path().text(), condition(i));
      }
    }
    return filter.isEmpty() || random.nextInt(6) == 0
        ? filter.append("someOtherField", new BsonInt32(random.nextInt(10)))
        : filter;
  }

  private BsonValue condition(int field) {
    return switch (random.nextInt(6)) {
      case 0, 1 -> value(field);
      case 2 -> new BsonDocument("$in", new BsonArray(List.of(value(field), value(field))));
      case 3 -> range(field).append(RANGES.get(2 + random.nextInt(2)), value(field));
      default -> range(field);
    };
  }

  private BsonDocument range(int field) {
    return new BsonDocument(RANGES.get(random.nextInt(4)), value(field));
  }

  /** A bound, or what lies just below or above it. */
  private BsonValue value(int field) {
    List<BsonValue> known = values.get(field);
    BsonValue value = known.get(random.nextInt(known.size()));
    int step = random.nextInt(3) - 1;
    return switch (value.getBsonType()) {
      case INT32 -> new BsonInt32(value.asInt32().getValue() + step);
      case INT64 -> new BsonInt64(value.asInt64().getValue() + step);
      case DOUBLE -> new BsonDouble(value.asDouble().getValue() + step);
      case DATE_TIME -> new BsonDateTime(value.asDateTime().getValue() + step);
      case STRING -> near(value.asString().getValue(), step);
      default -> value;
    };
  }

  private static BsonValue near(String text, int step) {
    if (step > 0) {
      return new BsonString(text + "a");
    }
    return new BsonString(
        step < 0 && !text.isEmpty() ? text.substring(0, text.length() - 1) : text);
  }
}
