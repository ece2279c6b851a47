package shardsh.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import shardsh.lesson.LessonException;
import shardsh.lesson.NotThereException;
import shardsh.lesson.SetupLimitException;
import shardsh.render.AnsiWriter;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.script.ScriptRunner;
import shardsh.script.ScriptRunner.ValueForm;
import shardsh.script.Witness;
import shardsh.shell.ExitStatus;
import shardsh.shell.LiveSession;
import shardsh.shell.SessionSettings;
import shardsh.shell.ShellSession;
import shardsh.terminal.PromptStart;
import shardsh.terminal.Recording;
import shardsh.terminal.Repl;
import shardsh.terminal.ReplSettings;

/** One run of the program, from the words of its command line to an exit status. */
final class Program {
  private final String[] arguments;
  private final Map<String, String> environment;

  /** Until more is known, whatever is written is written at once. */
  private TextOutput out = new TextOutput(FileDescriptor.out, true);

  private TextOutput err = new TextOutput(FileDescriptor.err, true);

  /** What the session is written into besides. */
  private Optional<Recording> recording = Optional.empty();

  Program(String[] arguments, Map<String, String> environment) {
    this.arguments = arguments;
    this.environment = environment;
  }

  int run() {
    int status;
    try {
      status = start();
    } catch (UsageException e) {
      err.line("shardsh: " + e.getMessage());
      err.line("Try: shardsh --help");
      status = ExitStatus.USAGE;
    } catch (NotThereException e) {
      err.line("shardsh: " + e.getMessage());
      status = ExitStatus.MISSING;
    } catch (InvalidPathException e) {
      // As of a name with an accent where the system's encoding, LC_ALL=C, has none.
      err.line("shardsh: '" + e.getInput() + "' is no name of a file here: " + e.getReason());
      status = ExitStatus.MISSING;
    } catch (LessonException e) {
      err.line(e.getMessage());
      status = ExitStatus.BROKEN_FILE;
    } catch (SetupLimitException e) {
      err.line("shardsh: " + e.getMessage());
      status = ExitStatus.UNDECIDED;
    } catch (IOException | RuntimeException | Error e) {
      new BugReport(arguments).lines(e).forEach(err::line);
      status = ExitStatus.BUG;
    }
    out.flush();
    return recorded(status);
  }

  /** The status when the recording is on the disk; a run whose recording is not is not all well. */
  private int recorded(int status) {
    recording.ifPresent(Recording::close);
    Optional<IOException> problem = recording.flatMap(Recording::problem);
    if (problem.isEmpty()) {
      return status;
    }
    err.line("shardsh: cannot write the recording: " + ScriptRunner.reason(problem.get()));
    return status == ExitStatus.OK ? ExitStatus.MISSING : status;
  }

  /** From now on what is written goes to where the options say. */
  private void write(Options options, Screen screen) {
    if (options.record().isPresent()) {
      Path file = options.record().get();
      ScreenProfile profile = screen.profile();
      try {
        boolean live = screen.outputIsTerminal();
        recording = Optional.of(Recording.open(file, profile.width(), profile.height(), live));
      } catch (NoSuchFileException e) {
        throw new NotThereException("cannot write " + file + ": no such folder");
      } catch (IOException e) {
        throw new NotThereException("cannot write " + file + ": " + ScriptRunner.reason(e));
      }
    }
    out = new TextOutput(FileDescriptor.out, screen.outputIsTerminal(), recording);
    err = new TextOutput(FileDescriptor.err, true, recording);
  }

  private int start() throws IOException {
    String rehearsal = System.getProperty("shardsh.rehearsal");
    if (rehearsal != null) {
      Rehearsal.run(rehearsal, environment);
    }
    Words words = Words.of(arguments);
    if (words.options().containsKey("--version")) {
      out.line(Version.text());
      return ExitStatus.OK;
    }
    if (words.options().containsKey("--help")) {
      out.text(words.command().flatMap(CommandTable::find).map(Help::text).orElseGet(Help::text));
      return ExitStatus.OK;
    }
    if (words.command().isPresent()) {
      return command(words);
    }
    Options options = OptionReader.read(words);
    options.scripts().forEach(this::checkScript);
    Screen screen = Screen.find(options, environment);
    write(options, screen);
    boolean named = !options.scripts().isEmpty() || !options.evals().isEmpty();
    boolean interactive = options.shell() || !named && screen.inputIsTerminal();
    Optional<PromptStart> prompt =
        interactive ? Optional.of(PromptStart.begin(recording)) : Optional.empty();
    SessionSettings settings = Settings.of(options, screen, interactive);
    try (ShellSession session = session(options, settings, interactive)) {
      new Learner(options, environment, err::line).sitAt(session);
      if (interactive) {
        keepSettings(session, options);
      }
      return run(session, options, screen, prompt, !options.quiet());
    }
  }

