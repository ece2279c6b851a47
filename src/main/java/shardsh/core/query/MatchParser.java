package shardsh.core.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Nesting;
import shardsh.core.expr.Expression;

/**
 * Reads filter documents: the only reader of them, and the only thrower of their errors. Codes and
 * wording follow the server's parser (8.0).
 */
public final class MatchParser {
  private static final int TREE_DEPTH_MAX = 100;

  /** One operator that stands without a path, and where. */
  private record Given(String name, BsonValue value, int depth, boolean top) {}

  /** Reads one; null for one that restricts nothing. */
  private interface Reader {
    MatchExpression read(MatchParser parser, Given given);
  }

  private static final Map<String, Reader> TABLE = new LinkedHashMap<>();

  static {
    TABLE.put("$and", (parser, one) -> new MatchExpression.And(parser.list(one)));
    TABLE.put("$or", (parser, one) -> new MatchExpression.Or(parser.list(one)));
    TABLE.put("$nor", (parser, one) -> new MatchExpression.Nor(parser.list(one)));
    TABLE.put("$comment", (parser, one) -> null);
    TABLE.put("$expr", (parser, one) -> parser.expression(one.value(), one.top()));
    TABLE.put("$sampleRate", (parser, one) -> parser.sampleRate(one.value()));
    TABLE.put("$jsonSchema", (parser, one) -> parser.jsonSchema(one.value(), one.top()));
    TABLE.put("$alwaysTrue", (parser, one) -> always(one, new MatchExpression.AlwaysTrue()));
    TABLE.put("$alwaysFalse", (parser, one) -> always(one, new MatchExpression.AlwaysFalse()));
  }

  private static final List<String> UNMODELLED_AT_TOP = List.of("$text", "$where");
  private static final List<String> DBREF_NAMES = List.of("$ref", "$id", "$db");

  private final QueryContext context;
  private final boolean forRouting;
  private final PredicateParser predicates;

  private MatchParser(QueryContext context, boolean forRouting) {
    this.context = context;
    this.forRouting = forRouting;
    this.predicates = new PredicateParser(this);
  }

  /**
   * Parses a filter, e.g. {@code {qty: {$gt: 5}, $or: […]}}.
   *
   * @throws CommandException with the server's code when the filter is not valid, and
   *     COMMAND_NOT_SUPPORTED for an operator that is not modelled
   */
  public static MatchExpression parse(BsonDocument filter, Collation collation) {
    return parse(filter, QueryContext.of(collation));
  }

  /** As {@link #parse(BsonDocument, Collation)}, with variables for the filter's expressions. */
  public static MatchExpression parse(BsonDocument filter, QueryContext context) {
    return new MatchParser(context, false).top(filter);
  }

  /**
   * As {@link #parse}, but keeps operators that are not modelled as nodes that restrict nothing.
   */
  public static MatchExpression parseForRouting(BsonDocument filter, Collation collation) {
    return parseForRouting(filter, QueryContext.of(collation));
  }

  /** As {@link #parseForRouting(BsonDocument, Collation)}, with variables for its expressions. */
  public static MatchExpression parseForRouting(BsonDocument filter, QueryContext context) {
    return new MatchParser(context, true).top(filter);
  }

  /** The names of all query operators, for the reference. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(TABLE.keySet());
    names.addAll(PredicateParser.names());
    return names;
  }

  /** The names of the server's query operators that are refused. */
  public static Set<String> refusedNames() {
    Set<String> names = new TreeSet<>(UNMODELLED_AT_TOP);
    names.addAll(PredicateParser.refused());
    return names;
  }

  Collation collation() {
    return context.collation();
  }

  private MatchExpression top(BsonDocument filter) {
    Nesting.check(filter);
    return document(filter, 0, true);
  }

  static CommandException badValue(String message) {
    return new CommandException(ErrorCode.BAD_VALUE, message);
  }

  /** A filter, or the condition of an object {@code $elemMatch} ({@code top} is false then). */
  MatchExpression document(BsonDocument filter, int depth, boolean top) {
    if (depth > TREE_DEPTH_MAX) {
      throw badValue("exceeded maximum query tree depth of " + TREE_DEPTH_MAX);
    }
    List<MatchExpression> terms = new ArrayList<>();
    for (Map.Entry<String, BsonValue> field : filter.entrySet()) {
      String name = field.getKey();
      if (name.startsWith("$") && !DBREF_NAMES.contains(name)) {
        pathless(name, field.getValue(), depth, top, terms);
      } else {
        predicates.field(MatchPath.of(name), field.getValue(), depth, terms);
      }
    }
    return terms.size() == 1 ? terms.get(0) : new MatchExpression.And(terms);
  }

