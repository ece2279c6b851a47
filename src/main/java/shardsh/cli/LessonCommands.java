package shardsh.cli;

import java.util.Map;
import java.util.Optional;
import shardsh.lesson.Locales;

/** The commands around lessons, beside the shell itself. */
final class LessonCommands {
  private final CommandWords words;
  private final Options options;
  private final Screen screen;
  private final Map<String, String> environment;
  private final TextOutput out;
  private final TextOutput err;

  LessonCommands(
      CommandWords words,
      Options options,
      Screen screen,
      Map<String, String> environment,
      TextOutput out,
      TextOutput err) {
    this.words = words;
    this.options = options;
    this.screen = screen;
    this.environment = environment;
    this.out = out;
    this.err = err;
  }

  int run(String name) {
    return switch (name) {
      case "check" -> new CheckCommand(words, out, err, locale(), screen).run();
      default -> throw new UsageException("the command '" + name + "' is not there yet");
    };
  }

  private String locale() {
    return Locales.chosen(words.last("--locale"), Optional.empty(), environment);
  }
}
