package shardsh.core.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;

class DateExpressionTest {

  private static BsonDateTime date(String iso) {
    return new BsonDateTime(Instant.parse(iso).toEpochMilli());
  }

  private static BsonValue fromString(String text) {
    BsonDocument root = new BsonDocument("s", new BsonString(text));
    return Expression.parse(ExpressionTest.value("{$dateFromString: {dateString: '$s'}}"))
        .evaluate(EvaluationContext.of(root));
  }

  @Test
  void manyFormsAreReadWithoutFormat() {
    Map<String, String> forms = new TreeMap<>();
    forms.put("2017-07-04T11:56", "2017-07-04T11:56:00Z");
    forms.put("2017-07-04 11:56:02.813", "2017-07-04T11:56:02.813Z");
    forms.put("20170704T115602", "2017-07-04T11:56:02Z");
    forms.put("20170704", "2017-07-04T00:00:00Z");
    forms.put("2017/07/04", "2017-07-04T00:00:00Z");
    forms.put("4 July 2017", "2017-07-04T00:00:00Z");
    forms.put("4-Jul-2017", "2017-07-04T00:00:00Z");
    forms.put("July 2017", "2017-07-01T00:00:00Z");
    forms.put("2017-07", "2017-07-01T00:00:00Z");
    forms.put("July 4th, 2017 12:39:30 BST", "2017-07-04T11:39:30Z");
    forms.put("July 4, 2017 11:30 pm", "2017-07-04T23:30:00Z");
    forms.put("2017-Jul-04 noon", "2017-07-04T12:00:00Z");
    forms.put("2017-07-04 12:48:07 GMT+0545", "2017-07-04T07:03:07Z");
    forms.put("2017-07-04 12:48:07 GMT-0200", "2017-07-04T14:48:07Z");
    forms.put("2017-07-04 12:48:07 +02:00", "2017-07-04T10:48:07Z");
    forms.put("Tue, 04 Jul 2017 12:00:00 +0000", "2017-07-04T12:00:00Z");
    forms.put("04.07.2017", "2017-07-04T00:00:00Z");
    forms.put("7/4/2017 9:05", "2017-07-04T09:05:00Z");
    forms.put("2017-W27-2", "2017-07-04T00:00:00Z");
    forms.put("2017.185", "2017-07-04T00:00:00Z");
    forms.put("10/Oct/2000:13:55:36 -0700", "2000-10-10T20:55:36Z");
    forms.put("2017-07-04 +1 day", "2017-07-05T00:00:00Z");
    forms.put("@1499169362", "2017-07-04T11:56:02Z");

    Map<String, String> read = new TreeMap<>();
    for (String text : forms.keySet()) {
      try {
        read.put(text, Instant.ofEpochMilli(fromString(text).asDateTime().getValue()).toString());
      } catch (CommandException e) {
        read.put(text, e.getMessage());
      }
    }
    assertEquals(forms, read);
  }

  @Test
  void whatIsNoDateIsRefused() {
    String[] texts = {
      "July 4th",
      "12:50:53",
      "2017, 12:50:53",
      "60.Monday1770/06:59",
      "2017-02-31",
      "2017-07-04 25:00",
      "yes",
      "2017-07-04 2017-07-05"
    };
    for (String text : texts) {
      CommandException error = assertThrows(CommandException.class, () -> fromString(text), text);

      assertEquals(241, error.errorCode().code(), text);
    }
  }

  @Test
  void formatReadsZoneAfterSpace() {
    assertEquals(
        date("2017-07-14T10:02:44.771Z"),
        ExpressionTest.evaluate(
            "{$dateFromString: {dateString: '2017-07-14T12:02:44.771 GMT+02:00', format:"
                + " '%Y-%m-%dT%H:%M:%S.%L%z'}}",
            "{}"));
  }

  @Test
  void formatReadsMonthNamesAndMinutesOffset() {
    assertEquals(
        date("1992-04-25T19:15:00Z"),
        ExpressionTest.evaluate(
            "{$dateFromString: {dateString: 'April 26 1992:+285', format: '%B %d %Y:%Z'}}", "{}"));
  }

  @Test
  void defaultTextNamesUtcOnlyInUtc() {
    assertEquals(
        new BsonString("1970-01-01T01:00:00.000"),
        ExpressionTest.evaluate(
            "{$dateToString: {date: {$toDate: {$toLong: 0}}, timezone: '+01:00'}}", "{}"));
  }

  @Test
  void hoursAreCountedAsElapsedAcrossDaylightSaving() {
    assertEquals(
        new BsonInt64(23),
        ExpressionTest.evaluate(
            "{$dateDiff: {startDate: {$dateFromString: {dateString: '2021-03-13T17:00:00Z'}},"
                + " endDate: {$dateFromString: {dateString: '2021-03-14T16:00:00Z'}},"
                + " unit: 'hour', timezone: 'America/New_York'}}",
            "{}"));
  }

  @Test
  void monthOfAmountFarOutIsRefused() {
    CommandException error =
        assertThrows(
            CommandException.class,
            () ->
                ExpressionTest.evaluate(
                    "{$dateAdd: {startDate: {$toDate: {$toLong: 0}}, unit: 'month', amount:"
                        + " {$numberLong: '9000000000000'}}}",
                    "{}"));

    assertEquals(5976500, error.errorCode().code());
  }
}
