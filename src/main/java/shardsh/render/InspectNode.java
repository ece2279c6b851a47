package shardsh.render;

import java.util.List;

/**
 * A value to print, as a tree that knows nothing of BSON or JavaScript. It can say everything that
 * Node's {@code util.inspect} prints; {@link ValueFormatter} decides about lines, quotes and
 * limits.
 */
public sealed interface InspectNode {

  /**
   * A value whose text does not depend on where it stands. A line end inside is indented.
   *
   * @param number whether it is a JavaScript number or big integer, which columns align right
   */
  record Scalar(List<Span> spans, boolean number) implements InspectNode {
    public Scalar {
      spans = List.copyOf(spans);
    }
  }

  /** A string, quoted and escaped where it stands. */
  record Str(String value) implements InspectNode {}

  /**
   * An object, array, set or map.
   *
   * @param base stands before the brackets, e.g. {@code [Function: f]} or the stack of an error;
   *     empty for none. With a base and no items no brackets are printed
   * @param prefix stands directly before the opening bracket, with its space, e.g. {@code Foo },
   *     {@code Map(1) }; empty for plain objects and arrays
   * @param name what is printed in square brackets below the depth limit, e.g. {@code Object}
   * @param items in the order printed; of arrays first the elements and holes, then the properties
   * @param identity any number that is not 0 if a {@link Circular} may point here, else 0
   */
  record Struct(
      Kind kind, List<Span> base, String prefix, String name, List<Item> items, long identity)
      implements InspectNode {
    public Struct {
      base = List.copyOf(base);
      items = List.copyOf(items);
    }
  }

  /** A reference to a structure around this place, printed as {@code [Circular *1]}. */
  record Circular(long identity) implements InspectNode {}

  /** Which brackets a structure has, and whether the limit on array entries counts for it. */
  enum Kind {
    OBJECT,
    ARRAY,
    SET,
    MAP
  }

  /** One entry of a structure. */
  sealed interface Item {}

  /** A property {@code key: value}. */
  record Property(String key, KeyStyle style, InspectNode value) implements Item {}

  /** An element of an array or set. */
  record Element(InspectNode value) implements Item {}

  /** An entry of a map, {@code key => value}. */
  record Pair(InspectNode key, InspectNode value) implements Item {}

  /** That many missing elements of an array in a row. */
  record Hole(long count) implements Item {}

  /** How a property's name is written. */
  enum KeyStyle {
    /** Bare if it is an identifier, else quoted. */
    NAME,
    /** A symbol, given as {@code Symbol(x)}, in square brackets. */
    SYMBOL,
    /** A property that is not enumerable, in square brackets, e.g. {@code [cause]}. */
    HIDDEN
  }

  static InspectNode text(String text, Role role) {
    return new Scalar(List.of(new Span(text, role)), false);
  }

  /** A call around a quoted text, e.g. {@code ObjectId('…')}: only what is quoted is coloured. */
  static InspectNode call(String name, String quoted) {
    return new Scalar(
        List.of(
            Span.plain(name + "("),
            new Span(ValueFormatter.quoted(quoted), Role.STRING),
            Span.plain(")")),
        false);
  }

  /** A JavaScript number or big integer, already as text. */
  static InspectNode number(String text) {
    return new Scalar(List.of(new Span(text, Role.NUMBER)), true);
  }

  /** A plain object. */
  static Struct object(List<Item> items) {
    return new Struct(Kind.OBJECT, List.of(), "", "Object", items, 0);
  }

  /** A plain array. */
  static Struct array(List<Item> items) {
    return new Struct(Kind.ARRAY, List.of(), "", "Array", items, 0);
  }

  static Item property(String name, InspectNode value) {
    return new Property(name, KeyStyle.NAME, value);
  }
}
