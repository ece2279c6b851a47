package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Tab offers at the end of an input, on the cluster canvas with a few documents more. */
class CompletionTest {
  private static PromptFixture prompt;

  @BeforeAll
  static void prepare() {
    prompt =
        PromptFixture.canvas()
            .after(
                "db.people.insertOne({name: 'Ada', address: {city: 'Ulm', zip: 1}, 'odd-name': 1})",
                "db['odd-one'].insertOne({a: 1})",
                "sh.addShardToZone('s0', 'EU')",
                "var items = db.orders; var page = db.people.find(); var plain = {first: 1, second:"
                    + " 2}",
                "sim.fork('before')");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "db.pe | people",
        "db.getSib | getSiblingDB",
        "db.orders.countD | countDocuments",
        "db.getSiblingDB('shop').or | orders",
        "db.getSiblingDB('config').ch | changelog chunks",
        "db.getSiblingDB('config').chunks.find({sha | shard",
        "db.getCollection('people').ins | insertOne insertMany",
        "db['orders'].fin | find findOne findOneAndUpdate",
        "db.orders.find().so | sort",
        "db.orders.find({a: [1, {b: 2}]}).sort({_id: 1}).li | limit",
        "db.orders.aggregate([]).to | toArray",
        "db.orders.explain().fi | find",
        "db.getMongo().startSession().startT | startTransaction",
        "connect('s0/shop').or | orders",
        "sim.router('m0').pe | people",
        "sh.mov | moveChunk moveRange",
        "sim.fi | fill",
        "rs.sta | status",
        "config.s | set",
        "EJSON.str | stringify",
        "items.fin | find findOne",
        "page.li | limit",
        "plain.f | first",
        "JSON.str | stringify",
        "db.orders.find({cust | customerId",
        "db.orders.find({a: 1, $o | $or",
        "db.orders.find({customerId: {$g | $gt $gte",
        "db.orders.find({$or: [{customerId: 1}, {sta | status",
        "db.orders.find({customerId: {$not: {$i | $in",
        "db.orders.find({$expr: {$g | $gt $gte",
        "db.orders.find({$expr: {$gt: ['$cust | $customerId",
        "db.people.find({'address.c | address.city",
        "db.people.find({address.c | address.city",
        "db.people.find({odd | odd-name",
        "db.people.find({}, {nam | name",
        "db.people.find().sort({addr | address",
        "db.orders.updateOne({}, {$se | $set $setOnInsert",
        "db.orders.updateOne({}, {$set: {sta | status",
        "db.orders.updateOne({}, {$push: {tags: {$ea | $each",
        "db.orders.updateOne({}, {}, {ups | upsert",
        "db.orders.updateOne({}, [{$se | $set",
        "db.orders.aggregate([{$ma | $match",
        "const stages = [{$ma | $match",
        "const stages = [{$match: {sta | status",
        "const stages = [{$group: {_id: '$sta | $status",
        "let p; p = [{$group: {_id: null, n: {$sum: 1}}}, {$sort: {n | n",
        "stages.push({$ma | $match",
        "stages.push({$match: {sta | status",
        "db.orders.aggregate([{$match: {sta | status",
        "db.orders.aggregate([{$group: {_id: '$sta | $status",
        "db.orders.aggregate([{$group: {_id: null, x: {$s | $sum",
        "db.orders.aggregate([{$group: {_id: 1, x: {$sum: '$to | $total",
        "db.orders.aggregate([{$group: {_id: 1, revenue: {$sum: 1}}}, {$sort: {rev | revenue",
        "db.orders.aggregate([{$project: {x: {$con | $concat $cond",
        "db.orders.aggregate([{$lookup: {fr | from",
        "db.orders.aggregate([{$lookup: {from: 'pe | people",
        "db.orders.aggregate([{$lookup: {from: 'people', localField: 'cust | customerId",
        "db.orders.aggregate([{$lookup: {from: 'people', pipeline: [{$ma | $match",
        "db.orders.aggregate([{$unwind: '$sta | $status",
        "db.orders.aggregate([{$facet: {a: [{$gr | $group",
        "db.orders.distinct('sta | status",
        "db.orders.bulkWrite([{updateOne: {filter: {sta | status",
        "sh.shardCollection(\"shop.pe | shop.people",
        "sh.shardCollection('shop.people', {na | name",
        "sh.moveChunk('shop.orders', {cust | customerId",
        "sh.moveChunk('shop.orders', {customerId: 1}, 's | s0 s1 s2",
        "sh.addShardToZone('s0', ' | EU",
        "sim.fill('shop.or | shop.orders",
        "sim.down('m | m0",
        "sim.router('m | m0",
        "sim.fail({to: 'cf | cfgrs",
        "sim.fail({do: 'dr | drop dropReply",
        "sim.config({bal | balancer",
        "sim.back('be | before",
        "sim.load('shop.orders', {oper | operations",
        "sim.load('shop.orders', {fields: {cust | customerId",
        "sim.compareProfiles(() => 1, ['cl | classic",
        "config.set('statusLine', | true false",
        "config.set('pager', f | false",
        "config.set('locale', | en zh",
        "config.set('trace', | none summary full",
        "sh.setBalancerState( | true false",
        "sim.stepMigrations(t | true",
        "sim.animate( | on off",
        "sh.moveChunk('shop.orders', {customerId: 1}, | s0 s1 s2",
        "db.orders.aggregate([{$group: {_id: | $customerId",
        "db.getSiblingDB('sh | shop",
        "db[\"odd | odd-one",
        "config.set(\"tr | trace",
        "config.set('trace', 'su | summary",
        "db.orders.find().explain('exec | executionStats",
        "show clu | cluster",
        "show li | live",
        "show chunks shop.or | shop.orders",
        "show cluster --me | --mermaid",
        "use sh | shop",
        "help Stale | StaleConfig",
        "help sh.moveCh | sh.moveChunk",
        "learn canvas | canvas",
        "hint a | all",
        "mongosh --port 271 | 27100",
        "sho | show",
        "ObjectI | ObjectId",
        "pri | print printjson",
        "for (const o of db.orders.find()) { db.people.ins | insertOne",
        "const f = () => db.pe | people",
      })
  void itIsOffered(String typed, String offers) {
    List<String> shown = prompt.shown(typed.stripLeading());

    for (String offer : offers.split(" ")) {
      assertTrue(
          shown.stream().anyMatch(name -> name.equals(offer) || name.startsWith(offer + "-")),
          typed + " should offer " + offer + " but offers " + shown);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "sh._ | _",
        "config.set('statusLine' | true",
        "config.set('historyLength', | true",
        "sh.moveChunk('shop.orders', {customerId: 1} | s0",
        "sh.splitAt('shop.orders', { | status",
        "db.adminCommand({split: 'shop.orders', middle: { | _id",
        "db.orders._ | _",
        "db.orders.find({loc: {$ge | $geoWithin",
        "db.orders.find({$wh | $where",
        "db.orders.find({customerId: {$o | $or",
        "db.orders.aggregate([{$sea | $search",
        "db.orders.aggregate([{$group: {x: {$s | $sqrt",
        "passwordP | passwordPrompt",
        "__sh | __shardshWord",
        "db.orders.find({status: 's | s0",
        "db.orders.find({customerId: 1, cust | customerId",
        "// db.pe | people",
        "'db.pe | people",
        "print(/db.pe | people",
        "show lo | logs",
        "sh.mov | moveCollection",
        "sh.startA | startAutoMerger",
        "db.orders.anal | analyzeShardKey",
        "db.aggregate([{$shardedD | $shardedDataDistribution",
        "db.orders.aggregate([{$group: {_id: 1, x: {$med | $median",
        "db.orders.aggregate([{$project: {x: {$bit | $bitAnd",
        "db.adminCommand({moveC | moveCollection",
        "db.adminCommand({_shar | _shardsvr",
      })
  void itIsNotOffered(String typed, String not) {
    for (String shown : prompt.shown(typed)) {
      assertFalse(shown.startsWith(not), typed + " offers " + shown);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sh.splitAt('shop.orders', {",
        "sh.splitFind('shop.orders', {",
        "sh.moveChunk('shop.orders', {",
        "sh.moveRange('shop.orders', 's1', {customerId: 1}, {",
        "sh.updateZoneKeyRange('shop.orders', {",
        "sh.removeRangeFromZone('shop.orders', {customerId: 1}, {",
        "sim.fill('shop.orders', {",
        "db.adminCommand({moveChunk: 'shop.orders', find: {",
        "db.adminCommand({updateZoneKeyRange: 'shop.orders', min: {"
      })
  void whereAKeyOfAChunkIsMeantOnlyTheShardKeyIsOffered(String typed) {
    assertEquals(List.of("customerId"), prompt.shown(typed));
  }

  @Test
  void aShardKeyIsOfferedInItsOrderAndOtherFieldsWhereTheCollectionHasNone() {
    PromptFixture own =
        PromptFixture.canvas().after("sh.shardCollection('shop.trips', {to: 1, at: 1})");

    assertEquals(List.of("to", "at"), own.shown("sh.splitAt('shop.trips', {"));
    assertTrue(prompt.shown("sh.updateZoneKeyRange('shop.people', {").contains("name"));
    assertTrue(prompt.shown("sh.shardCollection('shop.orders', {").contains("status"));
  }

  @Test
  void whatIsTakenIsWrittenAsTheInputNeedsIt() {
    assertEquals("db.people.find({\"address.city\"", only("db.people.find({address.ci"));
    assertEquals("db[\"odd-one\"]", only("db.odd"));
    assertEquals("sh.splitAt('shop.orders'", only("sh.splitAt('shop.or"));
    assertEquals("config.set('pager', false", only("config.set('pager', fa"));
    assertEquals("db.people.find({\"odd-name\"", only("db.people.find({odd"));
    assertEquals(
        List.of("config.set('locale', \"en\"", "config.set('locale', \"zh\""),
        prompt.offers("config.set('locale', ").stream().map(Candidate::line).toList());
    assertEquals(
        List.of("sh.splitAt('shop.orders"),
        prompt.offers("sh.splitAt('shop.or')", 19).stream().map(Candidate::line).toList());
  }

  private static String only(String typed) {
    List<Candidate> candidates = prompt.offers(typed);
    assertEquals(1, candidates.size(), candidates.toString());
    return candidates.get(0).line();
  }
}
