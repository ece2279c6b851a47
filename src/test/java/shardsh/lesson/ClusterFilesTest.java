package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.keys.KeyHash;
import shardsh.core.snapshot.ClusterSpec;
import shardsh.core.snapshot.ClusterSpec.BalancerMode;
import shardsh.core.snapshot.ClusterSpec.ChunkSpec;
import shardsh.core.snapshot.ClusterSpec.CollectionSpec;
import shardsh.core.snapshot.ClusterSpec.DatabaseSpec;

class ClusterFilesTest {
  private static final Path FOLDER = Path.of("lessons/clusters");

  private final ClusterFiles files = new ClusterFiles();

  private static BsonDocument doc(String json) {
    return BsonDocument.parse(json);
  }

  @Test
  void canvasHasTheChunksOfThePage() {
    CollectionSpec orders = files.named("canvas").collections().get(0);

    assertEquals("shop.orders", orders.ns().toString());
    assertEquals(Optional.of(doc("{customerId: 1}")), orders.shardKey());
    assertEquals(
        List.of("100 s0 1|0", "200 s0 1|1", "300 s1 1|2", "400 s1 1|3", "500 s2 1|4", "Max s2 1|5"),
        orders.chunks().stream().map(ClusterFilesTest::shortly).toList());
    assertEquals(
        List.of(45.0, 50.0, 55.0, 65.0, 70.0, 60.0),
        orders.fill().stream().map(ClusterSpec.FillSpec::sizeMB).toList());
    assertEquals(doc("{customerId: {from: 500, to: 579}}"), orders.fill().get(5).key());
  }

  @Test
  void canvasHasTheNineOrders() {
    List<BsonDocument> docs = files.named("canvas").collections().get(0).docs();

    assertEquals(9, docs.size());
    assertEquals(
        doc(
            "{_id: 5, customerId: 250, status: 'open',"
                + " orderDate: {$date: '2024-10-18T00:00:00Z'}, total: 18}"),
        docs.get(4));
    assertEquals(
        List.of(50, 120, 150, 210, 250, 350, 420, 440, 470),
        docs.stream().map(document -> document.getInt32("customerId").getValue()).toList());
    assertTrue(docs.stream().allMatch(document -> document.get("total").isInt32()));
  }

  @Test
  void canvasBehavesAsThePageSays() {
    ClusterSpec canvas = files.named("canvas");

    assertEquals(Optional.of("classic"), canvas.profile());
    assertEquals(List.of("s0", "s1", "s2"), canvas.topology().shards());
    assertEquals(List.of("m0"), canvas.topology().routers());
    assertEquals(BalancerMode.MANUAL, canvas.params().balancer());
    assertTrue(canvas.params().toyHash());
    assertTrue(canvas.params().exactBoundary());
    assertEquals(List.of(new DatabaseSpec("shop", Optional.of("s0"))), canvas.databases());
  }

  @Test
  void canvasHashedKeepsTheOrdersAndTakesOtherChunks() {
    ClusterSpec hashed = files.named("canvas-hashed");
    ClusterSpec canvas = files.named("canvas");

    CollectionSpec orders = hashed.collections().get(0);
    assertEquals(1, hashed.collections().size());
    assertEquals(canvas.collections().get(0).docs(), orders.docs());
    assertEquals(List.of(), orders.fill());
    assertEquals(
        List.of("167 s0 1|0", "333 s0 1|1", "500 s1 1|2", "667 s1 1|3", "833 s2 1|4", "Max s2 1|5"),
        orders.chunks().stream().map(ClusterFilesTest::shortly).toList());
    assertEquals(
        KeyHash.TOY.of(new BsonInt32(1)).getBsonType(),
        orders.chunks().get(0).max().orElseThrow().get("customerId").getBsonType());
    assertEquals(canvas.params(), hashed.params());
  }

  @Test
  void regionsStartsBeforeShardingWithItsOwnPorts() {
    ClusterSpec regions = files.named("regions");

    assertEquals(Optional.of("8.0"), regions.profile());
    assertEquals(List.of(), regions.collections());
    assertEquals(27102, regions.topology().ports().get("shard1rs"));
    assertEquals(BalancerMode.OFF, regions.params().balancer());
    assertTrue(regions.run().startsWith("const d = db.getSiblingDB(\"shopdb\");\n"));
  }

  @Test
  void labRunsFourProcessesAndNothingElse() {
    ClusterSpec lab = files.named("lab");

    assertEquals(false, lab.topology().initiated());
    assertEquals(
        "{cfgrs=27101, shard1rs=27102, shard2rs=27103, m0=27100}",
        lab.topology().ports().toString());
    assertEquals(List.of(), lab.databases());
  }

  @Test
  void aggregationHasThreeCollectionsOnFourShards() {
    ClusterSpec aggregation = files.named("aggregation");

    assertEquals(Optional.of("6.0"), aggregation.profile());
    assertEquals(
        List.of("2 s0 1|0", "4 s2 1|1", "6 s1 1|2", "Max s3 1|3"),
        aggregation.collections().get(0).chunks().stream().map(ClusterFilesTest::shortly).toList());
    assertEquals(
        new BsonDocument("country", new BsonString("DE")).append("cust", new BsonMinKey()),
        aggregation.collections().get(1).chunks().get(0).max().orElseThrow());
    assertEquals(Optional.empty(), aggregation.collections().get(2).shardKey());
    assertEquals(8, aggregation.collections().get(2).docs().size());
  }

