package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;

/** Reads what a filter says about one path. */
final class PredicateParser {
  private final MatchParser filters;

  PredicateParser(MatchParser filters) {
    this.filters = filters;
  }

  /** {@code path: value}, where the value is a literal, a regular expression or operators. */
  void field(MatchPath path, BsonValue value, int depth, List<MatchExpression> terms) {
    if (MatchParser.isOperators(value)) {
      operators(path, value.asDocument(), depth, terms);
    } else if (value instanceof BsonRegularExpression) {
      terms.add(new ValuePredicate.Regex(path, RegexPattern.of((BsonRegularExpression) value)));
    } else {
      terms.add(comparison(path, MatchExpression.Op.EQ, value));
    }
  }

  private void operators(
      MatchPath path, BsonDocument operators, int depth, List<MatchExpression> terms) {
    for (Map.Entry<String, BsonValue> entry : operators.entrySet()) {
      operator(path, entry.getKey(), entry.getValue(), operators, depth, terms);
    }
  }

  private void operator(
      MatchPath path,
      String operator,
      BsonValue operand,
      BsonDocument all,
      int depth,
      List<MatchExpression> terms) {
    switch (operator) {
      case "$eq" -> terms.add(comparison(path, MatchExpression.Op.EQ, operand));
      case "$gt" -> terms.add(inequality(path, MatchExpression.Op.GT, operand));
      case "$gte" -> terms.add(inequality(path, MatchExpression.Op.GTE, operand));
      case "$lt" -> terms.add(inequality(path, MatchExpression.Op.LT, operand));
      case "$lte" -> terms.add(inequality(path, MatchExpression.Op.LTE, operand));
      case "$ne" -> terms.add(new MatchExpression.Not(notEqual(path, operand)));
      case "$in" -> terms.add(in(path, operator, operand));
      case "$nin" -> terms.add(new MatchExpression.Not(in(path, operator, operand)));
      case "$not" -> terms.add(new MatchExpression.Not(not(path, operand, depth)));
      case "$exists" -> terms.add(exists(path, operand));
      case "$type" -> terms.add(new ValuePredicate.Type(path, OperandParser.types(operand)));
      case "$mod" -> terms.add(OperandParser.mod(path, operand));
      case "$size" -> terms.add(new ArrayPredicate.Size(path, OperandParser.size(operand)));
      case "$regex" -> terms.add(regex(path, operand, all.get("$options")));
      case "$options" -> {
        if (!all.containsKey("$regex")) {
          throw MatchParser.badValue("$options needs a $regex");
        }
      }
      case "$all" -> terms.add(all(path, operand, depth));
      case "$elemMatch" -> terms.add(elemMatch(path, operand, depth));
      case "$bitsAllSet" -> terms.add(bits(path, BitTest.Kind.ALL_SET, operand));
      case "$bitsAllClear" -> terms.add(bits(path, BitTest.Kind.ALL_CLEAR, operand));
      case "$bitsAnySet" -> terms.add(bits(path, BitTest.Kind.ANY_SET, operand));
      case "$bitsAnyClear" -> terms.add(bits(path, BitTest.Kind.ANY_CLEAR, operand));
      case "$within",
          "$geoWithin",
          "$geoIntersects",
          "$near",
          "$nearSphere",
          "$geoNear",
          "$maxDistance",
          "$minDistance",
          "$uniqueDocs" ->
          terms.add(filters.unmodelled(operator, operand));
      default -> throw MatchParser.badValue("unknown operator: " + operator);
    }
  }

  private ValuePredicate.Comparison comparison(
      MatchPath path, MatchExpression.Op op, BsonValue operand) {
    if (operand instanceof BsonUndefined) {
      throw MatchParser.badValue("cannot compare to undefined");
    }
    return new ValuePredicate.Comparison(path, op, operand, filters.collation());
  }

  private MatchExpression inequality(MatchPath path, MatchExpression.Op op, BsonValue operand) {
    if (operand instanceof BsonRegularExpression) {
      throw MatchParser.badValue(
          "Can't have RegEx as arg to predicate over field '" + path.text() + "'.");
    }
    return comparison(path, op, operand);
  }

  private MatchExpression notEqual(MatchPath path, BsonValue operand) {
    if (operand instanceof BsonRegularExpression) {
      throw MatchParser.badValue("Can't have regex as arg to $ne.");
    }
    return comparison(path, MatchExpression.Op.EQ, operand);
  }

  private MatchExpression in(MatchPath path, String operator, BsonValue operand) {
    if (!operand.isArray()) {
      throw MatchParser.badValue(operator + " needs an array");
    }
    for (BsonValue member : operand.asArray()) {
      if (MatchParser.isOperators(member)) {
        throw MatchParser.badValue("cannot nest $ under " + operator);
      }
      if (member instanceof BsonUndefined) {
        throw MatchParser.badValue("InMatchExpression equality cannot be undefined");
      }
    }
    return new ValuePredicate.In(path, InSet.of(operand.asArray(), filters.collation()));
  }

