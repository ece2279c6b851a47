package shardsh.core.mongos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.BsonSize;
import shardsh.core.pipeline.MergeKeys;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.query.Collation;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.QueryEvent;

/**
 * A client's cursor on a router: the shards' cursors behind it, what they have sent and not yet
 * been asked for. Sorted results are merged by the sort key that each document carries; nothing
 * waits for more than the next document of every shard.
 */
final class RouterCursor {

  /** So many choices of a merge are kept for pictures of it. */
  private static final int STEPS_KEPT = 6;

  /** How more is asked of the shards. */
  interface RemoteCalls {
    BsonDocument getMore(ShardId shard, long cursorId);

    /** Makes calls at the same instant, if it can; time goes on from the latest reply. */
    default void together(List<Runnable> calls) {
      calls.forEach(Runnable::run);
    }
  }

  private static final class Remote {
    private final ShardId shard;
    private long cursorId;
    private final ArrayDeque<BsonDocument> buffer;
    private int shipped;
    private int kept;
    private long bytes;

    /** Whether the shard has opened a cursor and has not worked on it yet. */
    private boolean waits;

    Remote(ShardId shard, long cursorId, ArrayDeque<BsonDocument> buffer) {
      this.shard = shard;
      this.cursorId = cursorId;
      this.buffer = buffer;
      this.shipped = buffer.size();
      this.waits = buffer.isEmpty() && cursorId != 0;
    }

    Remote copy() {
      Remote copy = new Remote(shard, cursorId, new ArrayDeque<>(buffer));
      copy.shipped = shipped;
      copy.kept = kept;
      copy.bytes = bytes;
      copy.waits = waits;
      return copy;
    }

    boolean mayHaveMore() {
      return !buffer.isEmpty() || cursorId != 0;
    }
  }

  private final Namespace ns;
  private final List<Remote> remotes = new ArrayList<>();
  private final boolean sorted;
  private final Comparator<BsonDocument> order;
  private long skip;
  private long limit;
  private Optional<MergerPart> merger = Optional.empty();
  private int batchSize;
  private boolean partialAllowed;
  private boolean partial;
  private boolean measures;
  private final List<QueryEvent.MergeStep> steps = new ArrayList<>();
  private QueryEvent.Amount answer = new QueryEvent.Amount(0, 0);

  /**
   * @param order of the documents by their sort key; ignored unless sorted
   * @param skip how many documents to leave out here
   * @param limit how many to give at most; negative for no limit
   */
  RouterCursor(
      Namespace ns, boolean sorted, Comparator<BsonDocument> order, long skip, long limit) {
    this.ns = ns;
    this.sorted = sorted;
    this.order = order;
    this.skip = skip;
    this.limit = limit;
  }

  /** For streams in no order. */
  static RouterCursor unsorted(Namespace ns) {
    return new RouterCursor(ns, false, (left, right) -> 0, 0, -1);
  }

  /** For streams sorted by that pattern, whose documents carry their sort keys. */
  static RouterCursor sorted(Namespace ns, BsonDocument pattern, Collation collation) {
    return new RouterCursor(ns, true, byOrder(pattern, collation.order()), 0, -1);
  }

  /** Results are what these stages make of the merged stream. */
  void mergeWith(Pipeline stages, PipelineContext context) {
    merger =
        stages.stages().isEmpty() ? Optional.empty() : Optional.of(new MergerPart(stages, context));
  }

  /** Counts the bytes of what comes and goes, too. */
  RouterCursor measured() {
    measures = true;
    return this;
  }

  /** How many documents the shards are asked for at once; 0 for as many as fit. */
  void askInBatchesOf(int size) {
    batchSize = size;
  }

  int batchSize() {
    return batchSize;
  }

  /** Goes on without the shards that cannot be reached. */
  void allowPartialResults() {
    partialAllowed = true;
  }

  boolean allowsPartialResults() {
    return partialAllowed;
  }

  /** A shard could not be asked, so what the client gets is not all there is. */
  void missShard() {
    partial = true;
  }

  /** A reply with a batch, with the mark of one that lacks a shard's documents. */
  BsonDocument marked(BsonDocument reply) {
    if (partial) {
      reply.getDocument("cursor").append("partialResultsReturned", BsonBoolean.TRUE);
    }
    return reply;
  }

