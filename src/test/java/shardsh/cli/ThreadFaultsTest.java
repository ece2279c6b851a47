package shardsh.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ThreadFaultsTest {
  private final List<String> lines = new CopyOnWriteArrayList<>();

  @Test
  void whatAThreadDiesOfIsReportedAsABugAndNotAsAStackTrace() throws Exception {
    Thread thread = new Thread(() -> fail(2_000), "dying");
    thread.setUncaughtExceptionHandler(new ThreadFaults(new String[] {"-e", "1 + 1"}, lines::add));

    thread.start();
    thread.join();

    assertTrue(lines.get(0).startsWith("This is a bug in shardsh"), lines.get(0));
    assertEquals("To see it again, with the same input: shardsh -e '1 + 1'", lines.get(7));
    assertEquals(8, lines.size());
  }

  @Test
  void anErrorThatCannotEvenBeReportedIsSaidInOneLine() {
    Error speechless =
        new Error() {
          private static final long serialVersionUID = 1L;

          @Override
          public String toString() {
            throw new OutOfMemoryError();
          }
        };

    new ThreadFaults(new String[0], lines::add).uncaughtException(new Thread(), speechless);

    assertEquals(List.of("This is a bug in shardsh."), lines);
  }

  private static void fail(int depth) {
    if (depth == 0) {
      throw new IllegalStateException("broken");
    }
    fail(depth - 1);
  }
}
