package shardsh.core.query;

import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.bson.BsonOrder;

/**
 * How strings compare: byte by byte (simple), or by the rules of a language. Source: the manual's
 * page on collation; languages are ordered by the tables of the Java runtime, with blanks and
 * punctuation below digits as in ICU. Not modelled, and refused: the {@code @collation=} variants
 * of a locale.
 */
public final class Collation {
  private static final Collation SIMPLE =
      new Collation(
          new BsonDocument("locale", new BsonString("simple")), BsonOrder.SIMPLE, List.of());

  private final BsonDocument spec;
  private final BsonOrder order;
  private final List<CollationLevel> levels;

  private Collation(BsonDocument spec, BsonOrder order, List<CollationLevel> levels) {
    this.spec = spec;
    this.order = order;
    this.levels = levels;
  }

  /** By UTF-8 bytes: the collation where nobody names one. */
  public static Collation simple() {
    return SIMPLE;
  }

  /**
   * Reads a specification, e.g. {@code {locale: "en", strength: 2}}; an empty document is the
   * simple collation, as in the server.
   *
   * @throws CommandException 40414 without locale, 40415 for an unknown field, TYPE_MISMATCH for a
   *     value of the wrong type, BAD_VALUE for one that is not allowed
   */
  public static Collation parse(BsonDocument spec) {
    if (spec.isEmpty()) {
      return SIMPLE;
    }
    CollationSpec parsed = CollationSpec.parse(spec);
    if (parsed.isSimple()) {
      return SIMPLE;
    }
    List<CollationLevel> levels = CollationLevel.of(parsed);
    Comparator<String> strings = (left, right) -> compare(levels, left, right);
    return new Collation(parsed.toBson(), new BsonOrder(strings), levels);
  }

  private static int compare(List<CollationLevel> levels, String left, String right) {
    if (left.equals(right)) {
      return 0;
    }
    for (int i = 0; i < levels.size(); i++) {
      int compared = levels.get(i).compare(left, right);
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  public boolean isSimple() {
    return this == SIMPLE;
  }

  /** The order of all values in which strings, at any depth, compare by this collation. */
  public BsonOrder order() {
    return order;
  }

  /**
   * The value as an index of this collation stores it: every string in it replaced by its
   * comparison key, one character per byte, so that the simple order of the results is this
   * collation's order.
   */
  public BsonValue comparisonValue(BsonValue value) {
    return isSimple() ? value : keyed(value);
  }

  private BsonValue keyed(BsonValue value) {
    return switch (value.getBsonType()) {
      case STRING -> new BsonString(key(value.asString().getValue()));
      case SYMBOL -> new BsonSymbol(key(value.asSymbol().getSymbol()));
      case DOCUMENT -> {
        BsonDocument document = new BsonDocument();
        value.asDocument().forEach((name, child) -> document.append(name, keyed(child)));
        yield document;
      }
      case ARRAY -> {
        BsonArray array = new BsonArray();
        value.asArray().forEach(child -> array.add(keyed(child)));
        yield array;
      }
      default -> value;
    };
  }

  private String key(String text) {
    StringBuilder key = new StringBuilder();
    for (CollationLevel level : levels) {
      for (byte b : level.key(text)) {
        key.append((char) (b & 0xFF));
      }
    }
    return key.toString();
  }

  /** Whether equality of the value depends on the collation: whether there is a string inside. */
  public static boolean dependsOnCollation(BsonValue value) {
    return switch (value.getBsonType()) {
      case STRING, SYMBOL -> true;
      case DOCUMENT -> value.asDocument().values().stream().anyMatch(Collation::dependsOnCollation);
      case ARRAY -> value.asArray().stream().anyMatch(Collation::dependsOnCollation);
      default -> false;
    };
  }

  /** Whether values of the type can contain strings. */
  static boolean dependsOnCollation(BsonType type) {
    return switch (type) {
      case STRING, SYMBOL, DOCUMENT, ARRAY -> true;
      default -> false;
    };
  }

  /** The complete specification with all defaults, as listIndexes and explain print it. */
  public BsonDocument toBson() {
    return spec;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Collation && ((Collation) other).spec.equals(spec);
  }

  @Override
  public int hashCode() {
    return spec.hashCode();
  }

  @Override
  public String toString() {
    return spec.toString();
  }
}