  RouterCursor copy(Environment environment) {
    RouterCursor copy = new RouterCursor(ns, sorted, order, skip, limit);
    copy.batchSize = batchSize;
    copy.partialAllowed = partialAllowed;
    copy.partial = partial;
    copy.measures = measures;
    copy.steps.addAll(steps);
    copy.answer = answer;
    copy.merger = merger.map(part -> part.copy(environment.operation()));
    remotes.forEach(remote -> copy.remotes.add(remote.copy()));
    return copy;
  }

  /** Compares sort keys as shards send them: an array of values, one per field of the sort. */
  static Comparator<BsonDocument> byOrder(BsonDocument sort, BsonOrder values) {
    List<Boolean> descending = new ArrayList<>();
    for (BsonValue direction : sort.values()) {
      descending.add(direction.isNumber() && direction.asNumber().doubleValue() < 0);
    }
    return (left, right) -> {
      BsonArray leftKey = left.getArray(MergeKeys.FIELD);
      BsonArray rightKey = right.getArray(MergeKeys.FIELD);
      for (int i = 0; i < descending.size(); i++) {
        int compared = values.compare(leftKey.get(i), rightKey.get(i));
        if (compared != 0) {
          return descending.get(i) ? -compared : compared;
        }
      }
      return 0;
    };
  }

  Namespace ns() {
    return ns;
  }

  /** Adds one shard's reply to the first request. */
  void add(ShardId shard, BsonDocument reply) {
    Remote remote = new Remote(shard, Replies.cursorId(reply), documents(reply));
    measure(remote, remote.buffer);
    remotes.add(remote);
  }

  private void measure(Remote remote, Iterable<BsonDocument> documents) {
    if (measures) {
      for (BsonDocument document : documents) {
        remote.bytes += BsonSize.of(document);
      }
    }
  }

  private static ArrayDeque<BsonDocument> documents(BsonDocument reply) {
    BsonArray batch = Replies.batchOf(reply);
    ArrayDeque<BsonDocument> documents = new ArrayDeque<>(batch.size());
    for (BsonValue value : batch) {
      documents.add(value.asDocument());
    }
    return documents;
  }

  /** Whether what the client gets is not what the shards send. */
  boolean hasMergerPart() {
    return merger.isPresent();
  }

  boolean isExhausted() {
    return merger.isPresent() ? merger.get().isExhausted() : isInputExhausted();
  }

  private boolean isInputExhausted() {
    return limit == 0 || !mayHaveMore();
  }

  private boolean mayHaveMore() {
    for (Remote remote : remotes) {
      if (remote.mayHaveMore()) {
        return true;
      }
    }
    return false;
  }

  /** The shards' cursors that are still open. */
  List<ClusterCursor> openCursors() {
    List<ClusterCursor> open = new ArrayList<>();
    for (Remote remote : remotes) {
      if (remote.cursorId != 0) {
        open.add(new ClusterCursor(remote.shard, remote.cursorId));
      }
    }
    return open;
  }

  /** A cursor on a shard. */
  record ClusterCursor(ShardId shard, long id) {}

  /**
   * The next documents.
   *
   * @param size how many at most
   * @param calls asks shards for the next batch of a cursor
   */
  BsonArray nextBatch(int size, RemoteCalls calls) {
    BsonArray batch = batch(size, calls);
    if (measures && merger.isPresent()) {
      long bytes = answer.bytes();
      for (BsonValue document : batch) {
        bytes += BsonSize.of(document.asDocument());
      }
      answer = new QueryEvent.Amount(answer.documents() + batch.size(), bytes);
    }
    return batch;
  }

  private BsonArray batch(int size, RemoteCalls calls) {
    if (merger.isPresent()) {
      return merger.get().nextBatch(size, () -> nextDocument(calls), this::isInputExhausted);
    }
    int buffered = 0;
    for (Remote remote : remotes) {
      buffered += remote.buffer.size();
    }
    BsonArray batch = new BsonArray(Math.min(size, buffered));
    while (batch.size() < size) {
      BsonDocument document = nextDocument(calls);
      if (document == null) {
        break;
      }
      batch.add(document);
    }
    return batch;
  }

