package shardsh.core.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** Whole numbers against unbounded integers: exact while they fit a long, a double after that. */
class ArithmeticPropertyTest {

  private static BsonValue evaluate(String operator, BsonValue left, BsonValue right) {
    BsonDocument root = new BsonDocument("a", left).append("b", right);
    BsonArray paths = BsonDocument.parse("{v: ['$a', '$b']}").getArray("v");
    return Expression.parse(new BsonDocument(operator, paths)).evaluate(EvaluationContext.of(root));
  }

  private static BsonValue expected(BigInteger exact, double rounded, boolean isLong) {
    if (exact.bitLength() > 63) {
      return new BsonDouble(rounded);
    }
    long value = exact.longValue();
    return !isLong && value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
  }

  @Property(tries = 300, seed = "1")
  void longs(@ForAll long left, @ForAll long right) {
    BigInteger a = BigInteger.valueOf(left);
    BigInteger b = BigInteger.valueOf(right);
    BsonInt64 x = new BsonInt64(left);
    BsonInt64 y = new BsonInt64(right);

    assertEquals(expected(a.add(b), (double) left + right, true), evaluate("$add", x, y));
    assertEquals(expected(a.subtract(b), (double) left - right, true), evaluate("$subtract", x, y));
    assertEquals(expected(a.multiply(b), (double) left * right, true), evaluate("$multiply", x, y));
  }

  @Property(tries = 300, seed = "1")
  void ints(@ForAll int left, @ForAll int right) {
    BigInteger a = BigInteger.valueOf(left);
    BigInteger b = BigInteger.valueOf(right);
    BsonInt32 x = new BsonInt32(left);
    BsonInt32 y = new BsonInt32(right);

    assertEquals(expected(a.add(b), 0, false), evaluate("$add", x, y));
    assertEquals(expected(a.subtract(b), 0, false), evaluate("$subtract", x, y));
    assertEquals(expected(a.multiply(b), 0, false), evaluate("$multiply", x, y));
  }

  @Property(tries = 200, seed = "1")
  void sumOfLongsInAnyPartsIsTheSame(@ForAll @Size(max = 12) List<Long> values) {
    NumberSum whole = new NumberSum();
    NumberSum first = new NumberSum();
    NumberSum second = new NumberSum();
    BigInteger exact = BigInteger.ZERO;
    for (int i = 0; i < values.size(); i++) {
      BsonInt64 value = new BsonInt64(values.get(i));
      whole.add(value);
      (i % 2 == 0 ? first : second).add(value);
      exact = exact.add(BigInteger.valueOf(values.get(i)));
    }
    first.add(second);

    if (!values.isEmpty() && exact.bitLength() <= 63) {
      assertEquals(new BsonInt64(exact.longValue()), whole.sum());
      assertEquals(whole.sum(), first.sum());
    }
  }
}
