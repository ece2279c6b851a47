package shardsh.core.query;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import shardsh.core.keys.Interval;

/** The interval that all values of one type class fill, as explain prints it. */
final class TypeBracket {
  private static final ObjectId LOWEST_ID = new ObjectId(new byte[12]);
  private static final ObjectId HIGHEST_ID = new ObjectId("ffffffffffffffffffffffff");

  private TypeBracket() {}

  /** The types that compare with each other by value. */
  static List<BsonType> classOf(BsonType type) {
    return switch (type) {
      case DOUBLE, INT32, INT64, DECIMAL128 ->
          List.of(BsonType.DOUBLE, BsonType.INT32, BsonType.INT64, BsonType.DECIMAL128);
      case STRING, SYMBOL -> List.of(BsonType.STRING, BsonType.SYMBOL);
      default -> List.of(type);
    };
  }

  /** All numbers but NaN: what {@code $lt} and {@code $gt} range over. */
  static Interval numbers() {
    return new Interval(
        new BsonDouble(Double.NEGATIVE_INFINITY),
        true,
        new BsonDouble(Double.POSITIVE_INFINITY),
        true);
  }

  static Interval of(BsonType type) {
    return switch (type) {
      case DOUBLE, INT32, INT64, DECIMAL128 ->
          closed(new BsonDouble(Double.NaN), new BsonDouble(Double.POSITIVE_INFINITY));
      case STRING, SYMBOL -> open(new BsonString(""), new BsonDocument());
      case DOCUMENT -> open(new BsonDocument(), new BsonArray());
      case ARRAY -> open(new BsonArray(), new BsonBinary(new byte[0]));
      case BINARY -> open(new BsonBinary(new byte[0]), new BsonObjectId(LOWEST_ID));
      case OBJECT_ID -> closed(new BsonObjectId(LOWEST_ID), new BsonObjectId(HIGHEST_ID));
      case BOOLEAN -> closed(BsonBoolean.FALSE, BsonBoolean.TRUE);
      case DATE_TIME -> closed(new BsonDateTime(Long.MIN_VALUE), new BsonDateTime(Long.MAX_VALUE));
      case TIMESTAMP -> closed(new BsonTimestamp(0), new BsonTimestamp(-1L));
      case REGULAR_EXPRESSION ->
          open(new BsonRegularExpression(""), new BsonDbPointer("", LOWEST_ID));
      case DB_POINTER -> open(new BsonDbPointer("", LOWEST_ID), new BsonJavaScript(""));
      case JAVASCRIPT ->
          open(new BsonJavaScript(""), new BsonJavaScriptWithScope("", new BsonDocument()));
      case JAVASCRIPT_WITH_SCOPE ->
          open(new BsonJavaScriptWithScope("", new BsonDocument()), new BsonMaxKey());
      case NULL -> Interval.point(BsonNull.VALUE);
      case UNDEFINED, END_OF_DOCUMENT -> Interval.point(new BsonUndefined());
      case MIN_KEY -> Interval.point(new BsonMinKey());
      case MAX_KEY -> Interval.point(new BsonMaxKey());
    };
  }

  private static Interval closed(BsonValue low, BsonValue high) {
    return new Interval(low, true, high, true);
  }

  private static Interval open(BsonValue low, BsonValue above) {
    return new Interval(low, true, above, false);
  }
}
