package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import shardsh.lesson.Check;
import shardsh.lesson.Course;
import shardsh.lesson.Lesson;
import shardsh.script.report.Grade;

/** Work that has only the number, the names or the neighbourhood of what a step asks for. */
class ForgedWorkTest extends GraderFixture {
  static Stream<Arguments> ofTheRightNumber() {
    String anew =
        "convertShardKeyToHashed(601)\ndb.orders.drop(); sim.config({hash: 'real'});"
            + " sh.shardCollection('shop.orders', {customerId: 'hashed'});";
    String clock = "sim.cost({examinedMicros: 60000, shippedMicros: 20000, mergedMicros: 50000});";
    return Stream.of(
        arguments(
            "merge-on-primary",
            "out",
            "db.records.aggregate([{$match: {i: {$lt: 250}}}, {$out: 'copy'}])"),
        arguments(
            "merge-on-primary",
            "out",
            "db.records.aggregate([{$match: {mykey: {$in: [0, 3]}}}, {$project: {i: 'i'}}, {$out:"
                + " 'copy'}])"),
        arguments(
            "merge-on-primary",
            "merge",
            "db.records.aggregate([{$match: {mykey: {$in: [1, 3]}}}, {$merge: 'copy2'}])"),
        arguments(
            "sixty-seconds",
            "slow-clock",
            clock + " db.records.aggregate([{$project: {i: 1}}, {$out: 'flat'}])"),
        arguments(
            "one-shard-only",
            "merge-sharded",
            "db.records.aggregate([{$match: {mykey: 3}}, {$project: {country: 'DE', cust:"
                + " {$literal: 1}, _id: {$add: ['$i', 1000]}}}, {$merge: 'sales'}])"),
        arguments(
            "hashed-key",
            "real-hash",
            anew
                + " for (const id of [601, 602, 603, 604, 604]) db.orders.insertOne({customerId:"
                + " id})"),
        arguments(
            "increasing-key",
            "balance",
            "sim.balance(); for (let i = 0; i < 5; i++) db.orders.insertOne({customerId: 9999})"),
        arguments(
            "change-streams",
            "three-writes",
            "w = db.orders.watch(); db.orders.insertMany([{customerId: 250, total: 202},"
                + " {customerId: 470, total: 203}]); var o = db.orders.find().batchSize(1); for"
                + " (let i = 0; i < 6; i++) o.next()"),
        // counted after the work of the step was done away with
        arguments(
            "ghost-hunt",
            "what-lies-there",
            "for (const s of ['s0', 's1', 's2']) { const o = connect(s + '/shop').orders;"
                + " o.deleteMany({}); o.countDocuments({x: 7}) }"),
        arguments(
            "ghost-hunt",
            "what-lies-there",
            "sim.advance('900s'); for (const s of ['s0', 's1', 's2']) connect(s +"
                + " '/shop').orders.countDocuments({})"),
        arguments(
            "own-metadata-filter",
            "on-s0",
            "connect('s0/shop').orders.countDocuments({}, {limit: 2})"),
        arguments("own-metadata-filter", "on-s0", "connect('s0/shop').orders.find().limit(2)"));
  }

  @ParameterizedTest
  @MethodSource("ofTheRightNumber")
  void documentsOfTheRightNumberAreNotThoseThatWereAskedFor(
      String lesson, String step, String answer) {
    Grade grade = grade(Course.builtIn().lesson(lesson), answer, step);

    assertEquals(Optional.of(Grade.Verdict.FAILED), grade.verdict(), grade.toString());
  }

