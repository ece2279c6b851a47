package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.cluster.ConnectionRefused;

/** What is sent again when no answer came. */
class LostMessagesTest {
  private static final CommandException LOST =
      new CommandException(ErrorCode.HOST_UNREACHABLE, "the reply was lost");

  private final ApiWorld world = new ApiWorld();

  LostMessagesTest() {
    world.router.mayLoseMessages();
  }

  @Test
  void aSingleWriteIsSentAgainWithItsNumber() {
    world.router.fail("update", LOST);

    List<String> sent = world.sent("db.c.updateOne({_id: 1}, {$inc: {n: 1}})");

    assertEquals(2, sent.size());
    assertEquals(sent.get(0), sent.get(1));
    assertTrue(sent.get(0).contains("\"txnNumber\": 1"), sent.get(0));
  }

  @Test
  void aWriteToManyDocumentsIsNotSentAgain() {
    world.router.fail("update", LOST);

    assertEquals(
        "MongoServerError: the reply was lost", error("db.c.updateMany({}, {$inc: {n: 1}})"));
    assertEquals(1, world.router.take().size());
  }

  @Test
  void aReadIsSentAgainOnce() {
    world.router.fail("find", LOST);
    assertEquals(2, world.sent("db.c.find().toArray()").size());

    world.router.fail("find", LOST);
    world.router.fail("find", LOST);
    assertEquals("MongoServerError: the reply was lost", error("db.c.find().toArray()"));
    assertEquals(2, world.router.take().size());
  }

  @Test
  void whatNeverReachedAProcessIsNotSentAgain() {
    world.router.fail(
        "insert",
        new CommandException(
            ErrorCode.HOST_UNREACHABLE, "refused", new ConnectionRefused("127.0.0.1:27100")));

    error("db.c.insertOne({_id: 1})");

    assertEquals(1, world.router.take().size());
  }

  @Test
  void withoutFaultsWritesHaveNoNumber() {
    List<String> sent = new ApiWorld().sent("db.c.insertOne({_id: 1})");

    assertFalse(sent.get(0).contains("txnNumber"), sent.get(0));
  }

  @Test
  void aCommitIsSentAgainAndThenWaitsForAMajority() {
    world.printed("var s = db.getMongo().startSession(); s.startTransaction()");
    world.sent("s.getDatabase('shop').c.insertOne({_id: 1})");
    world.router.fail("commitTransaction", LOST);

    List<String> sent = world.sent("s.commitTransaction()");

    assertEquals(2, sent.size());
    assertFalse(sent.get(0).contains("majority"), sent.get(0));
    assertTrue(
        sent.get(1).contains("\"writeConcern\": {\"wtimeout\": 10000, \"w\": \"majority\"}"),
        sent.get(1));
  }

  private String error(String js) {
    return world.errorText(js).lines().findFirst().orElseThrow();
  }
}
