package shardsh.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.query.VectorFile.doc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.keys.DocumentKeys;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyGenerator;
import shardsh.core.keys.KeyPattern;
import shardsh.core.keys.MultikeyPaths;

/** Bounds against the plainest oracle: match every document, and look where its keys are. */
class BoundsPropertyTest {
  private static final List<String> PATTERNS =
      List.of(
          "{\"a\": 1}",
          "{\"a\": 1, \"b\": -1}",
          "{\"a.b\": 1}",
          "{\"a.b\": 1, \"a.c\": 1}",
          "{\"b\": 1, \"a.b\": -1, \"a.c\": 1}",
          "{\"a.b.c\": 1, \"a.b\": 1}");
  private static final List<String> PATHS =
      List.of("a", "b", "a.b", "a.c", "a.b.c", "b.c", "a.0", "a.0.b");
  private static final Collation NO_CASE =
      Collation.parse(doc("{\"locale\": \"en\", \"strength\": 2}"));

  @Property(tries = 2000, seed = "1")
  void everyMatchHasAKeyInTheBoundsOfItsPredicate(@ForAll long seed) {
    RandomQueries random = new RandomQueries(seed);
    KeyPattern pattern = KeyPattern.of(doc("{\"a\": 1}"));
    BsonDocument filter = new BsonDocument("a", random.predicate(2));
    MatchExpression tree = MatchNormalizer.normalize(MatchParser.parse(filter, Collation.simple()));
    for (int i = 0; i < 20; i++) {
      BsonDocument document = random.document(true);
      DocumentKeys keys = new KeyGenerator(pattern, false).keys(document);
      IndexBoundsBuilder.Options options =
          new IndexBoundsBuilder.Options(keys.multikey()::isArrayAt, false, Collation.simple());
      Optional<PredicateBounds> bounds = IndexBoundsBuilder.predicate(tree, pattern, 0, options);
      if (bounds.isEmpty()) {
        return;
      }
      boolean inBounds =
          keys.keys().stream().anyMatch(key -> bounds.get().values().contains(key.get(0)));
      String shown = filter + " on " + document + " gives " + bounds.get();
      if (tree.matches(document)) {
        assertTrue(inBounds, shown);
      } else if (bounds.get().tightness().isExact()) {
        assertTrue(!inBounds, shown);
      }
    }
  }

  @Property(tries = 5000, seed = "1")
  void scanAndFiltersGiveWhatMatchingEveryDocumentGives(@ForAll long seed) {
    RandomQueries random = new RandomQueries(seed);
    KeyPattern pattern = KeyPattern.of(doc(random.pick(PATTERNS)));
    boolean sparse = random.chance(20);
    Collation indexed = random.chance(20) ? NO_CASE : Collation.simple();
    Collation queried = random.chance(20) ? NO_CASE : Collation.simple();
    List<BsonDocument> documents = new ArrayList<>();
    List<DocumentKeys> keys = new ArrayList<>();
    MultikeyPaths multikey = MultikeyPaths.NONE;
    for (int i = 0; i < 12; i++) {
      BsonDocument document = random.document(random.chance(40));
      try {
        keys.add(new KeyGenerator(pattern, sparse).keys(document));
      } catch (CommandException parallelArrays) {
        continue;
      }
      documents.add(document);
      multikey = multikey.union(keys.get(keys.size() - 1).multikey());
    }
    BsonDocument filter = random.filter(PATHS, 2);
    MatchExpression tree = MatchNormalizer.normalize(MatchParser.parse(filter, queried));

    IndexAccess access =
        IndexBoundsBuilder.access(
            tree, pattern, new IndexBoundsBuilder.Options(multikey::isArrayAt, sparse, indexed));

    if (sparse && access.restrictedFields() == 0) {
      return;
    }
    for (int i = 0; i < documents.size(); i++) {
      BsonDocument document = documents.get(i);
      boolean found =
          scanned(keys.get(i), access, pattern, indexed)
              && access.documentFilter().map(rest -> rest.matches(document)).orElse(true);
      assertEquals(
          tree.matches(document),
          found,
          filter + " on " + document + " with " + pattern + " sparse " + sparse + ": " + access);
    }
  }

