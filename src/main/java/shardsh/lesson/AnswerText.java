package shardsh.lesson;

import java.math.BigDecimal;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Answers to questions as learners write them. */
public final class AnswerText {
  /** Digits, perhaps with a unit behind them: {@code 3}, {@code 3 chunks}, {@code 70MB}. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?:=|(?:all|only|just|exactly)\\s|全部|只|就|一共|共)?\\s*([-+]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})(?:\\.[0-9]{1,9})?)(?:\\s*[\\p{L}%][\\p{L}"
              + " %]{0,23})?\\.?");

  private static final Pattern WORDS =
      Pattern.compile("(?:(?:all|only|just|exactly)\\s+|全部|只|就|一共|共)?(.+?)\\.?");

  private static final Pattern VERSION =
      Pattern.compile(
          "[vV]?\\s*([0-9]{1,9})\\s*[|.,:]\\s*([0-9]{1,9})\\.?"
              + "|(?:Timestamp)?\\(\\{?(?:t:)?\\s*([0-9]{1,9}),\\s*(?:i:)?\\s*([0-9]{1,9})\\}?\\)");

  private static final Pattern PLACE =
      Pattern.compile("(?:option|no\\.?|选项|第|选|\\()?\\s*([0-9]{1,2})\\s*(?:个|项|号|\\)|\\.)?");

  /** Words that turn what stands beside them into its contrary. */
  private static final Pattern DENIAL =
      Pattern.compile("\\b(?:not|no|never|none|nobody|nothing|without|cannot|t)\\b|[不没无未别]");

  /** A name of a node, e.g. {@code s1}. */
  private static final Pattern NAME = Pattern.compile("(?<![a-z0-9])[a-z]+[0-9]+(?![a-z0-9])");

  private static final Pattern AND =
      Pattern.compile("\\s*(?:[,;]|->|→|&|\\b(?:and|then)\\b|[和与及])\\s*");

  private static final Pattern AND_OR_SPACE =
      Pattern.compile("(?:[,;\\s]|->|→|&|\\b(?:and|then)\\b|[和与及])+");

  private AnswerText() {}

  /**
   * An answer as a value: a number, a text, or for several options an array of ids. An option may
   * be given by its id, by its number from 1 or by its text; a number may be in words or have its
   * unit behind it; Chinese signs and wide digits count as what they mean.
   *
   * @throws IllegalArgumentException with what is wanted instead
   */
  public static BsonValue read(Question question, String text) {
    String answer = unquoted(narrow(text).strip());
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

  /** Wide signs as narrow ones. */
  private static String narrow(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC)
        .replace('、', ',')
        .replace('。', '.')
        .replaceAll("[“”「」『』]", "\"")
        .replaceAll("[‘’]", "'");
  }

  private static String unquoted(String text) {
    boolean quoted =
        text.length() >= 2
            && "\"'`".indexOf(text.charAt(0)) >= 0
            && text.charAt(text.length() - 1) == text.charAt(0);
    return quoted ? text.substring(1, text.length() - 1).strip() : text;
  }

  private static BsonValue number(String text) {
    Matcher matcher = NUMBER.matcher(text);
    if (matcher.matches()) {
      return number(new BigDecimal(matcher.group(1).replace(",", "")));
    }
    Matcher words = WORDS.matcher(text.toLowerCase(Locale.ROOT));
    OptionalInt number = words.matches() ? NumberWords.read(words.group(1)) : OptionalInt.empty();
    return new BsonInt32(
        number.orElseThrow(() -> new IllegalArgumentException("a number is wanted")));
  }

  private static BsonValue number(BigDecimal number) {
    double value = number.doubleValue();
    return value == (int) value ? new BsonInt32((int) value) : new BsonDouble(value);
  }

