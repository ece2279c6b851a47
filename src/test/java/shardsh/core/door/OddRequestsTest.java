package shardsh.core.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.cluster.OperatorReference;
import shardsh.lesson.ClusterFiles;

/**
 * Requests with values of the wrong type, of odd size or missing, at the door of every kind of
 * process. Each is answered or refused with a server's error: nothing else may come out.
 */
class OddRequestsTest {
  private static final NodeId M0 = new NodeId("m0");
  private static final NodeId S0 = new NodeId("s0");
  private static final NodeId CONFIG = new NodeId("cfgrs");

  private final Cluster canvas = start();
  private final Map<String, String> broken = new TreeMap<>();

  private static Cluster start() {
    Cluster cluster =
        Cluster.start(
            new ClusterFiles().named("canvas"),
            Optional.empty(),
            OptionalLong.empty(),
            new InterruptFlag());
    cluster.run(
        M0,
        "shop",
        BsonDocument.parse(
            "{insert: 'plain', documents: [{_id: 1, a: 1, b: [1, {c: 2}], s: 'x', d: {$date: 0}},"
                + "{_id: 2, a: 'y', b: {c: [1, 2]}}, {_id: 3, a: null}]}"));
    return cluster;
  }

  private static final List<BsonValue> ODD_VALUES =
      BsonDocument.parse(
              "{v: [null, true, 0, -1, 1, 3.7, {$numberDouble: 'NaN'}, {$numberDouble:"
                  + " 'Infinity'},1e300, {$numberLong: '9223372036854775807'}, {$numberLong:"
                  + " '-9223372036854775808'},{$numberDecimal: '1E+6000'}, {$numberDecimal:"
                  + " 'NaN'}, '', 'x', '$', '$$', '$a', '$$ROOT','a.', '.a', 'shop.orders',"
                  + " 'shop.', 'nope.nope', {}, [], [[]], [null], [{}], ['x'], [1, 2, 3], [{a:"
                  + " 1}], {a: 1}, {'': 1},{$a: 1}, {'a.b': 1}, {a: {$gt: {}}}, {a: 'hashed'},"
                  + " {customerId: 5}, {customerId: [1]}, {$literal: 1}, {$date: 0}, {$oid:"
                  + " '000000000000000000000000'},{$regularExpression: {pattern: '(', options:"
                  + " 'q'}}, {$regularExpression: {pattern: 'a', options: 'i'}},{$minKey: 1},"
                  + " {$maxKey: 1}, {$timestamp: {t: 1, i: 1}}, {$binary: {base64: 'AA==',"
                  + " subType: '04'}}, {$code: 'x'}, {$undefined: true}, {$symbol: 'x'}]}")
          .getArray("v")
          .getValues();

  /** Every document that differs from the given one in one place. */
  private static List<BsonDocument> variants(BsonDocument command) {
    List<BsonDocument> all = new ArrayList<>();
    for (String key : command.keySet()) {
      if (!key.equals(command.getFirstKey())) {
        BsonDocument without = command.clone();
        without.remove(key);
        all.add(without);
      }
      for (BsonValue other : replacements(command.get(key))) {
        BsonDocument changed = new BsonDocument();
        command.forEach((name, value) -> changed.append(name, name.equals(key) ? other : value));
        all.add(changed);
      }
    }
    return all;
  }

  private static List<BsonValue> replacements(BsonValue value) {
    List<BsonValue> all = new ArrayList<>(ODD_VALUES);
    if (value.isDocument()) {
      if (!value.asDocument().isEmpty()) {
        all.addAll(variants(value.asDocument()));
        BsonDocument without = value.asDocument().clone();
        without.remove(without.getFirstKey());
        all.add(without);
      }
    } else if (value.isArray()) {
      for (int i = 0; i < value.asArray().size(); i++) {
        for (BsonValue other : replacements(value.asArray().get(i))) {
          BsonArray changed = value.asArray().clone();
          changed.set(i, other);
          all.add(changed);
        }
      }
    }
    return all;
  }

  /** After a request that was taken, everything that the cluster does by itself must still work. */
  private static void goOn(Cluster cluster) {
    cluster.snapshot();
    cluster.sim().balance();
    cluster.sim().advance(20_000);
  }

