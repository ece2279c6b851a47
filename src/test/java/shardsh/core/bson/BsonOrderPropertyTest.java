package shardsh.core.bson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The order of all values is total: reflexive, antisymmetric, transitive. */
class BsonOrderPropertyTest {

  private static int sign(BsonValue a, BsonValue b) {
    return Integer.signum(BsonOrder.SIMPLE.compare(a, b));
  }

  @Property(tries = 300, seed = "1")
  void orderIsTotal(@ForAll long seed) {
    AnyBson any = new AnyBson(seed);
    List<BsonValue> values = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      values.add(any.value(3));
    }
    for (BsonValue a : values) {
      assertEquals(0, sign(a, a));
      for (BsonValue b : values) {
        assertEquals(-sign(b, a), sign(a, b), () -> a + " against " + b);
        for (BsonValue c : values) {
          if (sign(a, b) <= 0 && sign(b, c) <= 0) {
            boolean strict = sign(a, b) < 0 || sign(b, c) < 0;
            int expected = strict ? -1 : 0;
            assertEquals(expected, sign(a, c), () -> a + " <= " + b + " <= " + c);
          }
        }
      }
    }
  }

  @Property(tries = 500, seed = "1")
  void valuesOfDifferentClassesSortByClass(@ForAll long seed) {
    AnyBson any = new AnyBson(seed);
    BsonValue a = any.value(2);
    BsonValue b = any.value(2);
    int byClass = Integer.compare(BsonOrder.canonicalType(a), BsonOrder.canonicalType(b));

    assertTrue(byClass == 0 || byClass == sign(a, b), () -> a + " against " + b);
  }

  @Property(tries = 500, seed = "1")
  void finiteNumbersCompareExactly(@ForAll long seed) {
    AnyBson any = new AnyBson(seed);
    List<BsonValue> numbers = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      BsonValue value = any.value(0);
      if (value.isNumber() || value.isDecimal128()) {
        numbers.add(value);
      }
    }
    for (BsonValue a : numbers) {
      for (BsonValue b : numbers) {
        if (isFinite(a) && isFinite(b)) {
          assertEquals(exact(a).compareTo(exact(b)), sign(a, b), () -> a + " against " + b);
        }
      }
    }
  }

  private static boolean isFinite(BsonValue value) {
    return value.isDecimal128()
        ? value.asDecimal128().getValue().isFinite()
        : Double.isFinite(value.asNumber().doubleValue());
  }

  private static BigDecimal exact(BsonValue value) {
    if (value.isDecimal128()) {
      String text = value.asDecimal128().getValue().toString();
      return new BigDecimal(text);
    }
    return value.isDouble()
        ? new BigDecimal(value.asDouble().getValue())
        : BigDecimal.valueOf(value.asNumber().longValue());
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of("a", "é", "\ue000", "\uffff", "\ud83d\ude00", "\ud83d\ude01")
        .list()
        .ofMaxSize(3)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 500, seed = "1")
  void stringsCompareByTheirBytes(@ForAll("texts") String a, @ForAll("texts") String b) {
    byte[] left = a.getBytes(StandardCharsets.UTF_8);
    byte[] right = b.getBytes(StandardCharsets.UTF_8);

    assertEquals(
        Integer.signum(Arrays.compareUnsigned(left, right)),
        sign(new BsonString(a), new BsonString(b)));
  }
}
