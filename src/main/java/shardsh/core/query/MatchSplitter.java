package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonValue;
import shardsh.core.expr.Dependencies;

/**
 * Divides a filter by what a stage before it changes: the part that may as well run before that
 * stage, with the names that its paths have there, and the rest. Source: the manual's page on
 * pipeline optimization.
 */
public final class MatchSplitter {

  /** Both parts together are the filter. */
  public record Parts(Optional<MatchExpression> before, Optional<MatchExpression> after) {}

  private final ChangedPaths changed;

  private MatchSplitter(ChangedPaths changed) {
    this.changed = changed;
  }

  public static Parts split(MatchExpression tree, ChangedPaths changed) {
    return new MatchSplitter(changed).split(tree);
  }

  /**
   * A filter that is about what lies below one path, as a filter on documents that stand there;
   * empty when it is about anything else.
   */
  public static Optional<MatchExpression> inside(MatchExpression tree, String prefix) {
    return new MatchSplitter(ChangedPaths.all()).inside(prefix, tree);
  }

  private Optional<MatchExpression> inside(String prefix, MatchExpression tree) {
    if (tree instanceof MatchExpression.And and) {
      return all(and.terms(), term -> inside(prefix, term)).map(MatchExpression.And::new);
    }
    if (tree instanceof MatchExpression.Or or) {
      return all(or.terms(), term -> inside(prefix, term)).map(MatchExpression.Or::new);
    }
    if (tree instanceof MatchExpression.Nor nor) {
      return all(nor.terms(), term -> inside(prefix, term)).map(MatchExpression.Nor::new);
    }
    if (tree instanceof MatchExpression.Not not) {
      return inside(prefix, not.term()).map(MatchExpression.Not::new);
    }
    if (tree instanceof MatchExpression.Leaf leaf && leaf.path().text().startsWith(prefix + ".")) {
      return Optional.of(leaf.at(MatchPath.of(leaf.path().text().substring(prefix.length() + 1))));
    }
    return Optional.empty();
  }

  private Parts split(MatchExpression tree) {
    Optional<MatchExpression> whole = renamed(tree);
    if (whole.isPresent()) {
      return new Parts(whole, Optional.empty());
    }
    if (tree instanceof MatchExpression.And and) {
      return parts(and.terms(), false);
    }
    if (tree instanceof MatchExpression.Nor nor) {
      return parts(nor.terms(), true);
    }
    return new Parts(Optional.empty(), Optional.of(tree));
  }

  private Parts parts(List<MatchExpression> terms, boolean denied) {
    List<MatchExpression> before = new ArrayList<>();
    List<MatchExpression> after = new ArrayList<>();
    for (MatchExpression term : terms) {
      if (denied) {
        renamed(term).ifPresentOrElse(before::add, () -> after.add(term));
      } else {
        Parts parts = split(term);
        parts.before().ifPresent(before::add);
        parts.after().ifPresent(after::add);
      }
    }
    return new Parts(together(before, denied), together(after, denied));
  }

  private static Optional<MatchExpression> together(List<MatchExpression> terms, boolean denied) {
    if (terms.isEmpty()) {
      return Optional.empty();
    }
    if (terms.size() == 1) {
      return Optional.of(denied ? new MatchExpression.Not(terms.get(0)) : terms.get(0));
    }
    return Optional.of(denied ? new MatchExpression.Nor(terms) : new MatchExpression.And(terms));
  }

  /** The filter as it reads before the change; empty when it depends on what is changed. */
  private Optional<MatchExpression> renamed(MatchExpression tree) {
    if (tree instanceof MatchExpression.And and) {
      return all(and.terms()).map(MatchExpression.And::new);
    }
    if (tree instanceof MatchExpression.Or or) {
      return all(or.terms()).map(MatchExpression.Or::new);
    }
    if (tree instanceof MatchExpression.Nor nor) {
      return all(nor.terms()).map(MatchExpression.Nor::new);
    }
    if (tree instanceof MatchExpression.Not not) {
      return renamed(not.term()).map(MatchExpression.Not::new);
    }
    if (tree instanceof MatchExpression.Leaf leaf) {
      return leaf(leaf);
    }
    if (tree instanceof MatchExpression.Expr expr) {
      return keeps(Dependencies.of(expr.expression())) ? Optional.of(tree) : Optional.empty();
    }
    boolean constant =
        tree instanceof MatchExpression.AlwaysTrue || tree instanceof MatchExpression.AlwaysFalse;
    return constant ? Optional.of(tree) : Optional.empty();
  }

  private boolean keeps(Dependencies dependencies) {
    return !dependencies.needsWholeDocument()
        && !dependencies.isRandom()
        && dependencies.paths().stream().allMatch(changed::keeps);
  }

  private Optional<List<MatchExpression>> all(List<MatchExpression> terms) {
    return all(terms, this::renamed);
  }

  private static Optional<List<MatchExpression>> all(
      List<MatchExpression> terms, Function<MatchExpression, Optional<MatchExpression>> change) {
    List<MatchExpression> changed = new ArrayList<>();
    for (MatchExpression term : terms) {
      Optional<MatchExpression> one = change.apply(term);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      changed.add(one.get());
    }
    return Optional.of(changed);
  }

  private Optional<MatchExpression> leaf(MatchExpression.Leaf leaf) {
    String path = leaf.path().text();
    Optional<String> before = changed.before(path);
    if (before.isEmpty() || before.get().equals(path)) {
      return before.map(same -> leaf);
    }
    boolean throughArrays =
        changed.renames().containsKey(path) && ChangedPaths.throughArrays(before.get());
    if ((throughArrays || changed.makesNull()) && !isPlain(leaf)) {
      return Optional.empty();
    }
    return Optional.of(leaf.at(MatchPath.of(before.get())));
  }

  /**
   * Whether the predicate holds for single values and never for missing ones: only then does it not
   * matter that a dotted path gives an array where matching looks at each value, and that a missing
   * value has become null.
   */
  private static boolean isPlain(MatchExpression.Leaf leaf) {
    if (leaf instanceof ValuePredicate.Comparison comparison) {
      return isScalar(comparison.operand());
    }
    if (leaf instanceof ValuePredicate.In in) {
      return in.members().values().stream().allMatch(MatchSplitter::isScalar);
    }
    return leaf instanceof ValuePredicate.Regex || leaf instanceof ValuePredicate.Mod;
  }

  private static boolean isScalar(BsonValue value) {
    return switch (value.getBsonType()) {
      case ARRAY, NULL, UNDEFINED, MIN_KEY, MAX_KEY -> false;
      default -> true;
    };
  }
}
