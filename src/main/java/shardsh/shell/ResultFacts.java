package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** What a result says whatever its fields are called: its numbers, else its texts. */
final class ResultFacts {
  private ResultFacts() {}

  /** What somebody who gives the same must say: the names of groups and documents are left out. */
  static List<BsonValue> of(BsonValue result) {
    List<BsonValue> all = new ArrayList<>();
    collect(result, false, all);
    List<BsonValue> numbers = all.stream().filter(BsonValue::isNumber).toList();
    return numbers.isEmpty() ? all : numbers;
  }

  /** All that a result says, how many documents it has included. */
  static List<BsonValue> having(BsonValue result) {
    List<BsonValue> all = new ArrayList<>();
    collect(result, true, all);
    if (result.isArray()) {
      all.add(fact(new BsonInt32(result.asArray().size())));
    }
    return all;
  }

  /** The values and the names of fields. */
  static Set<String> words(BsonValue result) {
    Set<String> words = new TreeSet<>();
    collect(result, words);
    return words;
  }

  private static void collect(BsonValue value, Set<String> into) {
    if (value.isArray()) {
      value.asArray().forEach(part -> collect(part, into));
    } else if (value.isDocument()) {
      value
          .asDocument()
          .forEach(
              (name, part) -> {
                into.add("a field " + name);
                collect(part, into);
              });
    } else if (value.isNumber() || value.isString()) {
      into.add(fact(value).toString());
    }
  }

  /** Whether each that is wanted is there, as often as it is wanted. */
  static boolean include(List<BsonValue> given, List<BsonValue> wanted) {
    List<BsonValue> rest = new ArrayList<>(given);
    return wanted.stream().allMatch(rest::remove);
  }

  private static void collect(BsonValue value, boolean withIds, List<BsonValue> into) {
    if (value.isArray()) {
      value.asArray().forEach(part -> collect(part, withIds, into));
    } else if (value.isDocument()) {
      value
          .asDocument()
          .forEach(
              (name, part) -> {
                if (withIds || !name.equals("_id")) {
                  collect(part, withIds, into);
                }
              });
    } else if (value.isNumber() || value.isString()) {
      into.add(fact(value));
    }
  }

  private static BsonValue fact(BsonValue value) {
    return value.isNumber() ? new BsonDouble(value.asNumber().doubleValue()) : value;
  }
}
