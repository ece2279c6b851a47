package shardsh.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.Curses;
import org.jline.utils.InfoCmp.Capability;
import shardsh.render.AnsiWriter;
import shardsh.render.LiveView;
import shardsh.render.Role;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/**
 * The upper part of a screen of our own, which shows the cluster; what is typed and answered
 * scrolls below it. The terminal's scrolling region keeps the two apart.
 */
final class LiveArea implements MotionScreen.Surface {
  private static final int ROWS_MIN = 20;
  private static final int BELOW_MIN = 8;
  private static final String NOTE = " show live: leaves this view ";

  private final Terminal terminal;
  private final Supplier<ScreenProfile> screen;
  private final Supplier<Scene> cluster;
  private final IntFunction<List<StyledLine>> recent;
  private final UnaryOperator<String> words;

  /** The size of the terminal when the whole screen was drawn last. */
  private Size laid = Size.of(0, 0);

  /** What the screen could do then, which is told of a new size a little later. */
  private ScreenProfile laidFor;

  /** What the view shows. */
  private Scene scene;

  /** The rows as they are on the screen now, as far as that is known. */
  private List<StyledLine> drawn = List.of();

  /** Whether a motion stands over what is below. */
  private boolean isCovered;

  /** Leaves the screen for a program that is ended from outside. */
  private Thread rescue;

  /** What it writes; a terminal that was closed cannot be asked for it. */
  private volatile String wayOut = "";

  /**
   * @param screen as it is now
   * @param cluster gives what is to be shown; not asked while a line runs
   * @param recent gives at most so many of the lines that belong below, the last ones
   * @param words puts a sentence of the program into the language of who looks at it
   */
  LiveArea(
      Terminal terminal,
      Supplier<ScreenProfile> screen,
      Supplier<Scene> cluster,
      IntFunction<List<StyledLine>> recent,
      UnaryOperator<String> words) {
    this.terminal = terminal;
    this.screen = screen;
    this.cluster = cluster;
    this.recent = recent;
    this.words = words;
  }

  /** Whether a terminal can have one. */
  static boolean isPossible(Terminal terminal) {
    return !Terminals.isDumb(terminal)
        && terminal.getRows() >= ROWS_MIN
        && terminal.getStringCapability(Capability.change_scroll_region) != null
        && terminal.getStringCapability(Capability.cursor_address) != null;
  }

  /** Goes to a screen of its own, which shows the picture and nothing below it. */
  void enter() {
    scene = cluster.get();
    rescue = new Thread(this::rescue, "shardsh-rescue");
    Runtime.getRuntime().addShutdownHook(rescue);
    terminal.puts(Capability.enter_ca_mode);
    lay(List.of());
  }

  /** Back to the screen as it was. */
  void leave() {
    synchronized (terminal) {
      terminal.puts(Capability.change_scroll_region, 0, terminal.getRows() - 1);
      terminal.puts(Capability.exit_ca_mode);
      terminal.flush();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(rescue);
    } catch (IllegalStateException e) {
      // The program is being ended, and the screen has been left twice, which does no harm.
    }
  }

  /** Leaves the screen to others for as long as something takes. */
  void lend(Runnable something) {
    synchronized (terminal) {
      terminal.puts(Capability.change_scroll_region, 0, terminal.getRows() - 1);
      terminal.puts(Capability.exit_ca_mode);
      terminal.flush();
      something.run();
      terminal.puts(Capability.enter_ca_mode);
      layAgain();
    }
  }

