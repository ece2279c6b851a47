package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.base.WorkDone;
import shardsh.lesson.ClusterFiles;

class LoadTest {
  private static final NodeId M0 = new NodeId("m0");
  private static final Namespace ORDERS = Namespace.parse("shop.orders");

  private static Cluster canvas(long seed, InterruptFlag interrupts) {
    return Cluster.start(
        new ClusterFiles().named("canvas"), Optional.empty(), OptionalLong.of(seed), interrupts);
  }

  private static BsonDocument doc(String json) {
    return BsonDocument.parse(json);
  }

  private static final BsonDocument MIX =
      doc(
          "{operations: 400, inserts: 0.25, fields: {customerId: {zipf: [1, 600]}},"
              + " readBy: [['customerId']]}");

  @Test
  void theSameSeedGivesTheSameLoadAndAnotherSeedAnother() {
    BsonDocument one = canvas(1, new InterruptFlag()).sim().load(M0, ORDERS, MIX);
    BsonDocument same = canvas(1, new InterruptFlag()).sim().load(M0, ORDERS, MIX);
    BsonDocument other = canvas(2, new InterruptFlag()).sim().load(M0, ORDERS, MIX);

    assertEquals(one, same);
    assertTrue(!one.equals(other), "two seeds, one load");
    assertEquals(100, one.getNumber("inserts").intValue());
    assertEquals(300, one.getNumber("reads").intValue());
  }

  @Test
  void aRequestThatAShardRefusesIsNoWriteOfIt() {
    Cluster cluster = canvas(1, new InterruptFlag());
    cluster.run(M0, "admin", doc("{moveChunk: 'shop.orders', find: {customerId: 600}, to: 's0'}"));

    BsonDocument shards =
        cluster
            .sim()
            .load(
                M0,
                ORDERS,
                doc("{operations: 40, inserts: 1, fields: {customerId: {increasing: 601}}}"))
            .getDocument("shards");

    assertEquals(0, shards.getDocument("s2").getNumber("operations").intValue());
    assertEquals(2, shards.getDocument("s2").getNumber("messages").intValue());
    assertEquals(40, shards.getDocument("s0").getNumber("operations").intValue());
  }

  @Test
  void whoWaitsLearnsHowFarTheLoadIsAndNotItsSingleInserts() {
    InterruptFlag interrupts = new InterruptFlag();
    canvas(1, interrupts).sim().load(M0, ORDERS, MIX);

    assertEquals(new WorkDone("load", 350, 400), interrupts.workDone().orElseThrow());
  }

  @Test
  void whoWaitsForReshardingLearnsHowManyDocumentsARecipientWillGet() {
    InterruptFlag interrupts = new InterruptFlag();
    Cluster cluster = canvas(1, interrupts);
    cluster
        .sim()
        .load(
            M0,
            ORDERS,
            doc("{operations: 600, inserts: 1, fields: {customerId: {uniform: [1, 600]}}}"));

    cluster.run(
        M0, "admin", doc("{reshardCollection: 'shop.orders', key: {_id: 1}, numInitialChunks: 3}"));

    assertEquals(
        new WorkDone("documents copied to s2", 200, 234), interrupts.workDone().orElseThrow());
  }

  @Test
  void whoWaitsForAComparisonLearnsWhichKeyItIsAt() {
    InterruptFlag interrupts = new InterruptFlag();
    canvas(1, interrupts)
        .sim()
        .compareShardKeys(
            M0, ORDERS, List.of(doc("{customerId: 1}"), doc("{customerId: 'hashed'}")), MIX);

    assertEquals(new WorkDone("key 2 of 2, load", 350, 400), interrupts.workDone().orElseThrow());
  }

