package shardsh.core.mongod;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonSize;
import shardsh.core.bson.Docs;
import shardsh.core.bson.Nesting;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.DuplicateKeyInfo;
import shardsh.core.update.DollarNames;
import shardsh.core.update.Ids;
import shardsh.core.update.Update;

/** Writes single documents with the rules for {@code _id}, validators and shard keys. */
final class DocumentWriter {
  private static final ErrorCode SHARD_KEY_IN_QUERY = ErrorCode.location(31025);

  private static final String CROSS_SHARD_UPSERT =
      "The upsert document could not be inserted onto the shard targeted by the query, since its"
          + " shard key belongs on a different shard. Cross-shard upserts are only allowed when"
          + " running in a transaction or with retryWrites: true.";

  /** Errors that a node or the router acts on, which do not reach a user as they are. */
  private static final List<ErrorCode> SIGNALS =
      List.of(
          ErrorCode.WOULD_CHANGE_OWNING_SHARD,
          ErrorCode.STALE_CONFIG,
          ErrorCode.STALE_DB_VERSION,
          ErrorCode.INTERRUPTED,
          ErrorCode.MAX_TIME_MS_EXPIRED,
          ErrorCode.HOST_UNREACHABLE,
          ErrorCode.WRITE_CONFLICT,
          ErrorCode.FAILED_TO_SATISFY_READ_PREFERENCE,
          ErrorCode.COMMAND_NOT_SUPPORTED);

  private final ShardServer server;
  private final Namespace ns;
  private final Optional<OwnershipFilter> owned;
  private final DocumentValidator validator;
  private final CappedLimits capped;
  private final WriteConflicts conflicts;
  private final Placement placement;
  private final DocumentEffects effects;
  private boolean whole;

  /**
   * @param owned what the shard owns; empty for direct writes and unsharded collections
   * @param command the command that writes
   */
  DocumentWriter(
      ShardServer server, Namespace ns, Optional<OwnershipFilter> owned, BsonDocument command) {
    this.server = server;
    this.ns = ns;
    this.owned = owned;
    Optional<BsonDocument> options = server.data().find(ns).map(LocalCollection::options);
    this.validator = DocumentValidator.of(options, command, server.environment().profile());
    this.capped = CappedLimits.of(options);
    this.conflicts = new WriteConflicts(server);
    this.placement = new Placement(server, ns, command);
    this.effects = new DocumentEffects(server, ns);
  }

  /** Tells whether updates give whole documents from now on, rather than changes. */
  DocumentWriter giving(Update.Kind kind) {
    whole = kind == Update.Kind.REPLACEMENT;
    return this;
  }

  void insert(CollectionStore store, BsonDocument document) {
    BsonDocument complete = withTimes(withIdFirst(document));
    checkNames(complete);
    if (Nesting.isTooDeepToStore(complete)) {
      throw new CommandException(
          ErrorCode.OVERFLOW,
          "cannot insert document because it exceeds "
              + Nesting.STORED_DEPTH_MAX
              + " levels of nesting");
    }
    validator.check(complete);
    owned.ifPresent(filter -> filter.table().shardKey().requireKeyOf(complete));
    Optional<Transaction> transaction = server.sessions().current();
    if (transaction.isPresent()) {
      refuseCapped();
      conflicts.checkKeys(transaction.get(), ns, complete, -1);
      transaction.get().insert(ns, complete);
      return;
    }
    if (conflicts.awaitKeys(ns, store, complete, -1)) {
      placement.requireUnchanged();
    }
    effects.insert(store, complete);
    capped.enforce(store);
  }

  /**
   * Waits for the transactions that hold keys of these documents, before the first is inserted.
   *
   * @throws CommandException STALE_CONFIG when they may belong elsewhere by now
   */
  void awaitKeys(CollectionStore store, BsonArray documents) {
    if (server.sessions().open().isEmpty() || server.sessions().current().isPresent()) {
      return;
    }
    boolean waited = false;
    for (BsonValue document : documents) {
      waited |= conflicts.awaitKeys(ns, store, document.asDocument(), -1);
    }
    if (waited) {
      placement.requireUnchanged();
    }
  }

