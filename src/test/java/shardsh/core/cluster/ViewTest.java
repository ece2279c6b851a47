package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;
import shardsh.core.trace.RouteReport;

/** Views of sharded and unsharded collections. */
class ViewTest {
  private final AggregationWorld world = AggregationWorld.start();

  private void create() {
    world.lab(
        "{create: 'high', viewOn: 'records', pipeline: [{$match: {randValue: {$gte: 0.5}}},"
            + " {$project: {favColour: 1, mykey: 1}}]}");
    world.lab("{create: 'bosses', viewOn: 'people', pipeline: [{$match: {boss: 0}}]}");
    world.lab("{create: 'highRed', viewOn: 'high', pipeline: [{$match: {favColour: 'red'}}]}");
  }

  @Test
  void readsOfAViewAreAggregationsOfWhatItIsOn() {
    create();

    List<BsonDocument> found =
        AggregationWorld.documents(
            world
                .lab("{find: 'high', filter: {mykey: 3}, sort: {_id: 1}, limit: 2}")
                .getDocument("cursor")
                .getArray("firstBatch"));

    assertEquals(
        "[{\"_id\": 27, \"mykey\": 3, \"favColour\": \"green\"},"
            + " {\"_id\": 35, \"mykey\": 3, \"favColour\": \"amber\"}]",
        found.toString());
    assertEquals(
        "[s2]",
        RouteReport.lastOf(world.cluster().trace().since(0)).orElseThrow().targeted().shards()
            + "");
    assertEquals(500, world.lab("{count: 'high'}").getInt32("n").getValue());
    assertEquals(100, world.lab("{count: 'highRed'}").getInt32("n").getValue());
    assertEquals(
        "[\"amber\", \"blue\", \"green\", \"red\", \"white\"]",
        new BsonDocument("v", world.lab("{distinct: 'high', key: 'favColour'}").get("values"))
            .toJson()
            .replaceAll("^.*: (\\[.*]).$", "$1"));
    assertEquals(
        "[{\"n\": 65}]",
        world.aggregate("high", "[{$match: {mykey: 3}}, {$count: 'n'}]").toString());
    assertEquals(2, world.lab("{count: 'bosses'}").getInt32("n").getValue());
  }

  @Test
  void shardAskedDirectlyReadsItsOwnData() {
    create();
    NodeId primary = new NodeId("s1");

    assertEquals(
        2,
        world
            .run(primary, "lab", AggregationWorld.doc("{count: 'bosses'}"))
            .getInt32("n")
            .getValue());
    assertEquals(
        120,
        world
            .run(primary, "lab", AggregationWorld.doc("{count: 'high'}"))
            .getInt32("n")
            .getValue());
  }

  @Test
  void joinsAndUnionsReadViews() {
    create();

    List<BsonDocument> found =
        world.aggregate(
            "people",
            "[{$match: {_id: 3}}, {$lookup: {from: 'highRed', pipeline: [{$count: 'n'}], as: 'r'}},"
                + " {$unionWith: 'bosses'}, {$project: {r: 1}}]");

    assertEquals(
        "[{\"_id\": 3, \"r\": [{\"n\": 100}]}, {\"_id\": 1}, {\"_id\": 2}]", found.toString());
  }

  @Test
  void writesAndWritingPipelinesAreRefused() {
    create();

    assertEquals(
        166,
        assertThrows(
                CommandException.class,
                () -> world.lab("{insert: 'bosses', documents: [{_id: 99}], ordered: true}"))
            .errorCode()
            .code());
    assertEquals(
        167,
        assertThrows(
                CommandException.class,
                () -> world.lab("{create: 'w', viewOn: 'people', pipeline: [{$out: 'x'}]}"))
            .errorCode()
            .code());
  }
}
