package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Quotes, brackets and operators that a learner leaves out are named with the line as it should be.
 */
class SlipHintsTest {
  private static PromptFixture prompt;

  @BeforeAll
  static void prepare() {
    prompt = PromptFixture.canvas();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "db.orders.find({status: open}) | a text stands in quotes: db.orders.find({status:"
            + " \"open\"})",
        "db.orders.find({status: {$in: [open, shipped]}}) | a text stands in quotes:"
            + " db.orders.find({status: {$in: [\"open\", \"shipped\"]}})",
        "sh.moveChunk('shop.orders', {customerId: 420}, s0) | a text stands in quotes:"
            + " sh.moveChunk('shop.orders', {customerId: 420}, \"s0\")",
        "db.getCollection(orders).countDocuments() | a text stands in quotes:"
            + " db.getCollection(\"orders\").countDocuments()",
        "sim.down(m0) | a text stands in quotes: sim.down(\"m0\")",
        "sh.splitAt(shop.orders, {customerId: 450}) | a text stands in quotes:"
            + " sh.splitAt(\"shop.orders\", {customerId: 450})",
        "sh.shardCollection('shop.x', {region, _id}) | a field stands with its value, as in"
            + " {region: 1}",
        "sh.shardCollection('shop.x', region) | a field stands with its value, as in {region: 1}",
        "db.orders.find().sort(total) | a field stands with its value, as in {total: 1}",
        "提示 | the word for that is hint",
        "下一步 | the word for that is next",
        "sh.splitAt('shop.orders', {customerId: Minkey}) | did you mean: sh.splitAt('shop.orders',"
            + " {customerId: MinKey})",
        "shop.orders.find() | did you mean: db.orders.find()",
        "orders.find({customerId: 470}) | did you mean: db.orders.find({customerId: 470})",
        "admin.runCommand({ping: 1}) | did you mean: db.getSiblingDB(\"admin\").runCommand({ping:"
            + " 1})",
        "config.rangeDeletions.find() | did you mean:"
            + " db.getSiblingDB(\"config\").rangeDeletions.find()",
        "db.config.rangeDeletions.find() | there is no collection config.rangeDeletions in shop;"
            + " did you mean: db.getSiblingDB(\"config\").rangeDeletions.find()",
        "db.getSiblingDB('config').rangedeletions.find() | there is no collection rangedeletions;"
            + " did you mean: db.getSiblingDB('config').rangeDeletions.find()",
        "sh.shardCollection('shop.orders', {total: 1}) | show chunks   names the shard key; undo"
            + " takes back the line that set it",
        "mongosh --port 27102 --eval rs.status() | mongosh --port 27102 --eval 'rs.status()'",
        "connect('127.0.0.1:27101/admin').rs.initiate() | db = connect('127.0.0.1:27101/admin')  "
            + " then rs.initiate(): rs follows db",
      })
  void aNameThatWasMeantAsATextOrAPlaceIsNoVariable(String typed, String hint) {
    assertEquals("hint: " + hint, prompt.hints(typed));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "db.orders.find({customerId: 470) | db.orders.find({customerId: 470})",
        "db.orders.find({customerId: {$in: [1, 2}}) | db.orders.find({customerId: {$in: [1, 2]}})",
        "sim.secondOpinion('shop.orders', {a: {$in: [1]}, {mutant: 'forgetIn'}) |"
            + " sim.secondOpinion('shop.orders', {a: {$in: [1]}}, {mutant: 'forgetIn'})",
        "db = connect(127.0.0.1:27102/admin) | db = connect(\"127.0.0.1:27102/admin\")",
        "sh.addShard(s3/127.0.0.1:27110) | sh.addShard(\"s3/127.0.0.1:27110\")",
        "connect(localhost:27102) | connect(\"localhost:27102\")",
        "db.orders.find({total: {$ge: 3}}) | db.orders.find({total: {$gte: 3}})",
        "db.orders.find({or: [{total: 3}, {total: 4}]}) | db.orders.find({$or: [{total: 3}, {total:"
            + " 4}]})",
        "sh.status | sh.status()",
        "sim.balance; | sim.balance()",
        "db.orders.find({total: {$gt: 3}}}) | db.orders.find({total: {$gt: 3}})",
        "sh.status()) | sh.status()",
        "db.orders.find({customerId: 470)}) | db.orders.find({customerId: 470})",
        "db.orders.find(customerId: 470) | db.orders.find({customerId: 470})",
        "db.orders.find({customerId = 470}) | db.orders.find({customerId: 470})",
        "db.orders.find({customerId > 100}) | db.orders.find({customerId: {$gt: 100}})",
        "db.orders.find({status: 'open', customerId: <= 100}) | db.orders.find({status: 'open',"
            + " customerId: {$lte: 100}})",
        "sim.advance(15m) | sim.advance(\"15m\")",
      })
  void aSlipThatIsNoJavaScriptIsAnsweredWithTheLineAsItShouldBe(String typed, String line) {
    assertEquals("hint: did you mean: " + line, prompt.hints(typed));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"print(nope)", "nope.find()", "let {nope} = {}", "db.orders.find({)}", "let 1a = 2"})
  void whatMayBeAVariableOrAnythingIsLeftAlone(String typed) {
    assertEquals("", prompt.hints(typed));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "db.orders.find({customerId: '470'}) | db.orders.find({customerId: 470})",
        "db.orders.countDocuments({customerId: {$gte: '100', $lt: '300'}}) |"
            + " db.orders.countDocuments({customerId: {$gte: 100, $lt: 300}})",
        "db.orders.deleteMany({$or: [{status: 'none'}, {customerId: '470'}]}) |"
            + " db.orders.deleteMany({$or: [{status: 'none'}, {customerId: 470}]})",
        "sim.whatIf(() => 1); sim.fill('shop.orders', {customerId: '580'}, 1) | sim.whatIf(() =>"
            + " 1); sim.fill('shop.orders', {customerId: 580}, 1)",
        "sh.splitAt('shop.orders', {customerId: '450'}) | sh.splitAt('shop.orders', {customerId:"
            + " 450})",
      })
  void aNumberInQuotesIsNotedWhereTheDocumentsHaveNumbers(String typed, String line) {
    PromptFixture own = PromptFixture.canvas();

    assertEquals(
        "hint: customerId is a number in the documents looked at; did you mean: " + line,
        own.hints(typed));
  }

  @Test
  void anOperatorWithoutItsSignIsNotedWhereNothingWasFound() {
    assertEquals(
        "hint: did you mean: db.orders.find({customerId: {$gte: 100}})",
        prompt.hints("db.orders.find({customerId: {gte: 100}})"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db.orders.find({status: '1'})",
        "db.orders.find({customerId: 'x'})",
        "db.orders.find({customerId: {$type: 'string'}})",
        "db.nothing.find({a: '1'})",
      })
  void aTextThatIsNoNumberOrIsAmongTextsIsLeftAlone(String typed) {
    assertEquals("", prompt.hints(typed));
  }

  @Test
  void anArgumentOfTwoTypesIsAskedForByBoth() {
    String said =
        prompt
            .submission("sim.secondOpinion('shop.orders', '200')")
            .failure()
            .orElseThrow()
            .atPrompt()
            .get(0)
            .text();

    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] Argument at position 1 must be of type object or"
            + " number, got string instead (Sim.secondOpinion)",
        said);
  }

  @Test
  void aLongLineIsNotRepeated() {
    String many = "1, ".repeat(60);

    assertEquals(
        "hint: a text stands in quotes: \"open\"",
        prompt.hints("db.orders.find({x: [" + many + "1], status: open})"));
  }
}
