package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.lesson.Course;
import shardsh.lesson.Lesson;
import shardsh.script.report.Grade;
import shardsh.shell.LessonSessions;

/** Results that only come out as a step asks for, and honest ones that are come by otherwise. */
class ForgedResultsTest {
  private static final LessonSessions SESSIONS = new LessonSessions();

  private static final String BY_ANY_SHARD =
      "db.records.aggregate([{$group: {_id: '$favColour'}}], {allowDiskUse: true}).toArray(); ";

  private static Grade grade(String lesson, String step, String answer) {
    Lesson read = Course.builtIn().lesson(lesson);
    return Grader.grade(
        read,
        answer,
        GraderTest.options(Optional.of(step), "en", Duration.ofSeconds(60)),
        SESSIONS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // a collection of his own, and documents among those of the lesson
        "db.own.insertMany([1, 2, 3, 4, 5].map(i => ({_id: i, n: 200}))); db.own.find()",
        "db.records.insertMany([1, 2, 3, 4, 5].map(i => ({_id: -i, mykey: i, n: 200})));"
            + " db.records.find({n: 200})",
        "db.records.updateMany({i: {$lt: 5}}, {$set: {n: 200}}); db.records.find({n: 200})",
        "db.records.aggregate([{$limit: 5}, {$out: 'own'}]); db.own.updateMany({}, {$set: {n:"
            + " 200}}); db.own.find()",
        // views
        "db.createView('v', 'records', [{$match: {i: {$lt: 5}}}, {$set: {n: 200}}]); db.v.find()",
        "db.createView('v', 'records', [{$match: {i: {$lt: 5}}}, {$set: {n: 200}}]);"
            + " db.records.aggregate([{$match: {i: 1}}, {$lookup: {from: 'v', pipeline: [], as:"
            + " 'x'}}, {$unwind: '$x'}, {$replaceWith: '$x'}])",
        // the route of one cursor with the result of another
        "db.own.insertMany([1, 2, 3, 4, 5].map(i => ({_id: i, n: 200}))); var real ="
            + " db.records.aggregate([{$group: {_id: '$favColour'}}], {allowDiskUse: true}); var"
            + " own = db.own.find(); own.toArray(); real.toArray()",
        "db.own.insertMany([1, 2, 3, 4, 5].map(i => ({_id: i, n: 200}))); var real ="
            + " db.records.aggregate([{$group: {_id: '$favColour'}}], {allowDiskUse: true}); var"
            + " own = db.own.find(); real.toArray(); own.toArray()",
        // formulas over what is stored, and the same document over and over
        "db.records.aggregate([{$match: {i: {$gte: 200, $lt: 205}}}, {$project: {n: {$subtract:"
            + " ['$i', '$favColourNumber']}}}].slice(0, 1).concat([{$group: {_id: null, l: {$min:"
            + " '$i'}, all: {$push: '$i'}}}, {$unwind: '$all'}, {$project: {_id: 0, n: '$l'}}]))",
        "db.records.aggregate([{$match: {i: {$in: [1, 2, 3, 4, 5, 200]}}}, {$group: {_id: null, a:"
            + " {$push: '$i'}, l: {$max: '$i'}}}, {$unwind: '$a'}, {$match: {a: {$lt: 6}}},"
            + " {$project: {n: {$subtract: [{$add: ['$l', '$a']}, '$a']}}}])",
        "const one = [{$match: {i: 200}}, {$project: {n: '$i'}}]; db.records.aggregate([...one,"
            + " ...[1, 2, 3, 4].map(() => ({$unionWith: {coll: 'records', pipeline: one}}))])"
      })
  void resultThatOnlyLooksLikeTheOneAskedForPassesNothing(String forging) {
    Grade grade = grade("any-shard", "other-seed", BY_ANY_SHARD + forging);

    assertEquals(Optional.of(Grade.Verdict.FAILED), grade.verdict(), grade.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db.records.aggregate([{$sortByCount: '$favColour'}, {$project: {n: '$count'}}],"
            + " {allowDiskUse: true})",
        "db.records.aggregate([{$group: {_id: '$favColour', n: {$count: {}}}}], {allowDiskUse:"
            + " true}).toArray()",
        "db.records.aggregate([{$group: {_id: '$favColour', all: {$push: '$_id'}}}, {$project: {n:"
            + " {$size: '$all'}}}], {allowDiskUse: true})",
        "db.records.aggregate([{$group: {_id: {c: '$favColour', k: '$mykey'}, n: {$sum: 1}}},"
            + " {$group: {_id: '$_id.c', n: {$sum: '$n'}}}], {allowDiskUse: true})",
        "db.runCommand({aggregate: 'records', pipeline: [{$group: {_id: '$favColour', n: {$sum:"
            + " 1}}}, {$sort: {_id: 1}}], allowDiskUse: true, cursor: {}}).cursor.firstBatch;"
            + " db.records.aggregate([{$sort: {favColour: 1}}, {$group: {_id: '$favColour', n:"
            + " {$sum: 1}}}], {allowDiskUse: true})",
        "db.records.createIndex({favColour: 1}); db.records.aggregate([{$group: {_id:"
            + " '$favColour', n: {$sum: 1}}}], {allowDiskUse: true, hint: {favColour: 1}})",
        "db.own.insertOne({_id: 1}); db.records.aggregate([{$group: {_id: '$favColour', n: {$sum:"
            + " 1}}}, {$match: {}}], {allowDiskUse: true})"
      })
  void anotherWayToTheSameResultPasses(String honest) {
    Grade grade = grade("any-shard", "other-seed", honest);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), grade.toString());
  }

  @Test
  void whoIsNotBelievedReadsWhy() {
    Grade grade =
        grade(
            "any-shard",
            "other-seed",
            BY_ANY_SHARD
                + "db.own.insertMany([1, 2, 3, 4, 5].map(i => ({_id: i, n: 200}))); db.own.find()");

    Grade.CheckGrade totals =
        grade.steps().get(0).checks().stream()
            .filter(check -> check.id().equals("same-totals"))
            .findFirst()
            .orElseThrow();
    assertTrue(totals.words().startsWith("with other documents"), totals.words());
  }

  static Stream<Arguments> madeUp() {
    String plan =
        "db.records.insertOne({_id: -1, mykey: 0, mergeType: 'mongos', splitPipeline: {shardsPart:"
            + " [{$sort: {limit: 5}}], mergerPart: [{$mergeCursors: {sort: {favColour: 1}}},"
            + " {$limit: 5}]}}); db.records.findOne({_id: -1})";
    String statistics =
        "db.own.insertOne({shards: {s0: {executionStats: {executionStages: {stage: 'SORT',"
            + " sortPattern: {randValue: 1}, nReturned: 1000}}}}}); db.own.findOne()";
    return Stream.of(
        // a document in the place of a plan, of a list of shards, of somebody else's documents
        arguments("sharded-sort", "explain", plan),
        arguments("lost-merge-sort", "explain-60", plan),
        arguments("tip-index-sort", "in-memory", statistics),
        arguments(
            "config-shard",
            "become-a-shard",
            "db.adminCommand({transitionFromDedicatedConfigServer: 1}); db.own.insertOne({shards:"
                + " 1}); db.own.find()"),
        arguments(
            "build-a-cluster",
            "add-shards",
            "sh.addShard('shard1rs/127.0.0.1:27102'); sh.addShard('shard2rs/127.0.0.1:27103');"
                + " db.own.insertOne({a: 'shard2rs/127'}); db.own.find()"),
        arguments(
            "own-metadata-filter",
            "through-m0",
            "db.orders.insertMany([{customerId: 1, z: 1}, {customerId: 1, z: 1}]);"
                + " db.orders.find({customerId: 1, z: 1})"),
        arguments(
            "own-metadata-filter",
            "filter-version",
            "var own = connect('s2/shop').own; own.insertOne({mine: '2|1'}); own.findOne()"),
        arguments(
            "config-shard",
            "become-a-shard",
            "db.adminCommand({transitionFromDedicatedConfigServer: 1}); sh.getBalancerState()"),
        // a plan that has the words of another query, and a document that has them
        arguments(
            "targeted-query",
            "explained",
            "db.orders.find({x: 'SINGLE_SHARD 470', customerId: 420}).explain()"),
        arguments(
            "targeted-query",
            "explained",
            "db.orders.insertOne({customerId: 470, t: 'SINGLE_SHARD 470'});"
                + " db.orders.find({customerId: 470})"),
        // what a stage was to write, written by hand
        arguments(
            "three-constraints",
            "merge-does",
            "db.sales.insertMany(['amber', 'blue', 'green', 'red', 'white'].map(x => ({_id: x,"
                + " amount: 200, country: x, cust: 1}))); db.sales.aggregate([{$match: {cust: -1}},"
                + " {$merge: 'sales'}])"),
        arguments(
            "three-constraints",
            "merge-does",
            "db.sales.bulkWrite(['amber', 'blue', 'green', 'red', 'white'].map(x => ({updateOne:"
                + " {filter: {_id: x, country: x, cust: 1}, update: {$set: {amount: 200}}, upsert:"
                + " true}}))); db.sales.aggregate([{$match: {cust: -1}}, {$merge: 'sales'}])"),
        // a stage that is only spoken of
        arguments(
            "three-constraints",
            "lookup-6",
            "db.sales.aggregate([{$match: {$expr: {$literal: {$lookup: {from: 'sales'}}}}},"
                + " {$match: {$expr: {$literal: {$graphLookup: {from: 'sales'}}}}}])"),
        // a hundred inserts, but of others, elsewhere, or past the router
        arguments(
            "hot-shard-rescue",
            "rescue",
            "db.orders.insertMany([601, 617, 634, 650, 667, 683, 700].map(x => ({customerId: x})));"
                + " db.orders.insertMany(Array.from({length: 93}, (_, i) => ({customerId: 6 *"
                + " i})))"),
        arguments(
            "hot-shard-rescue",
            "rescue",
            "for (const s of ['s0', 's1', 's2']) connect(s + '/shop').orders.insertMany("
                + "Array.from({length: s === 's2' ? 20 : 40}, (_, i) => ({customerId: 601 + i})));"
                + " db.orders.insertMany([601, 617, 634, 650, 667, 683, 700].map(x => ({customerId:"
                + " x})))"),
        // another half of the documents, another collection's stream
        arguments(
            "sharded-group",
            "count-matching",
            "db.records.aggregate([{$match: {i: {$lt: 480}}}, {$group: {_id: '$mykey', n: {$sum:"
                + " 1}}}])"),
        arguments(
            "change-streams",
            "a-move",
            "sh.moveChunk('shop.orders', {customerId: 420}, 's0'); var w = db.own.watch();"
                + " w.tryNext(); sim.advance('20s'); w.tryNext()"));
  }

  @ParameterizedTest
  @MethodSource("madeUp")
  void whatTheLearnerMadeUpPassesNothing(String lesson, String step, String answer) {
    Grade grade = grade(lesson, step, answer);

    assertEquals(Optional.of(Grade.Verdict.FAILED), grade.verdict(), grade.toString());
  }

  static Stream<Arguments> honest() {
    return Stream.of(
        arguments(
            "targeted-query",
            "explained",
            "db.orders.find({customerId: 470}).comment('x').explain()"),
        arguments("targeted-query", "explained", "db.orders.explain().count({customerId: 470})"),
        arguments(
            "sharded-lookup",
            "sharded-works",
            "db.orders.aggregate([{$match: {customerId: {$in: [150, 470]}}}, {$lookup: {from:"
                + " 'customers', localField: 'customerId', foreignField: '_id', as: 'who'}},"
                + " {$unwind: '$who'}]).toArray()"),
        arguments(
            "sharded-group",
            "count-matching",
            "db.records.aggregate([{$match: {randValue: {$gte: 0.5}}}, {$bucket: {groupBy:"
                + " '$mykey', boundaries: [0, 1, 2, 3, 4, 5, 6, 7, 8]}}])"),
        arguments(
            "sharded-group",
            "count-matching",
            "db.records.insertOne({_id: -1, mykey: 0, randValue: 0});"
                + " db.records.aggregate([{$match: {$expr: {$gte: ['$randValue', 0.5]}}},"
                + " {$sortByCount: '$mykey'}])"),
        arguments(
            "tip-limit",
            "with",
            "db.records.find({mykey: {$in: [0, 1, 3, 7]}}).sort({favColour: 1}).limit(5)"),
        arguments(
            "tip-one-shard",
            "one",
            "db.records.aggregate([{$match: {mykey: 3}}, {$group: {_id: '$favColour', n: {$count:"
                + " {}}}}, {$sort: {n: 1}}])"),
        arguments(
            "own-metadata-filter",
            "through-m0",
            "db.orders.aggregate([{$match: {customerId: {$gte: 400, $lt: 450}}}, {$count: 'n'}]);"
                + " db.orders.find({$and: [{customerId: {$gte: 400}}, {customerId: {$lt: 450}}]},"
                + " {total: 1}).toArray()"),
        arguments(
            "own-metadata-filter",
            "on-s0",
            "connect('s0/shop').orders.find({customerId: {$gte: 400, $lt: 450}}, {_id:"
                + " 0}).toArray()"),
        arguments(
            "config-shard",
            "become-a-shard",
            "db.adminCommand({transitionFromDedicatedConfigServer: 1});"
                + " db.adminCommand({listShards: 1})"),
        arguments(
            "change-streams",
            "a-move",
            "var w = db.watch(); w.tryNext(); sh.moveChunk('shop.orders', {customerId: 420}, 's0');"
                + " sim.advance('20s'); w.tryNext()"));
  }

  @ParameterizedTest
  @MethodSource("honest")
  void anHonestAnswerInOtherWordsPasses(String lesson, String step, String answer) {
    Grade grade = grade(lesson, step, answer);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), grade.toString());
  }
}
