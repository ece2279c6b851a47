package shardsh.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptionReaderTest {

  @Test
  void scriptsNamedInBothWaysRunInOrder() {
    Options options = read("--file", "a.js", "b.js");

    assertEquals(List.of(Path.of("a.js"), Path.of("b.js")), options.scripts());
  }

  @Test
  void jsonIsCanonicalUnlessSaid() {
    assertEquals(Optional.of(Options.Json.CANONICAL), read("--json", "-e", "1").json());
    assertEquals(Optional.of(Options.Json.RELAXED), read("--json=relaxed", "-e", "1").json());
    assertTrue(read("-e", "1").json().isEmpty());
  }

  @Test
  void ofAnOptionGivenTwiceTheLastCounts() {
    assertEquals(7, read("--seed", "1", "--seed", "7").seed().orElseThrow());
  }

  @Test
  void wrongValuesAreShownWithWhatIsWanted() {
    assertRefused("invalid value for --seed: 'x'; wanted: a whole number", "--seed", "x");
    assertRefused(
        "invalid value for --trace: 'loud'; wanted: none|summary|full", "--trace", "loud");
    assertRefused(
        "invalid value for --profile: '3.2'; wanted: classic|4.4|5.0|6.0|7.0|8.0",
        "--profile",
        "3.2");
    assertRefused("invalid value for --width: '5'; wanted: a whole number from 20", "--width", "5");
    assertRefused(
        "invalid value for --shards: '101'; wanted: a whole number up to 100",
        "--cluster",
        "empty",
        "--shards",
        "101");
  }

  @Test
  void emptyNameOfAFileIsRefused() {
    for (String option : List.of("--file", "--progress", "--record")) {
      assertRefused(
          "invalid value for " + option + ": ''; wanted: the name of a file", option + "=");
    }
  }

  @Test
  void jsonWithoutEvalOrWithScriptsIsRefused() {
    String message = "Cannot use --json without --eval or with --shell or with extra files";
    assertRefused(message, "--json");
    assertRefused(message, "--json", "-e", "1", "a.js");
    assertRefused(message, "--json", "-e", "1", "--shell");
  }

  @Test
  void theSizeOfAClusterNeedsTheEmptyOne() {
    assertRefused("--shards and --routers need --cluster empty", "--shards", "2");
    assertEquals(2, read("--cluster", "empty", "--shards", "2").shards().orElseThrow());
  }

  @Test
  void helpNamesEveryOption() {
    String help = Help.text();

    for (OptionTable.Row row : OptionTable.ROWS) {
      assertTrue(help.contains(row.name()), row.name());
    }
  }

  private static Options read(String... arguments) {
    return OptionReader.read(Words.of(arguments));
  }

  private static void assertRefused(String message, String... arguments) {
    assertEquals(message, assertThrows(UsageException.class, () -> read(arguments)).getMessage());
  }
}
