package shardsh.core.bson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of sharding-facts 19.4, value by value. */
class BsonOrderTest {

  private static BsonValue value(String json) {
    return BsonDocument.parse("{v: " + json + "}").get("v");
  }

  @Test
  void typesFollowEachOtherAsTheManualSays() {
    List<BsonValue> expected = new ArrayList<>();
    for (String json :
        List.of(
            "{$minKey: 1}",
            "{$undefined: true}",
            "null",
            "5",
            "'a'",
            "{}",
            "[]",
            "{$binary: {base64: '', subType: '00'}}",
            "{$oid: '000000000000000000000000'}",
            "false",
            "{$date: {$numberLong: '-5'}}",
            "{$timestamp: {t: 0, i: 1}}",
            "{$regularExpression: {pattern: 'a', options: ''}}",
            "{$dbPointer: {'$ref': 'a', '$id': {'$oid': '000000000000000000000000'}}}",
            "{$code: 'a'}",
            "{$code: 'a', $scope: {}}",
            "{$maxKey: 1}")) {
      expected.add(value(json));
    }
    List<BsonValue> sorted = new ArrayList<>(expected);
    Collections.reverse(sorted);

    sorted.sort(BsonOrder.SIMPLE);

    assertEquals(expected, sorted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | {$numberLong: '1'}",
        "1 | 1.0",
        "1.5 | {$numberDecimal: '1.50'}",
        "0.0 | -0.0",
        "{$numberDouble: 'NaN'} | {$numberDecimal: 'NaN'}",
        "'a' | {$symbol: 'a'}",
        "{a: 1} | {a: 1.0}"
      })
  void theseAreEqual(String left, String right) {
    assertTrue(BsonOrder.SIMPLE.equal(value(left), value(right)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{$numberDouble: 'NaN'} | {$numberDouble: '-Infinity'}",
        "{$numberDecimal: 'NaN'} | -5",
        "{$numberDouble: '-Infinity'} | {$numberDecimal: '-1E+6000'}",
        "{$numberLong: '9007199254740992'} | {$numberLong: '9007199254740993'}",
        "9007199254740992.0 | {$numberLong: '9007199254740993'}",
        "{$numberLong: '9223372036854775807'} | 9223372036854775808.0",
        "{$numberDecimal: '0.1'} | 0.1",
        "'B' | 'a'",
        "'z' | 'é'",
        "'\uffff' | '\ud83d\ude00'",
        "{a: 'x'} | {a: {}}",
        "{b: 1} | {a: 'x'}",
        "{a: 1} | {b: 0}",
        "{a: 1} | {a: 1, b: 0}",
        "[1] | [1, 0]",
        "[9] | ['a']",
        "{$binary: {base64: '/w==', subType: '00'}} | {$binary: {base64: 'AAA=', subType: '00'}}",
        "{$binary: {base64: '/w==', subType: '00'}} | {$binary: {base64: 'AA==', subType: '05'}}",
        "{$date: {$numberLong: '-1'}} | {$date: {$numberLong: '0'}}",
        "{$timestamp: {t: 1, i: 1}} | {$timestamp: {t: 4294967295, i: 1}}",
        "{$regularExpression: {pattern: 'a', options: 'i'}}"
            + " | {$regularExpression: {pattern: 'b', options: ''}}"
      })
  void theFirstIsLess(String left, String right) {
    assertTrue(BsonOrder.SIMPLE.compare(value(left), value(right)) < 0);
    assertTrue(BsonOrder.SIMPLE.compare(value(right), value(left)) > 0);
  }
}
