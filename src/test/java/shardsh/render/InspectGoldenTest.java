package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Values as the real shell printed them, case by case. */
class InspectGoldenTest {
  private static final Path VECTORS = Path.of("src/test/resources/vectors/inspect-golden.jsonl");

  @Test
  void everyRecordedValuePrintsAsTheRealShellPrintedIt() throws IOException {
    List<String> lines = Files.readAllLines(VECTORS);

    for (String line : lines) {
      BsonDocument vector = BsonDocument.parse(line);
      String input = vector.getString("ejson").getValue();
      InspectNode node = BsonInspect.node(parse(input));
      String shown =
          node instanceof InspectNode.Str string
              ? string.value()
              : ValueFormatter.text(node, InspectOptions.PROMPT);
      assertEquals(vector.getString("text").getValue(), shown, input);
      if (vector.containsKey("deep")) {
        String deep = ValueFormatter.text(node, InspectOptions.DEEP);
        assertEquals(vector.getString("deep").getValue(), deep, input);
      }
    }

    assertEquals(302, lines.size());
  }

  private static BsonValue parse(String extendedJson) {
    return BsonDocument.parse("{\"v\": " + extendedJson + "}").get("v");
  }
}
