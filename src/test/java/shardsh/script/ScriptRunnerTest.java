package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.script.ScriptRunner.ValueForm;
import shardsh.shell.Candidate;
import shardsh.shell.Completeness;
import shardsh.shell.ExitStatus;
import shardsh.shell.Failure;
import shardsh.shell.Outcome;
import shardsh.shell.Place;
import shardsh.shell.ScriptText;
import shardsh.shell.ShellOutput;
import shardsh.shell.ShellSession;
import shardsh.shell.Submission;

class ScriptRunnerTest {
  @TempDir Path folder;

  private final List<String> out = new ArrayList<>();
  private final List<String> err = new ArrayList<>();

  @Test
  void everyValueOfAPipeIsPrinted() throws IOException {
    ScriptRunner runner = runner(ValueForm.AS_PROMPT, false);

    runner.pipe(new StringReader("value a\nvalue b\n"));

    assertEquals(List.of("a", "b"), out);
    assertEquals(ExitStatus.OK, runner.status());
  }

  @Test
  void theFirstErrorEndsAPipeAndShowsItsLine() throws IOException {
    ScriptRunner runner = runner(ValueForm.AS_PROMPT, false);

    runner.pipe(new StringReader("value a\n\nfail\nvalue b\n"));

    assertEquals(List.of("a"), out);
    assertEquals(List.of("E[Code]: no", "  at (stdin):3:2", "  3 | fail", "    |  ^"), err);
    assertEquals(ExitStatus.FAILED, runner.status());
    assertTrue(runner.isOver());
  }

  @Test
  void keepGoingRunsTheRestAndStillFails() throws IOException {
    ScriptRunner runner = runner(ValueForm.AS_PROMPT, true);

    runner.pipe(new StringReader("fail\nvalue b\n"));

    assertEquals(List.of("b"), out);
    assertEquals(ExitStatus.FAILED, runner.status());
  }

  @Test
  void anUnfinishedStatementAtTheEndIsAnError() throws IOException {
    ScriptRunner runner = runner(ValueForm.AS_PROMPT, false);

    runner.pipe(new StringReader("value a\nopen ("));

    assertEquals(
        List.of(
            "SyntaxError: the input ends in the middle of a statement",
            "  at (stdin):2",
            "  2 | open ("),
        err);
    assertEquals(ExitStatus.FAILED, runner.status());
  }

  @Test
  void ofSeveralEvalsOnlyTheLastValueIsPrinted() {
    ScriptRunner runner = runner(ValueForm.AS_PROMPT, false);

    runner.eval("print x", false);
    runner.eval("value a", false);
    runner.eval("value b", true);

    assertEquals(List.of("x", "b"), out);
  }

  @Test
  void anUndefinedValueOfAnEvalPrintsNothing() {
    ScriptRunner runner = runner(ValueForm.AS_PROMPT, false);

    runner.eval("print x", true);

    assertEquals(List.of("x"), out);
  }

  @Test
  void withJsonAnErrorThatEndsTheRunIsTheDocumentAndIsToldAsUsual() {
    ScriptRunner runner = runner(ValueForm.CANONICAL_JSON, false);

    runner.eval("fail", true);

    assertEquals(List.of("{\"json\": \"\"}"), out);
    assertEquals("E: no", err.get(0));
    assertEquals(ExitStatus.FAILED, runner.status());
  }

  @Test
  void withJsonNothingButTheValueReachesTheOutput() {
    ScriptRunner runner = runner(ValueForm.CANONICAL_JSON, false);

    runner.eval("print x", false);
    runner.eval("value b", true);

    assertEquals(List.of("{\"json\": \"b\"}"), out);
    assertEquals(List.of("x"), err);
  }

  @Test
  void aFilePrintsOnlyWhatItPrintsItself() throws IOException {
    ScriptRunner runner = runner(ValueForm.AS_PROMPT, false);

    runner.file(Files.writeString(folder.resolve("a.js"), "value a"));
    runner.file(Files.writeString(folder.resolve("b.js"), "print b"));

    assertEquals(List.of("b"), out);
  }

  @Test
  void quitEndsTheRunWithItsNumber() throws IOException {
    ScriptRunner runner = runner(ValueForm.AS_PROMPT, false);

    runner.pipe(new StringReader("quit\nvalue a\n"));

    assertEquals(List.of(), out);
    assertEquals(7, runner.status());
  }

  @Test
  void aReachedLimitIsUndecidedAlsoWhenKeepingOn() throws IOException {
    ScriptRunner runner = runner(ValueForm.AS_PROMPT, true);

    runner.pipe(new StringReader("limit\nvalue a\n"));

    assertEquals(List.of(), out);
    assertEquals(ExitStatus.UNDECIDED, runner.status());
  }

  private ScriptRunner runner(ValueForm form, boolean keepGoing) {
    return new ScriptRunner(
        new ScriptedSession(),
        line -> out.add(line.text()),
        line -> err.add(line.text()),
        form,
        keepGoing);
  }

  /** Understands a few words of its own: value X, print X, fail, quit, limit; "(" is unfinished. */
  private static final class ScriptedSession implements ShellSession {
    private String last = "";

    @Override
    public Submission submit(ScriptText text, ShellOutput output) {
      String[] words = text.text().split(" ");
      last = words[0].equals("value") ? words[1] : "";
      return switch (words[0]) {
        case "value" -> ended(Outcome.DONE, List.of(StyledLine.of(words[1])), 0);
        case "print" -> {
          output.print(StyledLine.of(words[1]));
          yield ended(Outcome.DONE, List.of(StyledLine.EMPTY), 0);
        }
        case "quit" -> ended(Outcome.QUIT, List.of(), 7);
        case "limit" -> ended(Outcome.LIMIT, List.of(), 0);
        default -> failed(text);
      };
    }

    private Submission ended(Outcome outcome, List<StyledLine> value, int status) {
      return new Submission(
          outcome, value, last.isEmpty(), Optional.empty(), List.of(), List.of(), status);
    }

    private static Submission failed(ScriptText text) {
      Failure failure =
          new Failure(
              List.of(StyledLine.of("E: no")),
              List.of(StyledLine.of("E[Code]: no")),
              List.of(),
              Optional.of(new Place(text.source(), text.firstLine(), 2, text.text())));
      return new Submission(
          Outcome.FAILED, List.of(), true, Optional.of(failure), List.of(), List.of(), 0);
    }

    @Override
    public Completeness completeness(String text) {
      return text.contains("(") ? Completeness.INCOMPLETE : Completeness.COMPLETE;
    }

    @Override
    public void warmUp() {}

    @Override
    public List<StyledLine> banner() {
      return List.of();
    }

    @Override
    public String prompt() {
      return "> ";
    }

    @Override
    public List<Candidate> complete(String text, int cursor) {
      return List.of();
    }

    @Override
    public void resize(ScreenProfile screen) {}

    @Override
    public void interrupt() {}

    @Override
    public Submission lastAsJson(boolean canonical) {
      return new Submission(
          Outcome.DONE,
          List.of(StyledLine.of("{\"json\": \"" + last + "\"}")),
          false,
          Optional.empty(),
          List.of(),
          List.of(),
          0);
    }

    @Override
    public void close() {}
  }
}
