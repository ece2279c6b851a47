package shardsh.core.update;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.BsonPath;
import shardsh.core.expr.Numbers;
import shardsh.core.query.Collation;

/**
 * The {@code $sort} of a {@code $push}: by whole elements, or by fields of elements that are
 * objects. Elements without the field count as null; arrays compare as they are.
 */
final class ElementSort {

  /** One field of the order; the empty path stands for the whole element. */
  private record Key(BsonPath path, boolean descending) {}

  private final List<Key> keys;
  private final BsonOrder order;

  private ElementSort(List<Key> keys, BsonOrder order) {
    this.keys = List.copyOf(keys);
    this.order = order;
  }

  /**
   * @throws CommandException BAD_VALUE unless it is 1, -1 or a document of them
   */
  static ElementSort parse(BsonValue spec, Collation collation) {
    List<Key> keys = new ArrayList<>();
    if (Numbers.isNumber(spec)) {
      keys.add(new Key(BsonPath.of(""), isDescending(spec)));
    } else if (spec.isDocument()) {
      if (spec.asDocument().isEmpty()) {
        throw Application.badValue("The $sort pattern is empty when it should be a set of fields.");
      }
      for (Map.Entry<String, BsonValue> field : spec.asDocument().entrySet()) {
        checkPath(field.getKey());
        keys.add(new Key(BsonPath.of(field.getKey()), isDescending(field.getValue())));
      }
    } else {
      throw Application.badValue(
          "The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort"
              + " embedded fields");
    }
    return new ElementSort(keys, collation.order());
  }

  private static void checkPath(String path) {
    if (path.isEmpty()) {
      throw Application.badValue("The $sort field cannot be empty");
    }
    if (BsonPath.of(path).parts().contains("")) {
      throw Application.badValue(
          "The $sort field is a dotted field but has an empty part: " + path);
    }
  }

  private static boolean isDescending(BsonValue direction) {
    boolean valid = Numbers.isWholeLong(direction) && Math.abs(Numbers.toLong(direction)) == 1;
    if (!valid) {
      throw Application.badValue("The $sort element value must be either 1 or -1");
    }
    return Numbers.toLong(direction) < 0;
  }

  /** Sorts in place; equal elements keep their order. */
  void sort(List<BsonValue> elements) {
    elements.sort(this::compare);
  }

  private int compare(BsonValue left, BsonValue right) {
    for (Key key : keys) {
      int compared = order.compare(value(left, key), value(right, key));
      if (compared != 0) {
        return key.descending() ? -compared : compared;
      }
    }
    return 0;
  }

  private static BsonValue value(BsonValue element, Key key) {
    if (key.path().text().isEmpty()) {
      return element;
    }
    return element instanceof BsonDocument
        ? key.path().objectValue((BsonDocument) element).orElse(BsonNull.VALUE)
        : BsonNull.VALUE;
  }
}
