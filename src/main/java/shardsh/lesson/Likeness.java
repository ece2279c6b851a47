package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;

/** When a value of a lesson file counts as the same as one of the cluster. */
final class Likeness {
  private Likeness() {}

  /** Same values: numbers by their value, fields of documents in any order. */
  static boolean same(BsonValue wanted, BsonValue found) {
    if (wanted.isDocument() && found.isDocument()) {
      return wanted.asDocument().size() == found.asDocument().size()
          && partOf(wanted.asDocument(), found.asDocument());
    }
    if (wanted.isArray() && found.isArray()) {
      return sameArrays(wanted.asArray(), found.asArray());
    }
    if (wanted.isNumber() && found.isNumber()) {
      return BsonOrder.SIMPLE.compare(wanted, found) == 0;
    }
    return wanted.equals(found);
  }

  private static boolean sameArrays(BsonArray wanted, BsonArray found) {
    if (wanted.size() != found.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      if (!same(wanted.get(i), found.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** How many of the fields or items that are wanted are not there with their values. */
  static int differing(BsonValue wanted, BsonValue found) {
    if (same(wanted, found)) {
      return 0;
    }
    int count = 0;
    if (wanted.isDocument() && found.isDocument()) {
      for (String name : wanted.asDocument().keySet()) {
        BsonValue value = found.asDocument().get(name);
        count += value != null && same(wanted.asDocument().get(name), value) ? 0 : 1;
      }
    } else if (wanted.isArray() && found.isArray()) {
      List<BsonValue> rest = new ArrayList<>(found.asArray().getValues());
      for (BsonValue item : wanted.asArray()) {
        Optional<BsonValue> match = rest.stream().filter(have -> contains(item, have)).findFirst();
        match.ifPresent(rest::remove);
        count += match.isPresent() ? 0 : 1;
      }
    }
    return Math.max(1, count);
  }

  /** Whether every field that is wanted is there with that value. */
  static boolean partOf(BsonDocument wanted, BsonDocument found) {
    for (String name : wanted.keySet()) {
      BsonValue value = found.get(name);
      if (value == null || !same(wanted.get(name), value)) {
        return false;
      }
    }
    return true;
  }

  /** Whether an event is one of the kind that a partial event describes. */
  static boolean isEvent(BsonDocument wanted, BsonDocument event) {
    for (String name : wanted.keySet()) {
      BsonValue value = event.get(name);
      if (value == null || !sameInEvent(wanted.get(name), value)) {
        return false;
      }
    }
    return true;
  }

  /** Bounds of events are lists of values; files write them as bounds everywhere. */
  private static boolean sameInEvent(BsonValue wanted, BsonValue found) {
    if (!found.isArray() || wanted.isArray()) {
      return same(wanted, found);
    }
    List<BsonValue> values = found.asArray().getValues();
    if (wanted.isDocument()) {
      return sameArrays(
          new BsonArray(new ArrayList<>(wanted.asDocument().values())), found.asArray());
    }
    if (wanted.isString() && wanted.asString().getValue().equals("Min")) {
      return values.stream().allMatch(BsonMinKey.class::isInstance);
    }
    if (wanted.isString() && wanted.asString().getValue().equals("Max")) {
      return values.stream().allMatch(BsonMaxKey.class::isInstance);
    }
    return values.size() == 1 && same(wanted, values.get(0));
  }

  /** As {@link #same}, but {@code _id} counts only where it is wanted. */
  static boolean sameDocument(BsonValue wanted, BsonValue found) {
    if (!wanted.isDocument() || !found.isDocument() || wanted.asDocument().containsKey("_id")) {
      return same(wanted, found);
    }
    int id = found.asDocument().containsKey("_id") ? 1 : 0;
    return wanted.asDocument().size() == found.asDocument().size() - id
        && partOf(wanted.asDocument(), found.asDocument());
  }

  /** Whether a value found has what is wanted of it: for documents, those fields. */
  static boolean contains(BsonValue wanted, BsonValue found) {
    return wanted.isDocument() && found.isDocument()
        ? partOf(wanted.asDocument(), found.asDocument())
        : same(wanted, found);
  }
}
