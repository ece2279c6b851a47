package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ExampleNamesTest extends LearnerFixture {
  @Test
  void usageInAnErrorNamesACollectionOfTheClusterAtHand() {
    LiveSession session = session("en");
    type(session, "learn second-opinion");

    String said = type(session, "sim.secondOpinion(200)");

    assertTrue(said.contains("hint: sim.secondOpinion(\"shopdb.orders\", {region: 42})"), said);
  }

  @Test
  void usageStaysAsItIsWhereTheOrdersAreThoseOfTheCanvas() {
    LiveSession session = session("en");
    type(session, "learn router-cache");
    type(session, "bye");

    String said = type(session, "sim.secondOpinion(200)");

    assertTrue(said.contains("hint: sim.secondOpinion(\"shop.orders\", {customerId: 42})"), said);
  }
}