  static Stream<Arguments> ofAnotherField() {
    return Stream.of(
        arguments(
            "any-shard",
            "sort-sort",
            "db.records.aggregate([{$sort: {x: 1}}, {$limit: 1}, {$sort: {y: 1}}], {allowDiskUse:"
                + " true})"),
        arguments(
            "merge-on-mongos",
            "sort-group",
            "db.records.aggregate([{$sort: {x: 1}}, {$group: {_id: null}}])"),
        arguments(
            "merge-on-mongos",
            "streaming",
            "db.records.aggregate([{$sort: {x: 1}}, {$project: {y: 1}}, {$skip: 5000}])"),
        arguments(
            "no-blocking-stage",
            "compare",
            "db.records.aggregate([{$match: {}}, {$set: {a: 1}}, {$project: {b: 1}}, {$sort: {c:"
                + " 1}}])"),
        arguments(
            "primary-shard",
            "merges-there",
            "db.records.aggregate([{$match: {mykey: {$in: [3, 5]}}}, {$lookup: {from: 'people',"
                + " localField: 'x', foreignField: 'y', as: 'p'}}])"),
        arguments(
            "sharded-group",
            "explain",
            "db.records.explain().aggregate([{$group: {_id: '$x'}}], {allowDiskUse: true})"),
        arguments(
            "tip-index-sort",
            "by-index",
            "db.records.createIndex({randValue: 1}); db.records.explain('executionStats')"
                + ".aggregate([{$match: {randValue: {$gt: 2}}}])"),
        arguments(
            "tip-limit",
            "with",
            "db.records.aggregate([{$match: {mykey: {$in: [0, 1, 3, 7]}}}, {$sort: {favColour:"
                + " -1}}, {$limit: 5}])"),
        arguments(
            "tip-sort-late",
            "sort-last",
            "db.records.aggregate([{$match: {i: {$lt: 100}}}, {$sort: {i: 1}}]).toArray()"),
        arguments(
            "where-it-splits",
            "sort-by-count",
            "db.records.aggregate([{$match: {x: 1}}, {$project: {y: 1}}, {$sortByCount:"
                + " '$favColour'}])"),
        arguments(
            "why-aggregate-on-shards",
            "one-one-four",
            "db.records.insertOne({mykey: 5}); db.records.deleteOne({mykey: 5});"
                + " db.records.updateMany({x: 1}, {$set: {y: 1}})"),
        arguments(
            "shard-a-collection",
            "no-gap",
            "try { sh.splitAt('shop.orders', {customerId: MinKey}) } catch (e) {}"),
        arguments(
            "shard-a-collection",
            "one-owner",
            "db.getSiblingDB('config').chunks.find().limit(1).toArray();"
                + " db.orders.find({customerId: 250})"));
  }

  @ParameterizedTest
  @MethodSource("ofAnotherField")
  void stagesOfTheRightNamesOverOtherFieldsPassNothing(String lesson, String step, String answer) {
    Grade grade = grade(Course.builtIn().lesson(lesson), answer, step);

    assertEquals(Optional.of(Grade.Verdict.FAILED), grade.verdict(), grade.toString());
  }

  static Stream<Arguments> ofAnotherCause() {
    return Stream.of(
        arguments(
            "force-jumbo",
            "balancer-tries",
            "db.adminCommand({moveChunk: 'shop.orders', find: {customerId: 580}, to: 's0',"
                + " forceJumbo: true}); sim.balance()"),
        arguments(
            "three-constraints",
            "lookup-5",
            "sim.fail({to: 'm0', command: 'aggregate', do: 'error', code: 28769}); try {"
                + " db.records.aggregate([{$lookup: {from: 'sales', localField: 'i', foreignField:"
                + " '_id', as: 's'}}]).toArray() } catch (e) {}"),
        arguments(
            "primary-shard",
            "refused-before",
            "sim.fail({to: 'm0', do: 'error', code: 59}); try { sh.moveCollection('lab.people',"
                + " 's3') } catch (e) {}"),
        arguments(
            "replica-set-inside-a-box",
            "one-member-left",
            "sim.fail({to: 'm0', command: 'insert', do: 'error', code: 133}); try {"
                + " db.orders.insertOne({customerId: 420, total: 103}) } catch (e) {}"),
        arguments(
            "sharded-lookup",
            "sharded-works",
            "db.orders.aggregate([{$match: {customerId: {$in: [150, 470]}}}, {$lookup: {from:"
                + " 'customers', pipeline: [{$match: {name: 'Ann'}}], as: 'who'}}])"),
        arguments(
            "field-cases",
            "never-gone",
            "const crm = db.getSiblingDB('crm'); crm.dropDatabase(); db.adminCommand({removeShard:"
                + " 's2'}); crm.customers.insertMany([{_id: 1, name: 'Ann'}, {_id: 2, name:"
                + " 'Bo'}])"));
  }

