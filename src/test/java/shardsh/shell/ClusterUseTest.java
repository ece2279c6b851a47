package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterUseTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1+1                  | false",
        "''                   | false",
        "[1, 2].map(a => a+1) | false",
        "adb.sho(1)           | false",
        "db                   | true",
        "2*db.a.count()       | true",
        "x=sh.status()        | true",
        "show cluster         | true",
        "why                  | true",
        "new Mongo('x')       | true"
      })
  void isSeenInTheNames(String text, boolean expected) {
    assertEquals(expected, ClusterUse.seemsIn(text));
  }
}
