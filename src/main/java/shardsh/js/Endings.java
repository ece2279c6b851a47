package shardsh.js;

import java.util.Optional;
import org.graalvm.polyglot.PolyglotException;

/** What an evaluation came to that ended with an exception of the engine. */
final class Endings {
  private final Stopper stopper;
  private final Errors errors;

  Endings(Stopper stopper, Errors errors) {
    this.stopper = stopper;
    this.errors = errors;
  }

  /**
   * Describing an error calls functions, which can be stopped or throw as any others.
   *
   * @throws RuntimeException what our own code threw by mistake
   */
  Evaluation of(PolyglotException e, Errors.Text text) {
    try {
      return firstOutcome(e, text);
    } catch (PolyglotException again) {
      return again.isGuestException() && !stopper.isAsked() && again.getGuestObject() != null
          ? new Evaluation.Failed(errors.undescribed(again))
          : firstOutcome(again, text);
    }
  }

  private Evaluation firstOutcome(PolyglotException e, Errors.Text text) {
    if (e.isCancelled() && e.isResourceExhausted()) {
      return new Evaluation.LimitReached(Evaluation.Limit.STATEMENTS);
    }
    Optional<Evaluation> stopped = stopper.stopped();
    if (stopped.isPresent()) {
      return stopped.get();
    }
    if (e.isInterrupted()) {
      return new Evaluation.Interrupted();
    }
    if (e.isResourceExhausted() || isOutOfMemory(e)) {
      return new Evaluation.LimitReached(Evaluation.Limit.MEMORY);
    }
    if (e.isHostException()) {
      throw hostFault(e.asHostException());
    }
    if (e.isInternalError()) {
      throw new IllegalStateException("the JavaScript engine failed: " + e.getMessage(), e);
    }
    return new Evaluation.Failed(errors.describe(e, text));
  }

  private static boolean isOutOfMemory(PolyglotException e) {
    return e.isHostException() && e.asHostException() instanceof OutOfMemoryError;
  }

  private static RuntimeException hostFault(Throwable thrown) {
    return thrown instanceof RuntimeException runtime
        ? runtime
        : new IllegalStateException("thrown by the shell's own code: " + thrown, thrown);
  }
}
