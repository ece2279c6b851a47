package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.Nesting;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;

/** Reads projections. Codes and wording follow the server (8.0). */
final class ProjectionParser {

  /** Whose syntax is read. */
  private enum Form {
    FIND,
    STAGE,
    ADDITION
  }

  private static final String SLICE = "$slice";
  private static final String ELEM_MATCH = "$elemMatch";
  private static final String META = "$meta";

  /** What has a meaning of its own in a find's projection, besides expressions. */
  static final List<String> OPERATORS = List.of(ELEM_MATCH, SLICE);

  static final List<String> REFUSED = List.of(META);

  private static final int DEPTH_MAX = 200;

  private final BsonDocument spec;
  private final QueryContext context;
  private final Form form;
  private final List<Projection.FirstMatch> firstMatches = new ArrayList<>();
  private final List<Projection.Slice> slices = new ArrayList<>();
  private Projection.Kind kind;
  private boolean idExcluded;
  private boolean computes;
  private Optional<List<String>> positional = Optional.empty();
  private ProjectionNode root;

  private ProjectionParser(BsonDocument spec, QueryContext context, Form form) {
    this.spec = spec;
    this.context = context;
    this.form = form;
  }

  static Projection find(BsonDocument spec, QueryContext context) {
    return new ProjectionParser(spec, context, Form.FIND).read();
  }

  static Projection stage(BsonDocument spec, QueryContext context) {
    if (spec.isEmpty()) {
      throw failure(51272, "projection specification must have at least one field");
    }
    return new ProjectionParser(spec, context, Form.STAGE).read();
  }

  static Projection addition(BsonDocument spec, QueryContext context) {
    if (spec.isEmpty()) {
      throw failure(40177, "specification must have at least one field");
    }
    ProjectionParser parser = new ProjectionParser(spec, context, Form.ADDITION);
    parser.kind = Projection.Kind.ADDITION;
    return parser.read();
  }

  BsonDocument spec() {
    return spec;
  }

  ProjectionNode root() {
    return root;
  }

  List<Projection.FirstMatch> firstMatches() {
    return firstMatches;
  }

  List<Projection.Slice> slices() {
    return slices;
  }

  Optional<List<String>> positional() {
    return positional;
  }

  boolean computes() {
    return computes;
  }

  private static CommandException failure(int code, String message) {
    return new CommandException(ErrorCode.location(code), message);
  }

  private Projection read() {
    Nesting.check(spec);
    if (kind == null) {
      kind = new ProjectionForm(form == Form.FIND).kindOf(spec);
    }
    root =
        new ProjectionNode(
            kind == Projection.Kind.INCLUSION
                ? ProjectionNode.Rest.DROPPED
                : ProjectionNode.Rest.KEPT);
    for (Map.Entry<String, BsonValue> field : spec.entrySet()) {
      field(List.of(), field.getKey(), field.getValue(), 0);
    }
    boolean idNamed = root.names("_id");
    if (kind == Projection.Kind.INCLUSION && !idNamed && !idExcluded) {
      root.addLeaf("_id");
    }
    if (kind == Projection.Kind.EXCLUSION && idExcluded) {
      root.addLeaf("_id");
    }
    return new Projection(this, kind, context.variables());
  }

  private void field(List<String> parents, String name, BsonValue value, int depth) {
    if (depth > DEPTH_MAX) {
      throw new CommandException(
          ErrorCode.OVERFLOW, "FieldPath exceeded the maximum depth of " + DEPTH_MAX);
    }
    String positionalEnd = ".$";
    if (form == Form.FIND && name.endsWith(positionalEnd)) {
      String before = name.substring(0, name.length() - positionalEnd.length());
      positional(path(parents, checkedPositional(before)), value);
      return;
    }
    checkNoPositional(name);
    FieldNames.checkPath(name);
    List<String> path = path(parents, name);
    if (form != Form.ADDITION && ProjectionForm.isFlag(value)) {
      flag(path, Values.isTrue(value));
    } else if (ProjectionForm.isNested(value)) {
      nested(path, value.asDocument(), depth);
    } else {
      operator(path, value);
    }
  }

  private String checkedPositional(String before) {
    checkNoPositional(before);
    FieldNames.checkPath(before);
    return before;
  }

