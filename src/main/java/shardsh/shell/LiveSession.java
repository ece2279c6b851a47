package shardsh.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.Nearest;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.snapshot.ClusterSpec;
import shardsh.core.trace.TraceEntry;
import shardsh.js.EndedException;
import shardsh.js.EngineLimits;
import shardsh.js.EnginePorts;
import shardsh.js.Evaluation;
import shardsh.js.EvaluationError;
import shardsh.js.ExtendedJson;
import shardsh.js.GuestValue;
import shardsh.js.JsEngine;
import shardsh.js.ServerFunctions;
import shardsh.js.ShellInputException;
import shardsh.js.SourceKind;
import shardsh.js.api.ShellApi;
import shardsh.js.api.ShellResult;
import shardsh.lesson.ClusterFiles;
import shardsh.lesson.Course;
import shardsh.lesson.NotThereException;
import shardsh.lesson.Progress;
import shardsh.render.LiveView;
import shardsh.render.Motion;
import shardsh.render.Prose;
import shardsh.render.Role;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StatusLine;
import shardsh.render.StyledLine;

/** A session on a cluster of its own. */
public final class LiveSession implements ShellSession {
  private static final List<String> TELLING = List.of("show", "why", "help", "it");

  private final SessionSettings settings;
  private final BiFunction<EnginePorts, EngineLimits, JsEngine> engines;
  private final InterruptFlag interrupts = new InterruptFlag();
  private final RunThread runs = new RunThread();
  private volatile ServerFunctions functions = new ServerFunctions(this::worldOfFunctions);
  private final World world;
  private final SessionHost host;
  private final SessionConfig config;
  private final Pictures pictures;
  private final Experiments experiments;
  private volatile EngineStart start;
  private final ShellObjects objects = new ShellObjects(this);

  /** The lesson that the session is in; null outside of one. */
  private LearnMode learning;

  private Progress progress = new Progress(Optional.empty());
  private Supplier<String> chosenLocale;

  /** Null until first asked for. */
  private LessonWords lessons;

  /** What the cluster file says is to be run, once the cluster is there. */
  private String script = "";

  private ScreenProfile screen;
  private ShellApi api;
  private Optional<GuestValue> lastValue = Optional.empty();
  private Optional<EvaluationError> lastError = Optional.empty();

  /** The word that the last text was, if it was one that draws or tells something. */
  private Optional<DirectWords.Line> lastTold = Optional.empty();

  /** What was printed last as the value of a text; null when none was. */
  private Printed lastPrinted;

  private record Printed(ShellResult result, List<StyledLine> lines) {}

  /**
   * Builds the cluster; if the first text is there already, the engine starts at the same time on a
   * thread of its own, else with {@link #warmUp}.
   *
   * @throws shardsh.lesson.NotThereException when there is no such cluster
   * @throws shardsh.lesson.LessonException when the cluster file is broken
   */
  public LiveSession(SessionSettings settings) {
    this(settings, JsEngine::start, Beginning.BOTH);
  }

  /**
   * A session for texts that are known. If none of them seems to use the cluster, that is started
   * when one does after all: beside the engine it would only take the engine's time.
   */
  public static LiveSession forTexts(SessionSettings settings, List<String> texts) {
    boolean computesOnly = texts.stream().noneMatch(ClusterUse::seemsIn);
    Beginning beginning = computesOnly && isSure(settings) ? Beginning.ENGINE : Beginning.BOTH;
    return new LiveSession(settings, JsEngine::start, beginning);
  }

  /** The same with engines from elsewhere; a lesson brings its cluster. */
  static LiveSession forLesson(
      SessionSettings settings, BiFunction<EnginePorts, EngineLimits, JsEngine> engines) {
    return new LiveSession(settings, engines, Beginning.ENGINE);
  }

  /** The usual cluster: nothing of it can be missing or wrong, and it has no script. */
  private static boolean isSure(SessionSettings settings) {
    return settings.cluster().equals(ClusterFiles.NAMES.get(0)) && settings.profile().isEmpty();
  }

  /**
   * A session whose first text is yet to be typed: its prompt comes first, the engine starts with
   * {@link #warmUp}.
   */
  public static LiveSession forPrompt(SessionSettings settings) {
    return new LiveSession(settings, JsEngine::start, Beginning.CLUSTER);
  }

