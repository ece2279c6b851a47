package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.cluster.Cluster;
import shardsh.core.cluster.Connection;
import shardsh.core.trace.Cost;
import shardsh.lesson.Check;
import shardsh.lesson.Finding;
import shardsh.lesson.Lesson;
import shardsh.lesson.Step;
import shardsh.render.StyledLine;

/**
 * A lesson as a function of what is typed: it runs texts in the session on the lesson's cluster,
 * keeps what they did, and holds checks against it. Draws and prints nothing of its own.
 */
public final class LessonRun implements AutoCloseable {
  private final Lesson lesson;
  private final LiveSession session;
  private final LessonWorlds worlds;
  private final LessonPredicates predicates;
  private final LessonAnswers answers;
  private final LessonChecks checks;
  private final LessonScope whole = new LessonScope(0);
  private final WorkRecord record;
  private final ResultTrust trust;
  private LessonScope scope = new LessonScope(0);
  private int index;
  private long stepMark;

  /** The latest line that had changed the cluster when the step began. */
  private long stepBegan;

  /** The pictures of steps as they were drawn when those began, by the place of the step. */
  private final Map<Integer, Drawn> drawn = new LinkedHashMap<>();

  private long statements;
  private final Rewind<Known> rewind = new Rewind<>();
  private boolean wentBack;

  private final KeptCopies copies = new KeptCopies();

  private final SideChanges side = new SideChanges();

  private boolean tookBack;

  /** What was known of the learner's work before a line. */
  private record Known(LessonScope.Mark step, LessonScope.Mark lesson, Set<String> latched) {}

  /** The pictures of a step, and how wide the screen was. */
  private record Drawn(int width, List<List<StyledLine>> views) {}

  /** What is played with, while nothing counts: the world to come back to. */
  private Optional<Aside> aside = Optional.empty();

  /**
   * A check with what came of it.
   *
   * @param finding as of the last look
   */
  public record State(Check check, Finding finding) {}

  /**
   * An answer held against its key.
   *
   * @param key empty while it cannot be known, or when it is broken
   * @param isRight whether it is the key
   * @param broken why the key cannot be told
   */
  public record Judgement(
      BsonValue given, Optional<BsonValue> key, boolean isRight, Optional<String> broken) {}

  private LessonRun(Lesson lesson, LiveSession session, OptionalLong seed) {
    this.lesson = lesson;
    this.session = session;
    this.worlds = new LessonWorlds(lesson, seed, session);
    this.record = new WorkRecord(session, whole);
    this.trust = new ResultTrust(worlds.beside(), session.experiments());
    this.predicates = new LessonPredicates(session::engine, () -> cluster().clock().nowMillis());
    this.answers =
        new LessonAnswers(lesson, () -> predicates.about(evidence()), this::takeNoteOfAnswer);
    this.checks = new LessonChecks(this, predicates, this::evidence, () -> scope);
  }

  /**
   * Puts the session into the world of a lesson, at its first step.
   *
   * @param seed in the place of the lesson's own
   * @param graded whether nobody watches: then files are out of reach
   * @throws shardsh.lesson.LessonException when the lesson's setup cannot be run
   * @throws shardsh.lesson.SetupLimitException when that reaches a limit
   */
  public static LessonRun start(
      Lesson lesson, LiveSession session, OptionalLong seed, boolean graded) {
    LessonRun run = new LessonRun(lesson, session, seed);
    run.keepRules(graded);
    try {
      run.enter(0);
    } catch (RuntimeException e) {
      run.close();
      throw e;
    }
    return run;
  }

  public Lesson lesson() {
    return lesson;
  }

  /** The step at hand; the last one when all are done. */
  public Step step() {
    return lesson.steps().get(Math.min(index, lesson.steps().size() - 1));
  }

  /** The place of the step at hand; the number of steps when all are done. */
  public int index() {
    return index;
  }

  /** Whether all steps are behind. */
  public boolean isDone() {
    return index >= lesson.steps().size();
  }

  /** Goes to a step at its checkpoint; what was done in it before counts no more. */
  public void enter(int newIndex) {
    tookBack |= newIndex < index || scope.commandCount() > 0;
    index = newIndex;
    aside = Optional.empty();
    session.goOnWith(worlds.start(index));
    begin();
  }

  /** Goes to a step as the reference solutions lead to it, whatever was done so far. */
  public void enterByReference(int newIndex) {
    worlds.forgetFrom(0);
    drawn.clear();
    enter(newIndex);
  }

  /** Does the step once more as the reference does, which costs nothing: it was done before. */
  void goOverByReference() {
    BsonDocument spent = whole.cost();
    reference()
        .ifPresent(
            js -> {
              enter(index);
              statementsOf(js).forEach(text -> submit(ScriptText.typed(text), new NoOutput()));
              checks.look();
            });
    whole.spentOnly(spent);
  }

