package shardsh.js;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;

/**
 * The only place where JavaScript and BSON values meet. Whole numbers that fit 32 bits become
 * int32, other numbers double ({@code -0} too), as in mongosh; undefined fields and elements become
 * null. Documents and arrays come out as real JavaScript objects.
 *
 * <p>A tree of plain values is read by {@link PlainReader}. Any other crosses the border as one
 * text, because every single access from Java costs about as much as reading a whole small
 * document.
 */
public final class GuestValues {
  private final JsEngine engine;
  private final Prelude prelude;
  private BsonValue lastResult;

  /** How many documents of the program are being read at this moment. */
  private int reading;

  private Value undefined;

  /** Null until it is first needed, empty if there cannot be one. */
  private Optional<PlainReader> plainReader;

  GuestValues(JsEngine engine, Prelude prelude) {
    this.engine = engine;
    this.prelude = prelude;
  }

  /** JavaScript's undefined. */
  public Value undefined() {
    if (undefined == null) {
      undefined = prelude.undefined();
    }
    return undefined;
  }

  public boolean isUndefined(Value value) {
    return value.isNull() && typeOf(value).equals("undefined");
  }

  /** JavaScript's {@code typeof}. */
  public String typeOf(Value value) {
    return prelude.typeOf(value);
  }

  /**
   * A JavaScript value as BSON. Functions inside of it become code, as the driver of mongosh writes
   * them ({@code serializeFunctions}).
   *
   * @throws ShellInputException for what cannot be stored, with its path: symbols, proxies, cycles,
   *     invalid dates, more than 100 levels …
   */
  public BsonValue toBson(Value value) {
    return toBson(value, true);
  }

  /**
   * A JavaScript value as BSON without the functions inside of it, which are null in arrays: as
   * mongosh's own EJSON and bsonsize see it.
   *
   * @throws ShellInputException as {@link #toBson}
   */
  public BsonValue toData(Value value) {
    return toBson(value, false);
  }

  private BsonValue toBson(Value value, boolean keepsFunctions) {
    if (value.isString()) {
      return new BsonString(value.asString());
    }
    if (value.isBoolean()) {
      return BsonBoolean.valueOf(value.asBoolean());
    }
    if (value.isNull()) {
      return isUndefined(value) ? new BsonUndefined() : BsonNull.VALUE;
    }
    if (value.isProxyObject()) {
      throw new GuestTextReader.Refused("an object of the shell").toInputException();
    }
    return plain(value).orElseGet(() -> byText(value, keepsFunctions));
  }

  /** A value that is plain throughout. */
  Optional<BsonValue> plain(Value value) {
    if (plainReader == null) {
      plainReader = PlainReader.of(prelude.function("prototypes"));
    }
    return plainReader.flatMap(reader -> reader.read(value));
  }

  /** A value of any kind. */
  BsonValue byText(Value value, boolean keepsFunctions) {
    Value written;
    reading++;
    try {
      written = prelude.function("text").execute(value);
    } catch (PolyglotException e) {
      throw engine.unstorable(value, e);
    } finally {
      reading--;
    }
    if (!written.isString()) {
      throw new GuestTextReader.Refused("a value of type " + typeOf(value)).toInputException();
    }
    return GuestTextReader.read(written.asString(), keepsFunctions);
  }

  /**
   * What the {@code toJSON} of an object of the shell gives: its text, but inside a document that
   * is to be stored a mark that makes {@link #toBson} refuse it.
   */
  public String jsonText(ShellObject object) {
    return reading > 0 ? GuestTextReader.TAG + "?object of the shell" : object.display();
  }

  /**
   * What a Java method gives back, as something the engine takes: BSON becomes JavaScript values,
   * texts, numbers and booleans themselves, lists of texts arrays; everything else is handed on.
   */
  public Object toGuest(Object result) {
    if (result instanceof BsonValue bson) {
      lastResult = bson;
      return toGuest(bson);
    }
    if (result instanceof List<?> list) {
      BsonArray array = array(list);
      lastResult = array;
      return toGuest(array);
    }
    return result;
  }

  /** A document or an array as JavaScript sees it. */
  public Value guest(BsonValue value) {
    return (Value) revived(value, true);
  }

