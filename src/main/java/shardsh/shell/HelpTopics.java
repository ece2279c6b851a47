package shardsh.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What help says about ideas, errors, pictures and operators, read from resources. There a line
 * {@code # name, other name} begins a topic, {@code > command explanation} is a command to try,
 * {@code = term explanation} a row of a list, and anything else is text, in paragraphs between
 * empty lines.
 */
final class HelpTopics {
  private static final String TOPICS = "help.txt";
  private static final String OPERATORS = "operators.txt";

  /** What a row is. */
  enum Kind {
    TEXT,
    COMMAND,
    TERM
  }

  /**
   * A paragraph, or a row with what stands behind it.
   *
   * @param head the paragraph, the command or the term
   * @param text the explanation; empty for none
   * @param follows whether it belongs to the group of the row before
   */
  record Row(Kind kind, String head, String text, boolean follows) {}

  /** A topic; the first of its names is the one that lists show. */
  record Topic(List<String> names, List<Row> rows) {
    Topic {
      names = List.copyOf(names);
      rows = List.copyOf(rows);
    }

    String name() {
      return names.get(0);
    }
  }

  private HelpTopics() {}

  /** The topic of that name, in whatever letters. */
  static Optional<Topic> named(String name) {
    return all().stream()
        .filter(topic -> topic.names().stream().anyMatch(name::equalsIgnoreCase))
        .findFirst();
  }

  /** All topics, in the file's order. */
  static List<Topic> all() {
    return in(TOPICS);
  }

  /**
   * The families of operators, each named as {@link
   * shardsh.core.cluster.OperatorReference.Family#name} with the place where one writes them; the
   * rows are each operator with what it does, then an example, of an expression with its value.
   */
  static List<Topic> operators() {
    return in(OPERATORS);
  }

  private static List<Topic> in(String file) {
    List<Topic> topics = new ArrayList<>();
    List<String> names = List.of();
    List<Row> rows = new ArrayList<>();
    boolean follows = false;
    for (String line : read(file)) {
      if (line.startsWith("# ")) {
        finish(topics, names, rows);
        names = Arrays.stream(line.substring(2).split(",")).map(String::trim).toList();
        follows = false;
      } else if (line.isEmpty()) {
        follows = false;
      } else {
        add(rows, line, follows);
        follows = true;
      }
    }
    finish(topics, names, rows);
    return topics;
  }

  private static void finish(List<Topic> topics, List<String> names, List<Row> rows) {
    if (!names.isEmpty()) {
      topics.add(new Topic(names, rows));
    }
    rows.clear();
  }

  /** Adds a row, or to the paragraph before. */
  private static void add(List<Row> rows, String line, boolean follows) {
    Kind kind =
        line.startsWith("> ") ? Kind.COMMAND : line.startsWith("= ") ? Kind.TERM : Kind.TEXT;
    if (kind != Kind.TEXT) {
      String row = line.substring(2);
      int gap = row.indexOf("  ");
      String head = gap < 0 ? row : row.substring(0, gap);
      rows.add(new Row(kind, head, gap < 0 ? "" : row.substring(gap).trim(), follows));
      return;
    }
    Row last = rows.isEmpty() ? null : rows.get(rows.size() - 1);
    if (follows && last != null && last.kind() == Kind.TEXT) {
      rows.set(rows.size() - 1, new Row(kind, last.head() + " " + line, "", last.follows()));
    } else {
      rows.add(new Row(kind, line, "", follows));
    }
  }

  private static List<String> read(String file) {
    try (InputStream in = HelpTopics.class.getResourceAsStream("/shardsh/shell/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
