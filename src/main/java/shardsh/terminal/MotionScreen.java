package shardsh.terminal;

import java.io.IOException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.utils.NonBlockingReader;
import shardsh.render.AnsiWriter;
import shardsh.render.Motion;
import shardsh.render.Role;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/**
 * Plays motions on a terminal, below what is there, and takes them away again. One key pauses,
 * steps, goes on or skips. A terminal that takes long for a frame gets fewer of them.
 */
public final class MotionScreen implements AutoCloseable {
  private static final long FRAME_MILLIS = 50;
  static final long MOVE_MILLIS = 600;
  static final long STAY_MILLIS = 500;
  private static final String ERASE_LINE = "\033[2K";
  private static final String ERASE_BELOW = "\033[J";
  private static final double FASTER = 1.5;
  private static final String KEYS = "space: pause · s: step · enter: go on · + -: speed · q: skip";
  private static final String KEYS_PAUSED =
      "paused · space: go on · s: step · + -: speed · q: skip";
  private static final String KEYS_NARROW = "space · s · enter · + - speed · q: skip";
  private static final String KEYS_NARROW_PAUSED = "paused · space · s · + - speed · q";

  /** What a key asks for. */
  private enum Key {
    NONE,
    PAUSE,
    STEP,
    GO_ON,
    FASTER,
    SLOWER,
    SKIP
  }

  /** Where the frames are drawn. */
  interface Surface {
    /** The lines there are. */
    int rows();

    void show(List<StyledLine> frame);

    /** Puts back what was there before the first frame. */
    void clear();
  }

  private final Terminal terminal;
  private final ScreenProfile screen;
  private final Surface surface;

  /** What the keys have made of the speed; it stays for the next motion, as does a pause. */
  private double factor = 1;

  private double speed = 1;
  private boolean paused;
  private int columns;
  private int rows;
  private volatile boolean skipped;
  private volatile boolean interrupted;

  /** Below what is on the screen. */
  MotionScreen(Terminal terminal, ScreenProfile screen) {
    this(terminal, screen, new Below(terminal, screen));
  }

  MotionScreen(Terminal terminal, ScreenProfile screen, Surface surface) {
    this.terminal = terminal;
    this.screen = screen;
    this.surface = surface;
  }

  /** Some lines from the cursor's on, which are empty again afterwards. */
  private static final class Below implements Surface {
    private final Terminal terminal;
    private final AnsiWriter ansi;

    /** The widths of the last frame's lines, which are above the cursor. */
    private List<Integer> drawn = List.of();

    Below(Terminal terminal, ScreenProfile screen) {
      this.terminal = terminal;
      this.ansi = AnsiWriter.terminal(screen);
    }

    @Override
    public int rows() {
      return terminal.getRows() - 1;
    }

    @Override
    public void show(List<StyledLine> frame) {
      StringBuilder text = new StringBuilder(back());
      for (StyledLine line : frame) {
        text.append(ERASE_LINE).append(ansi.line(line)).append('\n');
      }
      drawn = frame.stream().map(StyledLine::width).toList();
      write(text.toString());
    }

    @Override
    public void clear() {
      write(back() + ERASE_BELOW);
      drawn = List.of();
    }

    /** To where the first line of a frame is. */
    private String back() {
      int columns = Math.max(1, terminal.getColumns());
      int rows = 0;
      for (int width : drawn) {
        // A window made narrower folds what is on it.
        rows += Math.max(1, (width + columns - 1) / columns);
      }
      rows = Math.min(rows, terminal.getRows() - 1);
      return rows == 0 ? "\r" : "\r\033[" + rows + "A";
    }

    private void write(String text) {
      terminal.writer().write(text);
      terminal.writer().flush();
    }
  }

