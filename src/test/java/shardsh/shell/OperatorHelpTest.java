package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.cluster.OperatorReference;
import shardsh.js.TestEngines;
import shardsh.render.StyledLine;
import shardsh.shell.HelpTopics.Kind;
import shardsh.shell.HelpTopics.Row;
import shardsh.shell.HelpTopics.Topic;
import shardsh.transcript.RunOptions;

/** What help says about operators: each has its lines, and its example does what they say. */
class OperatorHelpTest {

  @Test
  void everyOperatorHasASentenceAndAnExample() {
    for (OperatorReference.Family family : OperatorReference.families()) {
      TreeSet<String> there = new TreeSet<>(family.complete());
      there.addAll(family.partial().keySet());

      List<Row> rows = topic(family.name()).rows();

      assertEquals(
          List.copyOf(there),
          rows.stream().filter(row -> row.kind() == Kind.TERM).map(Row::head).sorted().toList());
      for (int i = 0; i < rows.size(); i += 2) {
        Row example = rows.get(i + 1);
        assertTrue(rows.get(i).text().length() > 5, rows.get(i).head());
        assertEquals(Kind.COMMAND, example.kind(), rows.get(i).head());
        assertTrue(example.head().contains(rows.get(i).head()), example.head());
      }
    }
  }

  private static Topic topic(String family) {
    return HelpTopics.operators().stream()
        .filter(topic -> topic.name().equals(family))
        .findFirst()
        .orElseThrow();
  }

  @TestFactory
  List<DynamicTest> everyExampleRuns() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Topic topic : HelpTopics.operators()) {
      tests.add(DynamicTest.dynamicTest(topic.name(), () -> run(topic)));
    }
    return tests;
  }

  private static void run(Topic topic) {
    RunOptions options = RunOptions.parse("$ shardsh --trace none --width 200 --profile 8.0");
    try (LiveSession session = new LiveSession(options.settings(), TestEngines::fresh)) {
      submit(session, "db.one.insertOne({_id: 1})");
      for (Row row : topic.rows()) {
        if (row.kind() == Kind.COMMAND) {
          String shown = submit(session, command(topic.name(), row.head()));
          if (!row.text().isEmpty()) {
            String value = shown.replaceFirst("^\\[ \\{ v: (.*) \\} \\]$", "$1");
            assertEquals(row.text(), "gives " + value, row.head());
          }
        }
      }
    }
  }

  private static String command(String family, String example) {
    return switch (family) {
      case "Query" -> "db.orders.find(" + example + ").toArray().length";
      case "Update" -> "db.one.updateOne({_id: 1}, " + example + ")";
      case "Projection" -> "db.orders.find({}, " + example + ").toArray().length";
      case "Stages" -> stage(example);
      case "Expressions" -> "db.one.aggregate([{$project: {_id: 0, v: " + example + "}}])";
      case "Accumulators" ->
          "db.orders.aggregate([{$group: {_id: null, v: " + example + "}}]).toArray().length";
      case "Window functions" ->
          "db.orders.aggregate([{$setWindowFields: {sortBy: {total: 1}, output: {v: "
              + example
              + "}}}]).toArray().length";
      default -> throw new AssertionError(family);
    };
  }

  /** Where the sentence says that the stage runs. */
  private static String stage(String example) {
    String name = example.substring(1, example.indexOf(':'));
    String on =
        switch (name) {
          case "$documents", "$listLocalSessions" -> "db";
          case "$currentOp", "$listSampledQueries", "$shardedDataDistribution" ->
              "db.getSiblingDB(\"admin\")";
          case "$listSessions" -> "db.getSiblingDB(\"config\").system.sessions";
          default -> "db.orders";
        };
    String cursor = on + ".aggregate([" + example + "])";
    return name.equals("$changeStream") ? cursor + ".close()" : cursor + ".toArray().length";
  }

  private static String submit(LiveSession session, String command) {
    Submission done = session.submit(ScriptText.typed(command), new NoOutput());
    String shown =
        String.join(" ", done.lines().stream().map(StyledLine::text).toList())
            .replaceAll("\\s+", " ")
            .trim();
    assertEquals(Outcome.DONE, done.outcome(), command + ": " + shown);
    return shown;
  }
}
