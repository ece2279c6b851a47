package shardsh.core.mongos;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.Docs;
import shardsh.core.query.Collation;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.QueryEvent;
import shardsh.core.update.UpdateParser;

/**
 * Single writes whose filter does not name one shard (7.1 and later): first find one matching
 * document anywhere, then write it where it is. Also documents whose shard key changes so that they
 * belong to another shard. Source: {@code sharding-facts.md}, sections 14.3 and 15.
 */
final class TwoPhaseWrites {

  private static final String MAY_BE_ORPHAN =
      "Failed to update document's shard key field. There is either an orphan for this document or"
          + " _id for this collection is not globally unique.";

  private static final String RETRY_OF = "retryOf";

  /**
   * Where the first phase leads.
   *
   * @param document the one to write; empty when the shard has done the statement before, by a
   *     retryable write, and only has to answer again
   */
  record Found(ShardId shard, Optional<BsonDocument> document) {

    /** The filter of a statement made to fit the document alone. */
    BsonDocument narrowed(BsonDocument filter) {
      return document
          .map(found -> Docs.copyOf(filter).append("_id", found.get("_id")))
          .orElse(filter);
    }
  }

  private final Environment environment;
  private final ShardCalls calls;
  private final RouterTransactions transactions;

  TwoPhaseWrites(Environment environment, ShardCalls calls, RouterTransactions transactions) {
    this.environment = environment;
    this.calls = calls;
    this.transactions = transactions;
  }

  /**
   * One document that matches, by the sort if there is one.
   *
   * @param retryOf the statement of a retryable write that looks for it, {@link StatementIds#of}
   */
  Optional<Found> find(
      Routing routing,
      Target target,
      BsonDocument filter,
      BsonDocument sort,
      BsonDocument request,
      Optional<BsonDocument> retryOf) {
    BsonDocument find = search(routing, filter, sort, request);
    retryOf.ifPresent(write -> find.append(RETRY_OF, write));
    if (!sort.isEmpty()) {
      find.append("sortKeys", Docs.bool(true));
    }
    List<BsonDocument> replies = calls.scatter(routing, target.shards(), shard -> find);
    for (int i = 0; i < replies.size(); i++) {
      if (replies.get(i).getDocument("cursor").containsKey("wasStatementExecuted")) {
        return Optional.of(new Found(target.shards().get(i), Optional.empty()));
      }
    }
    Collation collation = routing.collation(request);
    RouterCursor cursor =
        new RouterCursor(
            routing.ns(), !sort.isEmpty(), RouterCursor.byOrder(sort, collation.order()), 0, 1);
    Found first = null;
    for (int i = 0; i < replies.size(); i++) {
      cursor.add(target.shards().get(i), replies.get(i));
    }
    BsonArray batch =
        cursor.nextBatch(
            1,
            (shard, id) -> {
              throw new IllegalStateException("a find of one document needs no second batch");
            });
    if (!batch.isEmpty()) {
      BsonDocument document = batch.get(0).asDocument();
      first = new Found(ownerOf(cursor), Optional.of(document));
    }
    environment.trace().record(cursor.report(calls.router()));
    return Optional.ofNullable(first);
  }

  /** The command of the first phase, which looks for one document. */
  static BsonDocument search(
      Routing routing, BsonDocument filter, BsonDocument sort, BsonDocument request) {
    BsonDocument find =
        new BsonDocument("find", new BsonString(routing.ns().collection()))
            .append("filter", filter)
            .append("limit", new BsonInt32(1));
    if (!sort.isEmpty()) {
      find.append("sort", sort);
    }
    for (String field : List.of("collation", "hint", "let")) {
      if (request.containsKey(field)) {
        find.append(field, request.get(field));
      }
    }
    return find;
  }

  private ShardId ownerOf(RouterCursor cursor) {
    for (QueryEvent.ShardCount kept : cursor.report(calls.router()).keptByShard()) {
      if (kept.documents() > 0) {
        return kept.shard();
      }
    }
    throw new IllegalStateException("a document that came from nowhere");
  }

