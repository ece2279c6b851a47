package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Small random documents and filters over the fields a and b, made to collide often. */
final class RandomQueries {
  private static final List<BsonValue> SCALARS =
      List.of(
          BsonNull.VALUE,
          new BsonInt32(0),
          new BsonInt32(1),
          new BsonInt32(2),
          new BsonInt64(2),
          new BsonDouble(1.0),
          new BsonDouble(1.5),
          new BsonDouble(Double.NaN),
          new BsonDouble(Double.POSITIVE_INFINITY),
          new BsonDouble(Double.NEGATIVE_INFINITY),
          new BsonDecimal128(Decimal128.parse("2.0")),
          new BsonDecimal128(Decimal128.parse("NaN")),
          new BsonString(""),
          new BsonString("ab"),
          new BsonString("AB"),
          new BsonString("abc"),
          new BsonString("b"),
          new BsonSymbol("ab"),
          BsonBoolean.FALSE,
          BsonBoolean.TRUE,
          new BsonDateTime(0),
          new BsonTimestamp(1, 1),
          new BsonObjectId(new ObjectId(new byte[12])),
          new BsonMinKey(),
          new BsonMaxKey(),
          new BsonRegularExpression("^ab"),
          new BsonRegularExpression("b", "i"));

  private final Random random;

  RandomQueries(long seed) {
    this.random = new Random(seed);
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  BsonValue value(int depth, boolean arrays) {
    int kind = random.nextInt(10);
    if (depth > 0 && kind < 2) {
      return object(depth - 1, arrays);
    }
    if (depth > 0 && kind < 5 && arrays) {
      BsonArray array = new BsonArray();
      for (int i = random.nextInt(4); i > 0; i--) {
        array.add(value(depth - 1, true));
      }
      return array;
    }
    return pick(SCALARS);
  }

  private BsonDocument object(int depth, boolean arrays) {
    BsonDocument document = new BsonDocument();
    for (String name : List.of("b", "c")) {
      if (chance(60)) {
        document.append(name, value(depth, arrays));
      }
    }
    return document;
  }

  /** Fields a and b, each missing now and then. */
  BsonDocument document(boolean arrays) {
    BsonDocument document = new BsonDocument();
    for (String name : List.of("a", "b")) {
      if (chance(85)) {
        document.append(
            name,
            chance(5) ? new BsonUndefined() : chance(30) ? object(2, arrays) : value(3, arrays));
      }
    }
    return document;
  }

  BsonDocument filter(List<String> paths, int depth) {
    if (depth > 0 && chance(30)) {
      BsonArray branches = new BsonArray();
      for (int i = random.nextInt(3); i >= 0; i--) {
        branches.add(filter(paths, depth - 1));
      }
      return new BsonDocument(pick(List.of("$and", "$or", "$nor")), branches);
    }
    BsonDocument filter = new BsonDocument();
    for (int i = random.nextInt(2); i >= 0; i--) {
      filter.put(pick(paths), predicate(depth));
    }
    return filter;
  }

  BsonValue predicate(int depth) {
    if (chance(15)) {
      return value(2, true);
    }
    BsonDocument operators = new BsonDocument();
    for (int i = random.nextInt(2); i >= 0; i--) {
      operator(operators, depth);
    }
    return operators;
  }

  private void operator(BsonDocument operators, int depth) {
    String name =
        pick(
            List.of(
                "$eq",
                "$gt",
                "$gte",
                "$lt",
                "$lte",
                "$ne",
                "$in",
                "$nin",
                "$not",
                "$exists",
                "$type",
                "$mod",
                "$regex",
                "$size",
                "$all",
                "$elemMatch",
                "$bitsAllSet"));
    BsonValue operand =
        switch (name) {
          case "$eq" -> value(2, true);
          case "$gt", "$gte", "$lt", "$lte", "$ne" -> plain();
          case "$in", "$nin", "$all" -> values();
          case "$not" -> depth > 0 ? operatorsOnly(depth - 1) : new BsonDocument("$gt", plain());
          case "$exists" -> BsonBoolean.valueOf(chance(50));
          case "$type" ->
              new BsonString(
                  pick(List.of("number", "string", "null", "array", "object", "int", "undefined")));
          case "$mod" -> new BsonArray(List.of(new BsonInt32(2), new BsonInt32(1)));
          case "$regex" -> new BsonString(pick(List.of("^ab", "^a", "b", "^ab.*c", "^ab?", "")));
          case "$size", "$bitsAllSet" -> new BsonInt32(random.nextInt(3));
          default -> elemMatch(depth);
        };
    operators.put(name, operand);
  }

  private BsonValue plain() {
    BsonValue value = value(2, true);
    return value instanceof BsonRegularExpression ? new BsonInt32(1) : value;
  }

  private BsonArray values() {
    List<BsonValue> values = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      values.add(value(1, true));
    }
    return new BsonArray(values);
  }

  private BsonDocument operatorsOnly(int depth) {
    BsonDocument operators = new BsonDocument();
    operator(operators, depth);
    return operators;
  }

  private BsonDocument elemMatch(int depth) {
    if (depth <= 0) {
      return new BsonDocument("$gt", plain());
    }
    return chance(50) ? operatorsOnly(depth - 1) : filter(List.of("b", "c"), depth - 1);
  }
}
