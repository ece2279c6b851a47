package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.NodeId;
import shardsh.core.sim.SimRandom;
import shardsh.core.snapshot.ClusterSpec;

/**
 * A pipeline gives the same on an unsharded collection, on a sharded one in one place, and on any
 * layout, wherever its parts are merged.
 */
class AggregationPropertyTest {
  private static final NodeId ROUTER = new NodeId("m0");
  private static final int DOCUMENTS = 60;
  private static final int KEYS = 20;

  private static final String[] BEFORE = {
    "{$match: {k: {$gt: 4}}}",
    "{$match: {$expr: {$lt: ['$g', '$k']}}}",
    "{$match: {k: 7}}",
    "{$set: {d: {$add: ['$k', '$g']}, 'sub.x': '$v'}}",
    "{$project: {k: 1, g: 1, v: 1, t: 1}}",
    "{$redact: {$cond: [{$eq: ['$g', 2]}, '$$PRUNE', '$$DESCEND']}}",
    "{$unwind: '$t'}"
  };

  private static final String[] MIDDLE = {
    "",
    "{$sort: {_id: 1}}, {$group: {_id: '$g', all: {$push: '$_id'}, f: {$first: '$k'}}}",
    "{$group: {_id: '$g', n: {$sum: 1}, s: {$sum: '$v'}, a: {$avg: '$v'}, lo: {$min: '$k'},"
        + " hi: {$max: '$k'}, t: {$topN: {n: 2, output: '$_id', sortBy: {_id: -1}}}}}",
    "{$group: {_id: {g: '$g', odd: {$mod: ['$k', 2]}}, n: {$count: {}}}}",
    "{$bucket: {groupBy: '$k', boundaries: [0, 5, 12], default: 'rest'}}",
    "{$sortByCount: '$g'}, {$project: {count: 1}}",
    "{$count: 'n'}",
    "{$facet: {a: [{$count: 'n'}], b: [{$sort: {_id: 1}}, {$limit: 2}, {$project: {_id: 1}}]}}",
    "{$lookup: {from: 'others', localField: 'g', foreignField: 'g', as: 'o'}},"
        + " {$set: {o: {$size: '$o'}}}",
    "{$lookup: {from: 'others', let: {g: '$g'}, pipeline: [{$match: {$expr: {$eq: ['$g', '$$g']}}},"
        + " {$group: {_id: null, n: {$sum: '$w'}}}], as: 'o'}}",
    "{$unionWith: {coll: 'others', pipeline: [{$match: {w: {$gt: 3}}}]}}, {$group: {_id: '$g', n:"
        + " {$sum: 1}}}",
    "{$setWindowFields: {partitionBy: '$g', sortBy: {_id: 1}, output: {run: {$sum: '$k', window:"
        + " {documents: ['unbounded', 'current']}}}}}"
  };

  private static final String[] AFTER = {
    "{$sort: {_id: 1}}", "{$match: {n: {$ne: 3}}}", "{$set: {more: {$ifNull: ['$n', 'none']}}}"
  };

  private static Cluster cluster(long seed) {
    ClusterSpec spec =
        new ClusterSpec(
            Optional.empty(),
            new ClusterSpec.Topology(
                List.of("s0", "s1", "s2"), List.of("m0"), 1, Map.of(), false, true),
            ClusterSpec.Params.defaults(),
            seed,
            List.of(new ClusterSpec.DatabaseSpec("shop", Optional.empty())),
            List.of(),
            List.of(),
            "");
    return Cluster.start(spec, Optional.of("8.0"), OptionalLong.empty(), new InterruptFlag());
  }

  private static BsonDocument run(Cluster cluster, String db, String command) {
    return cluster.run(ROUTER, db, BsonDocument.parse(command));
  }

