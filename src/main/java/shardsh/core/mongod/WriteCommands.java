package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.plan.PlanExecutor;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.EqualityExtractor;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.TransactionErrors;
import shardsh.core.rpc.WriteConcerns;
import shardsh.core.storage.CollectionStore;
import shardsh.core.update.Update;
import shardsh.core.update.UpdateParser;
import shardsh.core.update.UpdateResult;

/**
 * insert, update and delete on one shard. The version is checked once for a batch, before anything
 * is written; what goes wrong with single operations is reported in {@code writeErrors}.
 */
final class WriteCommands {
  private static final String EXECUTOR_IS_NAMED_SINCE = "8.0";
  private static final List<String> WRITABLE =
      List.of("system.views", "system.js", "system.users", "system.profile");

  private final ShardServer server;
  private final LocalReads reads;
  private final Environment environment;

  WriteCommands(ShardServer server) {
    this.server = server;
    this.reads = server.reads();
    this.environment = server.environment();
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("insert", withConcern(this::insert));
    commands.put("update", withConcern(this::update));
    commands.put("delete", withConcern(this::delete));
    commands.put("findAndModify", withConcern(new FindAndModifyCommand(server)::run));
  }

  /** The command with a {@code writeConcernError} in its reply where the set cannot meet it. */
  private ShardCommand withConcern(ShardCommand write) {
    return (db, command) -> {
      Namespace ns = new Namespace(db, command.getString(command.getFirstKey()).getValue());
      refuseSystem(ns);
      long noted = server.source().writes().noted();
      BsonDocument reply = write.run(db, command);
      server.source().writes().tellNoted(server.source().writes().noted() - noted);
      if (server.sessions().current().isPresent()) {
        return reply;
      }
      WriteConcerns.await(command, environment, server.set().members(), ns)
          .ifPresent(failure -> reply.append("writeConcernError", failure));
      return reply;
    };
  }

  /** Collections of the server's own are not written by hand, but for a few. */
  private static void refuseSystem(Namespace ns) {
    String name = ns.collection();
    if (name.startsWith("system.")
        && !ns.isInternal()
        && !WRITABLE.contains(name)
        && !name.startsWith("system.buckets.")) {
      throw new CommandException(ErrorCode.INVALID_NAMESPACE, "Invalid system namespace: " + ns);
    }
  }

  private interface Operation {
    void run(int index);
  }

  private BsonArray each(Namespace ns, BsonDocument command, int operations, Operation operation) {
    boolean ordered = !command.containsKey("ordered") || Docs.truthy(command, "ordered");
    BsonArray errors = new BsonArray();
    for (int i = 0; i < operations && !(ordered && !errors.isEmpty()); i++) {
      try {
        environment.operation().checkForInterrupt();
        int index = i;
        environment.counting(
            command.getFirstKey(),
            index,
            operations,
            () -> {
              operation.run(index);
              return null;
            });
      } catch (CommandException e) {
        if (e.errorCode().equals(ErrorCode.INTERRUPTED)
            || e.errorCode().equals(ErrorCode.MAX_TIME_MS_EXPIRED)
            || e.errorCode().equals(ErrorCode.OPERATION_NOT_SUPPORTED_IN_TRANSACTION)
            || TransactionErrors.isTransient(e)) {
          throw e;
        }
        DuplicateRule.record(server, ns, command.getFirstKey(), e);
        errors.add(DocumentWriter.writeError(i, e));
      }
    }
    return errors;
  }

  private static BsonDocument withErrors(BsonDocument reply, BsonArray errors) {
    if (!errors.isEmpty()) {
      reply.append("writeErrors", errors);
    }
    return Replies.ok(reply);
  }

  private BsonDocument insert(String db, BsonDocument command) {
    Namespace ns = Namespace.of(db, command.getString("insert").getValue());
    reads.refuseView(ns);
    LocalReads.Source source = reads.source(ns, command);
    CollectionStore store = reads.writable(ns);
    DocumentWriter writer = new DocumentWriter(server, ns, source.filter(), command);
    BsonArray documents = command.getArray("documents");
    writer.awaitKeys(store, documents);
    int[] inserted = {0};
    BsonArray errors =
        each(
            ns,
            command,
            documents.size(),
            index -> {
              writer.insert(store, documents.get(index).asDocument());
              inserted[0]++;
            });
    return withErrors(new BsonDocument("n", new BsonInt32(inserted[0])), errors);
  }

