package shardsh.lesson;

import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Values of checks as they are told to people: without the brackets of the outermost. */
final class ValueWords {
  private static final int ITEMS_MAX = 6;

  /** What is said where there is none. */
  static final Phrase NOTHING = new Phrase("nothing", "没有");

  private ValueWords() {}

  /** {@code s0 3, s1 2} for a document, {@code 3, 2} for an array. */
  static Phrase of(BsonValue value) {
    if (value.isNull()) {
      return NOTHING;
    }
    if (value.isDocument()) {
      BsonDocument fields = value.asDocument();
      return fields.isEmpty() ? NOTHING : Phrase.of(fields(fields));
    }
    return value.isArray() ? items(value.asArray()) : Phrase.of(ValueText.of(value));
  }

  /** Documents as they are, or that there are none. */
  static Phrase documents(List<? extends BsonValue> documents) {
    return items(new BsonArray(documents));
  }

  /** Only the fields that another document of the same fields has with other values. */
  static BsonValue differing(BsonValue value, BsonValue other) {
    if (!value.isDocument()
        || !other.isDocument()
        || !value.asDocument().keySet().equals(other.asDocument().keySet())) {
      return value;
    }
    BsonDocument left = new BsonDocument();
    value
        .asDocument()
        .forEach(
            (name, field) -> {
              if (!Likeness.same(field, other.asDocument().get(name))) {
                left.append(name, field);
              }
            });
    return left;
  }

  private static String fields(BsonDocument document) {
    return document.entrySet().stream()
        .map(field -> field.getKey() + " " + ValueText.of(field.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static Phrase items(BsonArray array) {
    if (array.isEmpty()) {
      return NOTHING;
    }
    String shown =
        array.stream().limit(ITEMS_MAX).map(ValueWords::item).collect(Collectors.joining(", "));
    int more = array.size() - ITEMS_MAX;
    return more > 0
        ? new Phrase(shown + " and " + more + " more", shown + " 等，还有 " + more + " 个")
        : Phrase.of(shown);
  }

  /** A row of a table is told without brackets, too. */
  private static String item(BsonValue item) {
    return item.isArray()
        ? item.asArray().stream().map(ValueText::of).collect(Collectors.joining(" "))
        : ValueText.of(item);
  }
}
