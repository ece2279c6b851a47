package shardsh.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.snapshot.ClusterSpec;

/** A collection sharded by {@code _id} over three shards, asked through the router. */
public final class ThreeShards {
  private static final NodeId ROUTER = new NodeId("m0");
  private static final int BATCH = 1000;

  private final Cluster cluster =
      Cluster.start(
          new ClusterSpec(
              Optional.empty(),
              new ClusterSpec.Topology(
                  List.of("s0", "s1", "s2"), List.of("m0"), 1, Map.of(), false, true),
              ClusterSpec.Params.defaults(),
              1,
              List.of(new ClusterSpec.DatabaseSpec("shop", Optional.empty())),
              List.of(),
              List.of(),
              ""),
          Optional.empty(),
          OptionalLong.empty(),
          new InterruptFlag());

  public static void main(String[] arguments) {
    new ThreeShards().run();
  }

  private void run() {
    List<BsonDocument> orders = Orders.documents();
    Stopwatch.time("insert", () -> insert(orders));
    orders.clear();
    Stopwatch.heap("heap");
    int[] ids = Orders.lookups();
    Stopwatch.time("lookups", () -> lookUp(ids));
    String range = "{_id: {$gte: " + Orders.RANGE_FROM + ", $lt: " + Orders.RANGE_TO + "}}";
    Stopwatch.time("range", () -> find("{find: 'orders', filter: " + range + "}").size());
    Stopwatch.time(
        "filter",
        () ->
            find("{find: 'orders', filter: {status: 'shipped', total: {$gte: 300},"
                    + " customerId: {$lt: 5000}}}")
                .size());
    Stopwatch.time(
        "sort",
        () ->
            find("{find: 'orders', sort: {total: -1}, limit: 10}").stream()
                .map(order -> Integer.toString(order.asDocument().getInt32("_id").getValue()))
                .collect(Collectors.joining(",")));
    Stopwatch.time("group", this::grouped);
    Stopwatch.time("unwind", this::unwound);
    spread("customers", "_id", Orders.customers());
    spread("small", "customerId", Orders.small());
    Stopwatch.time("join", this::joined);
  }

  private BsonDocument run(String db, String command) {
    return cluster.run(ROUTER, db, BsonDocument.parse(command));
  }

  private Object insert(List<BsonDocument> orders) {
    run("shop", "{drop: 'orders'}");
    run("admin", "{shardCollection: 'shop.orders', key: {_id: 1}}");
    run("shop", "{createIndexes: 'orders', indexes: [{key: {orderDate: 1}, name: 'orderDate_1'}]}");
    int third = Orders.COUNT / 3;
    run("admin", "{split: 'shop.orders', middle: {_id: " + third + "}}");
    run("admin", "{split: 'shop.orders', middle: {_id: " + 2 * third + "}}");
    int shard = 0;
    for (int key : new int[] {0, third, 2 * third}) {
      run("admin", "{moveChunk: 'shop.orders', find: {_id: " + key + "}, to: 's" + shard++ + "'}");
    }
    for (int from = 0; from < orders.size(); from += BATCH) {
      BsonDocument command =
          new BsonDocument("insert", new BsonString("orders"))
              .append("documents", new BsonArray(orders.subList(from, from + BATCH)));
      cluster.run(ROUTER, "shop", command);
    }
    return run("shop", "{count: 'orders'}").getInt32("n").getValue();
  }

  private Object lookUp(int[] ids) {
    int found = 0;
    for (int id : ids) {
      BsonDocument command =
          new BsonDocument("find", new BsonString("orders"))
              .append("filter", new BsonDocument("_id", new BsonInt32(id)))
              .append("limit", new BsonInt32(1))
              .append("singleBatch", BsonBoolean.TRUE);
      BsonDocument cursor = cluster.run(ROUTER, "shop", command).getDocument("cursor");
      found += cursor.getArray("firstBatch").size();
    }
    return found;
  }

  private void spread(String collection, String key, List<BsonDocument> documents) {
    String ns = "shop." + collection;
    run("admin", "{shardCollection: '" + ns + "', key: {" + key + ": 1}}");
    for (int i = 1; i < 3; i++) {
      String at = "{" + key + ": " + i * Orders.JOINED / 3 + "}";
      run("admin", "{split: '" + ns + "', middle: " + at + "}");
      run("admin", "{moveChunk: '" + ns + "', find: " + at + ", to: 's" + i + "'}");
    }
    BsonDocument command =
        new BsonDocument("insert", new BsonString(collection))
            .append("documents", new BsonArray(documents));
    cluster.run(ROUTER, "shop", command);
  }

  private Object grouped() {
    List<BsonValue> groups =
        find(
            "{aggregate: 'orders', cursor: {}, pipeline: [{$match: {orderDate: {$gte: {$date: "
                + Orders.GROUPED_FROM
                + "}}}}, {$group: {_id: '$status', n: {$sum: 1}, sum: {$sum: '$total'},"
                + " avg: {$avg: '$total'}}}, {$sort: {_id: 1}}]}");
    BsonDocument first = groups.get(0).asDocument();
    return groups.size()
        + ":"
        + first.getNumber("n").intValue()
        + ":"
        + Math.round(first.getNumber("sum").doubleValue());
  }

  private Object unwound() {
    List<BsonValue> groups =
        find(
            "{aggregate: 'orders', cursor: {}, pipeline: [{$unwind: '$items'}, {$group: {_id:"
                + " '$items.sku', qty: {$sum: '$items.qty'}}}, {$sort: {_id: 1}}]}");
    return groups.size() + ":" + groups.get(0).asDocument().getNumber("qty").longValue();
  }

  private Object joined() {
    List<BsonValue> joined =
        find(
            "{aggregate: 'customers', cursor: {}, pipeline: [{$lookup: {from: 'small',"
                + " localField: '_id', foreignField: 'customerId', as: 'orders'}}]}",
            "customers");
    int found = 0;
    for (BsonValue customer : joined) {
      found += customer.asDocument().getArray("orders").size();
    }
    return joined.size() + ":" + found;
  }

  /** All documents of a query, batch by batch as a driver asks for them. */
  private List<BsonValue> find(String command) {
    return find(command, "orders");
  }

  private List<BsonValue> find(String command, String collection) {
    BsonDocument cursor = run("shop", command).getDocument("cursor");
    List<BsonValue> found = new ArrayList<>(cursor.getArray("firstBatch"));
    while (cursor.getInt64("id").getValue() != 0) {
      BsonDocument more =
          new BsonDocument("getMore", cursor.get("id"))
              .append("collection", new BsonString(collection));
      cursor = cluster.run(ROUTER, "shop", more).getDocument("cursor");
      found.addAll(cursor.getArray("nextBatch"));
    }
    return found;
  }
}
