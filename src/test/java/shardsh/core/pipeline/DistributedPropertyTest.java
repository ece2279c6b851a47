package shardsh.core.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bson.BsonArray;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import shardsh.core.expr.Numbers;
import shardsh.core.query.SortPattern;
import shardsh.core.sim.SimRandom;

/** What the shards do and what the merger does is together the whole stage. */
class DistributedPropertyTest {
  private static final PipelineContext CONTEXT = PipelineContext.PLAIN;

  private static final String[] STAGES = {
    "{$match: {k: {$gt: 0}}}",
    "{$project: {k: 1, d: {$add: ['$k', 1]}}}",
    "{$addFields: {'a.b': '$v'}}",
    "{$unset: 'v'}",
    "{$unwind: {path: '$list', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i'}}",
    "{$replaceWith: {was: '$$ROOT'}}",
    "{$redact: {$cond: [{$eq: ['$k', 1]}, '$$PRUNE', '$$DESCEND']}}",
    "{$sort: {k: 1, _id: -1}}",
    "{$limit: 3}",
    "{$skip: 2}",
    "{$bucketAuto: {groupBy: '$k', buckets: 2, output: {all: {$push: '$_id'}}}}",
    "{$facet: {a: [{$count: 'n'}], b: [{$limit: 2}]}}",
    "{$group: {_id: '$k', s: {$sum: '$v'}, a: {$avg: '$v'}, lo: {$min: '$v'}, hi: {$max: '$v'},"
        + " f: {$first: '$v'}, l: {$last: '$v'}, p: {$push: '$v'}, c: {$count: {}},"
        + " f2: {$firstN: {n: 2, input: '$v'}}, l2: {$lastN: {n: 2, input: '$v'}},"
        + " lo2: {$minN: {n: 2, input: '$v'}}, hi2: {$maxN: {n: 2, input: '$v'}},"
        + " t: {$top: {output: '$_id', sortBy: {v: 1, _id: 1}}},"
        + " b2: {$bottomN: {n: 2, output: '$_id', sortBy: {v: 1, _id: 1}}},"
        + " set: {$addToSet: '$v'}, m: {$mergeObjects: {a: '$v', b: '$k'}},"
        + " med: {$median: {input: '$v', method: 'approximate'}},"
        + " per: {$percentile: {input: '$v', p: [0.1, 0.9], method: 'approximate'}}}}",
    "{$group: {_id: '$k', sp: {$stdDevPop: '$v'}, ss: {$stdDevSamp: '$v'}}}",
    "{$group: {_id: {k: '$k', odd: {$mod: ['$_id', 2]}}, n: {$sum: 1}}}"
  };

  private static List<BsonDocument> documents(long seed, int count) {
    SimRandom random = new SimRandom(seed);
    List<BsonDocument> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BsonDocument document = new BsonDocument("_id", new BsonInt32(i));
      document.append("k", new BsonInt32(random.nextInt(3)));
      int kind = random.nextInt(8);
      if (kind > 0) {
        document.append("v", value(kind, random));
      }
      BsonArray list = new BsonArray();
      for (int j = random.nextInt(3); j > 0; j--) {
        list.add(new BsonInt32(j));
      }
      documents.add(document.append("list", list));
    }
    return documents;
  }

  private static BsonValue value(int kind, SimRandom random) {
    int number = random.nextInt(20) - 10;
    return switch (kind) {
      case 1 -> BsonNull.VALUE;
      case 2 -> new BsonString("s" + number);
      // No two numbers of different types are equal: which of them is kept is nobody's promise.
      case 3 -> new BsonInt64(number * 1_000_000_000_000L + 500);
      case 4 -> new BsonDouble(number * 0.37 + 0.011);
      case 5 -> new BsonDecimal128(Decimal128.parse(number + ".375"));
      default -> new BsonInt32(number);
    };
  }

  private static List<BsonDocument> run(List<Stage> stages, List<BsonDocument> input) {
    return new Pipeline(stages).runAll(input, CONTEXT);
  }

  /** What a shard is sent is text, not objects: the stages go through their written form. */
  private static List<Stage> rewritten(List<Stage> stages) {
    return Pipeline.parse(new Pipeline(stages).toCommand(), CONTEXT).stages();
  }

  private static List<BsonDocument> distributed(
      Stage stage, List<BsonDocument> documents, int cut) {
    DistributedPlan plan = stage.distributed();
    List<BsonDocument> merged = new ArrayList<>();
    List<Stage> shards = rewritten(plan.shards());
    merged.addAll(run(shards, documents.subList(0, cut)));
    merged.addAll(run(shards, documents.subList(cut, documents.size())));
    if (plan.mergeOrder().isPresent()) {
      merged = SortPattern.parse(plan.mergeOrder().get()).sorted(merged);
    }
    return run(rewritten(plan.merger()), merged);
  }

  @Property(tries = 60, seed = "1")
  void shardsAndMergerTogetherAreTheStage(
      @ForAll long seed,
      @ForAll @IntRange(max = 14) int count,
      @ForAll @IntRange(max = 14) int at) {
    List<BsonDocument> documents = documents(seed, count);
    int cut = Math.min(at, count);
    for (String text : STAGES) {
      Stage stage = Stages.parse(BsonDocument.parse(text), CONTEXT).get(0);

      List<BsonDocument> whole = run(List.of(stage), documents);
      List<BsonDocument> parts = distributed(stage, documents, cut);

      assertTrue(
          same(new BsonArray(whole), new BsonArray(parts)),
          () -> text + "\n whole " + whole + "\n parts " + parts);
    }
  }

  @Property(tries = 30, seed = "1")
  void writtenFormMeansTheSame(@ForAll long seed) {
    List<BsonDocument> documents = documents(seed, 9);
    for (String text : STAGES) {
      List<Stage> stages = Stages.parse(BsonDocument.parse(text), CONTEXT);

      assertEquals(run(stages, documents), run(rewritten(stages), documents), text);
    }
  }

  private static BsonArray values(BsonDocument document) {
    return new BsonArray(new ArrayList<>(document.values()));
  }

  private static boolean same(BsonValue left, BsonValue right) {
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      double a = Numbers.toDouble(left);
      double b = Numbers.toDouble(right);
      return left.getBsonType() == right.getBsonType()
          && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));
    }
    if (left instanceof BsonDocument first && right instanceof BsonDocument second) {
      return new ArrayList<>(first.keySet()).equals(new ArrayList<>(second.keySet()))
          && same(values(first), values(second));
    }
    if (left instanceof BsonArray first && right instanceof BsonArray second) {
      Iterator<BsonValue> others = second.iterator();
      boolean equal = first.size() == second.size();
      for (BsonValue value : first) {
        equal = equal && same(value, others.next());
      }
      return equal;
    }
    return left.equals(right);
  }
}
