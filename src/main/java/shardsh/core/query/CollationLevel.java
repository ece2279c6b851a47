package shardsh.core.query;

import java.nio.charset.StandardCharsets;
import java.text.Collator;
import java.text.Normalizer;
import java.text.ParseException;
import java.text.RuleBasedCollator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * One comparison that a collation makes; the next one decides where this one finds no difference.
 * Comparison and key agree: keys of one level compare as unsigned bytes.
 */
final class CollationLevel {
  private static final String SPACES = "<' ';'\u00a0'";
  private static final String PUNCTUATION =
      "<'_'<'-'<','<';'<':'<'!'<\u00a1<'?'<\u00bf<'.'<'\u0027'<'\"'<\u00ab<\u00bb<'('<')'"
          + "<'['<']'<'{'<'}'<\u00a7<\u00b6<'@'<'*'<'/'<'\\'<'&'<'#'<'%'";
  private static final String SYMBOLS =
      "<'`'<\u00b4<\u00a8<'^'<\u00af<\u00b8<\u00b0<\u00a9<\u00ae<'+'<\u00b1<\u00f7<\u00d7<'<'<'='"
          + "<'>'<'|'<\u00a6<'~'<\u00b7<\u00a4<\u00a2<'$'<\u00a3<\u00a5<\u20ac";

  private final Collator collator;
  private final UnaryOperator<String> prepare;
  private final boolean reversed;

  private CollationLevel(Collator collator, UnaryOperator<String> prepare, boolean reversed) {
    this.collator = collator;
    this.prepare = prepare;
    this.reversed = reversed;
  }

  /** The comparisons of a specification, the deciding one first. */
  static List<CollationLevel> of(CollationSpec spec) {
    String rules = rules(spec);
    UnaryOperator<String> numbers =
        spec.numericOrdering() ? CollationLevel::numbersByValue : UnaryOperator.identity();
    UnaryOperator<String> shifted =
        spec.alternate().equals("shifted")
            ? text -> numbers.apply(withoutVariables(text, spec.maxVariable().equals("space")))
            : numbers;
    List<CollationLevel> levels = new ArrayList<>();
    boolean upperFirst = spec.caseFirst().equals("upper");
    int strength = Math.min(spec.strength(), 3);
    if (strength == 3 && !upperFirst) {
      levels.add(new CollationLevel(collator(rules, 3), shifted, false));
    } else {
      levels.add(new CollationLevel(collator(rules, Math.min(strength, 2)), shifted, false));
      if (spec.caseLevel() || strength == 3) {
        UnaryOperator<String> letters = text -> shifted.apply(withoutAccents(text));
        levels.add(
            new CollationLevel(collator(rules, 3), strength == 3 ? shifted : letters, upperFirst));
      }
    }
    if (spec.strength() >= 4 && spec.alternate().equals("shifted")) {
      levels.add(new CollationLevel(collator(rules, 3), numbers, false));
    }
    if (spec.strength() == 5) {
      levels.add(new CollationLevel(null, CollationLevel::decomposed, false));
    }
    return levels;
  }

  int compare(String left, String right) {
    String a = prepare.apply(left);
    String b = prepare.apply(right);
    int compared = collator == null ? compareBytes(a, b) : collator.compare(a, b);
    return reversed ? -compared : compared;
  }

  private static int compareBytes(String left, String right) {
    return Arrays.compareUnsigned(
        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Ends with two zero bytes (of the key before reversal), which no key contains at even places.
   */
  byte[] key(String text) {
    String prepared = prepare.apply(text);
    byte[] key =
        collator == null
            ? prepared.getBytes(StandardCharsets.UTF_8)
            : collator.getCollationKey(prepared).toByteArray();
    byte[] ended = Arrays.copyOf(key, key.length + 2);
    if (reversed) {
      for (int i = 0; i < ended.length; i++) {
        ended[i] = (byte) ~ended[i];
      }
    }
    return ended;
  }

  private static Collator collator(String rules, int strength) {
    try {
      RuleBasedCollator collator = new RuleBasedCollator(rules);
      collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
      collator.setStrength(strength - 1);
      return collator;
    } catch (ParseException e) {
      throw new IllegalStateException("collation rules do not parse: " + rules, e);
    }
  }

  /**
   * The runtime's rules for the language, with blanks and punctuation made letters below digits.
   */
  private static String rules(CollationSpec spec) {
    Locale locale = Locale.forLanguageTag(spec.locale().replace('_', '-'));
    String rules = ((RuleBasedCollator) Collator.getInstance(locale)).getRules();
    int blanks = rules.indexOf(";' '");
    int accents = rules.indexOf(";\u0301");
    int symbols = rules.indexOf(",'-'");
    int digits = rules.indexOf("<0<1");
    if (blanks < 0 || accents < blanks || symbols < accents || digits < symbols) {
      throw new IllegalStateException("this Java runtime has other collation rules: " + rules);
    }
    int tailoring = rules.indexOf("&AE,\u00c6", digits);
    return rules.substring(0, blanks)
        + rules.substring(accents, symbols)
        + SPACES
        + PUNCTUATION
        + SYMBOLS
        + rules.substring(digits, tailoring)
        + otherAlphabets()
        + rules.substring(tailoring).replace("@", "")
        + (spec.backwards() ? "@" : "");
  }

  private static String otherAlphabets() {
    StringBuilder rules = new StringBuilder();
    for (char c = '\u03b1'; c <= '\u03c9'; c++) {
      rules.append('<').append(c).append(',').append(Character.toUpperCase(c));
    }
    for (char c = '\u0430'; c <= '\u044f'; c++) {
      rules.append('<').append(c).append(',').append(Character.toUpperCase(c));
    }
    return rules.toString().replace("<\u03c2,\u03a3", "");
  }

  private static String decomposed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFD);
  }

  private static String withoutAccents(String text) {
    StringBuilder letters = new StringBuilder();
    for (char c : decomposed(text).toCharArray()) {
      if (Character.getType(c) != Character.NON_SPACING_MARK) {
        letters.append(c);
      }
    }
    return letters.toString();
  }

  private static String withoutVariables(String text, boolean spacesOnly) {
    StringBuilder rest = new StringBuilder();
    for (char c : text.toCharArray()) {
      boolean blank = Character.isWhitespace(c) || Character.isSpaceChar(c);
      if (!blank && (spacesOnly || !isPunctuation(c))) {
        rest.append(c);
      }
    }
    return rest.toString();
  }

  private static boolean isPunctuation(char c) {
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }

  /** Runs of digits with their length in front, so that 9 sorts below 10; leading zeros dropped. */
  private static String numbersByValue(String text) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      if (!isDigit(text.charAt(i))) {
        out.append(text.charAt(i++));
        continue;
      }
      int end = i;
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
      }
      while (i < end - 1 && text.charAt(i) == '0') {
        i++;
      }
      int length = end - i;
      out.append("9".repeat(length / 9)).append(length % 9).append(text, i, end);
      i = end;
    }
    return out.toString();
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
