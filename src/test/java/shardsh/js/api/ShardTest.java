package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.js.EvaluationError;

class ShardTest {
  private final ApiWorld world = new ApiWorld();

  private void assertSent(String command, String js) {
    assertEquals(List.of(command), world.sent(js), js);
  }

  @Test
  void helpersSendTheServersCommands() {
    assertSent("admin {\"enableSharding\": \"shop\"}", "sh.enableSharding('shop')");
    assertSent(
        "admin {\"enableSharding\": \"shop\", \"primaryShard\": \"s0\"}",
        "sh.enableSharding('shop', 's0')");
    assertSent(
        "admin {\"shardCollection\": \"shop.o\", \"key\": {\"a\": 1}, \"unique\": true,"
            + " \"numInitialChunks\": 4}",
        "sh.shardCollection('shop.o', {a: 1}, true, {numInitialChunks: 4})");
    assertSent(
        "admin {\"shardCollection\": \"shop.o\", \"key\": {\"a\": \"hashed\"},"
            + " \"numInitialChunks\": 4}",
        "sh.shardCollection('shop.o', {a: 'hashed'}, {numInitialChunks: 4})");
    assertSent(
        "admin {\"split\": \"shop.o\", \"middle\": {\"a\": 5}}", "sh.splitAt('shop.o', {a: 5})");
    assertSent(
        "admin {\"split\": \"shop.o\", \"find\": {\"a\": 5}}", "sh.splitFind('shop.o', {a: 5})");
    assertSent(
        "admin {\"moveChunk\": \"shop.o\", \"find\": {\"a\": 5}, \"to\": \"s1\"}",
        "sh.moveChunk('shop.o', {a: 5}, 's1')");
    assertSent(
        "admin {\"moveRange\": \"shop.o\", \"toShard\": \"s1\", \"min\": {\"a\": 5}}",
        "sh.moveRange('shop.o', 's1', {a: 5})");
    assertSent(
        "admin {\"updateZoneKeyRange\": \"shop.o\", \"min\": {\"a\": 1}, \"max\": {\"a\": 9},"
            + " \"zone\": \"EU\"}",
        "sh.updateZoneKeyRange('shop.o', {a: 1}, {a: 9}, 'EU')");
    assertSent(
        "admin {\"updateZoneKeyRange\": \"shop.o\", \"min\": {\"a\": 1}, \"max\": {\"a\": 9},"
            + " \"zone\": null}",
        "sh.removeRangeFromZone('shop.o', {a: 1}, {a: 9})");
    assertSent(
        "admin {\"addShardToZone\": \"s0\", \"zone\": \"EU\"}", "sh.addShardTag('s0', 'EU')");
    assertSent("admin {\"balancerStop\": 1, \"maxTimeMS\": 60000}", "sh.stopBalancer()");
    assertSent("admin {\"balancerStart\": 1, \"maxTimeMS\": 60000}", "sh.setBalancerState(true)");
    assertSent(
        "admin {\"setAllowMigrations\": \"shop.o\", \"allowMigrations\": false}",
        "sh.disableMigrations('shop.o')");
    assertSent("admin {\"addShard\": \"s3/127.0.0.1:27110\"}", "sh.addShard('s3/127.0.0.1:27110')");
    assertSent(
        "admin {\"aggregate\": 1, \"pipeline\": [{\"$shardedDataDistribution\": {}}], \"cursor\":"
            + " {\"batchSize\": 20}}",
        "sh.getShardedDataDistribution()");
  }

  @Test
  void onlyOptionsOfReshardingGoOnToIt() {
    assertEquals(
        List.of(
            "admin {\"shardCollection\": \"shop.o\", \"key\": {\"a\": 1}, \"unique\": true,"
                + " \"numInitialChunks\": 4, \"presplitHashedZones\": true}",
            "admin {\"reshardCollection\": \"shop.o\", \"key\": {\"a\": 1},"
                + " \"forceRedistribution\": true, \"numInitialChunks\": 4}"),
        world.sent(
            "sh.shardAndDistributeCollection('shop.o', {a: 1}, true, {numInitialChunks: 4,"
                + " presplitHashedZones: true})"));
  }

  @Test
  void settingsOfTheBalancerAreBooleans() {
    assertEquals("true", world.printed("sh.getBalancerState()"));
    world.router.documents("config.settings", "{_id: 'balancer', stopped: true}");
    assertEquals("false", world.printed("sh.getBalancerState()"));
    world.router.reply("update", "{n: 1, nModified: 1, ok: 1}");
    assertEquals("1", world.printed("sh.disableBalancing('shop.o').modifiedCount"));
    assertEquals(
        "config {\"update\": \"collections\", \"updates\": [{\"q\": {\"_id\": \"shop.o\"}, \"u\":"
            + " {\"$set\": {\"noBalance\": true}}}], \"ordered\": true, \"writeConcern\": {\"w\":"
            + " \"majority\", \"wtimeout\": 60000}}",
        world.router.take().get(2));
  }

