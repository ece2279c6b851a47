package shardsh.script;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import shardsh.render.Role;
import shardsh.render.StyledLine;
import shardsh.shell.Completeness;
import shardsh.shell.DotCommand;
import shardsh.shell.ExitStatus;
import shardsh.shell.Failure;
import shardsh.shell.Outcome;
import shardsh.shell.Place;
import shardsh.shell.ScriptText;
import shardsh.shell.ShellOutput;
import shardsh.shell.ShellSession;
import shardsh.shell.StatementReader;
import shardsh.shell.StatementReader.Statement;
import shardsh.shell.Submission;

/**
 * Runs texts without a prompt, one after the other, until one of them fails or quits. Values and
 * what is printed go to the output; errors and traces to the error output.
 */
public final class ScriptRunner {
  private static final String STDIN = "(stdin)";
  private static final String EVAL = "(eval)";

  /** How the value of the last {@code --eval} is printed. */
  public enum ValueForm {
    AS_PROMPT,
    CANONICAL_JSON,
    RELAXED_JSON
  }

  private final ShellSession session;
  private final Consumer<StyledLine> out;
  private final Consumer<StyledLine> err;
  private final Optional<Witness> witness;
  private final ValueForm form;
  private final boolean keepGoing;
  private int status = ExitStatus.OK;
  private boolean over;

  /** As below, where nobody asks what was piped in. */
  public ScriptRunner(
      ShellSession session,
      Consumer<StyledLine> out,
      Consumer<StyledLine> err,
      ValueForm form,
      boolean keepGoing) {
    this(session, out, err, Optional.empty(), form, keepGoing);
  }

  /**
   * @param witness who is told of each piped input before it runs, and of what then moved
   * @param keepGoing whether an uncaught error does not end the run; the status tells of it all the
   *     same
   */
  public ScriptRunner(
      ShellSession session,
      Consumer<StyledLine> out,
      Consumer<StyledLine> err,
      Optional<Witness> witness,
      ValueForm form,
      boolean keepGoing) {
    this.session = session;
    this.out = out;
    this.err = err;
    this.witness = witness;
    this.form = form;
    this.keepGoing = keepGoing;
  }

  /** Whether nothing more is to be run, because of an error, a limit or {@code quit}. */
  public boolean isOver() {
    return over;
  }

  /** The exit status of all that has run. */
  public int status() {
    return status;
  }

  /** Evaluates the text of one {@code --eval}; prints its value if it is the last. */
  public void eval(String text, boolean isLast) {
    if (over) {
      return;
    }
    Submission done =
        session.submit(new ScriptText(text, ScriptText.Kind.EVAL, EVAL, 1), new Printing());
    if (form != ValueForm.AS_PROMPT) {
      json(done, isLast);
      return;
    }
    if (done.outcome() == Outcome.DONE && isLast && !done.isUndefined()) {
      done.value().forEach(out);
    }
    settle(done, false);
  }

  /** One document on the output: the value of the last text, or the error that ends the run. */
  private void json(Submission done, boolean isLast) {
    boolean isEnd = done.outcome() == Outcome.FAILED && !keepGoing;
    if (isEnd || (done.outcome() == Outcome.DONE && isLast)) {
      Submission json = session.lastAsJson(form == ValueForm.CANONICAL_JSON);
      json.value().forEach(out);
      json.failure().ifPresent(failure -> settle(json, false));
    }
    settle(done, false);
  }

