package shardsh.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionsTest {

  /** {@code -Dshardsh.update=true} writes the files anew. */
  @ParameterizedTest
  @CsvSource({"bash,shardsh.bash", "zsh,_shardsh", "fish,shardsh.fish", "man,shardsh.1"})
  void theFilesAreWhatTheProgramPrints(String what, String name) throws IOException {
    Path file = Path.of("completions", name);
    if (Boolean.getBoolean("shardsh.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, Completions.text(what));
    }

    assertEquals(Completions.text(what), Files.readString(file));
  }

  @Test
  void anUnknownShellIsRefused() {
    assertEquals(
        "completions: 'tcsh' is not one of bash|zsh|fish|man",
        assertThrows(UsageException.class, () -> Completions.text("tcsh")).getMessage());
  }

  @Test
  void bashOffersOptionsValuesAndCommands() throws Exception {
    assertEquals(List.of("--trace"), offers("shardsh", "--tr"));
    assertEquals(List.of("none"), offers("shardsh", "--trace", "no"));
    assertEquals(List.of("canvas", "canvas-hashed"), offers("shardsh", "--cluster", "can"));
    assertEquals(List.of("learn"), offers("shardsh", "--quiet", "lea"));
    assertEquals(List.of("zsh"), offers("shardsh", "completions", "z"));
    assertEquals(List.of("stale-mongos"), offers("shardsh", "learn", "stale-m"));
    assertEquals(List.of("junit"), offers("shardsh", "check", "--report", "ju"));
  }

  private static List<String> offers(String... words) throws Exception {
    StringBuilder script = new StringBuilder(Completions.text("bash"));
    script.append("COMP_WORDS=(").append(String.join(" ", words)).append(")\n");
    script.append("COMP_CWORD=").append(words.length - 1).append("\n");
    script.append("_shardsh\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
    Process bash = new ProcessBuilder("bash", "-c", script.toString()).start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    bash.waitFor(10, TimeUnit.SECONDS);
    return out.lines().toList();
  }
}
