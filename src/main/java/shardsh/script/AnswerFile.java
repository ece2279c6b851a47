package shardsh.script;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import shardsh.shell.Completeness;
import shardsh.shell.ShellSession;
import shardsh.shell.StatementReader;

/**
 * An answer cut into what it does, in order: statements as a prompt would take them, and the
 * markers {@code //@ step ID} and {@code //@ answer ID VALUE} on lines of their own. {@code
 * answer("ID", VALUE)} is such a marker too.
 */
final class AnswerFile {
  private static final Pattern MARKER = Pattern.compile("\\s*//@\\s*(\\S+)\\s*(\\S*)\\s*(.*?)\\s*");
  private static final Pattern CALL =
      Pattern.compile(
          "\\s*answer\\s*\\(\\s*([\"'`])([\\w-]+)\\1\\s*,\\s*(.+?)\\s*\\)\\s*(?:;\\s*|$)",
          Pattern.DOTALL);

  private AnswerFile() {}

  /** What one piece of an answer is. */
  enum Kind {
    STATEMENT,
    STEP,
    ANSWER,
    /** A marker that is none of ours. */
    UNKNOWN,
    /** What cannot be read; nothing after it counts. */
    BROKEN
  }

  /**
   * One piece.
   *
   * @param name of the step or question
   * @param text the statement or the answer
   * @param line from 1
   */
  record Piece(Kind kind, String name, String text, int line) {}

  /** The pieces, the last of them broken if the text is. */
  static List<Piece> read(String text, ShellSession session) {
    StatementReader reader =
        new StatementReader(
            new StringReader(text), session::completeness, line -> MARKER.matcher(line).matches());
    List<Piece> pieces = new ArrayList<>();
    try {
      for (Optional<StatementReader.Statement> next = reader.next();
          next.isPresent();
          next = reader.next()) {
        if (!add(next.get(), pieces)) {
          break;
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("reading from text failed", e);
    }
    return pieces;
  }

  /** Whether to read on after it. */
  private static boolean add(StatementReader.Statement statement, List<Piece> pieces) {
    int line = statement.firstLine();
    Matcher marker = MARKER.matcher(statement.text());
    if (statement.completeness() == Completeness.EMPTY && marker.matches()) {
      pieces.add(marker(marker, line));
      return true;
    }
    boolean isWhole = statement.completeness() == Completeness.COMPLETE;
    List<Piece> answers = isWhole ? answers(statement.text(), line) : List.of();
    if (answers.isEmpty()) {
      pieces.add(new Piece(isWhole ? Kind.STATEMENT : Kind.BROKEN, "", statement.text(), line));
    }
    pieces.addAll(answers);
    return isWhole;
  }

  private static Piece marker(Matcher marker, int line) {
    Kind kind =
        switch (marker.group(1)) {
          case "step" -> Kind.STEP;
          case "answer" -> Kind.ANSWER;
          default -> Kind.UNKNOWN;
        };
    String text = kind == Kind.UNKNOWN ? marker.group().strip() : marker.group(3);
    return new Piece(kind, marker.group(2), text, line);
  }

  /** The answers of a statement that is nothing but calls of {@code answer}; else none. */
  private static List<Piece> answers(String text, int line) {
    List<Piece> answers = new ArrayList<>();
    Matcher call = CALL.matcher(text);
    int from = 0;
    while (from < text.length() && call.region(from, text.length()).lookingAt()) {
      answers.add(new Piece(Kind.ANSWER, call.group(2), call.group(3), line));
      from = call.end();
    }
    return from == text.length() ? answers : List.of();
  }
}
