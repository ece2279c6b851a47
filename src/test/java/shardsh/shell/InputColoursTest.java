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

  @Property(tries = 300, seed = "1")
  void thePiecesGiveTheTextAgain(
      @ForAll @StringLength(max = 30) @CharRange(from = ' ', to = '~') String text) {
    StringBuilder joined = new StringBuilder();
    InputColours.of(text).forEach(span -> joined.append(span.text()));

    assertEquals(text, joined.toString());
  }
}
