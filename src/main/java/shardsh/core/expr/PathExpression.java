package shardsh.core.expr;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonPath;

/**
 * A field path ({@code "$a.b"}) or a variable with an optional path behind it ({@code "$$v.b"}).
 * Arrays on the way give an array of what their elements that are objects have; positions are not
 * understood. Source: the manual's page on field paths and the server's expression tests.
 */
public final class PathExpression implements Expression {
  private static final int DEPTH_MAX = 200;

  private final String variable;
  private final String[] parts;
  private final boolean onRoot;
  private final boolean written;

  /**
   * @param written whether the variable was spelled out, so that it is printed so
   */
  private PathExpression(String variable, String[] parts, boolean onRoot, boolean written) {
    this.variable = variable;
    this.parts = parts;
    this.onRoot = onRoot;
    this.written = written;
  }

  /**
   * Reads {@code $a.b}, {@code $$v} or {@code $$v.b}, dollar signs included.
   *
   * @throws CommandException Location16872, 16410, 15998 … for a malformed path, Location17276 for
   *     an undeclared variable
   */
  public static PathExpression parse(String text, VariableNames scope) {
    if (text.length() < 2) {
      throw new CommandException(
          ErrorCode.location(16872), "'$' by itself is not a valid FieldPath");
    }
    if (text.charAt(1) != '$') {
      String[] parts = splitPath(text.substring(1));
      return new PathExpression("CURRENT", parts, !scope.rebindsCurrent(), false);
    }
    String whole = text.substring(2);
    int dot = whole.indexOf('.');
    String name = dot < 0 ? whole : whole.substring(0, dot);
    VariableNames.checkReadable(name);
    boolean declared = scope.declares(name);
    if (!declared && !VariableNames.isSystem(name)) {
      throw new CommandException(ErrorCode.location(17276), "Use of undefined variable: " + name);
    }
    String[] parts = dot < 0 ? new String[0] : splitPath(whole.substring(dot + 1));
    boolean root = !declared && (name.equals("ROOT") || name.equals("CURRENT"));
    boolean plain = root && name.equals("CURRENT") && parts.length > 0;
    return new PathExpression(name, parts, root, !plain);
  }

  /** The field of the root document at that dotted path, which carries no dollar sign. */
  public static PathExpression ofField(String path) {
    return new PathExpression("CURRENT", splitPath(path), true, false);
  }

  /**
   * Splits a dotted path and checks its parts.
   *
   * @throws CommandException Location40352, 40353, 15998, 16410, 16411 for empty parts, a leading
   *     dollar sign or a zero character
   */
  public static String[] splitPath(String path) {
    if (path.isEmpty()) {
      throw new CommandException(
          ErrorCode.location(40352), "FieldPath cannot be constructed with empty string");
    }
    if (path.endsWith(".")) {
      throw new CommandException(ErrorCode.location(40353), "FieldPath must not end with a '.'.");
    }
    List<String> parts = BsonPath.of(path).parts();
    if (parts.size() > DEPTH_MAX) {
      throw new CommandException(ErrorCode.OVERFLOW, "FieldPath is too long");
    }
    for (String part : parts) {
      checkFieldName(part);
    }
    return parts.toArray(new String[0]);
  }

  /**
   * Checks one part of a path or one field name of an object expression.
   *
   * @throws CommandException Location15998, 16410, 16411 or 16412
   */
  public static void checkFieldName(String name) {
    if (name.isEmpty()) {
      throw new CommandException(
          ErrorCode.location(15998), "FieldPath field names may not be empty strings.");
    }
    if (name.charAt(0) == '$') {
      throw new CommandException(
          ErrorCode.location(16410),
          "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
    }
    if (name.indexOf('\0') >= 0) {
      throw new CommandException(
          ErrorCode.location(16411), "FieldPath field names may not contain '\\0'.");
    }
    if (name.indexOf('.') >= 0) {
      throw new CommandException(
          ErrorCode.location(16412),
          "FieldPath field names may not contain '.'. Consider using $getField or $setField.");
    }
  }

  /** Whether this reads the root document (and not a user's variable). */
  public boolean readsRoot() {
    return onRoot;
  }

  /** The variable's name, {@code CURRENT} for a plain field path. */
  public String variable() {
    return variable;
  }

  /** The dotted path behind the variable; empty text for the variable alone. */
  public String path() {
    return String.join(".", parts);
  }

  @Override
  public BsonValue evaluate(EvaluationContext context) {
    BsonValue start;
    if (onRoot) {
      start = context.root();
    } else {
      start = context.variable(variable);
    }
    return behind(start);
  }

  /** The value in that document, as {@link #evaluate} gives it for a path of the root document. */
  public BsonValue in(BsonDocument document) {
    return behind(document);
  }

  private BsonValue behind(BsonValue start) {
    if (parts.length == 0 || start == null) {
      return start;
    }
    if (start instanceof BsonDocument document) {
      return inDocument(document, 0);
    }
    return start instanceof BsonArray array ? inArray(array, 0) : null;
  }

  private BsonValue inDocument(BsonDocument document, int depth) {
    BsonValue value = document.get(parts[depth]);
    int next = depth + 1;
    if (next == parts.length || value == null) {
      return value;
    }
    if (value instanceof BsonDocument nested) {
      return inDocument(nested, next);
    }
    return value instanceof BsonArray array ? inArray(array, next) : null;
  }

  private BsonArray inArray(BsonArray array, int depth) {
    BsonArray found = new BsonArray(array.size());
    for (int i = 0; i < array.size(); i++) {
      if (array.get(i) instanceof BsonDocument element) {
        BsonValue value = inDocument(element, depth);
        if (value != null) {
          found.add(value);
        }
      }
    }
    return found;
  }

  @Override
  public BsonValue toBson() {
    String path = path();
    if (!written) {
      return new BsonString("$" + path);
    }
    return new BsonString("$$" + variable + (path.isEmpty() ? "" : "." + path));
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    if (!onRoot) {
      dependencies.addVariable(variable);
    } else if (parts.length == 0) {
      dependencies.addWholeDocument();
    } else {
      dependencies.addPath(path());
    }
  }
}
