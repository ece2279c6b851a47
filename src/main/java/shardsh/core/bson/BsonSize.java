package shardsh.core.bson;

import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * How many bytes a value takes in BSON, computed without writing it. Source: the BSON
 * specification.
 */
public final class BsonSize {
  private BsonSize() {}

  /** A document that counts its own bytes faster than they are counted from outside. */
  public interface Counted {
    /** The size of the whole document in bytes, its length field and end mark included. */
    int bsonSize();
  }

  /** The size of a whole document, its length field and end mark included. */
  public static int of(BsonDocument document) {
    if (document instanceof Counted) {
      return ((Counted) document).bsonSize();
    }
    int size = 5;
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      size += 1 + ServerText.utf8Length(field.getKey()) + 1 + ofValue(field.getValue());
    }
    return size;
  }

  /** The size of a value without its field's type mark and name. */
  public static int ofValue(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> of(value.asDocument());
      case ARRAY -> ofArray(value);
      case STRING -> 5 + ServerText.utf8Length(value.asString().getValue());
      case SYMBOL -> 5 + ServerText.utf8Length(value.asSymbol().getSymbol());
      case JAVASCRIPT -> 5 + ServerText.utf8Length(value.asJavaScript().getCode());
      case JAVASCRIPT_WITH_SCOPE ->
          9
              + ServerText.utf8Length(value.asJavaScriptWithScope().getCode())
              + of(value.asJavaScriptWithScope().getScope());
      case BINARY -> 5 + value.asBinary().getData().length;
      case REGULAR_EXPRESSION ->
          2
              + ServerText.utf8Length(value.asRegularExpression().getPattern())
              + ServerText.utf8Length(value.asRegularExpression().getOptions());
      case DB_POINTER -> 17 + ServerText.utf8Length(value.asDBPointer().getNamespace());
      case OBJECT_ID -> 12;
      case DOUBLE, INT64, DATE_TIME, TIMESTAMP -> 8;
      case DECIMAL128 -> 16;
      case INT32 -> 4;
      case BOOLEAN -> 1;
      case NULL, UNDEFINED, MIN_KEY, MAX_KEY, END_OF_DOCUMENT -> 0;
    };
  }

  private static int ofArray(BsonValue array) {
    int size = 5;
    BsonArray elements = array.asArray();
    for (int i = 0; i < elements.size(); i++) {
      size += (i < 10 ? 3 : 2 + Integer.toString(i).length()) + ofValue(elements.get(i));
    }
    return size;
  }
}
