package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program assigns to the objects of the shell. */
class AssignedMembersTest {
  private final ApiWorld world = new ApiWorld();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db",
        "sh",
        "rs",
        "sim",
        "config",
        "console",
        "EJSON",
        "DBQuery",
        "db.orders",
        "db.orders.find",
        "db.getMongo()",
        "print",
        "sh.help"
      })
  void aValueIsKeptListedAndGoneAfterDelete(String object) {
    assertEquals(
        "1 true true true undefined",
        world.printed(
            "var o = "
                + object
                + "; o.own = 1; var seen = [o.own, 'own' in o, Object.keys(o).includes('own')];"
                + "seen.push(delete o.own, typeof o.own === 'number' ? 'kept' : 'undefined');"
                + "seen.join(' ')"));
  }

  @Test
  void aMethodOfTheSameObjectKeepsItTheNextTime() {
    world.printed("db.orders.find.own = 2");

    assertEquals("2", world.printed("db.orders.find.own"));
  }

  @Test
  void aMethodCanBeCoveredAndUncovered() {
    assertEquals("mine", world.printed("db.getName = () => 'mine'; db.getName()"));
    assertEquals("shop", world.printed("delete db.getName; db.getName()"));
    assertEquals("shop", world.printed("delete db.getName; db.getName()"));
  }

  @Test
  void aCollectionCanBeCoveredAndStaysReachable() {
    assertEquals("7", world.printed("db.orders = 7; db.orders"));
    assertEquals("shop.orders", world.printed("db.getCollection('orders')"));
  }

  @Test
  void whatWeCallOurselvesIsNeverWhatAProgramAssigned() {
    world.printed(
        "db.getName = () => 'x'; db.runCommand = () => 1; db.orders.aggregate = () => 1;"
            + "db.toString = () => 'x'");

    assertEquals("shop", world.api.database());
    assertEquals("shop", world.printed("db"));
    assertEquals(
        List.of(true),
        world.sent("db.orders.countDocuments()").stream()
            .map(sent -> sent.contains("aggregate"))
            .toList());
  }

  @Test
  void aSettingStaysASetting() {
    world.printed("DBQuery.shellBatchSize = 3; DBQuery.own = 4");

    assertEquals(3, world.api.batchSize());
    assertEquals("3 4", world.printed("DBQuery.shellBatchSize + ' ' + DBQuery.own"));
  }
}
