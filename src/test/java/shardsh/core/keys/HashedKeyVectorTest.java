package shardsh.core.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The hash of hashed keys against every value of hashed.json. */
class HashedKeyVectorTest {
  private static final BsonDocument FILE = VectorCases.file("hashed.json");
  private static final BsonDocument DERIVED = FILE.getDocument("derived");

  @TestFactory
  Stream<DynamicTest> serverValues() {
    return VectorCases.tests(FILE, "vectors", 72, HashedKeyVectorTest::hasExpectedHash);
  }

  @TestFactory
  Stream<DynamicTest> derivedValues() {
    return VectorCases.tests(DERIVED, "vectors", 67, HashedKeyVectorTest::hasExpectedHash);
  }

  private static void hasExpectedHash(BsonDocument test) {
    long hash = HashedKey.hash(test.get("value"), test.getInt32("seed").getValue());

    assertEquals(test.getString("expected").getValue(), Long.toString(hash));
  }

  @TestFactory
  Stream<DynamicTest> equalPairs() {
    return VectorCases.tests(
        FILE,
        "mustBeEqual",
        6,
        test -> assertEquals(HashedKey.of(test.get("a")), HashedKey.of(test.get("b"))));
  }

  @TestFactory
  Stream<DynamicTest> differentPairs() {
    return VectorCases.tests(
        FILE,
        "mustDiffer",
        6,
        test -> assertNotEquals(HashedKey.of(test.get("a")), HashedKey.of(test.get("b"))));
  }

  @Test
  void thousandIntegersFallIntoTheirChunks() {
    BsonDocument routing = DERIVED.getDocument("intRouting");
    List<Long> points = new ArrayList<>();
    for (BsonValue point : routing.getArray("splitPoints")) {
      points.add(Long.parseLong(point.asString().getValue()));
    }
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      int place = Collections.binarySearch(points, HashedKey.of(new BsonInt32(i)).getValue());
      found.append(place < 0 ? -place - 1 : place + 1);
    }

    assertEquals(routing.getString("chunkIndexOfInt0to999").getValue(), found.toString());
  }

  @Test
  void missingFieldHashesLikeNull() {
    assertEquals(2338878944348059895L, HashedKey.of(BsonNull.VALUE).getValue());
  }
}
