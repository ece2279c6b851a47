package shardsh.lesson;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonValue;

/**
 * What came of a check.
 *
 * @param expected what should be, as a value; empty where words say it better
 * @param actual what is
 * @param phrase what is wrong in one line without the solution, in English and Chinese, e.g. {@code
 *     no migrate.start}; empty when it passed
 * @param missing how much is missing, in parts of the check, so that two findings of one check can
 *     be compared; 0 when it passed
 */
public record Finding(
    Status status,
    Optional<BsonValue> expected,
    Optional<BsonValue> actual,
    Text phrase,
    int missing) {

  private static final Finding FORGED =
      failed(
          "with other documents in the collection the command would not give what is asked for",
          "集合里换一批文档，这条命令给出的就不是要求的结果了");

  /** Wrong is told apart from broken. */
  public enum Status {
    PASSED,
    FAILED,
    /** A check that it depends on did not pass. */
    SKIPPED,
    /** The predicate threw or reached a limit: nothing can be said. */
    BROKEN
  }

  /** It holds. */
  public static Finding passed() {
    return of(Status.PASSED, "", "");
  }

  /** It does not hold: why, in both languages. */
  public static Finding failed(String en, String zh) {
    return of(Status.FAILED, en, zh);
  }

  /** What was asked for came out, but not of the documents that were to be asked. */
  public static Finding forged() {
    return FORGED;
  }

  /** Whether it is {@link #forged}: then a check's own message would not say what is wrong. */
  public boolean isForged() {
    return equals(FORGED);
  }

  static Finding failed(BsonValue expected, BsonValue actual) {
    BsonValue wanted = ValueWords.differing(expected, actual);
    BsonValue found = ValueWords.differing(actual, expected);
    return new Finding(
            Status.FAILED,
            Optional.of(expected),
            Optional.of(actual),
            text("", ""),
            Math.max(1, Likeness.differing(expected, actual)))
        .differing(ValueWords.of(wanted), ValueWords.of(found));
  }

  /** The same, with words for what is asked for and for what there is. */
  Finding differing(Phrase wanted, Phrase found) {
    return inWords(
        "asked for: " + wanted.en() + "; now: " + found.en(),
        "要求：" + wanted.zh() + "；现在：" + found.zh());
  }

  /** The same, where so many more differ than its words name. */
  Finding besides(int others) {
    return others == 0
        ? this
        : inWords(
            words("en") + "; " + others + " more differ", words("zh") + "；另有 " + others + " 项不同");
  }

  /** All is there, and these are there besides. */
  static Finding unwanted(BsonArray extra, Phrase words) {
    return failed(new BsonArray(), extra)
        .inWords("not asked for: " + words.en(), "不该有：" + words.zh())
        .missing(1);
  }

  /** The same, so much of it missing. */
  Finding missing(int parts) {
    return new Finding(status, expected, actual, phrase, parts);
  }

  /** The same in other words. */
  Finding inWords(String en, String zh) {
    return new Finding(status, expected, actual, text(en, zh), missing);
  }

  /** Nothing can be said; the reason is an error's text, which stays English. */
  public static Finding broken(String why) {
    return of(Status.BROKEN, why, why);
  }

  /** A check that was not looked at because of others. */
  public static Finding skipped(String needs) {
    return of(Status.SKIPPED, "needs: " + needs, "要先通过：" + needs);
  }

  private static Finding of(Status status, String en, String zh) {
    int missing = status == Status.PASSED ? 0 : 1;
    return new Finding(status, Optional.empty(), Optional.empty(), text(en, zh), missing);
  }

  private static Text text(String en, String zh) {
    Map<String, String> byLocale = new LinkedHashMap<>();
    byLocale.put("en", en);
    byLocale.put("zh", zh);
    return new Text(byLocale);
  }

  /** What is wrong, in English. */
  public String words() {
    return words("en");
  }

  /** What is wrong, in a locale. */
  public String words(String locale) {
    return phrase.in(locale);
  }

  /** Whether the check holds. */
  public boolean isPassed() {
    return status == Status.PASSED;
  }
}
