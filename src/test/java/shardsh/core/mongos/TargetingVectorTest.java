package shardsh.core.mongos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.CommandException;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.Interval;
import shardsh.core.query.Collation;
import shardsh.core.query.IndexBounds;
import shardsh.core.query.IntervalList;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.query.VectorFile;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.sharding.TestTables;
import shardsh.core.trace.RoutingEvent;

/** The cases of targeting-handed.json: which shards requests go to, from what bounds. */
class TargetingVectorTest {
  private static final int CASES = 84;

  /** A collation that is not simple, in place of the reversing one of the server's tests. */
  private static final Collation OTHER =
      Collation.parse(new BsonDocument("locale", new BsonString("en")));

  @TestFactory
  Stream<DynamicTest> requestsGoWhereTheCaseSays() {
    List<BsonDocument> cases = VectorFile.cases("targeting-handed.json", "cases");
    assertEquals(CASES, cases.size());
    return cases.stream().map(c -> dynamicTest(c.getString("name").getValue(), () -> check(c)));
  }

  private static void check(BsonDocument c) {
    String kind = c.getString("kind").getValue();
    switch (kind) {
      case "query" -> query(c);
      case "range" -> range(c);
      case "pointInTime" -> pointInTime(c);
      case "indexBounds" -> indexBounds(c);
      case "flattenBounds" -> flattenBounds(c);
      case "insert" -> outcome(c, () -> writes(c, false).insert(c.getDocument("document")));
      case "updateOne", "replaceOne" -> {
        write(c, "before71", writes -> writes.update(request(c)));
        write(c, "from71", writes -> writes.update(request(c)));
      }
      case "deleteOne" -> {
        write(c, "before71", writes -> delete(c, writes));
        write(c, "from71", writes -> delete(c, writes));
      }
      default -> throw new IllegalStateException("a case of the unknown kind " + kind);
    }
  }

  /** Cut at the case's split points, chunk i on the shard named i. */
  private static RoutingTable table(BsonDocument c) {
    BsonDocument shardKey = c.getDocument("shardKey");
    List<IndexKey> points = new ArrayList<>();
    List<String> shards = new ArrayList<>(List.of("0"));
    for (BsonValue point : c.getArray("splitPoints", new BsonArray())) {
      List<BsonValue> values = new ArrayList<>(point.asDocument().values());
      while (values.size() < shardKey.size()) {
        values.add(new BsonMinKey());
      }
      points.add(IndexKey.of(values));
      shards.add(Integer.toString(points.size()));
    }
    return TestTables.table(shardKey.toJson(), points, shards);
  }

  private static ShardTargeter reads(BsonDocument c) {
    return new ShardTargeter(table(c), false);
  }

  private static List<String> names(List<ShardId> shards) {
    return shards.stream().map(ShardId::name).toList();
  }

  private static List<String> names(BsonArray shards) {
    return shards.stream().map(shard -> shard.asString().getValue()).toList();
  }

  private static Collation collation(BsonDocument c) {
    String name = c.containsKey("collation") ? "collation" : "collectionDefaultCollation";
    BsonValue spec = c.get(name);
    return spec == null
            || !spec.isDocument()
            || spec.asDocument().getString("locale").getValue().equals("simple")
        ? Collation.simple()
        : OTHER;
  }

  private static void query(BsonDocument c) {
    ShardTargeter targeter = reads(c);
    Collation collation = collation(c);
    MatchExpression filter = MatchParser.parseForRouting(c.getDocument("query"), collation);

    Target target = targeter.target(filter, collation);

    assertEquals(names(c.getArray("expectedShards")), names(target.shards()));
    if (c.containsKey("targetingClass")) {
      assertEquals(c.getString("targetingClass").getValue(), wayOf(targeter, filter, target));
    }
  }

  private static String wayOf(ShardTargeter targeter, MatchExpression filter, Target target) {
    if (target.path() == RoutingEvent.Path.FAST) {
      return "singleKey";
    }
    return ShardTargeter.isWholeKeySpace(ShardTargeter.flatten(targeter.bounds(filter)))
        ? "minKeyToMaxKey"
        : "multipleKeys";
  }

  private static void range(BsonDocument c) {
    List<ShardId> shards =
        reads(c)
            .shardsFor(
                IndexKey.ofDocument(c.getDocument("min")),
                IndexKey.ofDocument(c.getDocument("max")));

    assertEquals(names(c.getArray("expectedShards")), names(shards));
  }

  private static void pointInTime(BsonDocument c) {
    RoutingTable table = tableWithHistory(c);
    MatchExpression filter =
        MatchParser.parseForRouting(c.getDocument("query"), Collation.simple());
    BsonTimestamp time = new BsonTimestamp(c.getInt32("atClusterTimeSecs").getValue(), 0);

    Target then =
        new ShardTargeter(table, false, Optional.of(time)).target(filter, Collation.simple());
    Target now = new ShardTargeter(table, false).target(filter, Collation.simple());

    assertEquals(names(c.getArray("expectedShards")), names(then.shards()));
    assertEquals(List.of("0"), names(now.shards()), "as the case's note says");
  }

