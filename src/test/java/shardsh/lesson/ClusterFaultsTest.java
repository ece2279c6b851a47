package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said about cluster files that are wrong. */
class ClusterFaultsTest {

  /** The faults of a file as {@code line: problem; repair}. */
  private static List<String> faults(String text) {
    LessonException e =
        assertThrows(LessonException.class, () -> new ClusterFiles().read(text, "mine.yaml"));
    return e.faults().stream()
        .map(fault -> fault.toString().replaceFirst("^mine.yaml:", ""))
        .toList();
  }

  /** A file with one sharded collection whose chunks are given, beginning in line 6. */
  private static String chunks(String shardKey, String... chunks) {
    return "format: 1\ntopology: {shards: [s0, s1]}\ncollections:\n  - ns: a.b\n    shardKey: "
        + shardKey
        + "\n    chunks:\n      - "
        + String.join("\n      - ", chunks)
        + "\n";
  }

  @Test
  void everythingWrongIsSaidAtOnceInTheOrderOfLines() {
    assertEquals(
        List.of(
            "2: unknown field 'shard' in topology; did you mean 'shards'?",
            "2: topology lacks 'shards'; add it",
            "3: params.balancer is \"sometimes\"; known: on, manual, off",
            "4: profile is 6.0; put it in quotes: \"6.0\"",
            "6: collections[0].ns is \"orders\"; needed: a database and a collection, such as"
                + " shop.orders"),
        faults(
            "format: 1\ntopology: {shard: [s0]}\nparams: {balancer: sometimes}\nprofile: 6.0\n"
                + "collections:\n  - ns: orders\n"));
  }

  @Test
  void newerFormatAsksForAnUpdateAndNothingElse() {
    assertEquals(
        List.of("1: format 2 is newer than this program, which knows 1; update shardsh"),
        faults("format: 2\nwhatever: 1\n"));
  }

  @Test
  void missingFormatAndTopology() {
    assertEquals(
        List.of(
            "1: the file lacks 'format'; add it",
            "1: the file has none of 'topology', 'cluster'; add one"),
        faults("seed: 3\n"));
  }

  @Test
  void chunkListWithAGapAtTheEnd() {
    assertEquals(
        List.of("8: the last chunk ends below Max: a gap; leave its 'max' out or add a chunk"),
        faults(chunks("{k: 1}", "{max: 10, shard: s0}", "{max: 20, shard: s1}")));
  }

  @Test
  void chunksOutOfOrder() {
    assertEquals(
        List.of(
            "8: the chunk ends at 5, not above the one before, which ends at 10; put the chunks in"
                + " the order of their keys"),
        faults(chunks("{k: 1}", "{max: 10, shard: s0}", "{max: 5, shard: s1}", "{shard: s0}")));
  }

  @Test
  void chunkInTheMiddleWithoutEnd() {
    assertEquals(
        List.of("7: chunk 0 has no 'max', but is not the last; say where it ends"),
        faults(chunks("{k: 1}", "{shard: s0}", "{shard: s1}")));
  }

  @Test
  void ownerThatDoesNotExist() {
    assertEquals(
        List.of("8: \"s2\" names no shard; known: s0, s1"),
        faults(chunks("{k: 1}", "{max: 1, shard: s0}", "{shard: s2}")));
  }

  @Test
  void versionThatTwoChunksHave() {
    assertEquals(
        List.of("9: chunks 0 and 2 both have the version 1|1; give each its own"),
        faults(
            chunks(
                "{k: 1}",
                "{max: 1, shard: s0, version: \"1|1\"}",
                "{max: 2, shard: s0, version: \"1|0\"}",
                "{shard: s1}")));
  }

  @Test
  void versionWithoutMajorPart() {
    assertEquals(
        List.of("7: the version of chunk 0 has the major part 0; 1 is the first"),
        faults(chunks("{k: 1}", "{shard: s0, version: \"0|4\"}")));
  }

  @Test
  void compoundBoundWithMissingAndUnknownFields() {
    assertEquals(
        List.of(
            "7: the bound has [a] of the key [a, b]; give every field; Min is the lowest value of"
                + " one",
            "8: the bound has 'c', which is not in the key; known: a, b",
            "9: the bound is 7, the key has the fields [a, b]; write a map, a value for each"
                + " field"),
        faults(
            chunks(
                "{a: 1, b: 1}",
                "{max: {a: 1}, shard: s0}",
                "{max: {a: 2, c: 1}, shard: s0}",
                "{max: 7, shard: s0}",
                "{shard: s1}")));
  }

  @Test
  void hashedFieldBoundByText() {
    assertEquals(
        List.of("7: \"x\" bounds the hashed field 'k'; give a whole number"),
        faults(chunks("{k: hashed}", "{max: x, shard: s0}", "{shard: s1}")));
  }

  @Test
  void twoHashedFields() {
    assertEquals(
        List.of(
            "5: Shard key { a: \"hashed\", b: \"hashed\" } can contain at most one 'hashed' field,"
                + " and/or multiple numerical fields set to a value of 1. Failed to parse field b;"
                + " use 1 for each field, \"hashed\" for one at most"),
        faults(chunks("{a: hashed, b: hashed}", "{shard: s0}")));
  }

