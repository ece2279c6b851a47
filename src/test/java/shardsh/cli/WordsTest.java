package shardsh.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WordsTest {

  @Test
  void theSameOptionInAllItsSpellings() {
    Words words = words("-e", "1", "-e2", "--eval", "3", "--eval=4");

    assertEquals(List.of("1", "2", "3", "4"), words.options().get("--eval"));
  }

  @Test
  void aValueMayLookLikeAnOption() {
    assertEquals(List.of("-1"), words("-e", "-1").options().get("--eval"));
    assertEquals(List.of("a=b"), words("--eval=a=b").options().get("--eval"));
  }

  @Test
  void jsonTakesItsValueOnlyBehindAnEqualsSign() {
    Words words = words("--json", "relaxed");

    assertEquals(List.of(""), words.options().get("--json"));
    assertEquals(List.of("relaxed"), words.rest());
  }

  @Test
  void whatFollowsACommandIsItsOwn() {
    Words words = words("--seed", "3", "check", "l01", "--report", "tap");

    assertEquals(Optional.of("check"), words.command());
    assertEquals(List.of("l01", "--report", "tap"), words.rest());
    assertEquals(List.of("3"), words.options().get("--seed"));
  }

  @Test
  void aCommandsNameAsAValueOrBehindAScriptIsNoCommand() {
    assertTrue(words("-e", "check").command().isEmpty());
    assertTrue(words("a.js", "check").command().isEmpty());
    assertTrue(words("--", "check").command().isEmpty());
  }

  @Test
  void unknownOptionsAndMissingValuesAreRefusedByName() {
    assertEquals(
        "unrecognized option: --bogus",
        assertThrows(UsageException.class, () -> words("--bogus")).getMessage());
    assertEquals(
        "--seed needs a value: --seed N",
        assertThrows(UsageException.class, () -> words("--seed")).getMessage());
    assertEquals(
        "--quiet takes no value",
        assertThrows(UsageException.class, () -> words("--quiet=1")).getMessage());
  }

  private static Words words(String... arguments) {
    return Words.of(arguments);
  }
}
