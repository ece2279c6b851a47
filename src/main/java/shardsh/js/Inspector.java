package shardsh.js;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonValue;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import shardsh.render.BsonInspect;
import shardsh.render.InspectNode;
import shardsh.render.InspectNode.Circular;
import shardsh.render.InspectNode.Element;
import shardsh.render.InspectNode.Hole;
import shardsh.render.InspectNode.Item;
import shardsh.render.InspectNode.KeyStyle;
import shardsh.render.InspectNode.Kind;
import shardsh.render.InspectNode.Pair;
import shardsh.render.InspectNode.Property;
import shardsh.render.InspectNode.Struct;
import shardsh.render.InspectOptions;
import shardsh.render.JsNumber;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.ValueFormatter;

/** Live JavaScript values as trees to print. Source: what Node's {@code util.inspect} shows. */
final class Inspector {
  private final JsEngine engine;
  private final Supplier<Value> load;
  private Value tools;

  /**
   * @param load gives the functions of {@code inspect.js}; asked only when a value has parts
   */
  Inspector(JsEngine engine, Supplier<Value> load) {
    this.engine = engine;
    this.load = load;
  }

  private Value tool(String name) {
    if (tools == null) {
      tools = load.get();
    }
    return tools.getMember(name);
  }

  /** The value down to the limits of the options, which the formatter then says. */
  InspectNode node(Value value, InspectOptions options) {
    return new Walk(options).node(value, 0);
  }

  /** The error for a value that could not be written; the cause itself if a getter threw it. */
  RuntimeException unstorable(Value value, PolyglotException cause) {
    Value found = tool("unstorable").execute(value, GuestTextReader.DEPTH_MAX);
    if (found.isNull()) {
      return cause;
    }
    String path = found.getArrayElement(0).asString();
    String what =
        found.getArrayElement(1).asString().equals("cycle")
            ? "a reference to a value around it"
            : "more than " + GuestTextReader.DEPTH_MAX + " levels of documents and arrays";
    return new GuestTextReader.Refused(what, path).toInputException();
  }

  private final class Walk {
    private final InspectOptions options;
    private final List<Long> above = new ArrayList<>();

    Walk(InspectOptions options) {
      this.options = options;
    }

    InspectNode node(Value value, int level) {
      if (value.isString()) {
        return new InspectNode.Str(value.asString());
      }
      if (value.isBoolean()) {
        return InspectNode.text(Boolean.toString(value.asBoolean()), Role.BOOLEAN);
      }
      if (value.isNull()) {
        return engine.values().isUndefined(value)
            ? InspectNode.text("undefined", Role.UNDEFINED)
            : InspectNode.text("null", Role.NULL);
      }
      if (value.isProxyObject()) {
        return value.asProxyObject() instanceof ShellObject object
            ? InspectNode.text(object.display(), Role.SPECIAL)
            : InspectNode.text("[Object]", Role.SPECIAL);
      }
      return switch (engine.values().typeOf(value)) {
        case "number" -> InspectNode.number(JsNumber.text(value.asDouble()));
        case "bigint" -> InspectNode.number(value.asBigInteger() + "n");
        case "symbol" ->
            InspectNode.text(tool("symbolText").execute(value).asString(), Role.SYMBOL);
        default -> object(value, level);
      };
    }

    private InspectNode object(Value value, int level) {
      Value parts =
          tool("describe").execute(value, Math.min(options.arrayMax(), Integer.MAX_VALUE - 1));
      String kind = parts.getArrayElement(0).asString();
      String base = parts.getArrayElement(1).asString();
      String prefix = parts.getArrayElement(2).asString();
      if (kind.equals("V")) {
        return bson(value, base, prefix);
      }
      long id = parts.getArrayElement(4).asLong();
      if (id != 0 && above.contains(id)) {
        return new Circular(id);
      }
      above.add(id);
      List<Item> items = items(parts.getArrayElement(5), level);
      above.remove(above.size() - 1);
      String name =
          parts.getArrayElement(3).isNull() ? "Object" : parts.getArrayElement(3).asString();
      return new Struct(kind(kind), base(value, base), prefix, name, items, id);
    }