  private void checkNoPositional(String name) {
    if (!BsonPath.of(name).parts().contains("$")) {
      return;
    }
    if (form != Form.FIND) {
      throw failure(31324, "Cannot use positional projection in aggregation projection");
    }
    throw failure(
        31394,
        "As of 4.4, it's illegal to specify positional operator in the middle of a path."
            + "Positional projection may only be used at the end, for example: a.b.$. If the"
            + " query previously used a form like a.b.$.d, remove the parts following the '$'"
            + " and the results will be equivalent.");
  }

  private static List<String> path(List<String> parents, String name) {
    List<String> path = new ArrayList<>(parents);
    path.addAll(BsonPath.of(name).parts());
    return path;
  }

  private void flag(List<String> path, boolean included) {
    boolean isId = path.size() == 1 && path.get(0).equals("_id");
    boolean inclusion = kind == Projection.Kind.INCLUSION;
    if (isId) {
      idExcluded = !included;
      if (included == inclusion) {
        addLeaf(path);
      }
      return;
    }
    if (included != inclusion) {
      throw included
          ? failure(
              31253,
              "Cannot do inclusion on field " + String.join(".", path) + " in exclusion projection")
          : failure(
              31254,
              "Cannot do exclusion on field "
                  + String.join(".", path)
                  + " in inclusion projection");
    }
    addLeaf(path);
  }

  private void nested(List<String> path, BsonDocument children, int depth) {
    if (children.isEmpty()) {
      if (form == Form.ADDITION) {
        operator(path, children);
        return;
      }
      throw failure(
          51270, "An empty sub-projection is not a valid value. Found empty object at path");
    }
    if (parentOf(path).below(last(path)) == null) {
      throw failure(31250, "Path collision at " + String.join(".", path));
    }
    for (Map.Entry<String, BsonValue> child : children.entrySet()) {
      field(path, child.getKey(), child.getValue(), depth + 1);
    }
  }

  private void operator(List<String> path, BsonValue value) {
    if (form == Form.FIND && ProjectionForm.isFindSlice(value)) {
      slice(path, value.asDocument().get("$slice"));
    } else if (form == Form.FIND && ProjectionForm.isOperator(value, SLICE)) {
      sliceExpression(path, value);
    } else if (form == Form.FIND && ProjectionForm.isOperator(value, ELEM_MATCH)) {
      elemMatch(path, value);
    } else if (ProjectionForm.isOperator(value, META)) {
      throw MetaOperand.refusal(value.asDocument().get("$meta"));
    } else {
      computed(path, value);
    }
  }

  private void computed(List<String> path, BsonValue value) {
    if (kind == Projection.Kind.EXCLUSION) {
      throw value.isDocument()
          ? failure(31252, "Cannot use expression other than $meta in exclusion projection")
          : failure(
              31310,
              "Cannot use an expression "
                  + last(path)
                  + ": "
                  + ServerText.of(value)
                  + " in an exclusion projection");
    }
    Expression expression;
    try {
      expression = Expression.parse(value, context.names());
    } catch (CommandException e) {
      throw e.errorCode().code() == 168 && form == Form.FIND ? unknownExpression(value) : e;
    }
    checkFree(path);
    parentOf(path).addComputed(last(path), expression);
    computes = true;
  }

  /** A {@code $slice} that a find does not know must be the expression of that name. */
  private void sliceExpression(List<String> path, BsonValue value) {
    try {
      computed(path, value);
    } catch (CommandException e) {
      throw e.during(
          "Invalid $slice syntax. The given syntax "
              + ServerText.of(value)
              + " did not match the find() syntax because :: "
              + whyNoFindSlice(value.asDocument().get("$slice"))
              + " :: The given syntax did not match the expression $slice syntax.");
    }
  }

  private static String whyNoFindSlice(BsonValue operand) {
    if (!operand.isArray()) {
      return "Location31273: $slice only supports numbers and [skip, limit] arrays";
    }
    if (operand.asArray().size() != 2) {
      return "Location31272: $slice array argument should be of form [skip, limit]";
    }
    BsonValue skip = operand.asArray().get(0);
    BsonValue limit = operand.asArray().get(1);
    if (!isNumber(skip)) {
      return "Location31257: $slice expects the skip argument to be a number, got "
          + Values.typeName(skip);
    }
    return isNumber(limit)
        ? "Location31259: $slice limit must be positive, got " + clamped(limit)
        : "Location31258: $slice expects the limit argument to be a number, got "
            + Values.typeName(limit);
  }

