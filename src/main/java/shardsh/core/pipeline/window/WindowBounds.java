package shardsh.core.pipeline.window;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.query.SortPattern;

/**
 * Which documents around one of them a function sees: by position, or by the value they are sorted
 * by. Without a specification it is the whole partition.
 */
public final class WindowBounds {
  private static final BsonString UNBOUNDED = new BsonString("unbounded");
  private static final BsonString CURRENT = new BsonString("current");

  private final boolean byValue;
  private final BsonValue lower;
  private final BsonValue upper;
  private final Optional<BsonString> unit;

  private WindowBounds(
      boolean byValue, BsonValue lower, BsonValue upper, Optional<BsonString> unit) {
    this.byValue = byValue;
    this.lower = lower;
    this.upper = upper;
    this.unit = unit;
  }

  /** The whole partition. */
  static final WindowBounds ALL = new WindowBounds(false, UNBOUNDED, UNBOUNDED, Optional.empty());

  private static CommandException failure(String message) {
    return new CommandException(ErrorCode.FAILED_TO_PARSE, message);
  }

  /**
   * Reads {@code {documents: […]}} or {@code {range: […], unit: …}}.
   *
   * @throws CommandException FAILED_TO_PARSE for a malformed window, or one by value without a
   *     single ascending field to sort by, Location5339902 for bounds in the wrong order
   */
  static WindowBounds parse(BsonValue spec, Optional<SortPattern> sort) {
    if (!spec.isDocument()) {
      throw failure("'window' field must be an object");
    }
    BsonDocument document = spec.asDocument();
    boolean documents = document.containsKey("documents");
    boolean range = document.containsKey("range");
    if (document.isEmpty()) {
      return ALL;
    }
    if (documents == range) {
      throw failure("Window bounds can specify either 'documents' or 'range', not both.");
    }
    for (String field : document.keySet()) {
      if (!field.equals("documents") && !field.equals("range") && !field.equals("unit")) {
        throw failure("'window' field that specifies " + field + " cannot have other fields");
      }
    }
    if (documents && document.containsKey("unit")) {
      throw failure("Window bounds can only specify 'unit' with range-based bounds.");
    }
    BsonValue bounds = document.get(documents ? "documents" : "range");
    if (!bounds.isArray() || bounds.asArray().size() != 2) {
      throw failure("Window bounds must be a 2-element array: " + ServerText.of(bounds));
    }
    BsonValue lower = bounds.asArray().get(0);
    BsonValue upper = bounds.asArray().get(1);
    check(lower, documents);
    check(upper, documents);
    if (Numbers.isNumber(lower)
        && Numbers.isNumber(upper)
        && BsonOrder.SIMPLE.compare(lower, upper) > 0) {
      throw Values.error(
          5339900,
          "Lower bound must not exceed upper bound: ["
              + ServerText.of(lower)
              + ", "
              + ServerText.of(upper)
              + "]");
    }
    if (range) {
      checkSort(sort);
    } else if (sort.isEmpty() && !(lower.equals(UNBOUNDED) && upper.equals(UNBOUNDED))) {
      throw Values.error(5339901, "Document-based bounds require a sortBy");
    }
    return new WindowBounds(
        range,
        lower,
        upper,
        document.isString("unit") ? Optional.of(document.getString("unit")) : Optional.empty());
  }

  private static void check(BsonValue bound, boolean whole) {
    if (bound.equals(UNBOUNDED) || bound.equals(CURRENT)) {
      return;
    }
    if (!Numbers.isNumber(bound) || (whole && !Numbers.isWholeInt(bound))) {
      throw failure(
          "Window bounds expression must be 'unbounded', 'current', or a number: "
              + ServerText.of(bound));
    }
  }

  private static void checkSort(Optional<SortPattern> sort) {
    if (sort.isEmpty() || sort.get().size() != 1 || sort.get().isDescending(0)) {
      throw Values.error(
          5339902, "Range-based bounds require a sortBy with exactly one ascending field");
    }
  }

  /** The positions that are seen from one: the first, and the one after the last. */
  public record Window(int from, int to) {}

  Window around(WindowPartition partition, int position) {
    return byValue ? byValue(partition, position) : byPosition(partition.size(), position);
  }

  private Window byPosition(int size, int position) {
    long from = lower.equals(UNBOUNDED) ? 0 : (long) position + offset(lower);
    long to = upper.equals(UNBOUNDED) ? size : (long) position + offset(upper) + 1;
    int first = (int) Math.max(0, Math.min(size, from));
    return new Window(first, (int) Math.max(first, Math.min(size, to)));
  }

  private static long offset(BsonValue bound) {
    return bound.equals(CURRENT) ? 0 : Numbers.toLong(bound);
  }

  private Window byValue(WindowPartition partition, int position) {
    BsonValue at = sortValue(partition, position);
    int from = 0;
    if (lower.equals(CURRENT)) {
      from = position;
    } else if (!lower.equals(UNBOUNDED)) {
      BsonValue least = moved(at, lower);
      while (from < partition.size() && compare(partition, from, least) < 0) {
        from++;
      }
    }
    int to = partition.size();
    if (upper.equals(CURRENT)) {
      to = position + 1;
    } else if (!upper.equals(UNBOUNDED)) {
      BsonValue most = moved(at, upper);
      to = from;
      while (to < partition.size() && compare(partition, to, most) <= 0) {
        to++;
      }
    }
    return new Window(from, Math.max(from, to));
  }

  private int compare(WindowPartition partition, int position, BsonValue bound) {
    return BsonOrder.SIMPLE.compare(sortValue(partition, position), bound);
  }

  private BsonValue sortValue(WindowPartition partition, int position) {
    BsonValue value = partition.sortValue(position);
    boolean fits =
        unit.isPresent() ? value instanceof BsonDateTime : value != null && Numbers.isNumber(value);
    if (!fits) {
      throw Values.error(
          unit.isPresent() ? 5429513 : 5429413,
          "Invalid range: Expected the sortBy field to be a "
              + (unit.isPresent() ? "Date" : "number")
              + ", but it was "
              + Values.typeName(value));
    }
    return value;
  }

  private BsonValue moved(BsonValue value, BsonValue by) {
    return unit.isPresent() ? ValueMath.later(value, by, unit.get()) : ValueMath.add(value, by);
  }

  /** As explain prints it. */
  BsonDocument toBson() {
    BsonArray bounds = new BsonArray(List.of(lower, upper));
    BsonDocument printed = new BsonDocument(byValue ? "range" : "documents", bounds);
    unit.ifPresent(name -> printed.append("unit", name));
    return printed;
  }
}
