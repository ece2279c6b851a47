package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.keys.KeyHash;
import shardsh.core.keys.KeyPattern;

/**
 * From a filter to the keys of an index in which its matches are. Bounds never leave out a match; a
 * predicate that has no translation leaves its field unrestricted.
 *
 * <p>Predicates on fields that may hold arrays are not combined, unless one {@code $elemMatch} says
 * that they are about the same element. Source: the server's index bounds tests and its manual's
 * page on multikey index bounds.
 */
public final class IndexBoundsBuilder {

  /** Where an index has met arrays; {@code MultikeyPaths::isArrayAt} of an index fits. */
  @FunctionalInterface
  public interface Arrays {
    Arrays NONE = (field, depth) -> false;
    Arrays EVERYWHERE = (field, depth) -> true;

    /** Whether an array was met at a part (0 the first) of the path of a field of the pattern. */
    boolean at(int field, int depth);
  }

  /**
   * What is known about the index besides its pattern.
   *
   * @param hash what hashed fields of the index hold
   */
  public record Options(Arrays arrays, boolean sparse, Collation collation, KeyHash hash) {
    /** A plain index without arrays. */
    public static final Options PLAIN = new Options(Arrays.NONE, false, Collation.simple());

    /** With the server's hash. */
    public Options(Arrays arrays, boolean sparse, Collation collation) {
      this(arrays, sparse, collation, KeyHash.REAL);
    }
  }

  private IndexBoundsBuilder() {}

  /** The bounds alone; {@link #access} also says what is left to check. */
  public static IndexBounds build(MatchExpression tree, KeyPattern pattern, Options options) {
    return access(tree, pattern, options).bounds();
  }

  /**
   * Chooses among the filter's predicates those that bound the index, and says what must be asked
   * again: about the key, and about the document.
   */
  public static IndexAccess access(MatchExpression tree, KeyPattern pattern, Options options) {
    return new PredicateAssignment(pattern, options).assign(tree);
  }

  /**
   * The bounds that a shard key has under a filter: as if it were an index without arrays, but with
   * the branches of every {@code $or} united field by field.
   */
  public static IndexBounds forShardKey(MatchExpression tree, KeyPattern pattern) {
    return new ShardKeyBounds(pattern).of(tree);
  }

  /**
   * The translation of one predicate, its path left aside, for a field of an index; empty when it
   * has none.
   */
  public static Optional<PredicateBounds> predicate(
      MatchExpression predicate, KeyPattern pattern, int field, Options options) {
    return PredicateBounds.of(predicate, target(pattern, field, options));
  }

  static PredicateBounds.Target target(KeyPattern pattern, int field, Options options) {
    KeyPattern.Field of = pattern.fields().get(field);
    int parts = of.path().parts().size();
    boolean arrayBefore = false;
    for (int depth = 0; depth < parts - 1; depth++) {
      arrayBefore |= options.arrays().at(field, depth);
    }
    return new PredicateBounds.Target(
        options.collation(),
        of.hashed() ? Optional.of(options.hash()) : Optional.empty(),
        arrayBefore || options.arrays().at(field, parts - 1),
        !arrayBefore,
        options.sparse() && pattern.size() == 1);
  }

  static IndexBounds bounds(KeyPattern pattern, List<IntervalList> values) {
    List<IndexBounds.Field> fields = new ArrayList<>();
    for (int i = 0; i < pattern.size(); i++) {
      KeyPattern.Field field = pattern.fields().get(i);
      fields.add(new IndexBounds.Field(field.path().text(), field.descending(), values.get(i)));
    }
    return new IndexBounds(fields);
  }
}
