package shardsh.core.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.OperationContext;
import shardsh.core.pipeline.stage.Sort;
import shardsh.core.query.Collation;
import shardsh.core.query.QueryContext;

class PipelineTest {

  private static BsonArray array(String json) {
    return BsonDocument.parse("{v: " + json + "}").getArray("v");
  }

  private static List<BsonDocument> documents(String json) {
    List<BsonDocument> documents = new ArrayList<>();
    array(json).forEach(value -> documents.add(value.asDocument()));
    return documents;
  }

  private static List<BsonDocument> run(String pipeline, String documents) {
    return Pipeline.parse(array(pipeline), PipelineContext.PLAIN)
        .runAll(documents(documents), PipelineContext.PLAIN);
  }

  private static int errorCode(String pipeline) {
    return assertThrows(CommandException.class, () -> run(pipeline, "[{_id: 1, a: 1}]"))
        .errorCode()
        .code();
  }

  @Test
  void malformedStagesHaveTheServersCodes() {
    assertEquals(14, errorCode("[1]"));
    assertEquals(40323, errorCode("[{}]"));
    assertEquals(40323, errorCode("[{$match: {}, $limit: 1}]"));
    assertEquals(40324, errorCode("[{$nothing: 1}]"));
    assertEquals(15959, errorCode("[{$match: 1}]"));
    assertEquals(15958, errorCode("[{$limit: 0}]"));
    assertEquals(5107201, errorCode("[{$limit: -1}]"));
    assertEquals(5107200, errorCode("[{$skip: 'x'}]"));
    assertEquals(15976, errorCode("[{$sort: {}}]"));
    assertEquals(15955, errorCode("[{$group: {n: {$sum: 1}}}]"));
    assertEquals(15952, errorCode("[{$group: {_id: 1, n: {$nothing: 1}}}]"));
    assertEquals(40237, errorCode("[{$group: {_id: 1, n: {$sum: [1, 2]}}}]"));
    assertEquals(40158, errorCode("[{$count: '$n'}]"));
    assertEquals(28818, errorCode("[{$unwind: 'a'}]"));
    assertEquals(40148, errorCode("[{$sortByCount: 'a'}]"));
    assertEquals(40600, errorCode("[{$facet: {a: [{$facet: {b: []}}]}}]"));
    assertEquals(28747, errorCode("[{$sample: {size: -1}}]"));
    assertEquals(17053, errorCode("[{$redact: 'no'}]"));
    assertEquals(51272, errorCode("[{$project: {}}]"));
    assertEquals(31119, errorCode("[{$unset: []}]"));
  }

  @Test
  void shortFormsArePrintedAsWhatTheyStandFor() {
    assertEquals(
        array(
                "[{$group: {_id: {$const: null}, n: {$sum: {$const: 1}}}},"
                    + " {$project: {n: true, _id: false}}]")
            .get(0),
        Pipeline.parse(array("[{$count: 'n'}]"), PipelineContext.PLAIN).toBson().get(0));
    assertEquals(
        array(
            "[{$group: {_id: '$a', count: {$sum: {$const: 1}}}},"
                + " {$sort: {sortKey: {count: -1}}}]"),
        Pipeline.parse(array("[{$sortByCount: '$a'}]"), PipelineContext.PLAIN).toBson());
  }

  @Test
  void limitLeavesTheRestOfTheInputAlone() {
    List<BsonDocument> pulled = new ArrayList<>();
    Iterator<BsonDocument> endless =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public BsonDocument next() {
            BsonDocument document = new BsonDocument("_id", new BsonInt32(pulled.size()));
            pulled.add(document);
            return document;
          }
        };
    Pipeline pipeline =
        Pipeline.parse(array("[{$match: {_id: {$gt: 2}}}, {$limit: 2}]"), PipelineContext.PLAIN);

    List<BsonDocument> results = new ArrayList<>();
    pipeline.run(endless, PipelineContext.PLAIN).forEachRemaining(results::add);

