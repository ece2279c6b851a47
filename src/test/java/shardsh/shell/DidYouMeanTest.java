package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.render.StyledLine;

/** A name typed wrong is answered with the input as it should have been. */
class DidYouMeanTest {
  private static PromptFixture prompt;

  @BeforeAll
  static void prepare() {
    prompt =
        PromptFixture.canvas()
            .after(
                "db.createView('cheap', 'orders', [{$project: {price: '$total'}}])",
                "db.people.insertOne({name: 'Ada', address: {city: 'Ulm'}, items: [{price: 1}]})");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "sh.movChunk('shop.orders', {customerId: 1}, 's1') "
            + "| did you mean: sh.moveChunk('shop.orders', {customerId: 1}, 's1')",
        "db.orders.findone({}) | did you mean: db.orders.findOne({})",
        "pritn(1) | did you mean: print(1)",
        "db.orders.find（{}) | the input has （ of full width; JavaScript wants (",
        "db.orders.find({status：1}) | the input has ： of full width; JavaScript wants :",
        "db.orders.find({status: “open”}) | the input has “ of full width; JavaScript wants \"",
        "sh.addShard('127.0.0.1:27199') "
            + "| sh.addShard(\"s3/127.0.0.1:27110\")   a set starts where nothing runs, if it is"
            + " named",
        "sh.addShard('s0') | sh.addShard(\"s0/127.0.0.1:27102\")   the name of the set stands"
            + " before its address",
        "sim.split() | did you mean: sh.splitAt(\"shop.orders\", {customerId: 450})",
        "sim.moveChunk('shop.orders', {customerId: 1}, 's1') "
            + "| did you mean: sh.moveChunk('shop.orders', {customerId: 1}, 's1')",
        "sh.fill('shop.orders', {customerId: 1}, 5) "
            + "| did you mean: sim.fill('shop.orders', {customerId: 1}, 5)",
        "splitAt('shop.orders', {customerId: 5}) "
            + "| did you mean: sh.splitAt('shop.orders', {customerId: 5})",
        "db.orders.moveChunk() | did you mean: sh.moveChunk(\"shop.orders\", {customerId: 500},"
            + " \"s1\")",
        "sh.getShardDistribution() | did you mean: db.orders.getShardDistribution()",
        "db.orders.limit(3) | did you mean: db.orders.find().limit(3)",
        "sim.status | did you mean: sh.status()",
        "config.set('trcae', 'full') | did you mean: config.set('trace', 'full')",
        "config.get('zzz') | help settings   tells which there are",
        "config.set('zzz', 1) | help settings   tells which there are",
        "config.set('trace', 'ful') | did you mean: config.set('trace', 'full')",
        "config.set('redactHistory', 'remove-redct') "
            + "| did you mean: config.set('redactHistory', 'remove-redact')",
        "sim.down('s0:7') | members: s0:0, s0:1, s0:2",
        "sim.up('cfgrs:3') | members: cfgrs:0, cfgrs:1, cfgrs:2",
        "sim.down('s7') | processes: m0, cfgrs, s0, s1, s2",
        "sim.down('cfgsr') | did you mean cfgrs? processes: m0, cfgrs, s0, s1, s2",
        "sim.fail({to: 's1:7', do: 'drop'}) | did you mean: sim.fail({to: 's1:0', do: 'drop'})",
        "sh.balancerCollectionStatus('shop.ordrs') "
            + "| did you mean: sh.balancerCollectionStatus('shop.orders')",
        "sim.compareShardKeys('shop.ordrs', [{customerId: 1}], {operations: 1, inserts: 1, fields:"
            + " {customerId: {uniform: [0, 9]}}}) | did you mean:"
            + " sim.compareShardKeys('shop.orders', [{customerId: 1}], {operations: 1, inserts: 1,"
            + " fields: {customerId: {uniform: [0, 9]}}})",
        "config.set('pagr', true) | did you mean: config.set('pager', true)",
        "config.get('statusLin') | did you mean: config.get('statusLine')",
        "config.reset('local') | did you mean: config.reset('locale')",
        "shwo chunks | did you mean: show chunks",
        "wyh | did you mean: why",
        "show versions shop.ordrs | did you mean: show versions shop.orders",
        "help moveChnk | did you mean: help moveChunk",
        "sim.secondOpinion('shop.orders', {custmerId: 5}) | custmerId is in no document looked at;"
            + " did you mean: sim.secondOpinion('shop.orders', {customerId: 5})",
        "sim.secondOpinion('shop.orders', {$or: [{statsu: 'new'}, {customerId: 5}]}) | statsu is in"
            + " no document looked at; did you mean: sim.secondOpinion('shop.orders', {$or:"
            + " [{status: 'new'}, {customerId: 5}]})",
        "sim.secondOpinion('shop.orders', {customerId: '5'}) | customerId is a number in the"
            + " documents looked at; did you mean: sim.secondOpinion('shop.orders', {customerId:"
            + " 5})",
        "db.orders.distinct('statu') | statu is in no document looked at; did you mean:"
            + " db.orders.distinct('status')",
        "db.orders.createIndex({totl: -1}) | totl is in no document looked at; did you mean:"
            + " db.orders.createIndex({total: -1})",
        "show chnks | did you mean: show chunks",
        "help StaleConfg | did you mean: help StaleConfig",
        "learn stale-mongo | did you mean: learn stale-mongos",
        "db.orders.find({customerId: {$gtt: 1}}) | did you mean: db.orders.find({customerId: {$gt:"
            + " 1}})",
        "db.orders.aggregate([{$mach: {}}]) | did you mean: db.orders.aggregate([{$match: {}}])",
        "db.orders.updateMany({}, {$sett: {a: 1}}) "
            + "| did you mean: db.orders.updateMany({}, {$set: {a: 1}})",
        "sh.splitAt('shop.order', {customerId: 5}) "
            + "| did you mean: sh.splitAt('shop.orders', {customerId: 5})",
        "sh.splitAt('shop.orders', {customerid: 5}) "
            + "| did you mean: sh.splitAt('shop.orders', {customerId: 5})",
        "sh.moveChunk('shop.orders', {customerId: 5}, 's11') "
            + "| did you mean: sh.moveChunk('shop.orders', {customerId: 5}, 's1')",
        "sh.moveChunk('shop.orders', {customerId: 5}, 's9') "
            + "| there are s0, s1, s2; did you mean:"
            + " sh.moveChunk('shop.orders', {customerId: 5}, 's2')",
        "db.adminCommand({removeShard: 's7'}) | there are s0, s1, s2",
        "sh.moveChunk('shop.orders', {customerId: 5}, 'elsewhere') | show shards   lists them",
        "db.orders.find({custmerId: 470}) | custmerId is in no document looked at; did you mean:"
            + " db.orders.find({customerId: 470})",
        "db.orders.find({$or: [{statsu: 'x'}, {total: -1}]}) | statsu is in no document looked at;"
            + " did you mean: db.orders.find({$or: [{status: 'x'}, {total: -1}]})",
        "db.people.find({'adress.city': 'Ulm'}) | adress.city is in no document looked at; did you"
            + " mean: db.people.find({'address.city': 'Ulm'})",
        "db.orders.updateMany({statu: 'new'}, {$set: {x: 1}}) | statu is in no document looked at;"
            + " did you mean: db.orders.updateMany({status: 'new'}, {$set: {x: 1}})",
        "db.orders.deleteMany({totl: 100}) | totl is in no document looked at; did you mean:"
            + " db.orders.deleteMany({total: 100})",
        "db.orders.aggregate([{$match: {statuss: 'new'}}]) | statuss is in no document looked at;"
            + " did you mean: db.orders.aggregate([{$match: {status: 'new'}}])",
        "db.orders.aggregate([{$group: {_id: 1, amount: {$sum: '$total'}}}, {$match: {amuont: 1}}])"
            + " | amuont is in no document looked at; did you mean: db.orders.aggregate([{$group:"
            + " {_id: 1, amount: {$sum: '$total'}}}, {$match: {amount: 1}}])",
        "db.adminCommand({movChunk: 'shop.orders'}) | did you mean: db.adminCommand({moveChunk:"
            + " 'shop.orders'})",
        "db.runCommand({find: 'orders', fliter: {}}) | did you mean: db.runCommand({find: 'orders',"
            + " filter: {}})",
        "db.orders.aggregate([{$project: {x: {$dateToString: {date: '$d', fromat: '%Y'}}}}]) | did"
            + " you mean: db.orders.aggregate([{$project: {x: {$dateToString: {date: '$d', format:"
            + " '%Y'}}}}])",
        "db.orders.aggregate([{$lookup: {form: 'people', as: 'x'}}]) | did you mean:"
            + " db.orders.aggregate([{$lookup: {from: 'people', as: 'x'}}])",
        "db.orders.find().readConcern('majorty') | did you mean:"
            + " db.orders.find().readConcern('majority')",
        "db.orders.find().hint('_id') | did you mean: db.orders.find().hint('_id_')",
        "sh.addShardToZone('s7', 'EU') | there are s0, s1, s2; did you mean:"
            + " sh.addShardToZone('s2', 'EU')",
        "sim.fail({to: 's9', do: 'drop'}) | there are s0, s1, s2; did you mean: sim.fail({to: 's2',"
            + " do: 'drop'})",
        "sim.config({blancer: 'on'}) | did you mean: sim.config({balancer: 'on'})",
        "db.orders.createIndex({total: 1}, {uniqe: true}) | did you mean:"
            + " db.orders.createIndex({total: 1}, {unique: true})",
        "db.orders.aggregate([{$bucket: {groupBy: '$total', boundries: [0, 1]}}]) | did you mean:"
            + " db.orders.aggregate([{$bucket: {groupBy: '$total', boundaries: [0, 1]}}])",
        "db.orders.aggregate([{$merge: {into: 'x', whenMatched: 'replce'}}]) | did you mean:"
            + " db.orders.aggregate([{$merge: {into: 'x', whenMatched: 'replace'}}])",
        "db.people.dropIndex('_id') | did you mean: db.people.dropIndex('_id_')",
        "db.orders.find().sort({totl: -1}) | totl is in no document looked at; did you mean:"
            + " db.orders.find().sort({total: -1})",
        "db.orders.find({}, {statsu: 1}).limit(1) | statsu is in no document looked at; did you"
            + " mean: db.orders.find({}, {status: 1}).limit(1)",
        "db.orders.findOne({}, {statsu: 0}) | statsu is in no document looked at; did you"
            + " mean: db.orders.findOne({}, {status: 0})",
        "db.orders.aggregate([{$group: {_id: '$statsu', n: {$sum: 1}}}]) | statsu is in no document"
            + " looked at; did you mean: db.orders.aggregate([{$group: {_id: '$status', n: {$sum:"
            + " 1}}}])",
        "db.orders.aggregate([{$group: {_id: '$status', sum: {$sum: '$total'}}}, {$sort: {smu:"
            + " 1}}]) | smu is in no document looked at; did you mean:"
            + " db.orders.aggregate([{$group: {_id: '$status', sum: {$sum: '$total'}}}, {$sort:"
            + " {sum: 1}}])",
        "db.orders.aggregate([{$project: {totl: 1}}]) | totl is in no document looked at; did you"
            + " mean: db.orders.aggregate([{$project: {total: 1}}])",
        "db.cheap.find({prise: 1}) | prise is in no document looked at; did you mean:"
            + " db.cheap.find({price: 1})",
        "sim.fil | did you mean: sim.fill",
        "sim.fil('shop.orders', {customerId: 1}, 1) | did you mean:"
            + " sim.fill('shop.orders', {customerId: 1}, 1)",
        "var x = sh.statuss; | did you mean: var x = sh.status;",
        "db.orders.find().srt | did you mean: db.orders.find().sort",
        "db.orders.findd | there is no collection orders.findd; did you mean: db.orders.find",
        "config.chunks.find() | did you mean: db.getSiblingDB(\"config\").chunks.find()",
        "db.config.chunks.countDocuments() | there is no collection config.chunks in shop; did you"
            + " mean: db.getSiblingDB(\"config\").chunks.countDocuments()",
        "db.ordrs | there is no collection ordrs; did you mean: db.orders",
        "db.getSiblingDb | there is no collection getSiblingDb; did you mean: db.getSiblingDB",
        "db.order.find() | there is no collection order; did you mean: db.orders.find()",
        "db.getSiblingDB('conifg').chunks.countDocuments() | there is no database conifg; did you"
            + " mean: db.getSiblingDB('config').chunks.countDocuments()",
        "db.runCommand({count: 'ordrs'}) | there is no collection ordrs; did you mean:"
            + " db.runCommand({count: 'orders'})",
        "db.orders.updateOne({customerId: 470}, {$inc: {totl: 1}}) | totl is in no document looked"
            + " at; did you mean: db.orders.updateOne({customerId: 470}, {$inc: {total: 1}})",
        "db.orders.find({total: {$gte: 1, lt: 3}}) | did you mean:"
            + " db.orders.find({total: {$gte: 1, $lt: 3}})",
        "db.orders.aggregate([{match: {}}]) | did you mean: db.orders.aggregate([{$match: {}}])",
        "db.orders.countDocuments({orderDate: {$gte: '2024-10-15'}}) | orderDate is a date in the"
            + " documents looked at; did you mean:"
            + " db.orders.countDocuments({orderDate: {$gte: ISODate(\"2024-10-15\")}})",
        "db.people.find({_id: '6724c2c02e4267a77400000d'}) | _id is an ObjectId in the documents"
            + " looked at; did you mean: db.people.find({_id:"
            + " ObjectId(\"6724c2c02e4267a77400000d\")})",
        "db.orders.explain.find({customerId: 470}) "
            + "| did you mean: db.orders.explain().find({customerId: 470})",
        "db.orders.find.limit(2) | did you mean: db.orders.find().limit(2)",
        "sh.startBalancer() | here a round runs when it is asked for: sim.balance()",
        "db.orders.updateMany({}, {$unset: {statsu: 1}}) | statsu is in no document looked at;"
            + " did you mean: db.orders.updateMany({}, {$unset: {status: 1}})",
      })
  void theHintIsTheInputAsItShouldHaveBeen(String typed, String hint) {
    assertEquals("hint: " + hint, prompt.hints(typed.strip()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db.orders.find({customerId: 99999})",
        "db.runCommand({count: 'orders', query: {customerId: 99999}})",
        "db.orders.updateOne({customerId: 470}, {$inc: {visits: 1}})",
        "db.orders.find({customerId: 470})",
        "nope",
        "var o = {a: 1}; o.foo()",
        "db.people.find({'items.0.price': 9})",
        "db.orders.updateOne({customerId: 99999}, {$set: {x: 1}})",
        "db.orders.aggregate([{$match: {customerId: 99999}}])",
        "sh.movCollection('shop.people', 's1')",
        "db.orders.find().sort({total: -1, _id: 1})",
        "db.orders.find({}, {totals: {$add: ['$total', 1]}}).limit(1)",
        "db.orders.aggregate([{$group: {_id: '$status', totl: {$sum: 1}}}, {$sort: {totl: 1}}])",
        "db.orders.aggregate([{$set: {totl: {$literal: '$totl'}}}, {$sort: {totl: 1}}])",
        "db.cheap.find({price: 99999})",
        "sim.fill",
        "sim.constructor",
        "sim.nothingLikeIt",
        "db.orders",
        "db.elsewhere",
        "db.people.findOne().adress",
        "var o = {}; o.fil",
        "nope.s1",
        "const f = x => print(s9); f(1)",
        "print(s9)",
        "[1, 2].map(x => ({a: s9}))",
        "db.orders.find({status: '470'})",
        "db.orders.find({customerId: 'four'})",
        "sh.stopBalancer()",
        "class K {}; let K = 1",
        "db.orders.aggregate([{$group: {_id: 1, x: {$mediann: {input: '$total'}}}}])",
      })
  void whatIsNotTypedWrongOrLikeNothingIsLeftAlone(String typed) {
    assertEquals("", prompt.hints(typed));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "sh.removeShardFromZone('s0', 'UE') "
            + "| there is no UE; did you mean: sh.removeShardFromZone('s0', 'EU')",
        "sh.updateZoneKeyRange('shop.orders', {customerId: 0}, {customerId: 5}, 'UE') | did you"
            + " mean: sh.updateZoneKeyRange('shop.orders', {customerId: 0}, {customerId: 5}, 'EU')",
        "sh.removeRangeFromZone('shop.ordrs', {customerId: 0}, {customerId: 5}) | there is no"
            + " shop.ordrs; did you mean: sh.removeRangeFromZone('shop.orders', {customerId: 0},"
            + " {customerId: 5})",
        "sim.load('shop.ordrs', {operations: 1, inserts: 1, fields: {a: {increasing: 1}}}) | there"
            + " is no shop.ordrs; did you mean: sim.load('shop.orders', {operations: 1, inserts: 1,"
            + " fields: {a: {increasing: 1}}})",
        "sh.disableBalancing('shop.order') "
            + "| there is no shop.order; did you mean: sh.disableBalancing('shop.orders')",
        "sim.cost({examinedMicro: 1}) | did you mean: sim.cost({examinedMicros: 1})",
        "sim.fail({doo: 'drop'}) | did you mean: sim.fail({do: 'drop'})",
        "sim.fill('shop.orders', {customerId: {form: 0, to: 9}}, 3) "
            + "| did you mean: sim.fill('shop.orders', {customerId: {from: 0, to: 9}}, 3)",
        "sh.shardCollection('shop.x', {a: 1}, false, {numInitialChunk: 3}) "
            + "| there is no numInitialChunk; did you mean: sh.shardCollection('shop.x', {a: 1},"
            + " false, {numInitialChunks: 3})",
      })
  void anOptionOfSimOrShThatIsMisspeltIsAnsweredWithTheCallAsItShouldHaveBeen(
      String typed, String hint) {
    PromptFixture own = PromptFixture.canvas().after("sh.addShardToZone('s0', 'EU')");

    assertEquals("hint: " + hint, own.hints(typed));
  }

  @Test
  void aNewNameAndAnOptionThatThereIsAreNoMistakes() {
    PromptFixture own = PromptFixture.canvas().after("sh.addShardToZone('s0', 'EU')");

    assertEquals("", own.hints("sh.addShardToZone('s1', 'EUR')"));
    assertEquals("", own.hints("sh.removeShardFromZone('s0', 'EU')"));
    assertEquals("", own.hints("sim.cost({examinedMicros: 1})"));
  }

  @Test
  void aDatabaseThatIsNotThereIsAnsweredWithTheOneOfNearlyItsName() {
    PromptFixture own = PromptFixture.canvas();
    assertEquals("", own.hints("use elsewhere"));
    assertEquals("hint: there is no database shp; did you mean: use shop", own.hints("use shp"));
    assertEquals(
        "hint: there is no database shp; did you mean shop?", own.hints("db.orders.find()"));
    assertEquals("", own.hints("use shop"));
  }

  @Test
  void aLessonThatIsNotThereIsAnsweredWithOneHint() {
    String text =
        prompt.submission("learn targetd-query").lines().stream()
            .map(StyledLine::text)
            .collect(Collectors.joining("\n"));
    assertEquals(
        "ShardshError: there is no lesson 'targetd-query'\n"
            + "hint: did you mean: learn targeted-query",
        text);
  }
}
