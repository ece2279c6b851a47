package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonOrder;
import shardsh.core.snapshot.ClusterSpec;
import shardsh.core.snapshot.ClusterSpec.BalancerMode;
import shardsh.core.snapshot.ClusterSpec.ChunkSpec;
import shardsh.core.snapshot.ClusterSpec.CollectionSpec;
import shardsh.core.snapshot.ClusterSpec.DatabaseSpec;
import shardsh.core.snapshot.ClusterSpec.FillSpec;
import shardsh.core.snapshot.ClusterSpec.Params;
import shardsh.core.snapshot.ClusterSpec.Topology;
import shardsh.core.snapshot.ClusterSpec.ZoneRangeSpec;
import shardsh.core.snapshot.ClusterSpec.ZoneSpec;

class ClusterFileWriterTest {

  private static ClusterSpec reread(ClusterSpec spec) {
    return new ClusterFiles().read(ClusterFileWriter.text(spec), "written.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"canvas", "canvas-hashed", "regions", "lab", "aggregation", "empty"})
  void builtInClusterSurvivesTheTrip(String name) {
    ClusterSpec spec = new ClusterFiles().named(name);

    assertEquals(spec, reread(spec));
  }

  @Test
  void canvasIsWrittenAsOneWouldWriteIt() {
    String text = ClusterFileWriter.text(new ClusterFiles().named("canvas"));

    assertTrue(
        text.startsWith(
            """
            format: 1
            profile: classic
            topology: {shards: [s0, s1, s2], mongos: [m0], replicaSetSize: 3}
            params: {balancer: manual, hash: toy, boundary: exact}
            seed: 580
            databases:
              shop: {primary: s0}
            collections:
              - ns: "shop.orders"
                shardKey: {customerId: 1}
                chunks:
                  - {max: 100, shard: s0, version: "1|0"}
            """),
        text);
    assertTrue(
        text.contains(
            "      - {_id: 1, customerId: 50, status: open,"
                + " orderDate: {$date: \"2024-10-11T00:00:00Z\"}, total: 11}\n"),
        text);
    assertTrue(text.contains("      - {key: {customerId: {from: 0, to: 99}}, sizeMB: 45}\n"), text);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void setsOfAnySizeThatAnImportFindsSurviveTheTrip(int members) {
    ClusterSpec spec =
        new ClusterFiles()
            .read("format: 1\ntopology: {shards: [s0], replicaSetSize: " + members + "}\n", "test");

    assertEquals(members, spec.topology().replicaSetSize());
    assertEquals(spec, reread(spec));
  }

  @Property(tries = 300, seed = "1")
  void everyClusterSurvivesTheTrip(@ForAll("clusters") ClusterSpec spec) {
    assertEquals(spec, reread(spec));
  }

  @Provide
  Arbitrary<ClusterSpec> clusters() {
    return Combinators.combine(params(), collections(), scripts(), zones(), seeds())
        .as(
            (params, collections, run, zones, seed) ->
                new ClusterSpec(
                    seed % 2 == 0 ? Optional.of("5.0") : Optional.empty(),
                    new Topology(
                        List.of("s0", "on", "Shard_2"),
                        List.of("m0", "m1"),
                        3,
                        ports(),
                        false,
                        true),
                    params,
                    seed,
                    List.of(
                        new DatabaseSpec("shop", Optional.of("on")),
                        new DatabaseSpec("no", Optional.empty()),
                        new DatabaseSpec("a-b", Optional.empty())),
                    collections,
                    zones,
                    run));
  }

  private static Map<String, Integer> ports() {
    Map<String, Integer> ports = new LinkedHashMap<>();
    ports.put("cfgrs", 27101);
    ports.put("on", 27205);
    return Collections.unmodifiableMap(ports);
  }

  private static Arbitrary<Long> seeds() {
    return Arbitraries.longs();
  }

  private static Arbitrary<Params> params() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 1024).optional(),
            Arbitraries.of(true, false).optional(),
            Arbitraries.of(BalancerMode.values()),
            Arbitraries.integers().between(0, 2000),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false))
        .as(
            (size, split, balancer, delay, toy, exact) ->
                new Params(size, split, split, balancer, delay, toy, exact, delay));
  }

  private static Arbitrary<String> scripts() {
    Arbitrary<String> any = Arbitraries.strings().ofMaxLength(40);
    Arbitrary<String> code =
        Arbitraries.of("a", " ", "\n", "{", ":", "#", "\t", "'", "\"", "-", "|")
            .list()
            .ofMaxSize(12)
            .map(parts -> String.join("", parts));
    return Arbitraries.oneOf(any, code).map(ClusterFileWriterTest::withoutLoneSurrogates);
  }

  private static Arbitrary<List<ZoneSpec>> zones() {
    return values()
        .filter(value -> !(value instanceof BsonMinKey))
        .map(
            value ->
                List.of(
                    new ZoneSpec(
                        "east",
                        List.of("s0", "on"),
                        List.of(
                            new ZoneRangeSpec(
                                new Namespace("shop", "plain"),
                                new BsonMinKey(),
                                new BsonDocument("k", new BsonInt32(3))),
                            new ZoneRangeSpec(
                                new Namespace("zoo", "not.yet"),
                                new BsonDocument("a.b", new BsonMinKey()).append("c", value),
                                new BsonMaxKey()))),
                    new ZoneSpec("no", List.of(), List.of())));
  }

  private static Arbitrary<List<CollectionSpec>> collections() {
    return Combinators.combine(bounds(), documents().list().ofMaxSize(4), documents())
        .as(
            (bounds, docs, index) ->
                List.of(
                    new CollectionSpec(
                        new Namespace("shop", "plain"),
                        Optional.of(new BsonDocument("k", new BsonInt32(1))),
                        true,
                        Optional.empty(),
                        chunks(bounds, false),
                        List.of(
                            new BsonDocument("key", new BsonDocument("q", new BsonInt32(-1)))
                                .append("unique", BsonBoolean.TRUE)
                                .append(
                                    "partialFilterExpression",
                                    new BsonDocument(
                                        "x", new BsonDocument("$gt", new BsonInt32(5))))),
                        List.of(),
                        List.of(
                            new FillSpec(
                                new BsonDocument("k", new BsonInt32(1)), 0.1, Optional.of(7L)),
                            new FillSpec(
                                new BsonDocument(
                                    "k",
                                    new BsonDocument("from", new BsonInt32(1))
                                        .append("to", new BsonInt64(5_000_000_000L))),
                                1.0E-7,
                                Optional.empty()))),
                    new CollectionSpec(
                        new Namespace("shop", "wide.er"),
                        Optional.of(
                            new BsonDocument("a b", new BsonInt32(1))
                                .append("c.d", new BsonInt32(1))),
                        false,
                        Optional.empty(),
                        chunks(bounds, true),
                        List.of(),
                        List.of(),
                        List.of()),
                    new CollectionSpec(
                        new Namespace("no", "key"),
                        Optional.empty(),
                        false,
                        Optional.of("on"),
                        List.of(),
                        List.of(),
                        docs,
                        List.of())));
  }

  private static List<ChunkSpec> chunks(List<BsonValue> bounds, boolean wide) {
    List<ChunkSpec> chunks = new ArrayList<>();
    for (int i = 0; i < bounds.size(); i++) {
      BsonDocument max =
          wide
              ? new BsonDocument("a b", bounds.get(i)).append("c.d", new BsonMinKey())
              : new BsonDocument("k", bounds.get(i));
      chunks.add(
          new ChunkSpec(
              Optional.of(max),
              i % 2 == 0 ? "s0" : "on",
              Optional.of("3|" + i),
              Optional.of(i / 2.0),
              i % 3 == 0));
    }
    chunks.add(
        new ChunkSpec(Optional.empty(), "Shard_2", Optional.empty(), Optional.empty(), false));
    return chunks;
  }

  private static Arbitrary<List<BsonValue>> bounds() {
    return Arbitraries.oneOf(values(), Arbitraries.of(new BsonString("Min"), new BsonString("Max")))
        .filter(value -> !value.isArray() && !value.isRegularExpression() && !value.isDocument())
        .list()
        .ofMaxSize(6)
        .map(ClusterFileWriterTest::distinct);
  }

  private static List<BsonValue> distinct(List<BsonValue> values) {
    TreeSet<BsonValue> sorted = new TreeSet<>(BsonOrder.SIMPLE);
    sorted.addAll(values);
    sorted.removeIf(value -> value instanceof BsonMinKey || value instanceof BsonMaxKey);
    return List.copyOf(sorted);
  }

  private static Arbitrary<BsonDocument> documents() {
    return values()
        .list()
        .ofMaxSize(4)
        .map(
            values -> {
              BsonDocument document = new BsonDocument();
              values.forEach(value -> document.append("f" + document.size() + " :#", value));
              return document;
            });
  }

  private static Arbitrary<BsonValue> values() {
    Arbitrary<BsonValue> leaves = leaves();
    return Arbitraries.lazyOf(
        () -> leaves,
        () -> leaves,
        () -> leaves,
        () -> leaves.list().ofMaxSize(3).map(BsonArray::new),
        () -> leaves.map(value -> new BsonDocument("in", value).append("on", BsonNull.VALUE)));
  }

  private static Arbitrary<BsonValue> leaves() {
    return Arbitraries.oneOf(
        Arbitraries.integers().map(BsonInt32::new),
        Arbitraries.longs().map(BsonInt64::new),
        Arbitraries.longs().between(-5, 5).map(BsonInt64::new),
        Arbitraries.doubles().map(BsonDouble::new),
        Arbitraries.of(0.0, -0.0, 5.0, Double.NaN, Double.NEGATIVE_INFINITY).map(BsonDouble::new),
        Arbitraries.strings()
            .ofMaxLength(20)
            .map(ClusterFileWriterTest::withoutLoneSurrogates)
            .map(BsonString::new),
        Arbitraries.of("", "on", "null", "1_000", "12:30", "Min", "a: b", "#", "é", "表", "𝄞", "-1")
            .map(BsonString::new),
        Arbitraries.longs().map(BsonDateTime::new),
        Arbitraries.of(
            BsonBoolean.TRUE,
            BsonNull.VALUE,
            new BsonMinKey(),
            new BsonObjectId(new ObjectId("65f000000000000000000001")),
            new BsonTimestamp(7, 8),
            new BsonDecimal128(Decimal128.parse("1.50")),
            new BsonRegularExpression("^a\"/b", "i"),
            new BsonBinary((byte) 4, new byte[16])));
  }

  private static String withoutLoneSurrogates(String text) {
    StringBuilder kept = new StringBuilder();
    text.codePoints()
        .filter(point -> point < 0xd800 || point > 0xdfff)
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }
}
