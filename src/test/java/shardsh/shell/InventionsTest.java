package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bson.BsonDocument;
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
        "{filter: {}, projection: {total: {$add: [10, 5]}}}",
        "{filter: {}, projection: {total: 'fifteen'}}"
      })
  void constantsInThePlaceOfWhatIsStoredAreInvented(String command) {
    assertTrue(Inventions.isIn(BsonDocument.parse(command)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{pipeline: [{$match: {a: 1}}, {$group: {_id: null, n: {$sum: 1}}}, {$project: {_id: 0}}]}",
        "{pipeline: [{$group: {_id: '$a', n: {$count: {}}, all: {$push: '$$ROOT'}}}]}",
        "{pipeline: [{$project: {a: 1, b: {c: true}, d: '$e', f: {$mod: ['$g', 3]}}}]}",
        "{pipeline: [{$set: {a: {$cond: [{$gt: ['$b', 1]}, 'much', 'little']}, b: '$$REMOVE'}}]}",
        "{pipeline: [{$replaceWith: {$mergeObjects: ['$$ROOT', {a: 1}]}}]}",
        "{pipeline: [{$lookup: {from: 'c', let: {x: '$a'}, pipeline: [{$set: {b: '$$x'}}]}}]}",
        "{filter: {}, projection: {a: {$slice: 3}, b: {$elemMatch: {c: 1}}, s: {$meta:"
            + " 'textScore'}}}",
        "{filter: {a: 'x'}}"
      })
  void whatReadsTheDocumentsIsNot(String command) {
    assertFalse(Inventions.isIn(BsonDocument.parse(command)));
  }
}