  private MatchExpression not(MatchPath path, BsonValue operand, int depth) {
    if (operand instanceof BsonRegularExpression) {
      return new ValuePredicate.Regex(path, RegexPattern.of((BsonRegularExpression) operand));
    }
    if (!operand.isDocument()) {
      throw MatchParser.badValue("$not needs a regex or a document");
    }
    if (operand.asDocument().isEmpty()) {
      throw MatchParser.badValue("$not cannot be empty");
    }
    List<MatchExpression> terms = new ArrayList<>();
    operators(path, operand.asDocument(), depth + 1, terms);
    return terms.size() == 1 ? terms.get(0) : new MatchExpression.And(terms);
  }

  private static MatchExpression exists(MatchPath path, BsonValue operand) {
    MatchExpression exists = new ValuePredicate.Exists(path);
    return Docs.truthy(new BsonDocument("$exists", operand), "$exists")
        ? exists
        : new MatchExpression.Not(exists);
  }

  private static MatchExpression regex(MatchPath path, BsonValue operand, BsonValue options) {
    if (options != null && !(options instanceof BsonString)) {
      throw MatchParser.badValue("$options has to be a string");
    }
    String given = options == null ? "" : options.asString().getValue();
    if (operand instanceof BsonRegularExpression) {
      BsonRegularExpression value = (BsonRegularExpression) operand;
      if (!given.isEmpty() && !value.getOptions().isEmpty()) {
        throw new CommandException(
            ErrorCode.location(51075), "options set in both $regex and $options");
      }
      BsonRegularExpression merged =
          given.isEmpty() ? value : new BsonRegularExpression(value.getPattern(), given);
      return new ValuePredicate.Regex(path, RegexPattern.of(merged));
    }
    if (!(operand instanceof BsonString)) {
      throw MatchParser.badValue("$regex has to be a string");
    }
    return new ValuePredicate.Regex(
        path, RegexPattern.of(new BsonRegularExpression(operand.asString().getValue(), given)));
  }

  private MatchExpression all(MatchPath path, BsonValue operand, int depth) {
    if (!operand.isArray()) {
      throw MatchParser.badValue("$all needs an array");
    }
    BsonArray members = operand.asArray();
    if (members.isEmpty()) {
      return new MatchExpression.AlwaysFalse();
    }
    boolean elemMatches = isElemMatch(members.get(0));
    List<MatchExpression> terms = new ArrayList<>();
    for (BsonValue member : members) {
      if (isElemMatch(member) != elemMatches) {
        throw MatchParser.badValue(
            elemMatches ? "$all/$elemMatch has to be consistent" : "no $ expressions in $all");
      }
      if (elemMatches) {
        terms.add(elemMatch(path, member.asDocument().get("$elemMatch"), depth));
      } else if (MatchParser.isOperators(member)) {
        throw MatchParser.badValue("no $ expressions in $all");
      } else {
        field(path, member, depth, terms);
      }
    }
    return terms.size() == 1 ? terms.get(0) : new MatchExpression.And(terms);
  }

  private static boolean isElemMatch(BsonValue member) {
    return member.isDocument()
        && !member.asDocument().isEmpty()
        && member.asDocument().getFirstKey().equals("$elemMatch");
  }

  private MatchExpression elemMatch(MatchPath path, BsonValue operand, int depth) {
    if (operand.getBsonType() != BsonType.DOCUMENT) {
      throw MatchParser.badValue("$elemMatch needs an Object");
    }
    BsonDocument condition = operand.asDocument();
    if (isAboutValues(condition)) {
      List<MatchExpression> terms = new ArrayList<>();
      operators(MatchPath.of(""), condition, depth + 1, terms);
      return new ArrayPredicate.ElemMatchValue(path, terms);
    }
    return new ArrayPredicate.ElemMatchObject(path, filters.document(condition, depth + 1, false));
  }

  private static boolean isAboutValues(BsonDocument condition) {
    if (!MatchParser.isOperators(condition) || MatchParser.isPartOfDbRef(condition)) {
      return false;
    }
    return switch (condition.getFirstKey()) {
      case "$and", "$or", "$nor", "$where" -> false;
      default -> true;
    };
  }

  private static MatchExpression bits(MatchPath path, BitTest.Kind kind, BsonValue operand) {
    return new ValuePredicate.Bits(path, OperandParser.bits(kind, operand));
  }

  /** The operand as it appears in the server's messages, e.g. {@code $size: -1}. */
  static String shown(String operator, BsonValue operand) {
    return operator + ": " + ServerText.of(operand);
  }
}