  private static boolean isNumber(BsonValue value) {
    return value.isNumber() || value.isDecimal128();
  }

  private static CommandException unknownExpression(BsonValue value) {
    return failure(31325, "Unknown expression " + value.asDocument().getFirstKey());
  }

  private void slice(List<String> path, BsonValue operand) {
    if (operand.isArray()) {
      BsonArray pair = operand.asArray();
      int limit = clamped(pair.get(1));
      slices.add(new Projection.Slice(path, clamped(pair.get(0)), limit));
    } else {
      int count = clamped(operand);
      slices.add(
          count < 0
              ? new Projection.Slice(path, count, Integer.MAX_VALUE)
              : new Projection.Slice(path, 0, count));
    }
    if (kind == Projection.Kind.INCLUSION) {
      addLeaf(path);
    } else {
      checkFree(path);
    }
  }

  /** Cut to a whole number and to the range of 32 bits; NaN is 0. */
  private static int clamped(BsonValue value) {
    if (value.isDecimal128()) {
      double number =
          value.asDecimal128().getValue().isNaN()
              ? 0
              : Double.parseDouble(value.asDecimal128().getValue().toString());
      return (int) number;
    }
    if (value.isDouble()) {
      return (int) value.asDouble().getValue();
    }
    long number = value.asNumber().longValue();
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number));
  }

  private void elemMatch(List<String> path, BsonValue value) {
    if (!value.asDocument().get("$elemMatch").isDocument()) {
      throw failure(
          31274,
          "elemMatch: Invalid argument, object required, but got "
              + Values.typeName(value.asDocument().get("$elemMatch")));
    }
    if (path.size() > 1) {
      throw failure(31275, "Cannot use $elemMatch projection on a nested field.");
    }
    if (positional.isPresent()) {
      throw failure(31255, "Cannot specify positional operator and $elemMatch.");
    }
    checkFree(path);
    MatchExpression tree = MatchParser.parse(new BsonDocument(path.get(0), value), context);
    firstMatches.add(new Projection.FirstMatch(path.get(0), (MatchExpression.Leaf) tree));
  }

  private void positional(List<String> path, BsonValue value) {
    if (!ProjectionForm.isFlag(value)) {
      throw value.isDocument()
          ? failure(31271, "positional projection cannot be used with an expression or sub object")
          : failure(31308, "positional projection cannot be used with a literal");
    }
    if (!Values.isTrue(value)) {
      throw failure(31395, "positional projection cannot be used with exclusion");
    }
    if (positional.isPresent()) {
      throw failure(31276, "Cannot specify more than one positional projection per query.");
    }
    if (!firstMatches.isEmpty()) {
      throw failure(31256, "Cannot specify positional operator and $elemMatch.");
    }
    flag(path, true);
    positional = Optional.of(path);
  }

  private void addLeaf(List<String> path) {
    checkFree(path);
    parentOf(path).addLeaf(last(path));
  }

  private static String last(List<String> path) {
    return path.get(path.size() - 1);
  }

  private void checkFree(List<String> path) {
    if (parentOf(path).names(last(path)) || isTaken(path)) {
      throw failure(31250, "Path collision at " + String.join(".", path));
    }
  }

  /** Whether a $slice or $elemMatch, which have no node of their own, is on that very path. */
  private boolean isTaken(List<String> path) {
    boolean matched =
        path.size() == 1 && firstMatches.stream().anyMatch(one -> one.field().equals(path.get(0)));
    boolean sliced =
        kind != Projection.Kind.INCLUSION
            && slices.stream().filter(one -> one.path().equals(path)).count() > 1;
    return matched || sliced;
  }

  /** The level a path ends in. */
  private ProjectionNode parentOf(List<String> path) {
    ProjectionNode node = root;
    for (int i = 0; i < path.size() - 1; i++) {
      node = node.below(path.get(i));
      if (node == null) {
        throw failure(
            31249,
            "Path collision at "
                + String.join(".", path)
                + " remaining portion "
                + String.join(".", path.subList(i + 1, path.size())));
      }
    }
    return node;
  }
}