  @ParameterizedTest
  @MethodSource("ofAnotherCause")
  void theRightEndByAnotherWayThanTheStepIsAboutPassesNothing(
      String lesson, String step, String answer) {
    Grade grade = grade(Course.builtIn().lesson(lesson), answer, step);

    assertEquals(Optional.of(Grade.Verdict.FAILED), grade.verdict(), grade.toString());
  }

  @Test
  void whereARefusalIsAskedForNobodyCanMakeOneUp() {
    Pattern refusal =
        Pattern.compile(
            "(?<!!)x\\.error &&|(?<!!)\\bx\\.error\\.code|kind ==="
                + " \"error\"|\"CommandNotFound\"|\"code\": \\d");
    for (String id : Course.builtIn().ids()) {
      Lesson lesson = Course.builtIn().lesson(id);
      String asked =
          lesson.steps().stream()
              .flatMap(step -> step.checks().stream())
              .map(
                  check ->
                      check.asserts() instanceof Check.State state
                          ? state.js()
                          : check.asserts() instanceof Check.Events events
                              ? events.sequence().toString()
                              : "")
              .collect(Collectors.joining("\n"));
      boolean isPart =
          lesson.steps().stream()
              .anyMatch(step -> step.solution().filter(js -> js.contains("sim.fail")).isPresent());

      assertFalse(
          refusal.matcher(asked).find() && !isPart && lesson.commands().allows("sim.fail"),
          lesson.id());
    }
  }

  static Stream<Arguments> ofAnotherCursor() {
    String rows = "var rows = db.records.find().batchSize(20); rows.next()\n";
    String skip = "for (let i = 1; i < 20; i++) rows.next(); ";
    return Stream.of(
        // what another cursor brings is no part of the last command's answer
        arguments(
            "tip-no-group",
            "array-operators",
            rows
                + skip
                + "db.records.aggregate([{$match: {i: {$lt: 20}}}, {$project: {total: {$sum: {$map:"
                + " {input: '$items', as: 'x', in: {$multiply: ['$$x.qty', '$$x.price']}}}}}}])"
                + ".toArray(); rows.itcount()"),
        arguments(
            "tip-no-group",
            "array-operators",
            "db.records.find().batchSize(20).forEach(d => { if (d.i === 0) db.records.aggregate(["
                + "{$match: {i: {$lt: 20}}}, {$project: {total: {$sum: {$map: {input: '$items',"
                + " as: 'x', in: {$multiply: ['$$x.qty', '$$x.price']}}}}}}]).toArray() })"),
        // a cursor that nobody has asked for anything
        arguments(
            "primary-shard",
            "where-is-people",
            "db.getSiblingDB('config').databases.find().close()"),
        arguments(
            "why-aggregate-on-shards",
            "read-chunks",
            "var chunks = db.getSiblingDB('config').chunks.find(); 1"));
  }

  @ParameterizedTest
  @MethodSource("ofAnotherCursor")
  void whatWasNotAskedByTheCommandItselfIsNotItsAnswer(String lesson, String step, String answer) {
    Grade grade = grade(Course.builtIn().lesson(lesson), answer, step);

    assertEquals(Optional.of(Grade.Verdict.FAILED), grade.verdict(), grade.toString());
  }

