package shardsh.script;

import java.util.ArrayList;
import java.util.List;
import shardsh.render.Role;
import shardsh.render.StyledLine;
import shardsh.shell.Place;

/** The place of an error, as it stands below the message. */
final class ErrorReport {
  private ErrorReport() {}

  /**
   * Source and line, then the line itself with the column marked:
   *
   * <pre>
   *   at setup.js:3:5
   *   3 | foo.bar()
   *     |     ^
   * </pre>
   */
  static List<StyledLine> lines(Place place) {
    List<StyledLine> lines = new ArrayList<>();
    String column = place.column() > 0 ? ":" + place.column() : "";
    lines.add(StyledLine.of("  at " + place.source() + ":" + place.line() + column, Role.DIM));
    String number = String.valueOf(place.line());
    lines.add(StyledLine.of("  " + number + " | " + place.text()));
    if (place.column() > 0 && place.column() <= place.text().length() + 1) {
      String margin = " ".repeat(number.length() + 2) + " | ";
      lines.add(StyledLine.of(margin + indent(place) + "^", Role.ERROR));
    }
    return lines;
  }

  /** Tabs stay tabs, so that the mark stands below its column. */
  private static String indent(Place place) {
    StringBuilder indent = new StringBuilder();
    for (int i = 0; i < place.column() - 1; i++) {
      indent.append(place.text().charAt(i) == '\t' ? '\t' : ' ');
    }
    return indent.toString();
  }
}
