package shardsh.js;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What mongosh's users can do with BSON values. */
class BsonTypesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Long('5') + 1 | 51",
        "Int32(7) + 1 | 8",
        "Double(1.5) * 2 | 3",
        "Long('5').add(3).multiply('2').subtract(Long(1)).toString() | 15",
        "Long('7').divide(2) | Long('3')",
        "Long('5').compare(6) | -1",
        "Long(5).equals(5) | true",
        "Long('9223372036854775807').add(1) | Long('-9223372036854775808')",
        "Long('5').toNumber() + 1 | 6",
        "Long(5) > 3 | true",
        "Long.MAX_VALUE | Long('9223372036854775807')",
        "[Long(1), Int32(2), Double(3), Decimal128('4.0')] | [ Long('1'), Int32(2), Double(3),"
            + " Decimal128('4.0') ]",
        "new ObjectId('674100000000000000000001') instanceof ObjectId | true",
        "ObjectId('674100000000000000000001').getTimestamp() | ISODate('2024-11-22T22:04:48.000Z')",
        "ObjectId('674100000000000000000001').equals(ObjectId('674100000000000000000001')) | true",
        "'' + ObjectId('674100000000000000000001') | 674100000000000000000001",
        "ObjectId.isValid('zz') | false",
        "Timestamp(5, 6) | Timestamp({ t: 5, i: 6 })",
        "Timestamp(5, 6).t + Timestamp(5, 6).i | 11",
        "BinData(0, 'AQID') | Binary.createFromBase64('AQID', 0)",
        "BinData(0, 'AQID').toString('hex') | 010203",
        "UUID('6b0c63de-0000-4000-8000-000000000001') |"
            + " UUID('6b0c63de-0000-4000-8000-000000000001')",
        "MD5('00112233445566778899aabbccddeeff').sub_type | 5",
        "MinKey | [Function: MinKey]",
        "MinKey() | MinKey()",
        "{ const o = {a: MinKey(), b: MaxKey()}; o } | { a: MinKey(), b: MaxKey() }",
        "Code('f()') | Code('f()')",
        "DBRef('c', 1) | DBRef('c', 1)",
        "ISODate('2012-12-19') | ISODate('2012-12-19T00:00:00.000Z')",
        "ISODate('20121219T061030+0100') | ISODate('2012-12-19T05:10:30.000Z')",
        "NumberDecimal('1.10') | Decimal128('1.10')",
        "JSON.stringify({a: Int32(5), b: NumberDecimal('1.5'), c: new Date(0)}) |"
            + " {\"a\":5,\"b\":{\"$numberDecimal\":\"1.5\"},\"c\":\"1970-01-01T00:00:00.000Z\"}",
      })
  void valueIsPrinted(String js, String printed) {
    assertEquals(printed, SharedEngine.printed(js));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ObjectId('zz') | BSONError | input must be a 24 character hex string, 12 byte Uint8Array,"
            + " or an integer",
        "ISODate('bad') | MongoshInvalidInputError | [COMMON-10001] \"bad\" is not a valid ISODate",
        "Decimal128('x') | BSONError | x not a valid Decimal128 string",
        "BinData(0) | MongoshInvalidInputError | [COMMON-10001] Missing required argument at"
            + " position 1 (BinData)",
        "NumberLong(true) | MongoshInvalidInputError | [COMMON-10001] Argument at position 0 must"
            + " be of type string or number or Long or Int32, got boolean instead (NumberLong)",
        "Timestamp({t: -1, i: 1}) | BSONError | Timestamp constructed from { t, i } must provide a"
            + " positive t",
        "Timestamp('1', 0) | MongoshInvalidInputError | [COMMON-10001] Argument at position 0 must"
            + " be of type number or object, got string instead (Timestamp)",
        "NumberLong({}) | MongoshInvalidInputError | [COMMON-10001] Argument at position 0 must"
            + " be of type string or number or Long or Int32, got object instead (NumberLong)",
        "NumberInt({}) | MongoshInvalidInputError | [COMMON-10001] Argument at position 0 must"
            + " be of type string or number or Long or Int32, got object instead (NumberInt)",
        "NumberDecimal(null) | MongoshInvalidInputError | [COMMON-10001] Argument at position 0"
            + " must be of type string or number or Long or Int32 or Decimal128, got object instead"
            + " (NumberDecimal)",
        "UUID(5) | MongoshInvalidInputError | [COMMON-10001] Argument at position 0 must be of"
            + " type string, got number instead (UUID)",
        "ObjectId(true) | MongoshInvalidInputError | [COMMON-10001] Argument at position 0 must be"
            + " of type string or number or object, got boolean instead (ObjectId)",
        "Code(5) | MongoshInvalidInputError | [COMMON-10001] Argument at position 0 must be of"
            + " type string or function, got number instead (Code)",
        "DBRef('a', 1, 5) | MongoshInvalidInputError | [COMMON-10001] Argument at position 2 must"
            + " be of type string, got number instead (DBRef)",
      })
  void wrongArgumentIsRefused(String js, String name, String message) {
    EvaluationError error = SharedEngine.error(js);

    assertEquals(name, error.name());
    assertEquals(message, error.message());
  }

  @Test
  void newIdsComeFromThePorts() {
    assertEquals(
        "6724be40", SharedEngine.bson("ObjectId().toString().slice(0, 8)").asString().getValue());
    assertEquals(
        "6b0c63de", SharedEngine.bson("UUID().toString().slice(0, 8)").asString().getValue());
  }

  @Test
  void numberAsArgumentOfNumberLongWarns() {
    SharedEngine.PORTS.takeWarnings();

    SharedEngine.evaluate("NumberLong('5'); NumberLong(5)");

    assertEquals(
        "[Warning: NumberLong: specifying a number as argument is deprecated and may lead to loss"
            + " of precision, pass a string instead]",
        SharedEngine.PORTS.takeWarnings().toString());
  }

  @Test
  void namesOfTypesMayBeReplaced() {
    try (JsEngine other = SharedEngine.get().isolated(SharedEngine.PORTS, EngineLimits.NONE)) {
      other.evaluate("var Code = 5", "x", SourceKind.INTERACTIVE);

      Evaluation.Completed after =
          (Evaluation.Completed) other.evaluate("Code + 1", "x", SourceKind.INTERACTIVE);

      assertEquals(6, after.value().toBson().asInt32().getValue());
    }
  }
}
