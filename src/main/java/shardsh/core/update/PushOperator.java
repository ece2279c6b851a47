package shardsh.core.update;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.query.QueryContext;

/** {@code $push} with {@code $each}, {@code $position}, {@code $slice} and {@code $sort}. */
record PushOperator(
    String path,
    List<BsonValue> values,
    Optional<Long> position,
    Optional<Long> slice,
    Optional<ElementSort> sort)
    implements UpdateOperator {
  private static final List<String> CLAUSES = List.of("$each", "$slice", "$sort", "$position");

  PushOperator {
    values = List.copyOf(values);
  }

  /**
   * @throws CommandException BAD_VALUE for an unknown clause or a clause's value that is not
   *     allowed
   */
  static PushOperator parse(String path, BsonValue argument, QueryContext context) {
    if (!argument.isDocument() || !argument.asDocument().containsKey("$each")) {
      return new PushOperator(
          path, List.of(argument), Optional.empty(), Optional.empty(), Optional.empty());
    }
    BsonDocument clauses = argument.asDocument();
    for (String clause : clauses.keySet()) {
      if (!CLAUSES.contains(clause)) {
        throw Application.badValue("Unrecognized clause in $push: " + clause);
      }
    }
    List<BsonValue> values = each(clauses.get("$each"));
    Optional<Long> slice = whole(clauses.get("$slice"), "$slice", " but was given type: ");
    Optional<ElementSort> sort =
        Optional.ofNullable(clauses.get("$sort"))
            .map(spec -> ElementSort.parse(spec, context.collation()));
    Optional<Long> position = whole(clauses.get("$position"), "$position", ", not of type: ");
    return new PushOperator(path, values, position, slice, sort);
  }

  private static List<BsonValue> each(BsonValue value) {
    if (!value.isArray()) {
      throw Application.badValue(
          "The argument to $each in $push must be an array but it was of type: "
              + Values.typeName(value));
    }
    return value.asArray();
  }

  private static Optional<Long> whole(BsonValue value, String clause, String complaint) {
    if (value == null) {
      return Optional.empty();
    }
    if (!Numbers.isNumber(value) || !Numbers.isWholeLong(value)) {
      throw Application.badValue(
          "The value for "
              + clause
              + " must be an integer value"
              + complaint
              + Values.typeName(value));
    }
    return Optional.of(Numbers.toLong(value));
  }

  @Override
  public BsonValue apply(BsonValue current, Application application) {
    if (current != null && !(current instanceof BsonArray)) {
      throw Application.badValue(
          "The field '"
              + path
              + "' must be an array but is of type "
              + Values.typeName(current)
              + " in document "
              + application.documentText());
    }
    List<BsonValue> elements =
        current == null ? new ArrayList<>() : new ArrayList<>(current.asArray().getValues());
    boolean changed = current == null || !values.isEmpty() || sort.isPresent();
    elements.addAll(insertAt(elements.size()), values);
    sort.ifPresent(order -> order.sort(elements));
    List<BsonValue> kept = slice.map(limit -> sliced(elements, limit)).orElse(elements);
    return changed || kept.size() < elements.size() ? new BsonArray(kept) : current;
  }

  private int insertAt(int size) {
    long at = position.orElse((long) size);
    return (int) (at < 0 ? Math.max(0, size + at) : Math.min(at, size));
  }

  private static List<BsonValue> sliced(List<BsonValue> elements, long limit) {
    int size = elements.size();
    return limit >= 0
        ? elements.subList(0, (int) Math.min(limit, size))
        : elements.subList((int) Math.max(0, size + limit), size);
  }
}