  @Test
  void emptyHasShardsAndABalancerThatRuns() {
    ClusterSpec empty = files.named("empty");

    assertEquals(List.of("s0", "s1", "s2"), empty.topology().shards());
    assertEquals(BalancerMode.ON, empty.params().balancer());
    assertEquals(1, empty.seed());
    assertEquals(List.of(), empty.databases());
  }

  @ParameterizedTest
  @ValueSource(strings = {"canvas", "canvas-hashed", "regions", "lab", "aggregation", "empty"})
  void thePreparedFormIsTheCheckedFile(String name) {
    assertEquals(files.read(FOLDER.resolve(name + ".yaml")), files.named(name));
  }

  @Test
  void namesAreTheFilesOfTheFolder() throws IOException {
    try (Stream<Path> entries = Files.list(FOLDER)) {
      assertEquals(
          ClusterFiles.NAMES.stream().sorted().toList(),
          entries
              .map(file -> file.getFileName().toString().replace(".yaml", ""))
              .sorted()
              .toList());
    }
  }

  @Test
  void unknownNameIsNotThereAndTheNearestIsNamed() {
    NotThereException e = assertThrows(NotThereException.class, () -> files.named("canvsa"));

    assertEquals("there is no cluster 'canvsa'; did you mean 'canvas'?", e.getMessage());
  }

  @Test
  void missingFileIsNotThere() {
    assertThrows(NotThereException.class, () -> files.read(Path.of("none/such.yaml")));
  }

  @Test
  void fieldsReplaceThoseOfTheClusterItStartsFrom() {
    ClusterSpec spec =
        files.read(
            "format: 1\ncluster: canvas\nseed: 7\nparams: {chunkSizeMB: 64}\n"
                + "collections: [{ns: shop.other, on: s2}]\n",
            "mine.yaml");

    ClusterSpec canvas = files.named("canvas");
    assertEquals(7, spec.seed());
    assertEquals(Optional.of("classic"), spec.profile());
    assertEquals(Optional.of(64), spec.params().chunkSizeMB());
    assertTrue(spec.params().toyHash());
    assertEquals(canvas.collections().get(0), spec.collections().get(0));
    assertEquals("shop.other", spec.collections().get(1).ns().toString());
  }

  @Test
  void aFileBesideAnotherCanBeItsStart(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("base.yaml"), "format: 1\ntopology: {shards: [a, b]}\nseed: 5\n");
    Files.writeString(
        folder.resolve("mine.yaml"), "format: 1\ncluster: base.yaml\ndatabases: {x: {}}\n");

    ClusterSpec spec = files.read(folder.resolve("mine.yaml"));

    assertEquals(List.of("a", "b"), spec.topology().shards());
    assertEquals(5, spec.seed());
  }

  @Test
  void circleOfFilesIsAFault(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("a.yaml"), "format: 1\ncluster: b.yaml\n");
    Files.writeString(folder.resolve("b.yaml"), "format: 1\ncluster: a.yaml\n");

    LessonException e =
        assertThrows(LessonException.class, () -> files.read(folder.resolve("a.yaml")));

    assertEquals(1, e.faults().size());
    assertTrue(e.getMessage().contains("b.yaml:2: the cluster starts from itself"), e.getMessage());
  }

  @Test
  void fileOutsideTheFolderIsAFault(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("a.yaml"), "format: 1\ncluster: ../x/b.yaml\n");

    LessonException e =
        assertThrows(LessonException.class, () -> files.read(folder.resolve("a.yaml")));

    assertTrue(e.getMessage().contains("is not beside this file"), e.getMessage());
  }

  @Test
  void faultsOfTheStartAreNamedInItsOwnFile(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("base.yaml"), "format: 1\ntopology: {shards: [a, b]}\nsede: 5\n");
    Files.writeString(folder.resolve("mine.yaml"), "format: 1\ncluster: base.yaml\n");

    LessonException e =
        assertThrows(LessonException.class, () -> files.read(folder.resolve("mine.yaml")));

    assertEquals(
        List.of(
            new Fault(
                folder.resolve("base.yaml").toString(),
                3,
                "unknown field 'sede'",
                "did you mean 'seed'?")),
        e.faults());
  }

  @Test
  void boundsOfARealHashAre64Bits() {
    ClusterSpec spec =
        files.read(
            "format: 1\n"
                + "topology: {shards: [a]}\n"
                + "collections:\n"
                + "  - {ns: x.y, shardKey: {k: hashed}, chunks: [{max: 0, shard: a}, {shard:"
                + " a}]}\n",
            "mine.yaml");

    assertEquals(
        Optional.of(new BsonDocument("k", new BsonInt64(0))),
        spec.collections().get(0).chunks().get(0).max());
  }

  @Test
  void literalIsATextAndNoBound() {
    ClusterSpec spec =
        files.read(
            "format: 1\ntopology: {shards: [a]}\ncollections:\n"
                + "  - ns: x.y\n    shardKey: {k: 1}\n"
                + "    chunks: [{max: {$literal: \"Min\"}, shard: a}, {max: Max, shard: a}]\n",
            "mine.yaml");

    assertEquals(Optional.of(doc("{k: 'Min'}")), spec.collections().get(0).chunks().get(0).max());
    assertEquals(Optional.empty(), spec.collections().get(0).chunks().get(1).max());
  }

  private static String shortly(ChunkSpec chunk) {
    String max =
        chunk
            .max()
            .map(bound -> bound.values().iterator().next().asNumber().intValue() + "")
            .orElse("Max");
    return max + " " + chunk.shard() + " " + chunk.version().orElseThrow();
  }
}
