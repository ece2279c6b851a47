package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.CommandException;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.lesson.ClusterFiles;

class ChangesTest {
  private final Cluster canvas =
      Cluster.start(
          new ClusterFiles().named("canvas"),
          Optional.empty(),
          OptionalLong.empty(),
          new InterruptFlag());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{aggregate: 'orders', pipeline: [{$out: 'copy'}], cursor: {}} | true",
        "{aggregate: 'orders', pipeline: [{$merge: 'copy'}], cursor: {}} | true",
        "{aggregate: 'orders', pipeline: [{$match: {}}], cursor: {}} | false",
        "{insert: 'plain', documents: [{a: 1}]} | true",
        "{insert: 'plain', documents: []} | false",
        "{insert: 'plain', documents: [{_id: 1, a: 1}]} | true",
        "{insert: 'kept', documents: [{_id: 1, a: 2}]} | false",
        "{update: 'kept', updates: [{q: {_id: 1}, u: {$badop: {a: 1}}}]} | false",
        "{update: 'kept', updates: [{q: {_id: 1}, u: {$set: {a: 1}}}]} | false",
        "{update: 'kept', updates: [{q: {_id: 1}, u: {$set: {a: 2}}}]} | true",
        "{update: 'kept', updates: [{q: {_id: 9}, u: {$set: {a: 2}}, upsert: true}]} | true",
        "{findAndModify: 'kept', query: {_id: 9}, update: {$set: {a: 2}}} | false",
        "{findAndModify: 'kept', query: {_id: 1}, update: {$set: {a: 2}}} | true",
        "{delete: 'kept', deletes: [{q: {_id: 9}, limit: 1}]} | false",
        "{delete: 'kept', deletes: [{q: {_id: 1}, limit: 1}]} | true",
        "{nope: 1} | false",
        "{moveChunk: 'orders', find: {customerId: 42}, to: 's1'} | false",
        "{listCommands: 1} | false"
      })
  void lineIsAChangeIfItWroteSomething(String command, boolean expected) {
    canvas.run(
        new NodeId("m0"),
        "shop",
        BsonDocument.parse("{insert: 'kept', documents: [{_id: 1, a: 1}]}"));
    long before = canvas.trace().mark();
    try {
      canvas.run(new NodeId("m0"), "shop", BsonDocument.parse(command));
    } catch (CommandException e) {
      assertEquals(false, expected, e.getMessage());
    }

    assertEquals(expected, Changes.in(canvas.trace().since(before)));
  }
}
