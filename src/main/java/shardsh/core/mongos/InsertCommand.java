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

  BsonDocument run(String db, BsonDocument command) {
    Namespace ns = RequestFields.namespace(db, command, "insert");
    List<BsonDocument> documents = documents(command);
    boolean ordered = !command.containsKey("ordered") || Docs.truthy(command, "ordered");
    BatchReply reply = new BatchReply();
    TreeSet<Integer> pending = new TreeSet<>();
    for (int i = 0; i < documents.size(); i++) {
      pending.add(i);
    }
    while (!pending.isEmpty() && !(ordered && reply.hasErrors())) {
      calls.retrying(
          ns,
          given -> {
            Routing routing = ddl.inDatabase(given);
            if (ordered) {
              sendRun(routing, documents, pending, command, reply);
            } else {
              sendAll(routing, documents, pending, command, reply);
            }
            return null;
          });
    }
    return reply.answerTo(command);
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

  private void refuse(
      Routing routing, BsonDocument document, int position, CommandException e, BatchReply reply) {
    if (e.errorCode().equals(ErrorCode.SHARD_KEY_NOT_FOUND)) {
      targeter(routing).explainRefused(document);
    }
    reply.fail(position, e);
  }

  /** The first pending documents that go to one shard. */
  private void sendRun(
      Routing routing,
      List<BsonDocument> documents,
      TreeSet<Integer> pending,
      BsonDocument command,
      BatchReply reply) {
    Function<BsonDocument, Target> targets = targets(routing);
    Target first = null;
    InsertedKeys keys = new InsertedKeys(routing);
    List<Integer> run = new ArrayList<>();
    CommandException refusal = null;
    for (int position : pending) {
      Target target;
      try {
        target = targets.apply(documents.get(position));
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
      int position = pending.pollFirst();
      refuse(routing, documents.get(position), position, refusal, reply);
      return;
    }
    send(routing, keys.target(), run, documents, command, reply);
    run.forEach(pending::remove);
  }

  private void send(
      Routing routing,
      Target target,
      List<Integer> positions,
      List<BsonDocument> documents,
      BsonDocument command,
      BatchReply reply) {
    calls.targeted(routing.ns(), "insert", target);
    ShardId shard = target.shards().get(0);
    reply.add(
        shard, calls.callShard(routing, shard, part(positions, documents, command)), positions);
  }

  private static BsonDocument part(
      List<Integer> positions, List<BsonDocument> documents, BsonDocument command) {
    BsonArray part = new BsonArray(positions.size());
    for (int position : positions) {
      part.add(documents.get(position));
    }
    return StatementIds.add(Docs.copyOf(command).append("documents", part), command, positions);
  }

  private void sendAll(
      Routing routing,
      List<BsonDocument> documents,
      TreeSet<Integer> pending,
      BsonDocument command,
      BatchReply reply) {
    Function<BsonDocument, Target> targets = targets(routing);
    Map<ShardId, List<Integer>> byShard = new TreeMap<>();
    Map<ShardId, InsertedKeys> keysOf = new TreeMap<>();
    for (int position : List.copyOf(pending)) {
      try {
        Target target = targets.apply(documents.get(position));
        ShardId shard = target.shards().get(0);
        byShard.computeIfAbsent(shard, key -> new ArrayList<>()).add(position);
        keysOf.computeIfAbsent(shard, key -> new InsertedKeys(routing)).add(target);
      } catch (CommandException e) {
        refuse(routing, documents.get(position), position, e, reply);
        pending.remove(position);
      }
    }
    byShard.forEach(
        (shard, positions) -> {
          send(routing, keysOf.get(shard).target(), positions, documents, command, reply);
          positions.forEach(pending::remove);
        });
  }
}
