package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** currentOp and killOp: what runs, by which number, and what can be ended. */
class OperationsTest {
  private final TestCluster cluster = TestCluster.inThirds();

  @BeforeEach
  void aMoveStands() {
    cluster.insert("t", TestCluster.numbered(30));
    cluster.cluster().sim().stepMigrations(true);
    cluster.admin("{moveChunk: 'shop.t', find: {k: 15}, to: 's2'}");
    cluster.cluster().sim().step(2);
  }

  private List<BsonDocument> rows(String node, String command) {
    return cluster.run(node, "admin", command).getArray("inprog").stream()
        .map(BsonValue::asDocument)
        .toList();
  }

  private BsonDocument row(String node, String thread) {
    return rows(node, "{currentOp: 1, desc: '" + thread + "'}").get(0);
  }

  private boolean isStanding() {
    return cluster.cluster().snapshot().migrations().stream()
        .anyMatch(move -> move.standing().isPresent());
  }

  private List<String> orphans() {
    return cluster.cluster().snapshot().shards().stream()
        .filter(shard -> shard.collections().stream().anyMatch(data -> data.orphans() > 0))
        .map(shard -> shard.id().name())
        .toList();
  }

  @Test
  void throughARouterEachRowHasItsShardAndATextualNumber() {
    BsonDocument donor = row("m0", "MoveChunk");

    assertEquals("s1", donor.getString("shard").getValue());
    assertTrue(donor.getString("opid").getValue().matches("s1:[0-9]+"), donor::toJson);
    assertEquals(cluster.cluster().hostOf(cluster.node("s1")), donor.getString("host").getValue());
    assertEquals("op", donor.getString("type").getValue());
    assertEquals("shop.t", donor.getString("ns").getValue());
    assertEquals("s2", row("m0", "migrateThread").getString("shard").getValue());
  }

  @Test
  void shardTellsOfItselfAloneWithANumber() {
    BsonDocument donor = row("s1", "MoveChunk");

    assertFalse(donor.containsKey("shard"));
    assertTrue(donor.isInt32("opid"), donor::toJson);
    assertEquals(List.of(), rows("s0", "{currentOp: 1, ns: 'shop.t'}"));
    assertEquals(List.of(), rows("s2", "{currentOp: 1, desc: 'MoveChunk'}"));
  }

  @Test
  void theQuestionItselfRunsOnEveryShardAndWithLocalOpsOnTheRouter() {
    String own = "admin.$cmd.aggregate";
    List<BsonDocument> everywhere = rows("m0", "{currentOp: 1, ns: '" + own + "'}");
    assertEquals(
        List.of("s0", "s1", "s2"),
        everywhere.stream().map(row -> row.getString("shard").getValue()).toList());

    BsonDocument local =
        cluster
            .admin("{aggregate: 1, pipeline: [{$currentOp: {localOps: true}}], cursor: {}}")
            .getDocument("cursor")
            .getArray("firstBatch")
            .get(0)
            .asDocument();

    assertFalse(local.containsKey("shard"));
    assertEquals(cluster.cluster().hostOf(cluster.node("m0")), local.getString("host").getValue());
    assertTrue(local.isInt32("opid"));
  }

  @Test
  void killedMoveIsAborted() {
    String opid = row("m0", "MoveChunk").getString("opid").getValue();

    BsonDocument reply = cluster.admin("{killOp: 1, op: '" + opid + "'}");

    assertEquals("s1", reply.getString("shard").getValue());
    assertEquals(opid, "s1:" + reply.getInt32("shardid").getValue());
    assertFalse(isStanding());
    assertEquals(List.of(), orphans());
    assertEquals("20 s1 1|1", cluster.chunks("shop.t").get(1));
    assertEquals(30, cluster.find("m0", "shop.t", "{}").size());
  }

  @Test
  void killedRecipientMakesTheMoveFailAtItsNextStep() {
    String opid = row("m0", "migrateThread").getString("opid").getValue();
    cluster.admin("{killOp: 1, op: '" + opid + "'}");
    assertTrue(isStanding());

    cluster.cluster().sim().step(1);

    assertFalse(isStanding());
    assertEquals("20 s1 1|1", cluster.chunks("shop.t").get(1));
    assertEquals(List.of(), orphans());
  }

