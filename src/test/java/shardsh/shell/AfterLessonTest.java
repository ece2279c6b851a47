package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The shell's own words inside of a lesson, and in the cluster that a lesson leaves behind. */
class AfterLessonTest extends LearnerFixture {
  private static final String CUT =
      """
        - id: cut
          kind: do
          ask: Cut at 450.
          checks:
            - {id: cut-450, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 450}).min.customerId', equals: 450}
          hints: [first]
          solution: 'sh.splitAt("shop.orders", {customerId: 450})'
      """;

  private static final String READ =
      CUT
          + """
            - {id: end, kind: read, say: Read.}
          """;

  private LiveSession done(String locale, String steps) {
    LiveSession session = learning(locale, steps);
    type(session, "sh.splitAt(\"shop.orders\", {customerId: 450})");
    type(session, "next");
    return session;
  }

  @Test
  void undoAndResetTellOfTheLastStep() {
    LiveSession session = done("en", READ);

    assertEquals(
        "nothing to undo: no line has changed the cluster since the last step of the lesson began;"
            + " back reopens that step",
        type(session, "undo").strip().replaceAll("\\s+", " "));
    assertTrue(type(session, "reset").contains("last step of the lesson began; learn LESSON"));

    type(session, "sh.splitAt(\"shop.orders\", {customerId: 550})");

    assertTrue(type(session, "reset").contains("last step of the lesson began; undo takes"));
    assertTrue(type(session, "undo").startsWith("undone: reset"));
  }

  @Test
  void whatTheLastStepDidCanBeUndone() {
    assertTrue(type(done("en", CUT), "undo").startsWith("undone: sh.splitAt("));
  }

  @Test
  void theyKeepTheLanguageOfTheLesson() {
    LiveSession session = done("zh", READ);

    assertTrue(type(session, "undo").startsWith("没有可撤销的：课程的最后一步"));
    assertTrue(type(session, "reset").startsWith("集群就是课程最后一步开始时的样子"));
  }

  @Test
  void helpInALessonHasEachWordOnce() {
    String help = type(learning("en", CUT), "help");

    assertEquals(1, Pattern.compile("(?m)^    reset ").matcher(help).results().count(), help);
    assertEquals(1, Pattern.compile("(?m)^    undo ").matcher(help).results().count(), help);
    assertFalse(help.contains("back to the cluster as it was started"), help);
    assertTrue(type(session("en"), "help").contains("back to the cluster as it was started"));
  }
}
