package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.NodeId;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.RoutingEvent;
import shardsh.core.trace.TraceEntry;
import shardsh.lesson.ClusterFiles;

/** The built-in cluster {@code aggregation} with its documents, driven at its door. */
final class AggregationWorld {
  static final NodeId M0 = new NodeId("m0");
  private static final String[] COLOURS = {"amber", "blue", "green", "red", "white"};
  private static final String[] COUNTRIES = {"AT", "BR", "DE", "ES", "FR", "IT", "JP", "US"};

  private Cluster cluster;
  private long mark;

  private AggregationWorld(Cluster cluster) {
    this.cluster = cluster;
  }

  static AggregationWorld start() {
    return start(Optional.empty());
  }

  static AggregationWorld start(Optional<String> profile) {
    AggregationWorld world =
        new AggregationWorld(
            Cluster.start(
                new ClusterFiles().named("aggregation"),
                profile,
                OptionalLong.empty(),
                new InterruptFlag()));
    world.fill();
    return world;
  }

  static BsonDocument doc(String json) {
    return BsonDocument.parse(json);
  }

  private void fill() {
    BsonArray records = new BsonArray();
    for (int i = 0; i < 1000; i++) {
      records.add(
          doc(
              "{_id: "
                  + i
                  + ", i: "
                  + i
                  + ", mykey: "
                  + i % 8
                  + ", favColour: '"
                  + COLOURS[i % 5]
                  + "', randValue: "
                  + (37 * i % 100) / 100.0
                  + ", items: [{name: 'pen', qty: "
                  + (i % 3 + 1)
                  + ", price: 2}, {name: 'ink', qty: "
                  + (i % 4 + 1)
                  + ", price: 5}, {name: 'pad', qty: "
                  + (i % 5 + 1)
                  + ", price: 3}]}"));
    }
    insert("records", records);
    BsonArray sales = new BsonArray();
    for (int c = 0; c < COUNTRIES.length; c++) {
      for (int k = 0; k < 50; k++) {
        sales.add(
            doc(
                "{_id: "
                    + (50 * c + k)
                    + ", country: '"
                    + COUNTRIES[c]
                    + "', cust: "
                    + 20 * k
                    + ", amount: "
                    + (7 * (50 * c + k) % 50 + 1)
                    + "}"));
      }
    }
    insert("sales", sales);
  }

  private void insert(String collection, BsonArray documents) {
    run(
        "lab",
        new BsonDocument("insert", new BsonString(collection)).append("documents", documents));
  }

  Cluster cluster() {
    return cluster;
  }

  /** Goes on with a copy in place of the cluster. */
  AggregationWorld continueWithCopy() {
    return new AggregationWorld(cluster.copy());
  }

  BsonDocument run(String db, BsonDocument command) {
    return run(M0, db, command);
  }

  BsonDocument run(NodeId node, String db, BsonDocument command) {
    mark = cluster.trace().mark();
    return cluster.run(node, db, command);
  }

  BsonDocument lab(String command) {
    return run("lab", doc(command));
  }

  /** An aggregate on {@code lab}, all batches. */
  List<BsonDocument> aggregate(String collection, String pipeline, String options) {
    return aggregate(M0, "lab", collection, pipeline, options);
  }

  List<BsonDocument> aggregate(String collection, String pipeline) {
    return aggregate(collection, pipeline, "{}");
  }

  List<BsonDocument> aggregate(
      NodeId node, String db, String collection, String pipeline, String options) {
    long before = cluster.trace().mark();
    BsonDocument command =
        new BsonDocument("aggregate", new BsonString(collection))
            .append("pipeline", BsonArray.parse(pipeline))
            .append("cursor", new BsonDocument());
    command.putAll(doc(options));
    BsonDocument cursor = run(node, db, command).getDocument("cursor");
    List<BsonDocument> found = documents(cursor.getArray("firstBatch"));
    while (cursor.getInt64("id").getValue() != 0) {
      cursor = getMore(node, db, collection, cursor.getInt64("id").getValue());
      found.addAll(documents(cursor.getArray("nextBatch")));
    }
    mark = before;
    return found;
  }

  BsonDocument getMore(NodeId node, String db, String collection, long id) {
    return run(
            node,
            db,
            new BsonDocument("getMore", new BsonInt64(id))
                .append("collection", new BsonString(collection))
                .append("batchSize", new BsonInt32(100)))
        .getDocument("cursor");
  }

  static List<BsonDocument> documents(BsonArray values) {
    List<BsonDocument> documents = new ArrayList<>();
    for (BsonValue value : values) {
      documents.add(value.asDocument());
    }
    return documents;
  }

  /** Events of a type since the last command began. */
  <E extends ClusterEvent> List<E> events(Class<E> type) {
    List<E> found = new ArrayList<>();
    for (TraceEntry entry : cluster.trace().since(mark)) {
      if (type.isInstance(entry.event())) {
        found.add(type.cast(entry.event()));
      }
    }
    return found;
  }

  /** The shards that the last command was targeted to, e.g. {@code [s0, s2]}. */
  String targeted() {
    List<RoutingEvent.Targeted> targeted = events(RoutingEvent.Targeted.class);
    return targeted.get(0).shards().toString();
  }

  /** Documents that came to a merger, and how many of them it used: {@code 15 of 5}. */
  String merged() {
    int shipped = 0;
    int kept = 0;
    for (QueryEvent.ResultsMerged one : events(QueryEvent.ResultsMerged.class)) {
      shipped += one.shipped();
      kept += one.kept();
    }
    return shipped + " shipped, " + kept + " kept";
  }
}
