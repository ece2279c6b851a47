package shardsh.core.door;

import java.util.List;

/** Valid requests, from which odd ones are made. */
final class OddRequests {
  private OddRequests() {}

  static final List<String> ROUTER =
      List.of(
          "{shardCollection: 'shop.b', key: {x: 'hashed'}, unique: false, numInitialChunks: 4,"
              + " presplitHashedZones: false, collation: {locale: 'simple'}}",
          "{enableSharding: 'other', primaryShard: 's1'}",
          "{split: 'shop.orders', middle: {customerId: 50}}",
          "{split: 'shop.orders', find: {customerId: 50}}",
          "{split: 'shop.orders', bounds: [{customerId: 100}, {customerId: 200}]}",
          "{moveChunk: 'shop.orders', find: {customerId: 50}, to: 's1', forceJumbo: true,"
              + " _secondaryThrottle: true, writeConcern: {w: 1}, _waitForDelete: true}",
          "{moveChunk: 'shop.orders', bounds: [{customerId: 100}, {customerId: 200}], to: 's1'}",
          "{moveRange: 'shop.orders', min: {customerId: 100}, max: {customerId: 200}, toShard:"
              + " 's1', forceJumbo: true, waitForDelete: true, secondaryThrottle: true}",
          "{mergeChunks: 'shop.orders', bounds: [{customerId: {$minKey: 1}}, {customerId: 200}]}",
          "{mergeAllChunksOnShard: 'shop.orders', shard: 's0', maxNumberOfChunksToMerge: 3}",
          "{clearJumboFlag: 'shop.orders', find: {customerId: 50}}",
          "{clearJumboFlag: 'shop.orders', bounds: [{customerId: 100}, {customerId: 200}]}",
          "{addShardToZone: 's0', zone: 'EU'}",
          "{removeShardFromZone: 's0', zone: 'EU'}",
          "{updateZoneKeyRange: 'shop.orders', min: {customerId: 1}, max: {customerId: 10}, zone:"
              + " null}",
          "{addShard: 's9/127.0.0.1:27300', name: 'x', maxSize: 5}",
          "{removeShard: 's2'}",
          "{movePrimary: 'shop', to: 's1'}",
          "{refineCollectionShardKey: 'shop.orders', key: {customerId: 1, _id: 1}}",
          "{reshardCollection: 'shop.orders', key: {_id: 1}, unique: false, numInitialChunks: 2,"
              + " collation: {locale: 'simple'}, zones: [], forceRedistribution: true}",
          "{unshardCollection: 'shop.orders', toShard: 's1'}",
          "{moveCollection: 'shop.plain', toShard: 's1'}",
          "{balancerStart: 1, maxTimeMS: 60000}",
          "{balancerStop: 1, maxTimeMS: 60000}",
          "{balancerStatus: 1}",
          "{balancerCollectionStatus: 'shop.orders'}",
          "{setAllowMigrations: 'shop.orders', allowMigrations: false}",
          "{configureCollectionBalancing: 'shop.orders', chunkSize: 5, defragmentCollection: true,"
              + " enableAutoMerger: true}",
          "{checkMetadataConsistency: 1, checkIndexes: true}",
          "{analyzeShardKey: 'shop.orders', key: {customerId: 1}, keyCharacteristics: true,"
              + " readWriteDistribution: true, sampleRate: 0.5}",
          "{configureQueryAnalyzer: 'shop.orders', mode: 'full', samplesPerSecond: 1}",
          "{getShardVersion: 'shop.orders', fullMetadata: true}",
          "{flushRouterConfig: 'shop.orders'}",
          "{listShards: 1, filter: {_id: 's0'}}",
          "{listDatabases: 1, filter: {name: 'shop'}, nameOnly: true}",
          "{renameCollection: 'shop.plain', to: 'shop.q', dropTarget: true}",
          "{getParameter: 1, x: 1}",
          "{setParameter: 1, x: 1}",
          "{configureFailPoint: 'moveChunkHangAtStep3', mode: {times: 2}, data: {shards: ['s0']}}",
          "{getCmdLineOpts: 1}",
          "{serverStatus: 1, repl: 1}",
          "{replSetGetStatus: 1}",
          "{hello: 1}",
          "{isMaster: 1}",
          "{ping: 1}",
          "{getDefaultRWConcern: 1, inMemory: true}",
          "{setDefaultRWConcern: 1, defaultReadConcern: {level: 'local'}, defaultWriteConcern: {w:"
              + " 1}}",
          "{currentOp: 1, ns: 'shop.orders'}",
          "{killOp: 1, op: 1}",
          "{getLog: 'global'}",
          "{fsync: 1, lock: true}",
          "{buildInfo: 1}",
          "{hostInfo: 1}",
          "{connectionStatus: 1, showPrivileges: true}",
          "{aggregate: 1, pipeline: [{$currentOp: {allUsers: true, idleConnections: true, localOps:"
              + " true}}], cursor: {}}",
          "{aggregate: 1, pipeline: [{$shardedDataDistribution: {}}], cursor: {batchSize: 1}}",
          "{aggregate: 1, pipeline: [{$documents: [{a: 1}]}], cursor: {batchSize: 1}}",
          "{cleanupOrphaned: 'shop.orders', startingFromKey: {customerId: 1}}",
          "{dataSize: 'shop.orders', keyPattern: {customerId: 1}, min: {customerId: 1}, max:"
              + " {customerId: 5}, estimate: true}");