  /**
   * The plan of a filter, ready to run; empty for a collection that is not there.
   *
   * @throws CommandException when there is none, e.g. for a hint at an index that is not there
   */
  static Optional<PlanExecutor> planned(
      LocalReads reads, LocalReads.Source source, CanonicalQuery query) {
    return source.store().isEmpty()
        ? Optional.empty()
        : Optional.of(reads.executor(source, reads.plan(source, query).get(0)));
  }

  /** Records that a plan finds, with their documents; at most {@code max}. */
  static List<Match> matches(
      LocalReads reads,
      LocalReads.Source source,
      DocumentWriter writer,
      Optional<PlanExecutor> plan,
      int max) {
    List<Match> found = new ArrayList<>();
    if (plan.isEmpty()) {
      return found;
    }
    PlanExecutor executor = plan.get();
    while (found.size() < max && executor.next()) {
      CollectionStore store = source.store().get();
      store
          .document(executor.recordId())
          .ifPresent(document -> found.add(new Match(executor.recordId(), document)));
    }
    reads.charge(source.ns(), executor);
    if (!writer.mustWait(found)) {
      return found;
    }
    return matches(
        reads, source, writer, Optional.of(reads.executor(source, executor.solution())), max);
  }

  /** A stored document. */
  record Match(long recordId, BsonDocument document) {}

  private CanonicalQuery query(Namespace ns, BsonDocument command, BsonDocument one) {
    BsonDocument find = search(ns, one.getDocument("q", new BsonDocument()), one);
    if (command.containsKey("let")) {
      find.append("let", command.get("let"));
    }
    return CanonicalQuery.parse(find, reads.standardCollation(ns), reads.settings());
  }

  /**
   * The find that looks for what a statement writes. With a sort it is after one document only, so
   * that the sort need not keep more.
   */
  static BsonDocument search(Namespace ns, BsonDocument filter, BsonDocument statement) {
    BsonDocument find = ReadCommands.asFind(ns.collection(), filter, statement);
    find.remove("limit");
    boolean sorted = find.isDocument("sort") && !find.getDocument("sort").isEmpty();
    return sorted ? find.append("limit", new BsonInt32(1)) : find;
  }

  /** Whether a filter fixes every field of the shard key. */
  static boolean namesShardKey(LocalReads.Source source, CanonicalQuery query) {
    return source
        .filter()
        .map(
            owned ->
                EqualityExtractor.equalities(query.tree(), owned.table().shardKey().paths())
                    .isPresent())
        .orElse(false);
  }

  private static final class UpdateCounts {
    private int matched;
    private int modified;
    private final BsonArray upserted = new BsonArray();
  }

  private BsonDocument update(String db, BsonDocument command) {
    Namespace ns = Namespace.of(db, command.getString("update").getValue());
    reads.refuseView(ns);
    LocalReads.Source source = reads.source(ns, command);
    BsonArray updates = command.getArray("updates");
    UpdateParser.checkStatements(updates, environment.profile());
    DocumentWriter writer =
        new DocumentWriter(server, ns, server.sharding().ownership(ns, command), command);
    UpdateCounts counts = new UpdateCounts();
    BsonArray errors =
        each(
            ns,
            command,
            updates.size(),
            index ->
                updateOne(source, writer, command, updates.get(index).asDocument(), index, counts));
    BsonDocument reply =
        new BsonDocument("n", new BsonInt32(counts.matched + counts.upserted.size()))
            .append("nModified", new BsonInt32(counts.modified));
    if (!counts.upserted.isEmpty()) {
      reply.append("upserted", counts.upserted);
    }
    return withErrors(reply, errors);
  }

