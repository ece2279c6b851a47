package shardsh.core.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The toy hash and the real one on the hashed canvas, with the curriculum's numbers. */
class KeyHashTest {
  private static final List<Long> TOY_BOUNDS = List.of(167L, 333L, 500L, 667L, 833L);
  private static final List<Long> REAL_BOUNDS =
      List.of(
          -6148914691236517204L,
          -3074457345618258602L,
          0L,
          3074457345618258602L,
          6148914691236517204L);

  private static int[] perChunk(KeyHash hash, List<Long> bounds, int from, int to) {
    int[] counts = new int[6];
    for (int id = from; id <= to; id++) {
      long value = hash.of(new BsonInt32(id)).asNumber().longValue();
      int chunk = 0;
      while (chunk < 5 && value >= bounds.get(chunk)) {
        chunk++;
      }
      counts[chunk]++;
    }
    return counts;
  }

  private static int[] perShard(KeyHash hash, List<Long> bounds, int from, int to) {
    int[] chunks = perChunk(hash, bounds, from, to);
    return new int[] {chunks[0] + chunks[1], chunks[2] + chunks[3], chunks[4] + chunks[5]};
  }

  @ParameterizedTest
  @CsvSource({
    "601, 958",
    "602, 339",
    "603, 720",
    "604, 53",
    "605, 434",
    "470, 524",
    "420, 97",
    "580, 240"
  })
  void toyHashIsSmallEnoughToDraw(int id, int hash) {
    assertEquals(new BsonInt32(hash), KeyHash.TOY.of(new BsonInt32(id)));
  }

  @Test
  void toyHashSpreadsTheCanvasAsThePageShows() {
    assertArrayEquals(new int[] {1, 2, 2}, perShard(KeyHash.TOY, TOY_BOUNDS, 601, 605));
    assertArrayEquals(new int[] {33, 33, 34}, perShard(KeyHash.TOY, TOY_BOUNDS, 601, 700));
    assertArrayEquals(
        new int[] {17, 17, 15, 18, 16, 17}, perChunk(KeyHash.TOY, TOY_BOUNDS, 100, 199));
  }

  @Test
  void toyHashOfAnIntegerDoesNotDependOnItsType() {
    assertEquals(new BsonInt32(958), KeyHash.TOY.of(new BsonInt64(601)));
    assertEquals(new BsonInt32(958), KeyHash.TOY.of(new BsonDouble(601)));
    assertEquals(new BsonInt32(958), KeyHash.TOY.of(new BsonString("601")));
  }

  @ParameterizedTest
  @CsvSource({
    "601, 1418554740137157925",
    "602, -6641819033804310466",
    "603, 7035805417515549604",
    "604, 2358400936017881613",
    "605, 1424142062882114033",
    "470, -3990299269692821389"
  })
  void realHashIsTheServers(int id, long hash) {
    assertEquals(new BsonInt64(hash), KeyHash.REAL.of(new BsonInt32(id)));
  }

  @Test
  void realHashSpreadsTheCanvasOtherwise() {
    assertArrayEquals(new int[] {1, 3, 1}, perShard(KeyHash.REAL, REAL_BOUNDS, 601, 605));
    assertArrayEquals(
        new int[] {12, 18, 18, 17, 16, 19}, perChunk(KeyHash.REAL, REAL_BOUNDS, 100, 199));
  }
}
