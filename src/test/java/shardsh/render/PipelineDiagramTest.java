package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The rows on the arrows of the pipeline's picture. */
class PipelineDiagramTest {

  @Test
  void rowsOfAnAttemptThatWasRefusedDoNotCount() {
    Scene scene = Scene.of(Scenes.moved()).withLast(Traces.staleSort());

    List<StyledLine> lines = Diagrams.draw("pipeline", scene, ScreenProfile.unicode(80));

    String arrows = "│ s0 │ s1 │ s2 ▼ 3 rows ▼ 3 rows ▼ 0 rows";
    int first = 0;
    while (!lines.get(first).text().contains("│ s0")) {
      first++;
    }
    String shown = lines.get(first).text() + " " + lines.get(first + 1).text();
    assertEquals(arrows, shown.strip().replaceAll("\\s+", " "));
  }
}
