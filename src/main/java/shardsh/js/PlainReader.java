package shardsh.js;

import com.oracle.truffle.api.object.Property;
import com.oracle.truffle.api.object.Shape;
import com.oracle.truffle.api.strings.TruffleString;
import com.oracle.truffle.js.runtime.JSRuntime;
import com.oracle.truffle.js.runtime.SafeInteger;
import com.oracle.truffle.js.runtime.Strings;
import com.oracle.truffle.js.runtime.array.ScriptArray;
import com.oracle.truffle.js.runtime.builtins.JSAbstractArray;
import com.oracle.truffle.js.runtime.builtins.JSArray;
import com.oracle.truffle.js.runtime.builtins.JSArrayObject;
import com.oracle.truffle.js.runtime.builtins.JSDateObject;
import com.oracle.truffle.js.runtime.builtins.JSOrdinary;
import com.oracle.truffle.js.runtime.objects.JSDynamicObject;
import com.oracle.truffle.js.runtime.objects.JSProperty;
import com.oracle.truffle.js.runtime.objects.JSShape;
import com.oracle.truffle.js.runtime.objects.Null;
import com.oracle.truffle.js.runtime.objects.Undefined;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.graalvm.polyglot.Value;

/**
 * Reads trees of nothing but plain objects, arrays, dates, texts, numbers and booleans straight
 * from the engine's own objects. No code of the program runs meanwhile, and it takes a tenth of the
 * time of {@link GuestTextReader}'s road, to which everything else is left: accessors, functions,
 * BSON types, instances of classes, proxies, cycles.
 *
 * <p>These classes of the engine are public but no promise, as is the place where a {@link Value}
 * keeps what it stands for; the engine's version is fixed in the pom.
 */
final class PlainReader {
  /** More is left to the text as well, whose making can be interrupted. */
  private static final int VALUES_MAX = 4_000_000;

  private static final int SHAPES_MAX = 1000;

  /** The fields of all objects of one shape; none if they cannot be read as plain ones. */
  private record Members(String[] names, Property[] properties) {}

  /** Of proxies, too, which must not even be asked for their prototype. */
  private static final Members NOT_PLAIN = new Members(new String[0], new Property[0]);

  /** Where a {@link Value} has what it stands for. */
  private final Field receiver;

  private final JSDynamicObject objects;
  private final JSDynamicObject arrays;
  private final JSDynamicObject dates;
  private final Map<Shape, Members> shapes = new IdentityHashMap<>();
  private int left;
  private int depth;

  private PlainReader(Field receiver, Value prototypes) throws IllegalAccessException {
    this.receiver = receiver;
    objects = (JSDynamicObject) receiver.get(prototypes.getArrayElement(0));
    arrays = (JSDynamicObject) receiver.get(prototypes.getArrayElement(1));
    dates = (JSDynamicObject) receiver.get(prototypes.getArrayElement(2));
  }

  /**
   * @param prototypes those of objects, arrays and dates
   * @return nothing where the engine cannot be looked into
   */
  static Optional<PlainReader> of(Value prototypes) {
    try {
      Field receiver = Value.class.getSuperclass().getDeclaredField("receiver");
      receiver.setAccessible(true);
      return Optional.of(new PlainReader(receiver, prototypes));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** The value, if it is plain throughout. */
  Optional<BsonValue> read(Value value) {
    left = VALUES_MAX;
    depth = 0;
    try {
      return Optional.ofNullable(value(receiver.get(value)));
    } catch (IllegalAccessException e) {
      return Optional.empty();
    }
  }

  /** Null for what is not plain, here and below. */
  private BsonValue value(Object value) {
    if (--left < 0) {
      return null;
    }
    if (value instanceof TruffleString text) {
      return new BsonString(Strings.toJavaString(text));
    }
    if (value instanceof Integer whole) {
      return new BsonInt32(whole);
    }
    if (value instanceof Double || value instanceof SafeInteger) {
      return GuestValues.number(((Number) value).doubleValue());
    }
    if (value instanceof Boolean truth) {
      return BsonBoolean.valueOf(truth);
    }
    if (value == Null.instance || value == Undefined.instance) {
      return BsonNull.VALUE;
    }
    return value instanceof JSDynamicObject object ? object(object) : null;
  }

  private BsonValue object(JSDynamicObject object) {
    if (object instanceof JSDateObject date) {
      double millis = date.getTimeMillis();
      return date.getPrototypeOf() == dates && !Double.isNaN(millis)
          ? new BsonDateTime((long) millis)
          : null;
    }
    if (++depth > GuestTextReader.DEPTH_MAX) {
      return null;
    }
    BsonValue read = null;
    if (object instanceof JSArrayObject array) {
      boolean isPlain = JSArray.isJSFastArray(array) && array.getPrototypeOf() == arrays;
      read = isPlain ? array(array) : null;
    } else if (members(object.getShape()) != NOT_PLAIN && object.getPrototypeOf() == objects) {
      read = document(object);
    }
    depth--;
    return read;
  }

  private BsonArray array(JSArrayObject array) {
    long size = array.getArraySize();
    if (size > left) {
      return null;
    }
    BsonArray values = new BsonArray((int) size);
    ScriptArray elements = JSAbstractArray.arrayGetArrayType(array);
    for (int i = 0; i < size; i++) {
      // What a hole would inherit may be a function of the program's.
      boolean isThere = elements.hasElement(array, i);
      BsonValue value = isThere ? value(elements.getElement(array, i)) : BsonNull.VALUE;
      if (value == null) {
        return null;
      }
      values.add(value);
    }
    return values;
  }

  private BsonDocument document(JSDynamicObject object) {
    Members members = members(object.getShape());
    // Just large enough: the default would be twice that for most documents.
    BsonDocument document = new BsonDocument((members.names.length * 4 + 2) / 3);
    for (int i = 0; i < members.names.length; i++) {
      BsonValue value = value(JSProperty.getValue(members.properties[i], object, object, null));
      if (value == null) {
        return null;
      }
      document.put(members.names[i], value);
    }
    return document;
  }

  private Members members(Shape shape) {
    Members members = shapes.get(shape);
    if (members == null) {
      members = membersOf(shape);
      if (shapes.size() == SHAPES_MAX) {
        shapes.clear();
      }
      shapes.put(shape, members);
    }
    return members;
  }

  private static Members membersOf(Shape shape) {
    if (JSShape.getJSClass(shape) != JSOrdinary.INSTANCE) {
      return NOT_PLAIN;
    }
    List<String> names = new ArrayList<>();
    List<Property> properties = new ArrayList<>();
    for (Property property : shape.getPropertyList()) {
      if (property.getKey() instanceof TruffleString key && JSProperty.isEnumerable(property)) {
        String name = Strings.toJavaString(key);
        if (!JSProperty.isData(property)
            || JSProperty.isDataSpecial(property)
            || JSRuntime.isArrayIndexString(key)
            || name.indexOf(0) >= 0
            || name.startsWith(GuestTextReader.TAG)) {
          return NOT_PLAIN;
        }
        names.add(name);
        properties.add(property);
      }
    }
    return new Members(names.toArray(String[]::new), properties.toArray(Property[]::new));
  }
}
