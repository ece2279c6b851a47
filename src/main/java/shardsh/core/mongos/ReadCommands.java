package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.Docs;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.TransactionErrors;
import shardsh.core.sharding.RoutingTable;

/** find, count and distinct through a router. Source: {@code sharding-facts.md}, section 13.7. */
final class ReadCommands {
  private static final BsonDocument NO_SORT = new BsonDocument();

  private final Environment environment;
  private final ShardCalls calls;
  private final RouterCursors cursors;

  /** Of the last read; the next one is mostly of the same collection. */
  private ShardTargeter last;

  ReadCommands(Environment environment, ShardCalls calls, RouterCursors cursors) {
    this.environment = environment;
    this.calls = calls;
    this.cursors = cursors;
  }

  void addTo(Map<String, RouterCommand> commands) {
    commands.put("find", this::find);
    commands.put("count", this::count);
    commands.put("distinct", this::distinct);
  }

  /**
   * Where a read with this filter goes. What the filter holds of operators that are not modelled
   * restricts nothing here; the shards refuse them.
   */
  Target target(Routing routing, BsonDocument filter, BsonDocument command) {
    if (!routing.isSharded()) {
      return Target.unsharded(routing.primary().orElseThrow());
    }
    Collation collation = routing.collation(command);
    RoutingTable table = routing.table().orElseThrow();
    if (!command.containsKey("let")) {
      ShardTargeter targeter = targeter(table, RequestFields.atClusterTime(command));
      Optional<Target> target = targeter.targetOfKey(filter, collation);
      if (target.isPresent()) {
        return target.get();
      }
    }
    MatchExpression tree = MatchParser.parseForRouting(filter, context(command, collation));
    return targeter(table, RequestFields.atClusterTime(command)).target(tree, collation);
  }

  private ShardTargeter targeter(RoutingTable table, Optional<BsonTimestamp> at) {
    boolean exact = environment.parameters().exactBoundary();
    if (at.isPresent()) {
      return new ShardTargeter(table, exact, at);
    }
    if (last == null || !last.isFor(table, exact)) {
      last = new ShardTargeter(table, exact);
    }
    return last;
  }

  private QueryContext context(BsonDocument command, Collation collation) {
    EvaluationContext.Settings settings =
        new EvaluationContext.Settings(
            BsonOrder.SIMPLE,
            new BsonDateTime(environment.clock().nowMillis()),
            environment.clusterTime(),
            environment.random()::nextDouble,
            environment.javaScript().orElse(null),
            environment.profile());
    QueryContext plain = QueryContext.of(collation, settings);
    return command.isDocument("let") ? plain.with(command.getDocument("let")) : plain;
  }

  private BsonDocument find(String db, BsonDocument command) {
    Namespace ns = RequestFields.namespace(db, command, "find");
    BsonDocument filter = RequestFields.document(command, "filter");
    refuseTailable(command);
    return calls.retrying(
        ns,
        routing -> {
          if (!routing.databaseExists()) {
            RequestFields.checkFind(command, environment.profile());
            return Replies.cursor("firstBatch", new BsonArray(), 0, ns.toString());
          }
          Target target = target(routing, filter, command);
          calls.targeted(ns, "find", target);
          try {
            return cursors.firstBatch(openCursors(routing, target, command), command);
          } catch (CommandException e) {
            throw ofQuery(command, e);
          }
        });
  }

  /** A find is read before anything is sent, so what is wrong with its text comes without more. */
  private CommandException ofQuery(BsonDocument command, CommandException e) {
    if (TransactionErrors.isTransient(e)
        && !e.errorCode().equals(ErrorCode.FAILED_TO_SATISFY_READ_PREFERENCE)) {
      return e;
    }
    try {
      RequestFields.checkFind(command, environment.profile());
    } catch (CommandException ofText) {
      return ofText;
    }
    return e.during("Encountered non-retryable error during query");
  }

