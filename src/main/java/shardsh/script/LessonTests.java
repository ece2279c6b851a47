package shardsh.script;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import shardsh.lesson.Fault;
import shardsh.lesson.Lesson;
import shardsh.shell.LessonSessions;

/**
 * Tests lessons beside each other, as many at a time as the machine has processors. Each has a
 * cluster and a JavaScript world of its own, so what comes of it does not depend on the others.
 */
final class LessonTests implements AutoCloseable {
  /** As that of the program's own thread: predicates may go deep. */
  private static final long STACK_BYTES = 16L << 20;

  /** Each needs room for its clusters; more than this have not been tried. */
  private static final int THREADS_MAX = 4;

  private final LessonSessions sessions = new LessonSessions();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors()),
          work -> {
            Thread made = new Thread(null, work, "shardsh-lesson-test", STACK_BYTES);
            made.setDaemon(true);
            return made;
          });

  /**
   * What came of one.
   *
   * @param replies what each wrong answer is told
   * @param summary how much was looked at and what was found, in a line
   */
  record Outcome(List<Fault> faults, List<LessonTester.Reply> replies, String summary) {}

  /** A test that has begun. */
  record Begun(CompletableFuture<Outcome> outcome) implements Supplier<Outcome> {
    boolean isOver() {
      return outcome.isDone();
    }

    /** Waits so long at most; false when it is not over then. */
    boolean isOverWithin(long millis) {
      try {
        outcome.get(millis, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        return false;
      } catch (ExecutionException e) {
        return true;
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted while lessons are tested", e);
      }
      return true;
    }

    /** Waits for its end and throws what reading the lesson threw. */
    @Override
    public Outcome get() {
      try {
        return outcome.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw e;
      }
    }
  }

  /**
   * Begins with a lesson.
   *
   * @param lesson reads it
   */
  Begun begin(Supplier<Lesson> lesson) {
    return new Begun(CompletableFuture.supplyAsync(() -> tested(lesson.get()), threads));
  }

  private Outcome tested(Lesson lesson) {
    LessonTester.Result result = LessonTester.test(lesson, sessions);
    List<Fault> faults = result.faults();
    LessonTester.Counts counts = LessonTester.count(lesson);
    String summary =
        lesson.id()
            + ": "
            + counted(counts.steps(), "step")
            + ", "
            + counted(counts.checks(), "check")
            + ", "
            + counted(counts.wrongAnswers(), "wrong answer")
            + ": "
            + (faults.isEmpty() ? "good" : counted(faults.size(), "fault"));
    return new Outcome(faults, result.replies(), summary);
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** Whatever still runs is given up. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
