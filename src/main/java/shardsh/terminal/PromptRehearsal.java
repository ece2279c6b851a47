package shardsh.terminal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import shardsh.shell.ShellSession;

/**
 * Runs a prompt on a terminal of its own, without anybody there, so that an archive of loaded
 * classes has all that a real one needs.
 */
public final class PromptRehearsal {
  /** An input, one of two lines, an arrow, Tab in several places, Ctrl+C and Ctrl+D. */
  private static final String KEYS =
      "1+1\r({a:\r'b'})\r\u001b[A\r.help\rdb.\t\t\u0015db.orders.find({c\t: {$g\t\u0015"
          + "sh.moveChunk('sh\t\u0015show clu\t\u0015\u0003\u0004";

  private PromptRehearsal() {}

  /** Types some keys; what appears is thrown away. */
  public static void run(ShellSession session, ReplSettings settings) throws IOException {
    Terminals.open().close();
    try (Terminal terminal =
        TerminalBuilder.builder()
            .name("rehearsal")
            .system(false)
            .type("xterm-256color")
            .streams(
                new ByteArrayInputStream(KEYS.getBytes(StandardCharsets.UTF_8)),
                OutputStream.nullOutputStream())
            .encoding(StandardCharsets.UTF_8)
            .size(Size.of(100, 30))
            .graphemeCluster(false)
            .build()) {
      new Repl(session, new PromptEditor(terminal, "rehearsal"), settings).run();
    }
  }
}
