package shardsh.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.render.Diagrams;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.shell.LiveSession;
import shardsh.shell.SessionSettings;

/**
 * {@code shardsh export}: which view goes into which files.
 *
 * @param html empty when no page is wanted
 * @param mermaid empty when no Mermaid text is wanted
 */
record ExportCommand(
    String view, Optional<String> html, Optional<String> mermaid, List<Path> scripts) {
  private static final int PAGE_WIDTH = 120;

  /**
   * @throws UsageException when no file is named, or the view is unknown
   */
  static ExportCommand of(CommandWords words) {
    String view = words.last("--view").orElse("cluster");
    Optional<String> html = words.last("--html");
    Optional<String> mermaid = words.last("--mermaid");
    if (!Diagrams.words().contains(view)) {
      throw new UsageException(
          "invalid value for --view: '"
              + view
              + "'; wanted: "
              + String.join("|", Diagrams.words()));
    }
    if (html.isEmpty() && mermaid.isEmpty()) {
      throw new UsageException("export needs --html FILE or --mermaid FILE");
    }
    List<Path> scripts = new ArrayList<>();
    for (String name : words.plain()) {
      try {
        scripts.add(Path.of(name));
      } catch (InvalidPathException e) {
        throw new UsageException("'" + name + "' is not the name of a file");
      }
    }
    return new ExportCommand(view, html, mermaid, scripts);
  }

  /** The session's settings, drawn for a page and not for the screen. */
  SessionSettings settings(Options options, Screen screen) {
    ScreenProfile page = ScreenProfile.unicode(options.width().orElse(PAGE_WIDTH));
    Screen paper = new Screen(screen.inputIsTerminal(), false, false, page, false);
    return Settings.of(options, paper, false);
  }

  /**
   * Writes what was asked for; gives what is to be said about it.
   *
   * @throws shardsh.lesson.NotThereException when a file cannot be written
   */
  List<StyledLine> write(LiveSession session) {
    Map<String, Boolean> files = new LinkedHashMap<>();
    html.ifPresent(file -> files.put(file, false));
    mermaid.ifPresent(file -> files.put(file, true));
    List<StyledLine> said = new ArrayList<>();
    files.forEach((file, asMermaid) -> said.addAll(session.export(view, asMermaid, file)));
    return said;
  }
}
