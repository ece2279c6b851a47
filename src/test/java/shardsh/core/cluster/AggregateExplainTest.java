package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** explain of aggregations that runs them: what it does, and what it must not do. */
class AggregateExplainTest {
  private final AggregationWorld world = AggregationWorld.start();

  private BsonDocument explained(String pipeline) {
    return world.lab(
        "{explain: {aggregate: 'records', pipeline: "
            + pipeline
            + ", cursor: {}}, verbosity: 'executionStats'}");
  }

  private static BsonDocument stage(BsonDocument explained, String shard, int place) {
    return explained
        .getDocument("shards")
        .getDocument(shard)
        .getArray("stages")
        .get(place)
        .asDocument();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{$match: {mykey: 3}}, {$out: 'copy'}]",
        "[{$match: {mykey: 3}}, {$merge: 'copy'}]",
        "[{$match: {i: {$lt: 9}}}, {$out: 'copy'}]",
        "[{$set: {country: 'DE', cust: 1}}, {$merge: 'sales'}]"
      })
  void stagesThatWriteAreExplainedWithoutWriting(String pipeline) {
    int sales = world.aggregate("sales", "[]").size();

    assertEquals(1, explained(pipeline).getNumber("ok").intValue());

    assertEquals(List.of(), world.aggregate("copy", "[]"));
    assertEquals(sales, world.aggregate("sales", "[]").size());
  }

  @Test
  void stageThatWritesTakesAllAndGivesNothing() {
    BsonDocument explained = explained("[{$match: {mykey: 3}}, {$merge: 'records'}]");

    assertEquals(125, stage(explained, "s2", 0).getNumber("nReturned").intValue());
    assertEquals(0, stage(explained, "s2", 1).getNumber("nReturned").intValue());
  }

  @Test
  void limitBehindAnotherStageEndsTheSearch() {
    String unwound = "[{$match: {mykey: 3}}, {$unwind: '$items'}, {$limit: 4}]";

    BsonDocument cursor = stage(explained(unwound), "s2", 0).getDocument("$cursor");

    int examined = cursor.getDocument("executionStats").getNumber("totalDocsExamined").intValue();
    assertEquals(2, examined);
  }
}
