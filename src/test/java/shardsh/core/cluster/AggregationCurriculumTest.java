package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.QueryEvent;

/** The numbers of track D on its cluster, lesson by lesson. */
class AggregationCurriculumTest {
  private static final String BY_COLOUR = "[{$group: {_id: '$favColour', total: {$sum: 1}}}]";
  private static final String SORTED =
      "[{$match: {mykey: {$in: [0, 1, 3, 7]}}}, {$sort: {favColour: 1}}, {$limit: 5}]";
  private static final String GROUPED =
      "[{$match: {randValue: {$gte: 0.5}}}, {$group: {_id: '$favColour', total: {$sum: 1}}}]";
  private static final String JOIN =
      "{$lookup: {from: 'people', localField: 'favColour', foreignField: 'favColour', as: 'p'}}";
  private static final String JOIN_SALES =
      "{$lookup: {from: 'sales', localField: 'i', foreignField: 'cust', as: 's'}}";
  private static final String GRAPH =
      "{$graphLookup: {from: 'people', startWith: '$i', connectFromField: 'boss',"
          + " connectToField: '_id', as: 'g'}}";
  private static final String GRAPH_SALES =
      "{$graphLookup: {from: 'sales', startWith: '$i', connectFromField: 'cust',"
          + " connectToField: 'cust', as: 'g'}}";

  private final AggregationWorld world = AggregationWorld.start();

  private static AggregationWorld at(String profile) {
    return AggregationWorld.start(Optional.of(profile));
  }

  private static BsonDocument explain(
      AggregationWorld world, String collection, String pipeline, String options) {
    BsonDocument command =
        new BsonDocument("aggregate", new BsonString(collection))
            .append("pipeline", BsonArray.parse(pipeline))
            .append("cursor", new BsonDocument());
    command.putAll(AggregationWorld.doc(options));
    return world.run(
        "lab",
        new BsonDocument("explain", command).append("verbosity", new BsonString("queryPlanner")));
  }

  private BsonDocument explain(String pipeline, String options) {
    return explain(world, "records", pipeline, options);
  }

  private static String names(BsonValue part) {
    List<String> names = new ArrayList<>();
    part.asArray().forEach(stage -> names.add(stage.asDocument().getFirstKey()));
    return names.toString();
  }

  /** {@code [shards part] | [merger part]} by the names of the stages. */
  private static String split(BsonDocument explained) {
    BsonDocument parts = explained.getDocument("splitPipeline");
    return names(parts.get("shardsPart")) + " | " + names(parts.get("mergerPart"));
  }

  /** Where the pipeline merges, or {@code one shard}, and the shards. */
  private static String outcome(BsonDocument explained) {
    String where =
        explained.get("splitPipeline").isNull()
            ? "one shard"
            : explained.getString("mergeType").getValue();
    return where + " " + explained.getDocument("shards").keySet();
  }

  private int requestsTo(String shard) {
    return (int)
        world.events(CallEvent.RequestSent.class).stream()
            .filter(request -> request.to().name().equals(shard))
            .count();
  }

  @Test
  void d01CountByColourAsksFourShards() {
    assertEquals(5, world.aggregate("records", BY_COLOUR).size());
    assertEquals("[s0, s1, s2, s3]", world.targeted());
  }

  @Test
  void d03JoinsWithShardedCollectionsDependOnTheVersion() {
    AggregationWorld old = at("5.0");
    String join = "[{$match: {i: 20}}, " + JOIN_SALES + "]";

    assertEquals(
        28769,
        assertThrows(CommandException.class, () -> old.aggregate("records", join))
            .errorCode()
            .code());
    assertEquals(
        28769,
        assertThrows(
                CommandException.class,
                () -> old.aggregate("records", "[{$match: {i: 20}}, " + GRAPH_SALES + "]"))
            .errorCode()
            .code());
    assertEquals(8, joined(world.aggregate("records", join), "s"));
    assertEquals(
        8, joined(world.aggregate("records", "[{$match: {i: 20}}, " + GRAPH_SALES + "]"), "g"));
  }

