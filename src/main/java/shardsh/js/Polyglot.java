package shardsh.js;

import java.io.OutputStream;
import java.time.ZoneOffset;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.ResourceLimits;
import org.graalvm.polyglot.SandboxPolicy;

/** Makes the engines and contexts of the library, closed to Java, files and the network. */
final class Polyglot {
  private static final AtomicReference<FutureTask<Engine>> AHEAD = new AtomicReference<>();

  private Polyglot() {}

  /** Begins with the next {@link #engine} on a thread of its own. */
  static void ahead() {
    FutureTask<Engine> task = new FutureTask<>(Polyglot::newEngine);
    AHEAD.set(task);
    Thread thread = new Thread(task, "shardsh-engine-ahead");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * The engine that was begun ahead, once; else a new one.
   *
   * @throws IllegalStateException if it could not be made
   */
  static Engine engine() {
    FutureTask<Engine> ahead = AHEAD.getAndSet(null);
    if (ahead == null) {
      return newEngine();
    }
    try {
      return ahead.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the JavaScript engine started", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the JavaScript engine did not start", e.getCause());
    }
  }

  private static Engine newEngine() {
    return Engine.newBuilder("js")
        .sandbox(SandboxPolicy.CONSTRAINED)
        .out(OutputStream.nullOutputStream())
        .err(OutputStream.nullOutputStream())
        .option("engine.WarnInterpreterOnly", "false")
        .build();
  }

  /** A world of its own on an engine. */
  static Context context(Engine polyglot, EngineLimits limits) {
    Context.Builder builder =
        Context.newBuilder("js")
            .engine(polyglot)
            .sandbox(SandboxPolicy.CONSTRAINED)
            .timeZone(ZoneOffset.UTC)
            .option("js.unhandled-rejections", "throw")
            .option("js.load", "false")
            .option("js.print", "false")
            .option("js.console", "false")
            .option("js.graal-builtin", "false");
    limits
        .statements()
        .ifPresent(
            count ->
                builder.resourceLimits(
                    ResourceLimits.newBuilder()
                        .statementLimit(count, source -> !source.isInternal())
                        .build()));
    return builder.build();
  }
}
