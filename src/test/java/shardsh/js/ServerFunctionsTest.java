package shardsh.js;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/** Functions that commands carry run in a world of their own. */
class ServerFunctionsTest {
  private final ServerFunctions functions =
      new ServerFunctions(() -> TestEngines.fresh(SharedEngine.PORTS));

  private BsonValue call(String body, BsonValue... arguments) {
    return functions.call(body, List.of(arguments));
  }

  @Test
  void numbersComeBackAsDoublesAlsoInsideOfDocuments() {
    assertEquals(
        new BsonDouble(5),
        call("function(a, b) { return a + b; }", new BsonInt32(2), new BsonInt32(3)));
    assertEquals(BsonDocument.parse("{n: 1.0, list: [2.0]}"), call("() => ({n: 1, list: [2]})"));
  }

  @Test
  void longsCountInSumsAndStayLongsWhenHandedThrough() {
    assertEquals(new BsonDouble(8), call("a => a + 1", new BsonInt64(7)));
    assertEquals(new BsonInt64(7), call("a => a", new BsonInt64(7)));
  }

  @Test
  void nothingOfTheShellIsSeen() {
    assertEquals(new BsonString("undefined undefined"), call("() => typeof db + ' ' + typeof sh"));
  }

  @Test
  void functionWithoutResultGivesUndefined() {
    assertEquals(new BsonUndefined(), call("() => {}"));
  }

  @Test
  void whatTheFunctionThrowsIsAnErrorOfTheServer() {
    CommandException error = assertThrows(CommandException.class, () -> call("() => nobody.knows"));

    assertEquals(ErrorCode.JS_INTERPRETER_FAILURE, error.errorCode());
    assertEquals("ReferenceError: nobody is not defined", error.getMessage());
  }

  @Test
  void textThatIsNoFunctionIsRefused() {
    CommandException error = assertThrows(CommandException.class, () -> call("1 + 1"));

    assertTrue(error.getMessage().contains("no function"), error.getMessage());
  }
}
