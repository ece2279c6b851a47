package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pictures for pages and slides. */
class ExportTest {

  @Test
  void htmlEscapesTheDataAndNamesTheRoles() {
    StyledLine line =
        StyledLine.of(Span.plain("a<b>&"), new Span("s0", Role.SHARD_0), Span.plain("\u001B[2J"));

    String page = HtmlWriter.page("x < y", List.of(line));

    assertTrue(page.contains("<title>x &lt; y</title>"), page);
    assertTrue(page.contains("a&lt;b&gt;&amp;<span class=\"shard-0\">s0</span>\\x1B[2J\n"), page);
    assertTrue(page.contains(".shard-0{color:"), page);
  }

  @Test
  void traceBecomesASequenceDiagram() {
    Scene scene = Scene.of(Scenes.moved()).withLast(Traces.staleFind());

    String text = Mermaid.of("trace", scene).orElseThrow();

    assertTrue(text.startsWith("sequenceDiagram\n  participant app\n  participant m0\n"), text);
    assertTrue(text.contains("  m0->>s2: find 1|5\n"), text);
    assertTrue(text.contains("  s2-->>m0: ! StaleConfig\n"), text);
    assertTrue(text.contains("  Note over m0: learns 4 rows, 1|5 → 2|1\n"), text);
  }

  @Test
  void clusterBecomesAFlowchart() {
    String text = Mermaid.of("cluster", Scene.of(Scenes.moved())).orElseThrow();

    assertTrue(text.contains("  m0[\"m0 router<br/>shop.orders v1|5, behind\"]\n"), text);
    assertTrue(text.contains("  app --> m0\n"), text);
    assertTrue(text.contains("[400, 450) 2|0 35 MB"), text);
    assertTrue(
        Mermaid.of("cluster", Scene.of(Scenes.compound()))
            .orElseThrow()
            .contains("{#34;east#34;, 100}"));
  }

  @Test
  void wordsWithoutAFormGiveNothing() {
    assertEquals(Optional.empty(), Mermaid.of("load", Scene.of(Scenes.start())));
  }
}
