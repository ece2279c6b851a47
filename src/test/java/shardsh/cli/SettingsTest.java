package shardsh.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.render.ScreenProfile;

/** Which limits a run has that names none. */
class SettingsTest {
  private static final long BILLION = 1_000_000_000;

  private static OptionalLong statements(boolean interactive, String... words) {
    Screen screen = new Screen(false, false, false, new ScreenProfile(80, 24, false, false), false);
    return Settings.of(OptionReader.read(Words.of(words)), screen, interactive).statementsMax();
  }

  @Test
  void aPipeCountsItsStatements() {
    assertEquals(OptionalLong.of(BILLION), statements(false));
  }

  @ParameterizedTest
  @CsvSource({"10000, 0", "10001, 1000000000"})
  void aScriptFileCountsThemOnlyWhenItHasMoreTimeThanUsual(String millis, long most) {
    OptionalLong expected = most == 0 ? OptionalLong.empty() : OptionalLong.of(most);

    assertEquals(expected, statements(false, "--max-time-ms", millis, "orders.js"));
  }

  @Test
  void thePromptAndEvaluatedTextsCountNone() {
    assertEquals(OptionalLong.empty(), statements(true));
    assertEquals(OptionalLong.empty(), statements(false, "-e", "1"));
  }

  @Test
  void theLimitThatIsGivenIsTheLimit() {
    assertEquals(OptionalLong.of(7), statements(false, "--max-statements", "7", "orders.js"));
  }
}
