package shardsh.shell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import shardsh.core.base.Nearest;
import shardsh.core.cluster.ClusterNames;
import shardsh.shell.InputTokens.Kind;
import shardsh.shell.InputTokens.Token;

/**
 * Names that JavaScript took for variables, though a text, a namespace, a collection or a field was
 * meant, as in {@code {status: open}} and {@code shop.orders.find()}.
 */
final class BareNames {
  private static final List<String> OBJECTS = List.of("db", "sh", "rs", "sim", "connect");
  private static final List<String> CONSTANTS =
      List.of("MinKey", "MaxKey", "Infinity", "NaN", "null", "true", "false", "undefined");

  /** Arguments that are keys: method and place. */
  private static final List<String> KEYS =
      List.of(
          "shardCollection 1",
          "reshardCollection 1",
          "refineCollectionShardKey 1",
          "createIndex 0",
          "sort 0",
          "hint 0");

  private final ClusterNames names;
  private final Collection<String> processes;
  private final Collection<String> variables;
  private final String database;

  /**
   * @param processes names that a helper takes besides those of shards
   * @param variables what is defined
   * @param database the one that {@code db} is at
   */
  BareNames(
      ClusterNames names,
      Collection<String> processes,
      Collection<String> variables,
      String database) {
    this.names = names;
    this.processes = processes;
    this.variables = variables;
    this.database = database;
  }

  /**
   * What was meant by a name that is not defined; empty if it may well be a variable.
   *
   * @param text the input that has it
   */
  Optional<String> hint(String name, String text) {
    Line line = new Line(text.strip());
    return line.pathsFrom(name)
        .findFirst()
        .flatMap(
            path ->
                line.isShorthand(path) || isKey(path, line)
                    ? Optional.of("a field stands with its value, as in {" + name + ": 1}")
                    : isText(path, line) ? Optional.of(inQuotes(line, path)) : place(path, line));
  }

  /** Whether it stands alone where a key is asked for. */
  private boolean isKey(Path path, Line line) {
    return line.isValue(path)
        && path.isOneWord()
        && isNoConstant(path.first())
        && KEYS.contains(line.argument(path));
  }

  private boolean isText(Path path, Line line) {
    if (!line.isValue(path)) {
      return false;
    }
    return path.isOneWord()
        ? isNoConstant(path.first()) && (isKnown(path.first()) || line.isOperand(path))
        : names.databases().contains(path.first());
  }

  private static boolean isNoConstant(String name) {
    return !CONSTANTS.contains(name) && Nearest.to(name, CONSTANTS).isEmpty();
  }

  private boolean isKnown(String name) {
    return names.shards().contains(name)
        || names.zones().contains(name)
        || names.databases().contains(name)
        || names.collections(database).contains(name)
        || processes.contains(name);
  }

  /** The input with quotes around every such name, or the first one alone if it is long. */
  private String inQuotes(Line line, Path wrong) {
    StringBuilder mended = new StringBuilder();
    int end = 0;
    for (Path path : line.paths()) {
      boolean isWrong =
          !variables.contains(path.first()) && !line.isShorthand(path) && isText(path, line);
      if (isWrong) {
        mended.append(line.text(), end, path.start()).append(quoted(path, line));
        end = path.end();
      }
    }
    mended.append(line.text().substring(end));
    boolean isShort = mended.length() <= DidYouMean.LINE_MAX && mended.indexOf("\n") < 0;
    return "a text stands in quotes: " + (isShort ? mended : quoted(wrong, line));
  }

  private static String quoted(Path path, Line line) {
    return '"' + line.text().substring(path.start(), path.end()) + '"';
  }

  /** A collection without its database, or behind the name of a database. */
  private Optional<String> place(Path path, Line line) {
    if (path.isOneWord()) {
      return Optional.empty();
    }
    String name = path.first();
    Optional<String> right =
        name.equals(database)
            ? Optional.of("db")
            : names.databases().contains(name)
                ? Optional.of("db.getSiblingDB(\"" + name + "\")")
                : names.collections(database).contains(name)
                    ? Optional.of("db." + name)
                    : Optional.empty();
    return right.map(place -> DidYouMean.meant(name, place, line.text()));
  }

  /**
   * Words that dots join.
   *
   * @param at which piece of the line it begins with
   * @param to which piece it ends with
   * @param start where it begins in the text
   * @param end the place behind it
   */
  private record Path(String first, int at, int to, int start, int end) {
    boolean isOneWord() {
      return at == to;
    }
  }

  /** An input without blanks and comments, and the bracket that each of its pieces is in. */
  private static final class Line {
    private final String text;
    private final List<Token> pieces = new ArrayList<>();

    /** Where that bracket stands among the pieces; -1 outside of all. */
    private final List<Integer> brackets = new ArrayList<>();

    Line(String text) {
      this.text = text;
      Deque<Integer> open = new ArrayDeque<>(List.of(-1));
      for (Token token : InputTokens.of(text)) {
        if (token.kind() != Kind.SPACE && token.kind() != Kind.COMMENT) {
          pieces.add(token);
          char sign = sign(pieces.size() - 1);
          if (")]}".indexOf(sign) >= 0 && open.size() > 1) {
            open.pop();
          }
          brackets.add(open.peek());
          if ("([{".indexOf(sign) >= 0) {
            open.push(pieces.size() - 1);
          }
        }
      }
    }

    String text() {
      return text;
    }

    Stream<Path> pathsFrom(String name) {
      return paths().stream().filter(path -> path.first().equals(name));
    }

    List<Path> paths() {
      List<Path> paths = new ArrayList<>();
      for (int i = 0; i < pieces.size(); i++) {
        if (pieces.get(i).kind() == Kind.WORD && sign(i - 1) != '.') {
          int to = i;
          while (sign(to + 1) == '.'
              && to + 2 < pieces.size()
              && pieces.get(to + 2).kind() == Kind.WORD) {
            to += 2;
          }
          paths.add(
              new Path(pieces.get(i).in(text), i, to, pieces.get(i).start(), pieces.get(to).end()));
        }
      }
      return paths;
    }

    /** Whether it stands alone where a value does. */
    boolean isValue(Path path) {
      return "([:,{".indexOf(sign(path.at() - 1)) >= 0 && ")],}".indexOf(sign(path.to() + 1)) >= 0;
    }

    /** Whether it is in an array or an object that is handed to the cluster. */
    boolean isOperand(Path path) {
      return OBJECTS.contains(pieces.get(0).in(text)) && sign(brackets.get(path.at())) != '(';
    }

    /** Which argument it is, e.g. {@code sort 0}; empty if it is in none, or further in. */
    String argument(Path path) {
      int bracket = brackets.get(path.at());
      if (sign(bracket) != '(' || bracket == 0) {
        return "";
      }
      int before = 0;
      for (int i = bracket + 1; i < path.at(); i++) {
        before += sign(i) == ',' && brackets.get(i) == bracket ? 1 : 0;
      }
      return pieces.get(bracket - 1).in(text) + " " + before;
    }

    /** Whether it is a field of an object for which JavaScript takes a variable as the value. */
    boolean isShorthand(Path path) {
      int bracket = brackets.get(path.at());
      return isValue(path)
          && path.isOneWord()
          && sign(bracket) == '{'
          && "([:,=".indexOf(sign(bracket - 1)) >= 0
          && sign(path.at() - 1) != ':';
    }

    /** The mark at a place; a blank for anything else. */
    private char sign(int at) {
      return at >= 0 && at < pieces.size() && pieces.get(at).kind() == Kind.MARK
          ? text.charAt(pieces.get(at).start())
          : ' ';
    }
  }
}
