package shardsh.core.plan;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.MatchExpression;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexCursor;
import shardsh.core.storage.OrderedIndex;
import shardsh.core.storage.RecordCursor;

/** The stages at the leaves of a plan, which read the collection. */
final class ScanStages {
  private ScanStages() {}

  private static OrderedIndex index(CollectionStore store, IndexEntry entry) {
    return store
        .indexes()
        .named(entry.name())
        .orElseThrow(
            () -> new IllegalStateException("plan uses index " + entry.name() + ", now dropped"));
  }

  /** COLLSCAN. */
  static final class CollectionScan extends PlanStage {
    private final RecordCursor cursor;
    private final MatchExpression filter;
    private long examined;

    CollectionScan(SolutionNode.CollScan node, CollectionStore store) {
      super(node);
      this.cursor = store.records(node.forward());
      this.filter = node.filter().orElse(null);
    }

    @Override
    State doWork() {
      if (!cursor.next()) {
        return State.EOF;
      }
      examined++;
      BsonDocument document = cursor.document();
      if (filter != null && !filter.matches(document)) {
        return State.NEED_TIME;
      }
      row = Row.ofDocument(cursor.recordId(), document);
      return State.ADVANCED;
    }

    @Override
    long docsExamined() {
      return examined;
    }

    @Override
    void addCounters(BsonDocument stats) {
      stats.append("docsExamined", Docs.number(examined));
    }
  }

  /** IXSCAN. */
  static final class IndexScan extends PlanStage {
    /** From here on it pays to find the end of a stretch instead of comparing every key with it. */
    private static final int COMPARED_MAX = 16;

    private final SolutionNode.IndexScan plan;
    private final CollectionStore store;
    private final IndexCursor cursor;
    private final BoundsWalk walk;
    private final KeyRangeEnd rangeEnd;
    private final MatchExpression filter;
    private final RecordSet seen;
    private boolean started;
    private boolean ended;
    private long examined;
    private long seeks;
    private long tested;
    private long dropped;

    /** How many of the next entries are inside, or -1 when each has to be looked at. */
    private long inside = -1;

    IndexScan(SolutionNode.IndexScan node, CollectionStore store) {
      super(node);
      OrderedIndex index = index(store, node.index());
      this.plan = node;
      this.store = store;
      this.cursor = index.cursor(node.forward());
      this.walk = new BoundsWalk(node.bounds(), node.forward());
      this.rangeEnd = node.range().map(range -> new KeyRangeEnd(node.index(), range)).orElse(null);
      this.filter = node.filter().orElse(null);
      this.seen = node.index().multikeyPaths().isMultikey() ? new RecordSet() : null;
    }

    @Override
    State doWork() {
      if (ended || inside == 0 || !move()) {
        ended = true;
        return State.EOF;
      }
      BoundsWalk.Verdict verdict = inside > 0 ? BoundsWalk.Verdict.INSIDE : verdict();
      if (verdict == BoundsWalk.Verdict.DONE) {
        // A single stretch has an end that the cursor knows; the key beyond it is never looked at.
        examined += walk.endsByItself() || rangeEnd != null ? 0 : 1;
        ended = true;
        return State.EOF;
      }
      examined++;
      if (verdict == BoundsWalk.Verdict.JUMP) {
        started = false;
        return State.NEED_TIME;
      }
      if (inside > 0) {
        inside--;
      } else if (examined == COMPARED_MAX && rangeEnd == null && walk.end().isPresent()) {
        inside = cursor.entriesTo(walk.end().get(), walk.endIncluded()) - 1;
      }
      if (seen != null) {
        tested++;
        if (!seen.add(cursor.recordId())) {
          dropped++;
          return State.NEED_TIME;
        }
      }
      Row found = Row.ofStoredKey(cursor.recordId(), plan.index(), cursor.storedKey(), store);
      if (filter != null && !filter.matches(found.document())) {
        return State.NEED_TIME;
      }
      row = found;
      return State.ADVANCED;
    }

    /** Over the entries; on the one of the row that was given last. */
    IndexCursor cursor() {
      return cursor;
    }

    private BoundsWalk.Verdict verdict() {
      IndexKey key = cursor.key();
      if (rangeEnd != null) {
        return rangeEnd.isBefore(key) ? BoundsWalk.Verdict.DONE : BoundsWalk.Verdict.INSIDE;
      }
      return walk.check(key);
    }

    /** To the next entry, or to where the last verdict said. */
    private boolean move() {
      if (started) {
        return cursor.next();
      }
      boolean first = seeks == 0;
      started = true;
      seeks++;
      if (rangeEnd != null) {
        return rangeEnd.seekStart(cursor);
      }
      if (first && !walk.start()) {
        return false;
      }
      return cursor.seek(walk.target(), walk.beyond());
    }

    @Override
    long keysExamined() {
      return examined;
    }

    @Override
    void addCounters(BsonDocument stats) {
      stats
          .append("keysExamined", Docs.number(examined))
          .append("seeks", Docs.number(seeks))
          .append("dupsTested", Docs.number(tested))
          .append("dupsDropped", Docs.number(dropped));
    }
  }

  /** COUNT_SCAN. */
  static final class CountScan extends PlanStage {
    private final CollectionStore store;
    private final IndexCursor cursor;
    private final KeyRangeEnd range;
    private final IndexEntry entry;
    private final RecordSet seen;
    private boolean started;
    private long examined;

