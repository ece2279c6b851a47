package shardsh.render;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a flowchart: boxes, arrows, frames around boxes, and a class for each role that a box is
 * drawn in, so that shards keep their colour.
 */
final class MermaidGraph {
  private final StringBuilder out;
  private final Map<String, Role> classes = new LinkedHashMap<>();
  private String margin = "  ";

  /**
   * @param direction {@code TB} or {@code LR}
   */
  MermaidGraph(String direction) {
    out = new StringBuilder("flowchart " + direction + "\n");
  }

  /** A box with lines of text. */
  MermaidGraph box(String id, Role role, List<String> lines) {
    out.append(margin).append(id).append("[\"").append(text(lines)).append("\"]");
    String colour = Palette.onPaper(role);
    if (!colour.isEmpty()) {
      String name = Palette.className(role).replace("-", "");
      classes.put(name, role);
      out.append(":::").append(name);
    }
    out.append('\n');
    return this;
  }

  MermaidGraph box(String id, Role role, String... lines) {
    return box(id, role, List.of(lines));
  }

  /** The application, which is no process of the cluster. */
  MermaidGraph app() {
    out.append(margin).append("app([app])\n");
    return this;
  }

  /** An arrow with two heads. */
  MermaidGraph both(String one, String other) {
    return edge(one, "<-->", "", other);
  }

  /** An arrow. */
  MermaidGraph arrow(String from, String label, String to) {
    return edge(from, "-->", label, to);
  }

  /** A broken arrow, for what is only believed or has not come about. */
  MermaidGraph dotted(String from, String label, String to) {
    return edge(from, "-.->", label, to);
  }

  /** A line that says only that the second follows the first. */
  MermaidGraph line(String from, String to) {
    return edge(from, "---", "", to);
  }

  private MermaidGraph edge(String from, String kind, String label, String to) {
    out.append(margin).append(from).append(' ').append(kind);
    if (!label.isEmpty()) {
      out.append("|\"").append(Mermaid.escaped(label)).append("\"|");
    }
    out.append(' ').append(to).append('\n');
    return this;
  }

  /** Begins a frame; what follows is in it, one below the other, until {@link #end()}. */
  MermaidGraph frame(String id, String title) {
    out.append(margin).append("subgraph ").append(id).append("[\"");
    out.append(Mermaid.escaped(title)).append("\"]\n");
    margin += "  ";
    return this;
  }

  MermaidGraph end() {
    margin = margin.substring(2);
    out.append(margin).append("end\n");
    return this;
  }

  private static String text(List<String> lines) {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append(text.length() == 0 ? "" : "<br/>").append(Mermaid.escaped(line));
    }
    return text.toString();
  }

  @Override
  public String toString() {
    StringBuilder whole = new StringBuilder(out);
    classes.forEach(
        (name, role) ->
            whole
                .append("  classDef ")
                .append(name)
                .append(" stroke:")
                .append(Palette.onPaper(role))
                .append(",stroke-width:2px\n"));
    return whole.toString();
  }
}
