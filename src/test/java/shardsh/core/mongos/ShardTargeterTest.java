package shardsh.core.mongos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.bson.BsonTimestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.TestTables;

/** Filters with operators that are only routed, and the past. Source: sharding-facts.md, 13. */
class ShardTargeterTest {
  private static List<String> shards(String filter, Optional<BsonTimestamp> at) {
    Target target =
        new ShardTargeter(TestTables.canvas(), false, at)
            .target(
                MatchParser.parseForRouting(TestTables.doc(filter), Collation.simple()),
                Collation.simple());
    return target.shards().stream().map(ShardId::name).toList();
  }

  private static List<String> shards(String filter) {
    return shards(filter, Optional.empty());
  }

  @Test
  void textAsksEveryOwnerUnlessTheWholeKeyIsGiven() {
    assertEquals(
        List.of("s0", "s1", "s2"),
        shards("{$text: {$search: 'a'}, customerId: {$gt: 450}}"),
        "bounds do not count beside $text");
    assertEquals(List.of("s2"), shards("{$text: {$search: 'a'}, customerId: 450}"));
  }

  @Test
  void whereRestrictsNothingAndTheRestOfTheFilterCounts() {
    assertEquals(List.of("s0", "s1", "s2"), shards("{$where: '1'}"));
    assertEquals(List.of("s2"), shards("{$where: '1', customerId: {$gt: 450}}"));
  }

  @Test
  void timeBeforeTheChunksHistoryIsRefused() {
    BsonTimestamp early = new BsonTimestamp(1, 0);

    CommandException error =
        assertThrows(CommandException.class, () -> shards("{customerId: 450}", Optional.of(early)));

    assertEquals(ErrorCode.STALE_CHUNK_HISTORY, error.errorCode());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{customerId: 1} | {a: 1} | no usable condition on customerId",
        "{customerId: 1} | {customerId: {$mod: [2, 1]}} | no usable condition on customerId: the"
            + " condition on customerId gives no bounds",
        "{customerId: 1} | {$or: [{customerId: 1}, {a: 1}]} | no usable condition on customerId: a"
            + " branch of $or does not name customerId",
        "{customerId: 'hashed'} | {customerId: {$gt: 1}} | no usable condition on customerId: a"
            + " hashed field needs equality",
        "{a: 1, b: 1} | {b: 1} | no usable condition on a, the first key field",
        "{a: 1, b: 1} | {a: {$gt: 1}} | bounds on a; any b"
      })
  void reasonSaysWhatKeepsTheRequestFromBeingTargeted(String key, String filter, String reason) {
    RoutingTable table = TestTables.table(key, List.of(), List.of("s0"));
    MatchExpression tree = MatchParser.parse(TestTables.doc(filter), Collation.simple());

    assertEquals(reason, new ShardTargeter(table, false).target(tree, Collation.simple()).reason());
  }

  @Test
  void textsUnderACollationAreNamedAsTheReason() {
    Collation english = Collation.parse(TestTables.doc("{locale: 'en'}"));
    MatchExpression tree = MatchParser.parse(TestTables.doc("{customerId: 'x'}"), english);

    assertEquals(
        "no usable condition on customerId: texts give no bounds under a collation",
        new ShardTargeter(TestTables.canvas(), false).target(tree, english).reason());
  }
}
