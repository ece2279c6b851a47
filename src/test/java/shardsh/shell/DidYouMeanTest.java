package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.js.TestEngines;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.shell.SessionSettings.TraceLevel;

/** A name typed wrong is answered with the input as it should have been. */
class DidYouMeanTest {
  private static LiveSession session;

  @BeforeAll
  static void prepare() {
    session =
        new LiveSession(
            new SessionSettings(
                "canvas",
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                TraceLevel.NONE,
                true,
                ScreenProfile.unicode(100),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty()),
            TestEngines::fresh);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "sh.movChunk('shop.orders', {customerId: 1}, 's1') "
            + "| did you mean: sh.moveChunk('shop.orders', {customerId: 1}, 's1')",
        "db.orders.findone({}) | did you mean: db.orders.findOne({})",
        "pritn(1) | did you mean: print(1)",
        "shwo chunks | did you mean: show chunks",
        "wyh | did you mean: why",
        "show chnks | did you mean: show chunks",
        "help StaleConfg | did you mean: help StaleConfig",
        "learn stale-mongo | did you mean: learn stale-mongos",
        "db.orders.find({customerId: {$gtt: 1}}) | did you mean: db.orders.find({customerId: {$gt:"
            + " 1}})",
        "db.orders.aggregate([{$mach: {}}]) | did you mean: db.orders.aggregate([{$match: {}}])",
        "db.orders.updateMany({}, {$sett: {a: 1}}) "
            + "| did you mean: db.orders.updateMany({}, {$set: {a: 1}})",
        "sh.splitAt('shop.order', {customerId: 5}) "
            + "| did you mean: sh.splitAt('shop.orders', {customerId: 5})",
        "sh.splitAt('shop.orders', {customerid: 5}) "
            + "| did you mean: sh.splitAt('shop.orders', {customerId: 5})",
        "sh.moveChunk('shop.orders', {customerId: 5}, 's11') "
            + "| did you mean: sh.moveChunk('shop.orders', {customerId: 5}, 's1')",
        "sh.moveChunk('shop.orders', {customerId: 5}, 's9') | show shards   lists them",
        "db.orders.find({custmerId: 470}) | custmerId is in no document looked at; did you mean:"
            + " db.orders.find({customerId: 470})",
        "db.order.find() | there is no collection order; did you mean: db.orders.find()",
      })
  void theHintIsTheInputAsItShouldHaveBeen(String typed, String hint) {
    assertEquals("hint: " + hint, hints(typed.strip()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db.orders.find({customerId: 99999})",
        "db.orders.find({customerId: 470})",
        "nope",
        "var o = {a: 1}; o.foo()"
      })
  void whatIsNotTypedWrongOrLikeNothingIsLeftAlone(String typed) {
    assertEquals("", hints(typed));
  }

  private static String hints(String typed) {
    return session.submit(ScriptText.typed(typed), new NoOutput()).lines().stream()
        .map(StyledLine::text)
        .filter(line -> line.startsWith("hint: "))
        .collect(Collectors.joining("\n"));
  }
}
