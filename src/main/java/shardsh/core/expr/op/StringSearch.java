package shardsh.core.expr.op;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;

/** Finding, replacing and trimming in strings. */
final class StringSearch {
  private static final int[] WHITESPACE = whitespace();

  private StringSearch() {}

  static BsonValue indexOfBytes(BsonValue[] values) {
    if (Values.isNullish(values[0])) {
      return BsonNull.VALUE;
    }
    byte[] input =
        text("$indexOfBytes", values[0], "first", 40091).getBytes(StandardCharsets.UTF_8);
    byte[] token =
        text("$indexOfBytes", values[1], "second", 40092).getBytes(StandardCharsets.UTF_8);
    int start = values.length > 2 ? index("$indexOfBytes", values[2], "starting index") : 0;
    int end = input.length;
    if (values.length > 3) {
      end = Math.min(end, index("$indexOfBytes", values[3], "ending index"));
    }
    for (int at = start; at + token.length <= end; at++) {
      if (Arrays.equals(input, at, at + token.length, token, 0, token.length)) {
        return new BsonInt32(at);
      }
    }
    return new BsonInt32(-1);
  }

  private static int index(String name, BsonValue value, String what) {
    return ArrayOperators.index(name, value, what);
  }

  private static String text(String name, BsonValue value, String position, int code) {
    if (value instanceof BsonString string) {
      return string.getValue();
    }
    throw Values.error(
        code,
        name
            + " requires a string as the "
            + position
            + " argument, found: "
            + Values.typeName(value));
  }

  /** The token must begin before the end; it may reach beyond it. */
  static BsonValue indexOfCodePoints(BsonValue[] values) {
    if (Values.isNullish(values[0])) {
      return BsonNull.VALUE;
    }
    String input = text("$indexOfCP", values[0], "first", 40093);
    String token = text("$indexOfCP", values[1], "second", 40094);
    int start = values.length > 2 ? index("$indexOfCP", values[2], "starting index") : 0;
    int count = input.codePointCount(0, input.length());
    int end = count;
    if (values.length > 3) {
      end = Math.min(end, index("$indexOfCP", values[3], "ending index"));
    }
    if (start == 0 && input.isEmpty() && token.isEmpty()) {
      return new BsonInt32(0);
    }
    if (start >= end) {
      return new BsonInt32(-1);
    }
    int at = input.indexOf(token, input.offsetByCodePoints(0, start));
    if (at < 0) {
      return new BsonInt32(-1);
    }
    int position = input.codePointCount(0, at);
    return new BsonInt32(position < end ? position : -1);
  }

  static OperatorParser replacing(boolean all) {
    return (name, spec, scope) -> {
      CommandException notObject =
          Values.error(
              51751, name + " requires an object as an argument, found: " + Values.typeName(spec));
      String unknown = name + " found an unknown argument: ";
      String[] names = {"input", "find", "replacement"};
      Named.Reader reader = Named.read(name, spec, scope, notObject, 51750, unknown, names);
      Expression[] arguments = {
        reader.required("input", 51749, name + " requires 'input' to be specified"),
        reader.required("find", 51748, name + " requires 'find' to be specified"),
        reader.required("replacement", 51747, name + " requires 'replacement' to be specified")
      };
      return reader.folded(
          names, arguments, (terms, context) -> replaced(name, all, terms, context));
    };
  }

  private static BsonValue replaced(
      String name, boolean all, Expression[] terms, EvaluationContext context) {
    BsonValue input = terms[0].evaluate(context);
    BsonValue find = terms[1].evaluate(context);
    BsonValue replacement = terms[2].evaluate(context);
    checkStringOrNull(name, "input", input, 51746);
    checkStringOrNull(name, "find", find, 51745);
    checkStringOrNull(name, "replacement", replacement, 51744);
    if (Values.isNullish(input) || Values.isNullish(find) || Values.isNullish(replacement)) {
      return BsonNull.VALUE;
    }
    String text = input.asString().getValue();
    String wanted = find.asString().getValue();
    String other = replacement.asString().getValue();
    if (all) {
      return new BsonString(text.replace(wanted, other));
    }
    int at = text.indexOf(wanted);
    return at < 0
        ? input
        : new BsonString(text.substring(0, at) + other + text.substring(at + wanted.length()));
  }

  private static void checkStringOrNull(String name, String argument, BsonValue value, int code) {
    if (!Values.isNullish(value) && !value.isString()) {
      throw Values.error(
          code,
          name + " requires that '" + argument + "' be a string, found: " + ServerText.of(value));
    }
  }

  static OperatorParser trimming(boolean left, boolean right) {
    return (name, spec, scope) -> {
      CommandException notObject =
          Values.error(
              50696,
              name + " only supports an object as an argument, found " + Values.typeName(spec));
      String unknown = name + " found an unknown argument: ";
      Named.Reader reader =
          Named.read(name, spec, scope, notObject, 50694, unknown, "input", "chars");
      Expression input = reader.required("input", 50695, name + " requires an 'input' field");
      return reader.folded(
          new String[] {"input", "chars"},
          new Expression[] {input, reader.optional("chars")},
          (terms, context) -> trimmed(name, left, right, terms, context));
    };
  }

  private static BsonValue trimmed(
      String name, boolean left, boolean right, Expression[] terms, EvaluationContext context) {
    BsonValue input = terms[0].evaluate(context);
    if (Values.isNullish(input)) {
      return BsonNull.VALUE;
    }
    if (!(input instanceof BsonString string)) {
      throw Values.error(
          50699,
          name
              + " requires its input to be a string, got "
              + ServerText.of(input)
              + " (of type "
              + Values.typeName(input)
              + ") instead.");
    }
    int[] characters = WHITESPACE;
    if (terms[1] != null) {
      BsonValue chars = terms[1].evaluate(context);
      if (Values.isNullish(chars)) {
        return BsonNull.VALUE;
      }
      if (!chars.isString()) {
        throw Values.error(
            50700,
            name
                + " requires 'chars' to be a string, got "
                + ServerText.of(chars)
                + " (of type "
                + Values.typeName(chars)
                + ") instead.");
      }
      characters = chars.asString().getValue().codePoints().sorted().toArray();
    }
    return new BsonString(trimmed(string.getValue(), characters, left, right));
  }

  /**
   * @param characters code points, sorted
   */
  private static String trimmed(String text, int[] characters, boolean left, boolean right) {
    int start = 0;
    int end = text.length();
    while (left && start < end) {
      int character = text.codePointAt(start);
      if (Arrays.binarySearch(characters, character) < 0) {
        break;
      }
      start += Character.charCount(character);
    }
    while (right && end > start) {
      int character = text.codePointBefore(end);
      if (Arrays.binarySearch(characters, character) < 0) {
        break;
      }
      end -= Character.charCount(character);
    }
    return text.substring(start, end);
  }

  /** The manual's list of what is trimmed by default, the zero character among them. */
  private static int[] whitespace() {
    int[] characters = {
      0, ' ', '\t', '\n', 0x0B, '\f', '\r', 0x00A0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004,
      0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A
    };
    Arrays.sort(characters);
    return characters;
  }
}