  /** What {@link #toGuest(Object)} gave the program last; null if nothing yet. */
  public BsonValue lastResult() {
    return lastResult;
  }

  private static BsonArray array(List<?> list) {
    BsonArray array = new BsonArray();
    for (Object element : list) {
      array.add(element instanceof BsonValue bson ? bson : new BsonString(String.valueOf(element)));
    }
    return array;
  }

  /** A BSON value as JavaScript sees it. */
  public Object toGuest(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT, ARRAY -> revived(value, true);
      case STRING -> value.asString().getValue();
      case INT32 -> value.asInt32().getValue();
      case DOUBLE -> value.asDouble().getValue();
      case BOOLEAN -> value.asBoolean().getValue();
      case NULL -> null;
      case UNDEFINED, END_OF_DOCUMENT -> undefined();
      default ->
          prelude
              .function("special")
              .execute(
                  Character.toString(GuestTextWriter.letter(value)),
                  payload(GuestTextWriter.payload(value)));
    };
  }

  /** A BSON value as JavaScript sees it, as if the program had made it itself. */
  public Object toOwnGuest(BsonValue value) {
    return value.isDocument() || value.isArray() ? revived(value, false) : toGuest(value);
  }

  private Object revived(BsonValue value, boolean isFromServer) {
    Object[] arguments = GuestTextWriter.arguments(value);
    if (!isFromServer) {
      arguments[1] = -1;
    }
    for (int i = 2; i < arguments.length; i++) {
      arguments[i] = payload(arguments[i]);
    }
    return prelude.function("revive").execute(arguments);
  }

  /** Documents inside a payload: the scope of code, the parts of a reference. */
  private Object payload(Object payload) {
    if (!(payload instanceof BsonDocument document)) {
      return payload;
    }
    BsonDocument fields = new BsonDocument();
    document.forEach((name, field) -> fields.put(name.equals("$ref") ? "collection" : name, field));
    return revived(fields, true);
  }

  /** A number as JavaScript has it: int32 if it is whole and fits, else double. */
  public static BsonValue number(double value) {
    int whole = (int) value;
    return whole == value && (whole != 0 || 1 / value > 0)
        ? new BsonInt32(whole)
        : new BsonDouble(value);
  }

  /**
   * Sets {@code _id} in those of the JavaScript documents that have none, in order, as the driver
   * does with the documents it is given.
   *
   * @param given a document or an array of them
   * @param ids hexadecimal texts, one for each document without an id
   */
  public void addIds(Value given, List<String> ids) {
    Object[] arguments = new Object[1 + ids.size()];
    arguments[0] = given;
    for (int i = 0; i < ids.size(); i++) {
      arguments[i + 1] = ids.get(i);
    }
    prelude.function("addIds").execute(arguments);
  }

  /** Whether the value is a document or array that came out of {@link #toGuest} as a whole. */
  public boolean isFromServer(Value value) {
    return value.hasMembers() && prelude.function("isFromServer").execute(value).asBoolean();
  }

  /**
   * Calls a function of the program with each value in turn, until it answers false.
   *
   * @return whether it was called for all
   */
  public boolean forEach(List<? extends BsonValue> list, Value function) {
    return prelude.function("each").execute(toGuest(new BsonArray(list)), function).asBoolean();
  }

  /** The array of what a function of the program makes of each value. */
  public Value map(List<? extends BsonValue> list, Value function) {
    return prelude.function("map").execute(toGuest(new BsonArray(list)), function);
  }

  /** The milliseconds of a {@code Date}; NaN of one that is invalid. */
  double millis(Value date) {
    return prelude.function("time").execute(date).asDouble();
  }

  /** {@code JSON.stringify(value, replacer, space)} of a value in terms of JSON. */
  public String stringify(BsonValue value, Value replacer, Value space) {
    Value text = prelude.function("toJson").execute(toGuest(value), replacer, space);
    return text.isString() ? text.asString() : "undefined";
  }

  /** Throws JavaScript's own SyntaxError unless the text is JSON. */
  public void checkJson(String jsonText) {
    prelude.function("fromJson").execute(jsonText);
  }
}