  @Test
  void argumentsAreCheckedInMongoshsWords() {
    EvaluationError error = world.error("sh.shardCollection(3)");
    assertEquals(EvaluationError.Kind.SHELL_INPUT, error.kind());
    assertEquals("MongoshInvalidInputError", error.name());
    assertEquals(
        "[COMMON-10001] Argument at position 0 must be of type string, got number instead"
            + " (Shard.shardCollection)",
        error.message());
    assertEquals(
        "sh.shardCollection(\"shop.orders\", {customerId: 1})", error.hint().orElseThrow());
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 1"
            + " (Shard.shardCollection)",
        world.errorText("sh.shardCollection('a.b')"));
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] Argument at position 1 must be of type object,"
            + " got string instead (Shard.splitAt)",
        world.errorText("sh.splitAt('a.b', 'x')"));
    assertEquals(List.of(), world.router.take());
  }

  @Test
  void processThatIsNoRouterIsWarnedAbout() {
    world.host.other.reply("hello", "{setName: 's0', ok: 1}");
    world.host.other.fail(
        "shardCollection",
        new CommandException(ErrorCode.COMMAND_NOT_FOUND, "no such command: 'shardCollection'"));
    world.evaluate("db = connect('m1/admin')");
    world.host.ports.takeWarnings();

    world.evaluate("sh.addShard('s3/h:1')");

    assertEquals(List.of(Shard.NO_ROUTER), world.host.ports.takeWarnings());
    assertEquals(
        "MongoServerError: no such command: 'shardCollection'. Are you connected to mongos?",
        world.errorText("sh.shardCollection('a.b', {a: 1})"));
  }

  @Test
  void callsAreReportedByTheirFullName() {
    world.evaluate(
        "sh.splitAt('shop.o', {a: 5}); sim.fill('shop.o', {a: 1}, 70); db.runCommand('ping')");

    assertEquals(List.of("sh.splitAt m0 ", "sim.fill m0 ", "db.runCommand m0 "), world.host.calls);
  }

  @Test
  void statusHasMongoshsKeysAndOneLinePerChunk() {
    FakeConnection router = world.router;
    router.documents(
        "config.version",
        "{_id: 1, clusterId: {$oid: '674100000000000000000001'}, currentVersion: 6}");
    router.documents("config.shards", "{_id: 's0', host: 's0/127.0.0.1:27102', state: 1}");
    router.documents(
        "config.mongos", "{_id: 'm0', ping: {$date: 1730462399000}, mongoVersion: '8.0.4'}");
    router.documents("config.databases", "{_id: 'shop', primary: 's0'}");
    router.documents(
        "config.collections",
        "{_id: 'shop.orders', key: {region: 1, customerId: 1}, unique: false, uuid: 1, timestamp:"
            + " {$timestamp: {t: 1, i: 1}}}");
    router.documents(
        "config.chunks",
        "{min: {region: {$minKey: 1}, customerId: {$minKey: 1}}, max: {region: 'EU', customerId:"
            + " {$minKey: 1}}, shard: 's0', lastmod: {$timestamp: {t: 2, i: 0}}}",
        "{min: {region: 'EU', customerId: {$minKey: 1}}, max: {region: {$maxKey: 1}, customerId:"
            + " {$maxKey: 1}}, shard: 's0', lastmod: {$timestamp: {t: 5, i: 3}}, jumbo: true}");

    String text = world.printed("sh.status()");

    assertEquals(
"""
shardingVersion
{ _id: 1, clusterId: ObjectId('674100000000000000000001') }
---
shards
[ { _id: 's0', host: 's0/127.0.0.1:27102', state: 1 } ]
---
active mongoses
[ { '8.0.4': 1 } ]
---
autosplit
{ 'Currently enabled': 'yes' }
---
balancer
{
  'Currently enabled': 'yes',
  'Currently running': 'no',
  'Failed balancer rounds in last 5 attempts': 0,
  'Migration Results for the last 24 hours': 'No recent migrations'
}
---
shardedDataDistribution
[]
---
databases
[
  {
    database: { _id: 'config', primary: 'config', partitioned: true },
    collections: {
      'shop.orders': {
        shardKey: { region: 1, customerId: 1 },
        unique: false,
        balancing: true,
        allowMigrations: true,
        chunkMetadata: [ { shard: 's0', nChunks: 2 } ],
        chunks: [
          { min: { region: MinKey(), customerId: MinKey() }, max: { region: 'EU', customerId: MinKey() }, 'on shard': 's0', 'last modified': Timestamp({ t: 2, i: 0 }) },
          { min: { region: 'EU', customerId: MinKey() }, max: { region: MaxKey(), customerId: MaxKey() }, 'on shard': 's0', 'last modified': Timestamp({ t: 5, i: 3 }), jumbo: 'yes' }
        ],
        tags: []
      }
    }
  },
""",
        text.substring(0, text.indexOf("  {\n    database: { _id: 'shop'")));
    assertEquals(
        "2",
        world.printed("sh.status().value.databases[0].collections['shop.orders'].chunks.length"));
  }

  @Test
  void statusWithoutShardingIsRefused() {
    assertEquals(
        "MongoshInvalidInputError: [SHAPI-10003] This db does not have sharding enabled. Be sure"
            + " you are connecting to a mongos from the shell and not to a mongod.",
        world.errorText("sh.status()"));
  }

  @Test
  void distributionCutsSizesAndPercentages() {
    FakeConnection router = world.router;
    router.documents("config.collections", "{_id: 'shop.nums', key: {a: 1}, uuid: 1}");
    router.documents("config.shards", "{_id: 'shard01', host: 'shard01/localhost:27101'}");
    router.documents(
        "shop.nums",
        "{shard: 'shard01', storageStats: {size: 1004200, count: 5021, avgObjSize: 200,"
            + " numOrphanDocs: 0}}",
        "{shard: 'shard02', storageStats: {size: 998200, count: 4991, avgObjSize: 200,"
            + " numOrphanDocs: 10}}");
    router.reply("count", "{n: 2, ok: 1}");
    router.reply("count", "{n: 2, ok: 1}");

    assertEquals(
        """
        Shard shard01 at shard01/localhost:27101
        {
          data: '980KiB',
          docs: 5021,
          chunks: 2,
          'estimated data per chunk': '490KiB',
          'estimated docs per chunk': 2510
        }
        ---
        Shard shard02 at shard01/localhost:27101
        {
          data: '972KiB',
          docs: 4991,
          chunks: 2,
          'estimated data per chunk': '486KiB',
          'estimated docs per chunk': 2495
        }
        ---
        Totals
        {
          data: '1.9MiB',
          docs: 10012,
          chunks: 4,
          'Shard shard01': [
            '50.19 % data',
            '50.14 % docs in cluster',
            '200B avg obj size on shard'
          ],
          'Shard shard02': [
            '49.8 % data',
            '49.85 % docs in cluster',
            '200B avg obj size on shard'
          ]
        }\
        """,
        world.printed("db.nums.getShardDistribution()"));
    router.documents("config.collections");
    assertEquals(
        "MongoshInvalidInputError: [SHAPI-10001] Collection nums is not sharded",
        world.errorText("db.nums.getShardDistribution()"));
  }

  @Test
  void simAsksItsHost() {
    assertEquals("{ call: 'advance[900000]', ok: 1 }", world.printed("sim.advance('15m')"));
    assertEquals("{ call: 'step[1]', ok: 1 }", world.printed("sim.step()"));
    assertEquals("[ { call: 'trace[last]' } ]", world.printed("sim.trace()"));
    assertEquals("m1", world.value("sim.router(1).getMongo(); 'm1'").asString().getValue());
    assertEquals(
        "{ call: 'fill[shop.o, {\"a\": 1}, 70.0, OptionalLong[3]]', ok: 1 }",
        world.printed("sim.fill('shop.o', {a: 1}, 70, {docs: 3})"));
    assertEquals(
        "{ call: 'whatIf[(() => sim.balance())()]', ok: 1 }",
        world.printed("sim.whatIf(() => sim.balance())"));
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] Argument at position 2 must be of type number,"
            + " got string instead (Sim.fill)",
        world.errorText("sim.fill('a.b', {a: 1}, 'x')"));
    assertEquals(
        "{ call: 'importFrom[a.txt, Optional.empty]', ok: 1 }",
        world.printed("sim.import('a.txt')"));
  }

  @Test
  void simulationTakesNoMoreArgumentsThanItReads() {
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] Takes no argument, got 1 (Sim.balance)",
        world.errorText("sim.balance({rounds: 20})"));
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] Takes at most 1 argument, got 2 (Sim.step)",
        world.errorText("sim.step(1, 2)"));
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] there is no option 'sped'; known: speed",
        world.errorText("sim.animate('on', {sped: 2})"));
  }

  @Test
  void replicaSetHelpers() {
    assertSent("admin {\"replSetInitiate\": {\"_id\": \"s0\"}}", "rs.initiate({_id: 's0'})");
    world.router.reply(
        "replSetGetConfig",
        "{config: {_id: 's0', version: 3, members: [{_id: 0, host: 'a:1'}]}, ok: 1}");
    world.router.reply(
        "replSetGetConfig",
        "{config: {_id: 's0', version: 3, members: [{_id: 0, host: 'a:1'}]}, ok: 1}");
    List<String> sent = world.sent("rs.add('b:2')");
    assertEquals(
        "admin {\"replSetReconfig\": {\"_id\": \"s0\", \"version\": 4, \"members\": [{\"_id\": 0,"
            + " \"host\": \"a:1\"}, {\"_id\": 1, \"host\": \"b:2\"}], \"protocolVersion\": 1}}",
        sent.get(2));
    assertSent("admin {\"replSetStepDown\": 60}", "rs.stepDown()");
  }
}
