package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import shardsh.script.report.Grade;
import shardsh.script.report.Reports;

/** Each report held against the written description of its format. */
class ReportsTest {
  private static final List<Grade> GRADES = new ArrayList<>();

  @BeforeAll
  static void gradeOnce() {
    GRADES.add(
        GraderTest.grade(
            "sim.fill(\"shop.orders\", {customerId: 580}, 70)\n"
                + "db.orders.find({customerId: 470})\nsim.balance()\n"));
    GRADES.add(GraderTest.grade("while (true) { throw '\u0001 <&\">' }\n"));
    GRADES.add(Grader.none("no-such", "en", 66, "there is no lesson '<no-such>'"));
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
  void tapHasOnePlanAndAsManyPointsAsItSays() {
    for (Grade grade : GRADES) {
      String text = write("tap", grade);
      assertTrue(text.startsWith("TAP version 14\n"), text);
      if (grade.verdict().isEmpty()) {
        assertTrue(text.contains("\nBail out! "), text);
        continue;
      }
      checkPlan(text.lines().skip(1).toList(), "");
    }
  }

  private static void checkPlan(List<String> lines, String indent) {
    int planned = -1;
    int points = 0;
    boolean inYaml = false;
    List<String> inner = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(indent + "    ")) {
        inner.add(line);
        continue;
      }
      String own = line.substring(indent.length());
      inYaml = own.equals("  ---") || inYaml && !own.equals("  ...");
      if (own.matches("1\\.\\.\\d+.*")) {
        assertEquals(-1, planned, "two plans");
        planned = Integer.parseInt(own.substring(3).replaceFirst(" .*", ""));
      } else if (own.matches("(not )?ok \\d+ - .*")) {
        points++;
        assertTrue(own.contains("ok " + points + " - "), own);
        if (indent.isEmpty() && !inner.isEmpty()) {
          checkPlan(inner.stream().filter(l -> !l.matches(" {6}.*")).toList(), "    ");
          inner.clear();
        }
      } else {
        assertTrue(inYaml || own.startsWith("#") || own.startsWith("  "), line);
      }
    }
    assertEquals(planned, points);
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
        assertTrue(test.getNumber("task_id").intValue() > 0);
      }
    }
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
