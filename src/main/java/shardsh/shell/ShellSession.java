package shardsh.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import shardsh.lesson.Progress;
import shardsh.render.Motion;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/**
 * The product without its keyboard. One text at a time; from another thread only that may be called
 * which says so.
 */
public interface ShellSession extends AutoCloseable {

  /**
   * Begins, on another thread, what the first text will need and takes long; without it that begins
   * with the first text.
   */
  void warmUp();

  /** Whether what {@link #warmUp} begins is done. May be called from another thread. */
  default boolean isReady() {
    return true;
  }

  /** Evaluates a text to its end. */
  Submission submit(ScriptText text, ShellOutput output);

  /**
   * What a text made happen as a moving picture.
   *
   * @return empty unless messages are to travel and some did
   */
  default Optional<Motion> motion(Submission done) {
    return Optional.empty();
  }

  /**
   * How far the text that runs has come, in a few words; empty when it has not told. May be called
   * from another thread.
   */
  default Optional<String> progress() {
    return Optional.empty();
  }

  /** A short text of the program's own in the language of the user; may come from any thread. */
  default String inLanguage(String text) {
    return text;
  }

  /** The whole cluster as it is between two texts, for a view that stays on the screen. */
  default Optional<Scene> scene() {
    return Optional.empty();
  }

  /**
   * Asks for the cluster as it is within the text that runs. May be called from another thread.
   *
   * @param taker called once, on the thread of a text, when all is consistent; takes the place of a
   *     former one that was not called yet
   */
  default void look(Consumer<Scene> taker) {}

  /** How fast motions are to be played; 1 is the usual speed. */
  default double motionSpeed() {
    return 1;
  }

  /** A line without anything on it was typed: in a lesson that may mean to go on. */
  default Submission enter() {
    return Submission.done(List.of(), true);
  }

  /** The question that waits for its answer, with its options; nothing outside of a lesson. */
  default List<StyledLine> question() {
    return List.of();
  }

  /** Whether the last line turned to another page of a lesson, whose end is to be seen at once. */
  default boolean hasTurned() {
    return false;
  }

  /** What is to be done, for above the prompt; nothing outside of a lesson. */
  default List<StyledLine> task() {
    return List.of();
  }

  /**
   * Keeps what is done in lessons there from now on.
   *
   * @param locale the language of lessons; asked for when the first of them is wanted
   */
  default void keepProgress(Progress progress, Supplier<String> locale) {}

  /**
   * Begins with the settings that the user chose in former sessions, and keeps further choices.
   *
   * @param file where they are
   * @param fixed the settings that were given for this session and so are not taken from there
   */
  default void keepSettings(Path file, List<String> fixed) {}

  /** What the user has chosen about the prompt. */
  default PromptChoices choices() {
    return new PromptChoices(false, false, false, 1000, "remove", "");
  }

  /** How things are, on one line that fits; nothing changes it but a submission. */
  default StyledLine status(int width) {
    return StyledLine.EMPTY;
  }

  /** How the method or word is used whose arguments are being typed; of any width. */
  default Optional<StyledLine> signature(String text, int cursor) {
    return Optional.empty();
  }

  /** What is to be edited where the text is the word {@code edit}; empty for other texts. */
  default Optional<EditRequest> toEdit(String text) {
    return Optional.empty();
  }

  /** Whether the text can be evaluated or needs further lines. */
  Completeness completeness(String text);

  /** What a session begins with at a prompt: what is connected to what. */
  List<StyledLine> banner();

  /** mongosh's prompt with its space, e.g. {@code [direct: mongos] shop> }. */
  String prompt();

  /** Offers for the text before the cursor, in the order to show them. */
  List<Candidate> complete(String text, int cursor);

  /**
   * The screen has changed; what is drawn from now on fits the new one. May be called from another
   * thread.
   */
  void resize(ScreenProfile screen);

  /** Stops what runs now, soon; nothing when nothing runs. May be called from another thread. */
  void interrupt();

  /**
   * What the last submission came to as Extended JSON, as {@code --json} prints it: the lines of
   * its value, none when that was {@code undefined}; of an error those of a document with {@code
   * message}, {@code stack}, {@code name} and, where there are some, {@code code} and {@code
   * codeName}. Fails when the value is a cursor or another object of the shell.
   *
   * @param canonical whether numbers keep their types ({@code {"$numberInt": "1"}})
   */
  Submission lastAsJson(boolean canonical);

  @Override
  void close();
}
