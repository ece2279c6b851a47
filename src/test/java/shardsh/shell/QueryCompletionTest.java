package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.ServerProfile;
import shardsh.core.cluster.OperatorReference;

/** What Tab offers inside of pipelines, expressions, options and commands. */
class QueryCompletionTest {
  private static PromptFixture prompt;
  private static PromptFixture newest;
  private static PromptFixture oldest;

  @BeforeAll
  static void prepare() {
    prompt =
        PromptFixture.canvas()
            .after(
                "db.people.insertOne({name: 'Ada', address: {city: 'Ulm'}, pets: [{kind: 'cat'}]})",
                "db.trips.insertOne({place: 'Ulm', began: ISODate()})",
                "db.orders.createIndex({status: 1})",
                "sh.addShardToZone('s0', 'EU')",
                "db.createView('dear', 'orders', [{$set: {gross: '$total'}}, {$unset: 'status'}])",
                "db.createView('dearest', 'dear', [{$project: {gross: 1}}])");
    newest = PromptFixture.on("empty", Optional.of("8.0"));
    oldest = PromptFixture.on("empty", Optional.of("4.4"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        // fields of the right collection
        "db.orders.aggregate([{$lookup: {from: 'people', foreignField: 'na | name",
        "db.orders.aggregate([{$lookup: {from: 'people', pipeline: [{$match: {na | name",
        "db.orders.aggregate([{$lookup: {from: 'people', pipeline: [{$project: {x: '$na | $name",
        "db.orders.aggregate([{$lookup: {from: 'people', let: {c: '$cust | $customerId",
        "db.orders.aggregate([{$lookup: {from: 'people', let: {c: 1}, pipeline: [{$match: {$expr:"
            + " {$eq: ['$$ | $$c $$ROOT $$NOW",
        "db.orders.aggregate([{$unionWith: {coll: 'trips', pipeline: [{$match: {pl | place",
        "db.orders.aggregate([{$unionWith: 'tr | trips",
        "db.orders.aggregate([{$unionWith: 'trips'}, {$match: {pl | place",
        "db.orders.aggregate([{$graphLookup: {from: 'people', connectToField: 'na | name",
        "db.orders.aggregate([{$graphLookup: {from: 'people', restrictSearchWithMatch: {na | name",
        "db.orders.aggregate([{$graphLookup: {from: 'people', startWith: '$cust | $customerId",
        "db.orders.aggregate([{$facet: {a: [{$match: {sta | status",
        "db.orders.aggregate([{$facet: {a: [{$project: {z: 1}}, {$sort: {z | z",
        "db.orders.aggregate([{$facet: {big: [{$project: {z: 1}}]}}, {$unwind: '$bi | $big",
        // fields of stages before
        "db.orders.aggregate([{$project: {late: 1}}, {$sort: {la | late",
        "db.orders.aggregate([{$addFields: {tax: 1}}, {$match: {ta | tax",
        "db.orders.aggregate([{$group: {_id: {day: '$d', s: 1}, n: {$sum: 1}}}, {$sort: {'_id.d |"
            + " _id.day",
        "db.orders.aggregate([{$unwind: {path: '$total', includeArrayIndex: 'at'}}, {$sort: {a |"
            + " at",
        "db.orders.aggregate([{$lookup: {from: 'people', as: 'who'}}, {$unwind: '$who'},"
            + " {$match: {'who.na | who.name",
        "db.orders.aggregate([{$sortByCount: '$status'}, {$match: {co | count",
        "db.orders.aggregate([{$bucket: {groupBy: '$total', boundaries: [0, 1]}}, {$sort: {co"
            + " | count",
        "db.people.aggregate([{$replaceRoot: {newRoot: '$address'}}, {$sort: {ci | city",
        "db.people.aggregate([{$group: {_id: 1, all: {$push: '$$ROOT'}}}, {$sort: {'all.na"
            + " | all.name",
        "db.people.aggregate({$match: {na | name",
        "db.orders.updateOne({}, [{$re | $replaceRoot $replaceWith",
        "db.orders.updateOne({}, [{$set: {extra: 1}}, {$set: {b: '$ex | $extra",
        "db.orders.watch([{$match: {oper | operationType",
        "db.orders.watch([{$match: {'fullDocument.sta | fullDocument.status",
        // variables
        "db.people.aggregate([{$project: {x: {$map: {input: '$pets', as: 'pet', in: '$$pe | $$pet",
        "db.people.aggregate([{$project: {x: {$map: {input: '$pets', as: 'pet', in: '$$pet.k"
            + " | $$pet.kind",
        "db.people.aggregate([{$project: {x: {$filter: {input: '$pets', cond: {$eq:"
            + " ['$$this.k | $$this.kind",
        "db.people.aggregate([{$project: {x: {$reduce: {input: [1], initialValue: 0, in: {$add:"
            + " ['$$ | $$this $$value",
        "db.people.aggregate([{$project: {x: {$let: {vars: {low: 1}, in: {$add: ['$$l | $$low",
        "db.people.aggregate([{$project: {x: '$$ROOT.na | $$ROOT.name",
        "db.orders.aggregate([{$merge: {into: 'people', whenMatched: [{$set: {a: '$$ne | $$new",
        // embedded documents
        "db.people.insertOne({address: {ci | city",
        "db.people.find({pets: {$elemMatch: {ki | kind",
        "db.people.find({pets: {$elemMatch: {$g | $gt $gte",
        "db.people.find({pets: {$elemMatch: {kind: {$e | $eq $exists",
        "db.people.find({}, {pets: {$elemMatch: {$o | $or",
        "db.people.updateOne({}, {$pull: {pets: {ki | kind",
        "db.people.updateOne({}, {$push: {pets: {ki | kind",
        "db.people.updateOne({}, {$push: {pets: {$each: [{ki | kind",
        // named arguments and their words
        "db.orders.aggregate([{$project: {x: {$dateToString: { | date format timezone onNull",
        "db.orders.aggregate([{$project: {x: {$dateToString: {format: '%Y | %Y-%m-%d",
        "db.orders.aggregate([{$project: {x: {$dateToString: {timezone: 'Europe/B | Europe/Berlin",
        "db.orders.aggregate([{$project: {x: {$dateToString: {date: '$cust | $customerId",
        "db.orders.aggregate([{$project: {x: {$dateTrunc: {unit: 'mon | month",
        "db.orders.aggregate([{$project: {x: {$switch: {branches: [{ca | case",
        "db.orders.aggregate([{$project: {x: {$switch: {branches: [{case: {$g | $gt $gte",
        "db.orders.aggregate([{$project: {x: {$cond: {th | then",
        "db.orders.aggregate([{$project: {x: {$cond: [{$g | $gt",
        "db.orders.aggregate([{$project: {x: {$year: {da | date",
        "db.orders.aggregate([{$project: {x: {$year: {$dateA | $dateAdd",
        "db.orders.aggregate([{$project: {x: {$convert: {to: 'de | decimal",
        "db.orders.aggregate([{$project: {x: {$sortArray: {input: '$a', sort | sortBy",
        "db.orders.aggregate([{$group: {_id: 1, x: {$top: {out | output",
        "db.orders.aggregate([{$group: {_id: 1, x: {$top: {sortBy: {to | total",
        "db.orders.find({total: {$type: 'dec | decimal",
        // stages
        "db.orders.aggregate([{$merge: { | into on whenMatched whenNotMatched let",
        "db.orders.aggregate([{$merge: {into: 'pe | people",
        "db.orders.aggregate([{$merge: {into: {co | coll",
        "db.orders.aggregate([{$merge: {whenMatched: 'keep | keepExisting",
        "db.orders.aggregate([{$merge: {whenMatched: [{$re | $replaceRoot $replaceWith",
        "db.orders.aggregate([{$merge: {whenNotMatched: 'dis | discard",
        "db.orders.aggregate([{$out: 'pe | people",
        "db.orders.aggregate([{$unset: 'sta | status",
        "db.orders.aggregate([{$unset: ['sta | status",
        "db.orders.aggregate([{$fill: {output: {total: {me | method",
        "db.orders.aggregate([{$fill: {output: {total: {method: 'lo | locf",
        "db.orders.aggregate([{$densify: {field: 'tot | total",
        "db.orders.aggregate([{$densify: {field: 'total', range: {bo | bounds",
        "db.orders.aggregate([{$setWindowFields: {output: {x: {$sum: 1, window: {doc | documents",
        "db.orders.aggregate([{$setWindowFields: {output: {x: {$sum: 1, window: {documents: ['un"
            + " | unbounded",
        "db.orders.aggregate([{$bucketAuto: {granularity: 'R1 | R10",
        "db.orders.aggregate([{$redact: '$$DE | $$DESCEND",
        // indexes
        "db.orders.find().hint('sta | status_1",
        "db.orders.find().hint({sta | status",
        "db.orders.dropIndex('sta | status_1",
        "db.orders.hideIndex('sta | status_1",
        "db.orders.find({}, {}, {hint: 'sta | status_1",
        "db.orders.updateOne({}, {}, {hint: 'sta | status_1",
        "db.orders.aggregate([], {hint: 'sta | status_1",
        // options
        "db.orders.find({}, {}, {read | readConcern",
        "db.orders.find({}, {}, {readConcern: {le | level",
        "db.orders.find({}, {}, {readConcern: {level: 'maj | majority",
        "db.orders.find().readConcern('lin | linearizable",
        "db.orders.insertOne({}, {writeConcern: {w: 'maj | majority",
        "db.orders.findOneAndUpdate({}, {}, {returnDocument: 'af | after",
        "db.orders.find({}, {}, {collation: {str | strength",
        "db.orders.find().collation({lo | locale",
        "db.orders.find().collation({locale: 'd | de",
        "db.orders.findAndModify({query: {sta | status",
        "db.orders.findAndModify({up | update upsert",
        "db.orders.createIndex({status: 1}, {part | partialFilterExpression",
        "db.orders.createIndex({status: 1}, {partialFilterExpression: {tot | total",
        "db.createCollection('x', {validationAction: 'w | warn",
        "db.getMongo().startSession().startTransaction({readConcern: {level: 'sn | snapshot",
        "db.getMongo().startSession({caus | causalConsistency",
        "sim.secondOpinion('shop.orders', {}, {mutant: 'ex | exclusiveUpper",
        "sim.config({hash: 'to | toy",
        "sim.fail({command: 'fin | find findAndModify",
        "sim.compareShardKeys('shop.orders', [{cust | customerId",
        // commands
        "db.runCommand({ag | aggregate",
        "db.runCommand('pi | ping",
        "db.adminCommand({moveC | moveChunk",
        "db.runCommand({find: 'or | orders",
        "db.runCommand({find: 'orders', fi | filter",
        "db.runCommand({find: 'orders', filter: {sta | status",
        "db.runCommand({find: 'orders', filter: {}, hint: 'sta | status_1",
        "db.runCommand({aggregate: 'orders', pipeline: [{$match: {sta | status",
        "db.runCommand({update: 'orders', updates: [{q: {sta | status",
        "db.runCommand({update: 'orders', updates: [{q: {}, u: {$se | $set",
        "db.runCommand({delete: 'orders', deletes: [{li | limit",
        "db.runCommand({distinct: 'orders', key: 'sta | status",
        "db.runCommand({explain: {find: 'orders', filter: {sta | status",
        "db.runCommand({explain: {find: 'orders'}, verbosity: 'exec | executionStats",
        "db.runCommand({dropIndexes: 'orders', index: 'sta | status_1",
        "db.runCommand({createIndexes: 'orders', indexes: [{key: {sta | status",
        "db.adminCommand({moveChunk: 'shop.or | shop.orders",
        "db.adminCommand({moveChunk: 'shop.orders', find: {cust | customerId",
        "db.adminCommand({moveChunk: 'shop.orders', find: {customerId: 1}, to: 's | s0 s1 s2",
        "db.adminCommand({split: 'shop.orders', mid | middle",
        "db.adminCommand({movePrimary: 'sh | shop",
        "db.adminCommand({addShardToZone: 's0', zone: 'E | EU",
        "db.adminCommand({configureFailPoint: 'x', mode: 'al | alwaysOn",
        "db.orders.runCommand('coll | collMod collStats",
      })
  void itIsOffered(String typed, String offers) {
    List<String> shown = prompt.shown(typed);

    for (String offer : offers.strip().split(" ")) {
      assertTrue(shown.contains(offer), typed + " should offer " + offer + " but offers " + shown);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "db.orders.aggregate([{$lookup: {from: 'people', pipeline: [{$match: {sta | status",
        "db.orders.aggregate([{$lookup: {from: 'people', foreignField: 'cust | customerId",
        "db.orders.aggregate([{$project: {late: 1}}, {$sort: {sta | status",
        "db.orders.aggregate([{$project: {status: 0}}, {$sort: {sta | status",
        "db.orders.aggregate([{$unset: 'status'}, {$sort: {sta | status",
        "db.orders.aggregate([{$group: {_id: 1}}, {$sort: {sta | status",
        "db.orders.aggregate([{$project: {x: {$dateToString: {d | $dateAdd",
        "db.orders.aggregate([{$project: {x: '$$pe | $$pet",
        "db.people.aggregate([{$project: {x: {$map: {input: '$$pe | $$pet",
        "db.runCommand({find: 'orders', fi | find",
        "db.orders.updateOne({}, [{$gr | $group",
        "db.orders.aggregate([{$merge: {whenMatched: [{$gr | $group",
        "db.orders.find({'status' | total",
        "db.orders.insertOne({status: 'maj | majority",
      })
  void itIsNotOffered(String typed, String not) {
    List<String> shown = prompt.shown(typed);

    assertFalse(shown.contains(not), typed + " offers " + shown);
  }

  @Test
  void operatorsAndNamedPartsHaveHeadingsOfTheirOwn() {
    assertEquals(List.of("operators"), groups("db.orders.find({$or: [{$"));
    assertEquals(List.of("arguments"), groups("db.orders.bulkWrite([{insertOne: {"));
    assertEquals(List.of("arguments"), groups("db.orders.aggregate([{$lookup: {"));
  }

  private static List<String> groups(String typed) {
    return prompt.offers(typed, typed.length()).stream().map(Candidate::group).distinct().toList();
  }

  /** The cursor is where the bar stands. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\0',
      value = {
        "db.orders.aggregate([{$lookup: {foreignField: 'na|', from: 'people', as: 'x'}}]); name",
        "db.orders.aggregate([{$lookup: {pipeline: [{$match: {$expr: {$eq: ['$$|', 1]}}}], let:"
            + " {cust: 1}, from: 'people'}}]); $$cust",
        "db.orders.aggregate([{$lookup: {pipeline: [{$match: {na|}}], from: 'people'}}]); name",
        "db.people.aggregate([{$project: {x: {$filter: {cond: '$$pet|', as: 'pet', input:"
            + " '$pets'}}}}]); $$pet.kind",
        "db.runCommand({find: 'orders', fi|: {}, limit: 1}); filter",
      })
  void fieldsBehindTheCursorCountToo(String input, String offer) {
    List<String> shown = at(input);

    assertTrue(shown.contains(offer), input + " should offer " + offer + " but offers " + shown);
  }

  @Test
  void whatStandsBehindTheCursorAlreadyIsNotOfferedAgain() {
    assertFalse(at("db.orders.find({| , status: 'open'})").contains("status"));
    assertTrue(at("db.orders.find({sta|: 'open'})").contains("status"));
  }

  private static List<String> at(String input) {
    int cursor = input.indexOf('|');
    String text = input.substring(0, cursor) + input.substring(cursor + 1);
    return prompt.offers(text, cursor).stream().map(Candidate::shown).toList();
  }

  @Test
  void aViewHasTheFieldsThatItsStagesLeave() {
    List<String> ofView = prompt.shown("db.dear.find({");
    List<String> ofViewOfView = prompt.shown("db.dearest.find({");

    assertTrue(ofView.containsAll(List.of("customerId", "total", "gross")), ofView.toString());
    assertFalse(ofView.contains("status"), ofView.toString());
    assertTrue(ofViewOfView.containsAll(List.of("_id", "gross")), ofViewOfView.toString());
    assertFalse(ofViewOfView.contains("total"), ofViewOfView.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "db.a.aggregate([{$shardedD | $shardedDataDistribution",
        "db.a.aggregate([{$setW | $setWindowFields",
        "db.a.aggregate([{$group: {_id: 1, x: {$med | $median",
        "db.a.aggregate([{$project: {x: {$bit | $bitAnd",
        "db.a.aggregate([{$project: {x: {$filter: {li | limit",
        "db.a.find({}, {}, {le | let",
        "db.a.updateOne({}, {}, {so | sort",
        "sh.moveC | moveCollection",
        "sh.moveR | moveRange",
        "sh.startA | startAutoMerger",
        "sh.resh | reshardCollection",
        "db.a.anal | analyzeShardKey",
        "db.adminCommand({moveC | moveCollection",
        "db.adminCommand({setA | setAllowMigrations",
      })
  void whatOnlyNewerServersHaveIsOfferedThereAlone(String typed, String name) {
    assertTrue(newest.shown(typed).contains(name), name + " on 8.0: " + newest.shown(typed));
    assertFalse(oldest.shown(typed).contains(name), name + " on 4.4: " + oldest.shown(typed));
  }

  @Test
  void everyOperatorThatCameAfter44IsLeftOutThere() {
    for (OperatorReference.Family family : OperatorReference.families()) {
      for (String name : family.since().keySet()) {
        assertFalse(family.known(ServerProfile.V4_4).contains(name), name);
      }
      assertEquals(
          family.complete().size() + family.partial().size(),
          family.known(ServerProfile.V8_0).size(),
          family.name());
    }
  }

  @Test
  void aNewerNameIsNoSuggestionOnAnOlderServer() {
    String typed = "db.a.aggregate([{$project: {x: {$bitAndd: [1, 2]}}}])";

    assertTrue(newest.hints(typed).contains("$bitAnd:"), newest.hints(typed));
    assertFalse(oldest.hints(typed).contains("$bitAnd:"), oldest.hints(typed));
  }
}
