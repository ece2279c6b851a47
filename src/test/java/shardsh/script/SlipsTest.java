package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.script.report.Grade;
import shardsh.script.report.HumanReport;
import shardsh.script.report.Reports;

/** Who wrote an answer hears which of its lines came to nothing, in every report. */
class SlipsTest {
  private static final String TYPO = "sim.fil('shop.orders', {customerId: 580}, 70)\n";
  private static final String GROWN = "sim.fill('shop.orders', {customerId: 580}, 70)\n";

  private static List<String> slips(String answer) {
    return GraderFixture.grade(answer).slipTexts();
  }

  @ParameterizedTest
  @ValueSource(strings = {"human", "json", "junit", "tap", "gradescope", "classroom", "exercism"})
  void everyReportTellsWhatAStatementThrew(String format) {
    String report = Reports.find(format).orElseThrow().write(GraderFixture.grade("\n" + TYPO), 0);

    assertTrue(report.contains("TypeError: sim.fil is not a function"), report);
    assertTrue(
        format.equals("json")
            ? report.contains("\"line\": 2,\n      \"message\"")
            : report.contains("answer.js:2: TypeError"),
        report);
  }

  @Test
  void errorInAStepThatWasPassedAllTheSameIsNotTold() {
    assertEquals(List.of(), slips(TYPO + GROWN));
  }

  @Test
  void errorOfAStatementOfSeveralLinesHasItsOwn() {
    assertEquals(
        List.of("answer.js:3: Error: late"), slips("{\n  let a = 1;\n  throw Error('late');\n}\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      textBlock =
          """
          //@ step grov#there is no step 'grov'; did you mean 'grow'?
          //@ answer rowz 4#there is no question 'rowz'; did you mean 'rows'?
          //@ anser rows 4#'//@ anser rows 4' is no marker: use //@ step ID or //@ answer ID VALUE
          //@ answer rows many#'many' is no answer to 'rows', which takes a number
          //@ answer after-split 7#'7' is no answer to 'after-split', which takes one of: accept, refuse
          solution#'solution' does nothing in an answer: the work is to be done by its statements
          """)
  void markersAndWordsThatDoNothingAreTold(String line, String told) {
    assertEquals(List.of("answer.js:1: " + told), slips(line + "\n" + GROWN));
  }

  @Test
  void guessAfterItsCommandIsTold() {
    String answer = GROWN + "db.orders.find({customerId: 470})\n//@ answer after-split accept\n";

    assertEquals(
        List.of(
            "answer.js:3: the guess 'after-split' comes after the command that it is about: put it"
                + " before"),
        slips(answer));
  }

  @ParameterizedTest
  @ValueSource(strings = {"//@ts-check", "// @step x", "//@ step grow", "//@ answer rows 4"})
  void commentsAndMarkersThatMeanSomethingAreNotTold(String line) {
    assertEquals(List.of(), slips(line + "\n"));
  }

  @Test
  void whatIsThrownCannotMoveTheCursorOrPassForAVerdict() {
    Grade grade = GraderFixture.grade("throw Error('\\x1b[2J\\u009b\\u202e\\n passed')\n");
    String human = new HumanReport(true).write(grade, 0);

    assertTrue(human.contains("?[2J??"), human);
    assertFalse(human.lines().anyMatch(line -> line.equals(" passed")), human);
  }

  @Test
  void thousandErrorsAreNotAThousandLines() {
    Grade grade = GraderFixture.grade("throw 'x'.repeat(100000)\n".repeat(100));

    assertEquals(20, grade.slips().size());
    assertTrue(grade.slips().stream().allMatch(slip -> slip.message().length() <= 500));
  }

  @Test
  void syntaxErrorSaysWhatIsWrongAndOnWhichLine() {
    Grade.Trouble trouble =
        GraderFixture.grade(GROWN + "db.orders.find(\n\n").trouble().orElseThrow();

    assertTrue(trouble.message().startsWith("SyntaxError: "), trouble.message());
    assertFalse(trouble.message().contains("(1:"), trouble.message());
  }

  @Test
  void stepThatNobodyReachedIsToldOnce() {
    String human = new HumanReport(true).write(GraderFixture.grade(GROWN), 0);

    assertEquals(1, human.split("the step move was not reached", -1).length - 1, human);
  }
}
