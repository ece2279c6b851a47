package shardsh.core.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** One operator as it stands: {@code path: {operator: operand}}, among others of that path. */
  private record Given(
      MatchPath path, String operator, BsonValue operand, BsonDocument all, int depth) {}

  /** Reads one operator; adds what it means. */
  private interface Reader {
    void read(PredicateParser parser, Given given, List<MatchExpression> terms);
  }

  /** Reads an operator that is one term. */
  private interface Term {
    MatchExpression of(PredicateParser parser, Given given);
  }

  private static final Map<String, Reader> TABLE = new LinkedHashMap<>();

  static {
    row("$eq", (p, one) -> p.comparison(one.path(), MatchExpression.Op.EQ, one.operand()));
    row("$gt", (p, one) -> p.inequality(one.path(), MatchExpression.Op.GT, one.operand()));
    row("$gte", (p, one) -> p.inequality(one.path(), MatchExpression.Op.GTE, one.operand()));
    row("$lt", (p, one) -> p.inequality(one.path(), MatchExpression.Op.LT, one.operand()));
    row("$lte", (p, one) -> p.inequality(one.path(), MatchExpression.Op.LTE, one.operand()));
    row("$ne", (p, one) -> new MatchExpression.Not(p.notEqual(one.path(), one.operand())));
    row("$in", (p, one) -> p.in(one.path(), one.operator(), one.operand()));
    row(
        "$nin",
        (p, one) -> new MatchExpression.Not(p.in(one.path(), one.operator(), one.operand())));
    row("$not", (p, one) -> new MatchExpression.Not(p.not(one.path(), one.operand(), one.depth())));
    row("$exists", (p, one) -> exists(one.path(), one.operand()));
    row(
        "$type",
        (p, one) -> new ValuePredicate.Type(one.path(), OperandParser.types(one.operand())));
    row("$mod", (p, one) -> OperandParser.mod(one.path(), one.operand()));
    row(
        "$size",
        (p, one) -> new ArrayPredicate.Size(one.path(), OperandParser.size(one.operand())));
    row("$regex", (p, one) -> regex(one.path(), one.operand(), one.all().get("$options")));
    TABLE.put("$options", (p, one, terms) -> checkOptions(one.all()));
    row("$all", (p, one) -> p.all(one.path(), one.operand(), one.depth()));
    row("$elemMatch", (p, one) -> p.elemMatch(one.path(), one.operand(), one.depth()));
    for (BitTest.Kind kind : BitTest.Kind.values()) {
      row(kind.operator(), (p, one) -> bits(one.path(), kind, one.operand()));
    }
  }

  /** Operators of the server that the model knows by name only. */
  private static final List<String> REFUSED =
      List.of(
          "$geoIntersects",
          "$geoNear",
          "$geoWithin",
          "$maxDistance",
          "$minDistance",
          "$near",
          "$nearSphere",
          "$uniqueDocs",
          "$within");

  private final MatchParser filters;

  PredicateParser(MatchParser filters) {
    this.filters = filters;
  }

  private static void row(String name, Term term) {
    TABLE.put(name, (parser, given, terms) -> terms.add(term.of(parser, given)));
  }

  /** The names of the operators that stand behind a path. */
  static Set<String> names() {
    return TABLE.keySet();
  }

  /** The names of those that are refused. */
  static List<String> refused() {
    return REFUSED;
  }

  private static void checkOptions(BsonDocument all) {
    if (!all.containsKey("$regex")) {
      throw MatchParser.badValue("$options needs a $regex");
    }
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
    Reader reader = TABLE.get(operator);
    if (reader != null) {
      reader.read(this, new Given(path, operator, operand, all, depth), terms);
    } else if (REFUSED.contains(operator)) {
      terms.add(filters.unmodelled(operator, operand));
    } else {
      throw MatchParser.badValue("unknown operator: " + operator);
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
