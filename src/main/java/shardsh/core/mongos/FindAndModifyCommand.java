package shardsh.core.mongos;

import java.util.List;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.query.Collation;
import shardsh.core.query.Projection;
import shardsh.core.query.QueryContext;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardId;
import shardsh.core.update.UpdateParser;

/** findAndModify through a router. Source: {@code sharding-facts.md}, section 14.2. */
final class FindAndModifyCommand {
  private static final String CONCERN_ERROR = "writeConcernError";

  private final Environment environment;
  private final ShardCalls calls;
  private final DdlCommands ddl;
  private final TwoPhaseWrites twoPhase;

  FindAndModifyCommand(
      Environment environment, ShardCalls calls, DdlCommands ddl, TwoPhaseWrites twoPhase) {
    this.environment = environment;
    this.calls = calls;
    this.ddl = ddl;
    this.twoPhase = twoPhase;
  }

  BsonDocument run(String db, BsonDocument command) {
    Namespace ns = RequestFields.namespace(db, command, command.getFirstKey());
    boolean upsert = Docs.truthy(command, "upsert");
    return calls.retrying(
        ns,
        given -> {
          Routing routing = upsert ? ddl.inDatabase(given) : given;
          if (!routing.databaseExists()) {
            return TwoPhaseWrites.nothingFound(command);
          }
          return routed(routing, command, upsert);
        });
  }

  private BsonDocument routed(Routing routing, BsonDocument command, boolean upsert) {
    if (!routing.isSharded()) {
      Target target = Target.unsharded(routing.primary().orElseThrow());
      calls.targeted(routing.ns(), "findAndModify", target);
      return called(routing, target.shards().get(0), command);
    }
    BsonDocument query = RequestFields.document(command, "query");
    Collation collation = routing.collation(command);
    WriteTargeter.WriteTarget where =
        WriteTargeter.of(routing, environment, calls.router(), "findAndModify")
            .withVariablesOf(command)
            .findAndModify(query, upsert, collation);
    calls.targeted(routing.ns(), "findAndModify", where.target());
    if (where.kind() == WriteTargeter.Kind.TO_SHARDS) {
      return onShard(routing, where.target().shards().get(0), command);
    }
    if (upsert) {
      UpdateParser.checkUpsertFilter(query);
    }
    Optional<TwoPhaseWrites.Found> found =
        twoPhase.find(
            routing,
            where.target(),
            query,
            RequestFields.document(command, "sort"),
            command,
            StatementIds.of(command, 0));
    if (found.isEmpty()) {
      return upsert ? inserted(routing, command) : TwoPhaseWrites.nothingFound(command);
    }
    BsonDocument exact = Docs.copyOf(command).append("query", found.get().narrowed(query));
    exact.remove("sort");
    exact.remove("upsert");
    return onShard(routing, found.get().shard(), exact);
  }

  private BsonDocument onShard(Routing routing, ShardId shard, BsonDocument command) {
    try {
      return called(routing, shard, command);
    } catch (CommandException e) {
      if (!e.errorCode().equals(ErrorCode.WOULD_CHANGE_OWNING_SHARD) || e.detail().isEmpty()) {
        throw e;
      }
      BsonDocument change = (BsonDocument) e.detail().orElseThrow();
      twoPhase.applyChange(routing, change, StatementIds.of(command, 0));
      boolean upserted = TwoPhaseWrites.isUpsert(change);
      return answer(
          1,
          upserted ? Optional.of(change.getDocument("postImage").get("_id")) : Optional.empty(),
          projected(command, change.get(Docs.truthy(command, "new") ? "postImage" : "preImage")),
          !upserted);
    }
  }

  private BsonDocument called(Routing routing, ShardId shard, BsonDocument command) {
    BsonDocument reply = calls.callShard(routing, shard, command);
    return reply.isDocument(CONCERN_ERROR)
        ? Docs.copyOf(reply)
            .append(CONCERN_ERROR, BatchReply.at(shard, reply.getDocument(CONCERN_ERROR)))
        : reply;
  }

  private BsonDocument inserted(Routing routing, BsonDocument command) {
    BsonDocument one =
        new BsonDocument("q", RequestFields.document(command, "query"))
            .append("u", command.get("update"));
    for (String field : List.of("arrayFilters", "let")) {
      if (command.containsKey(field)) {
        one.append(field, command.get(field));
      }
    }
    BsonDocument document = new Upserts(environment).document(one, routing.collation(command));
    BsonDocument answer =
        answer(
            1,
            Optional.of(document.get("_id")),
            projected(command, Docs.truthy(command, "new") ? document : null),
            false);
    twoPhase.insert(routing, document, StatementIds.of(command, 0), () -> answer);
    return answer;
  }

  /** The document as {@code fields} wants it; null when there is none. */
  private BsonValue projected(BsonDocument command, BsonValue document) {
    BsonDocument fields = RequestFields.document(command, "fields");
    if (document == null) {
      return BsonNull.VALUE;
    }
    return fields.isEmpty()
        ? document
        : Projection.parse(
                fields,
                QueryContext.of(
                    RequestFields.collation(command),
                    EvaluationContext.Settings.PLAIN.withProfile(environment.profile())))
            .apply(document.asDocument());
  }

  private static BsonDocument answer(
      int n, Optional<BsonValue> upserted, BsonValue value, boolean existing) {
    BsonDocument last =
        new BsonDocument("n", new BsonInt32(n))
            .append("updatedExisting", BsonBoolean.valueOf(existing));
    upserted.ifPresent(id -> last.append("upserted", id));
    return Replies.ok(new BsonDocument("lastErrorObject", last).append("value", value));
  }
}
