package shardsh.terminal;

import java.io.IOError;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.regex.Pattern;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.UserInterruptException;
import org.jline.reader.Widget;
import org.jline.terminal.Terminal;
import org.jline.utils.Signals;
import shardsh.render.Motion;
import shardsh.render.Prose;
import shardsh.render.Role;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.shell.DotCommand;
import shardsh.shell.EditRequest;
import shardsh.shell.ExitStatus;
import shardsh.shell.Outcome;
import shardsh.shell.ScriptText;
import shardsh.shell.ShellSession;
import shardsh.shell.StatementReader;
import shardsh.shell.StatementReader.Statement;
import shardsh.shell.Submission;

/** Reads inputs at a prompt and shows what came of them, until the user leaves. */
public final class Repl {
  private static final String EXIT_HINT = "(To exit, press Ctrl+C again or Ctrl+D or type .exit)";
  private static final String PLAIN_EXIT_HINT = "(To exit, press Ctrl+D or type .exit)";
  private static final Pattern SHOW_LIVE = Pattern.compile("\\s*show\\s+live\\s*;?\\s*");
  private static final String NO_LIVE =
      "show live needs a terminal of at least 20 lines whose cursor can be moved";
  private static final String EDITOR_HINT =
      "// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)";

  private final ShellSession session;
  private final Terminal terminal;
  private final ReplSettings settings;
  private final PromptReader reader;
  private final ScreenOutput output;
  private final Pager pager;
  private final ProgressLine progress;
  private final PromptEditor editor;
  private final LiveScreen live;
  private final ExternalEditor editors;
  private final List<String> evaluated = new ArrayList<>();

  private volatile boolean evaluating;
  private boolean over;
  private int status = ExitStatus.OK;

  /** Runs a prompt on the user's terminal until the user leaves, and gives the exit status. */
  public static int run(ShellSession session, PromptStart start, ReplSettings settings) {
    PromptEditor reader = start.reader();
    try (Terminal terminal = reader.getTerminal()) {
      Terminals.prepare(terminal);
      return new Repl(session, reader, settings).run();
    } catch (IOException e) {
      throw new IllegalStateException("the terminal cannot be closed: " + e.getMessage(), e);
    }
  }

  /** The reader's terminal is the caller's to close. */
  Repl(ShellSession session, PromptEditor reader, ReplSettings settings) {
    this.terminal = reader.getTerminal();
    this.session = session;
    this.settings = settings;
    this.reader = new PromptReader(session, reader, settings);
    ScheduledExecutorService timer = Timers.start("shardsh-progress");
    this.progress =
        new ProgressLine(
            terminal, session::progress, session::inLanguage, timer, settings.screen().unicode());
    this.output = new ScreenOutput(terminal, settings.screen(), progress::clear);
    this.editor = reader;
    this.live = new LiveScreen(terminal, session, output, this::measureScreen, timer);
    this.editors = new ExternalEditor(terminal);
    this.pager =
        new Pager(terminal, live::rows, session::inLanguage, reader::runMacro, this::layAgain);
    terminal.handle(Terminal.Signal.INT, signal -> interrupt());
    JobControl.install(terminal, stop -> reader.lend(() -> live.lend(stop)));
    reader.onResize(this::layAgain);
    Widget usual = reader.getWidgets().get(LineReader.CLEAR_SCREEN);
    reader.getWidgets().put(LineReader.CLEAR_SCREEN, () -> clearScreen(usual));
    if (Terminals.isDumb(terminal)) {
      // Such a terminal hears of no signals, and without a handler Ctrl+C would end the program.
      Signals.register("INT", this::interruptOrHint);
    }
  }

  /** Runs until the user leaves; gives the exit status. */
  int run() {
    try {
      return prompt();
    } finally {
      live.leave();
    }
  }

  private int prompt() {
    if (settings.banner()) {
      session.banner().forEach(output::print);
    }
    boolean warned = false;
    while (!over) {
      try {
        measureScreen();
        live.adapt();
        evaluating = false;
        session.task().forEach(output::print);
        String prompt = session.prompt();
        String input = reader.next(prompt);
        output.typed(prompt, input);
        warned = false;
        measureScreen();
        evaluating = true;
        take(input);
      } catch (UserInterruptException e) {
        boolean empty = e.getPartialLine() == null || e.getPartialLine().isEmpty();
        if (empty && warned) {
          return ExitStatus.OK;
        }
        if (empty) {
          say(session.inLanguage(EXIT_HINT));
        }
        warned = empty;
      } catch (EndOfFileException | IOError e) {
        return ExitStatus.OK;
      }
    }
    return status;
  }

  /** A dot command on the last line of an unfinished input drops the lines before it. */
  private void take(String input) {
    String lastLine = input.substring(input.lastIndexOf('\n') + 1);
    if (input.isBlank()) {
      show(session.enter().value(), List.of(), true);
      return;
    }
    if (DotCommand.isOne(lastLine) && DotCommand.parse(lastLine).isPresent()) {
      command(lastLine);
    } else {
      evaluate(new StringReader(input), input.strip());
    }
  }

  private void interruptOrHint() {
    if (evaluating) {
      interrupt();
    } else {
      reader.interrupt(session.inLanguage(PLAIN_EXIT_HINT));
    }
  }

  private void interrupt() {
    say("^CStopping execution...");
    session.interrupt();
  }

