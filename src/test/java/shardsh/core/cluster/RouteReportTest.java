package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import shardsh.core.trace.RouteReport;

/** What is told of a command while stages of it ask for another collection. */
class RouteReportTest {
  private final AggregationWorld world = AggregationWorld.start();

  private RouteReport last() {
    return RouteReport.lastOf(world.cluster().trace().since(0)).orElseThrow();
  }

  @Test
  void rowsOfALookupOnTheShardAreNotThoseOfTheCommand() {
    world.aggregate(
        "records",
        "[{$match: {mykey: 3}}, {$limit: 5}, {$lookup: {from: 'sales', localField: 'i',"
            + " foreignField: '_id', as: 'sold'}}]");

    assertEquals(5, last().merged().orElseThrow().shipped());
    assertEquals("[s2]", last().targeted().shards() + "");
  }

  @Test
  void requestsOfALookupOnTheRouterAreNoAttempts() {
    world.aggregate(
        "records",
        "[{$match: {mykey: {$in: [0, 3]}}}, {$limit: 5}, {$lookup: {from: 'sales',"
            + " localField: 'i', foreignField: '_id', as: 'sold'}}]");

    assertEquals(2, last().attempts().size());
    assertEquals(10, last().merged().orElseThrow().shipped());
  }
}