  static final List<String> DATA =
      List.of(
          "{find: 'orders', filter: {customerId: 5}, projection: {a: 1}, sort: {a: 1}, skip: 1,"
              + " limit: 2, batchSize: 2, singleBatch: true, comment: 'x', maxTimeMS: 5,"
              + " readConcern: {level: 'local'}, hint: '_id_', max: {_id: 5}, min: {_id: 1},"
              + " returnKey: true, showRecordId: true, tailable: false, awaitData: false,"
              + " noCursorTimeout: true, allowPartialResults: true, collation: {locale: 'simple'},"
              + " allowDiskUse: true, let: {x: 1}}",
          "{find: 'orders', filter: {}, sort: {customerId: -1}, limit: 2}",
          "{find: 'orders', filter: {}, projection: {a: {$slice: 1}, b: {$elemMatch: {c: 1}},"
              + " 'c.$': 1, x: {$add: [1, 2]}}}",
          "{find: 'orders', batchSize: 1}",
          "{count: 'orders', query: {customerId: 5}, limit: 1, skip: 1, hint: {_id: 1}, collation:"
              + " {locale: 'simple'}, readConcern: {level: 'local'}, maxTimeMS: 4}",
          "{distinct: 'orders', key: 'customerId', query: {}, collation: {locale: 'simple'},"
              + " readConcern: {level: 'local'}, hint: {_id: 1}}",
          "{insert: 'orders', documents: [{_id: 1, customerId: 5}], ordered: false, writeConcern:"
              + " {w: 1}, bypassDocumentValidation: true, comment: 1}",
          "{update: 'orders', updates: [{q: {customerId: 5}, u: {$set: {a: 1}}, multi: true,"
              + " upsert: true, collation: {locale: 'simple'}, arrayFilters: [{'x.a': 1}], hint:"
              + " '_id_', c: {x: 1}, sort: {a: 1}}], ordered: false, writeConcern: {w: 'majority',"
              + " wtimeout: 5, j: true}, let: {x: 1}}",
          "{update: 'orders', updates: [{q: {customerId: 5}, u: {a: 1, customerId: 5}, upsert:"
              + " true}]}",
          "{update: 'orders', updates: [{q: {customerId: 5}, u: [{$set: {a: 1}}]}]}",
          "{delete: 'orders', deletes: [{q: {customerId: 5}, limit: 1, collation: {locale:"
              + " 'simple'}, hint: '_id_'}], ordered: true, let: {x: 1}}",
          "{findAndModify: 'orders', query: {customerId: 5}, sort: {a: 1}, update: {$set: {a: 1}},"
              + " new: true, fields: {a: 1}, upsert: true, arrayFilters: [], collation: {locale:"
              + " 'simple'}, hint: '_id_', let: {x: 1}, maxTimeMS: 3}",
          "{findAndModify: 'orders', query: {customerId: 5}, remove: true}",
          "{aggregate: 'orders', pipeline: [{$match: {customerId: 5}}], cursor: {batchSize: 1},"
              + " explain: false, allowDiskUse: true, maxTimeMS: 5, bypassDocumentValidation: true,"
              + " readConcern: {level: 'local'}, collation: {locale: 'simple'}, hint: '_id_',"
              + " comment: 'x', let: {x: 1}}",
          "{explain: {find: 'orders', filter: {customerId: 5}}, verbosity: 'executionStats'}",
          "{explain: {aggregate: 'orders', pipeline: [{$group: {_id: '$a'}}], cursor: {}},"
              + " verbosity: 'executionStats'}",
          "{explain: {count: 'orders', query: {}}, verbosity: 'queryPlanner'}",
          "{explain: {distinct: 'orders', key: 'a'}}",
          "{explain: {update: 'orders', updates: [{q: {customerId: 5}, u: {$set: {a: 1}}}]}}",
          "{explain: {delete: 'orders', deletes: [{q: {customerId: 5}, limit: 1}]}}",
          "{explain: {findAndModify: 'orders', query: {customerId: 5}, update: {$set: {a: 1}}}}",
          "{getMore: {$numberLong: '5'}, collection: 'orders', batchSize: 3, maxTimeMS: 5}",
          "{killCursors: 'orders', cursors: [{$numberLong: '5'}]}",
          "{create: 'n', capped: true, size: 100, max: 5, viewOn: 'orders', pipeline: [{$match:"
              + " {}}], collation: {locale: 'en', strength: 2}, validator: {a: 1}, validationLevel:"
              + " 'strict', validationAction: 'error', timeseries: {timeField: 't', metaField: 'm',"
              + " granularity: 'hours'}, expireAfterSeconds: 5, clusteredIndex: {key: {_id: 1},"
              + " unique: true}, storageEngine: {}, indexOptionDefaults: {}}",
          "{create: 'n', validator: {$jsonSchema: {bsonType: 'object', required: ['a'], properties:"
              + " {a: {bsonType: 'int', minimum: 5}}}}}",
          "{create: 'n', viewOn: 'orders', pipeline: [{$match: {}}]}",
          "{create: 'n', capped: true, size: 100, max: 5}",
          "{drop: 'plain', writeConcern: {w: 1}}",
          "{dropDatabase: 1, writeConcern: {w: 1}}",
          "{createIndexes: 'orders', indexes: [{key: {a: 1, b: -1}, name: 'x', unique: true,"
              + " sparse: true, background: true, expireAfterSeconds: 5, hidden: true,"
              + " partialFilterExpression: {a: 1}, collation: {locale: 'en'}, v: 2, weights: {a:"
              + " 1}, wildcardProjection: {a: 1}}], commitQuorum: 'majority', writeConcern: {w:"
              + " 1}}",
          "{createIndexes: 'plain', indexes: [{key: {a: 'hashed'}, name: 'x'}]}",
          "{createIndexes: 'plain', indexes: [{key: {a: 1}, name: 'x', partialFilterExpression: {a:"
              + " {$gt: 1}}}]}",
          "{createIndexes: 'plain', indexes: [{key: {'$**': 1}, name: 'x', wildcardProjection: {a:"
              + " 1}}]}",
          "{dropIndexes: 'orders', index: 'a_1'}",
          "{listIndexes: 'orders', cursor: {batchSize: 1}}",
          "{listCollections: 1, filter: {name: 'orders'}, nameOnly: true, authorizedCollections:"
              + " true, cursor: {batchSize: 1}}",
          "{collMod: 'orders', index: {name: '_id_', hidden: true, expireAfterSeconds: 5,"
              + " keyPattern: {_id: 1}, unique: true, prepareUnique: true}, validator: {a: 1},"
              + " validationLevel: 'off', validationAction: 'warn', viewOn: 'x', pipeline: [],"
              + " changeStreamPreAndPostImages: {enabled: true}}",
          "{collStats: 'orders', scale: 1024}",
          "{dbStats: 1, scale: 1024, freeStorage: 1}",
          "{validate: 'orders', full: true}",
          "{convertToCapped: 'plain', size: 100}",
          "{planCacheClear: 'orders', query: {a: 1}, sort: {}, projection: {}}",
          "{profile: 1, slowms: 5, sampleRate: 0.5}",
          "{mapReduce: 'orders', map: {$code: 'function() {}'}, reduce: {$code: 'function() {}'},"
              + " out: {inline: 1}}",
          "{bulkWrite: 1, ops: [{insert: 0, document: {a: 1}}], nsInfo: [{ns: 'shop.plain'}]}",
          "{dataSize: 'shop.orders', keyPattern: {customerId: 1}, min: {customerId: 1}, max:"
              + " {customerId: 5}, estimate: true}",
          "{usersInfo: 1}",
          "{createUser: 'x', pwd: 'y', roles: []}",
          "{splitVector: 'shop.orders', keyPattern: {customerId: 1}, min: {customerId: 1}, max:"
              + " {customerId: 5}, maxChunkSizeBytes: 5000, maxSplitPoints: 4, maxChunkObjects: 4,"
              + " force: true}");

