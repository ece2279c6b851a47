package shardsh.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.sim.SimRandom;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSpec;

/**
 * A sharded collection with any chunk layout, with orphans left behind, answers as an unsharded one
 * with the same documents.
 */
class ShardedLikeUnshardedTest {
  private static final int SEEDS = 60;
  private static final int QUERIES = 30;
  private static final int DOCUMENTS = 60;
  private static final NodeId M0 = new NodeId("m0");
  private static final List<String> KEYS =
      List.of(
          "{k: 1}",
          "{k: 'hashed'}",
          "{k: 1, j: 1}",
          "{'a.b': 1}",
          "{j: 1, k: 'hashed'}",
          "{_id: 1}",
          "{_id: 'hashed'}");
  private static final List<String> INDEXES = List.of("{v: 1}", "{j: -1, v: 1}", "{tags: 1}");

  /** One cluster with both collections. */
  private static final class World {
    private final long seed;
    private final SimRandom random;
    private final RandomQueries queries;
    private final Cluster cluster;

    World(long seed) {
      this.seed = seed;
      this.random = new SimRandom(seed);
      this.queries = new RandomQueries(random);
      List<String> profiles = List.of("4.4", "6.0", "8.0");
      this.cluster =
          Cluster.start(
              spec(),
              Optional.of(profiles.get((int) (seed % profiles.size()))),
              OptionalLong.of(seed),
              new InterruptFlag());
      fill();
      scatter();
    }

    private static ClusterSpec spec() {
      return new ClusterSpec(
          Optional.empty(),
          new ClusterSpec.Topology(
              List.of("s0", "s1", "s2"), List.of("m0"), 1, Map.of(), false, true),
          ClusterSpec.Params.defaults(),
          1,
          List.of(new ClusterSpec.DatabaseSpec("shop", Optional.empty())),
          List.of(),
          List.of(),
          "");
    }

    private BsonDocument run(String db, BsonDocument command) {
      return cluster.run(M0, db, command);
    }

    private void fill() {
      BsonDocument key = BsonDocument.parse(KEYS.get(random.nextInt(KEYS.size())));
      List<BsonDocument> documents = new ArrayList<>();
      for (int id = 0; id < DOCUMENTS; id++) {
        documents.add(queries.document(id));
      }
      for (String collection : List.of("sharded", "plain")) {
        List<BsonValue> indexes = new ArrayList<>();
        indexes.add(index(key, "key"));
        for (String other : INDEXES) {
          if (random.nextInt(2) == 0) {
            indexes.add(index(BsonDocument.parse(other), other));
          }
        }
        if (key.size() == 1 && key.isNumber("_id")) {
          indexes.remove(0);
        }
        if (!indexes.isEmpty()) {
          run(
              "shop",
              new BsonDocument("createIndexes", new BsonString(collection))
                  .append("indexes", new BsonArray(indexes)));
        }
        run(
            "shop",
            new BsonDocument("insert", new BsonString(collection))
                .append("documents", new BsonArray(documents)));
      }
      run(
          "admin",
          new BsonDocument("shardCollection", new BsonString("shop.sharded")).append("key", key));
    }

    private static BsonDocument index(BsonDocument key, String name) {
      return new BsonDocument("key", key).append("name", new BsonString(name));
    }

    private ClusterSnapshot.CollectionView view() {
      return cluster.snapshot().collection(Namespace.parse("shop.sharded")).orElseThrow();
    }

    /** Splits and moves at random. Deletions come much later, so that orphans stay. */
    private void scatter() {
      for (int n = 0; n < 12; n++) {
        List<ClusterSnapshot.ChunkView> chunks = view().chunks();
        ClusterSnapshot.ChunkView chunk = chunks.get(random.nextInt(chunks.size()));
        BsonArray bounds =
            new BsonArray(
                List.of(
                    view().shardKey().named(chunk.range().min()),
                    view().shardKey().named(chunk.range().max())));
        BsonDocument command =
            random.nextInt(2) == 0
                ? new BsonDocument("split", new BsonString("shop.sharded"))
                : new BsonDocument("moveChunk", new BsonString("shop.sharded"))
                    .append("to", new BsonString("s" + random.nextInt(3)));
        try {
          run("admin", command.append("bounds", bounds));
        } catch (CommandException e) {
          // A chunk with one key, or without documents, cannot be split.
        }
      }
    }