  @Test
  void chunksWithoutShardKeyAndOnWithOne() {
    assertEquals(
        List.of(
            "4: 'chunks' without a shard key; add 'shardKey'",
            "5: 'on' is for unsharded collections; say in 'chunks' who owns what",
            "6: a.b stands twice in collections; make it one entry"),
        faults(
            "format: 1\ntopology: {shards: [s0]}\ncollections:\n"
                + "  - {ns: a.b, chunks: [{shard: s0}]}\n"
                + "  - {ns: a.c, shardKey: {k: 1}, on: s0}\n"
                + "  - {ns: a.b}\n"));
  }

  @Test
  void weightWithoutShardKeyIsRefusedAndNotForgotten() {
    assertEquals(
        List.of("4: 'fill' without a shard key; add 'shardKey'"),
        faults(
            "format: 1\ntopology: {shards: [s0]}\ncollections:\n"
                + "  - {ns: a.b, fill: [{key: {k: 1}, sizeMB: 5}]}\n"));
  }

  @Test
  void nodesPortsAndDatabases() {
    assertEquals(
        List.of(
            "3: \"a:b\" cannot name a node; use letters, digits, _ and -",
            "4: two nodes are called s0; give each its own name",
            "5: ports names 's9', no node; known: cfgrs, s0, a:b, s0",
            "5: port 27100 is given twice; take another",
            "6: 'config' cannot name a database; use letters, digits, _ and -",
            "6: \"x\" names no shard; known: s0, a:b"),
        faults(
            "format: 1\ntopology:\n  shards: [s0, \"a:b\"]\n  mongos: [s0]\n"
                + "  ports: {s9: 27100, s0: 27100}\ndatabases: {config: {primary: x}}\n"));
  }

  @Test
  void membersNeedPortsOfTheirOwn() {
    assertEquals(
        List.of(
            "5: port 28102 is that of a member of s0; take another",
            "5: the last member of s1 has port 65536; 1 to 65535"),
        faults(
            "format: 1\ntopology:\n  shards: [s0, s1]\n  replicaSetSize: 3\n"
                + "  ports: {s0: 27102, s1: 63536, cfgrs: 28102, m0: 65535}\n"));
  }

  @Test
  void weightThatDoesNotFitTheKey() {
    assertEquals(
        List.of(
            "7: fill names 'j', which is not in the shard key; known: k",
            "7: fill has no value for 'k'; give one, or {from, to}",
            "8: fill goes from a higher value to a lower one; swap them",
            "9: fill spreads over something else than {from, to}; give two whole numbers or dates",
            "10: collections[0].fill[3].sizeMB is 0; make it more than 0"),
        faults(
            "format: 1\ntopology: {shards: [s0]}\ncollections:\n  - ns: a.b\n"
                + "    shardKey: {k: 1}\n    fill:\n"
                + "      - {key: {j: 1}, sizeMB: 1}\n"
                + "      - {key: {k: {from: 5, to: 4}}, sizeMB: 1}\n"
                + "      - {key: {k: {from: 5}}, sizeMB: 1}\n"
                + "      - {key: {k: 1}, sizeMB: 0}\n"));
  }

  @Test
  void documentWithoutAKeyValueAndBadValues() {
    assertEquals(
        List.of(
            "7: the document has an array where the shard key is; give it a single value",
            "8: \"yesterday\" is no date; write it as \"2024-10-15T00:00:00Z\"",
            "9: 99999999999999999999 does not fit 64 bits; write {$numberDecimal:"
                + " \"99999999999999999999\"} or a text"),
        faults(
            "format: 1\ntopology: {shards: [s0]}\ncollections:\n  - ns: a.b\n"
                + "    shardKey: {k: 1}\n    docs:\n"
                + "      - {k: [1, 2]}\n"
                + "      - {k: {$date: yesterday}}\n"
                + "      - {k: 99999999999999999999}\n"));
  }

  @Test
  void zonesThatOverlapOrAreEmpty() {
    assertEquals(
        List.of(
            "9: the range overlaps that of line 8; make the ranges of a.b meet or part",
            "10: the range of the zone is empty: min is not below max; swap them",
            "11: the key of a.c is not known here; write the bounds as maps, {field: value}"),
        faults(
            "format: 1\ntopology: {shards: [s0]}\ncollections: [{ns: a.b, shardKey: {k: 1}}]\n"
                + "zones:\n  east:\n    shards: [s0]\n    ranges:\n"
                + "      - {ns: a.b, min: Min, max: 10}\n"
                + "      - {ns: a.b, min: {k: 9}, max: 20}\n"
                + "      - {ns: a.b, min: 30, max: 30}\n"
                + "      - {ns: a.c, min: 1, max: 2}\n"));
  }

  @Test
  void dataBeforeTheSetsAreInitiated() {
    assertEquals(
        List.of(
            "3: 'databases' cannot exist before the sets are initiated; take it out, or"
                + " 'initiated: false'"),
        faults("format: 1\ntopology: {shards: [s0], initiated: false}\ndatabases: {a: {}}\n"));
  }

  @Test
  void unknownClusterToStartFrom() {
    assertEquals(
        List.of(
            "2: there is no cluster 'regoins'; did you mean 'regions'?; name a built-in cluster, or"
                + " a file beside this one"),
        faults("format: 1\ncluster: regoins\n"));
  }
}