  /** Sends one request to a copy of the cluster; whether it was taken. Notes what breaks. */
  private boolean send(NodeId node, String db, BsonDocument command) {
    return send(canvas.copy(), node, db, command, true);
  }

  /** The same with a request that reads only, and so needs no cluster of its own. */
  private boolean read(BsonDocument command) {
    return send(canvas, M0, "shop", command, false);
  }

  private boolean send(
      Cluster cluster, NodeId node, String db, BsonDocument command, boolean mayChange) {
    try {
      BsonDocument reply = cluster.run(node, db, command);
      fetchMore(cluster, node, db, reply);
      if (mayChange) {
        goOn(cluster);
      }
      return true;
    } catch (CommandException e) {
      if (e.getMessage().contains("org.bson") || e.getMessage().contains("java.")) {
        broken.putIfAbsent(e.getMessage(), node + " " + db + " " + command.toJson());
      }
      // The server refuses some requests about chunks with a text alone.
      if (e.errorCode().code() == 0 && db.equals("shop")) {
        broken.putIfAbsent("no code: " + e.getMessage(), node + " " + db + " " + command.toJson());
      }
      return false;
    } catch (RuntimeException | StackOverflowError e) {
      String place =
          Arrays.stream(e.getStackTrace())
              .filter(element -> element.getClassName().startsWith("shardsh"))
              .findFirst()
              .map(StackTraceElement::toString)
              .orElse("");
      broken.putIfAbsent(
          e.getClass().getName() + " at " + place,
          node + " " + db + " " + command.toJson() + " -> " + e.getMessage());
      return false;
    }
  }

  private static void fetchMore(Cluster cluster, NodeId node, String db, BsonDocument reply) {
    if (!reply.isDocument("cursor")) {
      return;
    }
    BsonDocument cursor = reply.getDocument("cursor");
    if (cursor.getInt64("id").getValue() != 0) {
      String ns = cursor.getString("ns").getValue();
      cluster.run(
          node,
          db,
          new BsonDocument("getMore", cursor.get("id"))
              .append("collection", new BsonString(ns.substring(ns.indexOf('.') + 1))));
    }
  }

  private void tryAll(NodeId node, String db, List<String> commands) {
    for (String text : commands) {
      BsonDocument command = BsonDocument.parse(text);
      send(node, db, command);
      variants(command).forEach(variant -> send(node, db, variant));
    }
    expectNothingBroken();
  }

  /** The same with commands that only read, all in one cluster. */
  private void readAll(List<String> commands) {
    for (String text : commands) {
      BsonDocument command = BsonDocument.parse(text);
      read(command);
      variants(command).forEach(this::read);
    }
    goOn(canvas);
    expectNothingBroken();
  }

  private void expectNothingBroken() {
    assertEquals("", String.join("\n", broken.entrySet().stream().map(Object::toString).toList()));
  }

  @Test
  void adminCommandsOfARouterRefuseOddFields() {
    tryAll(M0, "admin", OddRequests.ROUTER);
  }

  @Test
  void dataCommandsOfARouterRefuseOddFields() {
    tryAll(M0, "shop", OddRequests.DATA);
  }

  @Test
  void dataCommandsOfAShardRefuseOddFields() {
    tryAll(S0, "shop", OddRequests.DATA);
  }

  @Test
  void internalCommandsOfAShardRefuseOddFields() {
    tryAll(S0, "admin", OddRequests.SHARD);
  }

  @Test
  void commandsOfTheConfigServersRefuseOddFields() {
    tryAll(CONFIG, "admin", OddRequests.CONFIG);
  }

  @Test
  void theConfigDatabaseRefusesOddFields() {
    tryAll(M0, "config", OddRequests.SETTINGS);
    tryAll(CONFIG, "config", OddRequests.SETTINGS);
  }

  /** The names given and all that the reference has of a family, so that none is forgotten. */
  private static TreeSet<String> withReference(String family, List<String> given) {
    TreeSet<String> names = new TreeSet<>(given);
    for (OperatorReference.Family one : OperatorReference.families()) {
      if (one.name().equals(family)) {
        names.addAll(one.complete());
        names.addAll(one.partial().keySet());
        names.addAll(one.refused());
      }
    }
    return names;
  }

