package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.TransactionErrors;
import shardsh.core.sharding.ShardId;
import shardsh.core.update.UpdateParser;

/** update, delete and the weight of sim.fill through a router, one operation after the other. */
final class WriteCommands {
  private static final String MOVES_IN_A_BATCH =
      "Document shard key value updates that cause the doc to move shards must be sent with write"
          + " batch of size 1";

  private final Environment environment;
  private final ShardCalls calls;
  private final DdlCommands ddl;
  private final TwoPhaseWrites twoPhase;

  WriteCommands(
      Environment environment, ShardCalls calls, DdlCommands ddl, TwoPhaseWrites twoPhase) {
    this.environment = environment;
    this.calls = calls;
    this.ddl = ddl;
    this.twoPhase = twoPhase;
  }

  void addTo(Map<String, RouterCommand> commands) {
    commands.put("insert", new InsertCommand(environment, calls, ddl)::run);
    commands.put("update", this::update);
    commands.put("delete", this::delete);
    commands.put("_simFill", this::fill);
  }

  private WriteTargeter targeter(Routing routing, String command) {
    return WriteTargeter.of(routing, environment, calls.router(), command)
        .inTransaction(calls.isInTransaction());
  }

  private interface Operation {
    void run(Routing routing, Attempt attempt);
  }

  /**
   * One operation of a batch over its tries.
   *
   * @param command the whole batch
   * @param position of the operation in the batch
   * @param done the shards that did their part in an earlier try and are not asked again
   */
  private record Attempt(
      BsonDocument command,
      int position,
      BsonDocument one,
      BatchReply reply,
      TreeSet<ShardId> done) {

    void add(ShardId shard, BsonDocument shardReply) {
      reply.add(shard, shardReply, List.of(position));
    }
  }

  private BsonDocument eachInTurn(
      String db, BsonDocument command, String list, BatchReply reply, Operation operation) {
    Namespace ns = RequestFields.namespace(db, command, command.getFirstKey());
    BsonArray operations = command.getArray(list, new BsonArray());
    if (operations.isEmpty()) {
      throw new CommandException(
          ErrorCode.INVALID_LENGTH,
          "Write batch sizes must be between 1 and 100000. Got 0 operations.");
    }
    boolean ordered = !command.containsKey("ordered") || Docs.truthy(command, "ordered");
    for (int i = 0; i < operations.size() && !(ordered && reply.hasErrors()); i++) {
      environment.operation().checkForInterrupt();
      Attempt attempt =
          new Attempt(command, i, operations.get(i).asDocument(), reply, new TreeSet<>());
      try {
        environment.counting(
            command.getFirstKey(),
            i,
            operations.size(),
            () ->
                calls.retrying(
                    ns,
                    routing -> {
                      operation.run(routing, attempt);
                      return null;
                    }));
      } catch (CommandException e) {
        if (ShardCalls.isStale(e) || isFatal(e)) {
          throw e;
        }
        reply.fail(i, e);
      }
    }
    return reply.answerTo(command);
  }

  private static boolean isFatal(CommandException e) {
    return e.errorCode().equals(ErrorCode.INTERRUPTED)
        || e.errorCode().equals(ErrorCode.MAX_TIME_MS_EXPIRED)
        || e.errorCode().equals(ErrorCode.OPERATION_NOT_SUPPORTED_IN_TRANSACTION)
        || TransactionErrors.isTransient(e);
  }

  private BsonDocument update(String db, BsonDocument command) {
    UpdateParser.checkStatements(
        command.getArray("updates", new BsonArray()), environment.profile());
    return eachInTurn(db, command, "updates", new BatchReply().forUpdates(), this::updateOne);
  }

