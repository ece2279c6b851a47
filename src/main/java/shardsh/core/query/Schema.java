package shardsh.core.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;

/**
 * A compiled JSON schema: conditions that a value must all meet. A condition about objects, arrays,
 * strings or numbers does not concern values of other kinds. Source: JSON Schema draft 4 with the
 * server's extensions, as the manual's page on $jsonSchema lists them.
 */
public final class Schema {

  /** One keyword's demand. */
  interface Condition {
    boolean meets(BsonValue value);
  }

  private final List<Condition> conditions;

  Schema(List<Condition> conditions) {
    this.conditions = List.copyOf(conditions);
  }

  /** Whether the value meets all conditions. */
  public boolean validates(BsonValue value) {
    for (Condition condition : conditions) {
      if (!condition.meets(value)) {
        return false;
      }
    }
    return true;
  }

  /** Conditions on the members of an object, by name, by pattern, and on all others. */
  record Members(
      Map<String, Schema> properties, Map<RegexPattern, Schema> patterns, Schema additional)
      implements Condition {

    Members {
      properties = new LinkedHashMap<>(properties);
      patterns = new LinkedHashMap<>(patterns);
    }

    @Override
    public boolean meets(BsonValue value) {
      if (!(value instanceof BsonDocument)) {
        return true;
      }
      for (Map.Entry<String, BsonValue> field : ((BsonDocument) value).entrySet()) {
        if (!meets(field.getKey(), field.getValue())) {
          return false;
        }
      }
      return true;
    }

    private boolean meets(String name, BsonValue value) {
      Schema named = properties.get(name);
      boolean known = named != null;
      if (known && !named.validates(value)) {
        return false;
      }
      for (Map.Entry<RegexPattern, Schema> pattern : patterns.entrySet()) {
        if (pattern.getKey().finds(name)) {
          known = true;
          if (!pattern.getValue().validates(value)) {
            return false;
          }
        }
      }
      return known || additional.validates(value);
    }
  }

  /** Conditions on the elements of an array: the first ones each their own, then all others. */
  record Items(List<Schema> first, Schema others) implements Condition {
    Items {
      first = List.copyOf(first);
    }

    @Override
    public boolean meets(BsonValue value) {
      if (!(value instanceof BsonArray)) {
        return true;
      }
      BsonArray array = (BsonArray) value;
      for (int i = 0; i < array.size(); i++) {
        if (!(i < first.size() ? first.get(i) : others).validates(array.get(i))) {
          return false;
        }
      }
      return true;
    }
  }

  /** Whether no two elements are equal; the order of fields in objects does not count. */
  static boolean distinct(BsonArray array) {
    List<BsonValue> sorted = new ArrayList<>();
    for (BsonValue element : array) {
      sorted.add(withSortedFields(element));
    }
    sorted.sort(BsonOrder.SIMPLE);
    for (int i = 1; i < sorted.size(); i++) {
      if (BsonOrder.SIMPLE.equal(sorted.get(i - 1), sorted.get(i))) {
        return false;
      }
    }
    return true;
  }

  static BsonValue withSortedFields(BsonValue value) {
    if (value instanceof BsonArray) {
      BsonArray array = new BsonArray();
      ((BsonArray) value).forEach(element -> array.add(withSortedFields(element)));
      return array;
    }
    if (!(value instanceof BsonDocument)) {
      return value;
    }
    BsonDocument sorted = new BsonDocument();
    ((BsonDocument) value)
        .entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .forEach(field -> sorted.append(field.getKey(), withSortedFields(field.getValue())));
    return sorted;
  }
}
