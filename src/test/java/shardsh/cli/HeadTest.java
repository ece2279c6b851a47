package shardsh.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shell head in front of the jar, with a stand-in for Java. */
class HeadTest {
  private static final int ALL_OPEN = 7;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"", "<&-", ">&-", "2>&-", "<&- >&- 2>&-"})
  void javaIsStartedWithThreeOpenStreams(String closing) throws IOException, InterruptedException {
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    Files.writeString(
        java, "#!/bin/sh\ncat && true 3>&1 && true 3>&2 && exit " + ALL_OPEN + "\nexit 1\n");
    java.toFile().setExecutable(true);
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", "exec sh src/main/sh/head.sh " + closing);
    builder.environment().put("JAVA_HOME", folder.toString());
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    builder.redirectInput(Path.of("/dev/null").toFile());

    Process head = builder.start();

    head.waitFor(60, TimeUnit.SECONDS);
    assertEquals(ALL_OPEN, head.exitValue());
  }
}