  private static LiveSession session(
      Options options, SessionSettings settings, boolean interactive) {
    if (!options.evals().isEmpty() && options.scripts().isEmpty() && !interactive) {
      return LiveSession.forTexts(settings, options.evals());
    }
    boolean typed = interactive && options.evals().isEmpty() && options.scripts().isEmpty();
    return typed ? LiveSession.forPrompt(settings) : new LiveSession(settings);
  }

  /** Only for prompts: what a script does depends on nobody's settings. */
  private void keepSettings(ShellSession session, Options options) {
    List<String> given = new ArrayList<>();
    options.trace().ifPresent(level -> given.add("trace"));
    options.locale().ifPresent(locale -> given.add("locale"));
    session.keepSettings(UserFiles.find(environment).settings(), given);
  }

  private int command(Words words) throws IOException {
    String name = words.command().orElseThrow();
    if (asksForHelp(words.rest())) {
      out.text(Help.text(CommandTable.find(name).orElseThrow()));
      return ExitStatus.OK;
    }
    if (name.equals("completions")) {
      if (words.rest().size() != 1) {
        throw new UsageException("completions needs one of " + CommandTable.SHELLS);
      }
      out.text(Completions.text(words.rest().get(0)));
      return ExitStatus.OK;
    }
    if (!CommandTable.names().contains(name)) {
      throw new UsageException("the command '" + name + "' is not there yet");
    }
    CommandWords given =
        CommandWords.of(CommandTable.find(name).orElseThrow(), words.options(), words.rest());
    Options options =
        OptionReader.read(new Words(given.shellOptions(), List.of(), Optional.empty()));
    Screen screen = Screen.find(options, environment);
    write(options, screen);
    if (name.equals("learn")) {
      return learn(given, options, screen);
    }
    if (name.equals("export")) {
      return export(given, options, screen);
    }
    return new LessonCommands(given, options, screen, environment, out, err, recording).run(name);
  }

  private static boolean asksForHelp(List<String> rest) {
    int plain = rest.indexOf("--");
    List<String> options = plain < 0 ? rest : rest.subList(0, plain);
    return options.contains("--help") || options.contains("-h");
  }

  /** The shell, with a lesson begun in it. */
  private int learn(CommandWords given, Options options, Screen screen) {
    if (given.plain().size() > 1) {
      throw new UsageException("learn takes one lesson: learn [LESSON]");
    }
    boolean interactive = screen.inputIsTerminal();
    Optional<PromptStart> prompt =
        interactive ? Optional.of(PromptStart.begin(recording)) : Optional.empty();
    try (LiveSession session = new LiveSession(Settings.of(options, screen, interactive))) {
      new Learner(options, environment, err::line).sitAt(session);
      if (interactive) {
        keepSettings(session, options);
      }
      AnsiWriter ansi = AnsiWriter.words(screen.profile());
      for (StyledLine line : session.learn(given.plain().stream().findFirst())) {
        out.line(ansi.line(line));
      }
      return run(session, options, screen, prompt, false);
    }
  }

  /** Runs the scripts, then writes the view; a script that fails leaves no half-true picture. */
  private int export(CommandWords given, Options options, Screen screen) {
    ExportCommand command = ExportCommand.of(given);
    command.scripts().forEach(this::checkScript);
    try (LiveSession session = new LiveSession(command.settings(options, screen))) {
      Optional<ScriptProgress> progress = progress(session, screen);
      try {
        ScriptRunner runner = runner(session, options, screen, progress);
        command.scripts().forEach(runner::file);
        if (!runner.isOver()) {
          List<StyledLine> written = command.write(session);
          progress.ifPresent(ScriptProgress::close);
          written.forEach(line -> out.line(line.text()));
        }
        return runner.status();
      } finally {
        progress.ifPresent(ScriptProgress::close);
      }
    }
  }