  @Test
  void increasingInsertsAllGoToTheLastChunk() {
    Cluster cluster = canvas(1, new InterruptFlag());

    BsonDocument report =
        cluster
            .sim()
            .load(
                M0,
                ORDERS,
                doc("{operations: 50, inserts: 1, fields: {customerId: {increasing: 601}}}"));

    assertEquals(1, report.getDocument("shards").getDocument("s2").getNumber("share").intValue());
    assertEquals(50, cluster.snapshot().lastLoad().orElseThrow().shards().get(2).writes());
  }

  @Test
  void aStaleRouterIsFoundOutOnce() {
    Cluster cluster = canvas(1, new InterruptFlag());
    cluster.run(M0, "admin", doc("{moveChunk: 'shop.orders', find: {customerId: 450}, to: 's0'}"));
    long before = cluster.trace().totalCost().staleErrors();

    cluster.sim().load(M0, ORDERS, MIX);

    assertEquals(before + 1, cluster.trace().totalCost().staleErrors());
  }

  @Test
  void aShardWithoutAMajorityFailsItsOperationsOnly() {
    Cluster cluster = canvas(1, new InterruptFlag());
    cluster.sim().down(new NodeId("s1:1"));
    cluster.sim().down(new NodeId("s1"));

    BsonDocument report = cluster.sim().load(M0, ORDERS, MIX);

    assertEquals(400, report.getNumber("operations").intValue());
    int failed = report.getNumber("failed").intValue();
    assertTrue(failed > 0 && failed < 400, report.toJson());
  }

  @Test
  void anInterruptedLoadEndsAndKeepsWhatItDid() {
    InterruptFlag interrupts = new InterruptFlag();
    Cluster cluster = canvas(1, interrupts);
    interrupts.raise();

    CommandException ended =
        assertThrows(CommandException.class, () -> cluster.sim().load(M0, ORDERS, MIX));

    assertEquals(ErrorCode.INTERRUPTED, ended.errorCode());
  }

  @Test
  void wrongDescriptionsAreRefusedByWhatIsWrong() {
    for (String wrong :
        List.of(
            "{operations: 10}",
            "{fields: {a: {normal: [1, 2]}}}",
            "{fields: {a: {uniform: [5, 1]}}}",
            "{inserts: 2, fields: {a: {increasing: 1}}}",
            "{opertions: 5, fields: {a: {increasing: 1}}}",
            "{fields: {a: {increasing: 1}}, readBy: [['b']]}")) {
      CommandException refused =
          assertThrows(
              CommandException.class,
              () -> canvas(1, new InterruptFlag()).sim().load(M0, ORDERS, doc(wrong)));
      assertEquals(ErrorCode.BAD_VALUE, refused.errorCode(), wrong);
    }
  }

  @Test
  void keysAreToldApartByTheLoad() {
    Cluster cluster = canvas(1, new InterruptFlag());
    BsonDocument load =
        doc(
            "{operations: 600, inserts: 0.5, documentKB: 100, fields: {customerId: {uniform: [1,"
                + " 500]}, status: {region: {open: 3, paid: 1}}}, readBy: [['customerId']]}");

    List<BsonValue> keys =
        cluster
            .sim()
            .compareShardKeys(
                M0,
                ORDERS,
                List.of(doc("{_id: 1}"), doc("{status: 1}"), doc("{customerId: 'hashed'}")),
                load)
            .getArray("keys")
            .getValues();

    BsonDocument id = keys.get(0).asDocument();
    assertEquals(0, id.getNumber("targetedShare").intValue());
    assertEquals(300, id.getDocument("writesPerShard").getNumber("s2").intValue());
    assertTrue(id.getNumber("movesNeeded").intValue() > 0);
    BsonDocument status = keys.get(1).asDocument();
    assertEquals(2, status.getNumber("uncuttableChunks").intValue());
    BsonDocument hashed = keys.get(2).asDocument();
    assertEquals(1, hashed.getNumber("targetedShare").intValue());
    assertEquals(0, hashed.getNumber("uncuttableChunks").intValue());
  }
}
