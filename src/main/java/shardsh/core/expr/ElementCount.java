package shardsh.core.expr;

import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.bson.ServerText;

/** The {@code n} of {@code $firstN}, {@code $topN} and their like. */
public final class ElementCount {
  private ElementCount() {}

  /**
   * The number of elements wanted.
   *
   * @throws CommandException Location5787902, 5787903 unless it is whole, Location5787908 unless it
   *     is above 0
   */
  public static int of(BsonValue n) {
    if (!Numbers.isNumber(n)) {
      throw Values.error(
          5787902,
          "Value for 'n' must be of integral type, but found "
              + (n == null ? "missing" : ServerText.of(n)));
    }
    if (!Numbers.isWholeLong(n)) {
      throw Values.error(
          5787903, "Value for 'n' must be of integral type, but found " + ServerText.of(n));
    }
    long count = Numbers.toLong(n);
    if (count <= 0) {
      throw Values.error(5787908, "'n' must be greater than 0, found " + count);
    }
    return (int) Math.min(count, Integer.MAX_VALUE);
  }
}
