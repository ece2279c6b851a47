package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import shardsh.render.Role;
import shardsh.render.Span;

class InputColoursTest {

  @Test
  void stringsNumbersKeywordsAndCommentsHaveTheirRoles() {
    List<Span> spans = InputColours.of("let a='x' // y");

    assertEquals(new Span("let", Role.KEYWORD), spans.get(0));
    assertEquals(new Span("'x'", Role.STRING), spans.get(4));
    assertEquals(new Span("// y", Role.DIM), spans.get(6));
  }

  @Test
  void aMemberWithTheNameOfAKeywordIsPlain() {
    assertEquals(Role.PLAIN, InputColours.of("a.delete").get(2).role());
  }

  @Test
  void theBracketAtTheCursorAndTheOneThatBelongsToItAreMarked() {
    List<Span> spans = InputColours.of("f([1], ')')]", 1);

    assertEquals(new Span("(", Role.MATCH), spans.get(1));
    assertEquals(Role.PLAIN, spans.get(2).role());
    assertEquals(List.of(new Span("]", Role.PLAIN)), spans.subList(4, 5));
    assertEquals(new Span("')'", Role.STRING), spans.get(7));
    assertEquals(new Span(")", Role.MATCH), spans.get(8));
    assertEquals(new Span("]", Role.ERROR), spans.get(9));
  }

  @Test
  void operatorsThatThereAreAndPatternsHaveTheirRoles() {
    List<Span> spans = InputColours.of("{a: {$gt: 1, $gtt: /[/]x/i, b: 4 / 2}}");

    assertEquals(Role.SPECIAL, role(spans, "$gt"));
    assertEquals(Role.PLAIN, role(spans, "$gtt"));
    assertEquals(Role.REGEX, role(spans, "/[/]x/i"));
    assertEquals(Role.PLAIN, role(spans, "/"));
  }

  @Test
  void anExpressionInsideOfATemplateIsCode() {
    List<Span> spans = InputColours.of("`a ${f({b: 1})} c`");

    assertEquals(Role.STRING, role(spans, "`a ${"));
    assertEquals(Role.NUMBER, role(spans, "1"));
    assertEquals(Role.STRING, role(spans, "} c`"));
  }

  private static Role role(List<Span> spans, String text) {
    return spans.stream().filter(span -> span.text().equals(text)).findFirst().orElseThrow().role();
  }

  @Property(tries = 300, seed = "1")
  void thePiecesGiveTheTextAgain(
      @ForAll @StringLength(max = 30) @CharRange(from = ' ', to = '~') String text) {
    StringBuilder joined = new StringBuilder();
    InputColours.of(text).forEach(span -> joined.append(span.text()));

    assertEquals(text, joined.toString());
  }
}
