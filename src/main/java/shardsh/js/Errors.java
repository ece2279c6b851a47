package shardsh.js;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.PolyglotException.StackFrame;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.Value;
import shardsh.render.InspectNode;
import shardsh.render.InspectOptions;
import shardsh.render.ValueFormatter;

/** Turns what the engine throws into an {@link EvaluationError}. */
final class Errors {
  private static final String UNNAMED = "(intermediate value).";
  private static final String NO_FUNCTION = " is not a function";
  private static final Pattern ACCESS =
      Pattern.compile("Cannot (read|set) property '(.*)' of (undefined|null)");
  private static final Pattern DECLARED =
      Pattern.compile("Variable \"(.*)\" has already been declared");

  private final JsEngine engine;
  private final Prelude prelude;

  Errors(JsEngine engine, Prelude prelude) {
    this.engine = engine;
    this.prelude = prelude;
  }

  /** A program as it was given and as it was evaluated; both have the same lines. */
  record Text(String name, String given, String evaluated) {

    Optional<EvaluationError.Place> place(int line, int column) {
      String[] givenLines = given.split("\n", -1);
      String[] evaluatedLines = evaluated.split("\n", -1);
      if (line < 1 || line > givenLines.length) {
        return Optional.empty();
      }
      int moved = evaluatedLines[line - 1].length() - givenLines[line - 1].length();
      int shown = Math.max(1, column - Math.max(0, moved));
      return Optional.of(new EvaluationError.Place(name, line, shown, givenLines[line - 1]));
    }
  }

  EvaluationError describe(PolyglotException e, Text text) {
    boolean hasFrames = frame(e).isPresent();
    if (e.isSyntaxError() && !hasFrames) {
      return syntaxError(e, text);
    }
    Value thrown = e.getGuestObject();
    Optional<EvaluationError.Place> place = frame(e).flatMap(at -> place(at, text));
    if (thrown == null || !prelude.function("isError").execute(thrown).asBoolean()) {
      return thrownValue(e, thrown, place);
    }
    ErrorDetails details = details(thrown);
    return new EvaluationError(
        details.kind(),
        textMember(thrown, "name").orElse("Error"),
        message(thrown, e),
        code(thrown),
        textMember(thrown, "codeName"),
        place,
        details.hint().isEmpty() ? Optional.empty() : Optional.of(details.hint()),
        details.fields(),
        false,
        Optional.of(engine.wrap(thrown)));
  }

