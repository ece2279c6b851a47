package shardsh.core.mongos;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.CallEvent;

/**
 * Where updates and deletes go, before and after the version in which single writes stopped needing
 * the shard key. Source: {@code sharding-facts.md}, section 14.
 */
final class WriteTargeter {

  /** How a write is carried out. */
  enum Kind {
    /** Versioned, to the shards named. */
    TO_SHARDS,
    /**
     * To every shard of the cluster, whatever its version: a multi-write that met several, outside
     * a transaction. The target's shards are those that own chunks by the router's table, which may
     * be stale.
     */
    BROADCAST,
    /** Find one matching document first, then write it where it is. */
    TWO_PHASE
  }

  record WriteTarget(Kind kind, Target target) {

    /** With every shard of the cluster as target if it is a broadcast. */
    WriteTarget among(List<ShardId> everyShard) {
      return kind == Kind.BROADCAST ? new WriteTarget(kind, target.onAll(everyShard)) : this;
    }
  }

  /** One update, as the batch holds it: {@code {q, u, multi?, upsert?, collation?}}. */
  record UpdateRequest(
      BsonDocument query, BsonValue update, boolean multi, boolean upsert, Collation collation) {

    boolean isReplacement() {
      return update.isDocument()
          && (update.asDocument().isEmpty() || !update.asDocument().getFirstKey().startsWith("$"));
    }
  }

  private final RoutingTable table;
  private final ShardTargeter reads;
  private final boolean withoutKey;
  private final boolean boundsSuffice;
  private final boolean inTransaction;
  private final BsonDocument let;
  private final Consumer<String> refusals;

  /** The targeter for a sharded collection, as profile and dials of the cluster have it. */
  static WriteTargeter of(Routing routing, Environment environment, NodeId router, String command) {
    RoutingTable table = routing.table().orElseThrow();
    return new WriteTargeter(
        table,
        new ShardTargeter(table, environment.parameters().exactBoundary()),
        environment.profile().singleWritesWithoutKey(),
        environment.profile().isAtLeast("5.0"),
        false,
        new BsonDocument(),
        rule ->
            environment.trace().record(new CallEvent.Refused(router, table.ns(), command, rule)));
  }

  WriteTargeter(RoutingTable table, boolean exactBoundary, boolean singleWritesWithoutKey) {
    this(
        table,
        new ShardTargeter(table, exactBoundary),
        singleWritesWithoutKey,
        true,
        false,
        new BsonDocument(),
        rule -> {});
  }

  /**
   * @param boundsSuffice whether one document may be deleted by bounds that only one shard meets
   * @param inTransaction whether multi-writes ask the owners alone, with versions
   * @param refusals takes the rule by which a write is refused
   */
  private WriteTargeter(
      RoutingTable table,
      ShardTargeter reads,
      boolean withoutKey,
      boolean boundsSuffice,
      boolean inTransaction,
      BsonDocument let,
      Consumer<String> refusals) {
    this.table = table;
    this.reads = reads;
    this.withoutKey = withoutKey;
    this.boundsSuffice = boundsSuffice;
    this.inTransaction = inTransaction;
    this.let = let;
    this.refusals = refusals;
  }

  /** This targeter for filters that may name the variables of a command's {@code let}. */
  WriteTargeter withVariablesOf(BsonDocument command) {
    return command.containsKey("let")
        ? new WriteTargeter(
            table,
            reads,
            withoutKey,
            boundsSuffice,
            inTransaction,
            RequestFields.document(command, "let"),
            refusals)
        : this;
  }

  /** This targeter for a statement of a transaction, if it is one. */
  WriteTargeter inTransaction(boolean isStatement) {
    return new WriteTargeter(table, reads, withoutKey, boundsSuffice, isStatement, let, refusals);
  }

  private MatchExpression parsed(BsonDocument query, Collation collation) {
    return MatchParser.parseForRouting(query, QueryContext.of(collation).with(let));
  }

  WriteTarget update(UpdateRequest request) {
    MatchExpression filter = parsed(request.query(), request.collation());
    Optional<IndexKey> key = reads.keyOf(filter, request.collation());
    if (request.upsert() && key.isEmpty() && (request.multi() || !withoutKey)) {
      refusals.accept(rule(filter, request.collation()).upsert(request.multi()));
      throw new CommandException(
          ErrorCode.SHARD_KEY_NOT_FOUND,
          "Failed to target upsert by query :: could not extract exact shard key");
    }
    if (key.isPresent()) {
      return toShards(reads.target(filter, request.collation()));
    }
    if (request.multi()) {
      return multi(reads.target(filter, request.collation()));
    }
    if (withoutKey) {
      return single(request.query(), request.collation(), filter, request.upsert());
    }
    return singleBefore71(request, filter);
  }

  private static WriteTarget toShards(Target target) {
    return new WriteTarget(Kind.TO_SHARDS, target);
  }