  /**
   * Opens the user's terminal for motions alone.
   *
   * @return empty where nothing can move
   */
  public static Optional<MotionScreen> open(Optional<Recording> recording, ScreenProfile screen) {
    try {
      Terminal terminal = Terminals.open(recording);
      if (Terminals.isDumb(terminal)) {
        terminal.close();
        return Optional.empty();
      }
      Terminals.prepare(terminal);
      return Optional.of(new MotionScreen(terminal, screen));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Plays a motion to its end or until it is skipped. Does nothing where the screen is too low.
   *
   * @param atSpeed 1 for the usual one, 2 for twice as fast
   */
  public void play(Motion motion, double atSpeed) {
    if (Terminals.isDumb(terminal) || motion.height() + 1 > surface.rows()) {
      return;
    }
    columns = terminal.getColumns();
    rows = terminal.getRows();
    speed = atSpeed;
    SignalHandler before = terminal.handle(Signal.INT, signal -> interrupt());
    SignalHandler stopping = JobControl.within(terminal, this::lend);
    try {
      for (int step = 0; step < motion.steps() && !isOver(); step++) {
        step(motion, step);
      }
    } catch (IOException e) {
      // The terminal is gone; whoever reads from it next will notice.
    } finally {
      surface.clear();
      terminal.handle(Signal.INT, before);
      terminal.handle(Signal.TSTP, stopping);
      skipped = false;
    }
  }

  private void lend(Runnable something) {
    synchronized (surface) {
      surface.clear();
      something.run();
    }
  }

  private void interrupt() {
    interrupted = true;
    skipped = true;
  }

  /** Whether Ctrl+C has ended a motion, which may mean all that follows, too. */
  public boolean isInterrupted() {
    return interrupted;
  }

  /** Frames for a window of another size would not fit; what they tell is told afterwards, too. */
  private boolean isOver() {
    return skipped || terminal.getColumns() != columns || terminal.getRows() != rows;
  }

  /** Shows a step, as long as it takes or until a key ends it. */
  private void step(Motion motion, int step) throws IOException {
    double millis = motion.moves(step) ? MOVE_MILLIS : STAY_MILLIS;
    double phase = 0;
    boolean over = false;
    long wait = FRAME_MILLIS;
    while (!over && !isOver()) {
      long began = System.nanoTime();
      show(motion.frame(step, Math.min(1, phase)));
      long drawn = (System.nanoTime() - began) / 1_000_000;
      wait = Math.max(FRAME_MILLIS, 2 * drawn);
      over = phase >= 1 && !paused;
      Key key = over ? Key.NONE : key(paused ? 0 : Math.max(1, wait - drawn));
      over |= act(key);
      if (!paused) {
        phase += (System.nanoTime() - began) / 1e6 * speed * factor / millis;
      }
    }
  }

  /** Whether the key ends the step. */
  private boolean act(Key key) {
    switch (key) {
      case PAUSE -> paused = !paused;
      case STEP -> paused = true;
      case GO_ON -> paused = false;
      case FASTER -> factor *= FASTER;
      case SLOWER -> factor /= FASTER;
      case SKIP -> skipped = true;
      case NONE -> {}
    }
    return key == Key.STEP;
  }

  private void show(List<StyledLine> frame) {
    List<StyledLine> lines = new ArrayList<>(frame);
    int room = Math.max(1, screen.width() - 1);
    String keys = keys(paused, speed * factor, room);
    String shown = screen.unicode() ? keys : keys.replace(" · ", ", ");
    lines.add(StyledLine.of(shown.substring(0, Math.min(room, shown.length())), Role.DIM));
    synchronized (surface) {
      surface.show(lines);
    }
  }

  /** What the keys do, and the speed that they have made; on a narrow screen the keys alone. */
  static String keys(boolean paused, double speed, int room) {
    String pace =
        new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(speed);
    String all = (paused ? KEYS_PAUSED : KEYS).replace("speed", "speed " + pace);
    return all.length() <= room
        ? all
        : (paused ? KEYS_NARROW_PAUSED : KEYS_NARROW).replace("speed", pace);
  }

  /** Waits so many milliseconds for a key; 0: until there is one. */
  private Key key(long millis) throws IOException {
    NonBlockingReader reader = terminal.reader();
    int read = reader.read(millis == 0 ? FRAME_MILLIS : millis);
    while (millis == 0 && read == NonBlockingReader.READ_EXPIRED && !isOver()) {
      read = reader.read(FRAME_MILLIS);
    }
    return switch (read) {
      case ' ', 'p' -> Key.PAUSE;
      case 's' -> Key.STEP;
      case '\r', '\n', 'g' -> Key.GO_ON;
      case '+' -> Key.FASTER;
      case '-' -> Key.SLOWER;
      case 'q', 3, 4, NonBlockingReader.EOF -> Key.SKIP;
      case 27 -> sequence(reader);
      default -> Key.NONE;
    };
  }

  /** Escape alone skips; the arrow to the right steps. */
  private static Key sequence(NonBlockingReader reader) throws IOException {
    int second = reader.read(20);
    if (second < 0) {
      return Key.SKIP;
    }
    return reader.read(20) == 'C' ? Key.STEP : Key.NONE;
  }

  @Override
  public void close() {
    try {
      terminal.close();
    } catch (IOException e) {
      // It is left as it is; nothing more can be done about it.
    }
  }
}
