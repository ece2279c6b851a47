package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.CommandException;

/**
 * Every field of every command with values of other types, and left out: a refusal is a {@link
 * CommandException}, whatever was typed.
 */
class WrongTypesTest {
  private static final List<BsonValue> ODD =
      List.of(
          new BsonInt32(5),
          new BsonInt32(0),
          new BsonInt64(Long.MIN_VALUE),
          new BsonDouble(Double.NaN),
          new BsonDouble(1e300),
          new BsonString(""),
          new BsonString("x.y"),
          new BsonDocument(),
          new BsonDocument("$x", new BsonInt32(1)),
          new BsonArray(),
          new BsonArray(List.of(new BsonInt32(1), new BsonNull())),
          BsonNull.VALUE,
          BsonBoolean.TRUE,
          new BsonTimestamp(1, 1),
          new BsonDateTime(Long.MAX_VALUE),
          new BsonMinKey());

  private final TestCluster cluster = TestCluster.named("canvas");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{moveChunk: 'shop.orders', find: {customerId: 1}, to: 's1', _waitForDelete: true,"
            + " forceJumbo: false, secondaryThrottle: true, writeConcern: {w: 1, wtimeout: 5},"
            + " maxTimeMS: 5000}",
        "{moveChunk: 'shop.orders', bounds: [{customerId: 100}, {customerId: 200}], to: 's1'}",
        "{moveRange: 'shop.orders', min: {customerId: 1}, max: {customerId: 5}, toShard: 's1'}",
        "{split: 'shop.orders', find: {customerId: 1}}",
        "{split: 'shop.orders', bounds: [{customerId: 100}, {customerId: 200}]}",
        "{split: 'shop.orders', middle: {customerId: 1}}",
        "{mergeChunks: 'shop.orders', bounds: [{customerId: 100}, {customerId: 200}]}",
        "{mergeAllChunksOnShard: 'shop.orders', shard: 's0', maxNumberOfChunksToMerge: 2}",
        "{clearJumboFlag: 'shop.orders', find: {customerId: 1}}",
        "{clearJumboFlag: 'shop.orders', bounds: [{customerId: 100}, {customerId: 200}]}",
        "{addShard: 's7/127.0.0.1:27500', name: 's7', maxSize: 5}",
        "{removeShard: 's1'}",
        "{listShards: 1}",
        "{addShardToZone: 's0', zone: 'A'}",
        "{removeShardFromZone: 's0', zone: 'A'}",
        "{updateZoneKeyRange: 'shop.orders', min: {customerId: 1}, max: {customerId: 5}, zone:"
            + " null}",
        "{enableSharding: 'n', primaryShard: 's0'}",
        "{shardCollection: 'shop.n', key: {a: 'hashed'}, unique: false, numInitialChunks: 4,"
            + " presplitHashedZones: false, collation: {locale: 'simple'}, implicitlyCreateIndex:"
            + " true, timeseries: {timeField: 't'}}",
        "{movePrimary: 'shop', to: 's1'}",
        "{flushRouterConfig: 'shop.orders'}",
        "{getShardVersion: 'shop.orders'}",
        "{balancerStart: 1, maxTimeMS: 5}",
        "{balancerStop: 1, maxTimeMS: 5}",
        "{balancerStatus: 1}",
        "{balancerCollectionStatus: 'shop.orders'}",
        "{setAllowMigrations: 'shop.orders', allowMigrations: true}",
        "{configureCollectionBalancing: 'shop.orders', chunkSize: 5, defragmentCollection: false,"
            + " enableAutoMerger: true}",
        "{refineCollectionShardKey: 'shop.orders', key: {customerId: 1, total: 1}}",
        "{reshardCollection: 'shop.orders', key: {total: 1}, unique: false, numInitialChunks: 2,"
            + " collation: {locale: 'simple'}, zones: [{min: {total: 1}, max: {total: 5}, zone:"
            + " null}], forceRedistribution: true, reshardingUUID: 5}",
        "{abortReshardCollection: 'shop.orders'}",
        "{commitReshardCollection: 'shop.orders'}",
        "{cleanupReshardCollection: 'shop.orders'}",
        "{unshardCollection: 'shop.orders', toShard: 's1'}",
        "{moveCollection: 'shop.orders', toShard: 's1'}",
        "{analyzeShardKey: 'shop.orders', key: {customerId: 1}, keyCharacteristics: true,"
            + " readWriteDistribution: true, sampleRate: 1}",
        "{analyzeShardKey: 'shop.orders', key: {customerId: 1}, sampleSize: 5}",
        "{configureQueryAnalyzer: 'shop.orders', mode: 'full', samplesPerSecond: 1}",
        "{configureFailPoint: 'moveChunkHangAtStep1', mode: {times: 1}, data: {}}",
        "{transitionFromDedicatedConfigServer: 1}",
        "{transitionToDedicatedConfigServer: 1}",
        "{checkShardingIndex: 'shop.orders', keyPattern: {customerId: 1}}",
        "{cleanupOrphaned: 'shop.orders', startingFromKey: {customerId: 1}}",
        "{checkMetadataConsistency: 1, cursor: {batchSize: 5}, checkIndexes: true}",
        "{getParameter: 1, orphanCleanupDelaySecs: 1}",
        "{setParameter: 1, orphanCleanupDelaySecs: 1}",
        "{replSetStepDown: 5, secondaryCatchUpPeriodSecs: 1, force: true}",
        "{replSetFreeze: 5}",
        "{replSetGetStatus: 1}",
        "{replSetInitiate: {_id: 's0', members: [{_id: 0, host: '127.0.0.1:27102'}]}}",
        "{hello: 1}",
        "{renameCollection: 'shop.orders', to: 'shop.o2', dropTarget: false}",
        "{listDatabases: 1, filter: {name: 'shop'}, nameOnly: true}",
        "{abortTransaction: 1, txnNumber: {$numberLong: '1'}, autocommit: false, lsid: {id:"
            + " {$uuid: '61e9bc60-3ad5-4855-8de0-c9466cdc8b65'}}}",
        "{commitTransaction: 1, txnNumber: {$numberLong: '1'}, autocommit: false, lsid: {id:"
            + " {$uuid: '61e9bc60-3ad5-4855-8de0-c9466cdc8b65'}}}"
      })
  void administrationCommandWithOddFieldIsRefusedOrRuns(String command) {
    assertEquals("", broken("admin", TestCluster.doc(command)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{find: 'orders', filter: {customerId: 1}, sort: {total: 1}, projection: {total: 1}, hint:"
            + " {customerId: 1}, skip: 1, limit: 1, batchSize: 1, collation: {locale: 'simple'},"
            + " readConcern: {level: 'majority', afterClusterTime: {$timestamp: {t: 1, i: 1}}},"
            + " $readPreference: {mode: 'nearest', tags: [], maxStalenessSeconds: 100}, let: {a:"
            + " 1}, min: {customerId: 1}, max: {customerId: 5}, maxTimeMS: 5}",
        "{find: 'orders', readConcern: {level: 'snapshot', atClusterTime: {$timestamp: {t:"
            + " 1730462400, i: 1}}}}",
        "{find: 'orders', startTransaction: true, autocommit: false, txnNumber: {$numberLong:"
            + " '1'}, lsid: {id: {$uuid: '61e9bc60-3ad5-4855-8de0-c9466cdc8b65'}}}",
        "{aggregate: 'orders', pipeline: [{$changeStream: {fullDocument: 'updateLookup',"
            + " fullDocumentBeforeChange: 'off', showExpandedEvents: false}}], cursor: {batchSize:"
            + " 1}}",
        "{aggregate: 'orders', pipeline: [{$changeStream: {resumeAfter: {_data: '00'}}}], cursor:"
            + " {}}",
        "{aggregate: 'orders', pipeline: [{$changeStream: {startAfter: {_data: '00'}}}], cursor:"
            + " {}}",
        "{aggregate: 'orders', pipeline: [{$changeStream: {startAtOperationTime: {$timestamp: {t:"
            + " 1730462400, i: 1}}}}], cursor: {}}",
        "{aggregate: 'orders', pipeline: [{$group: {_id: '$total', n: {$sum: 1}}}, {$sort: {n:"
            + " 1}}], cursor: {batchSize: 1}, allowDiskUse: true, hint: 'x', let: {a: 1}}",
        "{insert: 'orders', documents: [{customerId: 1}], ordered: true, writeConcern: {w:"
            + " 'majority', wtimeout: 5, j: true}, stmtIds: [1], lsid: {id: {$uuid:"
            + " '61e9bc60-3ad5-4855-8de0-c9466cdc8b65'}}, txnNumber: {$numberLong: '1'}}",
        "{insert: 'orders', documents: [{customerId: 1}], stmtId: 5, lsid: {id: {$uuid:"
            + " '61e9bc60-3ad5-4855-8de0-c9466cdc8b65'}}, txnNumber: {$numberLong: '1'}}",
        "{update: 'orders', updates: [{q: {customerId: 1}, u: {$set: {a: 1}}, multi: false,"
            + " upsert: false, hint: {customerId: 1}, arrayFilters: [{x: 1}], collation: {locale:"
            + " 'simple'}}], ordered: true, let: {a: 1}}",
        "{delete: 'orders', deletes: [{q: {customerId: 1}, limit: 1, hint: {customerId: 1}}]}",
        "{findAndModify: 'orders', query: {customerId: 1}, update: {$set: {a: 1}}, sort: {a: 1},"
            + " new: true, upsert: false, fields: {a: 1}, remove: false}",
        "{count: 'orders', query: {customerId: 1}, limit: 1, skip: 1}",
        "{distinct: 'orders', key: 'total', query: {customerId: 1}}",
        "{create: 'n', capped: false, validator: {a: 1}, collation: {locale: 'simple'}, viewOn:"
            + " 'orders', pipeline: []}",
        "{createIndexes: 'orders', indexes: [{key: {total: 1}, name: 't', unique: false, hidden:"
            + " false, expireAfterSeconds: 5, partialFilterExpression: {a: 1}}]}",
        "{dropIndexes: 'orders', index: 'x'}",
        "{collMod: 'orders', index: {name: 'x', hidden: true}, validator: {a: 1}}",
        "{getMore: {$numberLong: '5'}, collection: 'orders', batchSize: 5, maxTimeMS: 5}",
        "{killCursors: 'orders', cursors: [{$numberLong: '5'}]}",
        "{explain: {find: 'orders', filter: {customerId: 1}}, verbosity: 'queryPlanner'}",
        "{collStats: 'orders', scale: 5}",
        "{dbStats: 1, scale: 5}",
        "{dataSize: 'shop.orders', keyPattern: {customerId: 1}, min: {customerId: 1}, max:"
            + " {customerId: 5}, estimate: true}",
        "{listCollections: 1, filter: {name: 'x'}, nameOnly: true, cursor: {batchSize: 5}}",
        "{listIndexes: 'orders', cursor: {batchSize: 5}}",
        "{endSessions: [{id: {$uuid: '61e9bc60-3ad5-4855-8de0-c9466cdc8b65'}}]}",
        "{startSession: 1}",
        "{refreshSessions: [{id: {$uuid: '61e9bc60-3ad5-4855-8de0-c9466cdc8b65'}}]}",
        "{drop: 'orders'}",
        "{dropDatabase: 1}"
      })
  void commandOnDataWithOddFieldIsRefusedOrRuns(String command) {
    assertEquals("", broken("shop", TestCluster.doc(command)));
  }

  private String broken(String db, BsonDocument command) {
    List<BsonDocument> variants = new ArrayList<>();
    for (BsonValue variant : variants(command, command.containsKey("pipeline") ? 5 : 3)) {
      variants.add(variant.asDocument());
    }
    List<String> found = new ArrayList<>();
    for (String node : List.of("m0", "s0", "cfgrs")) {
      TestCluster copy = cluster.copy();
      for (BsonDocument variant : variants) {
        try {
          copy.cluster().run(copy.node(node), db, variant);
          copy = cluster.copy();
        } catch (CommandException refused) {
          continue;
        } catch (RuntimeException e) {
          found.add(node + " " + variant + ": " + e + " at " + e.getStackTrace()[0]);
        }
      }
    }
    return String.join("\n", found);
  }

  /** The value with one part of it, down to so many levels, replaced or left out. */
  private static List<BsonValue> variants(BsonValue value, int depth) {
    List<BsonValue> all = new ArrayList<>();
    if (depth == 0) {
      return all;
    }
    if (value.isDocument()) {
      for (Map.Entry<String, BsonValue> field : value.asDocument().entrySet()) {
        List<BsonValue> parts = new ArrayList<>(ODD);
        parts.addAll(variants(field.getValue(), depth - 1));
        for (BsonValue part : parts) {
          BsonDocument changed = value.asDocument().clone();
          changed.put(field.getKey(), part);
          all.add(changed);
        }
        BsonDocument without = value.asDocument().clone();
        without.remove(field.getKey());
        if (!without.isEmpty()) {
          all.add(without);
        }
      }
    } else if (value.isArray()) {
      for (int i = 0; i < value.asArray().size(); i++) {
        List<BsonValue> parts = new ArrayList<>(ODD);
        parts.addAll(variants(value.asArray().get(i), depth - 1));
        for (BsonValue part : parts) {
          List<BsonValue> items = new ArrayList<>(value.asArray());
          items.set(i, part);
          all.add(new BsonArray(items));
        }
      }
    }
    return all;
  }
}
