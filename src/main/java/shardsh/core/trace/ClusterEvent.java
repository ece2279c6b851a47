package shardsh.core.trace;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.Generation;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.ShardId;

/**
 * Something that happened in the simulated cluster. Immutable; says what, never how it looks. The
 * kinds and their fields as documents are those of the lesson format's event table.
 */
public sealed interface ClusterEvent {

  /** Stable name, e.g. {@code migrate.commit}. Never change one. */
  String kind();

  <R> R accept(Visitor<R> visitor);

  /** How a request was routed. */
  enum Targeting {
    /** One shard. */
    SINGLE,
    /** Some of the shards that own chunks. */
    SUBSET,
    /** Every shard that owns chunks. */
    ALL
  }

  /** Which of the two routing paths named the shards. */
  enum Path {
    /** Equality on the whole shard key. */
    FAST,
    /** Bounds that meet a part of the key space. */
    RANGE,
    /** Bounds that cover everything. */
    ALL
  }

  /**
   * A call left {@code from}. Its reply or failure carries the same {@code callId}.
   *
   * @param ns the collection concerned, or the database with an empty collection
   * @param version the shard version attached, if any
   * @param body the command, without the documents or operations of an insert, update or delete
   */
  record RequestSent(
      long callId,
      NodeId from,
      NodeId to,
      String command,
      Namespace ns,
      Optional<ChunkVersion> version,
      BsonDocument body)
      implements ClusterEvent {
    @Override
    public String kind() {
      return from.equals(NodeId.APP) ? "command" : "send";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.requestSent(this);
    }
  }

