package shardsh.core.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.ServerProfile.Imbalance;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkOperations;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.TestTables;
import shardsh.core.sharding.Zone;

/** The 64 cases of balancer-handed.json: one round for one collection, and zone bookkeeping. */
class BalancerVectorTest {
  private static final Path FILE = Path.of("src/test/resources/vectors/balancer-handed.json");
  private static final long CHUNK_SIZE = 128L << 20;

  @TestFactory
  Stream<DynamicTest> agreesWithTheCase() throws IOException {
    BsonDocument file = BsonDocument.parse(Files.readString(FILE, StandardCharsets.UTF_8));
    BsonArray cases = file.getArray("cases");
    assertEquals(64, cases.size());
    return cases.stream()
        .map(BsonValue::asDocument)
        .map(
            test ->
                dynamicTest(
                    test.getString("policy").getValue() + " " + test.getString("name").getValue(),
                    () -> run(test)));
  }

  private static void run(BsonDocument test) {
    switch (test.getString("policy").getValue()) {
      case "zoneOfChunk" ->
          assertEquals(
              test.getString("expectedZone").getValue(),
              Zone.of(zones(test, "zoneRanges"), range(test.getDocument("chunk"))));
      case "zoneRanges" -> zoneRangeConflicts(test);
      case "chunkCount" -> round(test, Imbalance.CHUNK_COUNT);
      case "dataSize" -> round(test, Imbalance.DATA_SIZE);
      default -> throw new IllegalStateException("unknown policy in " + test);
    }
  }

  private static void zoneRangeConflicts(BsonDocument test) {
    BsonDocument added = test.getDocument("addZoneRange");

    Optional<Zone> conflict =
        Zone.conflicting(
            zones(test, "existingZoneRanges"), range(added), added.getString("zone").getValue());

    assertTrue(conflict.isPresent());
    BsonDocument error = test.getDocument("expectedError");
    assertEquals(
        new ErrorCode(error.getInt32("code").getValue(), error.getString("codeName").getValue()),
        ErrorCode.RANGE_OVERLAP_CONFLICT);
  }

  private static void round(BsonDocument test, Imbalance imbalance) {
    DistributionStatus status = status(test);

    Decision decision = Policies.of(imbalance).balance(status);

    assertEquals(expectedMoves(test, imbalance), shown(decision, test));
    String reason = test.getString("expectedReason", new BsonString("")).getValue();
    if (!reason.isEmpty()) {
      assertEquals(reason, decision.firstReason().map(r -> r.text()).orElse("none"));
    }
  }

  private static List<String> expectedMoves(BsonDocument test, Imbalance imbalance) {
    List<String> moves = new ArrayList<>();
    for (BsonValue value : test.getArray("expectedMigrations")) {
      BsonDocument move = value.asDocument();
      String max = imbalance == Imbalance.DATA_SIZE ? "…" : move.getDocument("max").toJson();
      moves.add(
          move.getDocument("min").toJson()
              + " "
              + max
              + " "
              + move.getString("from").getValue()
              + " > "
              + move.getString("to").getValue());
    }
    return moves;
  }

  private static List<String> shown(Decision decision, BsonDocument test) {
    List<String> moves = new ArrayList<>();
    BsonArray acceptable = test.getArray("acceptableRecipients", new BsonArray());
    for (Decision.Move move : decision.moves()) {
      String recipient = move.what().recipient().name();
      if (acceptable.contains(new BsonString(recipient))) {
        recipient = acceptable.get(0).asString().getValue();
      }
      moves.add(
          named(move.min())
              + " "
              + move.max().map(BalancerVectorTest::named).orElse("…")
              + " "
              + move.what().donor()
              + " > "
              + recipient);
    }
    return moves;
  }

  private static String named(IndexKey key) {
    return new BsonDocument("x", key.get(0)).toJson();
  }

  private static DistributionStatus status(BsonDocument test) {
    List<DistributionStatus.ShardStatus> shards = new ArrayList<>();
    List<String> owners = new ArrayList<>();
    BsonArray busy = test.getArray("unavailableShards", new BsonArray());
    for (BsonValue value : test.getArray("shards")) {
      BsonDocument shard = value.asDocument();
      String id = shard.getString("id").getValue();
      for (int i = 0; i < shard.getInt32("chunks").getValue(); i++) {
        owners.add(id);
      }
      shards.add(shardStatus(shard, busy.contains(shard.get("id"))));
    }
    List<IndexKey> points = new ArrayList<>();
    for (int i = 1; i < owners.size(); i++) {
      points.add(TestTables.key(i));
    }
    RoutingTable table = flagJumbo(TestTables.table("{x: 1}", points, owners), test);
    return new DistributionStatus(
        table, zones(test, "zoneRanges"), shards, CHUNK_SIZE, false, false);
  }

  private static DistributionStatus.ShardStatus shardStatus(BsonDocument shard, boolean busy) {
    BsonInt32 zero = new BsonInt32(0);
    int sizeMB = shard.getInt32("currSizeMB", zero).getValue();
    int sizeMaxMB = shard.getInt32("maxSizeMB", zero).getValue();
    return new DistributionStatus.ShardStatus(
        new ShardId(shard.getString("id").getValue()),
        shard.getBoolean("draining", BsonBoolean.FALSE).getValue(),
        sizeMaxMB > 0 && sizeMB >= sizeMaxMB,
        shard.getArray("zones", new BsonArray()).stream()
            .map(zone -> zone.asString().getValue())
            .toList(),
        shard.getInt32("dataSizeInChunkSizes", zero).getValue() * CHUNK_SIZE,
        busy);
  }

  private static RoutingTable flagJumbo(RoutingTable table, BsonDocument test) {
    RoutingTable flagged = table;
    for (var entry : test.getDocument("jumboChunks", new BsonDocument()).entrySet()) {
      List<Chunk> own =
          table.chunks().stream()
              .filter(chunk -> chunk.shard().name().equals(entry.getKey()))
              .toList();
      for (BsonValue position : entry.getValue().asArray()) {
        flagged = ChunkOperations.flagJumbo(flagged, own.get(position.asInt32().getValue()), true);
      }
    }
    return flagged;
  }

  private static List<Zone> zones(BsonDocument test, String field) {
    List<Zone> zones = new ArrayList<>();
    for (BsonValue value : test.getArray(field, new BsonArray())) {
      BsonDocument zone = value.asDocument();
      zones.add(
          new Zone(
              new ObjectId(0, zones.size()),
              TestTables.NS,
              List.of("x"),
              range(zone),
              zone.getString("zone").getValue()));
    }
    return zones;
  }

  private static ChunkRange range(BsonDocument bounds) {
    return new ChunkRange(
        IndexKey.ofDocument(bounds.getDocument("min")),
        IndexKey.ofDocument(bounds.getDocument("max")));
  }
}