  /** A step in the middle, with its world, to come back to. */
  record Left(int index, Cluster cluster, LessonScope scope, long stepMark, Set<String> latched) {}

  /** The step at hand as it is, before another is gone to. */
  Left leave() {
    return new Left(
        index,
        aside.map(Aside::cluster).orElseGet(this::cluster),
        scope,
        stepMark,
        checks.latched());
  }

  /** Goes on where a step was left; what was done in it counts. */
  void returnTo(Left left) {
    index = left.index();
    aside = Optional.empty();
    session.goOnWith(left.cluster());
    scope = left.scope();
    stepBegan = session.world().lastChange();
    stepMark = left.stepMark();
    checks.latchOnly(left.latched());
    copies.begin(List.of());
    rewind.clear();
    side.clear();
  }

  /** Goes to the lesson's or the step's own setup, or to the start of the step. */
  public void reset() {
    tookBack |= scope.commandCount() > 0;
    if (step().resetsToSetup()) {
      session.goOnWith(worlds.built(step().setup().orElse(lesson.setup())));
      begin();
    } else {
      enter(index);
    }
  }

  /** Goes back to the last step, at its checkpoint, when all are done. */
  void reopen() {
    keepRules(false);
    enter(lesson.steps().size() - 1);
  }

  private void keepRules(boolean graded) {
    session.host().keepTo(new SessionRules(lesson.commands()::allows, !graded, false));
  }

  /**
   * Goes on to the next step in the world as it is, unless that step has one of its own. A step
   * that asks for nothing to be done leaves the world as it found it, and one that asks for a guess
   * as its own command leaves it.
   *
   * @return whether something was put back
   */
  public boolean advance() {
    boolean putBack = hasSideEffects();
    if (putBack) {
      boolean isGuess = step().kind() == Step.Kind.PREDICT;
      worlds.forgetFrom(index + 1);
      session.goOnWith(worlds.start(isGuess ? index + 1 : index));
    }
    index++;
    drawn.keySet().removeIf(at -> at >= index);
    if (isDone()) {
      return putBack;
    }
    if (step().setup().isPresent()) {
      session.goOnWith(worlds.start(index));
    } else {
      worlds.keep(index, cluster());
      worlds.forgetFrom(index + 1);
      session.world().stepBegins();
    }
    begin();
    return putBack;
  }

  /**
   * Whether the cluster was changed in a step that only tells or asks, or by more than the command
   * that a guess is about.
   */
  private boolean hasSideEffects() {
    Step.Kind kind = step().kind();
    if (kind == Step.Kind.PREDICT) {
      return reference().map(this::statementsOf).filter(this::leftMoreThan).isPresent();
    }
    return (kind == Step.Kind.READ || kind == Step.Kind.QUIZ)
        && reference().isEmpty()
        && session.world().lastChange() != stepBegan;
  }

  /** The same done in other words leaves no more than what was asked for. */
  private boolean leftMoreThan(List<String> asked) {
    if (!side.isMoreThan(asked)) {
      return false;
    }
    int next = index + 1;
    boolean startsAnew =
        next < lesson.steps().size() && lesson.steps().get(next).setup().isPresent();
    if (side.size() > SideChanges.parts(asked) || startsAnew) {
      return true;
    }
    worlds.forgetFrom(next);
    return !SideChanges.isAlike(cluster().snapshot(), worlds.start(next).snapshot());
  }

  private void begin() {
    stepBegan = session.world().lastChange();
    checks.begin();
    rewind.clear();
    side.clear();
    copies.begin(session.world().forkNames());
    trust.forget();
    scope = new LessonScope(whole.nextCommand());
    stepMark = cluster().trace().mark();
    if (!step().kind().equals(Step.Kind.PREDICT)) {
      step().question().ifPresent(answers::settle);
    }
  }

  private void takeNoteOfAnswer(boolean isPrediction, String question, BsonDocument answer) {
    scope.answered(isPrediction, question, answer);
    whole.answered(isPrediction, question, answer);
  }

  private Cluster cluster() {
    return session.world().cluster();
  }

  /** The world to come back to, and where in it the learner was. */
  private record Aside(Cluster cluster, Connection connection, String database) {}

  /** Goes on in a copy of the world where nothing counts. */
  public void playAround() {
    SessionHost host = session.host();
    aside = Optional.of(new Aside(cluster().copy(), host.connection(), host.database()));
  }

  /** Throws the copy away; false if there is none. */
  public boolean resume() {
    if (aside.isEmpty()) {
      return false;
    }
    Aside left = aside.get();
    session.goOnWith(left.cluster());
    session.api().connectTo(left.connection(), left.database());
    aside = Optional.empty();
    copies.begin(List.of());
    rewind.clear();
    return true;
  }

  /** Whether what is done now counts for nothing. */
  public boolean isPlaying() {
    return aside.isPresent();
  }