  private static int joined(List<BsonDocument> found, String field) {
    return found.get(0).getArray(field).size();
  }

  @Test
  void d03OutNeverWritesToAShardedCollectionMergeDoes() {
    for (String profile : List.of("classic", "4.4", "5.0", "6.0", "7.0", "8.0")) {
      AggregationWorld other = at(profile);
      String source = "[{$match: {boss: 0}}, {$project: {mykey: '$_id', name: 1}}, ";

      assertEquals(
          28769,
          assertThrows(
                  CommandException.class,
                  () -> other.aggregate("people", source + "{$out: 'records'}]"))
              .errorCode()
              .code(),
          profile);
      other.aggregate(
          "people",
          "[{$match: {boss: 0}}, {$project: {_id: {$add: ['$_id', 5000]}, mykey: '$_id'}}, {$merge:"
              + " 'records'}]");
      assertEquals(2, other.aggregate("records", "[{$match: {_id: {$gt: 5000}}}]").size(), profile);
    }
  }

  @Test
  void d04FourShardsTakeAQuarterOfTheTimeUnlessEverythingTravels() {
    world
        .cluster()
        .sim()
        .setCostParameters(
            AggregationWorld.doc(
                "{examinedMicros: 60000, shippedMicros: 20000, mergedMicros: 50000}"));

    long start = micros();
    world.aggregate("records", BY_COLOUR);
    long grouped = micros() - start;
    start = micros();
    world.aggregate(
        "records", "[{$set: {pct: {$multiply: ['$randValue', 100]}}}, {$sort: {pct: 1}}]");
    long shipped = micros() - start;

    assertEquals("16.4 s", seconds(grouped));
    assertEquals("85.0 s", seconds(shipped));
  }

  private long micros() {
    return world.cluster().clock().nowMicros();
  }

  /** Without the latency of messages, which is a few milliseconds each. */
  private static String seconds(long micros) {
    return Math.round(micros / 100_000.0) / 10.0 + " s";
  }

  @Test
  void d05PipelinesAreCutAtTheFirstBlockingStage() {
    String before = "[{$match: {randValue: {$gte: 0.5}}}, {$project: {favColour: 1, i: 1}}, ";

    assertEquals(
        "[$match, $project, $group] | [$mergeCursors, $group, $sort]",
        split(
            explain(
                before + "{$group: {_id: '$favColour', n: {$sum: 1}}}, {$sort: {n: 1}}]", "{}")));
    assertEquals(
        "[$match, $project, $group] | [$mergeCursors, $group, $sort]",
        split(explain(before + "{$bucket: {groupBy: '$i', boundaries: [0, 500, 1000]}}]", "{}")));
    assertEquals(
        "[$match, $project] | [$mergeCursors, $bucketAuto]",
        split(explain(before + "{$bucketAuto: {groupBy: '$i', buckets: 2}}]", "{}")));
    assertEquals(
        "[$match, $project, $group] | [$mergeCursors, $group, $project]",
        split(explain(before + "{$count: 'n'}]", "{}")));
    assertEquals(
        "[$match, $project, $group] | [$mergeCursors, $group, $sort]",
        split(explain(before + "{$sortByCount: '$favColour'}]", "{}")));
  }

  @Test
  void d06ShardedSortMergesFifteenRowsOnTheRouter() {
    BsonDocument explained = explain(SORTED, "{}");
    BsonDocument parts = explained.getDocument("splitPipeline");

    assertEquals("mongos [s0, s2, s3]", outcome(explained));
    assertEquals(
        "{\"$sort\": {\"sortKey\": {\"favColour\": 1}, \"limit\": 5}}",
        parts.getArray("shardsPart").get(1).toString());
    assertEquals("[$mergeCursors, $limit]", names(parts.get("mergerPart")));
    assertEquals(
        "{\"favColour\": 1}",
        parts
            .getArray("mergerPart")
            .get(0)
            .asDocument()
            .getDocument("$mergeCursors")
            .get("sort")
            .toString());

    assertEquals(5, world.aggregate("records", SORTED).size());
    assertEquals("[s0, s2, s3]", world.targeted());
    assertEquals("15 shipped, 5 kept", world.merged());
    world.aggregate("records", "[{$match: {mykey: {$in: [0, 1, 3, 7]}}}, {$count: 'n'}]");
    assertEquals("s0 250, s2 125, s3 125", found());
  }

