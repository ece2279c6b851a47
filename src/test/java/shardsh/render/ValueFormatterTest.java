package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.render.InspectNode.Circular;
import shardsh.render.InspectNode.Element;
import shardsh.render.InspectNode.Hole;
import shardsh.render.InspectNode.Item;
import shardsh.render.InspectNode.KeyStyle;
import shardsh.render.InspectNode.Kind;
import shardsh.render.InspectNode.Pair;
import shardsh.render.InspectNode.Property;
import shardsh.render.InspectNode.Str;
import shardsh.render.InspectNode.Struct;

/** What BSON cannot say but JavaScript can, each text observed from Node 20. */
class ValueFormatterTest {

  @Test
  void cycleIsNamedWhereItStartsAndWhereItCloses() {
    Struct list = InspectNode.array(List.of(new Element(new Circular(7))));
    Struct self =
        new Struct(
            Kind.OBJECT,
            List.of(),
            "",
            "Object",
            List.of(
                InspectNode.property("name", new Str("x")),
                InspectNode.property("self", new Circular(7)),
                InspectNode.property("list", list)),
            7);

    assertEquals(
        "<ref *1> { name: 'x', self: [Circular *1], list: [ [Circular *1] ] }", text(self));
  }

  @Test
  void mapsAndSetsPrintTheirEntries() {
    Struct map =
        struct(
            Kind.MAP,
            "Map(2) ",
            "Map",
            new Pair(number(1), number(2)),
            new Pair(new Str("a"), object(InspectNode.property("b", number(1)))));
    Struct set =
        struct(
            Kind.SET,
            "Set(2) ",
            "Set",
            new Element(number(1)),
            new Element(
                InspectNode.array(List.of(new Element(number(1)), new Element(number(2))))));

    assertEquals("Map(2) { 1 => 2, 'a' => { b: 1 } }", text(map));
    assertEquals("Set(2) { 1, [ 1, 2 ] }", text(set));
    assertEquals("Map(0) {}", text(struct(Kind.MAP, "Map(0) ", "Map")));
  }

  @Test
  void longMapIsCutAfterAHundredEntriesAndNeverSetInColumns() {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      items.add(new Pair(number(i), number(i)));
    }

    String text = text(new Struct(Kind.MAP, List.of(), "Map(120) ", "Map", items, 0));

