package shardsh.lesson;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Prose of a lesson, Markdown, in one or several languages.
 *
 * @param byLocale locale ({@code en}, {@code zh}, {@code pt_BR}) to words, in the file's order; the
 *     locale of a plain string is {@code ""}: the language of the course
 */
public record Text(Map<String, String> byLocale) {
  public Text {
    byLocale = Collections.unmodifiableMap(new LinkedHashMap<>(byLocale));
  }

  /** The words in a locale, else in its language, in English, or in whatever comes first. */
  public String in(String locale) {
    return exactly(locale)
        .or(() -> exactly(locale.replaceFirst("[_.-].*", "")))
        .or(() -> exactly("en"))
        .orElseGet(() -> byLocale.values().iterator().next());
  }

  /** The words in just that locale. */
  public Optional<String> exactly(String locale) {
    return Optional.ofNullable(byLocale.get(locale));
  }
}
