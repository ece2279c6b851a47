package shardsh.core.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.keys.KeyPattern;
import shardsh.core.keys.VectorCases;

/** Shard key patterns against shardkey.json; keys of queries are tested with the targeter. */
class ShardKeyPatternVectorTest {
  private static final BsonDocument FILE = VectorCases.file("shardkey.json");

  private static ShardKeyPattern key(BsonDocument test) {
    return ShardKeyPattern.parse(test.getDocument("shardKey"), KeyHash.REAL);
  }

  /** As text, because field order and number types count. */
  private static void assertSame(BsonDocument expected, BsonDocument found) {
    assertEquals(expected.toJson(), found.toJson());
  }

  @TestFactory
  Stream<DynamicTest> validPatterns() {
    return VectorCases.tests(
        FILE,
        "validPatterns",
        51,
        test -> {
          BsonDocument pattern = test.getDocument("pattern");
          if (test.getBoolean("valid").getValue()) {
            assertSame(pattern, ShardKeyPattern.parse(pattern, KeyHash.REAL).toDocument());
          } else {
            CommandException error =
                assertThrows(
                    CommandException.class, () -> ShardKeyPattern.parse(pattern, KeyHash.REAL));
            assertEquals(ErrorCode.BAD_VALUE, error.errorCode());
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> extractFromDoc() {
    return VectorCases.tests(
        FILE,
        "extractFromDoc",
        51,
        test ->
            assertSame(
                test.getDocument("expected"),
                key(test).extractFromDocument(test.getDocument("doc"))));
  }

  @TestFactory
  Stream<DynamicTest> extractFromDocumentKey() {
    return VectorCases.tests(
        FILE,
        "extractFromDocumentKey",
        11,
        test ->
            assertSame(
                test.getDocument("expected"),
                key(test).extractFromDocument(test.getDocument("documentKey"))));
  }

  @TestFactory
  Stream<DynamicTest> isShardKey() {
    return VectorCases.tests(
        FILE,
        "isShardKey",
        5,
        test ->
            assertEquals(
                test.getBoolean("isShardKey").getValue(),
                key(test).isShardKey(test.getDocument("value"))));
  }

  @TestFactory
  Stream<DynamicTest> normalizeShardKey() {
    return VectorCases.tests(
        FILE,
        "normalizeShardKey",
        6,
        test -> {
          ShardKeyPattern key = key(test);
          assertSame(
              test.getDocument("expected"),
              key.normalize(test.getDocument("value")).map(key::named).orElse(new BsonDocument()));
        });
  }

  @TestFactory
  Stream<DynamicTest> uniqueIndexCompatible() {
    return VectorCases.tests(
        FILE,
        "uniqueIndexCompatible",
        30,
        test ->
            assertEquals(
                test.getBoolean("compatible").getValue(),
                key(test).isUniqueIndexCompatible(test.getDocument("index"))));
  }

  @TestFactory
  Stream<DynamicTest> isExtendedBy() {
    return VectorCases.tests(
        FILE,
        "isExtendedBy",
        21,
        test ->
            assertEquals(
                test.getBoolean("isExtendedBy").getValue(),
                key(test).isExtendedBy(test.getDocument("candidate"))));
  }

  @TestFactory
  Stream<DynamicTest> extractFromIndexKeyData() {
    return VectorCases.tests(
        FILE,
        "extractFromIndexKeyData",
        9,
        test -> {
          List<KeyPattern> patterns = new ArrayList<>();
          List<IndexKey> keys = new ArrayList<>();
          for (BsonValue index : test.getArray("indexes")) {
            patterns.add(KeyPattern.of(index.asDocument().getDocument("pattern")));
            BsonArray values = index.asDocument().getArray("keyValues");
            keys.add(IndexKey.of(values.getValues()));
          }
          assertSame(test.getDocument("expected"), key(test).extractFromIndexKeys(patterns, keys));
        });
  }

  @TestFactory
  Stream<DynamicTest> isHashedPattern() {
    return VectorCases.tests(
        FILE,
        "isHashedPattern",
        3,
        test -> {
          assertTrue(test.containsKey("hashed"));
          assertEquals(test.getBoolean("hashed").getValue(), key(test).isHashed());
        });
  }
}