  private static boolean scanned(
      DocumentKeys keys, IndexAccess access, KeyPattern pattern, Collation indexed) {
    for (IndexKey key : keys.keys()) {
      List<BsonValue> stored = new ArrayList<>();
      key.values().forEach(value -> stored.add(indexed.comparisonValue(value)));
      if (access.bounds().contains(IndexKey.of(stored))
          && access.keyFilter().map(f -> f.matches(unflattened(pattern, key))).orElse(true)) {
        return true;
      }
    }
    return false;
  }

  /** The key as a document with the fields of the pattern, nested. */
  private static BsonDocument unflattened(KeyPattern pattern, IndexKey key) {
    BsonDocument document = new BsonDocument();
    for (int i = 0; i < pattern.size(); i++) {
      BsonDocument level = document;
      List<String> parts = pattern.fields().get(i).path().parts();
      for (String part : parts.subList(0, parts.size() - 1)) {
        if (!level.containsKey(part) || !level.get(part).isDocument()) {
          level.put(part, new BsonDocument());
        }
        level = level.getDocument(part);
      }
      level.put(parts.get(parts.size() - 1), key.get(i));
    }
    return document;
  }

  @Property(tries = 2000, seed = "1")
  void everyMatchLiesInTheBoundsOfTheShardKey(@ForAll long seed) {
    RandomQueries random = new RandomQueries(seed);
    KeyPattern pattern =
        KeyPattern.of(
            doc(
                random.pick(
                    List.of(
                        "{\"a\": 1}",
                        "{\"a\": \"hashed\"}",
                        "{\"a\": 1, \"b\": 1}",
                        "{\"a.b\": 1, \"b\": \"hashed\"}"))));
    Collation collation = random.chance(20) ? NO_CASE : Collation.simple();
    BsonDocument filter = random.filter(PATHS, 2);
    MatchExpression tree = MatchParser.parse(filter, collation);
    IndexBounds bounds = IndexBoundsBuilder.forShardKey(tree, pattern);
    for (int i = 0; i < 20; i++) {
      BsonDocument document = random.document(false);
      IndexKey key = new KeyGenerator(pattern, false).keys(document).keys().get(0);
      if (tree.matches(document)) {
        assertTrue(bounds.contains(key), filter + " on " + document + " gives " + bounds);
      }
    }
  }

  @Property(tries = 2000, seed = "1")
  void normalFormMatchesTheSameDocuments(@ForAll long seed) {
    RandomQueries random = new RandomQueries(seed);
    BsonDocument filter = random.filter(PATHS, 3);
    MatchExpression tree = MatchParser.parse(filter, Collation.simple());
    MatchExpression normal = MatchNormalizer.normalize(tree);
    for (int i = 0; i < 20; i++) {
      BsonDocument document = random.document(true);
      assertEquals(tree.matches(document), normal.matches(document), filter + " on " + document);
    }
  }

  /** But for two operators of one name on one element, which a document cannot say. */
  @Property(tries = 2000, seed = "1")
  void printedFormMatchesTheSameDocuments(@ForAll long seed) {
    RandomQueries random = new RandomQueries(seed);
    BsonDocument filter = random.filter(PATHS, 3);
    Assume.that(!filter.toString().contains("$elemMatch"));
    MatchExpression tree = MatchParser.parse(filter, Collation.simple());
    BsonDocument printed = MatchNormalizer.normalize(tree).toBson();
    MatchExpression again = MatchParser.parse(printed, Collation.simple());
    for (int i = 0; i < 20; i++) {
      BsonDocument document = random.document(true);
      assertEquals(tree.matches(document), again.matches(document), printed + " on " + document);
    }
  }
}