  /** How many documents the find layer of each shard gave to the pipeline. */
  private String found() {
    StringBuilder text = new StringBuilder();
    for (QueryEvent.PlanChosen plan : world.events(QueryEvent.PlanChosen.class)) {
      text.append(text.length() == 0 ? "" : ", ")
          .append(plan.on())
          .append(' ')
          .append(plan.returned());
    }
    return text.toString();
  }

  @Test
  void d07ShardedGroupShipsTwentyPartialRows() {
    List<BsonDocument> found = world.aggregate("records", GROUPED, "{allowDiskUse: true}");

    assertEquals(5, found.size());
    assertTrue(found.stream().allMatch(one -> one.getInt32("total").getValue() == 100));
    assertEquals("[s0, s1, s2, s3]", world.targeted());
    assertEquals("anyShard", planned().where());
    assertEquals("20 shipped, 25 kept", world.merged());
    world.aggregate("records", GROUPED);
    assertEquals("20 shipped, 20 kept", world.merged());
    assertEquals("s0 120, s1 120, s2 130, s3 130", found());
  }

  private QueryEvent.MergePlanned planned() {
    return world.events(QueryEvent.MergePlanned.class).get(0);
  }

  @Test
  void d08OldExplainsHideTheMergeOfSortedStreams() {
    BsonDocument old = explain(at("4.4"), "records", SORTED, "{}");

    assertEquals("[$match, $sort] | [$limit]", split(old));
    assertEquals("[$match, $sort] | [$mergeCursors, $limit]", split(explain(SORTED, "{}")));
  }

  @Test
  void d09LeadingMatchAimsTheShardsPart() {
    assertEquals("mongos [s0, s2]", count("records", "{mykey: {$in: [0, 3]}}"));
    assertEquals("mongos [s0, s1, s2, s3]", outcome(explain(BY_COLOUR, "{}")));
    assertEquals("one shard [s2]", count("records", "{mykey: 3}"));
    assertEquals("one shard [s1]", count("sales", "{country: 'DE'}"));
    assertEquals("one shard [s3]", count("sales", "{country: 'JP'}"));
    assertEquals("mongos [s1, s2, s3]", count("sales", "{country: {$gte: 'DE'}}"));
    assertEquals("mongos [s0, s1, s2, s3]", count("sales", "{cust: 20}"));
  }

  private String count(String collection, String filter) {
    return outcome(explain(world, collection, "[{$match: " + filter + "}, {$count: 'n'}]", "{}"));
  }

  @Test
  void d10StagesThatNeedAnUnshardedCollectionMergeOnItsShard() {
    String all = "[s0, s1, s2, s3]";
    AggregationWorld five = at("5.0");

    assertEquals("primaryShard " + all, outcome(explain("[" + JOIN + "]", "{}")));
    assertEquals("primaryShard " + all, outcome(explain(five, "records", "[" + JOIN + "]", "{}")));
    assertEquals("primaryShard " + all, outcome(explain(five, "records", "[" + GRAPH + "]", "{}")));
    assertEquals("primaryShard " + all, outcome(explain("[{$out: 'copy'}]", "{}")));
    assertEquals("primaryShard " + all, outcome(explain("[{$merge: 'people'}]", "{}")));
    assertEquals("primaryShard " + all, outcome(explain("[" + GRAPH + "]", "{}")));
    assertEquals("mongos " + all, outcome(explain("[" + JOIN_SALES + "]", "{}")));
    BsonDocument eight = explain(at("8.0"), "records", "[" + JOIN + "]", "{}");
    assertEquals("specificShard " + all, outcome(eight));
    assertEquals("s1", eight.getString("mergeShardId").getValue());
  }

