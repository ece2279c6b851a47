package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ServerProfile;
import shardsh.core.expr.Expression;
import shardsh.core.expr.VariableNames;
import shardsh.core.expr.op.Operators;

/** Operators that came after 4.4 are unknown to the servers of older profiles. */
class OperatorVersionsTest {

  private static TestCluster cluster(String profile) {
    TestCluster cluster = TestCluster.plain(profile);
    cluster.shop("{insert: 'c', documents: [{_id: 1, a: [2, 1], n: 1}]}");
    return cluster;
  }

  private static String stage(String profile, String stage) {
    return cluster(profile).tried("{aggregate: 'c', pipeline: [" + stage + "], cursor: {}}");
  }

  @Test
  void everyExpressionIsKnownFromItsFirstVersionOn() {
    Map<String, String> since = Operators.since();
    List<String> wrong = new ArrayList<>();
    for (ServerProfile profile : ServerProfile.ALL) {
      for (String name : Operators.names()) {
        boolean known = true;
        try {
          Expression.parse(new BsonDocument(name, new BsonArray()), VariableNames.of(profile));
        } catch (CommandException e) {
          known = e.errorCode().code() != 168;
        }
        if (known != profile.isAtLeast(since.getOrDefault(name, "4.4"))) {
          wrong.add(profile.name() + " " + name);
        }
      }
    }

    assertEquals(List.of(), wrong);
  }

  @Test
  void anExpressionOfALaterVersionIsUnrecognizedInAStage() {
    String sorted = "{$project: {x: {$sortArray: {input: '$a', sortBy: 1}}}}";

    assertEquals(
        "168 InvalidPipelineOperator: Invalid $project :: caused by :: Unrecognized expression"
            + " '$sortArray'",
        stage("5.0", sorted));
    assertEquals("ok", stage("classic", sorted));
  }

  @Test
  void anExpressionOfALaterVersionIsUnrecognizedWhereverExpressionsAreRead() {
    TestCluster old = cluster("4.4");
    String unknown = "Unrecognized expression '$getField'";
    String expression = "{$getField: 'n'}";
    String filter = "{$expr: {$eq: [" + expression + ", 1]}}";
    List<String> commands =
        List.of(
            "{find: 'c', filter: " + filter + "}",
            "{count: 'c', query: " + filter + "}",
            "{delete: 'c', deletes: [{q: " + filter + ", limit: 1}]}",
            "{update: 'c', updates: [{q: {_id: 1}, u: [{$set: {x: " + expression + "}}]}]}",
            "{findAndModify: 'c', query: {_id: 1}, update: [{$set: {x: " + expression + "}}]}",
            "{create: 'v', viewOn: 'c', pipeline: [{$set: {x: " + expression + "}}]}",
            "{create: 'd', validator: " + filter + "}");
    List<String> wrong = new ArrayList<>();
    for (String command : commands) {
      String outcome = old.tried(command);
      if (!outcome.startsWith("168") || !outcome.endsWith(unknown)) {
        wrong.add(command + " -> " + outcome);
      }
    }

    assertEquals(List.of(), wrong);
  }

  @Test
  void anExpressionOfALaterVersionIsUnknownInAProjection() {
    TestCluster old = cluster("4.4");
    String unknown = "31325 Location31325: Unknown expression $getField";

    assertEquals(unknown, old.tried("{find: 'c', projection: {x: {$getField: 'n'}}}"));
    assertEquals(unknown, old.tried("{find: 'none', projection: {x: {$getField: 'n'}}}"));
    assertEquals("ok", cluster("5.0").tried("{find: 'c', projection: {x: {$getField: 'n'}}}"));
  }

  @Test
  void anAccumulatorOfALaterVersionIsAnUnknownGroupOperator() {
    String top = "{$group: {_id: null, x: {$topN: {n: 1, sortBy: {n: 1}, output: '$n'}}}}";
    String median = "{$group: {_id: null, x: {$median: {input: '$n', method: 'approximate'}}}}";

    assertEquals("15952 Location15952: unknown group operator '$topN'", stage("5.0", top));
    assertEquals("ok", stage("classic", top));
    assertEquals("15952 Location15952: unknown group operator '$median'", stage("classic", median));
    assertEquals("ok", stage("7.0", median));
  }

  @Test
  void aWindowFunctionOfALaterVersionIsUnrecognized() {
    String carried = "{$setWindowFields: {sortBy: {n: 1}, output: {x: {$locf: '$n'}}}}";
    String least = "{$setWindowFields: {output: {x: {$minN: {n: 1, input: '$n'}}}}}";

    assertEquals("9 FailedToParse: Unrecognized window function, $locf", stage("5.0", carried));
    assertEquals("9 FailedToParse: Unrecognized window function, $minN", stage("5.0", least));
    assertEquals("ok", stage("6.0", carried));
    assertEquals("ok", stage("6.0", least));
  }

  @Test
  void argumentsOfALaterVersionAreUnknown() {
    String first = "{$project: {x: {$filter: {input: '$a', cond: true, limit: 1}}}}";
    String either = "{$project: {x: {$ifNull: ['$x', '$y', 1]}}}";
    String text = "{$project: {x: {$convert: {input: '$n', to: 'string', format: 'hex'}}}}";

    assertEquals(
        "28647 Location28647: Invalid $project :: caused by :: Unrecognized parameter to $filter:"
            + " limit",
        stage("5.0", first));
    assertEquals("ok", stage("6.0", first));
    assertEquals(
        "16020 Location16020: Invalid $project :: caused by :: Expression $ifNull takes exactly 2"
            + " arguments. 3 were passed in.",
        stage("4.4", either));
    assertEquals("ok", stage("5.0", either));
    assertEquals(
        "9 FailedToParse: Invalid $project :: caused by :: $convert found an unknown argument:"
            + " format",
        stage("7.0", text));
    assertEquals("ok", stage("8.0", text));
  }

  @Test
  void theReferenceNamesTheFirstVersionOfLaterOperatorsOnly() {
    OperatorReference.Family stages =
        OperatorReference.families().stream()
            .filter(family -> family.name().equals("Stages"))
            .findFirst()
            .orElseThrow();

    assertEquals("$fill (5.3)", stages.dated("$fill"));
    assertEquals("$match", stages.dated("$match"));
  }
}
