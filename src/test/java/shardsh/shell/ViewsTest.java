package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.js.TestEngines;
import shardsh.render.Diagrams;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.transcript.RunOptions;

/** Every picture of every built-in cluster, in several states, on screens of several widths. */
class ViewsTest {
  private static final int[] WIDTHS = {40, 60, 80, 100, 160, 240};

  /** A picture names parts of words only where it says so. */
  private static final String CUT = "…";

  private static final List<String> CANVAS =
      List.of(
          "db.orders.find({customerId: 470}).toArray()",
          "sh.moveChunk('shop.orders', {customerId: 470}, 's1')",
          "db.orders.find({customerId: 470}).toArray()",
          "sim.fill('shop.orders', {customerId: 580}, 80)",
          "db.orders.insertOne({customerId: 581, total: 1})",
          "sh.splitAt('shop.orders', {customerId: 150})",
          "db.orders.find({total: {$gt: 3}}).sort({total: -1}).limit(3).toArray()",
          "db.orders.aggregate([{$group: {_id: '$status', n: {$sum: 1}}}]).toArray()",
          "sh.addShardToZone('s1', 'east')",
          "sh.updateZoneKeyRange('shop.orders', {customerId: MinKey}, {customerId: 200}, 'east')",
          "sim.balance()",
          "sim.advance('20m')",
          "sh.stopBalancer()");

  private static final List<String> HASHED =
      List.of(
          "db.orders.find({customerId: 470}).toArray()",
          "sim.fill('shop.orders', {customerId: {from: 1, to: 900}}, 400)",
          "db.orders.insertMany([{customerId: 1}, {customerId: 2}, {customerId: 3}])",
          "sim.balance()",
          "db.orders.find({customerId: {$gt: 1}}).toArray()");

  private static final List<String> REGIONS =
      List.of(
          "sh.enableSharding('shopdb')",
          "db.orders.createIndex({region: 1, _id: 1})",
          "sh.shardCollection('shopdb.orders', {region: 1, _id: 1})",
          "db.orders.find({region: 'west'}).toArray()",
          "sh.splitAt('shopdb.orders', {region: 'south', _id: MinKey})",
          "sh.splitAt('shopdb.orders', {region: 'north', _id: MinKey})",
          "sh.moveChunk('shopdb.orders', {region: 'south', _id: 0}, 'shard2rs')",
          "db.orders.find({_id: {$gt: 5}}).sort({_id: -1}).limit(5).toArray()",
          "sh.addShardToZone('shard1rs', 'northern hemisphere')",
          "sh.updateZoneKeyRange('shopdb.orders', {region: 'north', _id: MinKey},"
              + " {region: 'south', _id: MinKey}, 'northern hemisphere')");

  private static final List<String> LAB =
      List.of(
          "mongosh --port 27101 --eval 'rs.initiate({_id: \"cfgrs\", configsvr: true,"
              + " members: [{_id: 0, host: \"127.0.0.1:27101\"}]})'",
          "mongosh --port 27102 --eval 'rs.initiate({_id: \"shard1rs\","
              + " members: [{_id: 0, host: \"127.0.0.1:27102\"}]})'",
          "sh.addShard('shard1rs/127.0.0.1:27102')");

  private static final List<String> EMPTY =
      List.of(
          "sh.shardCollection('test.readings', {sensor: 'hashed'})",
          "db.readings.insertMany([{sensor: 1}, {sensor: 2}, {sensor: 3}])",
          "sim.router('m1').readings.find({sensor: 2}).toArray()",
          "sim.router('m2').readings.find().toArray()",
          "sh.moveChunk('test.readings', {sensor: 1}, db.readings.find({sensor: 2}).explain()"
              + ".queryPlanner.winningPlan.shards[0].shardName)",
          "sim.router('m1').readings.find({sensor: 1}).toArray()",
          "sh.shardCollection('test.secondOfTheCollections', {area: 1, sensor: 1})",
          "sim.down('s1')",
          "db.plain.insertOne({a: 1})");

  private static final List<String> AGGREGATION =
      List.of(
          "db.records.aggregate([{$match: {mykey: {$lt: 5}}}, {$sort: {i: 1}}, {$limit: 7}])"
              + ".toArray()",
          "db.records.aggregate([{$group: {_id: '$favColour', mean: {$avg: '$randValue'},"
              + " all: {$push: '$i'}}}, {$sort: {mean: -1}}]).toArray()",
          "db.sales.find({country: 'DE'}).sort({cust: 1}).toArray()");

