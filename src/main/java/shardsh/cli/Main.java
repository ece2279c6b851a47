package shardsh.cli;

import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import shardsh.shell.EngineStart;
import shardsh.shell.ExitStatus;

/** Where the program starts. */
public final class Main {
  /** Deep recursion in a user's JavaScript ends in an error there, not in one of ours. */
  private static final long STACK_BYTES = 16L << 20;

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    // Unpacking a library that only the optimising engine needs may fail; nothing is lost by that.
    System.setProperty("polyglotimpl.AttachLibraryFailureAction", "ignore");
    if (System.getProperty("shardsh.head") == null) {
      silenceUnsafe();
    }
    if (seemsToEvaluate(arguments)) {
      EngineStart.ahead();
      readListOfJar();
    }
    loadClassesWhileThereIsRoom();
    Thread.setDefaultUncaughtExceptionHandler(ThreadFaults.toErrorOutput(arguments));
    AtomicInteger status = new AtomicInteger(ExitStatus.BUG);
    Program program = new Program(arguments, System.getenv());
    Thread thread = new Thread(null, () -> status.set(program.run()), "shardsh", STACK_BYTES);
    thread.start();
    ClassesAhead.load();
    thread.join();
    // All is written and closed; the engine's own way to end only takes time.
    Runtime.getRuntime().halt(status.get());
  }

  /** Guessed at a glance: reading the words takes a while, in which the engine can begin. */
  private static boolean seemsToEvaluate(String[] arguments) {
    for (String word : arguments) {
      if (word.startsWith("-e") || word.startsWith("--eval")) {
        return true;
      }
    }
    return false;
  }

  /** The engine needs it a little later; reading the list takes 15 ms. */
  private static void readListOfJar() {
    ClassLoader.getSystemResource("META-INF/none");
  }

  /**
   * Loading a class from the jar needs this one. When the first such load happens at the end of the
   * stack, in endless recursion of a user's JavaScript, its initialisation fails for good, and
   * every later load with it.
   */
  private static void loadClassesWhileThereIsRoom() {
    new CRC32().update(0);
  }

  /**
   * Newer Javas warn on the screen when a library uses {@code sun.misc.Unsafe}, as the JavaScript
   * engine does. The head of the executable passes an option against it; {@code java -jar} has
   * none, so the warning is marked as given.
   */
  private static void silenceUnsafe() {
    if (Runtime.version().feature() < 23) {
      return;
    }
    try {
      Field warned = Class.forName("sun.misc.Unsafe").getDeclaredField("memoryAccessWarned");
      warned.setAccessible(true);
      warned.setBoolean(null, true);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // A Java that does it in another way: it warns, and all works.
    }
  }
}
