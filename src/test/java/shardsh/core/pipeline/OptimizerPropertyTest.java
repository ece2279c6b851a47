package shardsh.core.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.query.SortPattern;
import shardsh.core.sim.SimRandom;

/** A rewritten pipeline, and one that is split, gives what the pipeline as written gives. */
class OptimizerPropertyTest {
  private static final PipelineContext CONTEXT = PipelineContext.PLAIN;

  /** None of them depends on the order of equal documents. */
  private static final String[] STAGES = {
    "{$match: {k: {$gt: 0}}}",
    "{$match: {$or: [{k: 1}, {v: {$lt: 3}}]}}",
    "{$match: {$nor: [{k: 1, v: 2}, {v: 4}]}}",
    "{$match: {'a.b': 2}}",
    "{$match: {'a.b': null}}",
    "{$match: {v: {$exists: false}}}",
    "{$match: {list: {$elemMatch: {$gt: 1}}}}",
    "{$match: {list: {$size: 2}}}",
    "{$match: {$expr: {$lt: ['$k', '$v']}}}",
    "{$match: {_id: {$gt: 4}}}",
    "{$match: {'_id.x': 1}}",
    "{$match: {w: null}}",
    "{$project: {k: 1, v: 1, 'a.b': 1}}",
    "{$project: {v: '$k', w: '$a.b', list: 1}}",
    "{$project: {_id: 0, k: 1, list: 1}}",
    "{$project: {'a.b': 0}}",
    "{$addFields: {w: '$v', k: {$cond: [{$isNumber: '$k'}, {$add: ['$k', 1]}, 0]}}}",
    "{$addFields: {'a.b': '$k'}}",
    "{$unset: 'v'}",
    "{$unwind: '$list'}",
    "{$unwind: {path: '$list', preserveNullAndEmptyArrays: true, includeArrayIndex: 'v'}}",
    "{$replaceWith: {k: '$v', v: '$k', was: '$$ROOT'}}",
    "{$redact: {$cond: [{$eq: ['$k', 2]}, '$$PRUNE', '$$DESCEND']}}",
    "{$group: {_id: '$k', n: {$sum: 1}, v: {$max: '$v'}}}",
    "{$group: {_id: {x: '$k', y: '$a.b'}, n: {$sum: 1}}}",
    "{$sort: {k: 1}}",
    "{$sort: {v: -1, k: 1}}",
    "{$skip: 0}",
    "{$count: 'k'}"
  };

  private static List<BsonDocument> documents(SimRandom random) {
    List<BsonDocument> documents = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      BsonDocument document = new BsonDocument("_id", new BsonInt32(i));
      document.append("k", new BsonInt32(random.nextInt(4)));
      if (random.nextInt(4) > 0) {
        document.append("v", value(random));
      }
      document.append("a", below(random));
      BsonArray list = new BsonArray();
      for (int j = random.nextInt(4); j > 0; j--) {
        list.add(new BsonInt32(random.nextInt(4)));
      }
      documents.add(document.append("list", list));
    }
    return documents;
  }

  private static BsonValue value(SimRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> BsonNull.VALUE;
      case 1 -> new BsonString("x");
      default -> new BsonInt32(random.nextInt(5));
    };
  }

  private static BsonValue below(SimRandom random) {
    BsonDocument one = new BsonDocument("b", value(random));
    return switch (random.nextInt(4)) {
      case 0 -> new BsonArray(List.of(one, new BsonDocument("b", new BsonInt32(2))));
      case 1 -> new BsonArray(List.of(one, new BsonInt32(7)));
      case 2 -> new BsonDocument();
      default -> one;
    };
  }

  private static Pipeline pipeline(SimRandom random) {
    BsonArray stages = new BsonArray();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      stages.add(BsonDocument.parse(STAGES[random.nextInt(STAGES.length)]));
    }
    return Pipeline.parse(stages, CONTEXT);
  }

  private static List<BsonValue> sorted(List<BsonDocument> documents) {
    List<BsonValue> values = new ArrayList<>(documents);
    values.sort(BsonOrder.SIMPLE);
    return values;
  }

  @Property(tries = 3000)
  void optimizedPipelineGivesTheSame(@ForAll long seed) {
    SimRandom random = new SimRandom(seed);
    List<BsonDocument> documents = documents(random);
    Pipeline pipeline = pipeline(random);
    Pipeline optimized = Optimizer.optimize(pipeline).pipeline();

    assertEquals(
        sorted(pipeline.runAll(documents, CONTEXT)),
        sorted(optimized.runAll(documents, CONTEXT)),
        () -> pipeline.toCommand() + "\n became " + optimized.toCommand());
  }

  @Property(tries = 1000)
  void splitPipelineGivesTheSame(@ForAll long seed) {
    SimRandom random = new SimRandom(seed);
    List<BsonDocument> documents = documents(random);
    Pipeline pipeline = pipeline(random);
    SplitPipeline split = PipelineSplitter.split(Optimizer.optimize(pipeline).pipeline());
    int cut = random.nextInt(documents.size());
    Pipeline shards = Pipeline.parse(split.shardsPart().toCommand(), CONTEXT);

    List<BsonDocument> merged = new ArrayList<>();
    merged.addAll(shards.runAll(documents.subList(0, cut), CONTEXT));
    merged.addAll(shards.runAll(documents.subList(cut, documents.size()), CONTEXT));
    if (split.mergeOrder().isPresent() && split.shards().stream().noneMatch(this::drops)) {
      merged = SortPattern.parse(split.mergeOrder().get()).sorted(merged);
    }

    assertEquals(
        sorted(pipeline.runAll(documents, CONTEXT)),
        sorted(split.mergerPart().runAll(merged, CONTEXT)),
        () -> pipeline.toCommand() + "\n became " + split);
  }

  /** The sort key travels with a document; here, where it does not, it may be projected away. */
  private boolean drops(Stage stage) {
    return stage.name().equals("$project");
  }
}
