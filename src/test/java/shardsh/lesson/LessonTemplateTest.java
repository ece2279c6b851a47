package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Who writes a lesson finds every field in the file that {@code author new} makes. */
class LessonTemplateTest {
  private static final Pattern COMMENTED_OUT =
      Pattern.compile("^(\\s*)# (\\s*(?!options)(?:- |\\w+: |\\w+:$|initiated|orphan).*)$");

  @Test
  void everyFieldOfTheSchemaStandsInIt() throws Exception {
    JsonNode schema = new ObjectMapper().readTree(Path.of("lessons/lesson.schema.json").toFile());
    List<String> fields = new ArrayList<>();
    names(schema, fields);
    String template = LessonTemplate.text("my-first");

    assertEquals(
        List.of(),
        fields.stream()
            .distinct()
            .filter(name -> !Pattern.compile("\\b" + name + "\\b").matcher(template).find())
            .toList());
  }

  private static void names(JsonNode node, List<String> names) {
    node.path("properties").fieldNames().forEachRemaining(names::add);
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      names(entry.getValue(), names);
    }
    if (node.isArray()) {
      node.forEach(item -> names(item, names));
    }
  }

  @Test
  void whatItHasInCommentsCanBeReadToo() {
    String whole =
        LessonTemplate.text("my-first")
            .lines()
            .map(line -> COMMENTED_OUT.matcher(line).replaceFirst("$1$2"))
            .map(line -> line.replace("[another]", "[k2]").replace("another-lesson", "any-shard"))
            .collect(Collectors.joining("\n", "", "\n"));

    Lesson lesson = new LessonReader().read(whole, "my-first.lesson.yaml");

    assertEquals(11, lesson.steps().get(1).checks().size());
    assertEquals(3, lesson.setup().collections().size());
  }
}