  private Optional<ScriptProgress> progress(ShellSession session, Screen screen) {
    return ScriptProgress.begin(err, screen, !Screen.isDumb(environment), session);
  }

  private int run(
      ShellSession session,
      Options options,
      Screen screen,
      Optional<PromptStart> prompt,
      boolean banner) {
    ScriptRunner runner = scripts(session, options, screen);
    if (prompt.isPresent() && !runner.isOver()) {
      out.flush();
      UserFiles files = UserFiles.find(environment);
      return Repl.run(
          session,
          prompt.get(),
          new ReplSettings(screen.profile(), options.width(), files.history(), banner));
    }
    if (options.evals().isEmpty() && options.scripts().isEmpty()) {
      pipe(runner);
    }
    return runner.status();
  }

  /** Runs what the command line names; nothing if that is nothing. */
  private ScriptRunner scripts(ShellSession session, Options options, Screen screen) {
    List<String> evals = options.evals();
    boolean isNothing = evals.isEmpty() && options.scripts().isEmpty();
    Optional<ScriptProgress> progress = isNothing ? Optional.empty() : progress(session, screen);
    try {
      ScriptRunner runner = runner(session, options, screen, progress);
      for (int i = 0; i < evals.size(); i++) {
        runner.eval(evals.get(i), i == evals.size() - 1);
      }
      options.scripts().forEach(runner::file);
      return runner;
    } finally {
      progress.ifPresent(ScriptProgress::close);
    }
  }

  private void pipe(ScriptRunner runner) {
    try (Reader input =
        new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8)) {
      runner.pipe(input);
    } catch (IOException e) {
      throw new NotThereException("cannot read standard input: " + e.getMessage());
    }
  }

  private ScriptRunner runner(
      ShellSession session, Options options, Screen screen, Optional<ScriptProgress> progress) {
    ScreenProfile profile = screen.profile();
    AnsiWriter ansi =
        screen.outputIsTerminal() ? AnsiWriter.terminal(profile) : stream(options, profile);
    AnsiWriter errorAnsi =
        AnsiWriter.words(
            new ScreenProfile(
                profile.width(), 0, profile.unicode(), screen.errorColour(), profile.theme()));
    AnsiWriter recorded = recorded(options, profile);
    Consumer<StyledLine> toOut = line -> out.line(ansi.line(line), () -> recorded.line(line));
    Consumer<StyledLine> toErr =
        line -> {
          out.flush();
          err.line(errorAnsi.line(line), () -> recorded.line(line));
        };
    ValueForm form =
        options
            .json()
            .map(
                json ->
                    json == Options.Json.RELAXED
                        ? ValueForm.RELAXED_JSON
                        : ValueForm.CANONICAL_JSON)
            .orElse(ValueForm.AS_PROMPT);
    Optional<Witness> witness = recording.map(file -> new RecordingWitness(file, recorded));
    return new ScriptRunner(
        session,
        progress.map(line -> line.before(toOut)).orElse(toOut),
        progress.map(line -> line.before(toErr)).orElse(toErr),
        witness,
        form,
        options.keepGoing());
  }

  /** What is read by programs stays as it is, unless ASCII was asked for by name. */
  private static AnsiWriter stream(Options options, ScreenProfile profile) {
    boolean plain = options.ascii() && options.json().isEmpty();
    return plain ? AnsiWriter.words(profile) : AnsiWriter.stream(profile);
  }

  /** A recording is for a screen: in colour unless unwanted, with nothing that could disturb it. */
  private static AnsiWriter recorded(Options options, ScreenProfile profile) {
    boolean colour = options.color() != Options.Color.NEVER;
    return AnsiWriter.terminal(
        new ScreenProfile(profile.width(), 0, profile.unicode(), colour, profile.theme()));
  }

  /** Nothing runs when a script is missing: half a job is worse than none. */
  private void checkScript(Path script) {
    if (Files.isReadable(script) && !Files.isDirectory(script)) {
      return;
    }
    String name = script.toString();
    if (!Files.exists(script) && name.indexOf('.') < 0 && name.indexOf('/') < 0) {
      throw new UsageException("'" + name + "' is neither a command nor a file");
    }
    String why =
        Files.isDirectory(script)
            ? "is a folder"
            : Files.exists(script) ? "cannot be read" : "no such file";
    throw new NotThereException(name + ": " + why);
  }
}
