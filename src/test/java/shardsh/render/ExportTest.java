package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

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

  /**
   * Names and keys with markup, quotes, escape sequences, what XML forbids, and wide characters.
   */
  private static List<StyledLine> hostile() {
    return List.of(
        StyledLine.of("</pre></style><script>alert(1)</script> ]]> --> &amp;"),
        StyledLine.of(new Span("\u001B[2J\u0000\uFFFF\uD800 \"'\t", Role.STALE)),
        StyledLine.of(Span.plain("│中文字│"), new Span("e\u0301▶😀", Role.SHARD_2)),
        StyledLine.EMPTY);
  }

  private static Document parsed(String text) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
  }

  @Test
  void everyPictureIsWellFormedAsAPageAndAsADrawing() throws Exception {
    Scene scene =
        Scene.of(Scenes.compound()).withBefore(Scenes.start()).withLast(Traces.staleFind());
    for (String word : Diagrams.words()) {
      List<StyledLine> lines = Diagrams.drawWhole(word, scene, ScreenProfile.unicode(100));

      assertEquals("html", parsed(HtmlWriter.page(word, lines)).getDocumentElement().getTagName());
      assertEquals("svg", parsed(SvgWriter.drawing(word, lines)).getDocumentElement().getTagName());
    }
  }

  @Test
  void hostileNamesStayText() throws Exception {
    Document page = parsed(HtmlWriter.page("</title>\u0007<b>", hostile()));
    Document drawing = parsed(SvgWriter.drawing("</title>\u0007<b>", hostile()));

    assertEquals(0, page.getElementsByTagName("script").getLength());
    assertEquals("</title>\\x07<b>", page.getElementsByTagName("title").item(0).getTextContent());
    assertEquals(
        "\n</pre></style><script>alert(1)</script> ]]> --> &amp;\n"
            + "\\x1B[2J\\x00\uFFFD\\uD800 \"'\t\n"
            + "│中文字│e\u0301▶😀\n\n",
        page.getElementsByTagName("pre").item(0).getTextContent());
    assertEquals(0, drawing.getElementsByTagName("script").getLength());
    assertEquals(
        "</title>\\x07<b>", drawing.getElementsByTagName("title").item(0).getTextContent());
  }

  @Test
  void drawingPutsEveryPieceAtItsCell() {
    String drawing = SvgWriter.drawing("x", List.of(StyledLine.of("ab 中│")));

    assertTrue(drawing.contains("<text x=\"16\" y=\"29\" textLength=\"16.8\""), drawing);
    assertTrue(drawing.contains("<text x=\"41.2\" y=\"29\" textLength=\"16.8\""), drawing);
    assertTrue(drawing.contains("<text x=\"58\" y=\"29\" textLength=\"8.4\""), drawing);
  }

  @Test
  void everyColourCanBeReadOnPaperAndOnADarkScreen() {
    String[] rules = Palette.rules("color").split("@media");
    String[] grounds = {Palette.PAPER, Palette.NIGHT};
    for (int i = 0; i < 2; i++) {
      Matcher colours = Pattern.compile("\\.([a-z0-9-]+)\\{color:(#\\w+)}").matcher(rules[i]);
      int seen = 0;
      while (colours.find()) {
        seen++;
        double contrast = contrast(colours.group(2), grounds[i]);
        assertTrue(contrast >= 4.5, colours.group(1) + " on " + grounds[i] + ": " + contrast);
      }
      assertTrue(seen > 15, rules[i]);
    }
  }

  /** The contrast ratio of WCAG 2. */
  private static double contrast(String a, String b) {
    double first = luminance(a) + 0.05;
    double second = luminance(b) + 0.05;
    return Math.max(first, second) / Math.min(first, second);
  }

  private static double luminance(String colour) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      sum += weights[i] * (part <= 0.03928 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
  }

  @Test
  void pageShowsATraceThatAScreenWouldSummarise() {
    Scene scene = Scene.of(Scenes.large()).withLast(Traces.manyFinds());

    String screen = text(Diagrams.draw("trace", scene, ScreenProfile.unicode(120)));
    String page = text(Diagrams.drawWhole("trace", scene, ScreenProfile.unicode(120)));

    assertTrue(screen.contains("more times"), screen);
    assertTrue(!page.contains("more times"), page);
    assertTrue(page.length() > 2 * screen.length());
  }

  private static String text(List<StyledLine> lines) {
    return AnsiWriter.stream(ScreenProfile.unicode(120)).lines(lines);
  }

  @Test
  void pipelineBecomesAFlowchartWithTheRowsOnItsArrows() {
    Scene scene = Scene.of(Scenes.start()).withLast(Traces.group());

    String text = Mermaid.of("pipeline", scene).orElseThrow();

    assertTrue(text.startsWith("flowchart TB\n"), text);
    assertTrue(text.contains("  part_s0[\"s0<br/>"), text);
    assertTrue(
        Pattern.compile("part_s0 -->\\|\"\\d+ rows?\"\\| merger").matcher(text).find(), text);
    assertTrue(text.contains("  merger --> app\n"), text);
  }

  @Test
  void migrationBecomesATimeLineOfItsSteps() {
    String text = Mermaid.of("migrations", Scene.of(Scenes.moved())).orElseThrow();

    assertTrue(text.startsWith("gantt\n  dateFormat x\n"), text);
    assertTrue(text.contains("  section [400, 450) s2 → s0\n"), text);
    assertTrue(text.contains("    critical section :crit, "), text);
    assertEquals(Optional.empty(), Mermaid.of("migrations", Scene.of(Scenes.start())));
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

    assertTrue(text.contains("  m0[\"m0 router<br/>shop.orders v1|5, ! behind\"]:::stale\n"), text);
    assertTrue(text.contains("  app --> m0\n"), text);
    assertTrue(text.contains("[400, 450) 2|0 35 MB"), text);
    assertTrue(
        Mermaid.of("cluster", Scene.of(Scenes.compound()))
            .orElseThrow()
            .contains("{#34;east#34;, 100}"));
  }
}
