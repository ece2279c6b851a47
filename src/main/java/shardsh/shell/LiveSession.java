package shardsh.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bson.BsonValue;
import shardsh.core.base.InterruptFlag;
import shardsh.core.cluster.Cluster;
import shardsh.core.trace.TraceEntry;
import shardsh.js.EndedException;
import shardsh.js.EngineLimits;
import shardsh.js.EnginePorts;
import shardsh.js.JsEngine;
import shardsh.js.ShellInputException;
import shardsh.js.api.ShellApi;
import shardsh.lesson.Course;
import shardsh.lesson.Progress;
import shardsh.render.Glyphs;
import shardsh.render.Motion;
import shardsh.render.Prose;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/**
 * A session on a cluster of its own: a {@link SessionEngine} for JavaScript, an {@link Evaluator}
 * for texts and a {@link SessionScreen} for what a screen shows besides their answers.
 */
public final class LiveSession implements ShellSession {
  private final SessionConfig config;
  private final SessionEngine engine;
  private final World world;
  private final SessionHost host;
  private final SessionScreen screen;
  private final Experiments experiments;
  private final Evaluator evaluator;
  private final ShellObjects objects = new ShellObjects(this);
  private final LessonSeat lessons;

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
    Beginning beginning =
        computesOnly && ClusterStart.isSure(settings) ? Beginning.ENGINE : Beginning.BOTH;
    return new LiveSession(settings, JsEngine::start, beginning);
  }

  /** The same with engines from elsewhere; a lesson brings its cluster. */
  static LiveSession forLesson(
      SessionSettings settings, BiFunction<EnginePorts, EngineLimits, JsEngine> engines) {
    return new LiveSession(settings, engines, Beginning.ENGINE);
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
    config = new SessionConfig(settings.trace().name().toLowerCase(Locale.ROOT));
    lessons = new LessonSeat(this, config);
    engine = new SessionEngine(settings, engines);
    if (beginning != Beginning.CLUSTER) {
      engine.begin();
    }
    InterruptFlag interrupts = new InterruptFlag();
    ClusterStart start = new ClusterStart(settings, interrupts, engine::callFunction);
    world = new World(start::cluster);
    host = new SessionHost(world, interrupts, config);
    screen = new SessionScreen(settings, engine, world, host, lessons);
    experiments =
        new Experiments(engine::engine, SessionEngine.limits(settings), screen::profile, host);
    evaluator = new Evaluator(this, settings, engine, screen::profile);
    SessionSim sim = new SessionSim(world, host::connection, host, experiments);
    host.use(screen.pictures(), sim, evaluator::runWord, this::help);
    host.onReconnect(() -> api().connectTo(host.connection(), host.database()));
    if (beginning == Beginning.ENGINE) {
      engine.isReady(host);
      return;
    }
    try {
      world.cluster();
      engine.isReady(host);
    } catch (RuntimeException e) {
      engine.failed(e);
      throw e;
    }
    start.prepare(world, host, engine::engine);
  }

  @Override
  public void warmUp() {
    engine.beginForPrompt();
  }

  @Override
  public boolean isReady() {
    return engine.isUp();
  }

  @Override
  public Submission submit(ScriptText text, ShellOutput output) {
    return lessons
        .submit(text, output)
        .orElseGet(() -> plain(text, output))
        .in(lessons::inLanguage);
  }

  /** Evaluates a text as if there were no lesson. */
  Submission plain(ScriptText text, ShellOutput output) {
    return evaluator.submit(text, output);
  }

  /** Evaluates JavaScript as a line of its own. */
  Submission evaluate(ScriptText text) {
    return evaluator.evaluate(engine.engine(), text);
  }

  /** Whether the lines of the last submission's value may be what the program wanted them to be. */
  boolean programMadeValue() {
    try {
      return evaluator.last().isOfProgram();
    } catch (EndedException e) {
      // The time was up while it was looked at; nothing is believed then.
      return true;
    }
  }

  /** Whether the value of the last submission was a page of documents. */
  boolean printedPage() {
    return evaluator.last().isPage();
  }

  /**
   * The page about a topic, the first page for an empty one.
   *
   * @throws ShellInputException when nothing is known about it
   */
  List<StyledLine> help(String topic) {
    ScreenProfile profile = screen.profile();
    List<String> elsewhere = learning() == null ? List.of() : LessonHelp.words();
    List<StyledLine> page = new HelpPages(api(), profile.width(), elsewhere).pageOrNearest(topic);
    return Prose.fold(Glyphs.prose(page, profile), profile.width());
  }

  JsEngine engine() {
    return engine.engine();
  }

  /** Runs the functions that commands carry, for clusters beside the session's own. */
  BsonValue callFunction(String body, List<BsonValue> arguments) {
    return engine.callFunction(body, arguments);
  }

  ShellApi api() {
    return engine.api();
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
    if (engine.isUp()) {
      api().connectTo(host.connection(), host.database());
    }
  }

  /** What expressions that are being typed would give. */
  ShellObjects objects() {
    return objects;
  }

  /** What can be typed behind the dot of a variable of the program; nothing of an unknown one. */
  List<String> memberNames(String variable) {
    return engine.memberNames(variable);
  }

  /** What is learnt here; null outside of a lesson. */
  LearnMode learning() {
    return lessons.learning();
  }

  /** The words around lessons. */
  LessonWords lessons() {
    return lessons.words();
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
    return screen.motion(done);
  }

  /** What happened as a moving picture, whether it is to be shown or not. */
  public Optional<Motion> motionOf(List<TraceEntry> trace) {
    return screen.motionOf(trace);
  }

  @Override
  public Optional<String> progress() {
    return screen.progress();
  }

  @Override
  public Optional<Scene> scene() {
    return Optional.of(pictures().scene());
  }

  @Override
  public void look(Consumer<Scene> taker) {
    host.interrupts().atNextStop(() -> taker.accept(pictures().sceneOfThisLine()));
  }

  @Override
  public double motionSpeed() {
    return config.animationSpeed();
  }

  /** The speed of motions that the user chose in former sessions; 1 if none. */
  public static double chosenMotionSpeed(Path settings) {
    SessionConfig config = new SessionConfig("none");
    config.keepIn(new SettingsFile(settings), List.of());
    return config.animationSpeed();
  }

  /**
   * Writes a picture into a file, for slides and reports; {@code -} gives its text instead.
   *
   * @param word one of {@link shardsh.render.Diagrams#words()}; {@code trace} is all of the trace
   * @param mermaid whether as Mermaid text; else as a page, or a drawing in a {@code .svg} file
   * @return a line that says so, or the lines of the text
   * @throws shardsh.lesson.NotThereException when the file cannot be written, or there is nothing
   *     to draw yet
   */
  public List<StyledLine> export(String word, boolean mermaid, String file) {
    return pictures().files(word, screen.profile()).export(mermaid, file);
  }

  @Override
  public void keepProgress(Progress newProgress, Supplier<String> locale) {
    lessons.keepProgress(newProgress, locale);
  }

  @Override
  public void keepSettings(Path file, List<String> fixed) {
    config.keepIn(new SettingsFile(file), fixed);
  }

  @Override
  public PromptChoices choices() {
    return config.prompt();
  }

  @Override
  public StyledLine status(int width) {
    return screen.status(width, Optional.ofNullable(learning()).map(LearnMode::place));
  }

  @Override
  public Optional<StyledLine> signature(String text, int cursor) {
    return engine.isUp()
        ? new SignatureLine(objects).at(text.substring(0, cursor))
        : Optional.empty();
  }

  @Override
  public String inLanguage(String text) {
    return lessons.inLanguage(StyledLine.of(text)).text();
  }

  @Override
  public Submission enter() {
    return lessons.enter();
  }

  @Override
  public List<StyledLine> question() {
    return learning() == null ? List.of() : learning().question();
  }

  @Override
  public boolean hasTurned() {
    return lessons.hasTurned();
  }

  @Override
  public List<StyledLine> task() {
    return learning() == null ? List.of() : learning().task();
  }

  /** Sits in a lesson from now on; null: in none. */
  void take(LearnMode mode) {
    lessons.take(mode);
  }

  SessionConfig config() {
    return config;
  }

  int screenWidth() {
    return screen.profile().width();
  }

  Pictures pictures() {
    return screen.pictures();
  }

  @Override
  public Optional<EditRequest> toEdit(String text) {
    return DirectWords.match(text)
        .filter(line -> line.word().name().equals("edit"))
        .map(line -> evaluator.toEdit(line.rest()));
  }

  @Override
  public Completeness completeness(String text) {
    return evaluator.completeness(text);
  }

  @Override
  public List<StyledLine> banner() {
    return screen.banner();
  }

  @Override
  public String prompt() {
    return screen.prompt();
  }

  @Override
  public List<Candidate> complete(String text, int cursor) {
    return new Completion(this).candidates(text, Math.min(cursor, text.length()));
  }

  @Override
  public void resize(ScreenProfile newScreen) {
    screen.resize(newScreen);
  }

  @Override
  public void interrupt() {
    host.interrupts().raise();
    engine.interrupt();
  }

  @Override
  public Submission lastAsJson(boolean canonical) {
    return evaluator.lastAsJson(canonical);
  }

  /** Gives back what the session holds, for a process that goes on after it. */
  void end() {
    engine.end();
  }

  @Override
  public void close() {
    // The process ends right after; closing the engine would only cost time.
  }
}