  /** A statement with the variables of its command. */
  private static BsonDocument withLet(BsonDocument one, BsonDocument command) {
    return command.containsKey("let") ? Docs.copyOf(one).append("let", command.get("let")) : one;
  }

  void update(
      Routing routing,
      Target target,
      BsonDocument command,
      BsonDocument one,
      int position,
      BatchReply reply) {
    BsonDocument query = RequestFields.document(one, "q");
    if (Docs.truthy(one, "upsert")) {
      UpdateParser.checkUpsertFilter(query);
    }
    BsonDocument request = withLet(one, command);
    Optional<BsonDocument> retryOf = StatementIds.of(command, position);
    Optional<Found> found =
        find(routing, target, query, RequestFields.document(one, "sort"), request, retryOf);
    if (found.isEmpty()) {
      if (Docs.truthy(one, "upsert")) {
        BsonDocument document = new Upserts(environment).document(request, routing.collation(one));
        insert(routing, document, retryOf, () -> upsertedAnswer(document));
        reply.upserted(position, document.get("_id"));
      }
      return;
    }
    BsonDocument exact = Docs.copyOf(one).append("q", found.get().narrowed(query));
    exact.remove("sort");
    exact.remove("upsert");
    BsonDocument part =
        StatementIds.add(
            Docs.copyOf(command).append("updates", new BsonArray(List.of(exact))),
            command,
            List.of(position));
    BsonDocument answer = calls.callShard(routing, found.get().shard(), part);
    Optional<BsonDocument> moving = owningShardChange(answer);
    if (moving.isPresent()) {
      carryOut(routing, moving.get(), command, position, reply);
    } else {
      reply.add(found.get().shard(), answer, List.of(position));
    }
  }

  private static BsonDocument upsertedAnswer(BsonDocument document) {
    BsonDocument row =
        new BsonDocument("index", new BsonInt32(0)).append("_id", document.get("_id"));
    return Replies.ok(
        new BsonDocument("n", new BsonInt32(1))
            .append("nModified", new BsonInt32(0))
            .append("upserted", new BsonArray(List.of(row))));
  }

  /** A shard reports a document that must move as a write error; the router acts on it. */
  static Optional<BsonDocument> owningShardChange(BsonDocument reply) {
    for (BsonValue error : reply.getArray("writeErrors", new BsonArray())) {
      int code = error.asDocument().getNumber("code").intValue();
      if (code == ErrorCode.WOULD_CHANGE_OWNING_SHARD.code()) {
        return Optional.of(error.asDocument());
      }
    }
    return Optional.empty();
  }

  /** Does what a shard could not: moves the changed document, or inserts the upserted one. */
  void carryOut(
      Routing routing, BsonDocument change, BsonDocument command, int position, BatchReply reply) {
    applyChange(routing, change, StatementIds.of(command, position));
    if (isUpsert(change)) {
      reply.upserted(position, change.getDocument("postImage").get("_id"));
    } else {
      reply.count(1, 1);
    }
  }

  static boolean isUpsert(BsonDocument change) {
    return Docs.truthy(change, "shouldUpsert");
  }

  /**
   * The cluster's part of {@link #carryOut}.
   *
   * @param retryOf the statement of a retryable write that wants it, {@link StatementIds#of}
   */
  void applyChange(Routing routing, BsonDocument change, Optional<BsonDocument> retryOf) {
    environment.toTheEnd(() -> move(routing, change, retryOf));
  }

  void delete(
      Routing routing,
      Target target,
      BsonDocument command,
      BsonDocument one,
      int position,
      BatchReply reply) {
    BsonDocument query = RequestFields.document(one, "q");
    Optional<Found> found =
        find(
            routing,
            target,
            query,
            new BsonDocument(),
            withLet(one, command),
            StatementIds.of(command, position));
    if (found.isPresent()) {
      BsonDocument exact = Docs.copyOf(one).append("q", found.get().narrowed(query));
      BsonDocument part =
          StatementIds.add(
              Docs.copyOf(command).append("deletes", new BsonArray(List.of(exact))),
              command,
              List.of(position));
      ShardId shard = found.get().shard();
      reply.add(shard, calls.callShard(routing, shard, part), List.of(position));
    }
  }