  @Test
  void d10MergerPartReallyRunsOnThePrimaryShard() {
    List<BsonDocument> found =
        world.aggregate("records", "[{$match: {i: {$lt: 40}}}, " + JOIN + "]");

    assertEquals(40, found.size());
    assertTrue(found.stream().noneMatch(one -> one.getArray("p").isEmpty()));
    List<String> merging = new ArrayList<>();
    for (CallEvent.RequestSent request : world.events(CallEvent.RequestSent.class)) {
      boolean merges =
          request.command().equals("aggregate")
              && names(request.body().get("pipeline")).startsWith("[$mergeCursors");
      if (merges) {
        merging.add(request.from() + " to " + request.to());
      }
    }
    assertEquals(List.of("m0 to s1"), merging);
    assertEquals("s1 asks s0 s2 s3", remoteGetMores("s1"));
  }

  private String remoteGetMores(String merger) {
    StringBuilder text = new StringBuilder(merger + " asks");
    for (CallEvent.RequestSent request : world.events(CallEvent.RequestSent.class)) {
      if (request.from().name().equals(merger) && request.command().equals("getMore")) {
        text.append(' ').append(request.to());
      }
    }
    return text.toString();
  }

  @Test
  void d11OneShardRunsEverything() {
    String key = "[{$match: {mykey: 3}}, ";

    assertEquals(
        "one shard [s2]",
        outcome(explain(key + "{$group: {_id: '$favColour'}}]", "{allowDiskUse: true}")));
    assertEquals("one shard [s2]", outcome(explain(key + "{$merge: 'records'}]", "{}")));
    assertEquals("one shard [s2]", outcome(explain(key + JOIN_SALES + "]", "{}")));
    assertEquals("one shard [s2]", outcome(explain(key + GRAPH_SALES + "]", "{}")));
    world.aggregate("records", key + "{$match: {i: 43}}, " + JOIN_SALES + "]");
    assertEquals("[s2]", world.targeted());
    assertTrue(
        world.events(CallEvent.RequestSent.class).stream()
            .anyMatch(
                request -> request.from().name().equals("s2") && request.to().name().equals("s3")));
  }

  @Test
  void d12AnyShardMayMergeWhenTheDiskIsAllowed() {
    String disk = "{allowDiskUse: true}";

    assertEquals("anyShard", mergeType(BY_COLOUR, disk));
    assertEquals(
        "anyShard",
        mergeType("[{$sort: {i: 1}}, {$group: {_id: '$favColour', f: {$first: '$i'}}}]", disk));
    assertEquals(
        "anyShard", mergeType("[{$sort: {i: 1}}, {$limit: 100}, {$sort: {randValue: 1}}]", disk));
  }

  @Test
  void d12TheShardThatMergesIsChosenByChance() {
    TreeSet<String> chosen = new TreeSet<>();
    for (int i = 0; i < 12; i++) {
      world.aggregate("records", BY_COLOUR, "{allowDiskUse: true}");
      chosen.add(planned().merger().orElseThrow().name());
    }

    assertTrue(chosen.size() > 1, chosen::toString);
  }

  private String mergeType(String pipeline, String options) {
    return explain(pipeline, options).getString("mergeType").getValue();
  }

  @Test
  void d13RouterMergesWhatStreamsAndWhatNeedsNoDisk() {
    assertEquals("mongos", mergeType(BY_COLOUR, "{}"));
    assertEquals("mongos", mergeType("[{$sort: {i: 1}}]", "{allowDiskUse: true}"));
    assertEquals("mongos", mergeType("[{$sort: {i: 1}}, {$group: {_id: '$favColour'}}]", "{}"));
    assertEquals("mongos", mergeType("[{$sort: {i: 1}}, {$project: {i: 1}}, {$skip: 5}]", "{}"));
    world.aggregate("records", BY_COLOUR);
    assertEquals(1, requestsTo("s0") + requestsTo("s1") - requestsTo("s2"));
  }

  @Test
  void d14WithoutBlockingStageNothingIsLeftForTheMerger() {
    BsonDocument explained =
        explain(
            "[{$match: {i: {$gt: 5}}}, {$set: {j: {$add: ['$i', 1]}}}, {$project: {j: 1}}]", "{}");

    assertEquals("[$match, $addFields, $project] | [$mergeCursors]", split(explained));
  }