  static final List<String> SHARD =
      List.of(
          "{_addShard: 1, shardIdentity: {shardName: 's0', clusterId: {$oid:"
              + " '000000000000000000000000'}, configsvrConnectionString: 'x'}}",
          "{_shardsvrCreateCollection: 'shop.b', key: {a: 1}, unique: false, numInitialChunks: 1}",
          "{_shardsvrCreateCollectionParticipant: 'shop.b', options: {}, indexes: []}",
          "{_shardsvrDropCollectionParticipant: 'shop.b', epoch: {$oid:"
              + " '000000000000000000000000'}}",
          "{_shardsvrCollectionInfo: 'shop.orders', key: {a: 1}}",
          "{_shardsvrMoveRange: 'shop.orders', min: {customerId: 1}, max: {customerId: 5}, toShard:"
              + " 's1', epoch: 1}",
          "{_shardsvrGetStatsForBalancing: 1, collections: [{ns: 'shop.orders'}]}",
          "{_recvChunkStart: 'shop.orders', sessionId: 'x', from: 's1', min: {customerId: 1}, max:"
              + " {customerId: 5}, shardKeyPattern: {customerId: 1}}",
          "{_recvChunkStatus: 'shop.orders', sessionId: 'x'}",
          "{_recvChunkCommit: 'shop.orders', sessionId: 'x'}",
          "{_recvChunkAbort: 'shop.orders', sessionId: 'x'}",
          "{_recvChunkReleaseCritSec: 'shop.orders', sessionId: 'x'}",
          "{_migrateClone: 'shop.orders', sessionId: 'x'}",
          "{_transferMods: 'shop.orders', sessionId: 'x'}",
          "{_simFill: 'shop.orders', segments: [{min: {customerId: 1}, bytes: 5}]}",
          "{_simFillChunk: 'shop.orders', min: {customerId: 1}, bytes: 5, documents: 1}",
          "{splitChunk: 'shop.orders', from: 's0', min: {customerId: 1}, max: {customerId: 5},"
              + " splitKeys: [{customerId: 3}], keyPattern: {customerId: 1}, epoch: {$oid:"
              + " '000000000000000000000000'}}",
          "{mergeChunks: 'shop.orders', bounds: [{customerId: 1}, {customerId: 5}], epoch: {$oid:"
              + " '000000000000000000000000'}}",
          "{getShardVersion: 'shop.orders', fullMetadata: true}",
          "{cleanupOrphaned: 'shop.orders', startingFromKey: {customerId: 1}}",
          "{replSetInitiate: {_id: 's0', members: [{_id: 0, host: '127.0.0.1:27102', priority: 1,"
              + " votes: 1, arbiterOnly: false}], configsvr: false}}",
          "{replSetReconfig: {_id: 's0', version: 2, members: [{_id: 0, host: '127.0.0.1:27102',"
              + " priority: 1, votes: 1}]}, force: true}",
          "{replSetStepDown: 60, secondaryCatchUpPeriodSecs: 5, force: true}",
          "{replSetFreeze: 5}",
          "{replSetSyncFrom: 'x:1'}",
          "{replSetGetConfig: 1}",
          "{replSetGetStatus: 1, initialSync: 1}");