  /**
   * Waits for the transactions that have written one of these documents, if the statement is not in
   * one itself; tells whether it had to, for then they may be others by now.
   *
   * @throws CommandException STALE_CONFIG when they may be elsewhere by now
   */
  boolean mustWait(List<WriteCommands.Match> found) {
    if (server.sessions().open().isEmpty() || server.sessions().current().isPresent()) {
      return false;
    }
    boolean waited = false;
    for (WriteCommands.Match match : found) {
      waited |= conflicts.awaitRecord(ns, match.recordId());
    }
    if (waited) {
      placement.requireUnchanged();
    }
    return waited;
  }

  private void refuseCapped() {
    if (capped.isCapped()) {
      throw new CommandException(
          ErrorCode.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
          "Collection '"
              + ns
              + "' is a capped collection. Writes in transactions are not allowed on capped"
              + " collections.");
    }
  }

  /**
   * Inserts the document that an upsert made.
   *
   * @throws CommandException WOULD_CHANGE_OWNING_SHARD when it belongs to another shard, or
   *     ILLEGAL_OPERATION when nobody may take it there; 17420 above 16 MB
   */
  void insertUpserted(CollectionStore store, BsonDocument document) {
    if (!dollarNamesAllowed()) {
      DollarNames.refuseAnywhere(new BsonDocument(), document);
    }
    if (BsonSize.of(document) > CollectionStore.DOCUMENT_BYTES_MAX) {
      throw new CommandException(
          ErrorCode.location(17420),
          "Document to upsert is larger than " + CollectionStore.DOCUMENT_BYTES_MAX);
    }
    if (owned.isPresent()) {
      IndexKey key = owned.get().table().shardKey().requireKeyOf(document);
      if (!owned.get().owns(key)) {
        requireNumber(CROSS_SHARD_UPSERT);
        throw wouldChangeShard(new BsonDocument("postImage", document), true);
      }
    }
    insert(store, document);
  }

  /** A document goes to another shard by a retryable write or in a transaction only. */
  private void requireNumber(String otherwise) {
    if (!server.environment().isNumbered()) {
      throw new CommandException(ErrorCode.ILLEGAL_OPERATION, otherwise);
    }
  }

  private CommandException wouldChangeShard(BsonDocument images, boolean upsert) {
    return new CommandException(
        ErrorCode.WOULD_CHANGE_OWNING_SHARD,
        "This update would cause the doc to change owning shards",
        images
            .append("shardId", new BsonString(server.shardId().name()))
            .append("shouldUpsert", BsonBoolean.valueOf(upsert)));
  }

  private BsonDocument withIdFirst(BsonDocument document) {
    if (!document.isEmpty() && document.getFirstKey().equals("_id")) {
      return document;
    }
    BsonDocument complete = new BsonDocument();
    complete.append(
        "_id",
        document.containsKey("_id")
            ? document.get("_id")
            : new BsonObjectId(server.environment().ids().objectId()));
    document.forEach(complete::putIfAbsent);
    return complete;
  }

  private void checkNames(BsonDocument document) {
    if (!dollarNamesAllowed()) {
      for (String name : document.keySet()) {
        if (name.startsWith("$")) {
          throw new CommandException(
              ErrorCode.BAD_VALUE, "Document can't have $ prefixed field names: " + name);
        }
      }
    }
    Ids.checkValid(document);
  }

  private boolean dollarNamesAllowed() {
    return server.environment().profile().isAtLeast("5.0");
  }

