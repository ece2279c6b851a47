package shardsh.js;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class ExtendedJsonTest {

  @Test
  void canonicalKeepsTheTypesAndBreaksEveryLevel() {
    BsonDocument value = BsonDocument.parse("{a: 1, b: [], c: {d: [{}, 'x{,']}}");

    assertEquals(
        """
        {
          "a": {
            "$numberInt": "1"
          },
          "b": [],
          "c": {
            "d": [
              {},
              "x{,"
            ]
          }
        }\
        """,
        ExtendedJson.text(value, false, 2));
  }

  @Test
  void relaxedWritesNumbersAsJavaScriptDoes() {
    BsonArray value = new BsonArray();
    value.add(new BsonInt32(1));
    value.add(new BsonDouble(2));
    value.add(new BsonDouble(1e21));
    value.add(new BsonDouble(Double.NaN));

    assertEquals(
        """
        [
          1,
          2,
          1e+21,
          {
            "$numberDouble": "NaN"
          }
        ]\
        """,
        ExtendedJson.text(value, true, 2));
  }

  @Test
  void aTextWithQuotesAndBackslashesStaysOneString() {
    assertEquals("\"a\\\"b\\\\\"", ExtendedJson.text(new BsonString("a\"b\\"), false, 2));
  }
}
