package shardsh.shell;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which setting, or which value of one, may have been meant by one that there is not, as in {@code
 * config.get("pagr")}.
 */
final class MisspeltSettings {
  private static final Pattern CALL =
      Pattern.compile(
          "(?<![\\w.$])config\\.(?:get|set|reset)\\(\\s*([\"'`])(\\w+)\\1"
              + "(?:\\s*,\\s*([\"'`])([\\w-]+)\\3)?");

  private static final String ALL = "help settings   tells which there are";

  private final LiveSession session;

  MisspeltSettings(LiveSession session) {
    this.session = session;
  }

  Optional<String> hint(String text) {
    Set<String> known = session.host().settings().all().keySet();
    Matcher call = CALL.matcher(text);
    while (call.find()) {
      String setting = call.group(2);
      if (!known.contains(setting)) {
        return Optional.of(DidYouMean.said(setting, known, text).orElse(ALL));
      }
      Optional<String> ofValue =
          Optional.ofNullable(call.group(4))
              .flatMap(value -> DidYouMean.said(value, SessionConfig.words(setting), text));
      if (ofValue.isPresent()) {
        return ofValue;
      }
    }
    return Optional.empty();
  }
}
