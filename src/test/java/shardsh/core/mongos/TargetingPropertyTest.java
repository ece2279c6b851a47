package shardsh.core.mongos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.sharding.TestTables;
import shardsh.core.sim.SimRandom;
import shardsh.simulation.RandomQueries;

/** No shard that holds an owned matching document is left out. */
class TargetingPropertyTest {
  private static final List<String> KEYS =
      List.of(
          "{k: 1}",
          "{k: 'hashed'}",
          "{k: 1, j: 1}",
          "{'a.b': 1}",
          "{'a.b': 'hashed', j: 1}",
          "{j: 1, k: 'hashed'}",
          "{j: 1, 'a.b': 1, k: 1}",
          "{_id: 1}",
          "{_id: 'hashed'}");
  private static final int DOCUMENTS = 40;

  private static Collation english() {
    return Collation.parse(BsonDocument.parse("{locale: 'en', strength: 2}"));
  }

  /** Cut at the keys of some documents, so that bounds of chunks and of queries meet. */
  private static RoutingTable table(
      ShardKeyPattern key, List<BsonDocument> documents, SimRandom random) {
    TreeSet<IndexKey> points = new TreeSet<>();
    for (int n = random.nextInt(12); n > 0; n--) {
      key.keyOf(documents.get(random.nextInt(documents.size())))
          .filter(ShardKeyPattern::isStorableInBound)
          .filter(point -> !point.isAllMin() && !point.isAllMax())
          .ifPresent(points::add);
    }
    List<String> owners = new ArrayList<>();
    for (int i = 0; i <= points.size(); i++) {
      owners.add("s" + random.nextInt(4));
    }
    return TestTables.table(key.toDocument().toJson(), List.copyOf(points), owners);
  }

  @Property(tries = 400)
  void everyShardWithAnOwnedMatchingDocumentIsTargeted(@ForAll long seed) {
    SimRandom random = new SimRandom(seed);
    RandomQueries queries = new RandomQueries(random);
    List<BsonDocument> documents = new ArrayList<>();
    for (int id = 0; id < DOCUMENTS; id++) {
      documents.add(queries.document(id));
    }
    ShardKeyPattern key =
        ShardKeyPattern.parse(
            BsonDocument.parse(KEYS.get(random.nextInt(KEYS.size()))), KeyHash.REAL);
    RoutingTable table = table(key, documents, random);
    Collation collation = random.nextInt(4) == 0 ? english() : Collation.simple();
    boolean exactBoundary = random.nextInt(2) == 0;

    for (int n = 0; n < 20; n++) {
      BsonDocument filter = queries.filter(2);
      MatchExpression tree = MatchParser.parse(filter, collation);
      List<ShardId> targeted =
          new ShardTargeter(table, exactBoundary).target(tree, collation).shards();
      assertEquals(targeted, List.copyOf(new TreeSet<>(targeted)), "by id, without repetition");
      assertTrue(table.owners().containsAll(targeted), "only owners are asked");
      for (BsonDocument document : documents) {
        if (tree.matches(document)) {
          ShardId owner = table.chunkFor(key.requireKeyOf(document)).shard();
          assertTrue(
              targeted.contains(owner),
              () ->
                  document
                      + " on "
                      + owner
                      + " matches "
                      + filter
                      + " by key "
                      + key
                      + ", but the request goes to "
                      + targeted);
        }
      }
    }
  }

  @Property(tries = 300)
  void equalityOnTheFullKeyTargetsOneShard(@ForAll long seed) {
    SimRandom random = new SimRandom(seed);
    RandomQueries queries = new RandomQueries(random);
    List<BsonDocument> documents = new ArrayList<>();
    for (int id = 0; id < DOCUMENTS; id++) {
      documents.add(queries.document(id));
    }
    ShardKeyPattern key =
        ShardKeyPattern.parse(BsonDocument.parse("{k: 1, j: 'hashed'}"), KeyHash.REAL);
    RoutingTable table = table(key, documents, random);

    for (BsonDocument document : documents) {
      BsonDocument filter = new BsonDocument("other", new BsonString("x"));
      for (String field : key.paths()) {
        filter.append(field, new BsonDocument("$eq", document.get(field, BsonNull.VALUE)));
      }
      Target target =
          new ShardTargeter(table, false)
              .target(MatchParser.parse(filter, Collation.simple()), Collation.simple());

      assertEquals(List.of(table.chunkFor(key.requireKeyOf(document)).shard()), target.shards());
    }
  }
}
