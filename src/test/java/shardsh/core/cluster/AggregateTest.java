package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;
import shardsh.core.trace.CallEvent;

/** aggregate through a router, on a shard and on the config servers. */
class AggregateTest {
  private static final String COUNT = "[{$match: {}}, {$group: {_id: 1, n: {$sum: 1}}}]";

  private final AggregationWorld world = AggregationWorld.start();

  private String count(NodeId node, String db, String collection) {
    return world.aggregate(node, db, collection, COUNT, "{}").toString();
  }

  private String count(String collection) {
    return count(AggregationWorld.M0, "lab", collection);
  }

  @Test
  void countsOfShardedAndUnshardedCollectionsAreRight() {
    assertEquals("[{\"_id\": 1, \"n\": 1000}]", count("records"));
    assertEquals("[{\"_id\": 1, \"n\": 8}]", count("people"));
    assertEquals("[]", count("nothing"));
    assertEquals("[]", count(AggregationWorld.M0, "nodb", "nothing"));
    assertEquals("[{\"_id\": 1, \"n\": 250}]", count(new NodeId("s0"), "lab", "records"));
    assertEquals("[{\"_id\": 1, \"n\": 9}]", count(AggregationWorld.M0, "config", "chunks"));
  }

  @Test
  void orphansAreCountedOnTheirShardOnly() {
    world.run(
        new NodeId("s0"),
        "lab",
        AggregationWorld.doc("{insert: 'records', documents: [{_id: 5000, mykey: 7}]}"));

    assertEquals("[{\"_id\": 1, \"n\": 1000}]", count("records"));
    assertEquals("[{\"_id\": 1, \"n\": 251}]", count(new NodeId("s0"), "lab", "records"));
  }

  @Test
  void leadingMatchOnTheKeyPinsTheWholePipelineToOneShard() {
    List<BsonDocument> found =
        world.aggregate("records", "[{$match: {mykey: 3}}, {$group: {_id: 1, n: {$sum: 1}}}]");

    assertEquals("[{\"_id\": 1, \"n\": 125}]", found.toString());
    assertEquals("[s2]", world.targeted());
    assertEquals(
        "[{\"$match\": {\"mykey\": 3}}, {\"$group\": {\"_id\": 1, \"n\": {\"$sum\": 1}}}]",
        sentTo("s2").getArray("pipeline").getValues().toString());
  }

  private BsonDocument sentTo(String shard) {
    for (CallEvent.RequestSent request : world.events(CallEvent.RequestSent.class)) {
      if (request.to().name().equals(shard)) {
        return request.body();
      }
    }
    throw new AssertionError("nothing sent to " + shard);
  }

  @Test
  void sortedStreamsAreMergedWithoutSortingAgain() {
    List<BsonDocument> found =
        world.aggregate(
            "records", "[{$sort: {i: -1}}, {$skip: 3}, {$limit: 120}, {$project: {_id: 1}}]");

    List<Integer> ids = new ArrayList<>();
    found.forEach(document -> ids.add(document.getInt32("_id").getValue()));
    List<Integer> expected = new ArrayList<>();
    for (int i = 996; i > 876; i--) {
      expected.add(i);
    }
    assertEquals(expected, ids);
    assertEquals("{\"_id\": 996}", found.get(0).toString());
  }

  @Test
  void copyOfAnOpenCursorGoesOnWhereTheOriginalStood() {
    String pipeline = "[{$sort: {i: 1}}, {$skip: 10}, {$unset: ['items', 'favColour']}]";
    BsonDocument opened =
        world
            .lab("{aggregate: 'records', pipeline: " + pipeline + ", cursor: {batchSize: 70}}")
            .getDocument("cursor");
    long id = opened.getInt64("id").getValue();
    AggregationWorld other = world.continueWithCopy();

    BsonDocument original = world.getMore(AggregationWorld.M0, "lab", "records", id);
    BsonDocument copied = other.getMore(AggregationWorld.M0, "lab", "records", id);

    assertEquals(original, copied);
    assertEquals(
        "80", original.getArray("nextBatch").get(0).asDocument().getInt32("i").getValue() + "");
  }

  @Test
  void unknownStageIsRefusedBeforeAnyShardIsAsked() {
    CommandException refused =
        assertThrows(CommandException.class, () -> world.aggregate("records", "[{$nonsense: {}}]"));

    assertEquals(40324, refused.errorCode().code());
    assertEquals(1, world.events(CallEvent.RequestSent.class).size());
  }
}
