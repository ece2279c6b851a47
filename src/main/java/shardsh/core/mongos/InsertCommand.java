package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ShardId;

/**
 * insert through a router. An ordered batch goes out in runs of neighbours for the same shard and
 * stops at the first error; an unordered one goes to each shard once.
 */
final class InsertCommand {
  private static final int BATCH_MAX = 100_000;

  private final Environment environment;
  private final ShardCalls calls;
  private final DdlCommands ddl;

  InsertCommand(Environment environment, ShardCalls calls, DdlCommands ddl) {
    this.environment = environment;
    this.calls = calls;
    this.ddl = ddl;
  }

  /** A command on its way: what it inserts, and which of that is not done yet, by position. */
  private record Batch(
      BsonDocument command,
      List<BsonDocument> documents,
      TreeSet<Integer> pending,
      BatchReply reply) {

    int done() {
      return documents.size() - pending.size();
    }
  }

  BsonDocument run(String db, BsonDocument command) {
    Namespace ns = RequestFields.namespace(db, command, "insert");
    List<BsonDocument> documents = documents(command);
    boolean ordered = !command.containsKey("ordered") || Docs.truthy(command, "ordered");
    Batch batch = new Batch(command, documents, new TreeSet<>(), new BatchReply());
    for (int i = 0; i < documents.size(); i++) {
      batch.pending().add(i);
    }
    while (!batch.pending().isEmpty() && !(ordered && batch.reply().hasErrors())) {
      calls.retrying(
          ns,
          given -> {
            Routing routing = ddl.inDatabase(given);
            if (ordered) {
              sendRun(routing, batch);
            } else {
              sendAll(routing, batch);
            }
            return null;
          });
    }
    return batch.reply().answerTo(command);
  }

  private List<BsonDocument> documents(BsonDocument command) {
    BsonArray given = command.getArray("documents", new BsonArray());
    if (given.isEmpty() || given.size() > BATCH_MAX) {
      throw new CommandException(
          ErrorCode.INVALID_LENGTH,
          "Write batch sizes must be between 1 and "
              + BATCH_MAX
              + ". Got "
              + given.size()
              + " operations.");
    }
    List<BsonDocument> documents = new ArrayList<>(given.size());
    for (BsonValue value : given) {
      documents.add(Docs.withId(value.asDocument(), environment.ids()::objectId));
    }
    return documents;
  }

  /** Tells for each document where it goes, or throws the reason why it cannot go anywhere. */
  private Function<BsonDocument, Target> targets(Routing routing) {
    if (!routing.isSharded()) {
      Target primary = Target.unsharded(routing.primary().orElseThrow());
      return document -> primary;
    }
    return targeter(routing)::insert;
  }

  private WriteTargeter targeter(Routing routing) {
    return WriteTargeter.of(routing, environment, calls.router(), "insert");
  }

  private void refuse(Routing routing, Batch batch, int position, CommandException e) {
    if (e.errorCode().equals(ErrorCode.SHARD_KEY_NOT_FOUND)) {
      targeter(routing).explainRefused(batch.documents().get(position));
    }
    batch.reply().fail(position, e);
    batch.pending().remove(position);
  }

  /** The first pending documents that go to one shard. */
  private void sendRun(Routing routing, Batch batch) {
    Function<BsonDocument, Target> targets = targets(routing);
    Target first = null;
    InsertedKeys keys = new InsertedKeys(routing);
    List<Integer> run = new ArrayList<>();
    CommandException refusal = null;
    for (int position : batch.pending()) {
      Target target;
      try {
        target = targets.apply(batch.documents().get(position));
      } catch (CommandException e) {
        refusal = e;
        break;
      }
      if (first != null && !first.shards().equals(target.shards())) {
        break;
      }
      first = target;
      keys.add(target);
      run.add(position);
    }
    if (first == null) {
      refuse(routing, batch, batch.pending().first(), refusal);
      return;
    }
    send(routing, keys.target(), run, batch);
  }

  private void send(Routing routing, Target target, List<Integer> positions, Batch batch) {
    calls.targeted(routing.ns(), "insert", target);
    ShardId shard = target.shards().get(0);
    BsonDocument answer =
        environment.counting(
            "insert",
            batch.done(),
            batch.documents().size(),
            () -> calls.callShard(routing, shard, part(positions, batch)));
    batch.reply().add(shard, answer, positions);
    positions.forEach(batch.pending()::remove);
  }

  private static BsonDocument part(List<Integer> positions, Batch batch) {
    BsonArray part = new BsonArray(positions.size());
    for (int position : positions) {
      part.add(batch.documents().get(position));
    }
    return StatementIds.add(
        Docs.copyOf(batch.command()).append("documents", part), batch.command(), positions);
  }

  private void sendAll(Routing routing, Batch batch) {
    Function<BsonDocument, Target> targets = targets(routing);
    Map<ShardId, List<Integer>> byShard = new TreeMap<>();
    Map<ShardId, InsertedKeys> keysOf = new TreeMap<>();
    for (int position : List.copyOf(batch.pending())) {
      try {
        Target target = targets.apply(batch.documents().get(position));
        ShardId shard = target.shards().get(0);
        byShard.computeIfAbsent(shard, key -> new ArrayList<>()).add(position);
        keysOf.computeIfAbsent(shard, key -> new InsertedKeys(routing)).add(target);
      } catch (CommandException e) {
        refuse(routing, batch, position, e);
      }
    }
    byShard.forEach(
        (shard, positions) -> send(routing, keysOf.get(shard).target(), positions, batch));
  }
}
