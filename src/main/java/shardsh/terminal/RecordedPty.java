package shardsh.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Sized;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.PosixSysTerminal;
import org.jline.terminal.impl.jni.JniTerminalProvider;
import org.jline.terminal.spi.Pty;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** The user's terminal, all of whose output is recorded; the rest is the terminal's own. */
final class RecordedPty implements Pty {
  private final Pty pty;
  private final Recording recording;
  private Size known;

  private RecordedPty(Pty pty, Recording recording) throws IOException {
    this.pty = pty;
    this.recording = recording;
    this.known = pty.getSize();
  }

  /**
   * The terminal behind the standard streams, as {@link Terminals#open} gives it.
   *
   * @throws IOException where there is none, or none that can be recorded
   */
  static Terminal open(Recording recording) throws IOException {
    JniTerminalProvider provider = new JniTerminalProvider();
    return new PosixSysTerminal(
        provider,
        "shardsh",
        System.getenv().getOrDefault("TERM", Terminal.TYPE_DUMB),
        new RecordedPty(provider.current(SystemStream.Output), recording),
        StandardCharsets.UTF_8,
        StandardCharsets.UTF_8,
        StandardCharsets.UTF_8,
        true,
        Terminal.SignalHandler.SIG_DFL);
  }

  @Override
  public OutputStream getSlaveOutput() throws IOException {
    return recording.alsoTo(pty.getSlaveOutput());
  }

  @Override
  public InputStream getMasterInput() throws IOException {
    return pty.getMasterInput();
  }

  @Override
  public OutputStream getMasterOutput() throws IOException {
    return pty.getMasterOutput();
  }

  @Override
  public InputStream getSlaveInput() throws IOException {
    return pty.getSlaveInput();
  }

  @Override
  public Attributes getAttr() throws IOException {
    return pty.getAttr();
  }

  @Override
  public void setAttr(Attributes attributes) throws IOException {
    pty.setAttr(attributes);
  }

  /** Asked for before each input, and when the window tells of a change. */
  @Override
  public synchronized Size getSize() throws IOException {
    Size now = pty.getSize();
    if (!now.equals(known)) {
      recording.resized(now.getColumns(), now.getRows());
      known = now;
    }
    return now;
  }

  @Override
  public void setSize(Sized size) throws IOException {
    pty.setSize(size);
  }

  @Override
  public SystemStream getSystemStream() {
    return pty.getSystemStream();
  }

  @Override
  public TerminalProvider getProvider() {
    return pty.getProvider();
  }

  @Override
  public void close() throws IOException {
    pty.close();
  }
}
