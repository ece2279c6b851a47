package shardsh.core.query;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The parsed form of compound filters as explain prints them. */
final class MatchText {
  private MatchText() {}

  static BsonDocument list(String operator, List<MatchExpression> terms) {
    BsonArray array = new BsonArray();
    for (MatchExpression term : terms) {
      array.add(term.toBson());
    }
    return new BsonDocument(operator, array);
  }

  /** {@code {a: {$not: {$gt: 1, $lt: 5}}}} where all is about one path, else {@code $nor}. */
  static BsonDocument not(MatchExpression term) {
    if (term instanceof MatchExpression.Leaf) {
      MatchExpression.Leaf leaf = (MatchExpression.Leaf) term;
      return new BsonDocument(leaf.path().text(), new BsonDocument("$not", leaf.predicate()));
    }
    if (term instanceof MatchExpression.And) {
      List<MatchExpression> terms = ((MatchExpression.And) term).terms();
      if (aboutOnePath(terms)) {
        return new BsonDocument(
            ((MatchExpression.Leaf) terms.get(0)).path().text(),
            new BsonDocument("$not", merged(terms)));
      }
    }
    return list("$nor", List.of(term));
  }

  private static boolean aboutOnePath(List<MatchExpression> terms) {
    MatchPath path = null;
    BsonDocument seen = new BsonDocument();
    for (MatchExpression term : terms) {
      if (!(term instanceof MatchExpression.Leaf)) {
        return false;
      }
      MatchExpression.Leaf leaf = (MatchExpression.Leaf) term;
      BsonDocument predicate = leaf.predicate();
      if ((path != null && !path.equals(leaf.path()))
          || seen.containsKey(predicate.getFirstKey())) {
        return false;
      }
      path = leaf.path();
      seen.putAll(predicate);
    }
    return path != null;
  }

  /** The operators of several predicates in one document, without their paths. */
  static BsonDocument merged(List<MatchExpression> terms) {
    BsonDocument merged = new BsonDocument();
    for (MatchExpression term : terms) {
      merged.putAll(operators(term));
    }
    return merged;
  }

  private static BsonDocument operators(MatchExpression term) {
    if (term instanceof MatchExpression.Leaf) {
      return ((MatchExpression.Leaf) term).predicate();
    }
    if (term instanceof MatchExpression.And) {
      return merged(((MatchExpression.And) term).terms());
    }
    if (term instanceof MatchExpression.Not) {
      return new BsonDocument("$not", operators(((MatchExpression.Not) term).term()));
    }
    BsonDocument document = term.toBson();
    BsonValue only = document.size() == 1 ? document.get("") : null;
    return only instanceof BsonDocument ? (BsonDocument) only : document;
  }
}
