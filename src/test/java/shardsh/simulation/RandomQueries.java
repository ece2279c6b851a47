package shardsh.simulation;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.sim.SimRandom;

/**
 * Documents {@code {_id, k?, j?, a: {b?}, v, tags?}} and filters on them, in all the shapes that
 * matter to routing. {@code k}, {@code j} and {@code a.b} are never arrays, so that they can be
 * shard keys.
 */
public final class RandomQueries {
  private static final List<String> PATHS = List.of("k", "j", "a.b", "v", "_id", "tags");

  private final SimRandom random;

  public RandomQueries(SimRandom random) {
    this.random = random;
  }

  private boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  /** Mostly small whole numbers, so that things meet. */
  public BsonValue value() {
    return switch (random.nextInt(16)) {
      case 0 -> BsonNull.VALUE;
      case 1 -> new BsonDouble(random.nextInt(20) - 10 + 0.5);
      case 2 -> new BsonDouble(random.nextInt(20) - 10);
      case 3 -> new BsonInt64(random.nextInt(20) - 10);
      case 4 -> new BsonString("");
      case 5, 6 -> new BsonString("abcde".substring(random.nextInt(4)));
      case 7 -> BsonBoolean.valueOf(oneIn(2));
      case 8 -> new BsonDateTime(random.nextInt(5) * 1000L);
      case 9 -> new BsonDocument("b", new BsonInt32(random.nextInt(5)));
      case 10 -> special();
      default -> new BsonInt32(random.nextInt(20) - 10);
    };
  }

  private BsonValue special() {
    return switch (random.nextInt(4)) {
      case 0 -> new BsonMinKey();
      case 1 -> new BsonMaxKey();
      case 2 -> new BsonDouble(Double.NaN);
      default -> new BsonDouble(Double.POSITIVE_INFINITY);
    };
  }

  public BsonDocument document(int id) {
    BsonDocument document = new BsonDocument("_id", new BsonInt32(id));
    if (!oneIn(8)) {
      document.append("k", value());
    }
    if (!oneIn(8)) {
      document.append("j", value());
    }
    switch (random.nextInt(8)) {
      case 0 -> {}
      case 1 -> document.append("a", new BsonInt32(1));
      case 2 -> document.append("a", new BsonDocument());
      default -> document.append("a", new BsonDocument("b", value()));
    }
    document.append("v", new BsonInt32(random.nextInt(5)));
    if (oneIn(3)) {
      document.append("tags", new BsonArray(List.of(value(), value())));
    }
    return document;
  }

  /** A filter; {@code depth} is how deep logical operators may nest. */
  public BsonDocument filter(int depth) {
    BsonDocument filter = new BsonDocument();
    for (int n = random.nextInt(3); n >= 0; n--) {
      if (depth > 0 && oneIn(4)) {
        String operator = List.of("$and", "$or", "$nor").get(random.nextInt(3));
        BsonArray branches = new BsonArray();
        for (int b = random.nextInt(3); b >= 0; b--) {
          branches.add(filter(depth - 1));
        }
        filter.append(operator, branches);
      } else {
        filter.append(PATHS.get(random.nextInt(PATHS.size())), condition());
      }
    }
    return oneIn(10) ? new BsonDocument() : filter;
  }

  private BsonValue condition() {
    if (oneIn(3)) {
      return oneIn(8) ? new BsonRegularExpression("^ab") : value();
    }
    BsonDocument condition = operator();
    if (oneIn(4)) {
      condition.putAll(operator());
    }
    return oneIn(6) ? new BsonDocument("$not", condition) : condition;
  }

  private BsonDocument operator() {
    return switch (random.nextInt(12)) {
      case 0 -> new BsonDocument("$gt", value());
      case 1 -> new BsonDocument("$gte", value());
      case 2 -> new BsonDocument("$lt", value());
      case 3 -> new BsonDocument("$lte", value());
      case 4 -> new BsonDocument("$ne", value());
      case 5 -> new BsonDocument("$in", values());
      case 6 -> new BsonDocument("$nin", values());
      case 7 -> new BsonDocument("$exists", BsonBoolean.valueOf(oneIn(2)));
      case 8 -> new BsonDocument("$type", new BsonString(oneIn(2) ? "number" : "string"));
      case 9 ->
          new BsonDocument("$mod", new BsonArray(List.of(new BsonInt32(2), new BsonInt32(1))));
      case 10 -> new BsonDocument("$all", values());
      default -> new BsonDocument("$eq", value());
    };
  }

  private BsonArray values() {
    List<BsonValue> values = new ArrayList<>();
    for (int n = random.nextInt(3); n >= 0; n--) {
      values.add(value());
    }
    return new BsonArray(values);
  }
}
