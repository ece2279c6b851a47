package shardsh.shell;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which setting may have been meant by one that there is not, as in {@code config.get("pagr")}. */
final class MisspeltSettings {
  private static final Pattern CALL =
      Pattern.compile("(?<![\\w.$])config\\.(?:get|set|reset)\\(\\s*([\"'`])(\\w+)\\1");

  private final LiveSession session;

  MisspeltSettings(LiveSession session) {
    this.session = session;
  }

  Optional<String> hint(String text) {
    Set<String> known = session.host().settings().all().keySet();
    Matcher call = CALL.matcher(text);
    while (call.find()) {
      Optional<String> hint = DidYouMean.said(call.group(2), known, text);
      if (hint.isPresent()) {
        return hint;
      }
    }
    return Optional.empty();
  }
}