  /**
   * As above, with an engine from elsewhere, e.g. one that shares parsed code with other sessions.
   *
   * @param engines called on a thread of its own, once for each engine that the session needs: a
   *     further one after a limit that the one before did not survive
   */
  public LiveSession(
      SessionSettings settings, BiFunction<EnginePorts, EngineLimits, JsEngine> engines) {
    this(settings, engines, Beginning.BOTH);
  }

  /** What is started together with the session. */
  private enum Beginning {
    BOTH,
    CLUSTER,
    ENGINE
  }

  private LiveSession(
      SessionSettings settings,
      BiFunction<EnginePorts, EngineLimits, JsEngine> engines,
      Beginning beginning) {
    this.settings = settings;
    this.engines = engines;
    this.screen = settings.screen();
    this.config = new SessionConfig(settings.trace().name().toLowerCase(Locale.ROOT));
    this.chosenLocale = () -> config.text("locale");
    CompletableFuture<SessionHost> ready = new CompletableFuture<>();
    this.start = new EngineStart(() -> engine(ready));
    if (beginning != Beginning.CLUSTER) {
      start.begin();
    }
    this.world = new World(() -> startCluster(settings));
    this.host = new SessionHost(world, interrupts, config);
    this.pictures = new Pictures(world, () -> screen, host::database);
    this.experiments = new Experiments(() -> start.engine(), limits(settings), () -> screen, host);
    host.use(
        pictures,
        new SessionSim(world, host::connection, host, experiments),
        this::runWord,
        this::help);
    host.onReconnect(() -> api.connectTo(host.connection(), host.database()));
    if (beginning == Beginning.ENGINE) {
      ready.complete(host);
      return;
    }
    try {
      world.cluster();
      ready.complete(host);
    } catch (RuntimeException e) {
      ready.completeExceptionally(e);
      throw e;
    }
    if (!script.isBlank()) {
      prepare(script);
    }
  }

  private Cluster startCluster(SessionSettings settings) {
    ClusterSpec spec = spec(settings);
    script = spec.run();
    Cluster cluster = Cluster.start(spec, settings.profile(), settings.seed(), interrupts);
    cluster.useJavaScript(this::callFunction);
    return cluster;
  }

  /** What stops the text also stops the function of a command that it sent. */
  private BsonValue callFunction(String body, List<BsonValue> arguments) {
    return host.stoppingToo(functions::interrupt, () -> functions.call(body, arguments));
  }

  private JsEngine worldOfFunctions() {
    EngineLimits statements =
        new EngineLimits(Optional.empty(), OptionalLong.empty(), settings.statementsMax());
    return start.engine().isolated(host, statements);
  }

  private static ClusterSpec spec(SessionSettings settings) {
    ClusterFiles files = new ClusterFiles();
    ClusterSpec spec =
        ClusterFiles.isFile(settings.cluster())
            ? files.read(Path.of(settings.cluster()))
            : files.named(settings.cluster());
    return ClusterSizes.resized(spec, settings.shards(), settings.routers());
  }

  private static EngineLimits limits(SessionSettings settings) {
    return new EngineLimits(
        settings.timeMax(), settings.memoryMegabytesMax(), settings.statementsMax());
  }

  private JsEngine engine(CompletableFuture<SessionHost> ready) {
    JsEngine engine = engines.apply(new LatePorts(ready), limits(settings));
    SessionHost sessionHost = ready.join();
    api = ShellApi.install(engine, sessionHost, sessionHost::connection, sessionHost::database);
    return engine;
  }

  private void runWord(String line, ShellOutput output) {
    DirectWords.Line word = DirectWords.match(MongoshLine.withoutShellPrompt(line)).orElseThrow();
    Submission done = new WordRunner(this).run(word, ScriptText.typed(line), output);
    done.value().forEach(output::print);
    done.failure()
        .ifPresent(
            failure -> {
              throw failure.asInputError();
            });
  }

  /** Runs what the cluster file says, as if it had been so from the start. */
  private void prepare(String script) {
    JsEngine engine = start.engine();
    BsonDocument before = world.cluster().sim().parameters();
    world.cluster().sim().setParameters(new BsonDocument("latencyMs", new BsonInt32(0)));
    host.begin(new NoOutput(), false);
    // In a block, so that its names are not the session's.
    Evaluation evaluation = engine.evaluate("{" + script + "\n}", "setup", SourceKind.FILE);
    if (evaluation instanceof Evaluation.Failed failed) {
      throw new IllegalArgumentException(
          "the script `run` of the cluster failed: " + failed.error().message());
    }
    if (evaluation instanceof Evaluation.LimitReached limit) {
      throw new IllegalArgumentException(
          "the script `run` of the cluster reached the limit of " + limit.limit());
    }
    world.cluster().sim().setParameters(new BsonDocument("latencyMs", before.get("latencyMs")));
    world.startsHere();
  }

