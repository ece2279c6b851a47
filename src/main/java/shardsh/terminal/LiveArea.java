package shardsh.terminal;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;
import shardsh.render.AnsiWriter;
import shardsh.render.Role;
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
  private final IntFunction<List<StyledLine>> picture;
  private final IntFunction<List<StyledLine>> recent;

  /** The size of the terminal when the whole screen was drawn last. */
  private Size laid = Size.of(0, 0);

  /** Whether a motion stands over what is below. */
  private boolean isCovered;

  /**
   * @param screen as it is now
   * @param picture gives so many lines
   * @param recent gives at most so many of the lines that belong below, the last ones
   */
  LiveArea(
      Terminal terminal,
      Supplier<ScreenProfile> screen,
      IntFunction<List<StyledLine>> picture,
      IntFunction<List<StyledLine>> recent) {
    this.terminal = terminal;
    this.screen = screen;
    this.picture = picture;
    this.recent = recent;
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
    terminal.puts(Capability.enter_ca_mode);
    lay(List.of());
  }

  /** Back to the screen as it was. */
  void leave() {
    terminal.puts(Capability.change_scroll_region, 0, terminal.getRows() - 1);
    terminal.puts(Capability.exit_ca_mode);
    terminal.flush();
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
    laid = terminal.getSize();
    isCovered = false;
    int top = height();
    terminal.puts(Capability.change_scroll_region, 0, terminal.getRows() - 1);
    terminal.puts(Capability.clear_screen);
    draw(picture.apply(top));
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
    if (isResized()) {
      layAgain();
    } else {
      show(picture.apply(height()));
    }
  }

  /** Draws all anew if the terminal has another size than when that was done. */
  void adapt() {
    if (isResized()) {
      layAgain();
    }
  }

  private boolean isResized() {
    return terminal.getColumns() != laid.getColumns() || terminal.getRows() != laid.getRows();
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
    terminal.puts(Capability.save_cursor);
    isCovered = lines.size() > height();
    draw(lines);
    terminal.puts(Capability.restore_cursor);
    terminal.flush();
  }

  private void draw(List<StyledLine> lines) {
    AnsiWriter ansi = AnsiWriter.terminal(screen.get());
    int top = isCovered ? terminal.getRows() - 1 : height();
    for (int row = 0; row < top; row++) {
      terminal.puts(Capability.cursor_address, row, 0);
      terminal.writer().write(row < lines.size() ? ansi.line(lines.get(row)) : "");
      terminal.puts(Capability.clr_eol);
    }
    if (isCovered) {
      return;
    }
    terminal.puts(Capability.cursor_address, top, 0);
    boolean unicode = screen.get().unicode();
    int width = screen.get().width();
    String rule = (unicode ? "─" : "-").repeat(Math.max(0, width - NOTE.length() - 2));
    String line = width > NOTE.length() + 4 ? rule + NOTE : "";
    terminal.writer().write(ansi.line(StyledLine.of(line, Role.DIM)));
    terminal.puts(Capability.clr_eol);
  }
}
