package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.TraceEntry;

/** The rules that are told when a write is refused. */
class RefusalRuleTest {
  private static final String KEY = "The shard key of shop.c is { k: 1 }. ";

  /** {@code shop.c} by k: below 2 on s0, from 2 on s1. */
  private static TestCluster cluster(String profile) {
    TestCluster cluster = TestCluster.plain(profile);
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", List.of(doc("{_id: 1, k: 1}"), doc("{_id: 2, k: 2}")));
    cluster.admin("{split: 'shop.c', middle: {k: 2}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 2}, to: 's1'}");
    return cluster;
  }

  private static List<String> rules(TestCluster cluster, String command) {
    long mark = cluster.cluster().trace().mark();
    try {
      cluster.shop(command);
    } catch (CommandException e) {
      // The rule is in the trace all the same.
    }
    List<String> rules = new ArrayList<>();
    for (TraceEntry entry : cluster.cluster().trace().since(mark)) {
      if (entry.event() instanceof CallEvent.Refused refused) {
        String[] sentences = refused.rule().split("(?<=\\.) ");
        rules.add(
            refused.on() + " " + refused.command() + ": " + sentences[0] + " " + sentences[1]);
      }
    }
    return rules;
  }

  @Test
  void aWriteToOneDocumentSaysWhatItsFilterLacks() {
    TestCluster cluster = cluster("5.0");

    assertEquals(
        List.of("m0 update: " + KEY + "The filter does not name k."),
        rules(cluster, "{update: 'c', updates: [{q: {a: 1}, u: {$set: {b: 1}}}]}"));
    assertEquals(
        List.of("m0 delete: " + KEY + "The filter names k but not with equality to one value."),
        rules(cluster, "{delete: 'c', deletes: [{q: {k: {$gt: 0}}, limit: 1}]}"));
    assertEquals(
        List.of("m0 findAndModify: " + KEY + "The filter does not name k."),
        rules(cluster, "{findAndModify: 'c', query: {_id: 1}, remove: true}"));
    assertEquals(
        List.of("m0 update: " + KEY + "The filter does not name k."),
        rules(cluster, "{update: 'c', updates: [{q: {_id: 9}, u: {$set: {b: 1}}, upsert: true}]}"));
  }

  @Test
  void fromSevenOneOnOnlyAnUpsertOfManyIsRefused() {
    TestCluster cluster = cluster("8.0");

    assertEquals(
        List.of(), rules(cluster, "{update: 'c', updates: [{q: {a: 1}, u: {$set: {b: 1}}}]}"));
    assertEquals(
        List.of("m0 update: " + KEY + "The filter does not name k."),
        rules(
            cluster,
            "{update: 'c', updates: [{q: {a: 1}, u: {$set: {b: 1}}, multi: true, upsert: true}]}"));
  }

  @Test
  void anArrayInTheKeyIsNamedOnceForEachDocument() {
    assertEquals(
        List.of("m0 insert: " + KEY + "In the document k is (or lies in) an array."),
        rules(cluster("8.0"), "{insert: 'c', documents: [{_id: 7, k: 0}, {_id: 8, k: [1]}]}"));
  }

  @Test
  void aUniqueIndexSaysHowFarItReaches() {
    TestCluster cluster = cluster("8.0");

    assertEquals(
        List.of(
            "s0 insert: s0 has a document with { _id: 1 } already, and its index { _id: 1 } is"
                + " unique. A shard compares with its own documents only, so the values are unique"
                + " on each shard and not in the cluster: another shard would have taken this"
                + " document."),
        rules(cluster, "{insert: 'c', documents: [{_id: 1, k: 0}]}"));
    assertEquals(List.of(), rules(cluster, "{insert: 'c', documents: [{_id: 1, k: 5}]}"));
  }

  @Test
  void findAndModifyTellsOfAUniqueIndexToo() {
    TestCluster cluster = cluster("8.0");
    cluster.shop("{insert: 'u', documents: [{_id: 1, a: 1}, {_id: 2, a: 2}]}");
    cluster.shop("{createIndexes: 'u', indexes: [{key: {a: 1}, name: 'a_1', unique: true}]}");
    String command = "{findAndModify: 'u', query: {_id: 2}, update: {$set: {a: 1}}}";

    assertEquals(
        List.of(
            "s0 findAndModify: s0 has a document with { a: 1 } already, and its index { a: 1 } is"
                + " unique. The collection is not sharded: no other shard has documents of it."),
        rules(cluster, command));
    CommandException refused = assertThrows(CommandException.class, () -> cluster.shop(command));
    assertEquals(doc("{keyPattern: {a: 1}, keyValue: {a: 1}}"), refused.detail().orElseThrow());
  }

  @Test
  void aReplacementWithAnArrayInTheKeyIsNamedBefore71() {
    TestCluster cluster = cluster("7.0");

    assertEquals(
        List.of("m0 update: " + KEY + "In the document k is (or lies in) an array."),
        rules(cluster, "{update: 'c', updates: [{q: {a: 1}, u: {k: [1]}}]}"));
  }
}