  /** Past the terminal, which may have been closed by then. */
  private void rescue() {
    try (FileOutputStream screenItself = new FileOutputStream(FileDescriptor.out)) {
      screenItself.write(wayOut.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // The terminal is gone, and its screen with it.
    }
  }

  /** The lines of the picture; the line that parts it from what is below comes after them. */
  private int height() {
    int rows = terminal.getRows();
    return Math.max(3, Math.min(rows - BELOW_MIN - 1, rows * 3 / 5));
  }

  /** How many lines there are below it. */
  int below() {
    return Math.max(1, terminal.getRows() - height() - 1);
  }

  /** Draws the whole screen anew, with those lines below and the cursor after them. */
  void lay(List<StyledLine> lines) {
    synchronized (terminal) {
      layNow(lines);
    }
  }

  private void layNow(List<StyledLine> lines) {
    laid = terminal.getSize();
    laidFor = screen.get();
    wayOut =
        Curses.tputs(
                terminal.getStringCapability(Capability.change_scroll_region),
                0,
                terminal.getRows() - 1)
            + Curses.tputs(terminal.getStringCapability(Capability.exit_ca_mode));
    isCovered = false;
    drawn = List.of();
    int top = height();
    terminal.puts(Capability.change_scroll_region, 0, terminal.getRows() - 1);
    terminal.puts(Capability.clear_screen);
    draw(picture());
    drawRule(top);
    terminal.puts(Capability.change_scroll_region, top + 1, terminal.getRows() - 1);
    terminal.puts(Capability.cursor_address, top + 1, 0);
    AnsiWriter ansi = AnsiWriter.terminal(screen.get());
    int most = Math.max(0, below() - 2);
    for (StyledLine line : lines.subList(Math.max(0, lines.size() - most), lines.size())) {
      terminal.writer().write(ansi.line(line) + "\n");
    }
    terminal.flush();
  }

  /** Draws the whole screen anew, with what belongs below. */
  void layAgain() {
    lay(recent.apply(below()));
  }

  /**
   * Draws the picture anew; the cursor stays where it is, unless the terminal has another size by
   * now: then its scrolling region is gone, and all is drawn anew.
   */
  void refresh() {
    scene = cluster.get();
    if (isResized()) {
      layAgain();
    } else {
      show(picture());
    }
  }

  /** Shows the cluster as it was within a line that runs. */
  void show(Scene within) {
    scene = within;
    if (!isResized()) {
      show(picture());
    }
  }

  private List<StyledLine> picture() {
    return LiveView.draw(scene, screen.get(), height());
  }

  /** Draws all anew if the terminal has another size than when that was done. */
  void adapt() {
    if (isResized()) {
      layAgain();
    }
  }

  /** Whether the terminal has another size than when the whole screen was drawn. */
  boolean isResized() {
    return terminal.getColumns() != laid.getColumns()
        || terminal.getRows() != laid.getRows()
        || !screen.get().equals(laidFor);
  }

  /** A motion may stand over what is below for as long as it takes. */
  @Override
  public int rows() {
    return terminal.getRows() - 1;
  }

  @Override
  public void clear() {
    if (isCovered) {
      layAgain();
    } else {
      refresh();
    }
  }

  @Override
  public void show(List<StyledLine> lines) {
    synchronized (terminal) {
      boolean covers = lines.size() > height();
      boolean uncovers = isCovered && !covers;
      isCovered = covers;
      terminal.puts(Capability.save_cursor);
      draw(lines);
      if (uncovers) {
        drawRule(height());
      }
      terminal.puts(Capability.restore_cursor);
      terminal.flush();
    }
  }

  /** Writes the rows that are others than those on the screen. */
  private void draw(List<StyledLine> lines) {
    AnsiWriter ansi = AnsiWriter.terminal(screen.get());
    List<StyledLine> now = new ArrayList<>(lines);
    int top = isCovered ? terminal.getRows() - 1 : height();
    while (now.size() < top) {
      now.add(StyledLine.EMPTY);
    }
    for (int row = 0; row < top; row++) {
      if (row < drawn.size() && drawn.get(row).equals(now.get(row))) {
        continue;
      }
      terminal.puts(Capability.cursor_address, row, 0);
      terminal.writer().write(ansi.line(now.get(row)));
      terminal.puts(Capability.clr_eol);
    }
    drawn = now;
  }

  /** The line that parts the picture from what is below. */
  private void drawRule(int row) {
    boolean unicode = screen.get().unicode();
    int width = screen.get().width();
    String note = words.apply(NOTE);
    int noteWidth = StyledLine.of(note).width();
    String rule = (unicode ? "─" : "-").repeat(Math.max(0, width - noteWidth - 2));
    String line = width > noteWidth + 4 ? rule + note : "";
    terminal.puts(Capability.cursor_address, row, 0);
    terminal.writer().write(AnsiWriter.terminal(screen.get()).line(StyledLine.of(line, Role.DIM)));
    terminal.puts(Capability.clr_eol);
  }
}