  static final List<String> CONFIG =
      List.of(
          "{_configsvrAddShard: 's9/127.0.0.1:27300', name: 'x', setName: 's9'}",
          "{_configsvrAddShardToZone: 's0', zone: 'EU'}",
          "{_configsvrRemoveShardFromZone: 's0', zone: 'EU'}",
          "{_configsvrUpdateZoneKeyRange: 'shop.orders', min: {customerId: 1}, max: {customerId:"
              + " 10}, zone: null}",
          "{_configsvrRemoveShard: 's2'}",
          "{_configsvrMoveRange: 'shop.orders', min: {customerId: 1}, max: {customerId: 5},"
              + " toShard: 's1'}",
          "{_configsvrMoveChunk: 'shop.orders', min: {customerId: 100}, max: {customerId: 200},"
              + " toShard: 's1', to: 's1'}",
          "{_configsvrSplit: 'shop.orders', middle: {customerId: 5}}",
          "{_configsvrCommitChunkSplit: 'shop.orders', collEpoch: {$oid:"
              + " '000000000000000000000000'}, min: {customerId: 100}, max: {customerId: 200},"
              + " splitPoints: [{customerId: 150}], shard: 's0'}",
          "{_configsvrCommitChunksMerge: 'shop.orders', shard: 's0', chunkRange: {min: {customerId:"
              + " 1}, max: {customerId: 5}}, epoch: {$oid: '000000000000000000000000'}}",
          "{_configsvrCommitChunkMigration: 'shop.orders', fromShard: 's0', toShard: 's1',"
              + " migratedChunk: {min: {customerId: 100}, max: {customerId: 200}, lastmod:"
              + " {$timestamp: {t: 1, i: 1}}}, fromShardCollectionVersion: {e: {$oid:"
              + " '000000000000000000000000'}}, validAfter: {$timestamp: {t: 1, i: 1}}}",
          "{_configsvrSetJumboFlag: 'shop.orders', min: {customerId: 100}, max: {customerId: 200}}",
          "{_configsvrClearJumboFlag: 'shop.orders', min: {customerId: 100}, max: {customerId:"
              + " 200}, minKey: {customerId: 100}, maxKey: {customerId: 200}, epoch: 1}",
          "{_configsvrClearJumbo: 'shop.orders', find: {customerId: 100}}",
          "{_configsvrMergeChunks: 'shop.orders', bounds: [{customerId: 100}, {customerId: 200}]}",
          "{_configsvrCreateDatabase: 'x', primaryShardId: 's0'}",
          "{_configsvrRemoveDatabase: 'shop'}",
          "{_configsvrRemoveCollection: 'shop.orders'}",
          "{_configsvrCommitMovePrimary: 'shop', to: 's1'}",
          "{_configsvrCommitShardCollection: 'shop.q', key: {a: 1}, chunks: [{min: {a: 1}, max: {a:"
              + " 2}, shard: 's0'}], unique: false, uuid: 1}",
          "{_configsvrSetAllowMigrations: 'shop.orders', allowMigrations: true}",
          "{_configsvrBalancerStart: 1}",
          "{_configsvrBalancerStop: 1}",
          "{_configsvrBalancerStatus: 1}",
          "{find: 'chunks', filter: {ns: 1}, sort: {min: 1}, limit: 5}",
          "{aggregate: 'chunks', pipeline: [{$match: {ns: 1}}], cursor: {}}",
          "{count: 'chunks', query: {}}",
          "{distinct: 'chunks', key: 'shard'}",
          "{update: 'settings', updates: [{q: {_id: 'balancer'}, u: {$set: {stopped: true}},"
              + " upsert: true}]}",
          "{insert: 'settings', documents: [{_id: 'chunksize', value: 5}]}",
          "{delete: 'settings', deletes: [{q: {}, limit: 0}]}",
          "{listCollections: 1}",
          "{dbStats: 1}");

