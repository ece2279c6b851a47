package shardsh.core.update;

import java.util.Iterator;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Whether two values would have the same bytes: type and field order count, unlike in queries. */
final class Identity {
  private Identity() {}

  static boolean same(BsonValue left, BsonValue right) {
    if (left == right) {
      return true;
    }
    if (left == null || right == null || left.getBsonType() != right.getBsonType()) {
      return false;
    }
    return switch (left.getBsonType()) {
      case DOCUMENT -> same(left.asDocument(), right.asDocument());
      case ARRAY -> same(left.asArray(), right.asArray());
      case DOUBLE ->
          Double.doubleToRawLongBits(left.asDouble().getValue())
              == Double.doubleToRawLongBits(right.asDouble().getValue());
      default -> left.equals(right);
    };
  }

  private static boolean same(BsonDocument left, BsonDocument right) {
    if (left.size() != right.size()) {
      return false;
    }
    Iterator<Map.Entry<String, BsonValue>> others = right.entrySet().iterator();
    for (Map.Entry<String, BsonValue> field : left.entrySet()) {
      Map.Entry<String, BsonValue> other = others.next();
      if (!field.getKey().equals(other.getKey()) || !same(field.getValue(), other.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(BsonArray left, BsonArray right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!same(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }
}
