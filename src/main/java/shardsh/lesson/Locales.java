package shardsh.lesson;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which language a learner reads: {@code lesson-format.md}, section 7. */
public final class Locales {
  /** Those that lessons are written in. */
  public static final List<String> KNOWN = List.of("en", "zh");

  private Locales() {}

  /**
   * The first that is known of: what the command line says, what the progress file keeps, {@code
   * LC_ALL} and {@code LANG}; else English.
   */
  public static String chosen(
      Optional<String> asked, Optional<String> kept, Map<String, String> environment) {
    return asked
        .or(() -> kept)
        .or(() -> ofSystem(environment.getOrDefault("LC_ALL", "")))
        .or(() -> ofSystem(environment.getOrDefault("LANG", "")))
        .filter(KNOWN::contains)
        .orElse("en");
  }

  private static Optional<String> ofSystem(String name) {
    String language = name.replaceFirst("[_.@-].*", "");
    return KNOWN.contains(language) ? Optional.of(language) : Optional.empty();
  }
}
