package shardsh.transcript;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import shardsh.render.ScreenProfile;
import shardsh.shell.SessionSettings;
import shardsh.shell.SessionSettings.TraceLevel;

/**
 * The line that begins a run, e.g. {@code $ shardsh --cluster canvas --seed 1 --width 100 --trace
 * summary}: the options of the program that a transcript may need. Everything that changes the
 * output is to be said there.
 */
public final class RunOptions {
  private static final String START = "$ shardsh ";
  private static final Duration LONG_TIME = Duration.ofMinutes(2);

  private String cluster = "canvas";
  private Optional<String> profile = Optional.empty();
  private OptionalLong seed = OptionalLong.empty();
  private OptionalInt shards = OptionalInt.empty();
  private OptionalInt routers = OptionalInt.empty();
  private int width = 80;
  private boolean ascii;
  private Optional<TraceLevel> trace = Optional.empty();
  private boolean keepGoing;
  private final List<String> evals = new ArrayList<>();
  private final List<Path> scripts = new ArrayList<>();
  private boolean piped;

  static boolean isStart(String line) {
    return line.startsWith(START);
  }

  public static RunOptions parse(String line) {
    RunOptions options = new RunOptions();
    List<String> words = words(line.substring(START.length()));
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("--ascii")) {
        options.ascii = true;
      } else if (word.equals("--keep-going")) {
        options.keepGoing = true;
      } else if (word.equals("<<END")) {
        options.piped = true;
      } else if (word.startsWith("--")) {
        i++;
        options.set(word, words.get(i));
      } else {
        options.scripts.add(Path.of(word));
      }
    }
    return options;
  }

  private void set(String option, String value) {
    switch (option) {
      case "--cluster" -> cluster = value;
      case "--profile" -> profile = Optional.of(value);
      case "--seed" -> seed = OptionalLong.of(Long.parseLong(value));
      case "--shards" -> shards = OptionalInt.of(Integer.parseInt(value));
      case "--routers" -> routers = OptionalInt.of(Integer.parseInt(value));
      case "--width" -> width = Integer.parseInt(value);
      case "--trace" -> trace = Optional.of(TraceLevel.valueOf(value.toUpperCase(Locale.ROOT)));
      case "--eval" -> evals.add(value);
      default -> throw new IllegalArgumentException("transcripts do not know " + option);
    }
  }

  /** Cuts a command line at spaces; what single quotes enclose stays together. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean quoted = false;
    for (char c : (line + " ").toCharArray()) {
      if (c == '\'') {
        quoted = !quoted;
      } else if (c == ' ' && !quoted) {
        if (word.length() > 0) {
          words.add(word.toString());
        }
        word.setLength(0);
      } else {
        word.append(c);
      }
    }
    return words;
  }

  /** Whether lines follow as from a pipe. */
  boolean isPiped() {
    return piped;
  }

  /** Whether a person would be at the prompt. */
  boolean isInteractive() {
    return !piped && evals.isEmpty() && scripts.isEmpty();
  }

  boolean keepGoing() {
    return keepGoing;
  }

  List<String> evals() {
    return evals;
  }

  List<Path> scripts() {
    return scripts;
  }

  public SessionSettings settings() {
    return new SessionSettings(
        cluster,
        shards,
        routers,
        profile,
        seed,
        trace.orElse(isInteractive() ? TraceLevel.SUMMARY : TraceLevel.NONE),
        false,
        ascii ? ScreenProfile.ascii(width) : ScreenProfile.unicode(width),
        Optional.of(LONG_TIME),
        OptionalLong.empty(),
        OptionalLong.empty());
  }
}
