package shardsh.shell;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.bson.BsonValue;
import shardsh.core.base.InterruptFlag;
import shardsh.js.EndedException;
import shardsh.js.EngineLimits;
import shardsh.js.EnginePorts;
import shardsh.js.JsEngine;
import shardsh.js.ServerFunctions;
import shardsh.js.api.ShellApi;

/**
 * The JavaScript of a session: its engine, the shell's objects in it, and the thread that texts run
 * on. An engine that a text does not give back is left behind, and another takes its place.
 */
final class SessionEngine {
  private final SessionSettings settings;
  private final BiFunction<EnginePorts, EngineLimits, JsEngine> engines;
  private final RunThread runs = new RunThread();

  /** Done when there is a cluster, which the shell's objects need. */
  private final CompletableFuture<SessionHost> ready = new CompletableFuture<>();

  private volatile ServerFunctions functions = new ServerFunctions(this::worldOfFunctions);
  private volatile EngineStart start = new EngineStart(this::started);
  private ShellApi api;

  /** Whether what the first Tab needs has been read, or is being read. */
  private boolean isWarm;

  SessionEngine(SessionSettings settings, BiFunction<EnginePorts, EngineLimits, JsEngine> engines) {
    this.settings = settings;
    this.engines = engines;
  }

  static EngineLimits limits(SessionSettings settings) {
    return new EngineLimits(
        settings.timeMax(), settings.memoryMegabytesMax(), settings.statementsMax());
  }

  private JsEngine started() {
    JsEngine engine = engines.apply(new LatePorts(ready), limits(settings));
    SessionHost host = ready.join();
    api = ShellApi.install(engine, host, host::connection, host::database);
    return engine;
  }

  /** Starts on a thread of its own, unless that was done before. */
  void begin() {
    start.begin();
  }

  /** As {@link #begin}, for somebody who will type: the first Tab needs more than the engine. */
  void beginForPrompt() {
    if (!isWarm) {
      isWarm = true;
      start.begin(Completion::readAhead);
    }
  }

  /** Waits for the engine, or until a stop is asked for; whether it is there. */
  boolean await(InterruptFlag interrupts) {
    return start.await(interrupts);
  }

  /** The cluster can be asked from now on. */
  void isReady(SessionHost host) {
    ready.complete(host);
  }

  /** There will be no cluster. */
  void failed(RuntimeException problem) {
    ready.completeExceptionally(problem);
  }

  /** The engine; waits for it. */
  JsEngine engine() {
    return start.engine();
  }

  /** The shell's objects; waits for them. */
  ShellApi api() {
    start.engine();
    return api;
  }

  boolean isUp() {
    return start.isUp();
  }

  /** Another engine takes the place of this one; the variables of the program are gone. */
  void renew() {
    functions = new ServerFunctions(this::worldOfFunctions);
    start = new EngineStart(this::started);
  }

  /**
   * Runs a text on the thread for that.
   *
   * @return empty when it could not be stopped: it goes on for ever, and nobody waits for it
   */
  Optional<Submission> run(Supplier<Submission> text) {
    return runs.call(text, () -> engine().givenUp());
  }

  /** What work that runs the user's code gives; empty if it could not be stopped. */
  <T> Optional<T> whileUsable(Supplier<T> work) {
    JsEngine engine = engine();
    Optional<T> result = runs.call(() -> engine.guarded(work), engine::givenUp);
    if (result.isEmpty()) {
      renew();
    }
    return result;
  }

  /** What can be typed behind the dot of a variable of the program; nothing of an unknown one. */
  List<String> memberNames(String variable) {
    JsEngine engine = engine();
    try {
      return whileUsable(() -> engine.memberNames(engine.global(variable))).orElse(List.of());
    } catch (EndedException e) {
      return List.of();
    }
  }

  /** What stops the text also stops the function of a command that it sent. */
  BsonValue callFunction(String body, List<BsonValue> arguments) {
    return ready.join().stoppingToo(functions::interrupt, () -> functions.call(body, arguments));
  }

  private JsEngine worldOfFunctions() {
    EngineLimits statements =
        new EngineLimits(Optional.empty(), OptionalLong.empty(), settings.statementsMax());
    return engine().isolated(ready.join(), statements);
  }

  /** May be called from another thread. */
  void interrupt() {
    if (start.isUp()) {
      start.engine().interrupt();
    }
  }

  /** Gives back what it holds, for a process that goes on after it. */
  void end() {
    runs.end();
    functions.close();
    if (start.isUp()) {
      start.engine().close();
    }
  }
}