  /**
   * The answer came back to the caller {@code to}.
   *
   * @param code 0 when ok
   * @param docs how many documents it carried
   */
  record ReplyReceived(
      long callId,
      NodeId from,
      NodeId to,
      String command,
      Namespace ns,
      boolean ok,
      int code,
      String codeName,
      int docs)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "reply";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.replyReceived(this);
    }
  }

  /** No answer: the node is down or the message was lost. */
  record CallFailed(
      long callId, NodeId from, NodeId to, String command, Namespace ns, String reason)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "lost";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.callFailed(this);
    }
  }

  /**
   * A router chose the shards for a request.
   *
   * @param bounds the key ranges looked for, both ends included; empty when the whole key space
   * @param chunks how many chunks they meet
   * @param reason a short fact, e.g. {@code equality on customerId}
   */
  record Targeted(
      NodeId router,
      Namespace ns,
      String command,
      List<ShardId> shards,
      Targeting targeting,
      Path path,
      List<KeySpan> bounds,
      int chunks,
      int owners,
      String reason)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "route";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.targeted(this);
    }
  }

  /** A run of shard keys, the low end included. */
  record KeySpan(IndexKey low, IndexKey high, boolean highIncluded) {

    /** A run of keys with both its ends. */
    public KeySpan(IndexKey low, IndexKey high) {
      this(low, high, true);
    }
  }

  /** A shard refused a request whose version does not fit its own. */
  record StaleConfigSeen(
      NodeId router, ShardId shard, Namespace ns, ChunkVersion sent, Optional<ChunkVersion> has)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "stale";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.staleConfigSeen(this);
    }
  }

  /**
   * A router or shard learned rows from the config servers.
   *
   * @param since the version it knew; empty for a full load
   */
  record RoutingRefreshed(
      NodeId node, Namespace ns, Optional<ChunkVersion> since, ChunkVersion now, int rows)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "refresh";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.routingRefreshed(this);
    }
  }

  /** A shard chose a plan; {@code stage} is the shape from the root, e.g. {@code FETCH<IXSCAN}. */
  record PlanChosen(
      NodeId on, Namespace ns, String stage, long keysExamined, long docsExamined, long returned)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "plan";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.planChosen(this);
    }
  }

  /**
   * A router decided how an aggregation runs.
   *
   * @param split whether the pipeline is divided between shards and a merger
   * @param where as explain's {@code mergeType} says it: {@code mongos}, {@code anyShard}, {@code
   *     primaryShard} or {@code specificShard}; {@code none} when it is not divided
   * @param merger the shard that merges; empty when it is the router or nobody
   * @param cut the stage at which it is divided; empty when no stage needs to see everything
   * @param mergerPart the stages that the merger runs, as explain prints them; empty when there is
   *     none, or only streams to put in order
   * @param decidedBy the stage of the merger part that needs a shard, or would with allowDiskUse;
   *     empty when all of them can run anywhere
   */
  record MergePlanned(
      NodeId router,
      Namespace ns,
      boolean split,
      String where,
      Optional<ShardId> merger,
      Optional<Cut> cut,
      List<BsonDocument> mergerPart,
      Optional<String> decidedBy)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "merger";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.mergePlanned(this);
    }
  }

  /**
   * The stage at which a pipeline is divided.
   *
   * @param stage e.g. {@code $group}
   * @param halved whether the shards do the first half of it
   */
  record Cut(String stage, boolean halved) {}

  /**
   * Results of several shards were put together.
   *
   * @param shippedByShard documents that came from each shard asked
   * @param keptByShard of those, how many were used
   * @param steps the first choices of a merge of sorted streams; empty for others
   * @param answer what was made of them, for the application; empty when it is the same documents
   */
  record ResultsMerged(
      NodeId on,
      Namespace ns,
      List<ShardCount> shippedByShard,
      List<ShardCount> keptByShard,
      boolean sorted,
      List<MergeStep> steps,
      Optional<Amount> answer)
      implements ClusterEvent {

    public ResultsMerged {
      steps = List.copyOf(steps);
    }

    /** Without what only pictures need. */
    public ResultsMerged(
        NodeId on,
        Namespace ns,
        List<ShardCount> shippedByShard,
        List<ShardCount> keptByShard,
        boolean sorted) {
      this(on, ns, shippedByShard, keptByShard, sorted, List.of(), Optional.empty());
    }

    public int shipped() {
      return total(shippedByShard);
    }

    public int kept() {
      return total(keptByShard);
    }

    private static int total(List<ShardCount> counts) {
      int total = 0;
      for (ShardCount count : counts) {
        total += count.documents();
      }
      return total;
    }

    /** With what came later for the same results added. */
    public ResultsMerged plus(ResultsMerged later) {
      return new ResultsMerged(
          on,
          ns,
          sum(shippedByShard, later.shippedByShard),
          sum(keptByShard, later.keptByShard),
          sorted,
          steps,
          answer.map(first -> later.answer.map(first::plus).orElse(first)));
    }

    private static List<ShardCount> sum(List<ShardCount> first, List<ShardCount> later) {
      return first.stream()
          .map(
              count ->
                  new ShardCount(
                      count.shard(),
                      count.documents()
                          + later.stream()
                              .filter(more -> more.shard().equals(count.shard()))
                              .mapToInt(ShardCount::documents)
                              .sum(),
                      count.bytes()
                          + later.stream()
                              .filter(more -> more.shard().equals(count.shard()))
                              .mapToLong(ShardCount::bytes)
                              .sum()))
          .toList();
    }

    @Override
    public String kind() {
      return "results";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.resultsMerged(this);
    }
  }

  /**
   * A number of documents of one shard.
   *
   * @param bytes their size as BSON; 0 where nobody measured it
   */
  record ShardCount(ShardId shard, int documents, long bytes) {

    /** Documents that were not measured. */
    public ShardCount(ShardId shard, int documents) {
      this(shard, documents, 0);
    }
  }

  /** Documents and their size as BSON. */
  record Amount(int documents, long bytes) {
    Amount plus(Amount more) {
      return new Amount(documents + more.documents, bytes + more.bytes);
    }
  }

  /**
   * One choice of a merge of sorted streams: of the first rows that the shards have, the least.
   *
   * @param taken the shard whose row goes on
   * @param heads the sort key of each shard's next row, in the order of the shards asked; BSON
   *     undefined when a shard has no more
   */
  record MergeStep(ShardId taken, List<BsonValue> heads) {
    public MergeStep {
      heads = List.copyOf(heads);
    }
  }

  /** A stage wrote to disk because its memory was used up. */
  record Spilled(NodeId on, Namespace ns, String stage, long bytes) implements ClusterEvent {
    @Override
    public String kind() {
      return "spill";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.spilled(this);
    }
  }

  /**
   * A chunk outgrew the limit, or a cut was asked for, and its owner looked for a key to cut at.
   *
   * @param bytes the chunk's size then
   * @param at the key found; empty when the chunk cannot be cut
   */
  record SplitAsked(
      ShardId owner,
      Namespace ns,
      ChunkRange range,
      long bytes,
      long limitBytes,
      Optional<IndexKey> at)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "split.ask";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.splitAsked(this);
    }
  }

  /** A chunk was cut; {@code versions} are those of the pieces in key order. */
  record ChunkSplit(
      ShardId owner,
      Namespace ns,
      ChunkRange range,
      List<IndexKey> at,
      List<ChunkVersion> versions,
      boolean automatic)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "split";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.chunkSplit(this);
    }
  }

  /** Neighbouring chunks became one. */
  record ChunksMerged(
      ShardId owner, Namespace ns, ChunkRange range, int chunks, ChunkVersion version)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "merge";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.chunksMerged(this);
    }
  }

  /** A chunk over the limit cannot be cut. */
  record JumboMarked(ShardId owner, Namespace ns, ChunkRange range, long bytes, long limitBytes)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "jumbo";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.jumboMarked(this);
    }
  }

  /**
   * A migration went from one state to the next.
   *
   * @param before empty when it was created
   * @param version the moved chunk's version, once committed
   * @param reason why it was aborted, else empty
   */
  record MigrationMoved(
      MigrateInfo what,
      Optional<MigrationState> before,
      MigrationState after,
      Optional<ChunkVersion> version,
      String reason)
      implements ClusterEvent {
    @Override
    public String kind() {
      return switch (after) {
        case CREATED -> "migrate.start";
        case CLONING -> "migrate.clone";
        case CATCHING_UP -> "migrate.catchup";
        case CRITICAL_SECTION -> "migrate.critical";
        case COMMITTING -> "migrate.committing";
        case COMMITTED -> "migrate.commit";
        case ABORTED -> "migrate.abort";
      };
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.migrationMoved(this);
    }
  }

  /**
   * Something about a migration besides its going from state to state.
   *
   * @param on the shard that tells
   * @param docs how many documents it is about
   * @param micros simulated time that passed with it
   * @param detail before which step it stands and what holds it; the command that waited
   */
  record MigrationNoted(
      MigrateInfo what, Note note, ShardId on, long docs, long micros, String detail)
      implements ClusterEvent {

    /** What there is to note. */
    public enum Note {
      /** It stands still. */
      STOPPED("migrate.stop"),
      /** A write to the range was noted, to be forwarded. */
      WRITE_NOTED("migrate.note"),
      /** Noted writes went to the recipient. */
      FORWARDED("migrate.mods"),
      /** A command waited for it. */
      WAITED("migrate.wait"),
      /** The donor asked the config servers what became of its commit. */
      OUTCOME_ASKED("migrate.ask");

      private final String kind;

      Note(String kind) {
        this.kind = kind;
      }
    }

    @Override
    public String kind() {
      return note.kind;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.migrationNoted(this);
    }
  }

  /** The recipient received documents of a migration. */
  record DocumentsCloned(MigrateInfo what, long docs, long bytes) implements ClusterEvent {
    @Override
    public String kind() {
      return "migrate.batch";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.documentsCloned(this);
    }
  }

  /** A range that a shard no longer owns waits for its deletion. */
  record DeletionScheduled(
      ShardId on, Namespace ns, ChunkRange range, String whenToClean, long dueMillis)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "migrate.cleanup";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.deletionScheduled(this);
    }
  }

  /** Somebody who waits for a deletion waited for the cursors that may need the range. */
  record DeletionWaited(ShardId on, Namespace ns, ChunkRange range, long micros)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "range.wait";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.deletionWaited(this);
    }
  }

  /** The range deleter removed documents that the shard does not own. */
  record OrphansDeleted(ShardId on, Namespace ns, ChunkRange range, long docs, long bytes)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "range.delete";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.orphansDeleted(this);
    }
  }

  /** The TTL monitor of a shard removed documents whose time was over. */
  record DocumentsExpired(ShardId on, Namespace ns, long docs) implements ClusterEvent {
    @Override
    public String kind() {
      return "ttl.delete";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.documentsExpired(this);
    }
  }

  /**
   * The balancer looked at the cluster.
   *
   * @param report {@code {round, policy, compared, moves, skipped}}, the document that {@code
   *     sim.balance()} gives
   */
  record BalancerRound(long round, int moves, BsonDocument report) implements ClusterEvent {
    @Override
    public String kind() {
      return "balance.round";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.balancerRound(this);
    }
  }

  /** A chunk lies on a shard that is not in the chunk's zone. */
  record ZoneViolated(ShardId on, Namespace ns, String zone, ChunkRange range)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "zone.violation";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.zoneViolated(this);
    }
  }

  /** A collection has a new generation; {@code reason} is the command's name. */
  record GenerationChanged(Namespace ns, Generation generation, String reason)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "epoch";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.generationChanged(this);
    }
  }

  /**
   * A collection on its way to another key or shard reached a state.
   *
   * @param command what asked for it, e.g. {@code reshardCollection}
   * @param key the shard key that it will have, as text
   * @param from the shards that own it now
   * @param to the shards that will own it
   * @param docs documents to copy, or copied
   * @param elapsedMillis since it began
   * @param reason why it was aborted, else empty
   */
  record ReshardingMoved(
      Namespace ns,
      String command,
      String key,
      List<ShardId> from,
      List<ShardId> to,
      ReshardingState state,
      long docs,
      long bytes,
      long elapsedMillis,
      String reason)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "reshard." + state.text();
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.reshardingMoved(this);
    }
  }

  /**
   * Something about a resharding operation besides its going from state to state.
   *
   * @param next the state that it enters next
   * @param on the process that tells
   * @param micros simulated time that passed with it
   * @param detail what holds it; the command that waited
   */
  record ReshardingNoted(
      Namespace ns,
      String command,
      Note note,
      ReshardingState next,
      NodeId on,
      long micros,
      String detail)
      implements ClusterEvent {

    /** What there is to note. */
    public enum Note {
      /** It stands still. */
      STOPPED("reshard.stop"),
      /** A write waited for it. */
      WAITED("reshard.wait");

      private final String kind;

      Note(String kind) {
        this.kind = kind;
      }
    }

    @Override
    public String kind() {
      return note.kind;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.reshardingNoted(this);
    }
  }

  /** The recipients of a resharding operation have their first copy. */
  record ReshardingCopied(Namespace ns, long docs, long bytes) implements ClusterEvent {
    @Override
    public String kind() {
      return "reshard.copied";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.reshardingCopied(this);
    }
  }

  /** A database has another primary shard, and these of its collections went there. */
  record PrimaryMoved(
      String db, ShardId from, ShardId to, int lastMod, int collections, long docs, long bytes)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "database.primary";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.primaryMoved(this);
    }
  }

  /**
   * A shard refused a request whose database version is old.
   *
   * @param sent the part of the version that movePrimary counts up
   * @param has the shard's; empty when it knows only that the database is gone
   */
  record StaleDatabaseSeen(NodeId router, ShardId shard, String db, int sent, Optional<Integer> has)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "database.stale";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.staleDatabaseSeen(this);
    }
  }

  record NodeWentDown(NodeId on) implements ClusterEvent {
    @Override
    public String kind() {
      return "node.down";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeWentDown(this);
    }
  }

  record NodeCameUp(NodeId on) implements ClusterEvent {
    @Override
    public String kind() {
      return "node.up";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeCameUp(this);
    }
  }

  /**
   * A member that is no primary answered a read.
   *
   * @param lagMillis how far it is behind its primary
   * @param writesBehind how many commands' writes it has not yet
   */
  record SecondaryRead(NodeId on, Namespace ns, long lagMillis, int writesBehind)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "read.secondary";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.secondaryRead(this);
    }
  }

  /** A write waited until members had it. */
  record WriteReplicated(NodeId on, Namespace ns, int members, long waitedMillis)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "write.replicated";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.writeReplicated(this);
    }
  }

  /** A primary is one no longer, though it runs. */
  record PrimarySteppedDown(NodeId on, NodeId primary, String reason) implements ClusterEvent {
    @Override
    public String kind() {
      return "stepdown";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.primarySteppedDown(this);
    }
  }

  /**
   * A replica set has a new primary.
   *
   * @param undone how many commands' writes no member of the majority had, so that they are lost
   */
  record PrimaryElected(NodeId on, NodeId primary, int undone) implements ClusterEvent {
    @Override
    public String kind() {
      return "election";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.primaryElected(this);
    }
  }

  /**
   * A node refused to do a command, or one operation of a batch, by a rule.
   *
   * @param rule whole sentences: what the rule is, with its numbers, and what would work
   */
  record Refused(NodeId on, Namespace ns, String command, String rule) implements ClusterEvent {
    @Override
    public String kind() {
      return "refused";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.refused(this);
    }
  }

  /** What happens to a transaction on one node. */
  enum TransactionPhase {
    STARTED,
    /** It met a write that it cannot go on with. */
    CONFLICT,
    PREPARED,
    /** The coordinator knows the outcome. */
    DECIDED,
    COMMITTED,
    ABORTED
  }

  /**
   * A transaction changed its state on a shard.
   *
   * @param number of the transaction in its session
   * @param detail a short fact, e.g. {@code 2 writes}; may be empty
   */
  record TransactionMoved(NodeId on, long number, TransactionPhase phase, String detail)
      implements ClusterEvent {
    @Override
    public String kind() {
      return switch (phase) {
        case STARTED -> "txn.start";
        case CONFLICT -> "txn.conflict";
        case PREPARED -> "txn.prepare";
        case DECIDED -> "txn.decide";
        case COMMITTED -> "txn.commit";
        case ABORTED -> "txn.abort";
      };
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.transactionMoved(this);
    }
  }

  /** How a router ends a transaction. */
  enum Ending {
    /** No shard has heard of it. */
    NOTHING,
    SINGLE_SHARD,
    /** Several shards, none of which has written. */
    READ_ONLY,
    /** Several shards, one of which has written. */
    SINGLE_WRITE_SHARD,
    TWO_PHASE,
    ABORT
  }

  /**
   * A router chose how to end a transaction.
   *
   * @param participants in the order in which they joined, the coordinator first
   * @param wrote those of them that have written
   */
  record TransactionEnded(
      NodeId router, long number, Ending ending, List<ShardId> participants, List<ShardId> wrote)
      implements ClusterEvent {
    @Override
    public String kind() {
      return "txn.end";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.transactionEnded(this);
    }
  }

  /**
   * A write waited for a transaction that had written the same document.
   *
   * @param number of that transaction in its session
   */
  record WriteWaited(ShardId on, Namespace ns, long number, long micros) implements ClusterEvent {
    @Override
    public String kind() {
      return "txn.wait";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.writeWaited(this);
    }
  }

  /** A command of the application failed. */
  record StatementFailed(String name, int code, String message) implements ClusterEvent {
    @Override
    public String kind() {
      return "error";
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.statementFailed(this);
    }
  }

  /** One method a variant; adding a variant stops every reader from compiling until it decides. */
  interface Visitor<R> {
    R requestSent(RequestSent event);

    R replyReceived(ReplyReceived event);

    R callFailed(CallFailed event);

    R targeted(Targeted event);

    R staleConfigSeen(StaleConfigSeen event);

    R routingRefreshed(RoutingRefreshed event);

    R planChosen(PlanChosen event);

    R mergePlanned(MergePlanned event);

    R resultsMerged(ResultsMerged event);

    R spilled(Spilled event);

    R splitAsked(SplitAsked event);

    R chunkSplit(ChunkSplit event);

    R chunksMerged(ChunksMerged event);

    R jumboMarked(JumboMarked event);

    R migrationMoved(MigrationMoved event);

    R migrationNoted(MigrationNoted event);

    R documentsCloned(DocumentsCloned event);

    R deletionScheduled(DeletionScheduled event);

    R deletionWaited(DeletionWaited event);

    R orphansDeleted(OrphansDeleted event);

    R documentsExpired(DocumentsExpired event);

    R balancerRound(BalancerRound event);

    R zoneViolated(ZoneViolated event);

    R generationChanged(GenerationChanged event);

    R reshardingMoved(ReshardingMoved event);

    R reshardingNoted(ReshardingNoted event);

    R reshardingCopied(ReshardingCopied event);

    R primaryMoved(PrimaryMoved event);

    R staleDatabaseSeen(StaleDatabaseSeen event);

    R nodeWentDown(NodeWentDown event);

    R nodeCameUp(NodeCameUp event);

    R secondaryRead(SecondaryRead event);

    R writeReplicated(WriteReplicated event);

    R primarySteppedDown(PrimarySteppedDown event);

    R primaryElected(PrimaryElected event);

    R refused(Refused event);

    R transactionMoved(TransactionMoved event);

    R transactionEnded(TransactionEnded event);

    R writeWaited(WriteWaited event);

    R statementFailed(StatementFailed event);
  }
}