  private void updateOne(Routing given, Attempt attempt) {
    BsonDocument one = attempt.one();
    WriteTargeter.UpdateRequest request =
        new WriteTargeter.UpdateRequest(
            RequestFields.document(one, "q"),
            one.get("u"),
            Docs.truthy(one, "multi"),
            Docs.truthy(one, "upsert"),
            given.collation(one));
    Routing routing = request.upsert() ? ddl.inDatabase(given) : given;
    if (!routing.databaseExists()) {
      return;
    }
    if (!routing.isSharded()) {
      toPrimary(routing, "update", "updates", attempt);
      return;
    }
    if (request.multi() && request.isReplacement()) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "Replacement-style updates cannot be {multi:true}");
    }
    WriteTargeter.WriteTarget where =
        targeter(routing, "update")
            .withVariablesOf(attempt.command())
            .update(request)
            .among(environment.shards());
    calls.targeted(routing.ns(), "update", where.target());
    if (where.kind() == WriteTargeter.Kind.TWO_PHASE) {
      twoPhase.update(
          routing, where.target(), attempt.command(), one, attempt.position(), attempt.reply());
    } else {
      send(routing, where, "updates", attempt);
    }
  }

  private void toPrimary(Routing routing, String name, String list, Attempt attempt) {
    Target target = Target.unsharded(routing.primary().orElseThrow());
    calls.targeted(routing.ns(), name, target);
    ShardId shard = target.shards().get(0);
    attempt.add(shard, calls.callShard(routing, shard, part(attempt, list)));
  }

  private void send(
      Routing routing, WriteTargeter.WriteTarget where, String list, Attempt attempt) {
    List<ShardId> shards = new ArrayList<>(where.target().shards());
    shards.removeAll(attempt.done());
    BsonDocument part = part(attempt, list);
    List<BsonDocument> replies =
        where.kind() == WriteTargeter.Kind.BROADCAST
            ? calls.broadcast(routing.ns(), shards, part)
            : calls.scatterEach(routing, shards, shard -> part);
    List<BsonDocument> moving = new ArrayList<>();
    boolean oneSuffices = where.kind() == WriteTargeter.Kind.TO_SHARDS && mayStopAtOne(attempt);
    boolean found = false;
    for (int i = 0; i < shards.size(); i++) {
      Optional<BsonDocument> change = TwoPhaseWrites.owningShardChange(replies.get(i));
      if (change.isPresent()) {
        moving.add(change.get());
      } else if (Replies.isOk(replies.get(i))) {
        attempt.done().add(shards.get(i));
        if (!(oneSuffices && found)) {
          attempt.add(shards.get(i), replies.get(i));
        }
        found |= replies.get(i).getNumber("n").intValue() > 0;
      }
    }
    ShardCalls.requireAll(replies);
    if (!moving.isEmpty() && attempt.command().getArray(list).size() > 1) {
      throw new CommandException(ErrorCode.INVALID_OPTIONS, MOVES_IN_A_BATCH);
    }
    for (BsonDocument change : moving) {
      twoPhase.carryOut(routing, change, attempt.command(), attempt.position(), attempt.reply());
    }
  }

  /**
   * Whether a write of one document that asks several shards, which it may by {@code _id}, has its
   * answer when one of them has written: so it is with retryable writes of newer routers, where
   * both shards of a moved chunk remember the statement.
   */
  private boolean mayStopAtOne(Attempt attempt) {
    return environment.profile().isAtLeast("7.3") && attempt.command().containsKey("txnNumber");
  }

  private static BsonDocument part(Attempt attempt, String list) {
    BsonDocument part =
        Docs.copyOf(attempt.command()).append(list, new BsonArray(List.of(attempt.one())));
    return StatementIds.add(part, attempt.command(), List.of(attempt.position()));
  }

  private BsonDocument delete(String db, BsonDocument command) {
    UpdateParser.checkLimits(command.getArray("deletes", new BsonArray()));
    return eachInTurn(db, command, "deletes", new BatchReply(), this::deleteOne);
  }

  private void deleteOne(Routing routing, Attempt attempt) {
    if (!routing.databaseExists()) {
      return;
    }
    if (!routing.isSharded()) {
      toPrimary(routing, "delete", "deletes", attempt);
      return;
    }
    BsonDocument one = attempt.one();
    boolean multi = RequestFields.wholeNumber(one, "limit") == 0;
    WriteTargeter.WriteTarget where =
        targeter(routing, "delete")
            .withVariablesOf(attempt.command())
            .delete(RequestFields.document(one, "q"), multi, routing.collation(one))
            .among(environment.shards());
    calls.targeted(routing.ns(), "delete", where.target());
    if (where.kind() == WriteTargeter.Kind.TWO_PHASE) {
      twoPhase.delete(
          routing, where.target(), attempt.command(), one, attempt.position(), attempt.reply());
    } else {
      send(routing, where, "deletes", attempt);
    }
  }

  /**
   * {@code {_simFill: coll, key, bytes, docs}}: declared weight, to the shards that own its keys.
   */
  private BsonDocument fill(String db, BsonDocument command) {
    Namespace ns = RequestFields.namespace(db, command, "_simFill");
    Map<ShardId, BsonDocument> done = new TreeMap<>();
    return calls.retrying(
        ns,
        given -> {
          Routing routing = hasKey(given, command) ? given : calls.fresh(ns);
          if (!routing.isSharded()) {
            throw new CommandException(
                ErrorCode.NAMESPACE_NOT_SHARDED,
                "Collection " + ns + " is not sharded; sim.fill puts weight on shard keys");
          }
          Target target =
              new FillTargeter(routing.table().orElseThrow())
                  .target(RequestFields.document(command, "key"));
          calls.targeted(ns, "sim.fill", target);
          calls.scatterOnce(routing, target.shards(), command, done);
          return filled(done);
        });
  }

  /** Whether the fields given are those of the key, as far as this router knows. */
  private static boolean hasKey(Routing routing, BsonDocument command) {
    return routing.isSharded()
        && routing
            .table()
            .orElseThrow()
            .shardKey()
            .isShardKey(RequestFields.document(command, "key"));
  }

  private static BsonDocument filled(Map<ShardId, BsonDocument> replies) {
    BsonDocument byShard = new BsonDocument();
    List<BsonValue> splits = new ArrayList<>();
    int jumbo = 0;
    for (Map.Entry<ShardId, BsonDocument> shard : replies.entrySet()) {
      BsonDocument reply = shard.getValue();
      byShard.append(shard.getKey().name(), reply.get("addedBytes"));
      splits.addAll(reply.getArray("splits"));
      jumbo += reply.getInt32("jumbo").getValue();
    }
    return Replies.ok(
        new BsonDocument("shards", byShard)
            .append("splits", new BsonArray(splits))
            .append("jumbo", new BsonInt32(jumbo)));
  }
}
