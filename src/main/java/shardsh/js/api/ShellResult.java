package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import shardsh.js.GuestValue;
import shardsh.render.InspectNode;
import shardsh.render.InspectOptions;
import shardsh.render.Role;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/** How the value of a line is to be printed. */
public sealed interface ShellResult {

  /** Undefined: mongosh prints an empty line. */
  record Nothing() implements ShellResult {}

  /**
   * Any value.
   *
   * @param inFull whether it came from the server and so is not cut, e.g. an explain result
   */
  record Plain(GuestValue value, boolean inFull) implements ShellResult {}

  /** The next page of a cursor. */
  record Page(CursorPage page) implements ShellResult {}

  /** A page of help: two columns, of which the second may be broken to fit the screen. */
  record Help(List<StyledLine> lines) implements ShellResult {
    public Help {
      lines = List.copyOf(lines);
    }
  }

  /**
   * Text that stands as it is.
   *
   * @param isView whether it is drawn from the cluster; else a name, an error, what the user set
   */
  record Lines(List<StyledLine> lines, boolean isView) implements ShellResult {
    public Lines {
      lines = List.copyOf(lines);
    }
  }

  /** Sections, each a header line and a value below it, with {@code ---} between them. */
  record Report(List<Section> sections) implements ShellResult {
    public Report {
      sections = List.copyOf(sections);
    }

    /** The report as it is printed. */
    public List<StyledLine> lines(InspectOptions options) {
      List<StyledLine> lines = new ArrayList<>();
      for (Section section : sections) {
        if (!lines.isEmpty()) {
          lines.add(StyledLine.of("---"));
        }
        lines.add(StyledLine.of(section.title(), Role.TITLE));
        lines.addAll(ValueFormatter.print(section.value(), options));
      }
      return lines;
    }
  }

  /** One section of a report. */
  record Section(String title, InspectNode value) {}
}
