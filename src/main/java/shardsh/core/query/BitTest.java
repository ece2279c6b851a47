package shardsh.core.query;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * A test of bits by position, bit 0 the lowest. Numbers count as 64-bit two's complement, with the
 * sign above bit 63; only numbers that are whole and fit are tested. In binary data bit 8 is the
 * lowest bit of the second byte, and bits beyond the end are 0. Source: the manual's pages on the
 * bitwise query operators.
 */
public record BitTest(Kind kind, List<Integer> positions) {

  /** Which bits must have which value. */
  public enum Kind {
    ALL_SET("$bitsAllSet"),
    ALL_CLEAR("$bitsAllClear"),
    ANY_SET("$bitsAnySet"),
    ANY_CLEAR("$bitsAnyClear");

    private final String operator;

    Kind(String operator) {
      this.operator = operator;
    }

    public String operator() {
      return operator;
    }
  }

  public BitTest {
    positions = List.copyOf(positions);
  }

  boolean holds(BsonValue value) {
    if (value instanceof BsonBinary) {
      byte[] data = ((BsonBinary) value).getData();
      return holds(position -> position / 8 < data.length && bit(data, position));
    }
    OptionalLong number = WholeNumbers.exact(value);
    return number.isPresent()
        && holds(position -> (number.getAsLong() >> Math.min(position, 63) & 1) != 0);
  }

  private static boolean bit(byte[] data, int position) {
    return (data[position / 8] >> (position % 8) & 1) != 0;
  }

  private boolean holds(IntPredicate isSet) {
    boolean wanted = kind == Kind.ALL_SET || kind == Kind.ANY_SET;
    boolean all = kind == Kind.ALL_SET || kind == Kind.ALL_CLEAR;
    for (int position : positions) {
      if ((isSet.test(position) == wanted) != all) {
        return !all;
      }
    }
    return all;
  }

  BsonDocument toBson() {
    BsonArray array = new BsonArray();
    for (int position : positions) {
      array.add(new BsonInt32(position));
    }
    return new BsonDocument(kind.operator(), array);
  }
}