  private static void refuseTailable(BsonDocument command) {
    if (Docs.truthy(command, "tailable")) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED, "tailable cursors are not modelled in shardsh");
    }
    if (Docs.truthy(command, "awaitData")) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "Cannot set 'awaitData' without also setting 'tailable'");
    }
  }

  private RouterCursor openCursors(Routing routing, Target target, BsonDocument command) {
    boolean sorts = command.containsKey("sort");
    BsonDocument sort = sorts ? RequestFields.document(command, "sort") : NO_SORT;
    long skip = RequestFields.wholeNumber(command, "skip");
    long limit = Math.abs(RequestFields.wholeNumber(command, "limit"));
    boolean several = target.shards().size() > 1;
    BsonDocument forShards = several ? Docs.copyOf(command) : command;
    if (several) {
      forShards.remove("skip");
      if (limit > 0) {
        forShards.append("limit", new BsonInt64(skip + limit));
      }
      if (!sort.isEmpty()) {
        forShards.append("sortKeys", Docs.bool(true));
      }
    }
    List<BsonDocument> replies = calls.scatterEach(routing, target.shards(), shard -> forShards);
    boolean partial = Docs.truthy(command, "allowPartialResults");
    ShardCalls.requireAll(partial ? replies.stream().filter(this::isReached).toList() : replies);
    boolean sorted = several && !sort.isEmpty();
    RouterCursor cursor =
        new RouterCursor(
            routing.ns(),
            sorted,
            sorted
                ? RouterCursor.byOrder(sort, routing.collation(command).order())
                : (left, right) -> 0,
            several ? skip : 0,
            several && limit > 0 ? limit : -1);
    if (partial) {
      cursor.allowPartialResults();
    }
    for (int i = 0; i < replies.size(); i++) {
      if (isReached(replies.get(i))) {
        cursor.add(target.shards().get(i), replies.get(i));
      } else {
        cursor.missShard();
      }
    }
    return cursor;
  }

  private boolean isReached(BsonDocument reply) {
    return Replies.isOk(reply) || !Replies.error(reply).errorCode().isUnreachable();
  }

  private BsonDocument count(String db, BsonDocument command) {
    Namespace ns = RequestFields.namespace(db, command, "count");
    BsonDocument query = RequestFields.document(command, "query");
    return calls.retrying(
        ns,
        routing -> {
          if (!routing.databaseExists()) {
            return Replies.ok(new BsonDocument("n", new BsonInt32(0)));
          }
          Target target = target(routing, query, command);
          calls.targeted(ns, "count", target);
          return sum(routing, target, command);
        });
  }

  private BsonDocument sum(Routing routing, Target target, BsonDocument command) {
    long skip = RequestFields.wholeNumber(command, "skip");
    long limit = Math.abs(RequestFields.wholeNumber(command, "limit"));
    boolean several = target.shards().size() > 1;
    BsonDocument forShards = Docs.copyOf(command);
    if (several) {
      forShards.remove("skip");
      if (limit > 0) {
        forShards.append("limit", new BsonInt64(skip + limit));
      }
    }
    long total = 0;
    for (BsonDocument reply : calls.scatter(routing, target.shards(), shard -> forShards)) {
      total += reply.getNumber("n").longValue();
    }
    if (several) {
      total = Math.max(0, total - skip);
      total = limit > 0 ? Math.min(limit, total) : total;
    }
    BsonValue n = total == (int) total ? new BsonInt32((int) total) : new BsonInt64(total);
    return Replies.ok(new BsonDocument("n", n));
  }

  private BsonDocument distinct(String db, BsonDocument command) {
    Namespace ns = RequestFields.namespace(db, command, "distinct");
    BsonDocument query = RequestFields.document(command, "query");
    return calls.retrying(
        ns,
        routing -> {
          if (!routing.databaseExists()) {
            return Replies.ok(new BsonDocument("values", new BsonArray()));
          }
          refuseDistinct(routing);
          Target target = target(routing, query, command);
          calls.targeted(ns, "distinct", target);
          List<BsonDocument> replies = calls.scatter(routing, target.shards(), shard -> command);
          return Replies.ok(new BsonDocument("values", union(replies, routing.collation(command))));
        });
  }

  private void refuseDistinct(Routing routing) {
    if (calls.isInTransaction() && routing.isSharded()) {
      throw new CommandException(
          ErrorCode.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
          "Cannot run 'distinct' on a sharded collection in a multi-document transaction. Please"
              + " see http://dochub.mongodb.org/core/transaction-distinct for a recommended"
              + " alternative.");
    }
  }

  private static BsonArray union(List<BsonDocument> replies, Collation collation) {
    if (replies.size() == 1) {
      return replies.get(0).getArray("values");
    }
    TreeSet<BsonValue> values = new TreeSet<>(collation.order());
    for (BsonDocument reply : replies) {
      values.addAll(reply.getArray("values"));
    }
    return new BsonArray(new ArrayList<>(values));
  }
}