  /** What is left to say when looking at an error threw another one. */
  EvaluationError undescribed(PolyglotException again) {
    return new EvaluationError(
        EvaluationError.Kind.JAVASCRIPT,
        "Error",
        "an error that throws when it is looked at: " + again.getMessage(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new BsonDocument(),
        false,
        Optional.empty());
  }

  /** Of a syntax error in a file that was loaded only the first line; the rest repeats the text. */
  private static String message(Value thrown, PolyglotException e) {
    String message = textMember(thrown, "message").orElse("");
    boolean ofFile =
        textMember(thrown, "name").filter("SyntaxError"::equals).isPresent()
            && message.indexOf('\n') > 0;
    return ofFile ? message.substring(0, message.indexOf('\n')) : readable(message, e);
  }

  /** The engine's words in those that users of mongosh know. */
  private static String readable(String message, PolyglotException e) {
    if (message.startsWith("invokeMember (")) {
      int end = message.indexOf(')');
      return calledName(message.substring("invokeMember (".length(), end), e);
    }
    if (message.startsWith("instantiate on ")) {
      return callee(e) + " is not a constructor";
    }
    if (message.startsWith("execute on ")) {
      return callee(e) + NO_FUNCTION;
    }
    if (message.startsWith(UNNAMED) && message.endsWith(NO_FUNCTION)) {
      String name = message.substring(UNNAMED.length(), message.length() - NO_FUNCTION.length());
      String called = calledName(name, e);
      boolean isPlain =
          called.chars().limit(Math.max(0, called.indexOf(' '))).allMatch(Errors::isInName);
      return isPlain ? called : message;
    }
    if (message.startsWith("{") && message.endsWith(" is not iterable")) {
      return "object is not iterable";
    }
    Matcher access = ACCESS.matcher(message);
    if (access.matches()) {
      return "Cannot "
          + access.group(1)
          + " properties of "
          + access.group(3)
          + " ("
          + (access.group(1).equals("read") ? "reading" : "setting")
          + " '"
          + access.group(2)
          + "')";
    }
    return message;
  }

  private static boolean isInName(int c) {
    return Character.isJavaIdentifierPart(c) || c == '.';
  }

  /** Whether the call at the place of an error gives undefined when there is no such function. */
  static boolean isOptionalCall(String name, PolyglotException e) {
    return frame(e).filter(at -> at.getCharacters().toString().contains(name + "?.(")).isPresent();
  }

  /** What is called at the place of an error, e.g. {@code db.c.save is not a function}. */
  static String calledName(String name, PolyglotException e) {
    String call = frame(e).map(section -> section.getCharacters().toString()).orElse("");
    int end = call.indexOf(name + "(");
    return (end < 0 ? name : call.substring(0, end + name.length())) + NO_FUNCTION;
  }

  /** What is called where the error arose: {@code db.orders} of {@code new db.orders(1)}. */
  private static String callee(PolyglotException e) {
    String call = frame(e).map(section -> section.getCharacters().toString()).orElse("value");
    String named = call.startsWith("new ") ? call.substring("new ".length()) : call;
    int depth = 0;
    for (int i = named.length() - 1; i > 0; i--) {
      depth += named.charAt(i) == ')' ? 1 : named.charAt(i) == '(' ? -1 : 0;
      if (depth == 0) {
        return named.endsWith(")") ? named.substring(0, i) : named;
      }
    }
    return named;
  }

  private ErrorDetails details(Value thrown) {
    Value kept = prelude.function("inner").execute(thrown);
    if (kept.isProxyObject() && kept.asProxyObject() instanceof ErrorDetails details) {
      return details;
    }
    return new ErrorDetails(EvaluationError.Kind.JAVASCRIPT, "", new BsonDocument());
  }

  private EvaluationError thrownValue(
      PolyglotException e, Value thrown, Optional<EvaluationError.Place> place) {
    return new EvaluationError(
        EvaluationError.Kind.JAVASCRIPT,
        "Error",
        thrown == null ? String.valueOf(e.getMessage()) : shown(thrown),
        OptionalInt.empty(),
        Optional.empty(),
        place,
        Optional.empty(),
        new BsonDocument(),
        false,
        Optional.ofNullable(thrown).map(engine::wrap));
  }

  private String shown(Value thrown) {
    InspectNode node = engine.inspector().node(thrown, InspectOptions.PROMPT);
    return node instanceof InspectNode.Str text
        ? text.value()
        : ValueFormatter.text(node, InspectOptions.PROMPT);
  }

  /**
   * The engine's text is {@code SyntaxError: name:line:column message}, then the line, then a mark.
   */
  private EvaluationError syntaxError(PolyglotException e, Text text) {
    String message = e.getMessage() == null ? "" : e.getMessage();
    int lineEnd = message.indexOf('\n');
    String first = lineEnd < 0 ? message : message.substring(0, lineEnd);
    first = first.startsWith("SyntaxError: ") ? first.substring("SyntaxError: ".length()) : first;
    if (first.startsWith(text.name() + ":")) {
      int space = first.indexOf(' ', text.name().length());
      first = space < 0 ? first : first.substring(space + 1);
    }
    first = DECLARED.matcher(first).replaceFirst("Identifier '$1' has already been declared.");
    SourceSection section = e.getSourceLocation();
    return new EvaluationError(
        EvaluationError.Kind.SYNTAX,
        "SyntaxError",
        first,
        OptionalInt.empty(),
        Optional.empty(),
        section == null ? Optional.empty() : place(section, text),
        Optional.empty(),
        new BsonDocument(),
        e.isIncompleteSource(),
        Optional.empty());
  }

  /** The innermost place in the user's own code. */
  private static Optional<SourceSection> frame(PolyglotException e) {
    for (StackFrame frame : e.getPolyglotStackTrace()) {
      SourceSection section = frame.isGuestFrame() ? frame.getSourceLocation() : null;
      if (section != null && section.isAvailable() && !section.getSource().isInternal()) {
        return Optional.of(section);
      }
    }
    return Optional.empty();
  }

  private static Optional<EvaluationError.Place> place(SourceSection section, Text text) {
    int line = section.getStartLine();
    int column = section.getStartColumn();
    String name = section.getSource().getName();
    if (name.equals(text.name())
        && section.getSource().getCharacters().toString().equals(text.evaluated())) {
      return text.place(line, column);
    }
    String code = section.getSource().getCharacters().toString();
    return new Text(name, code, code).place(line, column);
  }

  private static Optional<String> textMember(Value object, String name) {
    Value value = object.getMember(name);
    return value != null && value.isString() ? Optional.of(value.asString()) : Optional.empty();
  }

  private static OptionalInt code(Value object) {
    Value value = object.getMember("code");
    return value != null && value.isNumber() && value.fitsInInt()
        ? OptionalInt.of(value.asInt())
        : OptionalInt.empty();
  }
}
