package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import shardsh.js.TestEngines;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/** A session as at the prompt, for what Tab offers and what hints say. */
final class PromptFixture {
  private final LiveSession session;

  private PromptFixture(LiveSession session) {
    this.session = session;
  }

  /** On the cluster canvas. */
  static PromptFixture canvas() {
    return on("canvas", Optional.empty());
  }

  /**
   * @param profile the server to behave as; empty: what the cluster says
   */
  static PromptFixture on(String cluster, Optional<String> profile) {
    return new PromptFixture(
        new LiveSession(
            TestSettings.withHints(cluster, profile, ScreenProfile.unicode(100)),
            TestEngines::fresh));
  }

  /** The same after inputs that must succeed. */
  PromptFixture after(String... inputs) {
    for (String text : inputs) {
      assertEquals(
          Outcome.DONE, session.submit(ScriptText.typed(text), new NoOutput()).outcome(), text);
    }
    return this;
  }

  /** What Tab offers at the end of an input. */
  List<Candidate> offers(String typed) {
    return offers(typed, typed.length());
  }

  List<Candidate> offers(String text, int cursor) {
    return session.complete(text, cursor);
  }

  /** The same as the list on the screen shows it. */
  List<String> shown(String typed) {
    return offers(typed).stream().map(Candidate::shown).toList();
  }

  /** What a view of the cluster is drawn from. */
  Scene scene() {
    return session.scene().orElseThrow();
  }

  /** All that an input gives and what is said below that. */
  Submission submission(String typed) {
    return session.submit(ScriptText.typed(typed), new NoOutput());
  }

  /** The answer to an input as it is printed. */
  String answer(String typed) {
    return submission(typed).value().stream()
        .map(StyledLine::text)
        .collect(Collectors.joining("\n"));
  }

  /** The hints below the answer to an input. */
  String hints(String typed) {
    return session.submit(ScriptText.typed(typed), new NoOutput()).lines().stream()
        .map(StyledLine::text)
        .filter(line -> line.startsWith("hint: "))
        .collect(Collectors.joining("\n"));
  }
}