  @Override
  public void warmUp() {
    start.begin();
  }

  @Override
  public void awaitReady() {
    start.engine();
    // Of no session, so that the thread does not matter; else the first Tab would have to do it.
    ShellApi.readAhead();
    Slot.STAGE.names();
  }

  @Override
  public Submission submit(ScriptText text, ShellOutput output) {
    Optional<DirectWords.Line> word =
        isProgram(text)
            ? Optional.empty()
            : DirectWords.match(text.text()).filter(DirectWords::isForLessons);
    if (word.isPresent()) {
      return lessonWord(word.get(), text);
    }
    return learning == null ? plain(text, output) : learning.submit(text, output);
  }

  private Submission lessonWord(DirectWords.Line word, ScriptText text) {
    try {
      return lessons().run(word.word().name(), word.arguments());
    } catch (CommandException e) {
      return ended(Outcome.FAILED, Failures.of(e).at(beginning(text)));
    } catch (ShellInputException e) {
      return ended(
          Outcome.FAILED, Failures.of(e.name(), e.getMessage(), e.hint()).at(beginning(text)));
    }
  }

  /** Evaluates a text as if there were no lesson. */
  Submission plain(ScriptText text, ShellOutput output) {
    Submission submission =
        runs.call(() -> submitted(text, output), () -> start.engine().givenUp())
            .orElseGet(() -> leftBehind(start.engine(), text));
    return submission.outcome() == Outcome.QUIT && text.kind() == ScriptText.Kind.PROMPT
        ? left(submission)
        : submission;
  }

  /** What ends a shell that was started from another goes back to that one. */
  private Submission left(Submission quit) {
    Optional<SessionHost.Where> outer = host.leave();
    if (outer.isEmpty()) {
      return quit;
    }
    api.connectTo(outer.get().connection(), outer.get().database());
    return done(
        List.of(StyledLine.of("back on " + outer.get().connection().uri(), Role.DIM)), false);
  }

  /** The text goes on for ever on a thread that nobody listens to; the session goes on without. */
  private Submission leftBehind(JsEngine engine, ScriptText text) {
    world.lineIsDropped();
    start = newEngine();
    Submission ended = finished(engine.givenUp().join(), text);
    return ended(
        ended.outcome(),
        ended
            .failure()
            .orElseThrow()
            .withHint(
                "it could not be stopped and was left behind: the cluster is as before it,"
                    + " JavaScript variables are gone"));
  }

  private EngineStart newEngine() {
    functions = new ServerFunctions(this::worldOfFunctions);
    return new EngineStart(() -> engine(CompletableFuture.completedFuture(host)));
  }

  /** Whether the lines of the last submission's value may be what the program wanted them to be. */
  boolean programMadeValue() {
    if (lastPrinted == null) {
      return false;
    }
    ShellResult result = lastPrinted.result();
    if (result instanceof ShellResult.Lines text) {
      return !text.isView();
    }
    boolean isFromServer = result instanceof ShellResult.Plain plain && plain.inFull();
    return isFromServer
        ? !lastPrinted.lines().equals(linesOfLastResult())
        : ResultPrinter.isOfTheProgram(result, lastPrinted.lines());
  }

  /** Whether the value of the last submission was a page of documents. */
  boolean printedPage() {
    return lastPrinted != null && lastPrinted.result() instanceof ShellResult.Page;
  }

  /** How the reply that the program got last would be printed, had it not touched it. */
  private List<StyledLine> linesOfLastResult() {
    JsEngine engine = start.engine();
    BsonValue reply = engine.values().lastResult();
    if (reply == null || !(reply.isDocument() || reply.isArray())) {
      return List.of();
    }
    return engine.guarded(
        () -> {
          GuestValue value = engine.wrap(engine.values().guest(reply));
          return new ResultPrinter(config, false, screen.width())
              .lines(new ShellResult.Plain(value, true));
        });
  }