  static Stream<Arguments> honest() {
    return Stream.of(
        arguments(
            "force-jumbo",
            "balancer-tries",
            "sim.balance; connect('m0/config').settings.insertOne({_id: 'balancer',"
                + " attemptToBalanceJumboChunks: true}); sim.balance()"),
        arguments(
            "sharded-lookup",
            "sharded-works",
            "db.orders.aggregate([{$match: {customerId: {$in: [470, 150]}}}, {$lookup: {from:"
                + " 'customers', let: {id: '$customerId'}, pipeline: [{$match: {$expr: {$eq:"
                + " ['$_id', '$$id']}}}], as: 'x'}}, {$unwind: '$x'}]).toArray()"),
        arguments(
            "field-cases",
            "never-gone",
            "db.adminCommand({removeShard: 's2'}); db.adminCommand({movePrimary: 'crm', to:"
                + " 's1'}); sim.advance('1h'); db.adminCommand({removeShard: 's2'})"),
        arguments(
            "tip-no-group",
            "array-operators",
            "var few = db.people.find(); var all = db.records.aggregate([{$project: {total: {$sum:"
                + " {$map: {input: '$items', as: 'x', in: {$multiply: ['$$x.qty',"
                + " '$$x.price']}}}}}}]).batchSize(50); few.next(); all.itcount()"),
        arguments(
            "merge-on-primary",
            "out",
            "db.records.aggregate([{$match: {$or: [{mykey: 3}, {mykey: 0}]}}, {$match: {}},"
                + " {$out: {db: 'lab', coll: 'copy'}}])"),
        arguments(
            "merge-on-primary",
            "merge",
            "db.records.aggregate([{$match: {mykey: 3}}, {$merge: 'copy2'}]);"
                + " db.records.aggregate([{$match: {mykey: {$in: [3, 0]}}}, {$merge: {into:"
                + " 'copy2', on: '_id', whenMatched: 'keepExisting'}}])"),
        arguments(
            "sixty-seconds",
            "slow-clock",
            "db.records.aggregate([{$match: {}}, {$out: {db: 'lab', coll: 'flat'}}]);"
                + " sim.cost({examinedMicros: 60000, shippedMicros: 20000, mergedMicros: 50000})"),
        arguments(
            "one-shard-only",
            "merge-sharded",
            "db.records.aggregate([{$match: {mykey: 3}}, {$project: {_id: {$add: [1000, '$i']},"
                + " cust: '$i', country: 'DE'}}, {$merge: {into: 'sales', on: ['country', 'cust',"
                + " '_id']}}])"),
        arguments(
            "hashed-key",
            "real-hash",
            "convertShardKeyToHashed(601)\ndb.orders.drop(); sim.config({hash: 'real'});"
                + " sh.shardCollection('shop.orders', {customerId: 'hashed'});"
                + " db.orders.insertMany([605, 604, 603, 602, 601].map(id => ({customerId: id,"
                + " total: 1})))"),
        arguments(
            "increasing-key",
            "balance",
            "sim.balance(); db.orders.bulkWrite([611, 612, 613, 614, 615].map(id => ({insertOne:"
                + " {document: {customerId: id}}})))"),
        arguments(
            "change-streams",
            "three-writes",
            "w = db.orders.watch(); db.orders.insertOne({customerId: 250, total: 202});"
                + " db.orders.insertOne({customerId: 470, total: 203}); sim.advance('10s');"
                + " db.orders.find().toArray()\nw.tryNext()\nw.tryNext()"),
        arguments(
            "ghost-hunt",
            "what-lies-there",
            "for (const s of ['s0', 's1', 's2']) connect(s +"
                + " '/shop').orders.estimatedDocumentCount()"),
        arguments(
            "own-metadata-filter",
            "on-s0",
            "connect('s0/shop').orders.countDocuments({$and: [{customerId: {$gt: 399}},"
                + " {customerId: {$lt: 450}}]})"),
        arguments(
            "merge-on-mongos",
            "streaming",
            "db.records.aggregate([{$sort: {randValue: -1, i: 1}}, {$skip: 5}, {$project: {_id: 0,"
                + " i: '$i'}}])"),
        arguments(
            "tip-sort-late",
            "sort-last",
            "db.records.aggregate([{$match: {randValue: {$gte: 0.9}}}, {$sort: {i: 1}}, {$project:"
                + " {i: 1, pct: {$multiply: [100, '$randValue']}}}]).itcount()"),
        arguments(
            "shard-a-collection",
            "one-owner",
            "db.getSiblingDB('config').chunks.aggregate([{$count: 'n'}]).toArray();"
                + " db.orders.findOne({customerId: 250})"),
        arguments(
            "why-aggregate-on-shards",
            "read-chunks",
            "var chunks = db.getSiblingDB('config').chunks.find()\nchunks"));
  }

  @ParameterizedTest
  @MethodSource("honest")
  void theSameWorkInOtherWordsPasses(String lesson, String step, String answer) {
    assertPassed(grade(Course.builtIn().lesson(lesson), answer, step));
  }
}
