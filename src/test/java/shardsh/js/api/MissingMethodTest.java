package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program sees that calls a method an object of the shell does not have. */
class MissingMethodTest {
  private final ApiWorld world = new ApiWorld();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db.orders.save",
        "db.save",
        "sh.nothing",
        "rs.nothing",
        "db.orders.find().nothing",
        "db.orders.find.nothing",
        "db.getCollection('orders').nothing"
      })
  void anErrorThatIsCaughtSaysWhatIsNoFunction(String callee) {
    assertEquals(
        "TypeError: " + callee + " is not a function true",
        world.printed(
            "try { "
                + callee
                + "({a: 1}) } catch (e) { e.name + ': ' + e.message + ' ' + (e instanceof"
                + " TypeError) }"));
  }

  @Test
  void whatEveryObjectHasAndCallsThatMayFailStay() {
    assertEquals("true", world.printed("db.orders.hasOwnProperty('find')"));
    assertEquals("none", world.printed("sh.nothing?.() ?? 'none'"));
    assertEquals("5", world.printed("db.orders.save = () => 5; db.orders.save()"));
  }
}