  static final List<String> SETTINGS =
      List.of(
          "{insert: 'settings', documents: [{_id: 'balancer', mode: 'full', stopped: false,"
              + " activeWindow: {start: '23:00', stop: '6:00'}, _secondaryThrottle: true,"
              + " _waitForDelete: true, attemptToBalanceJumboChunks: true}]}",
          "{update: 'settings', updates: [{q: {_id: 'balancer'}, u: {$set: {stopped: true, mode:"
              + " 'off', activeWindow: {start: '1:00', stop: '2:00'}}}, upsert: true, multi:"
              + " true}]}",
          "{update: 'settings', updates: [{q: {_id: 'chunksize'}, u: {_id: 'chunksize', value: 5},"
              + " upsert: true}]}",
          "{update: 'settings', updates: [{q: {_id: 'automerge'}, u: {$set: {enabled: true}},"
              + " upsert: true}]}",
          "{update: 'collections', updates: [{q: {_id: 'shop.orders'}, u: {$set: {noBalance: true,"
              + " enableAutoMerge: true, permitMigrations: false, noAutoSplit: true,"
              + " maxChunkSizeBytes: 5, defragmentCollection: true}}}]}",
          "{update: 'collections', updates: [{q: {_id: 'shop.orders'}, u: {$unset: {noBalance:"
              + " true}}}]}",
          "{update: 'chunks', updates: [{q: {}, u: {$set: {shard: 's1'}}}]}",
          "{delete: 'settings', deletes: [{q: {_id: 'balancer'}, limit: 1}]}",
          "{findAndModify: 'settings', query: {_id: 'balancer'}, update: {$set: {stopped: true}}}",
          "{find: 'chunks', filter: {min: {customerId: 100}}, sort: {min: 1}, projection: {min: 1},"
              + " limit: 5, skip: 1, batchSize: 1}",
          "{find: 'databases', batchSize: 1}",
          "{count: 'chunks', query: {shard: 's0'}, skip: 1, limit: 3}",
          "{distinct: 'chunks', key: 'shard', query: {}}",
          "{aggregate: 'chunks', pipeline: [{$group: {_id: '$shard', n: {$sum: 1}}}], cursor:"
              + " {batchSize: 1}}",
          "{explain: {find: 'chunks', filter: {}}}",
          "{listCollections: 1, filter: {name: 'chunks'}}",
          "{listIndexes: 'chunks'}",
          "{createIndexes: 'chunks', indexes: [{key: {a: 1}, name: 'a_1'}]}",
          "{drop: 'chunks'}",
          "{create: 'own'}",
          "{dropDatabase: 1}",
          "{collStats: 'chunks', scale: 2}",
          "{dbStats: 1, scale: 2}");