  @Test
  void whatIsNotThereIsKilledAllTheSame() {
    assertEquals(
        "attempting to kill op",
        cluster.run("s1", "admin", "{killOp: 1, op: 1}").getString("info").getValue());
    assertEquals(
        "attempting to kill op", cluster.admin("{killOp: 1, op: 1}").getString("info").getValue());
    cluster.admin("{killOp: 1, op: 's0:1'}");
    assertTrue(isStanding());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {killOp: 1} | 50759 Location50759: Did not provide "op" field
          {killOp: 1, op: true} | 50760 Location50760: "op" field was of unsupported type bool
          {killOp: 1, op: '12'} | 28625 Location28625: The op argument to killOp must be of the format shardid:opid but found "12"
          {killOp: 1, op: ':12'} | 28625 Location28625: The op argument to killOp must be of the format shardid:opid but found ":12"
          {killOp: 1, op: 's9:12'} | 70 ShardNotFound: Shard s9 not found
          {killOp: 1, op: 's0:x'} | 9 FailedToParse: Did not consume whole string: "x"
          """,
      quoteCharacter = '`')
  void wrongRequestsAreRefusedAsARouterDoes(String command, String refusal) {
    assertEquals(refusal, cluster.refusal(command));
  }

  @Test
  void onlyOnAdmin() {
    assertEquals(
        "13 Unauthorized: currentOp may only be run against the admin database.",
        cluster.refusal("m0", "shop", "{currentOp: 1}"));
    assertEquals(
        "13 Unauthorized: killOp may only be run against the admin database.",
        cluster.refusal("s0", "shop", "{killOp: 1, op: 1}"));
  }

  @Test
  void reshardingHasRowsWithoutANumber() {
    cluster.cluster().sim().stepMigrations(false);
    cluster.cluster().sim().advance(1000);
    cluster.cluster().sim().stepMigrations(true);
    cluster.admin("{reshardCollection: 'shop.t', key: {_id: 1}}");
    cluster.cluster().sim().step(2);

    List<BsonDocument> rows = rows("m0", "{currentOp: 1, ns: 'shop.t'}");

    assertEquals(
        List.of("config", "s0", "s2", "s0"),
        rows.stream().map(row -> row.getString("shard").getValue()).toList());
    assertEquals("cloning", rows.get(0).getString("coordinatorState").getValue());
    assertEquals("donating-initial-data", rows.get(1).getString("donorState").getValue());
    assertEquals("cloning", rows.get(3).getString("recipientState").getValue());
    assertTrue(rows.stream().noneMatch(row -> row.containsKey("opid")));
    assertEquals(List.of("ReshardingDonorService", "ReshardingRecipientService"), services("s0"));
    assertEquals(List.of(), services("s1"));
    assertEquals(List.of("ReshardingDonorService"), services("s2"));
    assertEquals(List.of("ReshardingCoordinatorService"), services("cfgrs"));
  }

  /** Those of which a process tells when it is asked itself, where no row has a shard. */
  private List<String> services(String node) {
    return rows(node, "{currentOp: 1, ns: 'shop.t', shard: {$exists: false}}").stream()
        .map(row -> row.getString("desc").getValue().split(" ")[0])
        .toList();
  }

  @Test
  void configServersTellOfThemselvesAndHaveNothingToKill() {
    List<BsonDocument> rows = rows("cfgrs", "{currentOp: 1}");

    assertEquals(1, rows.size());
    assertTrue(rows.get(0).isInt32("opid"));
    assertEquals(
        "attempting to kill op",
        cluster.run("cfgrs", "admin", "{killOp: 1, op: 5}").getString("info").getValue());
    assertEquals(
        "13 Unauthorized: currentOp may only be run against the admin database.",
        cluster.refusal("cfgrs", "shop", "{currentOp: 1}"));
    assertEquals(
        "14 TypeMismatch: \"op\" had the wrong type. Expected number",
        cluster.refusal("cfgrs", "admin", "{killOp: 1, op: 's0:1'}"));
  }
}
