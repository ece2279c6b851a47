package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InventionsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{pipeline: [{$documents: [{a: 1}]}]}",
        "{pipeline: [{$set: {total: 15}}]}",
        "{pipeline: [{$addFields: {a: {b: 'x'}}}]}",
        "{pipeline: [{$project: {n: {$add: [1000, 0]}}}]}",
        "{pipeline: [{$project: {a: [{_id: 'amber', n: 200}]}}]}",
        "{pipeline: [{$project: {a: {$map: {input: ['amber'], as: 'x', in: {n: '$$x'}}}}}]}",
        "{pipeline: [{$replaceWith: {$let: {vars: {a: 9}, in: {_id: '$$a'}}}}]}",
        "{pipeline: [{$replaceRoot: {newRoot: {a: 1}}}]}",
        "{pipeline: [{$group: {_id: '$a', n: {$max: 470}}}]}",
        "{pipeline: [{$group: {_id: '$a', n: {$sum: 200}}}]}",
        "{pipeline: [{$unionWith: {coll: 'c', pipeline: [{$set: {a: 1}}]}}]}",
        "{pipeline: [{$facet: {a: [{$replaceWith: {n: 1}}]}}]}",
        "{pipeline: [{$group: {_id: null, n: {$sum: '$a'}}}, {$project: {n: {$literal: 42}}}]}",
        "{pipeline: [{$set: {n: {$add: [{$multiply: ['$a', 0]}, 42]}}}]}",
        "{pipeline: [{$set: {n: {$add: ['$n', 3]}}}]}",
        "{pipeline: [{$project: {n: {$multiply: ['$_id', 4.5]}}}]}",
        "{pipeline: [{$set: {n: {$ifNull: ['$none', 42]}}}]}",
        "{pipeline: [{$set: {n: {$cond: [{$gt: ['$b', 1]}, 'much', 'little']}}}]}",
        "{pipeline: [{$set: {n: {$switch: {branches: [{case: '$a', then: 5}]}}}}]}",
        "{pipeline: [{$set: {n: {$concat: ['$a', 'x']}}}]}",
        "{pipeline: [{$set: {n: {$dateAdd: {startDate: '$a', unit: 'day', amount: 3}}}}]}",
        "{pipeline: [{$set: {n: {$function: {body: 'f', args: ['$a'], lang: 'js'}}}}]}",
        "{pipeline: [{$set: {n: {$map: {input: '$a', in: {$add: ['$$this', 1]}}}}}]}",
        "{pipeline: [{$set: {n: {$reduce: {input: '$a', initialValue: 42, in: '$$value'}}}}]}",
        "{pipeline: [{$group: {_id: '$a', n: {$sum: {$add: ['$b', 1]}}}}]}",
        "{pipeline: [{$group: {_id: '$a', n: {$sum: {$cond: [true, 40, 0]}}}}]}",
        "{pipeline: [{$set: {m: 42}}, {$project: {n: '$m'}}]}",
        "{pipeline: [{$set: {m: [1, 2]}}, {$unwind: '$m'}, {$count: 'n'}]}",
        "{pipeline: [{$set: {m: 42}}, {$sortByCount: '$m'}]}",
        "{pipeline: [{$set: {m: 42}}, {$group: {_id: null, n: {$max: '$m'}}}]}",
        "{pipeline: [{$set: {m: 42}}, {$group: {_id: '$m', n: {$sum: 1}}}]}",
        "{pipeline: [{$replaceWith: {$mergeObjects: ['$$ROOT', {a: 1}]}}]}",
        "{pipeline: [{$lookup: {from: 'c', pipeline: [{$set: {b: 1}}], as: 'd'}}]}",
        "{pipeline: [{$densify: {field: 'a', range: {step: 1, bounds: [0, 9]}}}]}",
        "{pipeline: [{$fill: {output: {a: {value: 9}}}}]}",
        "{filter: {}, projection: {total: {$add: [10, 5]}}}",
        "{filter: {}, projection: {total: 'fifteen'}}"
      })
  void constantsInThePlaceOfWhatIsStoredAreInvented(String command) {
    assertTrue(in(command).isAny());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{pipeline: [{$match: {a: 1}}, {$group: {_id: null, n: {$sum: 1}}}, {$project: {_id: 0}}]}",
        "{pipeline: [{$group: {_id: '$a', n: {$count: {}}, all: {$push: '$$ROOT'}}}]}",
        "{pipeline: [{$project: {a: 1, b: {c: true}, d: '$e', f: {$mod: ['$g', 3]}}}]}",
        "{pipeline: [{$set: {a: {$cond: [{$gt: ['$b', 1]}, '$c', null]}, b: '$$REMOVE'}}]}",
        "{pipeline: [{$set: {a: {$multiply: ['$b', '$c']}, d: {$gte: ['$e', 5]}}}]}",
        "{pipeline: [{$set: {a: {$ifNull: ['$b', 0]}, c: {$slice: ['$d', 3]}}}]}",
        "{pipeline: [{$project: {a: {$filter: {input: '$b', as: 'x', cond: {$gt: ['$$x', 4]}}}}}]}",
        "{pipeline: [{$project: {a: {$map: {input: '$b', in: '$$this.c'}}}}]}",
        "{pipeline: [{$project: {a: {$reduce: {input: '$b', initialValue: 0, in: {$add: ['$$value',"
            + " '$$this']}}}}}]}",
        "{pipeline: [{$project: {a: {$dateToString: {date: '$b', format: '%Y-%m'}}}}]}",
        "{pipeline: [{$group: {_id: {$mod: ['$a', 5]}, n: {$sum: {$cond: [{$eq: ['$b', 'x']}, 1,"
            + " 0]}}, t: {$topN: {n: 3, sortBy: {c: 1}, output: '$d'}}}}]}",
        "{pipeline: [{$bucket: {groupBy: '$a', boundaries: [0, 10], output: {n: {$sum: 1}}}}]}",
        "{pipeline: [{$setWindowFields: {output: {n: {$rank: {}}, s: {$sum: '$a', window: {}}}}}]}",
        "{pipeline: [{$set: {a: 5}}, {$unset: 'a'}]}",
        "{pipeline: [{$set: {a: 5}}, {$group: {_id: '$b', n: {$sum: '$c'}}}]}",
        "{pipeline: [{$set: {a: 5}}, {$count: 'n'}, {$set: {a: '$n'}}]}",
        "{pipeline: [{$lookup: {from: 'c', let: {x: '$a'}, pipeline: [{$set: {b: '$$x'}}]}}]}",
        "{filter: {}, projection: {a: {$slice: 3}, b: {$elemMatch: {c: 1}}, s: {$meta:"
            + " 'textScore'}}}",
        "{filter: {a: 'x'}}"
      })
  void whatReadsTheDocumentsIsNot(String command) {
    assertFalse(in(command).isAny());
  }

  @Test
  void whatIsInventedIsTakenOutOfTheResultAndTheRestStays() {
    Inventions inventions = in("{pipeline: [{$set: {a: 5}}, {$project: {b: '$a', c: '$d'}}]}");
    BsonDocument result = BsonDocument.parse("{_id: 1, b: 5, c: 7}");
    assertEquals(BsonDocument.parse("{_id: 1, c: 7}"), inventions.takenFrom(result));
    assertEquals(new BsonInt32(3), inventions.takenFrom(new BsonInt32(3)));
  }

  @Test
  void ofInventedDocumentsNothingStays() {
    BsonArray result = BsonArray.parse("[{n: 9}]");
    Inventions inventions = in("{pipeline: [{$documents: [{n: 9}]}]}");
    assertEquals(BsonNull.VALUE, inventions.takenFrom(result));
    // A helper that has the server compute, as that of hashes, gives what it computed.
    assertEquals(new BsonInt32(7), inventions.takenFrom(new BsonInt32(7)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{pipeline: [{$set: 5}, {$group: {_id: {}, n: {$sum: {$cond: 1}}}}, 7, {}]}",
        "{pipeline: [{$project: {a: {$map: {}}, b: {$switch: {branches: [1]}}, c: {$let: {}}}}]}",
        "{pipeline: [{$lookup: {}}, {$facet: {a: 1}}, {$replaceRoot: {}}, {$unset: 4}]}",
        "{pipeline: {}, projection: 1}"
      })
  void whatTheServerWillRefuseIsReadWithoutFault(String command) {
    assertDoesNotThrow(() -> in(command));
  }

  private static Inventions in(String command) {
    Inventions inventions = Inventions.none();
    inventions.add(BsonDocument.parse(command));
    return inventions;
  }
}
