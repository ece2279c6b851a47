package shardsh.shell;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.js.ShellInputException;
import shardsh.lesson.Progress;
import shardsh.render.Chinese;
import shardsh.render.StyledLine;

/** What a session knows of lessons: which one it is in, what is done, and the words for them. */
final class LessonSeat {
  private final LiveSession session;
  private final SessionConfig config;

  /** Null outside of a lesson. */
  private LearnMode learning;

  private Progress progress = new Progress(Optional.empty());
  private Supplier<String> chosenLocale;

  /** Null until first asked for. */
  private LessonWords words;

  /** Whether there was a lesson, which may be over: questions about its last step come then. */
  private boolean hasSat;

  /** Null until first needed. */
  private Chinese chinese;

  LessonSeat(LiveSession session, SessionConfig config) {
    this.session = session;
    this.config = config;
    this.chosenLocale = () -> config.text("locale");
  }

  /** The lesson that the session is in; null outside of one. */
  LearnMode learning() {
    return learning;
  }

  /** Sits in a lesson from now on; null: in none. */
  void take(LearnMode mode) {
    learning = mode;
    hasSat |= mode != null;
  }

  /** See {@link ShellSession#keepProgress}. */
  void keepProgress(Progress newProgress, Supplier<String> locale) {
    progress = newProgress;
    chosenLocale = locale;
    words = null;
  }

  /** The words around lessons. */
  LessonWords words() {
    if (words == null) {
      if (!config.isChosen("locale")) {
        config.startWith("locale", new BsonString(chosenLocale.get()));
      }
      words = new LessonWords(session, progress, () -> config.text("locale"));
    }
    return words;
  }

  /** Submits a text if it is a word for lessons, or one is going on; empty otherwise. */
  Optional<Submission> submit(ScriptText text, ShellOutput output) {
    pageIsRead();
    Optional<DirectWords.Line> word =
        Evaluator.isProgram(text)
            ? Optional.empty()
            : DirectWords.match(text.text())
                .map(this::meant)
                .filter(DirectWords::isForLessons)
                .filter(line -> learning == null || !learning.isAnswer(text.text()));
    if (word.isPresent()) {
      return Optional.of(run(word.get(), text));
    }
    return Optional.ofNullable(learning).map(lesson -> lesson.submit(text, output));
  }

  /** In a lesson {@code show goal} is its word {@code goal}. */
  private DirectWords.Line meant(DirectWords.Line line) {
    boolean isGoal = line.word().name().equals("show") && line.arguments().equals(List.of("goal"));
    return isGoal && learning != null ? DirectWords.match("goal").orElseThrow() : line;
  }

  private Submission run(DirectWords.Line word, ScriptText text) {
    try {
      return words().run(word.word().name(), word.arguments());
    } catch (CommandException | ShellInputException e) {
      return Evaluator.refused(e, text);
    }
  }

  /** Whether the last line turned to another page of a lesson. */
  boolean hasTurned() {
    return words != null && words.page().isTurned();
  }

  private void pageIsRead() {
    if (words != null) {
      words.page().read();
    }
  }

  /** Before the first lesson the shell speaks English, and their language is not asked for. */
  StyledLine inLanguage(StyledLine line) {
    if (!isInChinese()) {
      return line;
    }
    if (chinese == null) {
      chinese = new Chinese();
    }
    return chinese.of(line);
  }

  /** There was a lesson, and its reader wants Chinese. */
  boolean isInChinese() {
    return hasSat && config.text("locale").equals("zh");
  }

  /** A line without anything on it. */
  Submission enter() {
    pageIsRead();
    return learning == null ? Submission.done(List.of(), true) : learning.enter();
  }
}
