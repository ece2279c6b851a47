package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import shardsh.js.api.CursorPage;
import shardsh.js.api.HelpText;
import shardsh.js.api.ShellResult;
import shardsh.render.InspectNode;
import shardsh.render.InspectOptions;
import shardsh.render.Prose;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/** The value of a line as mongosh prints it. */
final class ResultPrinter {
  private static final Pattern NUMBER =
      Pattern.compile("(Long|Int32|Double)\\('[^']*'\\)|[-+.\\de]+");

  private final InspectOptions typed;
  private final int width;

  /**
   * @param inFull whether values are never cut, as those of {@code --eval}
   * @param width of the screen, for pages of help
   */
  ResultPrinter(SessionConfig config, boolean inFull, int width) {
    this.width = width;
    this.typed =
        inFull
            ? InspectOptions.DEEP
            : InspectOptions.PROMPT.with(
                config.number("inspectDepth"), config.number("inspectCompact"));
  }

  /**
   * Whether the value came neither from the shell nor from the cluster. A number alone is taken for
   * an honest one.
   */
  static boolean isOfTheProgram(ShellResult result, List<StyledLine> lines) {
    return result instanceof ShellResult.Plain plain
        && !plain.inFull()
        && !(lines.size() == 1 && NUMBER.matcher(lines.get(0).text()).matches());
  }

  List<StyledLine> lines(ShellResult result) {
    if (result instanceof ShellResult.Nothing) {
      return List.of(StyledLine.EMPTY);
    }
    if (result instanceof ShellResult.Plain plain) {
      InspectOptions options = plain.inFull() ? typed.unlimited() : typed;
      return ValueFormatter.print(plain.value().inspect(options), options);
    }
    if (result instanceof ShellResult.Page page) {
      return page(page.page());
    }
    if (result instanceof ShellResult.Report report) {
      return report.lines(typed);
    }
    if (result instanceof ShellResult.Help help) {
      return broken(help.lines());
    }
    return ((ShellResult.Lines) result).lines();
  }

  /** mongosh's pages of help have their text from column 47 on; the rest of it goes below. */
  private List<StyledLine> broken(List<StyledLine> help) {
    List<StyledLine> lines = new ArrayList<>();
    for (StyledLine line : help) {
      lines.addAll(Prose.wrap(line, width, HelpText.TEXT_COLUMN));
    }
    return lines;
  }

  /** A page of a cursor: its documents as one array, and whether there is more. */
  static List<StyledLine> page(CursorPage page) {
    if (page.nodes().isEmpty()) {
      return List.of(StyledLine.EMPTY);
    }
    List<StyledLine> lines =
        new ArrayList<>(
            ValueFormatter.format(
                InspectNode.array(
                    page.nodes().stream().<InspectNode.Item>map(InspectNode.Element::new).toList()),
                InspectOptions.DEEP));
    if (page.hasMore()) {
      lines.add(StyledLine.of("Type \"it\" for more"));
    }
    return lines;
  }
}