  private void measureScreen() {
    if (Terminals.isDumb(terminal)) {
      Terminals.measure(terminal);
    }
    ScreenProfile start = settings.screen();
    int width = terminal.getColumns() > 0 ? terminal.getColumns() : start.width();
    int height = terminal.getRows() > 0 ? terminal.getRows() : start.height();
    ScreenProfile now =
        new ScreenProfile(
            settings.width().orElse(width), height, start.unicode(), start.colour(), start.theme());
    output.resize(now);
    session.resize(now);
  }

  /**
   * Several inputs, as from a paste or a file, run one by one, up to the first that fails.
   *
   * @param whole all of the text where somebody waits to read what comes of it; else empty
   */
  private void evaluate(Reader text, String whole) {
    StatementReader statements = new StatementReader(text, session::completeness);
    try {
      boolean goOn = true;
      while (goOn && !over) {
        Optional<Statement> next = statements.next();
        if (next.isEmpty()) {
          return;
        }
        String statement = next.get().text();
        boolean alone = statement.strip().equals(whole);
        goOn = DotCommand.isOne(statement) ? command(statement) : submit(statement, alone);
      }
    } catch (IOException e) {
      output.print(StyledLine.of("Failed to load: " + e.getMessage(), Role.ERROR));
    }
  }

  private void say(String text) {
    output.print(StyledLine.of(text));
  }

  /**
   * @param alone whether nothing else was typed with it; the rest of a paste does not wait for
   *     anybody to read
   */
  private boolean submit(String statement, boolean alone) {
    if (SHOW_LIVE.matcher(statement).matches()) {
      return showLive();
    }
    Optional<EditRequest> request = session.toEdit(statement);
    if (request.isPresent()) {
      return edit(request.get());
    }
    progress.begin();
    live.follow();
    Submission done;
    try {
      done = session.submit(ScriptText.typed(statement), output);
    } finally {
      live.rest();
      progress.end();
    }
    measureScreen();
    live.adapt();
    session.motion(done).ifPresent(this::play);
    live.refresh();
    List<StyledLine> lines = new ArrayList<>(done.value());
    done.failure()
        .ifPresent(
            failure -> lines.addAll(Prose.fold(failure.atPrompt(), output.screen().width())));
    show(lines, done.remarks(), alone);
    evaluated.add(statement);
    if (done.outcome() == Outcome.QUIT) {
      over = true;
      status = done.exitStatus();
    }
    return done.outcome() == Outcome.DONE;
  }

  /**
   * @param isRead whether somebody waits to read it
   */
  private void show(List<StyledLine> lines, List<StyledLine> remarks, boolean isRead) {
    if (!isRead || !session.choices().pager() || session.hasTurned()) {
      lines.forEach(output::print);
      remarks.forEach(output::print);
      return;
    }
    boolean toTheEnd = pager.show(lines, remarks, output);
    if (!toTheEnd) {
      // Who stops in the middle must still see what the step asks.
      session.question().forEach(output::print);
    }
  }

  private void play(Motion motion) {
    live.stage(output.screen()).play(motion, session.motionSpeed());
    measureScreen();
  }

  private boolean showLive() {
    boolean possible = live.toggle();
    if (!possible) {
      output.print(StyledLine.of(NO_LIVE, Role.ERROR));
    }
    return possible;
  }

  private boolean edit(EditRequest request) {
    String program = ExternalEditor.program(session.choices().editor());
    if (program.isEmpty()) {
      ExternalEditor.NONE.lines().forEach(this::say);
      return false;
    }
    say("Opening an editor...");
    boolean wasLive = live.isOn();
    live.leave();
    try {
      String input = editors.edit(program, request);
      if (reader.takesTexts()) {
        reader.beginWith(input);
      } else {
        evaluate(new StringReader(input), "");
      }
      return true;
    } catch (IOException e) {
      say("Error: " + e.getMessage());
      return false;
    } finally {
      if (wasLive) {
        live.toggle();
      }
    }
  }

  /** The window has another size. */
  private boolean layAgain() {
    measureScreen();
    live.layAgain();
    return live.isOn();
  }

  /** Clears what is below the live view, or the whole screen. */
  private boolean clearScreen(Widget usual) {
    if (!live.isOn()) {
      return usual.apply();
    }
    live.clear();
    return editor.redrawLine() && editor.redisplay();
  }

  private boolean command(String text) {
    Optional<DotCommand> known = DotCommand.parse(text);
    if (known.isEmpty()) {
      say("Invalid REPL keyword");
      return false;
    }
    DotCommand command = known.get();
    switch (command.name()) {
      case "exit" -> over = true;
      case "help" -> DotCommand.help(true).forEach(this::say);
      case "editor" -> editor();
      case "load" -> load(command.argument());
      case "save" -> save(command.argument());
      default -> {}
    }
    return true;
  }

  private void editor() {
    say(EDITOR_HINT);
    Optional<String> text = reader.editor();
    if (text.isPresent() && !text.get().isBlank()) {
      submit(text.get(), true);
    }
  }

  private void load(String file) {
    if (file.isEmpty()) {
      say("The \"file\" argument must be specified");
      return;
    }
    try (Reader text = Files.newBufferedReader(Path.of(file))) {
      evaluate(text, "");
    } catch (IOException | InvalidPathException e) {
      say("Failed to load: " + file);
    }
  }

  private void save(String file) {
    if (file.isEmpty()) {
      say("The \"file\" argument must be specified");
      return;
    }
    try {
      Files.writeString(Path.of(file), String.join("\n", evaluated), StandardCharsets.UTF_8);
      say("Session saved to: " + file);
    } catch (IOException | InvalidPathException e) {
      say("Failed to save: " + file);
    }
  }
}
