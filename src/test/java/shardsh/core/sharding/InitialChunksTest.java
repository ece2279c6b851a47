package shardsh.core.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.keys.VectorCases;

class InitialChunksTest {
  private static final BsonDocument FILE = VectorCases.file("hashed.json");

  /** The default up to 7.1, which a request for 0 chunks stands for in the cases. */
  private static final int DEFAULT_PER_SHARD = 2;

  private static List<Long> numbers(BsonArray texts) {
    List<Long> numbers = new ArrayList<>();
    texts.forEach(text -> numbers.add(Long.parseLong(text.asString().getValue())));
    return numbers;
  }

  @TestFactory
  Stream<DynamicTest> serverCases() {
    return VectorCases.tests(
        FILE,
        "initialSplitPoints",
        6,
        test -> {
          int shards = test.getInt32("numShards").getValue();
          int asked = test.getInt32("numInitialChunks").getValue();
          int chunks = asked == 0 ? DEFAULT_PER_SHARD * shards : asked;

          assertEquals(
              numbers(test.getArray("expectedSplitPoints")), InitialChunks.hashSplitPoints(chunks));
          assertEquals(
              test.getInt32("expectedContiguousChunksPerShard").getValue(),
              contiguous(chunks, shards));
        });
  }

  /** How many chunks from the first one on lie on one shard. */
  private static int contiguous(int chunks, int shards) {
    int count = 1;
    while (count < chunks
        && InitialChunks.shardFor(count, chunks, shards)
            == InitialChunks.shardFor(0, chunks, shards)) {
      count++;
    }
    return count;
  }

  @TestFactory
  Stream<DynamicTest> derivedCases() {
    return VectorCases.tests(
        FILE.getDocument("derived"),
        "initialSplitPoints",
        10,
        test ->
            assertEquals(
                numbers(test.getArray("splitPoints")),
                InitialChunks.hashSplitPoints(test.getInt32("numInitialChunks").getValue())));
  }

  private static List<Integer> placement(int chunks, int shards) {
    List<Integer> placement = new ArrayList<>();
    for (int i = 0; i < chunks; i++) {
      placement.add(InitialChunks.shardFor(i, chunks, shards));
    }
    return placement;
  }

  @Test
  void chunksGoToTheShardsInRunsAndThenRoundAgain() {
    assertEquals(List.of(0, 0, 1, 1, 2, 2, 0, 0), placement(8, 3));
    assertEquals(List.of(0, 1, 2, 0), placement(4, 3));
    assertEquals(List.of(0, 1), placement(2, 5));
  }
}
