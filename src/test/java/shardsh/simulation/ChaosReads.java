package shardsh.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.sim.SimRandom;

/** Reads, compared with the oracle. */
final class ChaosReads {
  /** How long a cursor lives that nobody asks. */
  static final long IDLE_MILLIS_MAX = 600_000;

  private static final Comparator<BsonDocument> BY_ID =
      Comparator.comparingInt(document -> document.getNumber("_id").intValue());

  private ChaosReads() {}

  static void find(ChaosWorld world, SimRandom random) {
    Want want = ChaosWrites.someWant(world, random);
    List<BsonDocument> found =
        new ArrayList<>(
            ClusterInvariants.findAll(
                world.cluster(),
                world.router(random),
                ChaosWorld.NS,
                new BsonDocument("filter", want.filter())
                    .append("batchSize", new BsonInt32(1 + random.nextInt(8)))));
    found.sort(BY_ID);
    assertEquals(world.matching(want), found, () -> want.filter().toJson());
  }

  static void findSorted(ChaosWorld world, SimRandom random) {
    Want want = ChaosWrites.someWant(world, random);
    int skip = random.nextInt(4);
    int limit = random.nextInt(6);
    boolean descending = random.nextInt(2) == 0;
    List<BsonDocument> found =
        ClusterInvariants.findAll(
            world.cluster(),
            world.router(random),
            ChaosWorld.NS,
            new BsonDocument("filter", want.filter())
                .append(
                    "sort",
                    new BsonDocument("v", new BsonInt32(descending ? -1 : 1))
                        .append("_id", new BsonInt32(1)))
                .append("skip", new BsonInt32(skip))
                .append("limit", new BsonInt32(limit))
                .append("batchSize", new BsonInt32(random.nextInt(8))));
    Comparator<BsonDocument> byValue =
        Comparator.comparingInt(document -> document.getNumber("v").intValue());
    List<BsonDocument> expected = new ArrayList<>(world.matching(want));
    expected.sort((descending ? byValue.reversed() : byValue).thenComparing(BY_ID));
    int from = Math.min(skip, expected.size());
    int to = limit == 0 ? expected.size() : Math.min(expected.size(), from + limit);
    assertEquals(expected.subList(from, to), found, () -> want.filter().toJson());
  }

  /** A cursor that stays open over what comes next. */
  static void openCursor(ChaosWorld world, SimRandom random) {
    Want want = ChaosWrites.someWant(world, random);
    NodeId router = world.router(random);
    BsonDocument cursor =
        world
            .run(
                router,
                ChaosWorld.on("find")
                    .append("filter", want.filter())
                    .append("batchSize", new BsonInt32(random.nextInt(4))))
            .getDocument("cursor");
    received(
        world,
        new OpenCursor(
            router,
            cursor.getInt64("id").getValue(),
            world.nowMillis(),
            world.nowMillis(),
            world.matching(want),
            List.of()),
        cursor.getArray("firstBatch"));
  }

  /** A cursor and what it has given and must give: what matched when it was opened. */
  record OpenCursor(
      NodeId router,
      long id,
      long openedMillis,
      long usedMillis,
      List<BsonDocument> expected,
      List<BsonDocument> received) {}

  private static void received(ChaosWorld world, OpenCursor cursor, BsonArray batch) {
    List<BsonDocument> all = new ArrayList<>(cursor.received());
    batch.forEach(document -> all.add(document.asDocument()));
    if (cursor.id() != 0) {
      world
          .cursors()
          .add(
              new OpenCursor(
                  cursor.router(),
                  cursor.id(),
                  cursor.openedMillis(),
                  cursor.usedMillis(),
                  cursor.expected(),
                  List.copyOf(all)));
      return;
    }
    all.sort(BY_ID);
    assertEquals(cursor.expected(), all, "what the cursor saw when it was opened");
  }

  static void getMore(ChaosWorld world, SimRandom random) {
    if (world.cursors().isEmpty()) {
      return;
    }
    OpenCursor cursor = world.cursors().remove(random.nextInt(world.cursors().size()));
    BsonDocument getMore =
        new BsonDocument("getMore", new BsonInt64(cursor.id()))
            .append("collection", new BsonString(ChaosWorld.NS.collection()))
            .append("batchSize", new BsonInt32(1 + random.nextInt(5)));
    boolean idle = world.nowMillis() - cursor.usedMillis() >= IDLE_MILLIS_MAX;
    // A shard's cursor that the router has not asked for so long is gone as well.
    boolean mayBeGone = world.nowMillis() - cursor.openedMillis() >= IDLE_MILLIS_MAX;
    BsonDocument next;
    try {
      next = world.run(cursor.router(), getMore).getDocument("cursor");
    } catch (CommandException e) {
      if (!e.errorCode().equals(ErrorCode.CURSOR_NOT_FOUND)) {
        throw e;
      }
      assertTrue(mayBeGone, () -> e.getMessage() + ", used until a moment ago");
      return;
    }
    assertFalse(idle, "a cursor lives on after ten idle minutes");
    received(
        world,
        new OpenCursor(
            cursor.router(),
            next.getInt64("id").getValue(),
            cursor.openedMillis(),
            world.nowMillis(),
            cursor.expected(),
            cursor.received()),
        next.getArray("nextBatch"));
  }

  static void count(ChaosWorld world, SimRandom random) {
    Want want = ChaosWrites.someWant(world, random);
    BsonDocument reply =
        world.run(world.router(random), ChaosWorld.on("count").append("query", want.filter()));
    int n = reply.getNumber("n").intValue();
    int expected = world.matching(want).size();
    if (want.filter().isEmpty()) {
      assertTrue(n >= expected, "the collection's number of documents counts orphans too: " + n);
    } else {
      assertEquals(expected, n, () -> want.filter().toJson());
    }
  }

  static void distinct(ChaosWorld world, SimRandom random) {
    Want want = ChaosWrites.someWant(world, random);
    BsonDocument reply =
        world.run(
            world.router(random),
            ChaosWorld.on("distinct")
                .append("key", new BsonString("j"))
                .append("query", want.filter()));
    List<String> found =
        reply.getArray("values").stream().map(BsonValue::toString).sorted().toList();
    List<String> expected =
        world.matching(want).stream()
            .filter(document -> document.containsKey("j"))
            .map(document -> document.get("j").toString())
            .distinct()
            .sorted()
            .toList();
    assertEquals(expected, found, () -> want.filter().toJson());
  }
}