  private Submission submitted(ScriptText text, ShellOutput output) {
    // What needs no engine comes before the wait for it.
    Optional<DirectWords.Line> word =
        isProgram(text)
            ? Optional.empty()
            : DirectWords.match(MongoshLine.withoutShellPrompt(text.text()));
    Optional<OsCommand> command =
        isProgram(text) || word.isPresent() ? Optional.empty() : OsCommand.match(text.text());
    JsEngine engine = start.engine();
    interrupts.clear();
    host.begin(output, text.kind() == ScriptText.Kind.PROMPT);
    lastValue = Optional.empty();
    lastError = Optional.empty();
    lastTold = word.filter(line -> TELLING.contains(line.word().name()));
    lastPrinted = null;
    if (text.kind() == ScriptText.Kind.PROMPT) {
      host.remember(text.text());
    }
    try {
      if (word.isPresent()) {
        return new WordRunner(this).run(word.get(), text, output);
      }
      return command.isPresent() && isBroken(engine, text.text())
          ? new WordRunner(this).run(command.get())
          : evaluate(engine, text);
    } catch (CommandException e) {
      return ended(Outcome.FAILED, Failures.of(e).at(beginning(text)));
    } catch (ShellInputException e) {
      return ended(
          Outcome.FAILED, Failures.of(e.name(), e.getMessage(), e.hint()).at(beginning(text)));
    } catch (EndedException e) {
      Submission ended = finished(e.outcome(), text);
      return ended.outcome() == Outcome.FAILED ? ended.placedAt(beginning(text)) : ended;
    }
  }

  /**
   * Whether words count line by line: in a file, and in an {@code --eval} of several lines, of
   * which mongosh would take the first word and drop the rest.
   */
  private static boolean isProgram(ScriptText text) {
    return text.kind() == ScriptText.Kind.FILE
        || text.kind() == ScriptText.Kind.EVAL && text.text().strip().indexOf('\n') >= 0;
  }

  private static boolean isBroken(JsEngine engine, String text) {
    return engine.completeness(text) == shardsh.js.Completeness.BROKEN;
  }

  /** Where the statement begins whose value is printed. */
  private static Place beginning(ScriptText text) {
    int start = JsEngine.lastStatement(text.text());
    String before = text.text().substring(0, start);
    int lineStart = before.lastIndexOf('\n') + 1;
    int line = (int) before.chars().filter(c -> c == '\n').count();
    String shown = text.text().substring(lineStart).lines().findFirst().orElse("");
    return new Place(text.source(), text.firstLine() + line, start - lineStart + 1, shown);
  }

  /** Evaluates JavaScript as a line of its own. */
  Submission evaluate(JsEngine engine, ScriptText text) {
    SourceName name = new SourceName(text.source(), text.firstLine());
    SourceKind kind =
        text.kind() == ScriptText.Kind.FILE ? SourceKind.FILE : SourceKind.INTERACTIVE;
    String source = isProgram(text) ? FileWords.replaced(text.text()) : text.text();
    world.lineBegins(text.text());
    Submission submission;
    try {
      submission = finished(engine.evaluate(source, name.text(), kind), text);
    } finally {
      if (!engine.givenUp().isDone()) {
        world.lineEnds();
      }
    }
    if (submission.outcome() == Outcome.FAILED && world.thisLine().isEmpty()) {
      world.remark("The last line failed before it asked the cluster anything.");
    }
    Submission done = withRemarks(isProgram(text) ? submission.asWrittenIn(text) : submission);
    return settings.hints() && done.outcome() == Outcome.DONE ? withMeaning(done, text) : done;
  }

  /** Adds what may have been meant by a line that has found nothing. */
  private Submission withMeaning(Submission done, ScriptText text) {
    return new DidYouMean(this)
        .ofNothingFound(host.calls().all(), text.text())
        .map(hint -> done.withRemark(StyledLine.of("hint: " + hint, Role.HINT)))
        .orElse(done);
  }

  /**
   * The page about a topic, the first page for an empty one.
   *
   * @throws ShellInputException when nothing is known about it
   */
  List<StyledLine> help(String topic) {
    return new HelpPages(api(), screen.width())
        .page(topic)
        .orElseThrow(
            () ->
                ShellInputException.invalid("No help on \"" + topic.trim() + "\"")
                    .withHint(
                        Nearest.to(topic.trim(), new HelpPages(api(), screen.width()).names())
                            .map(near -> "did you mean: help " + near)
                            .orElse("help   lists what there is")));
  }

