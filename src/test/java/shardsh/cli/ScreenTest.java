package shardsh.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.render.Theme;

class ScreenTest {

  @ParameterizedTest
  @CsvSource({
    "xterm, '', true",
    "linux, '', true",
    "screen, '', true",
    "xterm-16color, '', true",
    "vt220, '', true",
    "xterm, truecolor, false",
    "xterm-256color, '', false",
    "xterm-kitty, '', false",
    "alacritty, '', false"
  })
  void aTerminalOfFewColoursGetsThoseThatCanBeReadOnWhiteAndOnBlack(
      String type, String colours, boolean isBasic) {
    assertEquals(
        isBasic ? Theme.BASIC : Theme.STANDARD,
        Screen.theme(Map.of("TERM", type, "COLORTERM", colours)));
  }
}