  @Test
  void d15SortedStreamsEmitBeforeEveryShardHasEnded() {
    BsonDocument cursor =
        world
            .lab("{aggregate: 'records', pipeline: [{$sort: {i: 1}}], cursor: {batchSize: 10}}")
            .getDocument("cursor");

    assertEquals(10, cursor.getArray("firstBatch").size());
    assertEquals("40 shipped, 10 kept", world.merged());
  }

  @Test
  void d16HundredMegabytesNeedTheDisk() {
    String big = "x".repeat(1_000_000);
    BsonArray documents = new BsonArray();
    for (int i = 0; i < 120; i++) {
      documents.add(
          new BsonDocument("_id", new BsonString("big" + i))
              .append("mykey", new BsonInt32(9))
              .append("big", new BsonString(big)));
    }
    world.run(
        "lab",
        new BsonDocument("insert", new BsonString("records")).append("documents", documents));
    String group =
        "[{$match: {mykey: 9}}, {$group: {_id: null, all: {$push: '$big'}}}, {$project: {n: {$size:"
            + " '$all'}}}]";

    CommandException refused =
        assertThrows(
            CommandException.class,
            () -> world.aggregate("records", group, "{allowDiskUse: false}"));
    List<BsonDocument> found = world.aggregate("records", group, "{allowDiskUse: true}");

    assertEquals("QueryExceededMemoryLimitNoDiskUseAllowed", refused.errorCode().codeName());
    assertEquals("[{\"_id\": null, \"n\": 120}]", found.toString());
    assertEquals("$group", world.events(QueryEvent.Spilled.class).get(0).stage());
  }

  @Test
  void d17IndexSavesTheSortButNoRows() {
    String pipeline = "[{$sort: {randValue: 1}}]";

    assertEquals("COLLSCAN<SHARDING_FILTER<SORT", stages(pipeline));
    world.aggregate("records", pipeline);
    String before = world.merged();
    world.lab("{createIndexes: 'records', indexes: [{key: {randValue: 1}, name: 'r'}]}");
    assertEquals("IXSCAN<FETCH<SHARDING_FILTER", stages(pipeline));
    world.aggregate("records", pipeline);
    assertEquals(before, world.merged());
  }

  private String stages(String pipeline) {
    BsonDocument plan =
        explain(pipeline, "{}")
            .getDocument("shards")
            .getDocument("s0")
            .getDocument("queryPlanner")
            .getDocument("winningPlan");
    StringBuilder text = new StringBuilder();
    for (BsonDocument at = plan; at != null; ) {
      text.insert(0, at.getString("stage").getValue() + (text.length() == 0 ? "" : "<"));
      at = at.isDocument("inputStage") ? at.getDocument("inputStage") : null;
    }
    return text.toString();
  }

  @Test
  void d18LimitKeepsRowsAtHome() {
    world.aggregate("records", SORTED);
    assertEquals("15 shipped, 5 kept", world.merged());
    world.aggregate("records", SORTED.replace(", {$limit: 5}", ""));
    assertEquals("500 shipped, 500 kept", world.merged());
  }

  @Test
  void d19FilterBeforeTheSortSendsATenth() {
    String set = "{$set: {pct: {$multiply: ['$randValue', 100]}}}";
    String match = "{$match: {pct: {$gte: 90}}}";

    world.aggregate("records", "[{$sort: {i: 1}}, " + set + ", " + match + "]");
    assertEquals("1000 shipped, 1000 kept", world.merged());
    world.aggregate("records", "[" + set + ", " + match + ", {$sort: {i: 1}}]");
    assertEquals("100 shipped, 100 kept", world.merged());
  }

  @Test
  void d20ArrayOperatorsNeedNoGroup() {
    String grouped = "[{$unwind: '$items'}, {$group: {_id: '$_id', sum: {$sum: '$items.qty'}}}]";
    String computed = "[{$set: {sum: {$sum: '$items.qty'}}}]";

    assertEquals("[$unwind, $group] | [$mergeCursors, $group]", split(explain(grouped, "{}")));
    assertEquals("anyShard", mergeType(grouped, "{allowDiskUse: true}"));
    assertEquals("[$addFields] | [$mergeCursors]", split(explain(computed, "{}")));
    assertEquals("mongos", mergeType(computed, "{allowDiskUse: true}"));
  }