    private List<Span> base(Value value, String text) {
      if (text.isEmpty()) {
        return List.of();
      }
      if (value.isException()) {
        int colon = text.indexOf(':');
        int end = colon < 0 ? text.length() : colon;
        return List.of(
            new Span(text.substring(0, end), Role.ERROR), Span.plain(text.substring(end)));
      }
      return List.of(new Span(text, Role.SPECIAL));
    }

    private Kind kind(String letter) {
      return switch (letter) {
        case "A" -> Kind.ARRAY;
        case "S" -> Kind.SET;
        case "M" -> Kind.MAP;
        default -> Kind.OBJECT;
      };
    }

    private List<Item> items(Value flat, int level) {
      List<Item> items = new ArrayList<>();
      boolean tooDeep = level > options.depth();
      for (long i = 0; i < flat.getArraySize(); i += 3) {
        String style = flat.getArrayElement(i).asString();
        Value key = flat.getArrayElement(i + 1);
        Value value = flat.getArrayElement(i + 2);
        items.add(
            tooDeep
                ? new Element(InspectNode.text("", Role.PLAIN))
                : item(style, key, value, level + 1));
      }
      return items;
    }

    private Item item(String style, Value key, Value value, int level) {
      return switch (style) {
        case "e" -> new Element(node(value, level));
        case "h" -> new Hole(value.asLong());
        case "m" -> new Pair(node(key, level), node(value, level));
        case "s" -> new Property(key.asString(), KeyStyle.SYMBOL, node(value, level));
        case "x" -> new Property(key.asString(), KeyStyle.HIDDEN, node(value, level));
        case "g" ->
            new Property(
                key.asString(), KeyStyle.NAME, InspectNode.text(value.asString(), Role.SPECIAL));
        default -> InspectNode.property(key.asString(), node(value, level));
      };
    }

    /** BSON types, dates and regular expressions; numbers made in the shell show their type. */
    private InspectNode bson(Value value, String letter, String text) {
      switch (letter) {
        case "x":
          return InspectNode.text(text, Role.REGEX);
        case "i":
        case "f":
          return wrappedNumber(letter.equals("i") ? "Int32" : "Double", value);
        case "D":
          return reference(value);
        case "r":
          return call("BSONRegExp", value.getMember("pattern"), value.getMember("options"));
        case "d":
          if (!Double.isFinite(engine.values().millis(value))) {
            return InspectNode.text("Invalid Date", Role.DATE);
          }
          break;
        default:
          break;
      }
      BsonValue bson = engine.values().toBson(value);
      return BsonInspect.node(bson);
    }

    private InspectNode wrappedNumber(String name, Value value) {
      double number = value.getMember("value").asDouble();
      return new InspectNode.Scalar(
          List.of(
              Span.plain(name + "("),
              new Span(JsNumber.text(number), Role.NUMBER),
              Span.plain(")")),
          false);
    }

    private InspectNode reference(Value value) {
      Value collection = value.getMember("collection");
      Value id = value.getMember("oid");
      Value db = value.getMember("db");
      return db.isString() ? call("DBRef", collection, id, db) : call("DBRef", collection, id);
    }

    private InspectNode call(String name, Value... arguments) {
      List<Span> spans = new ArrayList<>();
      spans.add(Span.plain(name));
      String separator = "(";
      for (Value argument : arguments) {
        spans.add(Span.plain(separator));
        spans.addAll(line(node(argument, 0)));
        separator = ", ";
      }
      spans.add(Span.plain(")"));
      return new InspectNode.Scalar(spans, false);
    }

    private List<Span> line(InspectNode node) {
      return ValueFormatter.format(node, InspectOptions.ONE_LINE).get(0).spans();
    }
  }
}