    assertEquals(documents("[{_id: 3}, {_id: 4}]"), results);
    assertEquals(5, pulled.size());
  }

  @Test
  void interruptionReachesGrouping() {
    InterruptFlag flag = new InterruptFlag();
    PipelineContext context =
        new PipelineContext(
            QueryContext.PLAIN, new OperationContext(flag, () -> 0, Long.MAX_VALUE));
    Iterator<BsonDocument> endless =
        new Iterator<>() {
          private int count;

          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public BsonDocument next() {
            if (++count == 1000) {
              flag.raise();
            }
            return new BsonDocument("_id", new BsonInt32(count));
          }
        };
    Iterator<BsonDocument> results =
        Pipeline.parse(array("[{$group: {_id: null, n: {$sum: 1}}}]"), context)
            .run(endless, context);

    CommandException error = assertThrows(CommandException.class, results::hasNext);

    assertEquals(11601, error.errorCode().code());
  }

  @Test
  void groupsAreOneUnderTheCollation() {
    PipelineContext context =
        new PipelineContext(
            QueryContext.of(Collation.parse(BsonDocument.parse("{locale: 'en', strength: 2}"))),
            OperationContext.unbounded());

    List<BsonDocument> results =
        Pipeline.parse(array("[{$group: {_id: '$a', n: {$sum: 1}}}]"), context)
            .runAll(documents("[{a: 'x'}, {a: 'X'}, {a: 'y'}]"), context);

    assertEquals(documents("[{_id: 'x', n: 2}, {_id: 'y', n: 1}]"), results);
  }

  @Test
  void numbersOfAllTypesShareAGroup() {
    assertEquals(
        documents("[{_id: 1, n: 4}]"),
        run(
            "[{$group: {_id: '$a', n: {$sum: 1}}}]",
            "[{a: 1}, {a: {$numberLong: '1'}}, {a: {$numberDouble: '1.0'}},"
                + " {a: {$numberDecimal: '1.00'}}]"));
  }

  @Test
  void sortWithLimitKeepsTheBestInStableOrder() {
    Pipeline sort = Pipeline.parse(array("[{$sort: {a: -1}}]"), PipelineContext.PLAIN);
    Stage limited = ((Sort) sort.stages().get(0)).withLimit(3);

    List<BsonDocument> results =
        new Pipeline(List.of(limited))
            .runAll(
                documents("[{_id: 1, a: 1}, {_id: 2, a: 2}, {_id: 3, a: 2}, {_id: 4, a: 3}]"),
                PipelineContext.PLAIN);

    assertEquals(documents("[{_id: 4, a: 3}, {_id: 2, a: 2}, {_id: 3, a: 2}]"), results);
  }

  @Test
  void bucketAutoRoundsToPreferredNumbers() {
    assertEquals(
        documents("[{_id: {min: 0.5, max: 4.0}, count: 2}, {_id: {min: 4.0, max: 8.0}, count: 2}]"),
        run(
            "[{$bucketAuto: {groupBy: '$x', buckets: 2, granularity: 'POWERSOF2'}}]",
            "[{x: 1}, {x: 3}, {x: 4}, {x: 5}]"));
  }

  @Test
  void partialGroupIsMarkedAsTheServerMarksIt() {
    Stage group =
        Pipeline.parse(array("[{$group: {_id: '$a', n: {$sum: '$b'}}}]"), PipelineContext.PLAIN)
            .stages()
            .get(0);
    DistributedPlan plan = group.distributed();

    assertEquals(
        BsonDocument.parse("{$group: {_id: '$a', n: {$sum: '$b'}, $willBeMerged: true}}"),
        plan.shards().get(0).toBson());
    assertEquals(
        BsonDocument.parse(
            "{$group: {_id: '$$ROOT._id', n: {$sum: '$$ROOT.n'}, $doingMerge: true}}"),
        plan.merger().get(0).toBson());
  }

  @Test
  void groupAfterUnwindSeesEachElementAndKeepsItsValues() {
    assertEquals(
        documents(
            "[{_id: 1, all: [{s: 1, k: 'x'}, {s: 1, k: 'y'}], first: {s: 1, n: 2}, sizes: 2},"
                + " {_id: null, all: [{k: 'z'}, {k: 'w'}, {k: 'v'}], first: null, sizes: 2},"
                + " {_id: 2, all: [{s: 2, k: 'x'}], first: {s: 2, n: 3}, sizes: 1}]"),
        run(
            "[{$unwind: {path: '$a', preserveNullAndEmptyArrays: true}},"
                + " {$group: {_id: '$a.s', all: {$push: {s: '$a.s', k: '$k'}}, first: {$first:"
                + " '$a'}, sizes: {$sum: {$cond: [{$isArray: '$b'}, 1, {$size: {$ifNull: ['$b',"
                + " [1]]}}]}}}},"
                + " {$project: {all: 1, first: {$ifNull: ['$first', null]}, sizes: {$cond: [{$eq:"
                + " ['$_id', null]}, 2, {$size: '$all'}]}}}]",
            "[{_id: 1, k: 'x', a: [{s: 1, n: 2}]}, {_id: 2, k: 'z', a: []},"
                + " {_id: 3, k: 'w'}, {_id: 4, k: 'v', a: [null]}, {_id: 5, k: 'y', a: {s: 1}},"
                + " {_id: 6, k: 'x', a: [{s: 2, n: 3}]}]"));
  }

  @Test
  void groupAfterUnwindThatKeepsDocumentsKeepsDifferentOnes() {
    assertEquals(
        documents("[{_id: null, all: [{_id: 1, a: 1}, {_id: 1, a: 2}]}]"),
        run(
            "[{$unwind: '$a'}, {$group: {_id: null, all: {$push: '$$ROOT'}}}]",
            "[{_id: 1, a: [1, 2]}]"));
  }

  @Test
  void groupsOfEqualNumbersAreOneUnderTheFirstKey() {
    assertEquals(
        documents("[{_id: 1, n: 3}, {_id: '1', n: 1}, {_id: [1], n: 2}]"),
        run(
            "[{$group: {_id: '$a', n: {$sum: 1}}}]",
            "[{a: 1}, {a: 1.0}, {a: '1'}, {a: [1]}, {a: {$numberLong: '1'}}, {a: [1.0]}]"));
  }
}