  static final List<String> QUERY =
      List.of(
          "$eq",
          "$ne",
          "$gt",
          "$gte",
          "$lt",
          "$lte",
          "$in",
          "$nin",
          "$and",
          "$or",
          "$nor",
          "$not",
          "$exists",
          "$type",
          "$expr",
          "$jsonSchema",
          "$mod",
          "$regex",
          "$text",
          "$where",
          "$all",
          "$elemMatch",
          "$size",
          "$bitsAllClear",
          "$bitsAllSet",
          "$bitsAnyClear",
          "$bitsAnySet",
          "$geoWithin",
          "$near",
          "$comment",
          "$rand",
          "$sampleRate",
          "$options",
          "$bogus",
          "$alwaysTrue",
          "$alwaysFalse",
          "$ref",
          "$id",
          "$db");

  static final List<String> ARGUMENTS =
      List.of(
          "'$a'",
          "['$a', '$b']",
          "['$b', 1, 2]",
          "[1, 2, 3, 4]",
          "{input: '$b', as: 'x', in: '$$x'}",
          "{input: '$a', cond: true, find: 'x', replacement: 'y', chars: 'x', regex: 'a', n: 1,"
              + " sortBy: 1, initialValue: 0, in: '$$value'}",
          "{date: '$d', unit: 'day', amount: 1, timezone: 'UTC', format: '%Y', startDate: '$d',"
              + " endDate: '$d', binSize: 1, startOfWeek: 'monday', dateString: 'x', onError: 1,"
              + " onNull: 2}",
          "{if: 1, then: 2, else: 3, vars: {a: 1}, in: '$$a', branches: [{case: true, then: 1}],"
              + " default: 5}",
          "{inputs: ['$b'], useLongestLength: true, defaults: [1], field: 'a', input: '$$ROOT',"
              + " value: 1, to: 'int', output: '$a', p: [0.5], method: 'approximate'}",
          "{year: 2020, month: 1, day: 1, hour: 1, minute: 1, second: 1, millisecond: 1,"
              + " isoWeekYear: 2020, isoWeek: 1, isoDayOfWeek: 1, timezone: 'UTC'}");

