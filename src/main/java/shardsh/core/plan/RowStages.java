package shardsh.core.plan;

import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.MatchDetails;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.Projection;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexCursor;
import shardsh.core.storage.RecordReader;

/** The stages that treat one row at a time. */
final class RowStages {
  private RowStages() {}

  /** FETCH. */
  static final class Fetch extends PlanStage {
    private final CollectionStore store;
    private final MatchExpression filter;

    /** Over the entries of a scan right below, whose documents are read in its order; or null. */
    private final IndexCursor cursor;

    private final RecordReader reader;
    private long examined;
    private long alreadyThere;

    Fetch(SolutionNode.Fetch node, PlanStage child, CollectionStore store) {
      super(node, child);
      this.store = store;
      this.filter = node.filter().orElse(null);
      this.cursor = child instanceof ScanStages.IndexScan scan ? scan.cursor() : null;
      this.reader = cursor == null ? null : store.reader();
    }

    @Override
    State doWork() {
      State state = child().work();
      if (state != State.ADVANCED) {
        return state;
      }
      Row found = child().row;
      if (found.isFetched()) {
        alreadyThere++;
      } else {
        BsonDocument document =
            cursor == null
                ? store.document(found.recordId()).orElse(null)
                : reader.document(cursor);
        if (document == null) {
          return State.NEED_TIME;
        }
        found.fetched(document);
      }
      examined++;
      if (filter != null && !filter.matches(found.document())) {
        return State.NEED_TIME;
      }
      row = found;
      return State.ADVANCED;
    }

    /** Says which fields of the documents the stages above read, as far as that is known. */
    void expect(Set<String> names) {
      if (reader != null) {
        reader.expect(names);
      }
    }

    @Override
    long docsExamined() {
      return examined;
    }

    @Override
    void addCounters(BsonDocument stats) {
      stats
          .append("docsExamined", Docs.number(examined))
          .append("alreadyHasObj", Docs.number(alreadyThere));
    }
  }

  /** SHARDING_FILTER. */
  static final class ShardingFilter extends PlanStage {
    private final ShardFilter filter;
    private int[] positions;
    private IndexEntry positionsOf;
    private long skipped;

    ShardingFilter(SolutionNode.ShardingFilter node, PlanStage child) {
      super(node, child);
      this.filter = node.filter();
    }

    @Override
    State doWork() {
      State state = child().work();
      if (state != State.ADVANCED) {
        return state;
      }
      Row found = child().row;
      boolean owned =
          found.isFetched()
              ? filter.ownsDocument().test(found.document())
              : filter.ownsKey().test(shardKey(found));
      if (!owned) {
        skipped++;
        return State.NEED_TIME;
      }
      row = found;
      return State.ADVANCED;
    }

    private IndexKey shardKey(Row found) {
      if (positionsOf != found.index()) {
        KeyPattern pattern = filter.shardKey();
        positions = new int[pattern.size()];
        for (int i = 0; i < positions.length; i++) {
          positions[i] = found.index().positionOf(pattern.fields().get(i).path().text());
        }
        positionsOf = found.index();
      }
      return found.keyPart(positions);
    }

    @Override
    void addCounters(BsonDocument stats) {
      stats.append("chunkSkips", Docs.number(skipped));
    }
  }

  /** LIMIT; SUBPLAN and EXPRESS_IXSCAN, whose rows are those of the plan they stand for. */
  static final class Passing extends PlanStage {
    private long left;

    Passing(SolutionNode node, PlanStage child, long limit) {
      super(node, child);
      this.left = limit;
    }

    @Override
    State doWork() {
      if (left == 0) {
        return State.EOF;
      }
      State state = child().work();
      if (state == State.ADVANCED) {
        left--;
        row = child().row;
      }
      return state;
    }
  }

  /** SKIP. */
  static final class Skip extends PlanStage {
    private long left;

    Skip(SolutionNode.Skip node, PlanStage child) {
      super(node, child);
      this.left = node.skip();
    }

    @Override
    State doWork() {
      State state = child().work();
      if (state == State.ADVANCED && left > 0) {
        left--;
        return State.NEED_TIME;
      }
      row = child().row;
      return state;
    }
  }

  /** The three PROJECTION stages. */
  static final class Project extends PlanStage {
    private final Projection projection;
    private final MatchExpression filter;
    private final boolean simple;

    Project(SolutionNode.Project node, PlanStage child) {
      super(node, child);
      this.projection = node.projection();
      this.filter = node.filter();
      this.simple = projection.isSimple();
      projection.requiredPaths().ifPresent(paths -> expect(child, paths));
    }

    /** Tells the stage that fetches what will be read of the documents. */
    private static void expect(PlanStage from, Set<String> paths) {
      Set<String> fields = new TreeSet<>();
      paths.forEach(path -> fields.add(BsonPath.of(path).parts().get(0)));
      PlanStage stage = from;
      while (stage instanceof ShardingFilter || stage instanceof Passing || stage instanceof Skip) {
        if (stage instanceof ShardingFilter filtering) {
          for (KeyPattern.Field field : filtering.filter.shardKey().fields()) {
            fields.add(field.path().parts().get(0));
          }
        }
        stage = stage.child();
      }
      if (stage instanceof Fetch fetch) {
        fetch.expect(fields);
      }
    }

    @Override
    State doWork() {
      State state = child().work();
      if (state != State.ADVANCED) {
        return state;
      }
      row = child().row;
      if (projection.needsMatchDetails()) {
        MatchDetails details = new MatchDetails();
        filter.matches(row.document(), details);
        row.projected(projection.apply(row.document(), details));
      } else if (simple && row.isFetched()) {
        row.toBeProjected(projection);
      } else {
        row.projected(projection.apply(row.document()));
      }
      return state;
    }
  }

  /** RETURN_KEY. */
  static final class ReturnKey extends PlanStage {
    ReturnKey(SolutionNode.ReturnKey node, PlanStage child) {
      super(node, child);
    }

    @Override
    State doWork() {
      State state = child().work();
      if (state == State.ADVANCED) {
        row = child().row;
        row.projected(row.namedKey());
      }
      return state;
    }
  }

  /** COUNT. Gives no rows; the number is in {@link #counted}. */
  static final class Count extends PlanStage {
    private final long limit;
    private long toSkip;
    private long skipped;
    private long counted;

    Count(SolutionNode.Count node, PlanStage child) {
      super(node, child);
      this.limit = node.limit();
      this.toSkip = node.skip();
    }

    @Override
    State doWork() {
      if (limit > 0 && counted >= limit) {
        return State.EOF;
      }
      State state = child().work();
      if (state != State.ADVANCED) {
        return state;
      }
      if (toSkip > 0) {
        toSkip--;
        skipped++;
      } else {
        counted++;
      }
      return State.NEED_TIME;
    }

    long counted() {
      return counted;
    }

    @Override
    void addCounters(BsonDocument stats) {
      stats.append("nCounted", Docs.number(counted)).append("nSkipped", Docs.number(skipped));
    }
  }

  /** RECORD_STORE_FAST_COUNT. Gives no rows. */
  static final class FastCount extends PlanStage {
    private final CollectionStore store;
    private long counted;

    FastCount(SolutionNode.FastCount node, CollectionStore store) {
      super(node);
      this.store = store;
    }

    @Override
    State doWork() {
      counted = store.count();
      return State.EOF;
    }

    long counted() {
      return counted;
    }

    @Override
    void addCounters(BsonDocument stats) {
      stats.append("nCounted", Docs.number(counted)).append("nSkipped", Docs.number(0));
    }
  }
}
