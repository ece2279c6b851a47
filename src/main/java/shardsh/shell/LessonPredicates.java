package shardsh.shell;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import shardsh.js.EngineLimits;
import shardsh.js.JsEngine;
import shardsh.js.PredicateWorld;
import shardsh.lesson.Predicates;

/** The world in which the predicates of a lesson run; made when the first is evaluated. */
final class LessonPredicates implements AutoCloseable {
  private static final EngineLimits LIMITS =
      new EngineLimits(
          Optional.of(Duration.ofSeconds(5)), OptionalLong.empty(), OptionalLong.of(5_000_000));

  private final Supplier<JsEngine> engine;
  private final LongSupplier nowMillis;

  /** Null until it is needed, and after a limit. */
  private PredicateWorld world;

  /**
   * @param engine of which it shares parsed code
   * @param nowMillis simulated time
   */
  LessonPredicates(Supplier<JsEngine> engine, LongSupplier nowMillis) {
    this.engine = engine;
    this.nowMillis = nowMillis;
  }

  /** Predicates that are asked about this. */
  Predicates about(LessonEvidence evidence) {
    return new About(evidence);
  }

  /** Whether a text can be evaluated. */
  boolean isProgram(String js) {
    return world().isProgram(js);
  }

  /** Shows the predicates their model when the first of them is evaluated. */
  private final class About implements Predicates {
    private final LessonEvidence evidence;
    private boolean shown;

    About(LessonEvidence evidence) {
      this.evidence = evidence;
    }

    @Override
    public Result evaluate(String js) {
      try {
        if (!shown || world == null) {
          world().look(evidence);
          shown = true;
        }
        PredicateWorld.Result result = world.evaluate(js);
        return new Result(result.value(), result.isTrue(), broken(result));
      } catch (RuntimeException e) {
        close();
        return new Result(Optional.empty(), false, Optional.of(String.valueOf(e.getMessage())));
      }
    }

    /** After a limit the world cannot be used again. */
    private Optional<String> broken(PredicateWorld.Result result) {
      if (result.broken().filter(why -> why.contains("limit")).isPresent()) {
        close();
      }
      return result.broken();
    }
  }

  private PredicateWorld world() {
    if (world == null) {
      QuietPorts ports = new QuietPorts(nowMillis.getAsLong());
      world = PredicateWorld.beside(engine.get(), ports, LIMITS);
    }
    return world;
  }

  @Override
  public void close() {
    if (world != null) {
      try {
        world.close();
      } finally {
        world = null;
      }
    }
  }
}