  static final List<String> EXPRESSION =
      List.of(
          ("$abs $accumulator $acos $acosh $add $addToSet $allElementsTrue $and $anyElementTrue"
               + " $arrayElemAt $arrayToObject $asin $asinh $atan $atan2 $atanh $avg $binarySize"
               + " $bitAnd $bitNot $bitOr $bitXor $bottom $bottomN $bsonSize $ceil $cmp $concat"
               + " $concatArrays $cond $convert $cos $cosh $dateAdd $dateDiff $dateFromParts"
               + " $dateFromString $dateSubtract $dateToParts $dateToString $dateTrunc $dayOfMonth"
               + " $dayOfWeek $dayOfYear $degreesToRadians $divide $eq $exp $filter $first $firstN"
               + " $floor $function $getField $gt $gte $hour $ifNull $in $indexOfArray"
               + " $indexOfBytes $indexOfCP $isArray $isNumber $isoDayOfWeek $isoWeek $isoWeekYear"
               + " $last $lastN $let $literal $ln $log $log10 $lt $lte $ltrim $map $max $maxN"
               + " $median $mergeObjects $meta $millisecond $min $minN $minute $mod $month"
               + " $multiply $ne $not $objectToArray $or $percentile $pow $push $radiansToDegrees"
               + " $rand $range $reduce $regexFind $regexFindAll $regexMatch $replaceAll"
               + " $replaceOne $reverseArray $round $rtrim $sampleRate $second $setDifference"
               + " $setEquals $setField $setIntersection $setIsSubset $setUnion $sin $sinh $size"
               + " $slice $sortArray $split $sqrt $stdDevPop $stdDevSamp $strLenBytes $strLenCP"
               + " $strcasecmp $substr $substrBytes $substrCP $subtract $sum $switch $tan $tanh"
               + " $toBool $toDate $toDecimal $toDouble $toHashedIndexKey $toInt $toLong $toLower"
               + " $toObjectId $toString $toUUID $toUpper $top $topN $trim $trunc $tsIncrement"
               + " $tsSecond $type $unsetField $week $year $zip $bogus")
              .split(" "));

