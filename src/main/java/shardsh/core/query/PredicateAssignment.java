package shardsh.core.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import shardsh.core.keys.KeyPattern;

/**
 * Gives the fields of one index the predicates of a filter that may bound them together. Two
 * predicates may be combined when at every array on their common path one {@code $elemMatch} holds
 * both.
 */
final class PredicateAssignment {
  private final KeyPattern pattern;
  private final IndexBoundsBuilder.Options options;

  PredicateAssignment(KeyPattern pattern, IndexBoundsBuilder.Options options) {
    this.pattern = pattern;
    this.options = options;
  }

  /** An {@code $elemMatch} around a predicate; the object's identity tells two apart. */
  private record Scope(String path, MatchExpression elemMatch) {}

  /**
   * A predicate that could bound a field.
   *
   * @param term the position of the top-level term it is part of
   * @param wholeTerm whether it is that term, so that exact bounds make the term superfluous
   */
  private record Candidate(
      String path, MatchExpression predicate, List<Scope> scopes, int term, boolean wholeTerm) {}

  /** A candidate that bounds a field of the pattern. */
  private record Assigned(Candidate candidate, int field, PredicateBounds bounds) {}

  IndexAccess assign(MatchExpression tree) {
    List<MatchExpression> terms = new ArrayList<>();
    flatten(tree, terms);
    List<Candidate> candidates = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      collect(terms.get(i), "", List.of(), i, true, candidates);
    }
    List<Assigned> assigned = new ArrayList<>();
    for (int field = 0; field < pattern.size(); field++) {
      assign(field, candidates, assigned);
    }
    return result(terms, assigned);
  }

  private static void flatten(MatchExpression tree, List<MatchExpression> terms) {
    if (tree instanceof MatchExpression.And) {
      ((MatchExpression.And) tree).terms().forEach(term -> flatten(term, terms));
    } else {
      terms.add(tree);
    }
  }

  private static void collect(
      MatchExpression tree,
      String prefix,
      List<Scope> scopes,
      int term,
      boolean wholeTerm,
      List<Candidate> candidates) {
    if (tree instanceof ArrayPredicate.ElemMatchObject) {
      ArrayPredicate.ElemMatchObject elemMatch = (ArrayPredicate.ElemMatchObject) tree;
      String path = prefix + elemMatch.path().text();
      List<Scope> inner = new ArrayList<>(scopes);
      inner.add(new Scope(path, elemMatch));
      List<MatchExpression> terms = new ArrayList<>();
      flatten(elemMatch.term(), terms);
      for (MatchExpression below : terms) {
        collect(below, path + ".", inner, term, false, candidates);
      }
      return;
    }
    if (tree instanceof MatchExpression.Expr) {
      for (MatchExpression.Leaf implied : ExprPredicates.of((MatchExpression.Expr) tree)) {
        collect(implied, prefix, scopes, term, false, candidates);
      }
      return;
    }
    pathOf(tree)
        .ifPresent(
            path ->
                candidates.add(new Candidate(prefix + path.text(), tree, scopes, term, wholeTerm)));
  }

  /** The one path a predicate is about; compound ones must be about one path only. */
  static Optional<MatchPath> pathOf(MatchExpression predicate) {
    if (predicate instanceof MatchExpression.Not) {
      return pathOf(((MatchExpression.Not) predicate).term());
    }
    if (predicate instanceof MatchExpression.Or) {
      return commonPath(((MatchExpression.Or) predicate).terms());
    }
    if (predicate instanceof MatchExpression.And) {
      return commonPath(((MatchExpression.And) predicate).terms());
    }
    if (predicate instanceof ArrayPredicate.ElemMatchObject) {
      return Optional.empty();
    }
    return predicate instanceof MatchExpression.Leaf
        ? Optional.of(((MatchExpression.Leaf) predicate).path())
        : Optional.empty();
  }

  private static Optional<MatchPath> commonPath(List<MatchExpression> terms) {
    if (terms.isEmpty()) {
      return Optional.empty();
    }
    Optional<MatchPath> common = pathOf(terms.get(0));
    for (MatchExpression term : terms) {
      if (!pathOf(term).equals(common)) {
        return Optional.empty();
      }
    }
    return common;
  }

  private void assign(int field, List<Candidate> candidates, List<Assigned> assigned) {
    String path = pattern.fields().get(field).path().text();
    PredicateBounds.Target target = IndexBoundsBuilder.target(pattern, field, options);
    for (Candidate candidate : candidates) {
      if (!candidate.path().equals(path) || !isSafe(candidate.predicate(), target)) {
        continue;
      }
      Optional<PredicateBounds> bounds = PredicateBounds.of(candidate.predicate(), target);
      if (bounds.isPresent() && combines(candidate, field, assigned)) {
        assigned.add(new Assigned(candidate, field, bounds.get()));
      }
    }
  }

  /**
   * Whether the index holds a key for every match. A sparse index lacks documents without the
   * field. A path through an array of scalars has the key null, though nothing there equals null.
   */
  private boolean isSafe(MatchExpression predicate, PredicateBounds.Target target) {
    if (!target.nullIsExact() && negatesNull(predicate)) {
      return false;
    }
    boolean matchesMissing = predicate.matchesElement(null);
    return !options.sparse() || !matchesMissing;
  }

  private static boolean negatesNull(MatchExpression predicate) {
    if (predicate instanceof MatchExpression.Or) {
      return ((MatchExpression.Or) predicate)
          .terms().stream().anyMatch(PredicateAssignment::negatesNull);
    }
    if (predicate instanceof MatchExpression.And) {
      return ((MatchExpression.And) predicate)
          .terms().stream().anyMatch(PredicateAssignment::negatesNull);
    }
    if (!(predicate instanceof MatchExpression.Not)) {
      return false;
    }
    MatchExpression term = ((MatchExpression.Not) predicate).term();
    return !(term instanceof ValuePredicate.Exists) && term.matchesElement(null);
  }

  private boolean combines(Candidate candidate, int field, List<Assigned> assigned) {
    for (Assigned other : assigned) {
      if (!combine(candidate, field, other.candidate(), other.field())) {
        return false;
      }
    }
    return true;
  }

  private boolean combine(Candidate one, int oneField, Candidate other, int otherField) {
    List<String> parts = pattern.fields().get(oneField).path().parts();
    List<String> otherParts = pattern.fields().get(otherField).path().parts();
    StringBuilder prefix = new StringBuilder();
    for (int depth = 0; depth < Math.min(parts.size(), otherParts.size()); depth++) {
      if (!parts.get(depth).equals(otherParts.get(depth))) {
        return true;
      }
      prefix.append(depth == 0 ? "" : ".").append(parts.get(depth));
      boolean array =
          options.arrays().at(oneField, depth) || options.arrays().at(otherField, depth);
      if (array && !shareScope(one, other, prefix.toString())) {
        return false;
      }
    }
    return true;
  }

  private static boolean shareScope(Candidate one, Candidate other, String path) {
    for (Scope scope : one.scopes()) {
      for (Scope otherScope : other.scopes()) {
        if (scope.path().equals(path) && scope.elemMatch() == otherScope.elemMatch()) {
          return true;
        }
      }
    }
    return false;
  }

  private IndexAccess result(List<MatchExpression> terms, List<Assigned> assigned) {
    List<IntervalList> values =
        new ArrayList<>(Collections.nCopies(pattern.size(), IntervalList.all()));
    Tightness tightness = Tightness.EXACT;
    long restricted = 0;
    List<MatchExpression> keyTerms = new ArrayList<>();
    List<MatchExpression> documentTerms = new ArrayList<>(terms);
    for (Assigned one : assigned) {
      int field = one.field();
      values.set(field, values.get(field).intersect(one.bounds().values()));
      tightness = tightness.and(one.bounds().tightness());
      restricted |= 1L << field;
      MatchExpression term = terms.get(one.candidate().term());
      boolean covered = one.bounds().tightness() == Tightness.INEXACT_COVERED && !isMultikey();
      if (one.candidate().wholeTerm() && (one.bounds().tightness().isExact() || covered)) {
        documentTerms.remove(term);
        if (covered) {
          keyTerms.add(term);
        }
      }
    }
    return new IndexAccess(
        IndexBoundsBuilder.bounds(pattern, values),
        tightness,
        MatchExpression.conjunction(keyTerms),
        MatchExpression.conjunction(documentTerms),
        restricted);
  }

  private boolean isMultikey() {
    for (int field = 0; field < pattern.size(); field++) {
      if (IndexBoundsBuilder.target(pattern, field, options).multikey()) {
        return true;
      }
    }
    return false;
  }
}
