package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a driver sends of a session's transactions. */
class SessionTest {
  private final ApiWorld world = new ApiWorld();

  SessionTest() {
    world.printed("var s = db.getMongo().startSession()");
    world.printed("s.startTransaction()");
  }

  private List<String> sent(String js) {
    return world.sent(js);
  }

  @Test
  void commitOfATransactionThatDidNothingSendsNothing() {
    assertEquals(List.of(), sent("s.commitTransaction()"));
    assertEquals(List.of(), sent("s.commitTransaction()"));
  }

  @Test
  void abortOfATransactionThatDidNothingSendsNothing() {
    assertEquals(List.of(), sent("s.abortTransaction()"));
  }

  @Test
  void commitAfterAStatementIsSentAndSentAgainWhenAskedAgain() {
    sent("s.getDatabase('shop').runCommand({insert: 'c', documents: [{_id: 1}]})");

    assertTrue(sent("s.commitTransaction()").get(0).contains("commitTransaction"));
    assertTrue(sent("s.commitTransaction()").get(0).contains("commitTransaction"));
  }

  @Test
  void concernsOfATransactionThatAreNoDocumentsSetNothing() {
    world.printed("s.abortTransaction(); s.startTransaction({readConcern: 5, writeConcern: 'x'})");

    List<String> sent = sent("s.getDatabase('shop').c.insertOne({_id: 1}); s.commitTransaction()");

    assertEquals(2, sent.size());
    assertEquals(-1, sent.toString().indexOf("Concern"), sent::toString);
  }

  @Test
  void endsThatDoNotGoTogetherAreRefused() {
    sent("s.abortTransaction()");
    assertEquals(
        "MongoTransactionError: Cannot call abortTransaction twice",
        world.errorText("s.abortTransaction()"));
    assertEquals(
        "MongoTransactionError: Cannot call commitTransaction after calling abortTransaction",
        world.errorText("s.commitTransaction()"));
    world.printed("s.startTransaction(); s.commitTransaction()");
    assertEquals(
        "MongoTransactionError: Cannot call abortTransaction after calling commitTransaction",
        world.errorText("s.abortTransaction()"));
  }

  @Test
  void statementOutsideEndsTheOneBefore() {
    world.printed("s.commitTransaction()");
    sent("s.getDatabase('shop').runCommand({ping: 1})");

    assertEquals(
        "MongoTransactionError: No transaction started", world.errorText("s.commitTransaction()"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3",
        "null",
        "Symbol('3')",
        "{errorLabels: 3}",
        "{errorLabels: [3]}",
        "{get errorLabels() { throw 3 }}"
      })
  void whateverAFunctionThrowsIsTheErrorOfItsTransaction(String thrown) {
    world.printed("s.commitTransaction()");

    String error = world.errorText("s.withTransaction(() => { throw " + thrown + " })");

    assertTrue(error.matches("Error: (.*3.*|null)"), error);
  }
}
