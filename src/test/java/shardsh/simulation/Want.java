package shardsh.simulation;

import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** A filter twice: as the cluster gets it, and as a plain predicate that shares no code with it. */
record Want(BsonDocument filter, Predicate<BsonDocument> predicate) {

  boolean matches(BsonDocument document) {
    return predicate.test(document);
  }

  static Want everything() {
    return new Want(new BsonDocument(), document -> true);
  }

  static Want is(String field, BsonValue value) {
    return new Want(
        new BsonDocument(field, value), document -> same(valueOf(document, field), value));
  }

  static Want between(String field, int low, int high) {
    BsonDocument range =
        new BsonDocument("$gte", new BsonInt32(low)).append("$lt", new BsonInt32(high));
    return new Want(
        new BsonDocument(field, range),
        document -> {
          BsonValue value = valueOf(document, field);
          return value.isNumber()
              && value.asNumber().doubleValue() >= low
              && value.asNumber().doubleValue() < high;
        });
  }

  static Want in(String field, List<BsonValue> values) {
    return new Want(
        new BsonDocument(field, new BsonDocument("$in", new BsonArray(values))),
        document -> values.stream().anyMatch(value -> same(valueOf(document, field), value)));
  }

  Want and(Want other) {
    BsonDocument both = filter.clone();
    boolean clash =
        other.filter.entrySet().stream()
            .anyMatch(
                field -> !filter.get(field.getKey(), field.getValue()).equals(field.getValue()));
    if (clash) {
      both = new BsonDocument("$and", new BsonArray(List.of(filter, other.filter)));
    } else {
      both.putAll(other.filter);
    }
    return new Want(both, predicate.and(other.predicate));
  }

  /** A field's value; a missing one is null, as for a shard. */
  static BsonValue valueOf(BsonDocument document, String field) {
    return document.get(field, BsonNull.VALUE);
  }

  /** Equality across number types; everything else as BSON. */
  static boolean same(BsonValue left, BsonValue right) {
    return left.isNumber() && right.isNumber()
        ? left.asNumber().doubleValue() == right.asNumber().doubleValue()
        : left.equals(right);
  }
}