    private List<BsonDocument> find(String collection, BsonDocument arguments) {
      return ClusterInvariants.findAll(cluster, M0, new Namespace("shop", collection), arguments);
    }

    private String text(Object query) {
      return "seed " + seed + ": " + query + " on " + view().shardKey();
    }
  }

  private interface Question {
    void ask(World world);
  }

  private static void forManyWorlds(Question question) {
    for (long seed = 0; seed < SEEDS; seed++) {
      World world = new World(seed);
      for (int n = 0; n < QUERIES; n++) {
        question.ask(world);
      }
    }
  }

  private static List<String> asMultiset(List<BsonDocument> documents) {
    List<String> texts = new ArrayList<>();
    documents.forEach(document -> texts.add(document.toString()));
    Collections.sort(texts);
    return texts;
  }

  private static BsonDocument randomSort(World world) {
    BsonDocument sort = new BsonDocument();
    for (String field : List.of("k", "j", "a.b", "v", "tags")) {
      if (world.random.nextInt(4) == 0) {
        sort.append(field, new BsonInt32(world.random.nextInt(2) == 0 ? 1 : -1));
      }
    }
    return sort.append("_id", new BsonInt32(1));
  }

  @Test
  void findGivesTheSameDocuments() {
    forManyWorlds(
        world -> {
          BsonDocument arguments = new BsonDocument("filter", world.queries.filter(2));
          assertEquals(
              asMultiset(world.find("plain", arguments)),
              asMultiset(world.find("sharded", arguments)),
              () -> world.text(arguments));
        });
  }

  @Test
  void sortSkipAndLimitGiveTheSameDocumentsInTheSameOrder() {
    forManyWorlds(
        world -> {
          BsonDocument arguments =
              new BsonDocument("filter", world.queries.filter(1))
                  .append("sort", randomSort(world))
                  .append("skip", new BsonInt32(world.random.nextInt(10)))
                  .append("limit", new BsonInt32(world.random.nextInt(20)))
                  .append("batchSize", new BsonInt32(world.random.nextInt(6)));
          if (world.random.nextInt(3) == 0) {
            arguments.append("projection", BsonDocument.parse("{j: 1, 'a.b': 1}"));
          }
          assertEquals(
              world.find("plain", arguments),
              world.find("sharded", arguments),
              () -> world.text(arguments));
        });
  }

  /** A filter that says nothing would count orphans too, as the server does. */
  @Test
  void countGivesTheSameNumber() {
    forManyWorlds(
        world -> {
          BsonArray both =
              new BsonArray(
                  List.of(world.queries.filter(2), BsonDocument.parse("{_id: {$gte: 0}}")));
          BsonDocument rest = new BsonDocument("query", new BsonDocument("$and", both));
          if (world.random.nextInt(2) == 0) {
            rest.append("skip", new BsonInt32(world.random.nextInt(10)));
            rest.append("limit", new BsonInt32(1 + world.random.nextInt(20)));
          }
          BsonDocument plain = new BsonDocument("count", new BsonString("plain"));
          BsonDocument sharded = new BsonDocument("count", new BsonString("sharded"));
          plain.putAll(rest);
          sharded.putAll(rest);
          assertEquals(
              world.run("shop", plain).get("n"),
              world.run("shop", sharded).get("n"),
              () -> world.text(rest));
        });
  }

  @Test
  void distinctGivesTheSameValues() {
    forManyWorlds(
        world -> {
          String key = List.of("k", "j", "a.b", "v", "tags").get(world.random.nextInt(5));
          BsonDocument query = world.queries.filter(1);
          assertEquals(
              distinct(world, "plain", key, query),
              distinct(world, "sharded", key, query),
              () -> world.text(key + " " + query));
        });
  }

  /** Numbers that are equal count as one value; which of them is given depends on the order. */
  private static List<String> distinct(
      World world, String collection, String key, BsonDocument query) {
    BsonArray values =
        world
            .run(
                "shop",
                new BsonDocument("distinct", new BsonString(collection))
                    .append("key", new BsonString(key))
                    .append("query", query))
            .getArray("values");
    List<String> texts = new ArrayList<>();
    for (BsonValue value : values) {
      texts.add(value.isNumber() ? "number " + value.asNumber().doubleValue() : value.toString());
    }
    Collections.sort(texts);
    return texts;
  }
}
