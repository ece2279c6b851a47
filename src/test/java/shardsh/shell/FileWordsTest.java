package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import shardsh.render.StyledLine;

class FileWordsTest {

  @Test
  void mongoshLineOverSeveralLinesBecomesOneCallAndKeepsTheLineNumbers() {
    String replaced =
        FileWords.replaced("$ mongosh --port 27100 --eval '\n  db.a.drop();\n'\nprint(1)");

    List<String> lines = replaced.lines().toList();
    assertTrue(lines.get(0).contains("--eval '\\n  db.a.drop();\\n'\");"), replaced);
    assertEquals(List.of("", "", "print(1)"), lines.subList(1, 4));
  }

  @Test
  void mongoshInsideBracketsIsNoWord() {
    String text = "print(\nmongosh\n)";

    assertEquals(text, FileWords.replaced(text));
  }

  @Test
  void placeOfAFailedWordIsTheLineAsItWasWritten() {
    ScriptText text = new ScriptText("1;\nshow nope", ScriptText.Kind.FILE, "a.js", 1);
    Submission failed = failedAt(new Place("a.js", 2, 2, ";word(\"show nope\");"));

    assertEquals(
        Optional.of(new Place("a.js", 2, 1, "show nope")),
        failed.asWrittenIn(text).failure().orElseThrow().place());
  }

  @Test
  void placeInAnotherFileOrInALineThatIsNoWordStays() {
    ScriptText text = new ScriptText("1;\nf()", ScriptText.Kind.FILE, "a.js", 1);
    Place elsewhere = new Place("b.js", 2, 3, "g()");
    Place plain = new Place("a.js", 2, 2, "f()");

    assertEquals(
        Optional.of(elsewhere),
        failedAt(elsewhere).asWrittenIn(text).failure().orElseThrow().place());
    assertEquals(
        Optional.of(plain), failedAt(plain).asWrittenIn(text).failure().orElseThrow().place());
  }

  private static Submission failedAt(Place place) {
    List<StyledLine> message = List.of(StyledLine.of("Error: no"));
    Failure failure = new Failure(message, message, List.of(), Optional.of(place));
    return new Submission(
        Outcome.FAILED, List.of(), true, Optional.of(failure), List.of(), List.of(), 0);
  }
}
