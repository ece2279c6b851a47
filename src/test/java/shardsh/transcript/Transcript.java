package shardsh.transcript;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import shardsh.js.TestEngines;
import shardsh.render.AnsiWriter;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.script.ScriptRunner;
import shardsh.script.ScriptRunner.ValueForm;
import shardsh.shell.Completeness;
import shardsh.shell.LiveSession;
import shardsh.shell.Outcome;
import shardsh.shell.ScriptText;
import shardsh.shell.ShellOutput;
import shardsh.shell.ShellSession;
import shardsh.shell.Submission;

/**
 * A golden session. It opens with a paragraph that says what it shows. Then come runs, each begun
 * by a line {@code $ shardsh …} ({@link RunOptions}):
 *
 * <ul>
 *   <li>at the prompt: the session's prompt and the line typed, {@code ... } before its further
 *       lines, the output below;
 *   <li>piped ({@code <<END}): the lines up to one that says {@code END}, then output and errors;
 *   <li>with {@code --eval} or script files: output and errors. These runs end with their status.
 * </ul>
 */
final class Transcript {
  private static final Pattern PROMPT =
      Pattern.compile("(?:(?:\\S+ )?\\[direct: [^\\]]+\\] )?\\w+> ");
  private static final String MORE = "... ";
  private static final String END = "END";

  private final List<String> lines;
  private final StringBuilder text = new StringBuilder();
  private int at;

  private Transcript(List<String> lines) {
    this.lines = lines;
  }

  /**
   * Runs what a transcript types and gives it with what came of that.
   *
   * @throws IllegalStateException when it does not open as it should
   */
  static String replay(String transcript) throws IOException {
    return new Transcript(transcript.lines().toList()).replayed();
  }

  private String replayed() throws IOException {
    if (lines.isEmpty() || lines.get(0).isBlank() || RunOptions.isStart(lines.get(0))) {
      throw new IllegalStateException("a transcript opens with what it shows");
    }
    while (at < lines.size()) {
      String line = lines.get(at++);
      put(line);
      if (RunOptions.isStart(line)) {
        RunOptions options = RunOptions.parse(line);
        try (ShellSession session = new LiveSession(options.settings(), TestEngines::fresh)) {
          if (options.isInteractive()) {
            prompt(session, options);
          } else {
            script(session, options);
          }
        }
        skipOutput();
      }
    }
    return text.toString();
  }

  private void put(String line) {
    text.append(line).append('\n');
  }

  /** Old output ends where the next run begins. */
  private void skipOutput() {
    int next = at;
    while (next < lines.size() && !RunOptions.isStart(lines.get(next))) {
      next++;
    }
    at = next;
    if (next < lines.size()) {
      put("");
    }
  }

  private void prompt(ShellSession session, RunOptions options) {
    boolean over = false;
    while (at < lines.size() && !RunOptions.isStart(lines.get(at))) {
      String line = lines.get(at++);
      if (!PROMPT.matcher(line).lookingAt()) {
        continue;
      }
      if (over) {
        throw new IllegalStateException("the session is over before: " + line);
      }
      String prompt = session.prompt();
      String first = PROMPT.matcher(line).replaceFirst("");
      put(prompt + first);
      over = submit(session, input(session, first), options) == Outcome.QUIT;
    }
    if (!over) {
      put(session.prompt().stripTrailing());
    }
  }

  /** The typed lines; each but the last must make the prompt ask for more, the last must not. */
  private String input(ShellSession session, String first) {
    StringBuilder input = new StringBuilder(first);
    while (at < lines.size() && lines.get(at).startsWith(MORE.strip())) {
      String more = lines.get(at++);
      if (session.completeness(input.toString()) != Completeness.INCOMPLETE) {
        throw new IllegalStateException("not asked for more after: " + input);
      }
      put(more);
      input.append('\n').append(more.length() > MORE.length() ? more.substring(4) : "");
    }
    if (session.completeness(input.toString()) == Completeness.INCOMPLETE) {
      throw new IllegalStateException("asked for more after: " + input);
    }
    return input.toString();
  }

  private Outcome submit(ShellSession session, String input, RunOptions options) {
    ScreenProfile screen = options.settings().screen();
    Submission done = session.submit(ScriptText.typed(input), new Output(screen));
    AnsiWriter writer = AnsiWriter.stream(screen);
    done.lines().forEach(line -> put(writer.line(line)));
    return done.outcome();
  }

  private void script(ShellSession session, RunOptions options) throws IOException {
    AnsiWriter writer = AnsiWriter.stream(options.settings().screen());
    ScriptRunner runner =
        new ScriptRunner(
            session,
            line -> put(writer.line(line)),
            line -> put(writer.line(line)),
            ValueForm.AS_PROMPT,
            options.keepGoing());
    List<String> evals = options.evals();
    for (int i = 0; i < evals.size(); i++) {
      runner.eval(evals.get(i), i == evals.size() - 1);
    }
    options.scripts().forEach(runner::file);
    if (options.isPiped()) {
      runner.pipe(new StringReader(piped()));
    }
    put("$ echo $?");
    put(String.valueOf(runner.status()));
  }

  private String piped() {
    List<String> input = new ArrayList<>();
    while (!lines.get(at).equals(END)) {
      input.add(lines.get(at));
      put(lines.get(at++));
    }
    put(lines.get(at++));
    return String.join("\n", input) + "\n";
  }

  private final class Output implements ShellOutput {
    private final AnsiWriter writer;

    Output(ScreenProfile screen) {
      writer = AnsiWriter.stream(screen);
    }

    @Override
    public void print(StyledLine line) {
      put(writer.line(line));
    }

    @Override
    public void warn(StyledLine line) {
      put(writer.line(line));
    }

    @Override
    public void clearScreen() {}
  }
}
