package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import shardsh.lesson.Course;
import shardsh.lesson.Question;

/** How a long command is broken into lines that can be copied. */
class CodeLinesTest {
  private static final int WIDTH = 76;

  private static String broken(String command) {
    return String.join("\n", CodeLines.of(command, WIDTH));
  }

  @Test
  void commandThatFitsStaysOnItsLine() {
    assertEquals("db.orders.find({customerId: 470})", broken("db.orders.find({customerId: 470})"));
  }

  @Test
  void stagesOfAPipelineStandOnALineEachAndTheOptionsBehindThem() {
    assertEquals(
        """
        db.records.aggregate([
          {$match: {randValue: {$gte: 0.5}}},
          {$group: {_id: "$favColour", total: {$sum: 1}}}
        ], {allowDiskUse: true})\
        """,
        broken(
            "db.records.aggregate([{$match: {randValue: {$gte: 0.5}}}, {$group: {_id:"
                + " \"$favColour\", total: {$sum: 1}}}], {allowDiskUse: true})"));
  }

  @Test
  void stageThatIsTooLongIsBrokenItself() {
    assertEquals(
        """
        db.orders.aggregate([
          {$match: {customerId: 150}},
          {$lookup: {
            from: "customers",
            localField: "customerId",
            foreignField: "_id",
            as: "who"
          }}
        ])\
        """,
        broken(
            "db.orders.aggregate([{$match: {customerId: 150}}, {$lookup: {from: \"customers\","
                + " localField: \"customerId\", foreignField: \"_id\", as: \"who\"}}])"));
  }

  @Test
  void functionIsNotBrokenOutOfItsCall() {
    assertEquals(
        """
        [1, 2, 3, 4, 5, 6, 7].forEach(
          i => sim.fill("shop.orders", {customerId: 580}, 10)
        )\
        """,
        broken(
            "[1, 2, 3, 4, 5, 6, 7].forEach(i => sim.fill(\"shop.orders\", {customerId: 580},"
                + " 10))"));
  }

  @Test
  void bracketsInQuotesBreakNothing() {
    String quoted = "print(\"" + "([{,".repeat(25) + "\")";

    assertEquals(
        List.of("print(", "  \"" + "([{,".repeat(25) + "\"", ")"), CodeLines.of(quoted, WIDTH));
  }

  @Test
  void commandsOfTheCourseFitAndAreTheSameCodeThatGoesOnAtEachLineEnd() {
    Course course = Course.builtIn();
    for (String id : course.ids()) {
      course.lesson(id).steps().stream()
          .flatMap(step -> step.question().flatMap(Question::suggest).stream())
          .forEach(CodeLinesTest::fitsAndIsCopied);
    }
  }

  private static void fitsAndIsCopied(String command) {
    List<String> lines = CodeLines.of(command, WIDTH);

    assertEquals(command.replaceAll("\\s", ""), String.join("", lines).replaceAll("\\s", ""));
    int open = 0;
    for (String line : lines.subList(0, lines.size() - 1)) {
      assertTrue(line.length() <= WIDTH, line);
      open += count(line, "[(\\[{]") - count(line, "[)\\]}]");
      assertTrue(open > 0, command);
    }
  }

  private static int count(String line, String sign) {
    return line.length() - line.replaceAll(sign, "").length();
  }
}
