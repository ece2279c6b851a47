package shardsh.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.query.VectorFile.doc;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.CommandException;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.keys.KeyPattern;

class CanonicalQueryTest {
  private static CanonicalQuery parse(String command) {
    return CanonicalQuery.parse(doc(command.replace('\'', '"')));
  }

  @Test
  void findIsReadWithAllItsParts() {
    CanonicalQuery query =
        parse(
            "{'find': 'c', 'filter': {'b': 2, 'a': 1}, 'sort': {'a': 1.0}, 'skip': 3, 'limit': 5,"
                + " 'projection': {'a': 1}, 'batchSize': 0, 'singleBatch': true, 'hint': 'a_1',"
                + " 'min': {'a': 1}, 'max': {'a': 5}, 'returnKey': true, 'collation': {'locale':"
                + " 'en'}, '$db': 'd', 'shardVersion': {}, 'lsid': {}}");

    assertEquals(
        doc("{\"$and\": [{\"a\": {\"$eq\": 1}}, {\"b\": {\"$eq\": 2}}]}"), query.tree().toBson());
    assertEquals(doc("{\"a\": 1}"), query.sort().orElseThrow().toBson());
    assertEquals(
        List.of(3L, 5L, 0L), List.of(query.skip(), query.limit(), query.batchSize().getAsLong()));
    assertEquals(Optional.of(new BsonString("a_1")), query.hint());
    assertEquals(Optional.of(doc("{\"a\": 5}")), query.max());
    assertTrue(query.singleBatch() && query.returnKey() && !query.showRecordId());
    assertEquals("en", query.collation().toBson().getString("locale").getValue());
  }

  @Test
  void naturalOrderIsNeitherSortNorHint() {
    CanonicalQuery sorted = parse("{'find': 'c', 'sort': {'$natural': -1}}");
    CanonicalQuery hinted = parse("{'find': 'c', 'hint': {'$natural': 1}}");

    assertEquals(Optional.of(-1), sorted.natural());
    assertTrue(sorted.sort().isEmpty());
    assertEquals(Optional.of(1), hinted.natural());
    assertTrue(hinted.hint().isEmpty());
  }

  @Test
  void letGivesItsVariablesToTheFilter() {
    CanonicalQuery query =
        parse(
            "{'find': 'c', 'let': {'x': 5, 'y': {'$add': ['$$x', 1]}}, 'filter': {'$expr': {'$eq':"
                + " ['$a', '$$y']}}}");

    assertTrue(query.tree().matches(doc("{\"a\": 6}")));
    assertEquals(
        "{ a: [ \"[6, 6]\" ] }",
        IndexBoundsBuilder.build(
                query.tree(), KeyPattern.of(doc("{\"a\": 1}")), IndexBoundsBuilder.Options.PLAIN)
            .toString());
  }

  @Test
  void standardCollationHoldsUnlessTheCommandNamesOne() {
    Collation noCase = Collation.parse(doc("{\"locale\": \"en\", \"strength\": 2}"));
    BsonDocument plain = doc("{\"find\": \"c\", \"filter\": {\"a\": \"X\"}}");
    BsonDocument simple =
        doc(
            "{\"find\": \"c\", \"filter\": {\"a\": \"X\"}, \"collation\": {\"locale\":"
                + " \"simple\"}}");

    assertTrue(
        CanonicalQuery.parse(plain, noCase, EvaluationContext.Settings.PLAIN)
            .tree()
            .matches(doc("{\"a\": \"x\"}")));
    assertTrue(
        !CanonicalQuery.parse(simple, noCase, EvaluationContext.Settings.PLAIN)
            .tree()
            .matches(doc("{\"a\": \"x\"}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"find\": \"c\", \"foo\": 1} | 40415 | BSON field 'FindCommandRequest.foo' is an unknown"
            + " field.",
        "{\"find\": \"c\", \"filter\": 1} | 14 | BSON field 'FindCommandRequest.filter' is the"
            + " wrong type 'int', expected type 'object'",
        "{\"find\": \"c\", \"skip\": -1} | 51024 | BSON field 'skip' value must be >= 0, actual"
            + " value '-1'",
        "{\"find\": \"c\", \"limit\": \"x\"} | 14 | BSON field 'FindCommandRequest.limit' is the"
            + " wrong type 'string', expected type 'long'",
        "{\"find\": \"c\", \"sort\": {\"a\": 2}} | 15975 | $sort key ordering must be 1 (for"
            + " ascending) or -1 (for descending)",
        "{\"find\": \"c\", \"sort\": {\"a\": \"x\"}} | 15974 | Illegal key in $sort specification:"
            + " a: \"x\"",
        "{\"find\": \"c\", \"sort\": {\"$natural\": 1, \"a\": 1}} | 2 | Cannot include '$natural'"
            + " in compound sort: { $natural: 1, a: 1 }",
        "{\"find\": \"c\", \"sort\": {\"a\": {\"$meta\": \"textScore\"}}} | 115 | shardsh does not"
            + " model sorting by { $meta: \"textScore\" }",
        "{\"find\": \"c\", \"sort\": {\"a\": {\"$meta\": \"sortKey\"}}} | 31138 | Illegal $meta"
            + " sort: $meta: \"sortKey\"",
        "{\"find\": \"c\", \"sort\": {\"a\": {\"$meta\": \"textScore\", \"b\": 1}}} | 9 | Cannot"
            + " have additional keys in a $meta sort specification",
        "{\"find\": \"c\", \"sort\": {\"a\": {\"$abs\": 1}}} | 17312 | $meta is the only expression"
            + " supported by $sort right now",
        "{\"find\": \"c\", \"hint\": 1} | 9 | Hint must be a string or an object",
        "{\"find\": \"c\", \"min\": {\"a\": 1}} | 51173 | When using min()/max() a hint of which"
            + " index to use must be provided",
      })
  void badFindFailsWithCodeAndWording(String command, int code, String message) {
    CommandException thrown =
        assertThrows(CommandException.class, () -> CanonicalQuery.parse(doc(command)));

    assertEquals(code, thrown.errorCode().code());
    assertEquals(message, thrown.getMessage());
  }

  @Test
  void boundsOfCollatedIndexPrintKeys() {
    Collation noCase = Collation.parse(doc("{\"locale\": \"en\", \"strength\": 2}"));
    IndexBounds bounds =
        IndexBoundsBuilder.build(
            MatchParser.parse(doc("{\"a\": \"b\"}"), noCase),
            KeyPattern.of(doc("{\"a\": 1}")),
            new IndexBoundsBuilder.Options(IndexBoundsBuilder.Arrays.NONE, false, noCase));

    String printed = bounds.toBson(true, true).getArray("a").get(0).asString().getValue();

    assertTrue(printed.matches("\\[CollationKey\\(0x\\w+\\), CollationKey\\(0x\\w+\\)]"), printed);
    assertTrue(bounds.field(0).values().contains(noCase.comparisonValue(new BsonString("B"))));
  }
}
