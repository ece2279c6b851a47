package shardsh.core.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerProfileTest {

  @ParameterizedTest
  @CsvSource({
    "8.0, 8.0, true",
    "8.0, 8.0.4, true",
    "8.0, 8.0.5, false",
    "8.0, 8.1, false",
    "8.0, 10.0, false",
    "8.0, 8.0.4.1, false",
    "8.0, 8, true",
    "classic, 6.0.3, false",
    "classic, 6.0.2, true",
    "6.0, 6.0.3, true",
    "4.4, 4.4.4, true",
    "4.4, 5.0, false",
    "7.0, 6.9.99, true",
  })
  void versionsAreComparedPartByPartAsNumbers(String profile, String version, boolean atLeast) {
    assertEquals(atLeast, ServerProfile.named(profile).isAtLeast(version));
  }
}