  private void pathless(
      String name, BsonValue value, int depth, boolean top, List<MatchExpression> terms) {
    Reader reader = TABLE.get(name);
    if (reader != null) {
      MatchExpression term = reader.read(this, new Given(name, value, depth, top));
      if (term != null) {
        terms.add(term);
      }
    } else if (UNMODELLED_AT_TOP.contains(name)) {
      terms.add(unmodelled(name, value));
    } else {
      throw badValue(
          "unknown top level operator: "
              + name
              + ". If you have a field name that starts with a '$' symbol, consider using"
              + " $getField or $setField.");
    }
  }

  private static MatchExpression always(Given one, MatchExpression term) {
    checkOne(one.name(), one.value());
    return term;
  }

  private static void checkOne(String name, BsonValue value) {
    if (IntegerOperand.ofLong(name, value) != 1) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, name + " must be an integer value of 1");
    }
  }

  private MatchExpression expression(BsonValue value, boolean top) {
    if (!top) {
      throw badValue("$expr can only be applied to the top-level document");
    }
    return new MatchExpression.Expr(Expression.parse(value, context.names()), context);
  }

  /** A condition on a random number, as in the server. */
  private MatchExpression sampleRate(BsonValue value) {
    if (!value.isNumber() && !value.isDecimal128()) {
      throw badValue("argument to $sampleRate must be a numeric type");
    }
    double rate =
        value.isDecimal128()
            ? value.asDecimal128().getValue().doubleValue()
            : value.asNumber().doubleValue();
    if (!(rate >= 0 && rate <= 1)) {
      throw badValue("numeric argument to $sampleRate must be in [0, 1]");
    }
    if (rate == 0 || rate == 1) {
      return rate == 0 ? new MatchExpression.AlwaysFalse() : new MatchExpression.AlwaysTrue();
    }
    BsonDocument random = new BsonDocument("$rand", new BsonDocument());
    BsonDocument below =
        new BsonDocument("$lt", new BsonArray(List.of(random, new BsonDouble(rate))));
    return new MatchExpression.Expr(Expression.parse(below, context.names()), context);
  }

  private MatchExpression jsonSchema(BsonValue value, boolean top) {
    if (!value.isDocument()) {
      throw new CommandException(ErrorCode.TYPE_MISMATCH, "$jsonSchema must be an object");
    }
    if (!top) {
      throw badValue("$jsonSchema can only be applied to the top-level document");
    }
    return new MatchExpression.JsonSchema(
        value.asDocument(), SchemaParser.parse(value.asDocument()));
  }

  MatchExpression unmodelled(String operator, BsonValue operand) {
    if (!forRouting) {
      throw MatchExpression.Unmodelled.refusal(operator);
    }
    return new MatchExpression.Unmodelled(operator, operand);
  }

  private List<MatchExpression> list(Given one) {
    String name = one.name();
    BsonValue value = one.value();
    if (value.getBsonType() != BsonType.ARRAY) {
      throw badValue(name + " must be an array");
    }
    if (value.asArray().isEmpty()) {
      throw badValue("$and/$or/$nor must be a nonempty array");
    }
    List<MatchExpression> terms = new ArrayList<>();
    for (BsonValue element : value.asArray()) {
      if (!element.isDocument()) {
        throw badValue("$or/$and/$nor entries need to be full objects");
      }
      terms.add(document(element.asDocument(), one.depth() + 1, one.top()));
    }
    return terms;
  }

  /**
   * Whether a field's value holds operators, e.g. {@code {$gt: 5}}: its first name begins with a
   * dollar sign and it is no DBRef, which has both {@code $ref} and {@code $id}.
   */
  static boolean isOperators(BsonValue value) {
    if (!value.isDocument() || value.asDocument().isEmpty()) {
      return false;
    }
    BsonDocument document = value.asDocument();
    boolean dbRef = document.containsKey("$ref") && document.containsKey("$id");
    return document.getFirstKey().startsWith("$") && !dbRef;
  }

  /** Whether the document has a field of a DBRef; some of them are enough. */
  static boolean isPartOfDbRef(BsonDocument document) {
    return DBREF_NAMES.stream().anyMatch(document::containsKey);
  }
}