  /** Runs a script file; prints only what it prints itself. */
  public void file(Path file) {
    if (over) {
      return;
    }
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      err.accept(StyledLine.of("shardsh: cannot read " + file + ": " + reason(e), Role.ERROR));
      status = ExitStatus.MISSING;
      over = true;
      return;
    }
    ScriptText script = new ScriptText(text, ScriptText.Kind.FILE, file.toString(), 1);
    settle(session.submit(script, new Printing()), false);
  }

  /** Says why a file cannot be read, without the name of a Java class. */
  public static String reason(IOException problem) {
    if (problem instanceof NoSuchFileException) {
      return "no such file";
    }
    if (problem instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (problem instanceof CharacterCodingException) {
      return "it is not UTF-8 text";
    }
    // The message of this one begins with the file, which the caller names.
    if (problem instanceof FileSystemException known && known.getReason() != null) {
      return known.getReason();
    }
    return problem.getMessage() == null ? "it cannot be read" : problem.getMessage();
  }

  /** Runs what is piped in, input by input, each with its value. */
  public void pipe(Reader input) throws IOException {
    StatementReader reader = new StatementReader(input, session::completeness);
    while (!over) {
      Optional<Statement> next = reader.next();
      if (next.isEmpty()) {
        return;
      }
      Statement statement = next.get();
      witness.ifPresent(watching -> watching.typed(session.prompt(), statement.text()));
      if (statement.completeness() == Completeness.INCOMPLETE) {
        unfinished(statement);
      } else if (DotCommand.isOne(statement.text())) {
        dotCommand(statement);
      } else {
        run(statement);
      }
    }
  }

  private void run(Statement statement) {
    ScriptText text =
        new ScriptText(statement.text(), ScriptText.Kind.PROMPT, STDIN, statement.firstLine());
    Submission done = session.submit(text, new Printing());
    witness.ifPresent(
        watching ->
            session
                .motion(done)
                .ifPresent(motion -> watching.moved(motion, session.motionSpeed())));
    done.value().forEach(out);
    settle(done, true);
  }

  private void unfinished(Statement statement) {
    err.accept(
        StyledLine.of("SyntaxError: the input ends in the middle of a statement", Role.ERROR));
    String first = statement.text().lines().findFirst().orElse("");
    ErrorReport.lines(new Place(STDIN, statement.firstLine(), 0, first)).forEach(err);
    status = ExitStatus.FAILED;
    over = true;
  }

  private void dotCommand(Statement statement) {
    Optional<DotCommand> command = DotCommand.parse(statement.text());
    switch (command.map(DotCommand::name).orElse("")) {
      case "exit" -> over = true;
      case "help" -> DotCommand.help(false).forEach(line -> out.accept(StyledLine.of(line)));
      case "load" -> file(Path.of(command.orElseThrow().argument()));
      case "break", "clear" -> {}
      default -> {
        err.accept(StyledLine.of("Invalid REPL keyword", Role.ERROR));
        ErrorReport.lines(new Place(STDIN, statement.firstLine(), 0, statement.text()))
            .forEach(err);
        fail(ExitStatus.FAILED);
      }
    }
  }

  private void settle(Submission done, boolean piped) {
    done.remarks().forEach(err);
    done.failure().ifPresent(failure -> report(failure, piped));
    switch (done.outcome()) {
      case DONE -> {}
      case QUIT -> {
        // An error before it, passed over by --keep-going, still counts.
        status = done.exitStatus() == ExitStatus.OK ? status : done.exitStatus();
        over = true;
      }
      case FAILED -> fail(ExitStatus.FAILED);
      case LIMIT -> stop(ExitStatus.UNDECIDED);
      case INTERRUPTED -> stop(ExitStatus.INTERRUPTED);
      case BUG -> stop(ExitStatus.BUG);
    }
  }

  private void fail(int failed) {
    status = failed;
    over = !keepGoing;
  }

  private void stop(int why) {
    status = why;
    over = true;
  }

  private void report(Failure failure, boolean piped) {
    (piped ? failure.coded() : failure.message()).forEach(err);
    failure.place().ifPresent(place -> ErrorReport.lines(place).forEach(err));
  }

  /** With JSON nothing but the value may reach the output. */
  private final class Printing implements ShellOutput {
    @Override
    public void print(StyledLine line) {
      (form == ValueForm.AS_PROMPT ? out : err).accept(line);
    }

    @Override
    public void warn(StyledLine line) {
      err.accept(line);
    }

    @Override
    public void clearScreen() {}
  }
}