  private Submission finished(Evaluation evaluation, ScriptText text) {
    if (evaluation instanceof Evaluation.Completed completed) {
      lastValue = Optional.of(completed.value());
      return printed(start.engine(), completed.value(), text);
    }
    if (evaluation instanceof Evaluation.Failed failed) {
      lastError = Optional.of(failed.error());
      Optional<String> meant = new DidYouMean(this).of(failed.error(), text.text());
      return ended(failureOutcome(failed.error()), Failures.of(failed.error(), meant));
    }
    if (evaluation instanceof Evaluation.LimitReached limit) {
      return limited(limit.limit());
    }
    if (evaluation instanceof Evaluation.Exited exited) {
      return quit(exited.code());
    }
    return ended(Outcome.INTERRUPTED, Failures.interrupted());
  }

  private Submission limited(Evaluation.Limit limit) {
    Failure failure = Failures.of(limit, settings);
    if (limit != Evaluation.Limit.STATEMENTS) {
      return ended(Outcome.LIMIT, failure);
    }
    start = newEngine();
    return ended(Outcome.LIMIT, failure.withHint("JavaScript variables are gone"));
  }

  private static Outcome failureOutcome(EvaluationError error) {
    boolean interrupted = error.codeName().filter("Interrupted"::equals).isPresent();
    return interrupted ? Outcome.INTERRUPTED : Outcome.FAILED;
  }

  private Submission printed(JsEngine engine, GuestValue value, ScriptText text) {
    if (text.kind() == ScriptText.Kind.FILE) {
      return done(List.of(), value.isUndefined());
    }
    boolean inFull = text.kind() == ScriptText.Kind.EVAL;
    ResultPrinter printer = new ResultPrinter(config, inFull, screen.width());
    // Looking at a value calls the traps and getters of the program.
    return done(
        engine.guarded(
            () -> {
              ShellResult result = api.result(value);
              List<StyledLine> lines = printer.lines(result);
              lastPrinted = new Printed(result, lines);
              return lines;
            }),
        value.isUndefined());
  }

  /** A submission that went well. */
  static Submission done(List<StyledLine> lines, boolean isUndefined) {
    return new Submission(
        Outcome.DONE, lines, isUndefined, Optional.empty(), List.of(), List.of(), 0);
  }

  static Submission quit(int status) {
    return new Submission(
        Outcome.QUIT, List.of(), true, Optional.empty(), List.of(), List.of(), status);
  }

  static Submission ended(Outcome outcome, Failure failure) {
    return new Submission(outcome, List.of(), true, Optional.of(failure), List.of(), List.of(), 0);
  }

  /** Adds what the line did in the cluster, as far as the setting {@code trace} wants it. */
  Submission withRemarks(Submission submission) {
    List<StyledLine> remarks =
        switch (config.text("trace")) {
          case "summary" -> host.drawn(screen).orElseGet(pictures::routeLine);
          case "full" -> world.thisLine().isEmpty() ? List.of() : pictures.trace();
          default -> List.of();
        };
    return new Submission(
        submission.outcome(),
        submission.value(),
        submission.isUndefined(),
        submission.failure(),
        remarks,
        world.thisLine(),
        submission.exitStatus());
  }

  JsEngine engine() {
    return start.engine();
  }

  ShellApi api() {
    start.engine();
    return api;
  }

  World world() {
    return world;
  }

  SessionHost host() {
    return host;
  }

  Experiments experiments() {
    return experiments;
  }

  /** Goes on on another cluster, from its first router and database; nothing can be undone. */
  void goOnWith(Cluster cluster) {
    world.becomes(cluster);
    host.begins(cluster);
    if (start.isUp()) {
      api().connectTo(host.connection(), host.database());
    }
  }

  /** What expressions that are being typed would give. */
  ShellObjects objects() {
    return objects;
  }

  /** What can be typed behind the dot of a variable of the program; nothing of an unknown one. */
  List<String> memberNames(String variable) {
    JsEngine engine = start.engine();
    try {
      return whileUsable(() -> engine.memberNames(engine.global(variable))).orElse(List.of());
    } catch (EndedException e) {
      return List.of();
    }
  }

  /** What is learnt here; null outside of a lesson. */
  LearnMode learning() {
    return learning;
  }