  /** Runs a text in the session and keeps what it did. */
  public Submission submit(ScriptText text, ShellOutput output) {
    statements++;
    KeptOutput kept = new KeptOutput(output);
    World world = session.world();
    long mark = world.cluster().trace().mark();
    long lastChange = world.lastChange();
    Cost before = world.spent();
    boolean isOfPast = isWhy(text) && world.past().isPresent();
    Known known = new Known(scope.mark(), whole.mark(), checks.latched());
    Submission done = session.plain(text, kept);
    wentBack = aside.isEmpty() && world.lastChange() < lastChange;
    tookBack |= wentBack;
    if (aside.isEmpty()) {
      side.line(lastChange, world.lastChange(), text.text());
      rewind.line(lastChange, world.lastChange(), known).ifPresent(this::goBackTo);
      copies.watch(world.forkNames(), known.latched(), step(), checks::unlatch);
      if (!wentBack) {
        record.add(
            scope, text.text(), done, mark, kept.text(), world.spent().minus(before), isOfPast);
      }
    }
    return done;
  }

  private static boolean isWhy(ScriptText text) {
    return DirectWords.match(text.text())
        .filter(line -> line.word().name().equals("why"))
        .isPresent();
  }

  /** Whether the last text went back to a copy of the cluster, whatever had changed since. */
  boolean returned() {
    return copies.returned();
  }

  /** What was undone was not done; a goal that it reached is to be reached again. */
  private void goBackTo(Known before) {
    // A number that was given stands for what was undone: whoever has looked at it knows it so.
    long given = whole.commandCount();
    scope.backTo(before.step(), given);
    whole.backTo(before.lesson(), given);
    checks.keepLatched(before.latched());
  }

  /** Whether the last text undid what an earlier one had done. */
  boolean wentBack() {
    return wentBack;
  }

  /** Whether anything was taken back, by whatever word; what it cost stays spent. */
  boolean tookBack() {
    return tookBack;
  }

  /** How many texts were run. */
  public long statements() {
    return statements;
  }

  /** The checks of the step at hand, and those of the lesson. */
  public LessonChecks checks() {
    return checks;
  }

  /** The answers that were given. */
  public LessonAnswers answers() {
    return answers;
  }

  /**
   * Withdraws results of the step that only look like what was asked for; whether there are any.
   */
  boolean withdrawsResults() {
    boolean any =
        trust.withdraws(index, reference().orElse(""), List.of(scope, whole), this::isInReference);
    if (any) {
      // It keeps the commands that it has seen.
      predicates.close();
    }
    return any;
  }

  private LessonEvidence evidence() {
    return new LessonEvidence(cluster(), scope::view, whole::view, () -> stepMark);
  }

  /** How many helpers were called in the step. */
  public int commandsInStep() {
    return scope.commandCount();
  }

  /**
   * Whether the helpers called in the step after the first so many only looked at things.
   *
   * @param done what they came to
   */
  boolean onlyLookedSince(int commands, Submission done) {
    List<BsonDocument> all = scope.view().commands();
    return LookAround.is(
        all.subList(Math.min(commands, all.size()), all.size()), reference().orElse(""), done);
  }

  /** {@code {commands, messages, refreshes, shardsAsked, rowsShipped, movedMB, staleErrors}}. */
  public BsonDocument cost() {
    BsonDocument cost = CostDocument.of(new Cost(0, 0, 0, 0, 0, 0, 0));
    cost.putAll(whole.cost());
    return cost;
  }

  /** What the author would do in the step at hand. */
  public Optional<String> reference() {
    return LessonWorlds.reference(step());
  }

  /** Whether the author does just this, too. */
  public boolean isInReference(String statement) {
    String wanted = StepTries.bare(statement);
    return reference()
        .filter(js -> statementsOf(js).stream().anyMatch(one -> StepTries.bare(one).equals(wanted)))
        .isPresent();
  }

  /** The statements of a text, each as a prompt would take it. */
  public List<String> statementsOf(String text) {
    return Statements.of(text, session.engine());
  }

  /** Everything of the world that a replay must bring back, as one text. */
  public String fingerprint() {
    return cluster().snapshot().toString() + cluster().sim().events(0);
  }

  /** The step at hand as learners read it. */
  public List<StyledLine> page(String locale) {
    return new LessonPage(locale, session::screenWidth).step(this);
  }

  /** The lines of the step's views, as they were when it began: its prose is about those. */
  List<List<StyledLine>> views() {
    int width = session.screenWidth();
    Drawn known = drawn.get(index);
    if (known == null || known.width() != width) {
      known = new Drawn(width, drawViews());
      drawn.put(index, known);
    }
    return known.views();
  }

  private List<List<StyledLine>> drawViews() {
    List<List<StyledLine>> views = new ArrayList<>();
    for (String word : step().show()) {
      if (!word.equals("goal")) {
        session.pictures().show(word, List.of()).ifPresent(views::add);
      }
    }
    return views;
  }

  @Override
  public void close() {
    predicates.close();
    session.host().keepTo(SessionRules.FREE);
  }
}
