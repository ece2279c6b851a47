package shardsh.js;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * Reads what the prelude's {@code text} wrote: JSON without white space, in which a string that
 * begins with {@link #TAG} and a letter stands for a value that JSON does not have.
 */
final class GuestTextReader {
  /** Must be the prelude's {@code TAG}, as JSON writes it. */
  static final String TAG = "\uFDD0\u0001";

  /**
   * Levels of documents and arrays inside each other that are read: more than a server takes, so
   * that the refusal is the server's.
   */
  static final int DEPTH_MAX = 500;

  private final String text;
  private final boolean keepsFunctions;
  private int at;
  private int depth;

  private GuestTextReader(String text, boolean keepsFunctions) {
    this.text = text;
    this.keepsFunctions = keepsFunctions;
  }

  /**
   * @param keepsFunctions whether functions become code; else fields lack them, and arrays have
   *     null instead
   * @throws ShellInputException for what cannot be stored, with its path
   */
  static BsonValue read(String text, boolean keepsFunctions) {
    try {
      return new GuestTextReader(text, keepsFunctions).value();
    } catch (Refused refused) {
      throw refused.toInputException();
    }
  }

  /** A value; null for a function that is left out. */
  private BsonValue value() {
    char c = text.charAt(at);
    switch (c) {
      case '{':
        return document();
      case '[':
        return array();
      case '"':
        return textValue();
      case 't':
        at += 4;
        return BsonBoolean.TRUE;
      case 'f':
        at += 5;
        return BsonBoolean.FALSE;
      case 'n':
        at += 4;
        return BsonNull.VALUE;
      default:
        return number();
    }
  }

  private BsonValue document() {
    enter();
    BsonDocument document = new BsonDocument();
    at++;
    while (text.charAt(at) != '}') {
      if (text.charAt(at) == ',') {
        at++;
      }
      String name = string();
      if (name.indexOf('\0') >= 0) {
        throw new ShellInputException(
            "BSONError", "key " + name + " must not contain null bytes", "");
      }
      at++;
      if (name.startsWith(TAG)) {
        return scopedCode();
      }
      try {
        BsonValue value = value();
        if (value != null) {
          document.put(name, value);
        }
      } catch (Refused refused) {
        throw refused.under(name);
      }
    }
    at++;
    depth--;
    return document;
  }

  private BsonValue array() {
    enter();
    List<BsonValue> values = new ArrayList<>();
    at++;
    while (text.charAt(at) != ']') {
      if (text.charAt(at) == ',') {
        at++;
      }
      try {
        BsonValue value = value();
        values.add(value == null ? BsonNull.VALUE : value);
      } catch (Refused refused) {
        throw refused.under(Integer.toString(values.size()));
      }
    }
    at++;
    depth--;
    return new BsonArray(values);
  }

  private void enter() {
    if (++depth > DEPTH_MAX) {
      throw new Refused("more than " + DEPTH_MAX + " levels of documents and arrays");
    }
  }

  /** The rest of {@code {"<TAG>C":"code","scope":{…}}}. */
  private BsonValue scopedCode() {
    String code = string();
    at = text.indexOf(':', at) + 1;
    BsonValue scope = value();
    at++;
    depth--;
    return new BsonJavaScriptWithScope(
        code, scope.isDocument() ? scope.asDocument() : new BsonDocument());
  }

  private BsonValue number() {
    int from = at;
    int end = at + (text.charAt(at) == '-' ? 1 : 0);
    long whole = 0;
    char c = 0;
    while (end < text.length() && (c = text.charAt(end)) >= '0' && c <= '9') {
      whole = whole * 10 + (c - '0');
      end++;
    }
    boolean fraction = end < text.length() && (c == '.' || c == 'e');
    if (!fraction && end - from <= 11) {
      long signed = text.charAt(from) == '-' ? -whole : whole;
      at = end;
      if (signed == (int) signed) {
        return new BsonInt32((int) signed);
      }
      return new BsonDouble(signed);
    }
    while (end < text.length() && isInNumber(text.charAt(end))) {
      end++;
    }
    at = end;
    return new BsonDouble(Double.parseDouble(text.substring(from, end)));
  }

  private static boolean isInNumber(char c) {
    return c >= '0' && c <= '9' || c == '.' || c == 'e' || c == '+' || c == '-';
  }

  private BsonValue textValue() {
    String string = string();
    if (string.startsWith(TAG) && string.length() > TAG.length()) {
      return special(string.charAt(TAG.length()), string.substring(TAG.length() + 1));
    }
    return new BsonString(string);
  }

  private String string() {
    int from = ++at;
    int end = from;
    while (true) {
      char c = text.charAt(end);
      if (c == '"') {
        at = end + 1;
        return text.substring(from, end);
      }
      if (c == '\\') {
        return escaped(from, end);
      }
      end++;
    }
  }

  private String escaped(int from, int firstEscape) {
    StringBuilder out = new StringBuilder(text.length() > 64 ? 64 : 16);
    out.append(text, from, firstEscape);
    int i = firstEscape;
    while (true) {
      char c = text.charAt(i++);
      if (c == '"') {
        at = i;
        return out.toString();
      }
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char escape = text.charAt(i++);
      if (escape == 'u') {
        out.append((char) Integer.parseInt(text, i, i + 4, 16));
        i += 4;
      } else {
        out.append(unescaped(escape));
      }
    }
  }

  private static char unescaped(char escape) {
    return switch (escape) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> escape;
    };
  }

  private BsonValue special(char letter, String payload) {
    return switch (letter) {
      case 'o' -> new BsonObjectId(new ObjectId(payload));
      case 'd' -> date(payload);
      case 'l' -> new BsonInt64(Long.parseLong(payload));
      case 'i' -> new BsonInt32(Integer.parseInt(payload));
      case 'f', 'n' -> new BsonDouble(Double.parseDouble(payload));
      case 'm' -> new BsonDecimal128(Decimal128.parse(payload));
      case 't' -> new BsonTimestamp(Long.parseLong(payload));
      case 'b' -> binary(payload);
      case 'k' -> new BsonMinKey();
      case 'K' -> new BsonMaxKey();
      case 'c' -> new BsonJavaScript(payload);
      case 'F' -> function(payload);
      case 'y' -> new BsonSymbol(payload);
      case 'r' -> regex(payload);
      case 'g' -> bigInteger(payload);
      default -> throw new Refused("a value of type " + payload);
    };
  }

  private BsonValue function(String code) {
    if (depth == 0) {
      throw new Refused("a value of type function");
    }
    return keepsFunctions ? new BsonJavaScript(code) : null;
  }

  private static BsonValue date(String millis) {
    if (millis.equals("NaN")) {
      throw new Refused("an invalid date");
    }
    return new BsonDateTime(Long.parseLong(millis));
  }

  private static BsonValue binary(String payload) {
    int colon = payload.indexOf(':');
    return new BsonBinary(
        (byte) Integer.parseInt(payload.substring(0, colon)),
        Base64.getDecoder().decode(payload.substring(colon + 1)));
  }

  private static BsonValue regex(String payload) {
    int slash = payload.indexOf('/');
    String pattern = payload.substring(slash + 1);
    return new BsonRegularExpression(
        pattern.equals("(?:)") ? "" : pattern, payload.substring(0, slash));
  }

  private static BsonValue bigInteger(String digits) {
    BigInteger value = new BigInteger(digits);
    if (value.bitLength() > 63) {
      throw new Refused("the bigint " + digits + ", which does not fit into 64 bits");
    }
    return new BsonInt64(value.longValue());
  }

  /** Unwinds to the top and gathers the path on its way. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String path;

    Refused(String what) {
      this(what, "");
    }

    Refused(String what, String path) {
      super(what, null, false, false);
      this.what = what;
      this.path = path;
    }

    private Refused under(String name) {
      return new Refused(what, path.isEmpty() ? name : name + "." + path);
    }

    ShellInputException toInputException() {
      String where = path.isEmpty() ? "The value" : "Field '" + path + "'";
      return new ShellInputException(
          "BSONError", where + " holds " + what + ", which cannot be stored", "");
    }
  }
}