  @Test
  void d21SummariesTravelLight() {
    String pushed = GROUPED.replace("total: {$sum: 1}", "all: {$push: '$$ROOT'}");

    List<BsonDocument> found = world.aggregate("records", pushed);

    assertEquals("20 shipped, 20 kept", world.merged());
    assertEquals(500, found.stream().mapToInt(one -> one.getArray("all").size()).sum());
  }

  @Test
  void d22FilterFirstGroupsHalf() {
    String chain =
        "{$set: {half: {$gte: ['$randValue', 0.5]}}},"
            + " {$group: {_id: {c: '$favColour', h: '$half'}, n: {$sum: 1}}}";

    world.aggregate("records", "[" + chain + ", {$match: {'_id.h': true}}]");
    assertEquals("s0 250, s1 250, s2 250, s3 250", found());
    world.aggregate("records", "[{$match: {randValue: {$gte: 0.5}}}, " + chain + "]");
    assertEquals("s0 120, s1 120, s2 130, s3 130", found());
  }

  @Test
  void d23KeyInTheFilterAsksOneShard() {
    world.aggregate("records", "[{$match: {mykey: 3}}, {$group: {_id: '$favColour'}}]");

    assertEquals("[s2]", world.targeted());
    assertEquals("s2 125", found());
    assertFalse(planned().split());
  }

  @Test
  void d24MergingOnAShardTakesTwoHops() {
    String byI = "[{$group: {_id: '$i', n: {$sum: 1}}}]";

    assertEquals(20, shipped(BY_COLOUR, "{}"));
    assertEquals(15 + 5, shipped(BY_COLOUR, "{allowDiskUse: true}"));
    assertEquals(1000, shipped(byI, "{}"));
    assertEquals(750 + 1000, shipped(byI, "{allowDiskUse: true}"));
  }

  private int shipped(String pipeline, String options) {
    world.aggregate("records", pipeline, options);
    return world.events(QueryEvent.ResultsMerged.class).stream()
        .mapToInt(QueryEvent.ResultsMerged::shipped)
        .sum();
  }

  @Test
  void d25EveryLeafOfTheDecisionTree() {
    String disk = "{allowDiskUse: true}";

    assertEquals("primaryShard", mergeType("[" + JOIN + "]", "{}"));
    assertEquals("primaryShard", mergeType("[{$out: 'copy'}]", disk));
    assertEquals("primaryShard", mergeType("[{$merge: 'people'}]", disk));
    assertEquals(
        BsonNull.VALUE,
        explain("[{$match: {mykey: 3}}, {$group: {_id: '$i'}}]", disk).get("splitPipeline"));
    assertEquals(
        BsonNull.VALUE,
        explain("[{$match: {mykey: 3}}, " + JOIN_SALES + "]", "{}").get("splitPipeline"));
    assertEquals(
        BsonNull.VALUE,
        explain(world, "sales", "[{$match: {country: 'DE'}}, {$sort: {amount: 1}}]", "{}")
            .get("splitPipeline"));
    assertEquals("anyShard", mergeType("[{$group: {_id: '$i'}}]", disk));
    assertEquals("anyShard", mergeType("[{$sort: {i: 1}}, {$group: {_id: '$i'}}]", disk));
    assertEquals("anyShard", mergeType("[{$sort: {i: 1}}, {$skip: 1}, {$sort: {mykey: 1}}]", disk));
    assertEquals("mongos", mergeType("[{$sort: {i: 1}}]", disk));
    assertEquals("mongos", mergeType("[{$group: {_id: '$i'}}]", "{}"));
    assertEquals("mongos", mergeType("[{$sort: {i: 1}}, {$group: {_id: '$i'}}]", "{}"));
    assertEquals("mongos", mergeType("[{$set: {j: 1}}]", disk));
  }
}
