package shardsh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The set-ups for classes that the README prints do what they are printed for. */
class ClassSetupsTest {
  private static final String ANSWER =
      """
      sh.enableSharding("shopdb")
      db.getSiblingDB("shopdb").orders.createIndex({region: 1, _id: 1})
      sh.shardCollection("shopdb.orders", {region: 1, _id: 1})
      sh.splitAt("shopdb.orders", {region: "south", _id: MinKey})
      sh.moveChunk("shopdb.orders", {region: "south", _id: 0}, "shard2rs")
      """;

  @TempDir Path folder;

  private String readme;

  @BeforeEach
  void read() throws IOException {
    readme = Files.readString(Path.of("README.md"));
  }

  private List<String> blocks(String language) {
    String fence = "\n```";
    return List.of(readme.split(fence + language + "\n")).stream()
        .skip(1)
        .map(text -> text.substring(0, text.indexOf(fence)) + "\n")
        .toList();
  }

  private void program(Path file) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    Files.writeString(
        file,
        "#!/bin/sh\nexec '"
            + java
            + "' -XX:TieredStopAtLevel=1 -cp '"
            + classes
            + "' shardsh.cli.Main \"$@\"\n");
    assertTrue(file.toFile().setExecutable(true));
  }

  private void run(String script, Path output) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-e", "-c", script)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    builder.environment().put("GITHUB_OUTPUT", output.toString());
    builder.environment().put("SHARDSH_HOME", folder.resolve("home").toString());
    builder.environment().put("FORCE_COLOR", "true");
    Process process = builder.start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), () -> script + log());
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void classroomsReporterGetsTheResultOfTheWorkflow() throws Exception {
    JsonNode steps =
        new YAMLMapper()
            .readTree(blocks("yaml").get(0))
            .path("jobs")
            .path("autograding")
            .path("steps");
    JsonNode grading = null;
    JsonNode reporting = null;
    for (JsonNode step : steps) {
      grading = step.has("run") ? step : grading;
      reporting = step.has("env") ? step : reporting;
    }
    program(folder.resolve("shardsh"));
    Files.writeString(folder.resolve("answer.js"), ANSWER);
    Path output = folder.resolve("github-output");

    run(grading.path("run").asText(), output);

    String id = grading.path("id").asText();
    String line = Files.readString(output).strip();
    assertTrue(line.startsWith("result="), line);
    JsonNode result =
        new ObjectMapper().readTree(Base64.getDecoder().decode(line.substring("result=".length())));
    assertEquals("fail", result.path("status").asText());
    assertEquals(5, result.path("max_score").asInt());
    assertEquals(id, reporting.path("with").path("runners").asText());
    assertEquals(
        "${{ steps." + id + ".outputs.result }}",
        reporting.path("env").path(id.toUpperCase(Locale.ROOT) + "_RESULTS").asText());
  }

  @Test
  void autograderLeavesItsResultsWhereTheServiceLooks() throws Exception {
    String script =
        blocks("bash").stream().filter(text -> text.contains("check")).findFirst().orElseThrow();
    for (String name : List.of("source", "submission", "results")) {
      Files.createDirectories(folder.resolve(name));
    }
    program(folder.resolve("source/shardsh"));
    Files.writeString(folder.resolve("submission/answer.js"), ANSWER);

    run(script.replace("cd /autograder\n", ""), folder.resolve("unused"));

    JsonNode results = new ObjectMapper().readTree(folder.resolve("results/results.json").toFile());
    double max = 0;
    for (JsonNode test : results.path("tests")) {
      max += test.path("max_score").asDouble();
    }
    assertEquals(5, max, 1e-9);
    assertTrue(results.path("output").asText().contains("1 of 5 points"), results.toString());
  }
}
