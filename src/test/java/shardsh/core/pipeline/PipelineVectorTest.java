package shardsh.core.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.CommandException;
import shardsh.core.base.OperationContext;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.op.Operators;
import shardsh.core.query.Collation;
import shardsh.core.query.QueryContext;
import shardsh.core.sim.SimRandom;

/**
 * The handed cases of accumulators and stages, as far as their stages are here. A case is never
 * edited to pass.
 */
class PipelineVectorTest {
  private static final List<String> FOREIGN =
      List.of("$lookup", "$graphLookup", "$unionWith", "$merge", "$out");
  private static final Path FOLDER = Path.of("src/test/resources/vectors");

  @TestFactory
  Stream<DynamicTest> groupCases() throws IOException {
    return cases("group-handed.json");
  }

  @TestFactory
  Stream<DynamicTest> stageCases() throws IOException {
    return cases("stage-handed.json");
  }

  @TestFactory
  Stream<DynamicTest> resultsThatTheManualStates() throws IOException {
    return cases("manual.json");
  }

  /** Every name of the server's reference is either in the tables or refused by name. */
  @TestFactory
  Stream<DynamicTest> namesOfTheReference() throws IOException {
    BsonDocument file = BsonDocument.parse(Files.readString(FOLDER.resolve("operators-8.0.json")));
    Set<String> stages = new TreeSet<>(Stages.names());
    stages.addAll(Stages.refusedNames());
    // Only ever the first stage, and taken by the process that is asked, not by the parser.
    stages.add("$changeStream");
    Map<String, Set<String>> known =
        new TreeMap<>(
            Map.of(
                "stages", stages,
                "accumulators", Accumulators.names(),
                "expressions", Operators.names()));
    return known.entrySet().stream()
        .flatMap(
            table ->
                file.getArray(table.getKey()).stream()
                    .map(name -> name.asString().getValue())
                    .map(
                        name ->
                            DynamicTest.dynamicTest(
                                table.getKey() + " " + name,
                                () -> assertTrue(table.getValue().contains(name)))));
  }

  private static Stream<DynamicTest> cases(String name) throws IOException {
    BsonDocument file = BsonDocument.parse(Files.readString(FOLDER.resolve(name)));
    return file.getArray("cases").stream()
        .map(BsonValue::asDocument)
        .filter(one -> isModelled(one.getArray("pipeline")))
        .map(one -> DynamicTest.dynamicTest(one.getString("name").getValue(), () -> check(one)));
  }

  /** Whether all stages are in the table and need no other collection: those run on a cluster. */
  private static boolean isModelled(BsonArray pipeline) {
    return pipeline.stream()
        .map(stage -> stage.asDocument().getFirstKey())
        .allMatch(name -> Stages.names().contains(name) && !FOREIGN.contains(name));
  }

  private static PipelineContext context() {
    EvaluationContext.Settings settings =
        EvaluationContext.Settings.PLAIN.withRandom(new SimRandom(1)::nextDouble);
    return new PipelineContext(
        QueryContext.of(Collation.simple(), settings), OperationContext.unbounded());
  }

  private static void check(BsonDocument one) {
    List<BsonDocument> input = new ArrayList<>();
    one.getArray("documents").forEach(document -> input.add(document.asDocument()));
    List<BsonDocument> results;
    try {
      PipelineContext context = context();
      results = Pipeline.parse(one.getArray("pipeline"), context).runAll(input, context);
    } catch (CommandException e) {
      if (!one.containsKey("error")) {
        throw e;
      }
      BsonDocument error = one.getDocument("error");
      if (error.containsKey("code")) {
        assertEquals(error.getInt32("code").getValue(), e.errorCode().code(), e.getMessage());
      }
      return;
    }
    if (one.containsKey("error")) {
      fail("expected error " + one.get("error") + ", got " + results);
    } else if (one.containsKey("resultCount")) {
      assertEquals(one.getInt32("resultCount").getValue(), results.size());
    } else {
      Sameness.check(one, results);
    }
  }
}
