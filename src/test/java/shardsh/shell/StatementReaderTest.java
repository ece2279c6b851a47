package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import shardsh.shell.StatementReader.Statement;

class StatementReaderTest {

  @Test
  void everyLineIsAnInputOfItsOwn() throws IOException {
    assertEquals(List.of("1", "2; 3"), texts("1\n2; 3\n"));
  }

  @Test
  void anOpenBracketTakesTheNextLines() throws IOException {
    assertEquals(List.of("f({\n  a: 1\n})", "2"), texts("f({\n  a: 1\n})\n2"));
  }

  @Test
  void blankLinesAndCommentsBetweenInputsArePassedOver() throws IOException {
    List<Statement> read = read("\n// first\n\n1\n\n/* two\nlines */\n2\n");

    assertEquals(List.of("1", "2"), read.stream().map(Statement::text).toList());
    assertEquals(List.of(4, 8), read.stream().map(Statement::firstLine).toList());
  }

  @Test
  void aBlankLineInsideAnInputStays() throws IOException {
    assertEquals(List.of("(\n\n1)"), texts("(\n\n1)"));
  }

  @Test
  void aMethodOnTheNextLineGoesOnTheInputBefore() throws IOException {
    assertEquals(
        List.of("db.c.find()\n  .sort({a: 1})\n  .limit(2)", "7"),
        texts("db.c.find()\n  .sort({a: 1})\n  .limit(2)\n7"));
  }

  @Test
  void elseOnTheNextLineGoesOnTheInputBefore() throws IOException {
    assertEquals(List.of("if (a) 1\nelse 2", "elsewhere"), texts("if (a) 1\nelse 2\nelsewhere"));
  }

  @Test
  void aDotCommandIsNoMethodOfTheInputBefore() throws IOException {
    assertEquals(List.of("1", ".help", ".load x.js"), texts("1\n.help\n.load x.js"));
  }

  @Test
  void aMethodWithTheNameOfADotCommandIsAMethod() throws IOException {
    assertEquals(List.of("a\n.save(1)"), texts("a\n.save(1)"));
  }

  @Test
  void anInputThatTheEndCutsOffIsIncomplete() throws IOException {
    List<Statement> read = read("1\nf(\n2");

    assertEquals("f(\n2", read.get(1).text());
    assertEquals(Completeness.INCOMPLETE, read.get(1).completeness());
    assertEquals(2, read.get(1).firstLine());
  }

  @Test
  void aBrokenInputEndsWithItsLine() throws IOException {
    List<Statement> read = read("f)\n1");

    assertEquals(List.of("f)", "1"), read.stream().map(Statement::text).toList());
    assertEquals(Completeness.BROKEN, read.get(0).completeness());
  }

  @Test
  void carriageReturnsAndAByteOrderMarkAreNoPartOfTheText() throws IOException {
    assertEquals(List.of("1", "2"), texts("\uFEFF1\r\n2\r\n"));
  }

  @Test
  void aLineThatStandsAloneDoesSoOnlyBetweenInputs() throws IOException {
    StatementReader reader =
        new StatementReader(
            new StringReader("//@ a\nf(\n//@ b\n)\n/*\n//@ c\n*/\n//@ d\n"),
            StatementReaderTest::byBrackets,
            line -> line.startsWith("//@"));
    List<String> read = new ArrayList<>();
    for (Optional<Statement> next = reader.next(); next.isPresent(); next = reader.next()) {
      read.add(next.get().firstLine() + " " + next.get().completeness());
    }

    assertEquals(List.of("1 EMPTY", "2 COMPLETE", "8 EMPTY"), read);
  }

  @Test
  void aLongInputIsNotParsedAtEveryLine() throws IOException {
    StringBuilder text = new StringBuilder("f([\n");
    for (int i = 0; i < 20_000; i++) {
      text.append("  ").append(i).append(",\n");
    }
    text.append("])\n1\n");
    List<String> asked = new ArrayList<>();
    StatementReader reader =
        new StatementReader(
            new StringReader(text.toString()),
            input -> {
              asked.add(input);
              return byBrackets(input);
            });

    assertEquals(text.length() - 3, reader.next().orElseThrow().text().length());
    assertEquals("1", reader.next().orElseThrow().text());
    assertTrue(asked.size() < 2_000, "asked " + asked.size() + " times");
  }

  private static List<String> texts(String text) throws IOException {
    return read(text).stream().map(Statement::text).toList();
  }

  private static List<Statement> read(String text) throws IOException {
    StatementReader reader =
        new StatementReader(new StringReader(text), StatementReaderTest::byBrackets);
    List<Statement> read = new ArrayList<>();
    for (Optional<Statement> next = reader.next(); next.isPresent(); next = reader.next()) {
      read.add(next.get());
    }
    return read;
  }

  /** Stands for the engine: counts brackets, knows comments. */
  static Completeness byBrackets(String text) {
    String code = text.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//[^\n]*", "");
    if (code.contains("/*")) {
      return Completeness.INCOMPLETE;
    }
    int depth = 0;
    for (char c : code.toCharArray()) {
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      if (depth < 0) {
        return Completeness.BROKEN;
      }
    }
    if (depth > 0) {
      return Completeness.INCOMPLETE;
    }
    return code.isBlank() ? Completeness.EMPTY : Completeness.COMPLETE;
  }
}
