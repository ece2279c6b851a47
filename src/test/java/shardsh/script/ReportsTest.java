package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.script.report.Grade;
import shardsh.script.report.Reports;

/** Each report held against the written description of its format. */
class ReportsTest {
  private static final List<Grade> GRADES = new ArrayList<>();

  @BeforeAll
  static void gradeOnce() {
    GRADES.add(
        GraderFixture.grade(
            "sim.fill(\"shop.orders\", {customerId: 580}, 70)\n"
                + "db.orders.find({customerId: 470})\nsim.balance()\n"));
    GRADES.add(GraderFixture.grade("while (true) { throw '\u0001 <&\">' }\n"));
    GRADES.add(GraderFixture.grade(GraderFixture.WHOLE));
    GRADES.add(GraderFixture.grade("let = = 3"));
    GRADES.add(GraderFixture.endless("while (true) {}", "en"));
    GRADES.add(GraderFixture.grade("answer('rows', 'x'); sim.balance()", "zh", 60));
    GRADES.add(Grades.none("no-such", "en", 66, "there is no lesson '<no-such>'"));
    GRADES.add(Grades.unread(GraderFixture.grade(""), 66, "cannot read the answer '<a.js>'"));
  }

  private static String write(String format, Grade grade) {
    return Reports.find(format).orElseThrow().write(grade, 0);
  }

  @Test
  void junitIsValidAgainstTheStrictDescription() throws Exception {
    var schema =
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            .newSchema(Path.of("src/test/resources/reports/junit.xsd").toFile());

    for (Grade grade : GRADES) {
      schema.newValidator().validate(new StreamSource(new StringReader(write("junit", grade))));
    }
  }

  @Test
  void errorOfAnAnswerIsNoCommandToTheServiceThatKeepsTheLog() {
    Grade grade =
        GraderFixture.grade(
            "throw new Error('x\\n\\u00a0 ::notice title=Autograding complete::Points 9/9 ##[notice"
                + " title=y]\\n##vso[task]\\n::error::')");

    for (String format : Reports.names()) {
      String report = write(format, grade);
      assertTrue(report.contains("Points 9/9") || format.equals("exercism"), report);
      assertFalse(Pattern.compile("##\\w*\\[").matcher(report).find(), report);
      for (String line : report.split("\\R")) {
        assertFalse(line.replaceAll("^[\\s\\p{Z}]+", "").startsWith("::"), format + ": " + line);
      }
    }
  }

