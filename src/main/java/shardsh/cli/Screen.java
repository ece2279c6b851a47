package shardsh.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import shardsh.render.ScreenProfile;
import shardsh.render.Theme;
import shardsh.terminal.StandardStreams;

/**
 * What standard input and output are, found out once.
 *
 * @param inputIsTerminal whether a person may be typing
 * @param outputIsTerminal whether a person may be looking
 * @param errorIsTerminal whether somebody may look at standard error
 * @param profile for standard output
 * @param errorColour whether standard error may be coloured
 */
record Screen(
    boolean inputIsTerminal,
    boolean outputIsTerminal,
    boolean errorIsTerminal,
    ScreenProfile profile,
    boolean errorColour) {
  private static final int USUAL_WIDTH = 80;

  /** Types of terminals that have the basic colours only. */
  private static final Pattern BASIC =
      Pattern.compile("(?:xterm|linux|screen|rxvt|tmux|ansi|cygwin|vt\\d+)(?:-(?:16)?color)?");

  private static final List<String> LOCALE_VARIABLES = List.of("LC_ALL", "LC_CTYPE", "LANG");

  /**
   * Asks the head of the executable, which passes {@code shardsh.tty} (a digit for each standard
   * stream, 1 for a terminal) and {@code shardsh.size} ({@code rows columns}); without it, the
   * system.
   */
  static Screen find(Options options, Map<String, String> environment) {
    String streams = System.getProperty("shardsh.tty", "");
    boolean known = streams.length() == 3;
    boolean input = known ? streams.charAt(0) == '1' : StandardStreams.isTerminal(0);
    boolean output = known ? streams.charAt(1) == '1' : StandardStreams.isTerminal(1);
    boolean error = known ? streams.charAt(2) == '1' : StandardStreams.isTerminal(2);
    int[] size = output ? size() : new int[] {0, 0};
    int width = options.width().orElse(size[1] > 0 ? size[1] : USUAL_WIDTH);
    boolean dumb = output && isDumb(environment);
    boolean unicode = !options.ascii() && !dumb && canShowUnicode(environment);
    boolean colour = colour(options, environment, output);
    return new Screen(
        input,
        output,
        error,
        new ScreenProfile(width, size[0], unicode, colour, theme(environment)),
        known && colour(options, environment, error));
  }

  private static boolean colour(
      Options options, Map<String, String> environment, boolean isTerminal) {
    return switch (options.color()) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO ->
          isTerminal && !isDumb(environment) && environment.getOrDefault("NO_COLOR", "").isEmpty();
    };
  }

  /** Whether the terminal knows of nothing but characters. */
  static boolean isDumb(Map<String, String> environment) {
    String term = environment.getOrDefault("TERM", "");
    return term.isEmpty() || term.equals("dumb");
  }

  /** The basic one where nothing says that the terminal has more than sixteen colours. */
  static Theme theme(Map<String, String> environment) {
    boolean isBasic = BASIC.matcher(environment.getOrDefault("TERM", "")).matches();
    return isBasic && environment.getOrDefault("COLORTERM", "").isEmpty()
        ? Theme.BASIC
        : Theme.STANDARD;
  }

  private static int[] size() {
    String[] parts = System.getProperty("shardsh.size", "").split(" ");
    if (parts.length == 2 && parts[0].matches("\\d{1,5}") && parts[1].matches("\\d{1,5}")) {
      return new int[] {Integer.parseInt(parts[0]), Integer.parseInt(parts[1])};
    }
    return StandardStreams.size().orElse(new int[] {0, 0});
  }

  /** Unless a locale is named that is not in UTF-8: containers often name none. */
  private static boolean canShowUnicode(Map<String, String> environment) {
    for (String variable : LOCALE_VARIABLES) {
      String value = environment.getOrDefault(variable, "").toUpperCase(Locale.ROOT);
      if (!value.isEmpty()) {
        return value.contains("UTF-8") || value.contains("UTF8");
      }
    }
    return true;
  }
}