  @TestFactory
  List<DynamicTest> nothingIsCutOffUnmarkedAtAnyWidth() {
    Map<String, List<String>> clusters = new LinkedHashMap<>();
    clusters.put("--cluster canvas", CANVAS);
    clusters.put("--cluster canvas-hashed", HASHED);
    clusters.put("--cluster regions", REGIONS);
    clusters.put("--cluster lab", LAB);
    clusters.put("--cluster empty --routers 6", EMPTY);
    clusters.put("--cluster aggregation", AGGREGATION);
    List<DynamicTest> tests = new ArrayList<>();
    clusters.forEach(
        (options, lines) ->
            tests.add(DynamicTest.dynamicTest(options, () -> walk(options, lines))));
    return tests;
  }

  private static void walk(String options, List<String> lines) {
    try (ShellSession session =
        new LiveSession(RunOptions.parse("$ shardsh " + options).settings(), TestEngines::fresh)) {
      check(session, options + " at the start");
      for (String line : lines) {
        session.submit(ScriptText.typed(line), new NoOutput());
        check(session, options + " after " + line);
      }
    }
  }

  private static void check(ShellSession session, String state) {
    List<String> words = new ArrayList<>(Diagrams.words());
    for (String word : words) {
      Map<Integer, List<String>> byWidth = new LinkedHashMap<>();
      Set<String> whole = new LinkedHashSet<>();
      for (int width : new int[] {100, 120, 160, 240, 1_000}) {
        byWidth.put(width, show(session, word, ScreenProfile.unicode(width)));
        byWidth.get(width).forEach(line -> addTokens(line, whole));
      }
      for (int width : WIDTHS) {
        String where = state + ", show " + word + " at " + width;
        List<String> drawn =
            byWidth.computeIfAbsent(
                width, cells -> show(session, word, ScreenProfile.unicode(cells)));
        drawn.forEach(line -> checkLine(line, width, whole, where));
        checkAscii(drawn, show(session, word, ScreenProfile.ascii(width)), where);
      }
    }
  }

  private static List<String> show(ShellSession session, String word, ScreenProfile screen) {
    session.resize(screen);
    Submission done = session.submit(ScriptText.typed("show " + word), new NoOutput());
    assertEquals(Outcome.DONE, done.outcome(), word);
    return done.value().stream().map(StyledLine::text).toList();
  }

  private static void checkLine(String line, int width, Set<String> words, String where) {
    assertTrue(cells(line) <= width, where + " has a line of " + cells(line) + ": " + line);
    for (String part : line.split("[│●]")) {
      String text = part.strip();
      assertTrue(
          !text.startsWith(")") && !text.startsWith(","),
          where + " begins with a bracket: " + line);
    }
    Set<String> tokens = new LinkedHashSet<>();
    addTokens(line, tokens);
    for (String token : tokens) {
      boolean whole = token.contains(CUT) || words.contains(token) || token.length() < 3;
      assertTrue(
          whole || words.stream().noneMatch(word -> isPiece(token, word)),
          where + " has a piece of a word, " + token + ": " + line);
    }
  }

  /** Whether a word goes on where the token ends or begins; one more letter is a plural. */
  private static boolean isPiece(String token, String word) {
    return word.length() > token.length() + 1 && (word.startsWith(token) || word.endsWith(token));
  }

  private static int cells(String line) {
    return StyledLine.of(line).width();
  }

  /** The words, without the lines of drawings and the marks around them. */
  private static void addTokens(String line, Set<String> tokens) {
    for (String token : line.split("[\\s─━┄╌│┌┐└┘├┤┬┴┼╭╮╰╯▶◀▼▲●○═█▒░]+")) {
      String bare = token.replaceAll("^[^\\p{Alnum}_$…]+|[^\\p{Alnum}_$…]+$", "");
      if (!bare.isEmpty()) {
        tokens.add(bare);
      }
    }
  }

  private static void checkAscii(List<String> drawn, List<String> ascii, String where) {
    assertEquals(drawn.size(), ascii.size(), where);
    for (int i = 0; i < drawn.size(); i++) {
      String line = ascii.get(i);
      assertTrue(line.chars().allMatch(c -> c >= 0x20 && c < 0x7F), where + ": " + line);
      assertEquals(cells(drawn.get(i)), line.length(), where + ": " + line);
    }
  }
}
