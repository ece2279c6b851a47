package shardsh.core.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> NAMES =
      List.of(
          "moveChunk",
          "moveRange",
          "fail",
          "fill",
          "find",
          "findOne",
          "$gt",
          "$gte",
          "$mod",
          "why",
          "s0",
          "s1");

  @ParameterizedTest
  @CsvSource({
    "movChunk, moveChunk",
    "movechunk, moveChunk",
    "findone, findOne",
    "fnid, find",
    "fil, fill",
    "fal, fail",
    "wyh, why",
    "$gtt, $gt",
    "s11, s1",
    "$foo, none",
    "nope, none",
    "s9, none",
    "0s, s0",
    "find, none",
    "x, none"
  })
  void theNameThatDiffersLeastIsMeant(String typed, String meant) {
    assertEquals(meant, Nearest.to(typed, NAMES).orElse("none"));
  }
}