  private static RoutingTable tableWithHistory(BsonDocument c) {
    ShardKeyPattern pattern =
        ShardKeyPattern.parse(c.getDocument("shardKey"), TestTables.canvas().shardKey().hash());
    List<Chunk> chunks = new ArrayList<>();
    for (BsonValue value : c.getArray("chunks")) {
      BsonDocument chunk = value.asDocument();
      List<Chunk.HistoryEntry> history = new ArrayList<>();
      for (BsonValue entry : chunk.getArray("history")) {
        history.add(
            new Chunk.HistoryEntry(
                new BsonTimestamp(entry.asDocument().getInt32("validAfterSecs").getValue(), 0),
                new ShardId(entry.asDocument().getString("shard").getValue())));
      }
      chunks.add(
          new Chunk(
              new ObjectId(0, chunks.size()),
              new ChunkRange(
                  IndexKey.ofDocument(chunk.getDocument("min")),
                  IndexKey.ofDocument(chunk.getDocument("max"))),
              history.get(0).shard(),
              new ChunkVersion(1, chunks.size(), TestTables.GENERATION),
              false,
              history));
    }
    RoutingTable canvas = TestTables.canvas();
    return RoutingTable.of(canvas.ns(), canvas.uuid(), pattern, false, chunks);
  }

  private static void indexBounds(BsonDocument c) {
    IndexBounds bounds =
        reads(c).bounds(MatchParser.parseForRouting(c.getDocument("query"), Collation.simple()));

    BsonDocument found = new BsonDocument();
    for (IndexBounds.Field field : bounds.fields()) {
      BsonArray intervals = new BsonArray();
      field.intervals().forEach(interval -> intervals.add(toBson(interval)));
      found.append(field.path(), intervals);
    }
    assertEquals(VectorFile.exact(c.getDocument("expectedBounds")), VectorFile.exact(found));
  }

  private static BsonDocument toBson(Interval interval) {
    return new BsonDocument("min", interval.low())
        .append("max", interval.high())
        .append("minInclusive", Docs.bool(interval.lowIncluded()))
        .append("maxInclusive", Docs.bool(interval.highIncluded()));
  }

  private static void flattenBounds(BsonDocument c) {
    List<IndexBounds.Field> fields = new ArrayList<>();
    c.getDocument("bounds")
        .forEach(
            (path, intervals) ->
                fields.add(
                    new IndexBounds.Field(
                        path,
                        false,
                        IntervalList.of(
                            intervals.asArray().stream()
                                .map(interval -> interval(interval.asDocument()))
                                .toList()))));

    BsonArray ranges = new BsonArray();
    for (ShardTargeter.Range range : ShardTargeter.flatten(new IndexBounds(fields))) {
      ranges.add(
          new BsonDocument("min", table(c).shardKey().named(range.low()))
              .append("max", table(c).shardKey().named(range.high())));
    }
    assertEquals(c.getArray("expectedRanges"), ranges);
  }

  private static Interval interval(BsonDocument interval) {
    return new Interval(
        interval.get("min"),
        interval.getBoolean("minInclusive").getValue(),
        interval.get("max"),
        interval.getBoolean("maxInclusive").getValue());
  }

  private static WriteTargeter writes(BsonDocument c, boolean withoutKey) {
    return new WriteTargeter(table(c), false, withoutKey);
  }

  private static WriteTargeter.UpdateRequest request(BsonDocument c) {
    return new WriteTargeter.UpdateRequest(
        c.getDocument("query"),
        c.get("update"),
        c.getBoolean("multi").getValue(),
        c.getBoolean("upsert").getValue(),
        Collation.simple());
  }

  private static WriteTargeter.WriteTarget delete(BsonDocument c, WriteTargeter writes) {
    return writes.delete(
        c.getDocument("query"), c.getBoolean("multi").getValue(), Collation.simple());
  }

  private interface Write {
    WriteTargeter.WriteTarget with(WriteTargeter writes);
  }

  private static void write(BsonDocument c, String era, Write write) {
    if (c.containsKey(era)) {
      outcome(c.getDocument(era), () -> write.with(writes(c, era.equals("from71"))).target());
    }
  }

  private interface Targeting {
    Target get();
  }

  private static void outcome(BsonDocument expected, Targeting targeting) {
    if (expected.containsKey("expectedError")) {
      BsonDocument error = expected.getDocument("expectedError");
      CommandException thrown = assertThrows(CommandException.class, targeting::get);
      assertEquals(error.getInt32("code").getValue(), thrown.errorCode().code());
      assertEquals(error.getString("codeName").getValue(), thrown.errorCode().codeName());
      return;
    }
    List<String> shards = names(targeting.get().shards());
    Optional<BsonArray> names =
        Optional.ofNullable(expected.get("expectedShards")).map(BsonValue::asArray);
    if (names.isPresent()) {
      assertEquals(names(names.get()), shards);
    } else {
      assertTrue(expected.getBoolean("ok").getValue() && !shards.isEmpty());
    }
  }
}
