package shardsh.js;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
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
import org.graalvm.polyglot.Value;

/** Values survive the way into JavaScript and back, but for what JavaScript cannot tell apart. */
class GuestValuesPropertyTest {

  @Property(tries = 400, seed = "1")
  void documentComesBackAsItWentIn(@ForAll("documents") BsonDocument document) {
    GuestValues values = SharedEngine.get().values();

    BsonValue back = values.toBson((Value) values.toGuest(document));

    BsonDocument expected = normal(document).asDocument();
    assertEquals(expected, back);
    assertEquals(expected.toString(), back.toString());
  }

  @Property(tries = 200, seed = "1")
  void valueComesBackThroughAVariable(@ForAll("scalars") BsonValue scalar) {
    JsEngine engine = SharedEngine.get();
    engine.define("given", engine.values().toGuest(scalar));

    assertEquals(normal(scalar), SharedEngine.bson("given"));
    assertEquals(normal(scalar), SharedEngine.bson("JSON.stringify(given); [given][0]"));
  }

  @Property(tries = 200, seed = "1")
  void extendedJsonReadsBack(@ForAll("documents") BsonDocument document) {
    String canonical = ExtendedJson.text(document, false, 0);

    assertEquals(document, ExtendedJson.parse(canonical, true), canonical);
  }

  /** Whole doubles become int32; names that are array indexes come first. */
  private static BsonValue normal(BsonValue value) {
    if (value.isDouble()) {
      return GuestValues.number(value.asDouble().getValue());
    }
    if (value.isArray()) {
      BsonArray array = new BsonArray();
      value.asArray().forEach(element -> array.add(normal(element)));
      return array;
    }
    if (value.isJavaScriptWithScope()) {
      return new BsonJavaScriptWithScope(
          value.asJavaScriptWithScope().getCode(),
          normal(value.asJavaScriptWithScope().getScope()).asDocument());
    }
    if (!value.isDocument()) {
      return value;
    }
    TreeMap<Long, BsonValue> indexes = new TreeMap<>();
    Map<String, BsonValue> names = new LinkedHashMap<>();
    value
        .asDocument()
        .forEach(
            (name, field) -> {
              if (name.matches("0|[1-9]\\d{0,8}")) {
                indexes.put(Long.parseLong(name), normal(field));
              } else {
                names.put(name, normal(field));
              }
            });
    BsonDocument document = new BsonDocument();
    indexes.forEach((index, field) -> document.put(index.toString(), field));
    document.putAll(names);
    return document;
  }

  @Provide
  Arbitrary<BsonValue> scalars() {
    Arbitrary<String> texts = Arbitraries.strings().ofMaxLength(12);
    Arbitrary<String> words =
        Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1).ofMaxLength(5);
    Arbitrary<byte[]> bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(20);
    return Arbitraries.oneOf(
        List.of(
            texts.map(BsonString::new),
            Arbitraries.of("", "quote\" \\ \n\u0000\u001f", "\uD83D\uDE00", "\u2028")
                .map(BsonString::new),
            Arbitraries.integers().map(BsonInt32::new),
            Arbitraries.longs().map(BsonInt64::new),
            Arbitraries.doubles().map(BsonDouble::new),
            Arbitraries.of(
                    -0.0,
                    Double.NaN,
                    Double.NEGATIVE_INFINITY,
                    Double.MIN_VALUE,
                    1e21,
                    2147483648.0,
                    0.1)
                .map(BsonDouble::new),
            Arbitraries.of(true, false).map(BsonBoolean::valueOf),
            Arbitraries.of(BsonNull.VALUE, new BsonMinKey(), new BsonMaxKey()),
            Arbitraries.longs()
                .between(-8_640_000_000_000_000L, 8_640_000_000_000_000L)
                .map(BsonDateTime::new),
            bytes
                .filter(data -> data.length >= 12)
                .map(data -> new BsonObjectId(new ObjectId(java.util.Arrays.copyOf(data, 12)))),
            bytes.map(data -> new BsonBinary((byte) (data.length % 6), data)),
            Arbitraries.of("1.50", "NaN", "-Infinity", "1E+6144", "-0", "0.000")
                .map(text -> new BsonDecimal128(Decimal128.parse(text))),
            Arbitraries.longs().map(BsonTimestamp::new),
            words.map(word -> new BsonRegularExpression(word, "im")),
            words.map(word -> new BsonRegularExpression(word, "x")),
            texts.map(BsonJavaScript::new),
            texts.map(
                text -> new BsonJavaScriptWithScope(text, new BsonDocument("a", new BsonInt32(1)))),
            texts.map(BsonSymbol::new)));
  }

  @Provide
  Arbitrary<BsonDocument> documents() {
    return documents(3);
  }

  private Arbitrary<BsonDocument> documents(int depth) {
    Arbitrary<String> names =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(6).filter(name -> name.indexOf(0) < 0),
            Arbitraries.of(
                "_id",
                "__proto__",
                "constructor",
                "toJSON",
                "toString",
                "0",
                "12",
                "$set",
                "a.b",
                "length"));
    Arbitrary<BsonValue> values = scalars();
    if (depth > 0) {
      values =
          Arbitraries.frequencyOf(
              net.jqwik.api.Tuple.of(4, values),
              net.jqwik.api.Tuple.of(1, documents(depth - 1).map(BsonValue.class::cast)),
              net.jqwik.api.Tuple.of(
                  1, values.list().ofMaxSize(4).map(list -> new BsonArray(new ArrayList<>(list)))));
    }
    return Arbitraries.maps(names, values)
        .ofMaxSize(6)
        .map(
            map -> {
              BsonDocument document = new BsonDocument();
              map.forEach(document::put);
              return document;
            });
  }
}
