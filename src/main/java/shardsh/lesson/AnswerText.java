package shardsh.lesson;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Answers to questions as learners write them. */
public final class AnswerText {
  private AnswerText() {}

  /**
   * An answer as a value: a number, a text, or for several options an array of ids. An option may
   * be given by its id or by its number from 1.
   *
   * @throws IllegalArgumentException with what is wanted instead
   */
  public static BsonValue read(Question question, String text) {
    String answer = unquoted(text.strip());
    return switch (question.type()) {
      case NUMBER -> number(answer);
      case VERSION -> version(answer);
      case ONE -> new BsonString(option(question, answer));
      case MANY, ORDER -> options(question, answer);
      case TEXT -> {
        if (answer.isEmpty()) {
          throw new IllegalArgumentException("an answer is wanted");
        }
        yield new BsonString(answer);
      }
    };
  }

  private static String unquoted(String text) {
    boolean quoted =
        text.length() >= 2
            && "\"'`".indexOf(text.charAt(0)) >= 0
            && text.charAt(text.length() - 1) == text.charAt(0);
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  private static BsonValue number(String text) {
    try {
      return number(new BigDecimal(text));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a number is wanted", e);
    }
  }

  private static BsonValue number(BigDecimal number) {
    double value = number.doubleValue();
    return value == (int) value ? new BsonInt32((int) value) : new BsonDouble(value);
  }

  private static BsonValue version(String text) {
    String version = text.replaceFirst("^v", "").replace(" ", "");
    if (!version.matches("[0-9]{1,9}\\|[0-9]{1,9}")) {
      throw new IllegalArgumentException("a version is wanted, like 2|1");
    }
    return new BsonString(version);
  }

  private static String option(Question question, String text) {
    List<String> ids = question.options().stream().map(Question.Option::id).toList();
    if (ids.contains(text)) {
      return text;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (ids.contains(lower)) {
      return lower;
    }
    if (text.matches("[0-9]{1,2}")) {
      int place = Integer.parseInt(text);
      if (place >= 1 && place <= ids.size()) {
        return ids.get(place - 1);
      }
    }
    throw new IllegalArgumentException("one of these is wanted: " + String.join(", ", ids));
  }

  private static BsonArray options(Question question, String text) {
    List<BsonValue> chosen = new ArrayList<>();
    String list =
        text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
    for (String part : list.split("[,\\s]+")) {
      if (!part.isEmpty()) {
        chosen.add(new BsonString(option(question, unquoted(part))));
      }
    }
    return new BsonArray(chosen);
  }

  /** Whether an answer is the key. */
  public static boolean isRight(Question question, BsonValue given, BsonValue key) {
    return switch (question.type()) {
      case MANY -> ids(given).equals(ids(key));
      case TEXT -> plain(given).equals(plain(key));
      case ONE, VERSION -> plain(given).equals(plain(key));
      case NUMBER, ORDER -> Likeness.same(key, given);
    };
  }

  private static String plain(BsonValue value) {
    return ValueText.of(value).strip().toLowerCase(Locale.ROOT);
  }

  private static TreeSet<String> ids(BsonValue value) {
    TreeSet<String> ids = new TreeSet<>();
    if (value.isArray()) {
      value.asArray().forEach(id -> ids.add(ValueText.of(id)));
    } else {
      ids.add(ValueText.of(value));
    }
    return ids;
  }
}
