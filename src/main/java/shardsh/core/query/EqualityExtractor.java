package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.BsonPath;

/**
 * Which paths a filter fixes to one value: {@code {a: 1}}, {@code $eq}, {@code $in} and {@code
 * $all} of one value, inside {@code $and}, and inside {@code $or} when its branches are all the
 * same. What targets one shard, and what an upsert takes from its filter.
 */
public final class EqualityExtractor {

  /** One path and the value that the filter demands there. */
  public record Equality(String path, BsonValue value) {}

  private final List<Equality> found = new ArrayList<>();

  private EqualityExtractor(MatchExpression tree) {
    collect(tree);
  }

  /** All equalities in the filter's order, repeated and contradictory ones too. */
  public static List<Equality> list(MatchExpression tree) {
    return List.copyOf(new EqualityExtractor(tree).found);
  }

  /**
   * The values of all the given paths under their dotted names, e.g. {@code {"a.b": 10, c: 30}};
   * empty when the filter does not fix each of them to a value that a document can hold there: no
   * array, regular expression or undefined, no object with a name that begins with a dollar sign.
   * An equality with an object also fixes the paths inside it.
   */
  public static Optional<BsonDocument> equalities(MatchExpression tree, List<String> paths) {
    EqualityExtractor extractor = new EqualityExtractor(tree);
    if (extractor.isContradictory()) {
      return Optional.empty();
    }
    BsonDocument values = new BsonDocument();
    for (String path : paths) {
      Optional<BsonValue> value = extractor.value(path).filter(EqualityExtractor::isStorable);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.append(path, value.get());
    }
    return Optional.of(values);
  }

  /** Two values for one path, or values for a path and for one inside it. */
  private boolean isContradictory() {
    for (int i = 0; i < found.size(); i++) {
      for (int j = 0; j < i; j++) {
        String path = found.get(i).path();
        String other = found.get(j).path();
        boolean differs =
            path.equals(other)
                && !BsonOrder.SIMPLE.equal(found.get(i).value(), found.get(j).value());
        if (differs || path.startsWith(other + ".") || other.startsWith(path + ".")) {
          return true;
        }
      }
    }
    return false;
  }

  private Optional<BsonValue> valueAt(String path) {
    for (Equality one : found) {
      if (one.path().equals(path)) {
        return Optional.of(one.value());
      }
    }
    return Optional.empty();
  }

  private Optional<BsonValue> value(String path) {
    Optional<BsonValue> whole = valueAt(path);
    if (whole.isPresent()) {
      return whole;
    }
    for (int dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      Optional<BsonValue> outer = valueAt(path.substring(0, dot));
      if (outer.isPresent() && outer.get().isDocument()) {
        return BsonPath.of(path.substring(dot + 1)).objectValue(outer.get().asDocument());
      }
    }
    return Optional.empty();
  }

  /** Whether a document may hold the value in a shard key field. */
  private static boolean isStorable(BsonValue value) {
    if (value.isArray()
        || value instanceof BsonRegularExpression
        || value instanceof BsonUndefined) {
      return false;
    }
    return !value.isDocument() || hasPlainNames(value.asDocument());
  }

  private static boolean hasPlainNames(BsonDocument document) {
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      if (field.getKey().startsWith("$")
          || (field.getValue().isDocument() && !hasPlainNames(field.getValue().asDocument()))) {
        return false;
      }
    }
    return true;
  }

  private void collect(MatchExpression tree) {
    if (tree instanceof MatchExpression.And) {
      ((MatchExpression.And) tree).terms().forEach(this::collect);
    } else if (tree instanceof MatchExpression.Or) {
      List<MatchExpression> branches = ((MatchExpression.Or) tree).terms();
      if (branches.stream().allMatch(branch -> same(branch, branches.get(0)))) {
        collect(branches.get(0));
      }
    } else if (tree instanceof ValuePredicate.Comparison) {
      ValuePredicate.Comparison comparison = (ValuePredicate.Comparison) tree;
      if (comparison.op() == MatchExpression.Op.EQ) {
        found.add(new Equality(comparison.path().text(), comparison.operand()));
      }
    } else if (tree instanceof ValuePredicate.In) {
      ValuePredicate.In in = (ValuePredicate.In) tree;
      if (in.members().values().size() == 1 && in.members().patterns().isEmpty()) {
        found.add(new Equality(in.path().text(), in.members().values().get(0)));
      }
    }
  }

  private static boolean same(MatchExpression one, MatchExpression other) {
    return BsonOrder.SIMPLE.equal(one.toBson(), other.toBson());
  }
}