  private void insert(Routing routing, BsonDocument document) {
    insert(routing, document, Optional.empty(), BsonDocument::new);
  }

  /**
   * Inserts a document on the owner of its key.
   *
   * @param retryOf the statement of a retryable write that has made it, {@link StatementIds#of}
   * @param answer to that statement, which the owner gives when it comes again
   */
  void insert(
      Routing routing,
      BsonDocument document,
      Optional<BsonDocument> retryOf,
      Supplier<BsonDocument> answer) {
    Target target =
        WriteTargeter.of(routing, environment, calls.router(), "insert").insert(document);
    calls.targeted(routing.ns(), "insert", target);
    BsonDocument insert =
        new BsonDocument("insert", new BsonString(routing.ns().collection()))
            .append("documents", new BsonArray(List.of(document)));
    retryOf.ifPresent(
        write -> {
          insert.putAll(write);
          insert.append("answer", answer.get());
        });
    throwFirst(calls.callShard(routing, target.shards().get(0), insert));
  }

  private static void throwFirst(BsonDocument reply) {
    for (BsonValue error : reply.getArray("writeErrors", new BsonArray())) {
      BsonDocument row = error.asDocument();
      int code = row.getNumber("code").intValue();
      BsonDocument detail = Docs.copyOf(row);
      List.of("index", "code", "errmsg").forEach(detail::remove);
      throw new CommandException(ErrorCode.of(code), row.getString("errmsg").getValue(), detail);
    }
  }

  /**
   * Deletes the document where it is and inserts it where it belongs, both or neither. So it is
   * with an upsert, which has found nothing to delete: the shard that was asked first then knows
   * that the statement has been done.
   */
  private void move(Routing routing, BsonDocument change, Optional<BsonDocument> retryOf) {
    BsonDocument before = change.getDocument(isUpsert(change) ? "postImage" : "preImage");
    ShardId from = new ShardId(change.getString("shardId").getValue());
    BsonDocument statement =
        new BsonDocument("q", keyFilter(routing, before)).append("limit", new BsonInt32(1));
    BsonDocument delete =
        new BsonDocument("delete", new BsonString(routing.ns().collection()))
            .append("deletes", new BsonArray(List.of(statement)));
    retryOf.ifPresent(write -> delete.append(RETRY_OF, write));
    transactions.together(
        () -> {
          throwFirst(calls.callShard(routing, from, delete));
          insertElsewhere(routing, change.getDocument("postImage"));
        });
  }

  private void insertElsewhere(Routing routing, BsonDocument document) {
    try {
      insert(routing, document);
    } catch (CommandException e) {
      if (!e.errorCode().equals(ErrorCode.DUPLICATE_KEY)) {
        throw e;
      }
      throw new CommandException(
          e.errorCode(),
          MAY_BE_ORPHAN + " :: caused by :: " + e.getMessage(),
          e.detail().orElse(null));
    }
  }

  private static BsonDocument keyFilter(Routing routing, BsonDocument document) {
    BsonDocument filter = new BsonDocument("_id", document.get("_id"));
    for (Map.Entry<String, BsonValue> field :
        routing.table().orElseThrow().shardKey().toDocument().entrySet()) {
      BsonPath.of(field.getKey())
          .objectValue(document)
          .ifPresent(value -> filter.append(field.getKey(), new BsonDocument("$eq", value)));
    }
    return filter;
  }

  /** The reply to a findAndModify that found nothing. */
  static BsonDocument nothingFound(BsonDocument command) {
    BsonDocument last = new BsonDocument("n", new BsonInt32(0));
    if (!Docs.truthy(command, "remove")) {
      last.append("updatedExisting", Docs.bool(false));
    }
    return Replies.ok(new BsonDocument("lastErrorObject", last).append("value", BsonNull.VALUE));
  }
}
