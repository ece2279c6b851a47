package shardsh.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The completion scripts in the shells that they are for; nothing to test where one is missing. */
class CompletionPtyTest {
  private static final String PROMPT = "^READY>$";

  @TempDir Path folder;

  private static void need(String shell) {
    boolean found = false;
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
      found |= Files.isExecutable(Path.of(folder, shell));
    }
    assumeTrue(found);
  }

  /** Types the beginnings of words and looks what Tab makes of them. */
  private void typeWith(String shell, String setUp) throws Exception {
    need(shell.split(" ")[0]);
    Path answers = Files.createDirectory(folder.resolve("answers"));
    Files.createFile(answers.resolve("first.js"));
    Files.createFile(answers.resolve("first.txt"));
    try (Pty pty = new Pty(shell, 100, 40, new LinkedHashMap<>())) {
      pty.type(setUp + "; cd '" + folder + "'; clear; PS1='READY>'\r");
      pty.waitFor(PROMPT);
      pty.type("shardsh --tra\t");
      pty.waitFor("READY>shardsh --trace=?$");
      pty.type(" non\t");
      pty.waitFor("READY>shardsh --trace +none$");
      pty.type("\u0015shardsh --trace=non\t");
      pty.waitFor("READY>shardsh --trace=none$");
      pty.type("\u0015shardsh export --view pipe\t");
      pty.waitFor("READY>shardsh export --view pipeline$");
      pty.type("\u0015shardsh completions z\t");
      pty.waitFor("READY>shardsh completions zsh$");
      for (String before : List.of("", "export --view load ", "check chunks ")) {
        pty.type("\u0015shardsh " + before + "answers/fir\t");
        pty.waitFor("READY>shardsh " + before + "answers/first\\.js$");
      }
    }
  }

  @Test
  void zshCompletesOptionsValuesAndCommands() throws Exception {
    typeWith("zsh -f -i", "fpath=($PWD/completions $fpath); autoload -Uz compinit; compinit -u -D");
  }

  @Test
  void bashCompletesOptionsValuesAndCommands() throws Exception {
    typeWith("bash --norc --noprofile -i", "source $PWD/completions/shardsh.bash");
  }

  @Test
  void fishOffersOptionsValuesAndCommands() throws Exception {
    need("fish");

    assertEquals(List.of("--trace"), offers("shardsh --tra"));
    assertEquals(List.of("none"), offers("shardsh --trace non"));
    assertEquals(List.of("--trace=none"), offers("shardsh --trace=non"));
    assertEquals(List.of("pipeline"), offers("shardsh export --view pipe"));
    assertEquals(List.of("zsh"), offers("shardsh completions z"));
    Files.createFile(folder.resolve("first.js"));
    assertEquals(
        List.of(folder + "/first.js"), offers("shardsh export --view load " + folder + "/fir"));
  }

  private static List<String> offers(String line) throws Exception {
    Process fish =
        new ProcessBuilder(
                "fish",
                "--no-config",
                "-c",
                "source completions/shardsh.fish; complete -C '" + line + "'")
            .start();
    String out = new String(fish.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    fish.waitFor(20, TimeUnit.SECONDS);
    return out.lines().map(offer -> offer.split("\t")[0]).toList();
  }
}
