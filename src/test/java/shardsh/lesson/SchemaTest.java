package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {

  private static SourceNode json(String text) {
    Faults faults = new Faults();
    return new SourceReader("f", faults, faults).json(text).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lesson.schema.json", "cluster.schema.json"})
  void ourSchemasUseOnlyKeywordsThatAreChecked(String name) {
    assertEquals(List.of(), BuiltIn.schema(name).unknownKeywords());
  }

  @Test
  void clusterSchemaIsTheLessonsSetupWithFormatAndTitle() {
    SourceNode lesson = json(BuiltIn.text("lesson.schema.json").orElseThrow());
    SourceNode cluster = json(BuiltIn.text("cluster.schema.json").orElseThrow());
    SourceNode setup = lesson.get("$defs").flatMap(defs -> defs.get("setup")).orElseThrow();

    LinkedHashMap<String, SourceNode> properties =
        new LinkedHashMap<>(cluster.fieldsOf("properties"));
    properties.keySet().removeAll(List.of("format", "title"));
    SourceNode rest = SourceNode.map("f", 0, properties);
    assertEquals(true, rest.sameValue(setup.get("properties").orElseThrow()));
    assertEquals(
        true, cluster.get("anyOf").orElseThrow().sameValue(setup.get("anyOf").orElseThrow()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\": \"integer\"} | 1.5 | the file is 1.5; make it a whole number",
        "{\"type\": \"integer\"} | 2.0 |",
        "{\"type\": [\"string\", \"array\"]} | {} | the file is a map; make it text or a list",
        "{\"type\": \"string\"} | true | the file is true; put it in quotes: \"true\"",
        "{\"type\": \"array\"} | null | the file is nothing; give it a list or leave it out",
        "{\"enum\": [1, 3, 5]} | 2 | the file is 2; known: 1, 3, 5",
        "{\"enum\": [1, 3, 5]} | 3.0 |",
        "{\"const\": \"x\"} | \"y\" | the file is \"y\"; make it x",
        "{\"minLength\": 1} | \"\" | the file is empty; write something",
        "{\"pattern\": \"^a\"} | \"b\" | the file is \"b\"; needed: ^a",
        "{\"minimum\": 1} | 0 | the file is 0; make it 1 or more",
        "{\"maximum\": 1} | 2 | the file is 2; make it 1 or less",
        "{\"exclusiveMinimum\": 0} | 0 | the file is 0; make it more than 0",
        "{\"minItems\": 1} | [] | the file is empty; give at least 1",
        "{\"maxItems\": 1} | [1, 2] | the file has 2 items; keep 1 or fewer",
        "{\"uniqueItems\": true} | [1, 1.0] | 1.0 stands twice in the file; take one out",
        "{\"items\": {\"type\": \"number\"}} | [1, \"x\"] | [1] is \"x\"; make it a number",
        "{\"minProperties\": 1} | {} | the file is empty; fill it",
        "{\"propertyNames\": {\"pattern\": \"^a\"}} | {\"b\": 1} | 'b' cannot be a name in the"
            + " file; needed: ^a",
        "{\"additionalProperties\": {\"type\": \"number\"}} | {\"b\": []} | b is a list; make it a"
            + " number",
        "{\"not\": {\"required\": [\"a\"]}} | {\"a\": 1} | the file must not have 'a'; take it out",
        "{\"not\": {\"required\": [\"a\"]}} | {} |",
        "{\"anyOf\": [{\"required\": [\"a\"]}, {\"required\": [\"b\"]}]} | {} | the file has none"
            + " of 'a', 'b'; add one",
        "{\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"array\"}]} | 5 | the file is 5; make it"
            + " text or a list",
        "{\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"array\", \"minItems\": 1}]} | [] | the"
            + " file is empty; give at least 1",
        "{\"if\": {\"properties\": {\"k\": {\"const\": 1}}}, \"then\": {\"required\": [\"a\"]}} |"
            + " {\"k\": 1} | the file lacks 'a'; add it",
        "{\"if\": {\"properties\": {\"k\": {\"const\": 1}}}, \"then\": {\"required\": [\"a\"]}} |"
            + " {\"k\": 2} |",
        "{\"$ref\": \"#/$defs/n\", \"$defs\": {\"n\": {\"type\": \"number\"}}} | [] | the file is a"
            + " list; make it a number",
        "{\"allOf\": [{\"minimum\": 1}, {\"maximum\": -1}]} | 0 | the file is 0; make it 1 or"
            + " more/the file is 0; make it -1 or less",
      })
  void keywordIsChecked(String schema, String instance, String faults) {
    Faults found = new Faults();

    new Schema(json(schema)).check(json(instance), found);

    assertEquals(
        faults == null ? "" : faults,
        String.join(
            "/",
            found.sorted().stream()
                .map(fault -> fault.problem() + "; " + fault.repair())
                .toList()));
  }
}