  @Test
  void everyStageUpdateOperatorAndAccumulatorOfTheReferenceIsTriedWithOddOperands() {
    List<String> commands = new ArrayList<>();
    for (String stage : withReference("Stages", List.of())) {
      commands.add("{aggregate: 'plain', pipeline: [{" + stage + ": 1}], cursor: {}}");
    }
    for (String operator : withReference("Update", List.of())) {
      commands.add("{update: 'plain', updates: [{q: {_id: 1}, u: {" + operator + ": {a: 1}}}]}");
    }
    for (String name : withReference("Accumulators", List.of())) {
      commands.add(
          "{aggregate: 'plain', pipeline: [{$group: {_id: null, x: {"
              + name
              + ": 1}}}], cursor: {}}");
    }
    for (String name : withReference("Window functions", List.of())) {
      commands.add(
          "{aggregate: 'plain', pipeline: [{$setWindowFields: {sortBy: {a: 1}, output: {x: {"
              + name
              + ": 1}}}}], cursor: {}}");
    }
    tryAll(M0, "shop", commands);
  }

  @Test
  void filtersRefuseOddOperands() {
    List<String> commands = new ArrayList<>();
    for (String op : withReference("Query", OddRequests.QUERY)) {
      commands.add("{find: 'plain', filter: {b: {" + op + ": 1}}}");
      commands.add("{find: 'plain', filter: {" + op + ": [{a: 1}]}}");
      commands.add("{find: 'orders', filter: {customerId: {" + op + ": 1}}}");
      commands.add("{find: 'orders', filter: {customerId: {$not: {" + op + ": 1}}}}");
    }
    readAll(commands);
  }

  @Test
  void expressionsRefuseOddOperands() {
    for (String operator : withReference("Expressions", OddRequests.EXPRESSION)) {
      for (BsonValue operand : fewOddValues()) {
        read(projecting(operator, operand));
      }
      for (String text : OddRequests.ARGUMENTS) {
        BsonValue operand = BsonDocument.parse("{v: " + text + "}").get("v");
        if (read(projecting(operator, operand))) {
          for (BsonValue other : withOneOdd(operand)) {
            read(projecting(operator, other));
          }
        }
      }
    }
    goOn(canvas);
    expectNothingBroken();
  }

  /** Every fourth of the odd values: enough for operators, of which there are many. */
  private static List<BsonValue> fewOddValues() {
    return IntStream.range(0, ODD_VALUES.size())
        .filter(i -> i % 4 == 0)
        .mapToObj(ODD_VALUES::get)
        .toList();
  }

  /** The operand with one of its elements or fields replaced by something odd. */
  private static List<BsonValue> withOneOdd(BsonValue operand) {
    List<BsonValue> all = new ArrayList<>();
    for (BsonValue odd : fewOddValues()) {
      if (operand.isArray()) {
        for (int i = 0; i < operand.asArray().size(); i++) {
          BsonArray changed = operand.asArray().clone();
          changed.set(i, odd);
          all.add(changed);
        }
      } else if (operand.isDocument()) {
        for (String key : operand.asDocument().keySet()) {
          all.add(operand.asDocument().clone().append(key, odd));
        }
      }
    }
    return all;
  }

  private static BsonDocument projecting(String operator, BsonValue operand) {
    BsonDocument stage =
        new BsonDocument("$project", new BsonDocument("x", new BsonDocument(operator, operand)));
    return new BsonDocument("aggregate", new BsonString("plain"))
        .append("pipeline", new BsonArray(List.of(stage)))
        .append("cursor", new BsonDocument());
  }

  @Test
  void stagesRefuseOddOperands() {
    List<String> reads = new ArrayList<>();
    List<String> writes = new ArrayList<>();
    for (String stage : OddRequests.STAGES) {
      boolean isWrite = stage.contains("$out") || stage.contains("$merge:");
      List<String> commands = isWrite ? writes : reads;
      commands.add("{aggregate: 'orders', pipeline: [" + stage + "], cursor: {}}");
      commands.add("{aggregate: 'plain', pipeline: [" + stage + "], cursor: {}}");
    }
    readAll(reads);
    tryAll(M0, "shop", writes);
  }

  @Test
  void updatesRefuseOddOperands() {
    List<String> commands = new ArrayList<>();
    for (String update : OddRequests.UPDATES) {
      commands.add("{update: 'plain', updates: [{q: {}, u: " + update + ", multi: true}]}");
    }
    tryAll(M0, "shop", commands);
  }
}
