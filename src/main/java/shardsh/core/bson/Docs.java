package shardsh.core.bson;

import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/** Short ways to build values and to read fields of documents one knows the shape of. */
public final class Docs {
  private Docs() {}

  public static BsonDocument doc(String name, BsonValue value) {
    return new BsonDocument(name, value);
  }

  public static BsonString text(String value) {
    return new BsonString(value);
  }

  public static BsonInt32 int32(int value) {
    return new BsonInt32(value);
  }

  public static BsonInt64 int64(long value) {
    return new BsonInt64(value);
  }

  /** An int32 where it fits, else an int64: what a shell makes of a whole number. */
  public static BsonNumber number(long value) {
    return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
  }

  public static BsonDouble dbl(double value) {
    return new BsonDouble(value);
  }

  public static BsonBoolean bool(boolean value) {
    return BsonBoolean.valueOf(value);
  }

  public static BsonArray array(List<? extends BsonValue> values) {
    return new BsonArray(values);
  }

  /** The first field's name; a command's own name. Empty text for an empty document. */
  public static String firstName(BsonDocument document) {
    return document.isEmpty() ? "" : document.getFirstKey();
  }

  /** Whether a field counts as true: a true boolean or a number other than 0; missing is false. */
  public static boolean truthy(BsonDocument document, String name) {
    BsonValue value = document.get(name);
    if (value == null || value.isNull() || value.getBsonType() == BsonType.UNDEFINED) {
      return false;
    }
    if (value.isBoolean()) {
      return value.asBoolean().getValue();
    }
    return !value.isNumber() || value.asNumber().doubleValue() != 0;
  }

  /** A copy of the top level; nested values are shared. */
  public static BsonDocument copyOf(BsonDocument document) {
    // Room for two fields more, so that nothing is moved when they are appended.
    BsonDocument copy = new BsonDocument((document.size() + 2) * 4 / 3 + 1);
    copy.putAll(document);
    return copy;
  }

  /** The document as it is if it has an {@code _id}, else with a new one in front. */
  public static BsonDocument withId(BsonDocument document, Supplier<ObjectId> ids) {
    if (document.containsKey("_id")) {
      return document;
    }
    BsonDocument complete = new BsonDocument("_id", new BsonObjectId(ids.get()));
    complete.putAll(document);
    return complete;
  }
}
