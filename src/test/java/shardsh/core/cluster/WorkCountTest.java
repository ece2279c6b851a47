package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.NodeId;
import shardsh.core.base.WorkDone;
import shardsh.lesson.ClusterFiles;

/** What those who wait for a batch see of it, however it is divided among the shards. */
class WorkCountTest {
  private final StringBuilder seen = new StringBuilder();
  private final TreeMap<String, Long> last = new TreeMap<>();
  private final InterruptFlag flag = new InterruptFlag(this::look);
  private final Cluster cluster =
      Cluster.start(new ClusterFiles().named("canvas"), Optional.empty(), OptionalLong.of(1), flag);

  private boolean look() {
    flag.workDone().ifPresent(this::note);
    return false;
  }

  private void note(WorkDone work) {
    String whole = work.what() + " of " + work.total();
    Long before = last.put(whole, work.done());
    if (before == null) {
      seen.append(seen.isEmpty() ? "" : ", ").append(whole).append(':');
    }
    if (before == null || before != work.done()) {
      seen.append(' ').append(work.done());
    }
  }

  private void run(String command, String list, int count, IntFunction<String> statement) {
    cluster.run(
        new NodeId("m0"),
        "shop",
        BsonDocument.parse(
            IntStream.range(0, count)
                .mapToObj(statement)
                .collect(Collectors.joining(", ", "{" + command + ", " + list + ": [", "]}"))));
  }

  private static String order(int i) {
    return "{_id: " + (1000 + i) + ", customerId: " + (i * 37 % 600) + "}";
  }

  @Test
  void insertsThatGoToTheShardsInShortRunsAreOneCount() {
    run("insert: 'orders'", "documents", 210, WorkCountTest::order);

    assertEquals("insert of 210: 50 100 150 200", seen.toString());
  }

  @Test
  void insertsWithoutOrderThatGoToEachShardOnceAreOneCount() {
    run("insert: 'orders', ordered: false", "documents", 210, WorkCountTest::order);

    assertEquals("insert of 210: 50 100 150 200", seen.toString());
  }

  @Test
  void updatesThatAskSeveralShardsAreCountedOnceEach() {
    run(
        "update: 'orders'",
        "updates",
        120,
        i -> "{q: {total: " + i + "}, u: {$set: {seen: true}}, multi: true}");

    assertEquals("update of 120: 50 100", seen.toString());
  }

  @Test
  void commandsOfOneCallGoOnWhereTheOneBeforeEnded() {
    for (int part = 0; part < 4; part++) {
      WorkDone begun = new WorkDone("bulkWrite", part * 30, 120);
      int first = part * 30;
      flag.counting(
          begun,
          () -> {
            run("insert: 'orders'", "documents", 30, i -> order(first + i));
            return null;
          });
    }

    assertEquals("bulkWrite of 120: 50 100", seen.toString());
  }

  @Test
  void oneStatementForManyDocumentsTellsOfThemOnEachShard() {
    run("insert: 'single'", "documents", 130, WorkCountTest::order);
    seen.setLength(0);
    flag.clear();

    run("update: 'single'", "updates", 1, i -> "{q: {}, u: {$set: {a: 1}}, multi: true}");
    run("delete: 'single'", "deletes", 1, i -> "{q: {}, limit: 0}");

    assertEquals(
        "documents updated on s0 of 130: 50 100, documents deleted on s0 of 130: 50 100",
        seen.toString());
  }
}