  private static BsonValue version(String text) {
    Matcher matcher = VERSION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("a version is wanted, like 2|1");
    }
    boolean bar = matcher.group(1) != null;
    return new BsonString(
        bar
            ? matcher.group(1) + "|" + matcher.group(2)
            : matcher.group(3) + "|" + matcher.group(4));
  }

  private static String option(Question question, String text) {
    return find(question, text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "one of these is wanted: "
                        + question.options().stream()
                            .map(Question.Option::id)
                            .collect(Collectors.joining(", "))));
  }

  /** By its id, its number, or its text in any language if no other option has the same. */
  private static Optional<String> find(Question question, String text) {
    List<String> ids = question.options().stream().map(Question.Option::id).toList();
    String lower = text.toLowerCase(Locale.ROOT);
    for (String id : List.of(text, lower)) {
      if (ids.contains(id)) {
        return Optional.of(id);
      }
    }
    Matcher place = PLACE.matcher(lower);
    if (place.matches()) {
      int number = Integer.parseInt(place.group(1));
      if (number >= 1 && number <= ids.size()) {
        return Optional.of(ids.get(number - 1));
      }
    }
    String wanted = bare(text);
    List<String> found =
        question.options().stream()
            .filter(
                option ->
                    !wanted.isEmpty()
                        && (bare(option.id()).equals(wanted)
                            || option.text().byLocale().values().stream()
                                .anyMatch(words -> bare(words).equals(wanted))))
            .map(Question.Option::id)
            .toList();
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /**
   * The option that is meant by some of its words, e.g. {@code config servers} for {@code the
   * config servers on 27101}; empty when several have them, when its clause denies them, and when
   * they are the name of one node of several.
   */
  public static Optional<String> meant(Question question, String text) {
    String typed = words(text);
    if (question.type() != Question.Type.ONE
        || typed.length() < 2
        || typed.chars().noneMatch(Character::isLetter)) {
      return Optional.empty();
    }
    List<Question.Option> found =
        question.options().stream()
            .filter(option -> option.text().byLocale().values().stream().anyMatch(has(typed)))
            .toList();
    return found.size() == 1
            && found.get(0).text().byLocale().values().stream().noneMatch(denies(typed))
        ? Optional.of(found.get(0).id())
        : Optional.empty();
  }

  private static Predicate<String> has(String typed) {
    return text -> rest(text, typed).isPresent();
  }

  private static Predicate<String> denies(String typed) {
    return text ->
        rest(text, typed)
            .filter(rest -> DENIAL.matcher(rest).find() || isOneOfSeveralNames(typed, text))
            .isPresent();
  }

  /** Whoever names one node has not named the others beside it. */
  private static boolean isOneOfSeveralNames(String typed, String text) {
    return NAME.matcher(typed).matches()
        && NAME.matcher(words(text)).results().map(MatchResult::group).distinct().count() > 1;
  }

  /**
   * What a clause of a text says besides some of its words; empty when no clause has all of them in
   * a row.
   */
  private static Optional<String> rest(String text, String typed) {
    Pattern row = Pattern.compile("(?<![a-z0-9])" + Pattern.quote(typed) + "(?![a-z0-9])");
    return Stream.of(narrow(text).split("[,;:.?!]"))
        .map(AnswerText::words)
        .map(row::matcher)
        .filter(Matcher::find)
        .findFirst()
        .map(found -> found.replaceFirst(" "));
  }

  private static String words(String text) {
    return narrow(text).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}$|]+", " ").strip();
  }

  /** Without what learners leave out: case, spaces, signs around words, Markdown. */
  private static String bare(String text) {
    StringBuilder bare = new StringBuilder();
    narrow(text)
        .toLowerCase(Locale.ROOT)
        .codePoints()
        .filter(c -> Character.isLetterOrDigit(c) || "$|<>=+%".indexOf(c) >= 0)
        .forEach(bare::appendCodePoint);
    return bare.toString();
  }

  private static BsonArray options(Question question, String text) {
    String list =
        text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
    Optional<String> whole = find(question, list);
    if (whole.isPresent()) {
      return new BsonArray(List.of(new BsonString(whole.get())));
    }
    try {
      return options(question, AND.split(list));
    } catch (IllegalArgumentException e) {
      return options(question, AND_OR_SPACE.split(list));
    }
  }

  private static BsonArray options(Question question, String[] parts) {
    Set<BsonValue> chosen = new LinkedHashSet<>();
    for (String part : parts) {
      if (!part.isBlank()) {
        chosen.add(new BsonString(option(question, unquoted(part.strip()))));
      }
    }
    return new BsonArray(new ArrayList<>(chosen));
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
    String text = narrow(ValueText.of(value)).strip().toLowerCase(Locale.ROOT);
    return text.length() > 1 && text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
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
