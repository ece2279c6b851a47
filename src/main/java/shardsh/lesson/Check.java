package shardsh.lesson;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;

/**
 * A question to the cluster with a name: what must hold, and what is said and counted when it does
 * or does not. Source: {@code lesson-format.md}, section 4.
 *
 * @param points empty: an equal share of what is left of the step's
 * @param message shown on failure
 * @param passed what it is ticked off as; empty: words made from what it asserts
 * @param help a nudge after it
 * @param latch whether a goal once reached stays reached
 * @param hold whether it must hold together with the others at the end
 * @param dependsOn ids of checks of the same step; if one fails, this one is skipped
 * @param line where it stands in its file
 */
public record Check(
    String id,
    Assertion asserts,
    Optional<BigDecimal> points,
    Optional<Text> message,
    Optional<Text> passed,
    Optional<Text> help,
    boolean latch,
    boolean hold,
    List<String> dependsOn,
    boolean optional,
    Visibility visibility,
    int line) {

  /** Who may see a result; passed on to graders. */
  public enum Visibility {
    VISIBLE,
    HIDDEN,
    AFTER_DUE_DATE,
    AFTER_PUBLISHED
  }

  /** What must hold: one variant for each kind of check. */
  public sealed interface Assertion {
    /** The kind as it is written in files. */
    String kind();
  }

  /**
   * A predicate over the model.
   *
   * @param js an expression or the body of an arrow function
   * @param equals the value it must have; empty: it must be true in JavaScript's sense
   */
  public record State(String js, Optional<BsonValue> equals) implements Assertion {
    @Override
    public String kind() {
      return "state";
    }
  }

  /** Which command a route is looked for in. */
  public enum RouteOf {
    /** The last one. */
    LAST,
    /** Any of the step. */
    ANY,
    /** Any of the step with that {@code op} and {@code filter}. */
    MATCHING
  }

  /**
   * A routing decision; empty fields do not matter.
   *
   * @param op the helper typed, for MATCHING
   * @param filter its filter, for MATCHING
   * @param targeting {@code single}, {@code subset} or {@code all}
   * @param path {@code fast}, {@code range} or {@code all}
   * @param shards those that answered, in any order
   * @param count how many of them
   * @param attempts sends in all, refusals included
   * @param merge {@code none mongos anyShard primaryShard specificShard}
   */
  public record Route(
      RouteOf of,
      Optional<String> op,
      Optional<BsonDocument> filter,
      Optional<String> targeting,
      Optional<String> path,
      Optional<List<String>> shards,
      Optional<Integer> count,
      Optional<Integer> attempts,
      Optional<String> merge,
      Optional<Boolean> split)
      implements Assertion {
    @Override
    public String kind() {
      return "route";
    }
  }

  /** The chunk that holds a key; {@code at} by field name. */
  public record ChunkAt(BsonDocument at, Optional<String> version, Optional<String> shard) {}

  /**
   * Version numbers, each as {@code "2|1"}.
   *
   * @param shards shard to its version
   * @param cache router to the version of its table
   */
  public record Versions(
      Namespace ns,
      Optional<String> collection,
      Map<String, String> shards,
      Map<String, String> cache,
      List<ChunkAt> chunk)
      implements Assertion {
    public Versions {
      shards = Collections.unmodifiableMap(new LinkedHashMap<>(shards));
      cache = Collections.unmodifiableMap(new LinkedHashMap<>(cache));
      chunk = List.copyOf(chunk);
    }

    @Override
    public String kind() {
      return "version";
    }
  }

  /**
   * A row of the chunk table. A bound is MinKey or MaxKey for a whole end, a document by field
   * name, or the bare value of a key of one field.
   */
  public record ChunkRow(
      BsonValue min,
      BsonValue max,
      String shard,
      Optional<String> version,
      Optional<Double> sizeMB,
      Optional<Boolean> jumbo) {}

  /** The chunk table: these rows, and unless {@code extraAllowed} no others. */
  public record Chunks(Namespace ns, List<ChunkRow> equals, boolean extraAllowed)
      implements Assertion {
    public Chunks {
      equals = List.copyOf(equals);
    }

    @Override
    public String kind() {
      return "chunks";
    }
  }

  /**
   * Events in this order.
   *
   * @param sequence partial events, each with its {@code kind}
   * @param none partial events that must not occur
   * @param strict whether nothing else may lie between
   * @param inLesson whether the whole lesson counts, not only the step
   */
  public record Events(
      List<BsonDocument> sequence, List<BsonDocument> none, boolean strict, boolean inLesson)
      implements Assertion {
    public Events {
      sequence = List.copyOf(sequence);
      none = List.copyOf(none);
    }

    @Override
    public String kind() {
      return "event";
    }
  }

  /** How a list of documents is compared with what is found. */
  public enum Comparison {
    EQUALS,
    CONTAINS,
    CONTAINS_ANY,
    CONTAINS_NONE
  }

  /**
   * Documents of a collection or of the last result.
   *
   * @param ns empty: the last result
   * @param on the node that is asked
   * @param resultOf the collection that the last result has to be of
   * @param expected comparisons, all of which must hold
   */
  public record Documents(
      Optional<Namespace> ns,
      Optional<String> on,
      Optional<Namespace> resultOf,
      Map<Comparison, List<BsonValue>> expected,
      boolean ordered)
      implements Assertion {
    public Documents {
      expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
    }

    @Override
    public String kind() {
      return "docs";
    }
  }

  /** A question's answer: given, and right if {@code right}. */
  public record Answer(String question, boolean right) implements Assertion {
    @Override
    public String kind() {
      return "answer";
    }
  }

  /** A bound on a count, such as {@code >=1}; {@code comparison} is one of {@code = < <= > >=}. */
  public record Bound(String comparison, int number) {
    public boolean holds(int count) {
      return switch (comparison) {
        case "<" -> count < number;
        case "<=" -> count <= number;
        case ">" -> count > number;
        case ">=" -> count >= number;
        default -> count == number;
      };
    }

    @Override
    public String toString() {
      return comparison + number;
    }
  }

  /**
   * Which helpers were called, by the names of {@code c.last.op}.
   *
   * @param forbidden helpers that must not be called
   */
  public record Used(Map<String, Bound> calls, List<String> forbidden) implements Assertion {
    public Used {
      calls = Collections.unmodifiableMap(new LinkedHashMap<>(calls));
      forbidden = List.copyOf(forbidden);
    }

    @Override
    public String kind() {
      return "used";
    }
  }

  /** A budget; {@code metric} is a field of {@code c.last.cost}. */
  public record Cost(String metric, Optional<BigDecimal> max, Optional<BigDecimal> min)
      implements Assertion {
    @Override
    public String kind() {
      return "cost";
    }
  }

  /**
   * Text of the output without colours: pieces it must and must not have, patterns it must match.
   */
  public record Output(List<String> contains, List<Pattern> matches, List<String> lacks)
      implements Assertion {
    public Output {
      contains = List.copyOf(contains);
      matches = List.copyOf(matches);
      lacks = List.copyOf(lacks);
    }

    @Override
    public String kind() {
      return "output";
    }
  }
}
