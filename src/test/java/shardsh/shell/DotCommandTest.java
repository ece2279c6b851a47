package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DotCommandTest {

  @Test
  void nameAndArgumentArePartedAtTheFirstSpace() {
    DotCommand command = DotCommand.parse(".load  my file.js ").orElseThrow();

    assertEquals("load", command.name());
    assertEquals("my file.js", command.argument());
  }

  @Test
  void anUnknownNameIsNone() {
    assertTrue(DotCommand.isOne(".bogus"));
    assertTrue(DotCommand.parse(".bogus").isEmpty());
  }

  @Test
  void aNumberIsNoCommand() {
    assertFalse(DotCommand.isOne(".5 + 1"));
  }

  @Test
  void theEditorIsMissingWithoutATerminal() {
    assertTrue(DotCommand.names(true).contains(".editor"));
    assertFalse(DotCommand.names(false).contains(".editor"));
    assertFalse(String.join("\n", DotCommand.help(false)).contains(".editor"));
  }
}