  /** Empty timestamps at the top, but for _id, become the time of the write. */
  private BsonDocument withTimes(BsonDocument document) {
    BsonDocument result = document;
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      BsonValue value = field.getValue();
      if (value.isTimestamp()
          && value.asTimestamp().getValue() == 0
          && !field.getKey().equals("_id")) {
        result = result == document ? Docs.copyOf(document) : result;
        result.put(field.getKey(), server.environment().nextClusterTime());
      }
    }
    return result;
  }

  /**
   * Puts a changed document in place of the stored one; not if it is an orphan that would get
   * another shard key, and with it perhaps an owner.
   *
   * @param multi whether the update goes on to other documents
   * @param keyInFilter whether the filter names the whole shard key
   * @return whether it was done
   */
  boolean replace(
      CollectionStore store,
      long recordId,
      BsonDocument before,
      BsonDocument after,
      boolean multi,
      boolean keyInFilter) {
    if (!dollarNamesAllowed()) {
      DollarNames.refuseAnywhere(before, after);
    }
    if (Nesting.isTooDeepToStore(after)) {
      throw new CommandException(
          ErrorCode.OVERFLOW,
          "Document exceeds maximum nested object depth: " + Nesting.STORED_DEPTH_MAX);
    }
    validator.checkChange(before, after);
    if (owned.isPresent() && changesShardKey(before, after)) {
      IndexKey oldKey = owned.get().table().shardKey().requireKeyOf(before);
      if (!owned.get().owns(oldKey)) {
        return false;
      }
      checkShardKey(before, after, multi, keyInFilter);
    }
    Optional<Transaction> transaction = server.sessions().current();
    if (transaction.isPresent()) {
      refuseCapped();
      conflicts.checkRecord(transaction.get(), ns, recordId);
      conflicts.checkKeys(transaction.get(), ns, after, recordId);
      transaction.get().replace(ns, recordId, before, after, whole);
      return true;
    }
    conflicts.awaitKeys(ns, store, after, recordId);
    effects.replace(store, recordId, before, after, whole);
    return true;
  }

  private boolean changesShardKey(BsonDocument before, BsonDocument after) {
    ShardKeyPattern key = owned.orElseThrow().table().shardKey();
    Optional<IndexKey> oldKey = key.keyOf(before);
    return oldKey.isPresent() && !oldKey.equals(key.keyOf(after));
  }

  private void checkShardKey(
      BsonDocument before, BsonDocument after, boolean multi, boolean keyInFilter) {
    RoutingTable table = owned.orElseThrow().table();
    IndexKey newKey =
        table
            .shardKey()
            .keyOf(after)
            .orElseThrow(
                () ->
                    new CommandException(
                        ErrorCode.NOT_SINGLE_VALUE_FIELD,
                        "After applying the update to the document, the shard key field was found"
                            + " to be an array or array descendant."));
    if (multi) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "Multi-update operations are not allowed when updating the shard key field.");
    }
    if (!keyInFilter && !server.environment().profile().singleWritesWithoutKey()) {
      throw new CommandException(
          SHARD_KEY_IN_QUERY,
          "Shard key update is not allowed without specifying the full shard key in the query");
    }
    requireNumber(
        "Must run update to shard key field in a multi-statement transaction or with retryWrites:"
            + " true.");
    if (!owned.orElseThrow().owns(newKey)) {
      throw wouldChangeShard(
          new BsonDocument("preImage", before).append("postImage", after), false);
    }
  }

  /**
   * @throws CommandException ILLEGAL_OPERATION for a capped collection before 5.0
   */
  void remove(CollectionStore store, long recordId) {
    if (capped.isCapped() && !server.environment().profile().isAtLeast("5.0")) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION, "cannot remove from a capped collection: " + ns);
    }
    Optional<Transaction> transaction = server.sessions().current();
    if (transaction.isPresent()) {
      refuseCapped();
      conflicts.checkRecord(transaction.get(), ns, recordId);
      transaction.get().remove(ns, recordId);
      return;
    }
    effects.remove(store, recordId);
  }

  /**
   * An error that came up while a plan ran, with the words that the server puts before it.
   *
   * @param named whether the server's version puts them there
   */
  static CommandException duringPlan(CommandException e, String command, boolean named) {
    boolean isSignal = SIGNALS.contains(e.errorCode());
    return isSignal || !named
        ? e
        : new CommandException(
            e.errorCode(),
            "Plan executor error during " + command + " :: caused by :: " + e.getMessage(),
            e.detail().orElse(null));
  }

  /** {@code {index, code, errmsg, keyPattern?, keyValue?, …}}, as writeErrors holds it. */
  static BsonDocument writeError(int index, CommandException e) {
    BsonDocument error =
        new BsonDocument("index", Docs.int32(index))
            .append("code", Docs.int32(e.errorCode().code()))
            .append("errmsg", new BsonString(e.getMessage()));
    Object detail = e.detail().orElse(null);
    if (detail instanceof DuplicateKeyInfo info) {
      error.putAll(info.toBson());
    } else if (detail instanceof BsonDocument document) {
      error.putAll(document);
    }
    return error;
  }
}
