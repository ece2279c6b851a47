package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.js.TestEngines;
import shardsh.render.StyledLine;
import shardsh.transcript.RunOptions;

/** What the settings of mongosh do, and what is said about them. */
class ConfigTest {
  private final LiveSession session =
      new LiveSession(RunOptions.parse("$ shardsh --trace none").settings(), TestEngines::fresh);

  private String type(String line) {
    return session.submit(ScriptText.typed(line), new NoOutput()).lines().stream()
        .map(StyledLine::text)
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'displayBatchSize', 0 | displayBatchSize must be a positive integer",
        "'maxTimeMS', 0 | maxTimeMS must be null or a positive integer",
        "'historyLength', 'x' | historyLength must be a positive integer",
        "'showStackTraces', 1 | showStackTraces must be a boolean",
        "'inspectDepth', true | inspectDepth must be a positive integer",
        "'inspectCompact', -1 | inspectCompact must be a boolean or a positive integer",
        "'redactHistory', 1 | redactHistory must be one of 'keep', 'remove', or 'remove-redact'",
        "'editor', 5 | editor must be a string or null",
        "'locale', 'fr' | locale must be one of 'en' or 'zh'"
      })
  void aWrongValueIsRefusedAsMongoshDoes(String call, String why) {
    String key = call.substring(1, call.indexOf("',"));

    assertEquals("Cannot set option \"" + key + "\": " + why, type("config.set(" + call + ")"));
  }

  @ParameterizedTest
  @CsvSource({"get", "set", "reset"})
  void aMissingNameIsToldAsMongoshDoes(String method) {
    String told = type("config." + method + "()");

    assertTrue(
        told.contains("Missing required argument at position 0 (config." + method + ")"), told);
  }

  @Test
  void aChangeAResetAndAnUnknownSettingAreTold() {
    assertEquals(
        "Setting \"displayBatchSize\" has been changed", type("config.set('displayBatchSize', 2)"));
    assertEquals("2", type("config.get('displayBatchSize')"));
    assertEquals(
        "Setting \"displayBatchSize\" has been reset to its default value",
        type("config.reset('displayBatchSize')"));
    assertEquals("20", type("config.get('displayBatchSize')"));
    assertEquals(
        "Option \"nope\" is not available in this environment", type("config.set('nope', 1)"));
    assertEquals(
        "Option \"nope\" is not available in this environment", type("config.reset('nope')"));
    assertEquals("", type("config.get('nope')"));
  }

  @Test
  void maxTimeMsHoldsForEveryHelperThatHasNoLimitOfItsOwn() {
    type("sim.config({latencyMs: 5})");
    type("config.set('maxTimeMS', 1)");

    assertTrue(type("db.orders.find().toArray().length").startsWith("MongoServerError[MaxTime"));
    assertTrue(type("db.orders.updateOne({}, {$set: {a: 1}})").contains("MaxTimeMSExpired"));
    assertEquals("9", type("db.orders.find().maxTimeMS(1000).toArray().length"));
    type("config.set('maxTimeMS', null)");
    assertEquals("9", type("db.orders.find().toArray().length"));
  }

  @Test
  void showStackTracesTellsWhereAnErrorComesFrom() {
    type("function f() { throw new Error('deep') }");
    assertEquals("Error: deep", type("f()"));

    type("config.set('showStackTraces', true)");

    assertEquals(
        "Uncaught:\nError: deep\n    at f ((shell):1:22)\n    at (shell):1:1", type("f()"));
    assertTrue(type("1;\nsh.moveChunk()").contains("\n    at (shell):2:1\n"));
  }

  @Test
  void historyLeavesOutWhatMayHoldASecretUnlessAllIsToBeKept() {
    type("let secret = 1");
    type("let plain = 2");

    assertEquals("true", type("history().includes('let plain = 2')"));
    assertEquals("0", type("history().filter(line => line.startsWith('let sec')).length"));

    type("config.set('redactHistory', 'keep')");
    type("let secret = 3");

    assertEquals("1", type("history().filter(line => line.startsWith('let sec')).length"));
  }

  @Test
  void historyLengthBoundsWhatHistoryGives() {
    type("1");
    type("2");
    type("config.set('historyLength', 2)");

    assertEquals("2", type("history().length"));
    assertEquals("[ 'history().length', 'history()' ]", type("history()"));
  }

  @Test
  void editBeginsWithTheSourceOfAFunctionOrWithTheText() {
    type("function f(a) { return a }; doc = {a: [1]}");

    assertEquals("function f(a) { return a }", session.toEdit("edit f").orElseThrow().content());
    assertEquals("f = x", session.toEdit("edit f").orElseThrow().input("x"));
    assertTrue(session.toEdit("edit doc").orElseThrow().content().contains("\"a\": ["));
    assertEquals("db.a.find({})", session.toEdit("edit db.a.find({})").orElseThrow().content());
    assertTrue(session.toEdit("edit").orElseThrow().again());
    assertTrue(session.toEdit("edit = 3").isEmpty());
    assertTrue(type("edit").contains("'edit' opens an editor on a terminal"));
  }
}
