package shardsh.terminal;

import java.util.Optional;
import org.jline.nativ.CLibrary;
import org.jline.nativ.JLineNativeLoader;

/**
 * What the standard streams are, asked from the system. The head of the executable usually knows
 * already; this is for {@code java -jar}.
 */
public final class StandardStreams {
  private static final boolean AVAILABLE = load();

  private StandardStreams() {}

  private static boolean load() {
    try {
      return JLineNativeLoader.initialize();
    } catch (Exception | LinkageError e) {
      // No native library for this system or no place to unpack it: the Java console has to do.
      return false;
    }
  }

  /**
   * Whether that stream is a terminal; where the system cannot be asked, whether all of them are.
   *
   * @param descriptor 0 standard input, 1 standard output, 2 standard error
   */
  public static boolean isTerminal(int descriptor) {
    return AVAILABLE ? CLibrary.isatty(descriptor) == 1 : System.console() != null;
  }

  /** Rows and columns of the terminal behind standard output; zeros where it does not say. */
  public static Optional<int[]> size() {
    if (!AVAILABLE || CLibrary.isatty(1) != 1) {
      return Optional.empty();
    }
    CLibrary.WinSize size = new CLibrary.WinSize();
    return CLibrary.ioctl(1, CLibrary.TIOCGWINSZ, size) == 0
        ? Optional.of(new int[] {size.ws_row, size.ws_col})
        : Optional.empty();
  }
}
