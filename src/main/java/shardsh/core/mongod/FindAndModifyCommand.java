package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.plan.PlanExecutor;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.MatchDetails;
import shardsh.core.query.Projection;
import shardsh.core.rpc.Replies;
import shardsh.core.storage.DuplicateKeyInfo;
import shardsh.core.update.Update;
import shardsh.core.update.UpdateParser;
import shardsh.core.update.UpdateResult;

/** findAndModify on one shard. Source: the manual's page on the command. */
final class FindAndModifyCommand {
  private final ShardServer server;
  private final LocalReads reads;

  FindAndModifyCommand(ShardServer server) {
    this.server = server;
    this.reads = server.reads();
  }

  BsonDocument run(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString(command.getFirstKey()).getValue());
    reads.refuseView(ns);
    boolean remove = Docs.truthy(command, "remove");
    boolean returnNew = Docs.truthy(command, "new");
    checkOptions(command);
    BsonDocument find =
        WriteCommands.search(ns, command.getDocument("query", new BsonDocument()), command);
    CanonicalQuery query =
        CanonicalQuery.parse(find, reads.standardCollation(ns), reads.settings());
    if (Docs.truthy(command, "upsert")) {
      UpdateParser.checkUpsertFilter(query.filter());
    }
    LocalReads.Source source = reads.source(ns, command);
    DocumentWriter writer =
        new DocumentWriter(server, ns, server.sharding().ownership(ns, command), command);
    if (remove) {
      Optional<PlanExecutor> plan = WriteCommands.planned(reads, source, query);
      try {
        return removed(source, writer, command, query, plan);
      } catch (CommandException e) {
        throw DocumentWriter.duringPlan(e, "findAndModify", true);
      }
    }
    Update update =
        UpdateParser.parse(
            command.get("update"),
            command.getArray("arrayFilters", new BsonArray()),
            query.context());
    Optional<PlanExecutor> plan = WriteCommands.planned(reads, source, query);
    try {
      return updated(source, writer, command, query, plan, update);
    } catch (CommandException e) {
      DuplicateRule.record(server, ns, "findAndModify", e);
      throw DocumentWriter.duringPlan(withDetail(e), "findAndModify", true);
    }
  }

  /** A duplicate key with the pattern and the values of the index, as the reply tells them. */
  private static CommandException withDetail(CommandException e) {
    return e.detail().orElse(null) instanceof DuplicateKeyInfo info
        ? new CommandException(e.errorCode(), e.getMessage(), info.toBson())
        : e;
  }

  private BsonDocument removed(
      LocalReads.Source source,
      DocumentWriter writer,
      BsonDocument command,
      CanonicalQuery query,
      Optional<PlanExecutor> plan) {
    List<WriteCommands.Match> found = WriteCommands.matches(reads, source, writer, plan, 1);
    found.forEach(match -> writer.remove(source.store().orElseThrow(), match.recordId()));
    return answer(
        found.size(),
        Optional.empty(),
        Optional.empty(),
        found.stream()
            .findFirst()
            .map(match -> projected(command, query, match.document(), match.document())));
  }

  private BsonDocument updated(
      LocalReads.Source source,
      DocumentWriter writer,
      BsonDocument command,
      CanonicalQuery query,
      Optional<PlanExecutor> plan,
      Update update) {
    boolean returnNew = Docs.truthy(command, "new");
    List<WriteCommands.Match> found = WriteCommands.matches(reads, source, writer, plan, 1);
    if (found.isEmpty()) {
      return notFound(source.ns(), command, query, update, writer, returnNew);
    }
    WriteCommands.Match match = found.get(0);
    UpdateResult result =
        update.apply(match.document(), query.tree(), server.environment().clock().nowMillis());
    if (result.changed()) {
      writer
          .giving(update.kind())
          .replace(
              source.store().orElseThrow(),
              match.recordId(),
              match.document(),
              result.document(),
              false,
              WriteCommands.namesShardKey(source, query));
    }
    return answer(
        1,
        Optional.of(true),
        Optional.empty(),
        Optional.of(
            projected(
                command,
                query,
                returnNew ? result.document() : match.document(),
                match.document())));
  }

  /**
   * @throws CommandException FAILED_TO_PARSE unless it either updates or removes
   */
  static void checkOptions(BsonDocument command) {
    boolean remove = Docs.truthy(command, "remove");
    boolean returnNew = Docs.truthy(command, "new");
    if (remove && command.containsKey("update")) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "Cannot specify both an update and remove=true");
    }
    if (remove && Docs.truthy(command, "upsert")) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "Cannot specify both upsert=true and remove=true");
    }
    if (remove && returnNew) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "Cannot specify both new=true and remove=true; 'remove' always returns the deleted"
              + " document");
    }
    if (!remove && !command.containsKey("update")) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "Either an update or remove=true must be specified");
    }
  }

  private BsonDocument notFound(
      Namespace ns,
      BsonDocument command,
      CanonicalQuery query,
      Update update,
      DocumentWriter writer,
      boolean returnNew) {
    if (!Docs.truthy(command, "upsert")) {
      return answer(0, Optional.of(false), Optional.empty(), Optional.empty());
    }
    BsonDocument made =
        update.upsertDocument(query.tree(), server.environment().clock().nowMillis());
    BsonDocument document = made;
    if (!made.containsKey("_id")) {
      document = new BsonDocument("_id", new BsonObjectId(server.environment().ids().objectId()));
      document.putAll(made);
    }
    writer.insertUpserted(reads.writable(ns), document);
    return answer(
        1,
        Optional.of(false),
        Optional.of(document.get("_id")),
        returnNew ? Optional.of(projected(command, query, document, document)) : Optional.empty());
  }

  /**
   * A document as {@code fields} wants it.
   *
   * @param matched the document that the filter found, which tells what a positional field means
   */
  private static BsonDocument projected(
      BsonDocument command, CanonicalQuery query, BsonDocument document, BsonDocument matched) {
    BsonValue fields = command.get("fields");
    if (fields == null || !fields.isDocument() || fields.asDocument().isEmpty()) {
      return document;
    }
    Projection projection = Projection.parse(fields.asDocument(), query.context());
    if (!projection.needsMatchDetails()) {
      return projection.apply(document);
    }
    MatchDetails details = new MatchDetails();
    query.tree().matches(matched, details);
    return projection.apply(document, details);
  }

  private static BsonDocument answer(
      int n,
      Optional<Boolean> existing,
      Optional<BsonValue> upserted,
      Optional<BsonDocument> value) {
    BsonDocument last = new BsonDocument("n", new BsonInt32(n));
    existing.ifPresent(known -> last.append("updatedExisting", BsonBoolean.valueOf(known)));
    upserted.ifPresent(id -> last.append("upserted", id));
    return Replies.ok(
        new BsonDocument("lastErrorObject", last)
            .append("value", value.isPresent() ? value.get() : BsonNull.VALUE));
  }
}
