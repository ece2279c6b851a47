package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class AmountsTest {

  @Test
  void sharesThatWouldRoundTo101PercentAddUpTo100() {
    assertArrayEquals(new int[] {27, 35, 38}, Amounts.percentages(new long[] {95, 120, 130}));
    assertArrayEquals(new int[] {34, 33, 33}, Amounts.percentages(new long[] {1, 1, 1}));
  }

  @Test
  void nothingAtAllIsSharedByNobody() {
    assertArrayEquals(new int[] {0, 0}, Amounts.percentages(new long[] {0, 0}));
  }
}