  /** The next document of the merged streams; null at the end. */
  private BsonDocument nextDocument(RemoteCalls calls) {
    while (limit != 0) {
      fetchTogether(calls);
      Remote next = sorted ? lowest(calls) : firstWithDocuments(calls);
      if (next == null) {
        return null;
      }
      BsonDocument document = next.buffer.removeFirst();
      if (skip > 0) {
        skip--;
        continue;
      }
      next.kept++;
      if (limit > 0) {
        limit--;
      }
      return MergeKeys.without(document);
    }
    return null;
  }

  /**
   * Asks at once all the shards without which nothing goes on: of sorted streams those whose next
   * document is not known, of others those that have not begun.
   */
  private void fetchTogether(RemoteCalls calls) {
    if (remotes.size() < 2) {
      return;
    }
    List<Runnable> missing = new ArrayList<>();
    for (Remote remote : remotes) {
      boolean empty = remote.buffer.isEmpty() && remote.cursorId != 0;
      if (empty && (sorted || remote.waits)) {
        missing.add(() -> fill(remote, calls));
      }
    }
    if (missing.size() > 1) {
      calls.together(missing);
    }
  }

  private Remote lowest(RemoteCalls calls) {
    Remote lowest = null;
    for (Remote remote : remotes) {
      fill(remote, calls);
      if (!remote.buffer.isEmpty()
          && (lowest == null
              || order.compare(remote.buffer.getFirst(), lowest.buffer.getFirst()) < 0)) {
        lowest = remote;
      }
    }
    if (lowest != null && steps.size() < STEPS_KEPT && remotes.size() > 1) {
      steps.add(step(lowest));
    }
    return lowest;
  }

  private QueryEvent.MergeStep step(Remote taken) {
    List<BsonValue> heads = new ArrayList<>(remotes.size());
    for (Remote remote : remotes) {
      heads.add(
          remote.buffer.isEmpty()
              ? new BsonUndefined()
              : remote.buffer.getFirst().getArray(MergeKeys.FIELD));
    }
    return new QueryEvent.MergeStep(taken.shard, heads);
  }

  private Remote firstWithDocuments(RemoteCalls calls) {
    for (Remote remote : remotes) {
      if (!remote.buffer.isEmpty()) {
        return remote;
      }
    }
    for (Remote remote : remotes) {
      fill(remote, calls);
      if (!remote.buffer.isEmpty()) {
        return remote;
      }
    }
    return null;
  }

  private void fill(Remote remote, RemoteCalls calls) {
    while (remote.buffer.isEmpty() && remote.cursorId != 0) {
      remote.waits = false;
      BsonDocument reply = calls.getMore(remote.shard, remote.cursorId);
      remote.cursorId = Replies.cursorId(reply);
      ArrayDeque<BsonDocument> documents = documents(reply);
      remote.shipped += documents.size();
      measure(remote, documents);
      remote.buffer.addAll(documents);
    }
  }

  /**
   * What came from each shard and what of it was given to the client, so far; what the node that
   * merges had itself has not travelled.
   */
  QueryEvent.ResultsMerged report(NodeId router) {
    List<QueryEvent.ShardCount> shipped = new ArrayList<>(remotes.size());
    List<QueryEvent.ShardCount> kept = new ArrayList<>(remotes.size());
    for (Remote remote : remotes) {
      boolean travelled = !remote.shard.node().equals(router);
      shipped.add(
          new QueryEvent.ShardCount(
              remote.shard, travelled ? remote.shipped : 0, travelled ? remote.bytes : 0));
      kept.add(new QueryEvent.ShardCount(remote.shard, remote.kept));
    }
    Optional<QueryEvent.Amount> given =
        measures && merger.isPresent() ? Optional.of(answer) : Optional.empty();
    return new QueryEvent.ResultsMerged(router, ns, shipped, kept, sorted, steps, given);
  }

  /** Begins counting anew: what is reported next time is what the next batch costs. */
  void resetCounts() {
    for (Remote remote : remotes) {
      remote.shipped = 0;
      remote.kept = 0;
      remote.bytes = 0;
    }
    steps.clear();
    answer = new QueryEvent.Amount(0, 0);
  }
}
