package shardsh.render;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All pictures by the word that shows them. To add one: a class and a row here. */
public final class Diagrams {
  private static final Map<String, Diagram> DIAGRAMS;

  static {
    Map<String, Diagram> rows = new LinkedHashMap<>();
    rows.put("cluster", new ClusterDiagram());
    rows.put("chunks", new ChunksDiagram());
    rows.put("versions", new VersionsDiagram());
    rows.put("routing", new RoutingDiagram());
    rows.put("trace", new TraceDiagram(false));
    rows.put("pipeline", new PipelineDiagram());
    rows.put("shards", new ShardsDiagram());
    rows.put("load", new LoadDiagram());
    rows.put("migrations", new MigrationsDiagram());
    rows.put("balancer", new BalancerDiagram());
    rows.put("zones", new ZonesDiagram());
    rows.put("orphans", new OrphansDiagram());
    rows.put("diff", new DiffDiagram());
    DIAGRAMS = Collections.unmodifiableMap(rows);
  }

  private Diagrams() {}

  /** The words, in the order in which help lists them. */
  public static List<String> words() {
    return List.copyOf(DIAGRAMS.keySet());
  }

  /**
   * Draws a picture; no line is wider than the screen, and all is ASCII if the screen wants that.
   *
   * @throws IllegalArgumentException for a word that is not one of {@link #words()}
   */
  public static List<StyledLine> draw(String word, Scene scene, ScreenProfile screen) {
    Diagram diagram = DIAGRAMS.get(word);
    if (diagram == null) {
      throw new IllegalArgumentException("no picture called " + word + "; there are " + words());
    }
    return drawn(diagram, scene, screen);
  }

  /**
   * The same for a page, which has room below: a trace is drawn from its first event to its last.
   *
   * @throws IllegalArgumentException for a word that is not one of {@link #words()}
   */
  public static List<StyledLine> drawWhole(String word, Scene scene, ScreenProfile screen) {
    return word.equals("trace")
        ? drawn(new TraceDiagram(true), scene, screen)
        : draw(word, scene, screen);
  }

  private static List<StyledLine> drawn(Diagram diagram, Scene scene, ScreenProfile screen) {
    List<StyledLine> lines = new ArrayList<>();
    for (StyledLine line : diagram.draw(scene, screen.width())) {
      lines.add(LineBuilder.cut(line, screen.width()));
    }
    return Glyphs.cells(lines, screen);
  }
}
