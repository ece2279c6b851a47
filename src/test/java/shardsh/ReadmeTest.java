package shardsh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shardsh.js.TestEngines;
import shardsh.render.AnsiWriter;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.shell.Completeness;
import shardsh.shell.LiveSession;
import shardsh.shell.ScriptText;
import shardsh.shell.ShellOutput;
import shardsh.transcript.RunOptions;

/**
 * The README says what happens. Its blocks run in order: {@code sh} with nothing but the program
 * and {@code --cluster} begins a session, {@code js} is typed there, any other {@code sh} goes to
 * the system's shell. A {@code text} block below it holds the output, byte for byte; a block
 * without one must merely do without an error. After a wanted change run with {@code
 * -Dshardsh.update=true} and read the difference.
 */
class ReadmeTest {
  private static final Path README = Path.of("README.md");
  private static final boolean UPDATE = Boolean.getBoolean("shardsh.update");
  private static final String FENCE = "```";
  private static final String PROGRAM = "target/shardsh";
  private static final String BUILD = "mvn ";
  private static final int WIDTH = 80;
  private static final long PATIENCE_SECONDS = 120;

  @TempDir Path folder;

  private LiveSession session;

  @Test
  void everyBlockDoesWhatStandsBelowIt() throws Exception {
    String kept = Files.readString(README);

    String now = replayed(kept);

    if (UPDATE) {
      Files.writeString(README, now);
    } else {
      assertEquals(kept, now);
    }
  }

  @Test
  void theTestCommandIsWhatContinuousIntegrationRuns() throws IOException {
    List<String> script = Files.readAllLines(Path.of(".ci/run"));
    String last = script.get(script.size() - 1);

    assertTrue(Files.readAllLines(README).contains("mvn verify"));
    assertEquals("exec mvn -B -ntp verify", last);
  }

  private String replayed(String readme) throws Exception {
    List<String> lines = readme.lines().toList();
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < lines.size()) {
      String line = lines.get(at++);
      text.append(line).append('\n');
      if (!line.equals(FENCE + "js") && !line.equals(FENCE + "sh")) {
        continue;
      }
      int end = at + lines.subList(at, lines.size()).indexOf(FENCE);
      List<String> block = lines.subList(at, end);
      block.forEach(row -> text.append(row).append('\n'));
      text.append(FENCE).append('\n');
      at = end + 1;
      boolean js = line.endsWith("js");
      String output = js ? typed(block) : shell(block);
      if (lines.get(at).isEmpty() && lines.get(at + 1).equals(FENCE + "text")) {
        text.append('\n').append(FENCE).append("text\n").append(output).append(FENCE).append('\n');
        at += lines.subList(at, lines.size()).indexOf(FENCE) + 1;
      }
    }
    return text.toString();
  }

  /** Types the lines at the session's prompt; statements may take several. */
  private String typed(List<String> block) {
    StringBuilder text = new StringBuilder();
    StringBuilder input = new StringBuilder();
    for (String line : block) {
      input.append(input.isEmpty() ? "" : "\n").append(line);
      if (session.completeness(input.toString()) != Completeness.INCOMPLETE) {
        text.append(submitted(input.toString()));
        input.setLength(0);
      }
    }
    assertEquals("", input.toString(), "left unfinished");
    return text.toString();
  }

  private String submitted(String input) {
    Output output = new Output();
    var done = session.submit(ScriptText.typed(input), output);
    assertTrue(done.failure().isEmpty(), () -> input + ": " + done.lines());
    done.lines().forEach(output::print);
    return output.text.toString();
  }

  private String shell(List<String> block) throws Exception {
    String command = String.join("\n", block) + "\n";
    if (command.startsWith(BUILD) || command.startsWith("git ")) {
      return "";
    }
    List<String> words = List.of(block.get(0).split(" "));
    boolean starts = words.size() == 1 || words.size() == 3 && words.get(1).equals("--cluster");
    if (block.size() == 1 && words.get(0).equals(PROGRAM) && starts) {
      session = session(words.size() == 1 ? "canvas" : words.get(2));
      return "";
    }
    return run(command);
  }

  private static LiveSession session(String cluster) {
    RunOptions options = RunOptions.parse("$ shardsh --cluster " + cluster + " --width " + WIDTH);
    return new LiveSession(options.settings(), TestEngines::fresh);
  }

  /** Runs a script of the system's shell in an empty folder; what it prints in both streams. */
  private String run(String script) throws Exception {
    Path output = folder.resolve("output");
    String java =
        Path.of(System.getProperty("java.home"), "bin", "java")
            + (Runtime.version().feature() < 22 ? "" : " --enable-native-access=ALL-UNNAMED")
            + " -XX:TieredStopAtLevel=1 -cp '"
            + System.getProperty("java.class.path")
            + "' shardsh.cli.Main";
    Path work = Files.createDirectories(folder.resolve("work"));
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", script.replace(PROGRAM, java))
            .directory(work.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("SHARDSH_HOME", folder.resolve("home").toString());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("does not end: " + script);
    }
    return Files.readString(output);
  }

  private static final class Output implements ShellOutput {
    private final StringBuilder text = new StringBuilder();
    private final AnsiWriter writer = AnsiWriter.stream(ScreenProfile.unicode(WIDTH));

    @Override
    public void print(StyledLine line) {
      text.append(writer.line(line)).append('\n');
    }

    @Override
    public void warn(StyledLine line) {
      print(line);
    }

    @Override
    public void clearScreen() {}
  }
}
