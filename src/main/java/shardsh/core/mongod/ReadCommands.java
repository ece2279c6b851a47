package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.Docs;
import shardsh.core.plan.PlanExecutor;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.rpc.Replies;

/** find, count, distinct and explain on one shard. */
final class ReadCommands {
  private final ShardServer server;
  private final LocalReads reads;

  ReadCommands(ShardServer server) {
    this.server = server;
    this.reads = server.reads();
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("find", this::find);
    commands.put("count", this::count);
    commands.put("distinct", this::distinct);
    commands.put("explain", new ShardExplain(server)::run);
  }

  private BsonDocument find(String db, BsonDocument command) {
    Namespace ns = Namespace.of(db, command.getString("find").getValue());
    reads.resolveView(ns);
    CanonicalQuery query = parse(ns, without("sortKeys", command));
    LocalReads.Source source = reads.source(ns, command);
    server.counts().countRead();
    if (source.store().isEmpty()) {
      return Replies.cursor("firstBatch", new BsonArray(), 0, ns.toString());
    }
    FindResults results =
        new FindResults(
            reads,
            query.singleBatch() ? source : source.frozen(),
            reads.bestPlan(source, query),
            query,
            Docs.truthy(command, "sortKeys"));
    try {
      BsonDocument reply =
          server.cursors().firstBatch(results, query.batchSize(), query.singleBatch());
      if (Docs.truthy(command, "noCursorTimeout")) {
        server.cursors().exempt(Replies.cursorId(reply));
      }
      return reply;
    } catch (CommandException e) {
      boolean namesCollection = server.environment().profile().isAtLeast("7.0");
      throw ExecutorErrors.named(
          e, "Executor error during find command" + (namesCollection ? ": " + ns : ""));
    }
  }

  private static BsonDocument without(String field, BsonDocument command) {
    if (!command.containsKey(field)) {
      return command;
    }
    BsonDocument rest = Docs.copyOf(command);
    rest.remove(field);
    return rest;
  }

  /** Reads a find on a collection, with its collation. */
  CanonicalQuery parse(Namespace ns, BsonDocument command) {
    return CanonicalQuery.parse(command, reads.standardCollation(ns), reads.settings());
  }

  /** The find that a count, distinct, update or delete makes of its filter. */
  static BsonDocument asFind(String collection, BsonDocument filter, BsonDocument command) {
    BsonDocument find =
        new BsonDocument("find", new BsonString(collection)).append("filter", filter);
    for (String field : List.of("collation", "hint", "skip", "limit", "sort", "let")) {
      if (command.containsKey(field)) {
        find.append(field, command.get(field));
      }
    }
    return find;
  }

  private static BsonDocument filterOf(BsonDocument command, String field) {
    BsonValue filter = command.get(field);
    if (filter == null || filter.isNull()) {
      return new BsonDocument();
    }
    if (!filter.isDocument()) {
      throw new CommandException(ErrorCode.TYPE_MISMATCH, "'" + field + "' must be of type object");
    }
    return filter.asDocument();
  }

  private BsonDocument count(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("count").getValue());
    reads.resolveView(ns);
    BsonDocument find = asFind(ns.collection(), filterOf(command, "query"), command);
    long limit = find.containsKey("limit") ? Math.abs(find.getNumber("limit").longValue()) : 0;
    find.append("limit", new BsonInt64(limit));
    CanonicalQuery query = parse(ns, find);
    LocalReads.Source source = reads.source(ns, command);
    server.counts().countRead();
    long n = source.store().isEmpty() ? 0 : counted(source, query);
    return Replies.ok(
        new BsonDocument("n", n == (int) n ? new BsonInt32((int) n) : new BsonInt64(n)));
  }

  private long counted(LocalReads.Source source, CanonicalQuery query) {
    boolean everything = query.filter().isEmpty() && query.hint().isEmpty();
    LocalReads.Source counted =
        everything ? new LocalReads.Source(source.ns(), source.store(), Optional.empty()) : source;
    PlanExecutor executor = reads.executor(counted, reads.planCount(counted, query).get(0));
    long n = executor.count();
    reads.charge(source.ns(), executor);
    if (everything) {
      n = Math.max(0, n - query.skip());
      n = query.limit() > 0 ? Math.min(n, query.limit()) : n;
    }
    return n;
  }

  private BsonDocument distinct(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("distinct").getValue());
    reads.resolveView(ns);
    BsonValue key = command.get("key");
    if (key == null || !key.isString()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "BSON field 'distinct.key' is "
              + (key == null ? "missing but a required field" : "the wrong type, expected string"));
    }
    String path = key.asString().getValue();
    BsonDocument find = asFind(ns.collection(), filterOf(command, "query"), command);
    CanonicalQuery query = parse(ns, find);
    LocalReads.Source source = reads.source(ns, command);
    server.counts().countRead();
    if (source.store().isEmpty()) {
      return Replies.ok(new BsonDocument("values", new BsonArray()));
    }
    PlanExecutor executor = reads.executor(source, reads.planDistinct(source, query, path).get(0));
    TreeSet<BsonValue> seen = new TreeSet<>(query.collation().order());
    List<BsonValue> values = new ArrayList<>();
    BsonPath compiled = BsonPath.of(path);
    try {
      while (executor.next()) {
        compiled.visit(executor.stored(), value -> collect(value, seen, values));
      }
    } catch (CommandException e) {
      throw ExecutorErrors.named(e, "Executor error during distinct command");
    }
    reads.charge(ns, executor);
    return Replies.ok(new BsonDocument("values", new BsonArray(values)));
  }

  private static void collect(BsonValue value, TreeSet<BsonValue> seen, List<BsonValue> values) {
    if (value.isArray()) {
      for (BsonValue element : value.asArray()) {
        if (seen.add(element)) {
          values.add(element);
        }
      }
    } else if (seen.add(value)) {
      values.add(value);
    }
  }
}