  private void updateOne(
      LocalReads.Source source,
      DocumentWriter writer,
      BsonDocument command,
      BsonDocument one,
      int index,
      UpdateCounts counts) {
    boolean multi = Docs.truthy(one, "multi");
    boolean upsert = Docs.truthy(one, "upsert");
    if (multi && one.containsKey("sort")) {
      throw new CommandException(ErrorCode.FAILED_TO_PARSE, "Cannot specify sort with multi=true");
    }
    CanonicalQuery query = query(source.ns(), command, one);
    if (upsert) {
      UpdateParser.checkUpsertFilter(query.filter());
    }
    Update update = update(one, query);
    if (multi && update.kind() == Update.Kind.REPLACEMENT) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "multi update is not supported for replacement-style update");
    }
    Optional<PlanExecutor> plan = planned(reads, source, query);
    try {
      carryOut(source, writer, query, plan, update, multi, upsert, index, counts);
    } catch (CommandException e) {
      throw DocumentWriter.duringPlan(
          e, "update", environment.profile().isAtLeast(EXECUTOR_IS_NAMED_SINCE));
    }
  }

  private static Update update(BsonDocument one, CanonicalQuery query) {
    BsonDocument constants = one.getDocument("c", new BsonDocument());
    if (one.containsKey("c") && !one.get("u").isArray()) {
      throw new CommandException(
          ErrorCode.location(51198), "Constant values may only be specified for pipeline updates");
    }
    return UpdateParser.parse(
        one.get("u"),
        one.getArray("arrayFilters", new BsonArray()),
        query.context().withConstants(constants));
  }

  private void carryOut(
      LocalReads.Source source,
      DocumentWriter writer,
      CanonicalQuery query,
      Optional<PlanExecutor> plan,
      Update update,
      boolean multi,
      boolean upsert,
      int index,
      UpdateCounts counts) {
    boolean keyInFilter = namesShardKey(source, query);
    List<Match> found = matches(reads, source, writer, plan, multi ? Integer.MAX_VALUE : 1);
    for (int i = 0; i < found.size(); i++) {
      environment.operation().checkForInterrupt();
      environment.report("documents updated on " + server.shardId(), i, found.size());
      Match match = found.get(i);
      UpdateResult result =
          update.apply(match.document(), query.tree(), environment.clock().nowMillis());
      if (result.changed()
          && writer
              .giving(update.kind())
              .replace(
                  source.store().orElseThrow(),
                  match.recordId(),
                  match.document(),
                  result.document(),
                  multi,
                  keyInFilter)) {
        counts.modified++;
      }
      counts.matched++;
    }
    if (found.isEmpty() && upsert) {
      BsonDocument document = upserted(query, update);
      writer.insertUpserted(reads.writable(source.ns()), document);
      counts.upserted.add(
          new BsonDocument("index", new BsonInt32(index)).append("_id", document.get("_id")));
    }
  }

  /** The document that an upsert inserts, with an {@code _id}. */
  private BsonDocument upserted(CanonicalQuery query, Update update) {
    BsonDocument made = update.upsertDocument(query.tree(), environment.clock().nowMillis());
    if (made.containsKey("_id")) {
      return made;
    }
    BsonDocument complete = new BsonDocument("_id", new BsonObjectId(environment.ids().objectId()));
    complete.putAll(made);
    return complete;
  }

  private BsonDocument delete(String db, BsonDocument command) {
    Namespace ns = Namespace.of(db, command.getString("delete").getValue());
    reads.refuseView(ns);
    LocalReads.Source source = reads.source(ns, command);
    BsonArray deletes = command.getArray("deletes");
    UpdateParser.checkLimits(deletes);
    DocumentWriter writer = new DocumentWriter(server, ns, source.filter(), command);
    int[] deleted = {0};
    BsonArray errors =
        each(
            ns,
            command,
            deletes.size(),
            index ->
                deleted[0] += deleteOne(source, writer, command, deletes.get(index).asDocument()));
    return withErrors(new BsonDocument("n", new BsonInt32(deleted[0])), errors);
  }

  private int deleteOne(
      LocalReads.Source source, DocumentWriter writer, BsonDocument command, BsonDocument one) {
    long most = one.getNumber("limit").longValue();
    CanonicalQuery query = query(source.ns(), command, one);
    List<Match> found =
        matches(
            reads,
            source,
            writer,
            planned(reads, source, query),
            most == 1 ? 1 : Integer.MAX_VALUE);
    for (int i = 0; i < found.size(); i++) {
      environment.operation().checkForInterrupt();
      environment.report("documents deleted on " + server.shardId(), i, found.size());
      writer.remove(source.store().orElseThrow(), found.get(i).recordId());
    }
    return found.size();
  }
}