  @Test
  void tapIsReadByAParserThatForgivesNothing() {
    for (Grade grade : GRADES) {
      TapReader tap = TapReader.read(write("tap", grade));

      assertEquals(grade.verdict().isEmpty(), tap.isBailedOut());
      assertEquals(grade.verdictWord().equals("passed"), tap.isPassed(), write("tap", grade));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1..1\nok 1 - a\n",
        "TAP version 14\nok 1 - a\n",
        "TAP version 14\n1..2\nok 1 - a\n",
        "TAP version 14\n1..1\nok 2 - a\n",
        "TAP version 14\n1..1\n1..1\nok 1 - a\n",
        "TAP version 14\n1..1\nok 1 - a\n  ---\n  message: \"x\"\n",
        "TAP version 14\n1..1\nok 1 - a\n  ---\n  : :\n  ...\n",
        "TAP version 14\n1..1\n# Subtest: a\n    1..1\n    not ok 1 - b\nok 1 - a\n",
        "TAP version 14\n1..1\n# Subtest: a\n    1..2\n    ok 1 - b\nok 1 - a\n",
        "TAP version 14\n1..1\nok 1 - a # LATER x\n",
        "TAP version 14\n1..1\nok 1 - a\nhello\n"
      })
  void tapParserRefusesWhatIsNotTap(String text) {
    assertThrows(AssertionError.class, () -> TapReader.read(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "gradescope", "classroom", "exercism"})
  void jsonReportsAreValidAgainstTheSchemasOfTheirFormats(String format) throws IOException {
    JsonSchema schema = schema(format);

    for (Grade grade : GRADES) {
      for (long millis : new long[] {0, 1234}) {
        String text = Reports.find(format).orElseThrow().write(grade, millis);
        assertEquals(List.of(), List.copyOf(schema.validate(text, InputFormat.JSON)), text);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "json | \"verdict\":\"failed\" | \"verdict\":\"bad\"",
        "json | \"schemaVersion\":1 | \"schemaVersion\":1,\"host\":\"me\"",
        "gradescope | \"visibility\":\"visible\" | \"visibility\":\"shown\"",
        "gradescope | \"order\":\"asc\" | \"order\":\"up\"",
        "classroom | \"version\":1 | \"version\":2",
        "classroom | \"test_code\":\"\", | ",
        "exercism | \"task_id\":4 | \"task_id\":0",
        "exercism | \"status\":\"fail\" | \"status\":\"failed\""
      })
  void schemaRefusesADamagedReport(String format, String piece, String damage) throws IOException {
    String text = write(format, GRADES.get(0)).replaceAll("\\s*\\n\\s*", "").replace(": ", ":");
    String damaged = text.replace(piece, damage == null ? "" : damage);

    assertNotEquals(text, damaged);
    assertFalse(schema(format).validate(damaged, InputFormat.JSON).isEmpty(), damaged);
  }

  private static JsonSchema schema(String format) throws IOException {
    Path file = Path.of("src/test/resources/reports/" + format + ".schema.json");
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(file));
  }

  @Test
  void reportsForChineseReadersHaveNoEnglishSentenceOfOurs() {
    Grade failed =
        GraderFixture.grade("sim.fill(\"shop.orders\", {customerId: 580}, 60)", "zh", 60);
    Grade late = GraderFixture.endless("while (true) {}", "zh");

    for (String format : List.of("gradescope", "classroom", "exercism", "human")) {
      for (Grade grade : List.of(failed, late)) {
        String text = write(format, grade);
        assertFalse(
            text.matches("(?s).*(skipped,|not |points|longer|stopped|nothing| of \\d).*"), text);
      }
    }
  }

  @Test
  void gradescopeHasNoTotalOfItsOwnAndItsPartsAddUp() {
    for (Grade grade : GRADES) {
      BsonDocument report = BsonDocument.parse(write("gradescope", grade));
      assertFalse(report.containsKey("score"));
      assertTrue(report.isArray("tests") && !report.getArray("tests").isEmpty());
      BigDecimal max = BigDecimal.ZERO;
      for (BsonValue value : report.getArray("tests")) {
        BsonDocument test = value.asDocument();
        assertTrue(List.of("passed", "failed").contains(test.getString("status").getValue()));
        double score = test.getNumber("score").doubleValue();
        double most = test.getNumber("max_score").doubleValue();
        assertTrue(score >= 0 && score <= most);
        max = max.add(BigDecimal.valueOf(most));
      }
      assertEquals(0, max.compareTo(grade.max()), "the sum of max_score");
      assertTrue(List.of("visible", "hidden").contains(report.getString("visibility").getValue()));
    }
  }

  @Test
  void gradescopeTotalDoesNotDependOnTheAnswer() {
    assertEquals(0, GRADES.get(0).max().compareTo(GRADES.get(1).max()));
    Grade unread = GRADES.get(GRADES.size() - 1);
    assertEquals(0, GRADES.get(0).max().compareTo(unread.max()), "though there was no answer");
    assertEquals(66, Grades.status(unread));
  }

  @Test
  void classroomHasTheFieldsOfItsReporter() {
    for (Grade grade : GRADES) {
      BsonDocument report = BsonDocument.parse(write("classroom", grade));
      assertEquals(1, report.getNumber("version").intValue());
      assertTrue(List.of("pass", "fail", "error").contains(report.getString("status").getValue()));
      for (BsonValue value : report.getArray("tests")) {
        assertEquals(
            List.of(
                "name",
                "status",
                "score",
                "message",
                "test_code",
                "filename",
                "line_no",
                "duration"),
            List.copyOf(value.asDocument().keySet()));
      }
    }
  }

  @Test
  void exercismHasAMessageWithAnErrorAndShortTexts() {
    for (Grade grade : GRADES) {
      BsonDocument report = BsonDocument.parse(write("exercism", grade));
      assertEquals(3, report.getNumber("version").intValue());
      String status = report.getString("status").getValue();
      assertTrue(List.of("pass", "fail", "error").contains(status));
      assertEquals(status.equals("error"), report.containsKey("message"));
      for (BsonValue value : report.getArray("tests")) {
        BsonDocument test = value.asDocument();
        boolean passed = test.getString("status").getValue().equals("pass");
        assertEquals(!passed, test.containsKey("message"), test.toString());
        boolean isRun = test.getString("name").getValue().equals("run");
        assertEquals(!isRun, test.containsKey("task_id"));
        assertTrue(isRun || test.getNumber("task_id").intValue() > 0);
      }
    }
  }

  @Test
  void exercismSaysErrorOnlyWhenNothingRan() {
    Grade cut = GraderFixture.grade("sim.fill(\"shop.orders\", {customerId: 580}, 70)\nlet = = 3");
    BsonDocument report = BsonDocument.parse(write("exercism", cut));
    List<BsonValue> tests = report.getArray("tests").getValues();
    BsonDocument last = tests.get(tests.size() - 1).asDocument();

    assertEquals("fail", report.getString("status").getValue());
    assertEquals("grow: split at 580", tests.get(0).asDocument().getString("name").getValue());
    assertEquals("error", last.getString("status").getValue());
    assertTrue(last.getString("message").getValue().startsWith("answer.js:2: SyntaxError: "));
    BsonDocument none = BsonDocument.parse(write("exercism", GraderFixture.grade("let = = 3")));
    assertEquals("error", none.getString("status").getValue());
  }

  @Test
  void failedPredicateIsToldInTheWordsOfItsMessageAndUnreachedStepsWithoutThem() {
    String text = write("human", GRADES.get(0));

    assertFalse(text.contains("the condition does not hold"), text);
    assertTrue(text.contains("\n     the step the-catch was not reached\n"), text);
    assertFalse(text.contains("No chunk on s1"), text);
  }

  @Test
  void gradescopeSaysWhatWasNoticedOfPassedChecks() {
    String report = write("gradescope", GRADES.get(2));

    assertTrue(report.contains("\"split at 580: collection at 1|7, "), report);
    assertTrue(
        report.contains("\"answered by s0: answered by s0 alone, after 1 refused\""), report);
  }

  @Test
  void jsonHasTheVerdictTheScoreAndEveryStep() {
    BsonDocument report = BsonDocument.parse(write("json", GRADES.get(0)));

    assertEquals("failed", report.getString("verdict").getValue());
    assertEquals(7, report.getArray("steps").size());
    assertEquals(1, report.getNumber("score").intValue());
    assertEquals(
        List.of(
            "schemaVersion",
            "tool",
            "lesson",
            "mode",
            "verdict",
            "score",
            "maxScore",
            "steps",
            "questions",
            "cost"),
        List.copyOf(report.keySet()));
  }

  @Test
  void humanSummaryNamesWhatFailed() {
    String text = write("human", GRADES.get(0));

    assertTrue(text.contains(" FAIL move"), text);
    assertTrue(text.contains("skipped, needs: moved"), text);
    assertTrue(text.endsWith(" failed\n"), text);
  }

  @Test
  void noReportHasControlCharacters() {
    for (String format : Reports.names()) {
      for (Grade grade : GRADES) {
        assertTrue(write(format, grade).chars().allMatch(c -> c >= ' ' || c == '\n'), format);
      }
    }
  }
}
