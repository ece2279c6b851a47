package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProseTest {
  @Test
  void lineThatFitsStaysAndAWiderOneBreaksAtSpacesBelowItsFirstWord() {
    assertEquals(
        List.of("  fits", "  one two", "  three"),
        Prose.fold(List.of(StyledLine.of("  fits"), StyledLine.of("  one two three")), 12).stream()
            .map(StyledLine::text)
            .toList());
  }
}
