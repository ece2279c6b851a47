package shardsh.core.query;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** A predicate on an array as a whole: its size, or an element that meets several conditions. */
public sealed interface ArrayPredicate extends MatchExpression.Leaf {

  /** An array of exactly that many elements. */
  record Size(MatchPath path, long size) implements ArrayPredicate {
    @Override
    public boolean triesElements() {
      return false;
    }

    @Override
    public boolean test(BsonValue value) {
      return value instanceof BsonArray && ((BsonArray) value).size() == size;
    }

    @Override
    public ArrayPredicate at(MatchPath other) {
      return new Size(other, size);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$size", new BsonInt32((int) size));
    }
  }

  /** An array with an element, an object or array, that the term matches as a document. */
  record ElemMatchObject(MatchPath path, MatchExpression term) implements ArrayPredicate {
    @Override
    public boolean triesElements() {
      return false;
    }

    @Override
    public boolean test(BsonValue value) {
      return ArrayMatches.object(value, term) >= 0;
    }

    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      return ArrayMatches.matches(document, path, v -> ArrayMatches.object(v, term), details);
    }

    @Override
    public ArrayPredicate at(MatchPath other) {
      return new ElemMatchObject(other, term);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$elemMatch", term.toBson());
    }
  }

  /** An array with an element for which all terms, whose paths are empty, hold. */
  record ElemMatchValue(MatchPath path, List<MatchExpression> terms) implements ArrayPredicate {
    public ElemMatchValue {
      terms = List.copyOf(terms);
    }

    @Override
    public boolean triesElements() {
      return false;
    }

    @Override
    public boolean test(BsonValue value) {
      return ArrayMatches.value(value, terms) >= 0;
    }

    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      return ArrayMatches.matches(document, path, v -> ArrayMatches.value(v, terms), details);
    }

    @Override
    public ArrayPredicate at(MatchPath other) {
      return new ElemMatchValue(other, terms);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$elemMatch", MatchText.merged(terms));
    }
  }
}