  /** The words around lessons. */
  LessonWords lessons() {
    if (lessons == null) {
      if (!config.isChosen("locale")) {
        config.startWith("locale", new BsonString(chosenLocale.get()));
      }
      lessons = new LessonWords(this, progress, () -> config.text("locale"));
    }
    return lessons;
  }

  /**
   * Begins a lesson, or goes on with the last one; gives what is to be read.
   *
   * @throws shardsh.lesson.NotThereException when there is no such lesson
   * @throws shardsh.lesson.LessonException when its file is broken
   */
  public List<StyledLine> learn(Optional<String> lesson) {
    lesson.ifPresent(Course.builtIn()::lesson);
    return lessons().learn(lesson).value();
  }

  @Override
  public Optional<Motion> motion(Submission done) {
    return host.isAnimated() && !done.trace().isEmpty() ? motionOf(done.trace()) : Optional.empty();
  }

  /** What happened as a moving picture, whether it is to be shown or not. */
  public Optional<Motion> motionOf(List<TraceEntry> trace) {
    return Motion.of(Scene.of(world.cluster().snapshot()).withLast(trace), screen);
  }

  @Override
  public Optional<String> progress() {
    return interrupts
        .workDone()
        .map(
            work ->
                work.total() > 0
                    ? String.format(
                        Locale.ROOT, "%s %,d of %,d", work.what(), work.done(), work.total())
                    : String.format(Locale.ROOT, "%s %,d", work.what(), work.done()));
  }

  @Override
  public List<StyledLine> live(int height) {
    return LiveView.draw(pictures.scene(), screen, height);
  }

  @Override
  public double motionSpeed() {
    return config.animationSpeed();
  }

  /**
   * Writes a picture into a file, for slides and reports; {@code -} gives its text instead.
   *
   * @param word one of {@link shardsh.render.Diagrams#words()}; {@code trace} is all of the trace
   * @param mermaid whether as Mermaid text; else as a page, or a drawing in a {@code .svg} file
   * @return a line that says so, or the lines of the text
   * @throws NotThereException when the file cannot be written, or there is nothing to draw yet
   */
  public List<StyledLine> export(String word, boolean mermaid, String file) {
    PictureFiles files = pictures.files(word, screen);
    try {
      if (file.equals("-")) {
        String text = mermaid ? files.mermaidText() : files.pageText(file);
        return text.lines().map(StyledLine::of).toList();
      }
      return List.of(mermaid ? files.mermaid(file) : files.page(file));
    } catch (ShellInputException e) {
      throw new NotThereException(e.getMessage());
    }
  }

  @Override
  public void keepProgress(Progress newProgress, Supplier<String> locale) {
    progress = newProgress;
    chosenLocale = locale;
    lessons = null;
  }

  @Override
  public void keepSettings(Path file, List<String> fixed) {
    SettingsFile kept = new SettingsFile(file);
    config.keepWith(kept.read(), fixed, kept::write);
  }

  @Override
  public PromptChoices choices() {
    return config.prompt();
  }

  @Override
  public StyledLine status(int width) {
    NodeId node = host.connection().node();
    Cluster cluster = world.cluster();
    ScreenProfile row = screen.withWidth(width);
    return StatusLine.of(
        node.name(),
        host.database(),
        cluster.names().glance(node, host.database(), lastCollection()),
        Optional.ofNullable(learning).map(LearnMode::place),
        row);
  }

  private Optional<Namespace> lastCollection() {
    return host.lastCollection().filter(ns -> ns.db().equals(host.database()));
  }

  @Override
  public Optional<StyledLine> signature(String text, int cursor) {
    return start.isUp()
        ? new SignatureLine(objects).at(text.substring(0, cursor))
        : Optional.empty();
  }

  @Override
  public Submission enter() {
    return learning == null ? done(List.of(), true) : learning.enter();
  }

  @Override
  public List<StyledLine> task() {
    return learning == null ? List.of() : learning.task();
  }

  /** Sits in a lesson from now on; null: in none. */
  void take(LearnMode mode) {
    learning = mode;
  }

  SessionConfig config() {
    return config;
  }

  int screenWidth() {
    return screen.width();
  }

  Pictures pictures() {
    return pictures;
  }

  void keepValue(GuestValue value) {
    lastValue = Optional.of(value);
  }