  private WriteTarget multi(Target target) {
    return target.shards().size() > 1 && !inTransaction
        ? new WriteTarget(Kind.BROADCAST, reads.forAll(target.reason()))
        : toShards(target);
  }

  private WriteTarget single(
      BsonDocument query, Collation collation, MatchExpression filter, boolean upsert) {
    Target target = reads.target(filter, collation);
    boolean byId = isExactId(query, collation) && !upsert;
    return target.shards().size() == 1 && !upsert || byId
        ? toShards(target)
        : new WriteTarget(Kind.TWO_PHASE, target);
  }

  private WriteTarget singleBefore71(UpdateRequest request, MatchExpression filter) {
    Target target = reads.target(filter, request.collation());
    if (target.shards().size() == 1) {
      return toShards(target);
    }
    if (request.isReplacement()) {
      IndexKey key = keyOfReplacement(request.update().asDocument());
      return toShards(reads.forKey(key, "the replacement's shard key"));
    }
    if (isExactId(request.query(), request.collation())) {
      return toShards(target);
    }
    refusals.accept(rule(filter, request.collation()).update(target.shards().size()));
    throw new CommandException(
        ErrorCode.INVALID_OPTIONS,
        "A {multi:false} update on a sharded collection must contain an exact match on _id (and"
            + " have the collection default collation) or target a single shard (and have the"
            + " simple collation), but this update targeted "
            + target.shards().size()
            + " shards. Update request: "
            + requestText(request)
            + ", shard key pattern: "
            + table.shardKey());
  }

  private IndexKey keyOfReplacement(BsonDocument replacement) {
    Optional<IndexKey> key = table.shardKey().keyOf(replacement);
    if (key.isEmpty()) {
      refusals.accept(KeyRule.insert(table, replacement));
    }
    return table.shardKey().requireKeyOf(replacement);
  }

  private static String requestText(UpdateRequest request) {
    return ServerText.of(
        new BsonDocument("q", request.query())
            .append("u", request.update())
            .append("multi", BsonBoolean.valueOf(request.multi()))
            .append("upsert", BsonBoolean.valueOf(request.upsert())));
  }

  /** {@code multi}: all matching documents; else one. */
  WriteTarget delete(BsonDocument query, boolean multi, Collation collation) {
    MatchExpression filter = parsed(query, collation);
    if (reads.keyOf(filter, collation).isPresent()) {
      return toShards(reads.target(filter, collation));
    }
    if (multi) {
      return multi(reads.target(filter, collation));
    }
    if (withoutKey) {
      return single(query, collation, filter, false);
    }
    Target target = reads.target(filter, collation);
    if (isExactId(query, collation) || boundsSuffice && target.shards().size() == 1) {
      return toShards(target);
    }
    refusals.accept(rule(filter, collation).delete(target.shards().size(), boundsSuffice));
    throw new CommandException(
        ErrorCode.SHARD_KEY_NOT_FOUND,
        "A single delete on a sharded collection must contain an exact match on _id (and have the"
            + " collection default collation) or contain the shard key (and have the simple"
            + " collation). Delete request: "
            + ServerText.of(new BsonDocument("q", query).append("limit", new BsonInt32(1)))
            + ", shard key pattern: "
            + table.shardKey());
  }

  /** findAndModify: one shard, or first a search. */
  WriteTarget findAndModify(BsonDocument query, boolean upsert, Collation collation) {
    MatchExpression filter = parsed(query, collation);
    if (reads.keyOf(filter, collation).isPresent()) {
      return toShards(reads.target(filter, collation));
    }
    if (!withoutKey) {
      refusals.accept(rule(filter, collation).findAndModify());
      throw new CommandException(
          ErrorCode.SHARD_KEY_NOT_FOUND,
          "Query for sharded findAndModify must contain the shard key");
    }
    Target target = reads.target(filter, collation);
    return target.shards().size() == 1 && !upsert
        ? toShards(target)
        : new WriteTarget(Kind.TWO_PHASE, target);
  }

  private KeyRule rule(MatchExpression filter, Collation collation) {
    return new KeyRule(table, filter, collation);
  }

  /** Tells the rule by which {@link #insert} refuses a document. */
  void explainRefused(BsonDocument document) {
    refusals.accept(KeyRule.insert(table, document));
  }

  /** The shard for a document to insert. */
  Target insert(BsonDocument document) {
    IndexKey key = table.shardKey().requireKeyOf(document);
    return reads.forKey(key, "shard key of the document");
  }

  private static boolean isExactId(BsonDocument query, Collation collation) {
    BsonValue id = query.get("_id");
    if (id == null || id.isRegularExpression()) {
      return false;
    }
    boolean operators =
        id.isDocument()
            && !id.asDocument().isEmpty()
            && id.asDocument().getFirstKey().startsWith("$");
    return !operators && (collation.isSimple() || !id.isString());
  }
}