    CountScan(SolutionNode.CountScan node, CollectionStore store) {
      super(node);
      this.store = store;
      this.entry = node.index();
      this.cursor = index(store, entry).cursor(true);
      this.range = new KeyRangeEnd(entry, node.range());
      this.seen = entry.multikeyPaths().isMultikey() ? new RecordSet() : null;
    }

    @Override
    State doWork() {
      boolean more = started ? cursor.next() : range.seekStart(cursor);
      started = true;
      if (!more || range.isBefore(cursor.key())) {
        return State.EOF;
      }
      examined++;
      if (seen != null && !seen.add(cursor.recordId())) {
        return State.NEED_TIME;
      }
      row = Row.ofKey(cursor.recordId(), entry, cursor.key(), store);
      return State.ADVANCED;
    }

    @Override
    long keysExamined() {
      return examined;
    }

    @Override
    void addCounters(BsonDocument stats) {
      stats.append("keysExamined", Docs.number(examined));
    }
  }

  /** DISTINCT_SCAN. */
  static final class DistinctScan extends PlanStage {
    private final SolutionNode.DistinctScan plan;
    private final IndexCursor cursor;
    private final BoundsWalk walk;
    private final CollectionStore store;
    private boolean started;
    private boolean steps;
    private IndexKey last;
    private long examined;

    DistinctScan(SolutionNode.DistinctScan node, CollectionStore store) {
      super(node);
      this.plan = node;
      this.store = store;
      this.cursor = index(store, node.index()).cursor(true);
      this.walk = new BoundsWalk(node.bounds(), true);
    }

    @Override
    State doWork() {
      if (!move()) {
        return State.EOF;
      }
      IndexKey key = cursor.key();
      BoundsWalk.Verdict verdict = walk.check(key);
      if (verdict == BoundsWalk.Verdict.DONE) {
        return State.EOF;
      }
      examined++;
      if (verdict == BoundsWalk.Verdict.JUMP) {
        last = null;
        return State.NEED_TIME;
      }
      steps = key.get(0).isNull() && isMissing(cursor.recordId());
      if (steps) {
        return State.NEED_TIME;
      }
      last = IndexKey.of(key.get(0));
      row = Row.ofKey(cursor.recordId(), plan.index(), key, store);
      return State.ADVANCED;
    }

    /** A missing field has the key null, but it is no value: the next entry may be a real null. */
    private boolean isMissing(long recordId) {
      return store
          .document(recordId)
          .flatMap(plan.index().keyPattern().fields().get(0).path()::objectValue)
          .isEmpty();
    }

    private boolean move() {
      if (!started) {
        started = true;
        return walk.start() && cursor.seek(walk.target(), walk.beyond());
      }
      if (steps) {
        return cursor.next();
      }
      return last == null ? cursor.seek(walk.target(), walk.beyond()) : cursor.seek(last, true);
    }

    @Override
    long keysExamined() {
      return examined;
    }

    @Override
    void addCounters(BsonDocument stats) {
      stats.append("keysExamined", Docs.number(examined));
    }
  }

  /** IDHACK, or EXPRESS_IXSCAN. */
  static final class IdLookup extends PlanStage {
    private final SolutionNode.IdHack plan;
    private final CollectionStore store;
    private boolean done;
    private long found;

    IdLookup(SolutionNode.IdHack node, CollectionStore store) {
      super(node);
      this.plan = node;
      this.store = store;
    }

    @Override
    State doWork() {
      if (done) {
        return State.EOF;
      }
      done = true;
      long record = store.recordWithId(plan.id());
      Optional<BsonDocument> document = record < 0 ? Optional.empty() : store.document(record);
      if (document.isEmpty()) {
        return State.EOF;
      }
      found = 1;
      row = Row.ofDocument(record, document.get());
      return State.ADVANCED;
    }

    @Override
    long keysExamined() {
      return found;
    }

    @Override
    long docsExamined() {
      return found;
    }

    @Override
    void addCounters(BsonDocument stats) {
      stats.append("keysExamined", Docs.number(found)).append("docsExamined", Docs.number(found));
    }
  }

  /** EOF. */
  static final class End extends PlanStage {
    End(SolutionNode.Eof node) {
      super(node);
    }

    @Override
    State doWork() {
      return State.EOF;
    }
  }

  /** Where a key range begins and ends in the order of its index. */
  private static final class KeyRangeEnd {
    private final KeyRange range;
    private final List<KeyPattern.Field> fields;

    KeyRangeEnd(IndexEntry index, KeyRange range) {
      this.range = range;
      this.fields = index.keyPattern().fields();
    }

    boolean seekStart(IndexCursor cursor) {
      return range.start().isPresent()
          ? cursor.seek(range.start().get(), !range.startIncluded())
          : cursor.seekFirst();
    }

    /** Whether the range ends before the key. */
    boolean isBefore(IndexKey key) {
      if (range.end().isEmpty()) {
        return false;
      }
      IndexKey end = range.end().get();
      for (int i = 0; i < end.size(); i++) {
        int compared = BsonOrder.SIMPLE.compare(key.get(i), end.get(i));
        if (compared != 0) {
          return fields.get(i).descending() ? compared < 0 : compared > 0;
        }
      }
      return !range.endIncluded();
    }
  }
}
