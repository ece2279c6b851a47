package shardsh.core.mongos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.bson.BsonTimestamp;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchParser;
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
}