  @Override
  public Completeness completeness(String text) {
    if (MongoshLine.isOne(text)) {
      return MongoshLine.completeness(text);
    }
    if (ProcessLine.isOne(text)
        || OsCommand.match(text).isPresent() && isBroken(start.engine(), text)) {
      return text.endsWith("\\") ? Completeness.INCOMPLETE : Completeness.COMPLETE;
    }
    if (DirectWords.match(text).isPresent()) {
      return Completeness.COMPLETE;
    }
    return switch (start.engine().completeness(text)) {
      case COMPLETE -> Completeness.COMPLETE;
      case INCOMPLETE -> Completeness.INCOMPLETE;
      case EMPTY -> Completeness.EMPTY;
      case BROKEN -> Completeness.BROKEN;
    };
  }

  @Override
  public List<StyledLine> banner() {
    List<StyledLine> lines = new ArrayList<>();
    Cluster cluster = world.cluster();
    lines.add(StyledLine.of("shardsh: a sharded MongoDB cluster in one process", Role.TITLE));
    lines.add(
        StyledLine.of(
            "cluster "
                + settings.cluster()
                + ": "
                + cluster.routerIds().size()
                + " router"
                + (cluster.routerIds().size() == 1 ? "" : "s")
                + ", "
                + cluster.shardIds().size()
                + " shards, behaving as MongoDB "
                + cluster.profile().serverVersion()
                + (cluster.profile().name().equals("classic") ? " (profile classic)" : "")));
    if (settings.hints()) {
      String query =
          settings.cluster().startsWith("canvas") ? "db.orders.find({customerId: 470}), " : "";
      lines.add(StyledLine.of("try: show cluster, " + query + "why, help", Role.HINT));
    }
    lines.add(StyledLine.EMPTY);
    return Prose.fold(lines, screen.width());
  }

  /**
   * The user's own, if the global {@code prompt} is a text or a function that gives one. The usual
   * one is known before the engine is up, so that the prompt can be read at once.
   */
  @Override
  public String prompt() {
    return (start.isUp() ? ownPrompt() : Optional.<String>empty())
        .orElseGet(() -> new PromptText(world, host).text());
  }

  /** A function that throws or is stopped is passed over, as in mongosh. */
  private Optional<String> ownPrompt() {
    GuestValue given = start.engine().global("prompt");
    interrupts.clear();
    try {
      return given.asText().or(() -> whileUsable(given::textOfCall).flatMap(text -> text));
    } catch (EndedException e) {
      return Optional.empty();
    }
  }

  /** What work that runs the user's code gives; empty if it could not be stopped. */
  private <T> Optional<T> whileUsable(Supplier<T> work) {
    JsEngine engine = start.engine();
    Optional<T> result = runs.call(() -> engine.guarded(work), engine::givenUp);
    if (result.isEmpty()) {
      start = newEngine();
    }
    return result;
  }

  @Override
  public List<Candidate> complete(String text, int cursor) {
    return new Completion(this).candidates(text, Math.min(cursor, text.length()));
  }

  @Override
  public void resize(ScreenProfile newScreen) {
    screen = newScreen;
  }

  @Override
  public void interrupt() {
    interrupts.raise();
    if (start.isUp()) {
      start.engine().interrupt();
    }
  }

  @Override
  public Submission lastAsJson(boolean canonical) {
    if (lastTold.isPresent()) {
      return ended(Outcome.FAILED, JsonErrors.noValue(lastTold.get()));
    }
    try {
      Optional<BsonValue> value =
          lastValue
              .filter(given -> !given.isUndefined() && !given.isFunction())
              .flatMap(given -> whileUsable(given::toData));
      return done(
          value
              .or(() -> lastError.map(JsonErrors::document))
              .map(found -> StyledLine.lines(ExtendedJson.text(found, !canonical, 2), Role.PLAIN))
              .orElse(List.of()),
          value.isEmpty());
    } catch (ShellInputException e) {
      return ended(Outcome.FAILED, JsonErrors.noValue(e));
    } catch (EndedException e) {
      return finished(e.outcome(), ScriptText.typed(""));
    }
  }

  /** Gives back what the session holds, for a process that goes on after it. */
  void end() {
    runs.end();
    functions.close();
    if (start.isUp()) {
      start.engine().close();
    }
  }

  @Override
  public void close() {
    // The process ends right after; closing the engine would only cost time.
  }
}
