package shardsh.cli;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import shardsh.lesson.Locales;
import shardsh.lesson.Progress;
import shardsh.lesson.ProgressFile;
import shardsh.shell.ShellSession;

/** Who learns: where progress is kept, and in which language lessons are read. */
final class Learner {
  private final Options options;
  private final Map<String, String> environment;
  private final ProgressFile file;

  Learner(Options options, Map<String, String> environment, Consumer<String> warnings) {
    this.options = options;
    this.environment = environment;
    this.file =
        new ProgressFile(
            options.progress().orElseGet(UserFiles.find(environment)::progress),
            text -> warnings.accept("shardsh: " + text));
  }

  ProgressFile file() {
    return file;
  }

  Progress progress() {
    return new Progress(Optional.of(file));
  }

  String locale() {
    return Locales.chosen(
        options.locale().map(locale -> locale.name().toLowerCase(Locale.ROOT)),
        progress().locale(),
        environment);
  }

  void sitAt(ShellSession session) {
    session.keepProgress(progress(), this::locale);
  }
}
