package shardsh.core.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BalancerWindowTest {
  @ParameterizedTest
  @CsvSource({
    "09:00, 10:00, 09:00, true",
    "09:00, 10:00, 08:59, false",
    "09:00, 10:00, 10:01, false",
    "23:00, 02:00, 23:30, true",
    "23:00, 02:00, 01:59, true",
    "23:00, 02:00, 12:00, false",
    "12:00, 12:00, 12:00, false",
    "12:00, 12:00, 18:00, false"
  })
  void aWindowIsOpenBetweenItsTimesAlsoOverMidnight(
      String start, String stop, String time, boolean open) {
    BsonDocument settings =
        BsonDocument.parse("{activeWindow: {start: '" + start + "', stop: '" + stop + "'}}");
    long now = Instant.parse("2024-11-01T" + time + ":00Z").toEpochMilli();

    assertEquals(open, BalancerWindow.in(settings).orElseThrow().contains(now));
  }
}
