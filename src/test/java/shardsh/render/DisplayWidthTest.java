package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayWidthTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1B | \\x1B",
        "9B | \\x9B",
        "AD | \\xAD",
        "61C | \\u061C",
        "200B | \\u200B",
        "202E | \\u202E",
        "2028 | \\u2028",
        "2060 | \\u2060",
        "2064 | \\u2064",
        "206A | \\u206A",
        "D800 | \\uD800",
        "FEFF | \\uFEFF",
        "E0041 | \\u{E0041}"
      })
  void whatIsNotSeenIsWrittenAsAnEscape(String codePoint, String escape) {
    String text = "a" + Character.toString(Integer.parseInt(codePoint, 16)) + "b";

    assertEquals("a" + escape + "b", DisplayWidth.visible(text));
  }

  @ParameterizedTest
  @CsvSource({"200C", "200D", "301", "FE0F", "1F468", "E000"})
  void whatIsSeenOrJoinsLettersStays(String codePoint) {
    String text = "a" + Character.toString(Integer.parseInt(codePoint, 16)) + "b";

    assertEquals(text, DisplayWidth.visible(text));
  }

  @Test
  void laterPartsOfAHangulSyllableTakeNoCells() {
    assertEquals(2, DisplayWidth.of("\u1100\u1161\u11a8"));
    assertEquals(2, DisplayWidth.of("\u1100\ud7b0\ud7fb"));
  }
}