  static final List<String> STAGES =
      List.of(
          "{$match: {a: 1}}",
          "{$project: {a: 1, b: {c: 1}}}",
          "{$addFields: {a: 1}}",
          "{$set: {'a.b': '$c'}}",
          "{$unset: ['a', 'b']}",
          "{$unwind: {path: '$b', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true}}",
          "{$group: {_id: '$a', n: {$sum: 1}, m: {$push: '$b'}, f: {$firstN: {n: 2, input: '$a'}},"
              + " t: {$topN: {n: 1, sortBy: {a: 1}, output: '$a'}}, p: {$percentile: {input: '$a',"
              + " p: [0.5], method: 'approximate'}}}}",
          "{$group: {_id: null, n: {$accumulator: {init: 'x'}}, x: {$stdDevPop: '$a'}, y:"
              + " {$mergeObjects: '$b'}, z: {$addToSet: '$a'}}}",
          "{$sort: {a: 1, b: -1}}",
          "{$limit: 1}",
          "{$skip: 1}",
          "{$count: 'n'}",
          "{$sortByCount: '$a'}",
          "{$bucket: {groupBy: '$a', boundaries: [1, 2], default: 'x', output: {n: {$sum: 1}}}}",
          "{$bucketAuto: {groupBy: '$a', buckets: 2, output: {n: {$sum: 1}}, granularity: 'R5'}}",
          "{$facet: {x: [{$match: {a: 1}}], y: [{$count: 'n'}]}}",
          "{$lookup: {from: 'orders', localField: 'a', foreignField: 'b', as: 'c', let: {x: '$a'},"
              + " pipeline: [{$match: {}}]}}",
          "{$graphLookup: {from: 'plain', startWith: '$a', connectFromField: 'a', connectToField:"
              + " 'b', as: 'c', maxDepth: 2, depthField: 'd', restrictSearchWithMatch: {a: 1}}}",
          "{$unionWith: {coll: 'orders', pipeline: [{$match: {}}]}}",
          "{$replaceRoot: {newRoot: '$$ROOT'}}",
          "{$replaceWith: '$$ROOT'}",
          "{$redact: '$$KEEP'}",
          "{$sample: {size: 2}}",
          "{$out: 'res'}",
          "{$out: {db: 'shop', coll: 'res'}}",
          "{$merge: {into: 'res', on: '_id', whenMatched: 'merge', whenNotMatched: 'insert', let:"
              + " {x: 1}}}",
          "{$merge: {into: {db: 'shop', coll: 'res'}, whenMatched: [{$set: {a: 1}}]}}",
          "{$setWindowFields: {partitionBy: '$a', sortBy: {a: 1}, output: {x: {$sum: '$a', window:"
              + " {documents: [-1, 'current'], unit: 'day'}}}}}",
          "{$setWindowFields: {sortBy: {a: 1}, output: {x: {$rank: {}}, y: {$shift: {output: '$a',"
              + " by: 1, default: 0}}, z: {$expMovingAvg: {input: '$a', N: 2}}, w: {$derivative:"
              + " {input: '$a', unit: 'second'}, window: {range: [-1, 1]}}}}}",
          "{$densify: {field: 'a', partitionByFields: ['b'], range: {step: 1, unit: 'day', bounds:"
              + " 'full'}}}",
          "{$densify: {field: 'a', range: {step: 1, bounds: [0, 5]}}}",
          "{$fill: {partitionBy: '$a', partitionByFields: ['a'], sortBy: {a: 1}, output: {a:"
              + " {value: 1}, b: {method: 'locf'}, c: {method: 'linear'}}}}",
          "{$collStats: {count: {}, storageStats: {scale: 1}, latencyStats: {histograms: true},"
              + " queryExecStats: {}}}",
          "{$indexStats: {}}",
          "{$planCacheStats: {}}",
          "{$geoNear: {near: [0, 0], distanceField: 'd'}}",
          "{$changeStream: {}}",
          "{$documents: [{a: 1}]}",
          "{$bogus: 1}");

  static final List<String> UPDATES =
      List.of(
          "{$set: {a: 1, 'b.c': 2}}",
          "{$unset: {a: 1}}",
          "{$inc: {a: 1}}",
          "{$mul: {a: 2}}",
          "{$min: {a: 1}}",
          "{$max: {a: 1}}",
          "{$rename: {a: 'z'}}",
          "{$setOnInsert: {a: 1}}",
          "{$currentDate: {a: {$type: 'timestamp'}}}",
          "{$push: {b: {$each: [1], $slice: 2, $sort: {c: 1}, $position: 1}}}",
          "{$push: {b: 1}}",
          "{$addToSet: {b: {$each: [1]}}}",
          "{$pull: {b: {$gt: 1}}}",
          "{$pullAll: {b: [1]}}",
          "{$pop: {b: 1}}",
          "{$bit: {a: {and: 1}}}",
          "{$set: {'b.$[].c': 1}}",
          "{$set: {'b.$[x].c': 1}}",
          "{$set: {'b.$': 1}}",
          "[{$set: {a: '$b'}}]",
          "[{$project: {a: 1}}, {$unset: 'b'}, {$replaceWith: {a: 1}}]",
          "{$bogus: {a: 1}}",
          "{a: 1}");
}
