package shardsh.core.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bson.BsonDateTime;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import shardsh.core.bson.AnyBson;
import shardsh.core.bson.BsonOrder;

/** A key's prefix never contradicts the order of keys. */
class KeyPrefixPropertyTest {

  private static void neverContradicts(BsonValue a, BsonValue b) {
    int byPrefix = Long.compare(KeyPrefix.of(IndexKey.of(a)), KeyPrefix.of(IndexKey.of(b)));
    int byValue = Integer.signum(BsonOrder.SIMPLE.compare(a, b));

    assertTrue(byPrefix == 0 || byPrefix == byValue, () -> a + " against " + b);
  }

  @Property(tries = 1000, seed = "1")
  void valuesOfAllTypes(@ForAll long seed) {
    AnyBson any = new AnyBson(seed);
    List<BsonValue> values = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      values.add(any.value(1));
    }
    for (BsonValue a : values) {
      for (BsonValue b : values) {
        neverContradicts(a, b);
      }
    }
  }

  @Property(tries = 2000, seed = "1")
  void anyTwoNumbers(@ForAll long a, @ForAll long b, @ForAll double x, @ForAll double y) {
    neverContradicts(new BsonInt64(a), new BsonInt64(b));
    neverContradicts(new BsonDouble(x), new BsonDouble(y));
    neverContradicts(new BsonInt64(a), new BsonDouble(x));
    neverContradicts(new BsonDateTime(a), new BsonDateTime(b));
    neverContradicts(new BsonTimestamp(a), new BsonTimestamp(b));
  }

  @Property(tries = 1000, seed = "1")
  void anyTwoTexts(@ForAll String a, @ForAll String b) {
    neverContradicts(new BsonString(a), new BsonString(b));
    neverContradicts(new BsonString("shared" + a), new BsonString("shared" + b));
  }

  @Property(tries = 300, seed = "1")
  void anyTwoObjectIds(@ForAll int seconds, @ForAll int other) {
    neverContradicts(
        new BsonObjectId(new ObjectId(seconds, 1)), new BsonObjectId(new ObjectId(other, 0)));
  }

  @Test
  void nearNumbersAndTextsAreToldApart() {
    assertTrue(prefix(new BsonInt32(1)) < prefix(new BsonInt32(2)));
    assertTrue(prefix(new BsonInt32(-2)) < prefix(new BsonInt32(-1)));
    assertTrue(prefix(new BsonInt32(999_999)) < prefix(new BsonInt32(1_000_000)));
    assertTrue(prefix(new BsonString("aa")) < prefix(new BsonString("ab")));
    assertTrue(prefix(new BsonString("é")) < prefix(new BsonString("中")));
    assertEquals(prefix(new BsonInt32(5)), prefix(new BsonDouble(5)));
  }

  private static long prefix(BsonValue value) {
    return KeyPrefix.of(IndexKey.of(value));
  }
}
