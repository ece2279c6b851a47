package shardsh.render;

/**
 * What the place that shows our lines can do; found out once, at the start.
 *
 * @param width in terminal cells, at least 1
 * @param height in lines; 0 when there is no screen to fill
 * @param unicode whether box drawing may be used; else drawings are pure ASCII
 * @param colour whether roles may become colours
 * @param theme which, then
 */
public record ScreenProfile(int width, int height, boolean unicode, boolean colour, Theme theme) {
  public ScreenProfile {
    width = Math.max(1, width);
    height = Math.max(0, height);
  }

  /** With the theme for terminals of many colours. */
  public ScreenProfile(int width, int height, boolean unicode, boolean colour) {
    this(width, height, unicode, colour, Theme.STANDARD);
  }

  /** Box drawing, no colour, no screen: what files and tests get. */
  public static ScreenProfile unicode(int width) {
    return new ScreenProfile(width, 0, true, false);
  }

  /** Plain ASCII, no colour, no screen. */
  public static ScreenProfile ascii(int width) {
    return new ScreenProfile(width, 0, false, false);
  }

  public ScreenProfile withWidth(int newWidth) {
    return new ScreenProfile(newWidth, height, unicode, colour, theme);
  }
}