  private static void fill(Cluster cluster, long seed) {
    SimRandom random = new SimRandom(seed);
    BsonArray documents = new BsonArray();
    BsonArray others = new BsonArray();
    for (int i = 0; i < DOCUMENTS; i++) {
      BsonArray list = new BsonArray();
      for (int j = random.nextInt(3); j > 0; j--) {
        list.add(new BsonInt32(j));
      }
      documents.add(
          new BsonDocument("_id", new BsonInt32(i))
              .append("k", new BsonInt32(random.nextInt(KEYS)))
              .append("g", new BsonInt32(random.nextInt(4)))
              .append("v", new BsonInt32(random.nextInt(100)))
              .append("t", list));
      others.add(
          new BsonDocument("_id", new BsonInt32(1000 + i))
              .append("g", new BsonInt32(random.nextInt(4)))
              .append("w", new BsonInt32(random.nextInt(8))));
    }
    insert(cluster, "c", documents);
    insert(cluster, "others", others);
  }

  private static void insert(Cluster cluster, String collection, BsonArray documents) {
    cluster.run(
        ROUTER,
        "shop",
        new BsonDocument("insert", new BsonString(collection)).append("documents", documents));
  }

  private static void layOut(Cluster cluster, SimRandom random, boolean othersToo) {
    run(cluster, "admin", "{shardCollection: 'shop.c', key: {k: 1}}");
    for (int key = 1 + random.nextInt(6); key < KEYS; key += 1 + random.nextInt(6)) {
      run(cluster, "admin", "{split: 'shop.c', middle: {k: " + key + "}}");
      String to = "s" + random.nextInt(3);
      run(cluster, "admin", "{moveChunk: 'shop.c', find: {k: " + key + "}, to: '" + to + "'}");
    }
    if (othersToo) {
      run(cluster, "admin", "{shardCollection: 'shop.others', key: {_id: 1}}");
      run(cluster, "admin", "{split: 'shop.others', middle: {_id: 1030}}");
      run(cluster, "admin", "{moveChunk: 'shop.others', find: {_id: 1030}, to: 's2'}");
    }
  }

  private static String pipeline(SimRandom random) {
    List<String> stages = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      stages.add(BEFORE[random.nextInt(BEFORE.length)]);
    }
    String middle = MIDDLE[random.nextInt(MIDDLE.length)];
    if (!middle.isEmpty()) {
      stages.add(middle);
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      stages.add(AFTER[random.nextInt(AFTER.length)]);
    }
    return "[" + String.join(", ", stages) + "]";
  }

  private static List<String> results(Cluster cluster, String pipeline, boolean disk) {
    BsonDocument reply =
        run(
            cluster,
            "shop",
            "{aggregate: 'c', cursor: {batchSize: 10000}, allowDiskUse: "
                + disk
                + ", pipeline: "
                + pipeline
                + "}");
    List<String> texts = new ArrayList<>();
    for (BsonValue one : reply.getDocument("cursor").getArray("firstBatch")) {
      texts.add(one.toString());
    }
    Collections.sort(texts);
    return texts;
  }

  @Property(tries = 12, seed = "1")
  void pipelineGivesTheSameWhereverItRuns(@ForAll long seed) {
    SimRandom random = new SimRandom(seed);
    Cluster unsharded = cluster(1);
    fill(unsharded, seed);
    Cluster oneShard = cluster(2);
    fill(oneShard, seed);
    run(oneShard, "shop", "{createIndexes: 'c', indexes: [{key: {k: 1}, name: 'k_1'}]}");
    run(oneShard, "admin", "{shardCollection: 'shop.c', key: {k: 1}}");
    Cluster spread = cluster(3);
    run(spread, "admin", "{enableSharding: 'shop'}");
    layOut(spread, random, random.nextInt(2) == 0);
    fill(spread, seed);
    for (int i = 0; i < 25; i++) {
      String pipeline = pipeline(random);
      List<String> wanted = results(unsharded, pipeline, false);
      for (boolean disk : new boolean[] {false, true}) {
        assertEquals(wanted, results(oneShard, pipeline, disk), pipeline);
        assertEquals(wanted, results(spread, pipeline, disk), pipeline);
      }
    }
  }
}
