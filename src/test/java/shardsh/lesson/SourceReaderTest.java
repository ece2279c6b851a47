package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceReaderTest {
  private final Faults faults = new Faults();
  private final Faults remarks = new Faults();

  private SourceNode yaml(String text) {
    return new SourceReader("f", faults, remarks).yaml(text).orElseThrow();
  }

  private List<String> said() {
    return faults.sorted().stream().map(Fault::toString).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "on, TEXT", "off, TEXT", "y, TEXT", "No, TEXT", "true, BOOLEAN", "FALSE, BOOLEAN", "~, NULL",
    "null, NULL", "-3, NUMBER", "1.50, NUMBER", "1e3, NUMBER", "-, TEXT", "1|5, TEXT", ".5, NUMBER",
    "2024-10-15, TEXT", "127.0.0.1, TEXT", "+7, NUMBER"
  })
  void plainScalarIsReadAsYaml12Says(String written, SourceNode.Kind kind) {
    assertEquals(kind, yaml("[" + written + "]").items().get(0).kind());
    assertTrue(faults.isEmpty(), () -> said().toString());
  }

  @ParameterizedTest
  @CsvSource({"1_000", "12:30", "017", "0x1F", "-.inf", "1e999999"})
  void numberThatReadersDisagreeAboutIsRefused(String written) {
    yaml("a: " + written);

    assertEquals(1, faults.size());
    assertTrue(said().get(0).startsWith("f:1: " + written + " is "), said().get(0));
  }

  @Test
  void quotedNumbersAndWordsAreSafe() {
    SourceNode node = yaml("a: \"12:30\"\nb: '1_000'\nc: \"on\"\nd: |\n  017\n");

    assertTrue(faults.isEmpty());
    assertTrue(remarks.isEmpty());
    assertEquals("017\n", node.text("d").orElseThrow());
  }

  @Test
  void wordForTrueIsKeptAsTextAndRemarkedOn() {
    SourceNode node = yaml("# 注释\nzh: {路由: 表, b: on}\n");

    assertEquals("on", node.get("zh").orElseThrow().text("b").orElseThrow());
    assertEquals(
        "f:2: on without quotes is true or false to many readers; put it in quotes",
        remarks.sorted().get(0).toString());
  }

  @Test
  void quotesAreSeenAfterWideCharacters() {
    SourceNode node = yaml("a: {zh: \"𝄞 表\", b: \"5\", c: 5}");

    assertEquals(SourceNode.Kind.TEXT, node.get("a").orElseThrow().get("b").orElseThrow().kind());
    assertEquals(SourceNode.Kind.NUMBER, node.get("a").orElseThrow().get("c").orElseThrow().kind());
  }

  @Test
  void nameTwiceInAMapIsAFaultWithBothLines() {
    yaml("checks: [1]\nb: 2\nchecks: [3]\n");

    assertEquals(
        List.of("f:3: 'checks' stands twice in one map, first in line 1; take one out"), said());
  }

  @Test
  void fieldHasTheLineOfItsName() {
    SourceNode node = yaml("a:\n\n  - x\n  -\n    b: 1\n");

    assertEquals(1, node.get("a").orElseThrow().line());
    assertEquals(3, node.itemsOf("a").get(0).line());
    assertEquals(5, node.itemsOf("a").get(1).get("b").orElseThrow().line());
  }

  @Test
  void anchorsAliasesAndTagsAreRefused() {
    yaml("a: &x {b: 1}\nc: *x\nd: !!str 5\n");

    assertEquals(
        List.of(
            "f:1: '&x' is an anchor; leave it out: no aliases",
            "f:2: '*x' is an alias; write the value out",
            "f:3: '!tag:yaml.org,2002:str' is a tag; leave it out"),
        said());
  }

  @Test
  void secondDocumentIsRefused() {
    yaml("a: 1\n---\nb: 2\n");

    assertEquals(List.of("f:3: a second document begins here; make it a file of its own"), said());
  }

  @Test
  void brokenLayoutIsOneFaultWithItsLine() {
    assertTrue(new SourceReader("f", faults, remarks).yaml("a: 1\nb: [1, 2\nc: 3\n").isEmpty());

    assertEquals(1, faults.size());
    assertEquals(3, faults.sorted().get(0).line(), said().toString());
  }

  @Test
  void objectsOfTheLibraryAreNotNamed() {
    assertTrue(new SourceReader("f", faults, remarks).yaml("{{{").isEmpty());

    assertEquals(-1, said().toString().indexOf("org."), said().toString());
    assertTrue(said().get(0).contains("Expected a field name"), said().toString());
  }

  @Test
  void deepNestingIsRefusedWithoutAStackOverflow() {
    yaml("[".repeat(900) + "]".repeat(900));

    assertTrue(said().get(0).contains("nested deeper than 60"), said().toString());
  }

  @Test
  void emptyFileIsAFault() {
    assertTrue(new SourceReader("f", faults, remarks).yaml("# nothing\n").isEmpty());

    assertEquals("f: the file is empty; write 'format: 1' and the rest", said().get(0));
  }

  @Test
  void hugeFileIsRefusedUnread() {
    assertTrue(new SourceReader("f", faults, remarks).yaml("# " + "x".repeat(3_000_000)).isEmpty());

    assertEquals("f: the file is longer than 3 MB; take something out", said().get(0));
  }
}
