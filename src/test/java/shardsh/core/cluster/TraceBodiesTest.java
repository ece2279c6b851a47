package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.TraceEntry;

/** What the trace keeps of the commands that were sent. */
class TraceBodiesTest {
  private final TestCluster cluster = TestCluster.plain("8.0");

  private List<String> namesSent(String command) {
    long mark = cluster.cluster().trace().mark();
    cluster.shop(command);
    List<String> names = new ArrayList<>();
    for (TraceEntry entry : cluster.cluster().trace().since(mark)) {
      if (entry.event() instanceof CallEvent.RequestSent sent
          && sent.command().equals(BsonDocument.parse(command).getFirstKey())) {
        names.add(sent.to() + " " + sent.body().keySet());
      }
    }
    return names;
  }

  @Test
  void documentsAndOperationsOfWritesAreLetGo() {
    assertEquals(
        List.of("m0 [insert, ordered]", "s0 [insert, ordered, shardVersion, databaseVersion]"),
        namesSent("{insert: 'c', documents: [{_id: 1}], ordered: true}"));
    assertEquals(
        List.of("m0 [update]", "s0 [update, shardVersion, databaseVersion]"),
        namesSent("{update: 'c', updates: [{q: {_id: 1}, u: {$set: {a: 1}}}]}"));
    assertEquals(
        List.of("m0 [delete]", "s0 [delete, shardVersion, databaseVersion]"),
        namesSent("{delete: 'c', deletes: [{q: {_id: 1}, limit: 1}]}"));
  }

  @Test
  void filtersAreKept() {
    assertEquals("m0 [find, filter]", namesSent("{find: 'c', filter: {a: 1}}").get(0));
  }
}
