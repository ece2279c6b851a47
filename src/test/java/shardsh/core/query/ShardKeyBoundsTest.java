package shardsh.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static shardsh.core.query.VectorFile.doc;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.keys.KeyPattern;

/** The rules of routing by bounds, one by one, for the key {a: 1, b: 1}. */
class ShardKeyBoundsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | [MinKey, MaxKey] | [MinKey, MaxKey]",
        "{'a': {'$gt': 5}} | (5, inf.0] | [MinKey, MaxKey]",
        "{'a': {'$lt': 'x'}} | [\"\", \"x\") | [MinKey, MaxKey]",
        "{'a': null} | [null, null] | [MinKey, MaxKey]",
        "{'a': {'$exists': false}} | [null, null] | [MinKey, MaxKey]",
        "{'a': {'$exists': true}} | [MinKey, MaxKey] | [MinKey, MaxKey]",
        "{'a': {'$in': [3, 1]}, 'b': 2} | [1, 1] [3, 3] | [2, 2]",
        "{'a': {'$ne': 5}} | [MinKey, 5) (5, MaxKey] | [MinKey, MaxKey]",
        "{'a': {'$nin': [1, 2]}} | [MinKey, 1) (1, 2) (2, MaxKey] | [MinKey, MaxKey]",
        "{'a': {'$type': 'string'}} | [MinKey, MaxKey] | [MinKey, MaxKey]",
        "{'a': {'$mod': [2, 0]}} | [MinKey, MaxKey] | [MinKey, MaxKey]",
        "{'a': {'$size': 2}} | [MinKey, MaxKey] | [MinKey, MaxKey]",
        "{'$expr': {'$eq': ['$a', 5]}} | [5, 5] | [MinKey, MaxKey]",
        "{'$expr': {'$gt': ['$a', 5]}} | [MinKey, MaxKey] | [MinKey, MaxKey]",
        "{'$nor': [{'a': 5}]} | [MinKey, MaxKey] | [MinKey, MaxKey]",
        "{'$or': [{'a': 1}, {'b': 2}]} | [MinKey, MaxKey] | [MinKey, MaxKey]",
        "{'$or': [{'a': 1, 'b': 2}, {'a': 3}]} | [1, 1] [3, 3] | [MinKey, MaxKey]",
        "{'$or': [{'a': {'$gt': 5, '$lt': 3}}, {'a': 1}]} | [1, 1] | [MinKey, MaxKey]",
        "{'a': {'$gt': 1}, '$or': [{'a': 0}, {'a': 5}]} | [5, 5] | [MinKey, MaxKey]",
        "{'a': {'$gt': 5, '$lt': 3}} | `` | [MinKey, MaxKey]",
        "{'a': {'$in': []}} | `` | [MinKey, MaxKey]",
        "{'a': {'$elemMatch': {'$gte': 1, '$lte': 2}}} | [1, 2] | [MinKey, MaxKey]",
      })
  void filterBoundsTheKey(String filter, String a, String b) {
    IndexBounds bounds =
        IndexBoundsBuilder.forShardKey(
            MatchParser.parseForRouting(doc(filter.replace('\'', '"')), Collation.simple()),
            KeyPattern.of(doc("{\"a\": 1, \"b\": 1}")));

    assertEquals(a, text(bounds, "a"));
    assertEquals(b, text(bounds, "b"));
  }

  private static String text(IndexBounds bounds, String field) {
    StringBuilder text = new StringBuilder();
    bounds
        .toBson()
        .getArray(field)
        .forEach(interval -> text.append(' ').append(interval.asString().getValue()));
    return text.toString().trim();
  }
}