    assertEquals(103, text.lines().count());
    assertEquals("  ... 20 more items\n}", text.substring(text.indexOf("  ...")));
  }

  @Test
  void holesCountAsOneEntryAndPropertiesFollowTheElements() {
    Struct array =
        InspectNode.array(
            List.of(
                new Element(number(1)),
                new Hole(2),
                new Element(number(3)),
                InspectNode.property("foo", new Str("bar"))));

    assertEquals("[ 1, <2 empty items>, 3, foo: 'bar' ]", text(array));
    assertEquals("[ <1 empty item> ]", text(InspectNode.array(List.of(new Hole(1)))));
  }

  @Test
  void bigIntegersAlignRight() {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      items.add(new Element(InspectNode.number(i == 0 ? "5n" : "10n")));
    }

    assertEquals("[\n   5n, 10n, 10n,\n  10n, 10n, 10n,\n  10n\n]", text(InspectNode.array(items)));
  }

  @Test
  void errorWithPropertiesKeepsItsStackAboveThem() {
    Struct error =
        new Struct(
            Kind.OBJECT,
            List.of(Span.plain("Error: boom\n    at x")),
            "",
            "Error",
            List.of(InspectNode.property("code", number(5))),
            0);

    assertEquals(
        "{\n  e: Error: boom\n      at x {\n    code: 5\n  }\n}",
        text(object(InspectNode.property("e", error))));
  }

  @Test
  void functionsAccessorsAndSymbolsHaveTheirForms() {
    Struct function =
        new Struct(
            Kind.OBJECT,
            List.of(new Span("[Function: f]", Role.SPECIAL)),
            "",
            "Function",
            List.of(InspectNode.property("a", number(1))),
            0);
    Struct object =
        object(
            InspectNode.property("x", InspectNode.text("[Getter/Setter]", Role.SPECIAL)),
            new Property("Symbol(s)", KeyStyle.SYMBOL, number(1)),
            new Property("cause", KeyStyle.HIDDEN, number(2)),
            InspectNode.property("__proto__", number(3)));

    assertEquals("[Function: f] { a: 1 }", text(function));
    assertEquals(
        "{ x: [Getter/Setter], [Symbol(s)]: 1, [cause]: 2, ['__proto__']: 3 }", text(object));
    assertEquals("Foo { a: 1 }", text(struct(Kind.OBJECT, "Foo ", "Foo", property("a", 1))));
  }

  @Test
  void structureBelowTheDepthLimitIsNamedOnly() {
    InspectNode node = struct(Kind.MAP, "Map(1) ", "Map", new Pair(number(1), number(1)));
    for (String name : List.of("g", "f", "e", "d", "c", "b", "a")) {
      node = object(InspectNode.property(name, node));
    }

    assertEquals(
        "{\n  a: {\n    b: {\n      c: {\n        d: { e: { f: { g: [Map] } } }\n"
            + "      }\n    }\n  }\n}",
        text(node));
  }

  @Test
  void printjsonPutsEveryEntryOnItsOwnLine() {
    InspectNode node = BsonInspect.node(BsonDocument.parse("{a: 1, b: [1, {c: 2}], d: {}}"));

    assertEquals(
        "{\n  a: 1,\n  b: [\n    1,\n    {\n      c: 2\n    }\n  ],\n  d: {}\n}",
        ValueFormatter.text(node, InspectOptions.PRINTJSON));
  }

  @Test
  void longStringIsCutAtThePromptOnly() {
    InspectNode node = object(InspectNode.property("s", new Str("x".repeat(10_001))));

    assertEquals("{\n  s: '" + "x".repeat(10_000) + "'... 1 more character\n}", text(node));
    assertEquals(
        "{\n  s: '" + "x".repeat(10_001) + "'\n}", ValueFormatter.text(node, InspectOptions.DEEP));
  }

  @Test
  void topLevelStringPrintsBare() {
    List<StyledLine> lines = ValueFormatter.print(new Str("it's\ntwo"), InspectOptions.PROMPT);

    assertEquals(List.of("it's", "two"), lines.stream().map(StyledLine::text).toList());
  }

  @Test
  void rolesFollowTheColoursOfTheRealShell() {
    InspectNode node =
        BsonInspect.node(
            BsonDocument.parse(
                "{n: 1, s: 'x', z: null, o: ObjectId('674100000000000000000001'), 'a-b': true}"));

    List<StyledLine> lines = ValueFormatter.format(node, InspectOptions.PROMPT);

    assertEquals(
        List.of(Span.plain("  n: "), new Span("1", Role.NUMBER), Span.plain(",")),
        lines.get(1).spans());
    assertEquals(
        List.of(
            Span.plain("  o: ObjectId("),
            new Span("'674100000000000000000001'", Role.STRING),
            Span.plain("),")),
        lines.get(4).spans());
    assertEquals(
        List.of(
            Span.plain("  "),
            new Span("'a-b'", Role.STRING),
            Span.plain(": "),
            new Span("true", Role.BOOLEAN)),
        lines.get(5).spans());
  }

  @Test
  void doublesPrintTheirFewestDigits() {
    assertEquals("1e+21", JsNumber.text(1e21));
    assertEquals("123456789012345680000", JsNumber.text(123456789012345680000.0));
    assertEquals("0.000001", JsNumber.text(1e-6));
    assertEquals("1e-7", JsNumber.text(1e-7));
    assertEquals("5e-324", JsNumber.text(Double.MIN_VALUE));
    assertEquals("0.002", JsNumber.text(2e-3));
    assertEquals("1402034250660977.2", JsNumber.text(1402034250660977.25));
    assertEquals("-0", JsNumber.text(-0.0));
    assertEquals("-1.5", JsNumber.text(-1.5));
    assertEquals("0.1", JsNumber.text(0.1));
  }

  @Test
  void datesOutsideFourDigitYearsHaveASign() {
    assertEquals("+010000-01-01T00:00:00.000Z", BsonInspect.isoText(253402300800000L));
    assertEquals("-000002-12-31T00:00:00.000Z", BsonInspect.isoText(-62198841600000L));
    assertEquals("Invalid Date", text(BsonInspect.date(8_640_000_000_000_001L)));
  }

  private static InspectNode number(int value) {
    return InspectNode.number(Integer.toString(value));
  }

  private static Item property(String name, int value) {
    return InspectNode.property(name, number(value));
  }

  private static Struct object(Item... items) {
    return InspectNode.object(List.of(items));
  }

  private static Struct struct(Kind kind, String prefix, String name, Item... items) {
    return new Struct(kind, List.of(), prefix, name, List.of(items), 0);
  }

  private static String text(InspectNode node) {
    return ValueFormatter.text(node, InspectOptions.PROMPT);
  }
}
