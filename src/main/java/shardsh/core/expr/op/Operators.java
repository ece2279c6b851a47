package shardsh.core.expr.op;

import java.math.RoundingMode;
import java.util.Map;
import java.util.Set;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.OperatorTable;
import shardsh.core.expr.Constant;
import shardsh.core.expr.DecimalFunctions;
import shardsh.core.expr.Expression;
import shardsh.core.expr.VariableNames;

/** The expression operators by name: one row each. */
public final class Operators {
  private static final OperatorTable<OperatorParser> TABLE = new OperatorTable<>();

  static {
    row("$const", (name, spec, scope) -> new Constant(spec));
    row("$literal", (name, spec, scope) -> new Constant(spec));
    arithmetic();
    trigonometry();
    comparisons();
    logic();
    arrays();
    objects();
    strings();
    dates();
    types();
    accumulators();
    special();
  }

  private static void arithmetic() {
    row("$abs", Arithmetic.onNumber(Arithmetic::abs));
    row("$add", Call.any(Sums::add));
    row("$bitAnd", "6.3", Bits.combining(-1, (a, b) -> a & b));
    row("$bitNot", "6.3", Call.one(Bits::not));
    row("$bitOr", "6.3", Bits.combining(0, (a, b) -> a | b));
    row("$bitXor", "6.3", Bits.combining(0, (a, b) -> a ^ b));
    row("$ceil", Arithmetic.onNumber(Rounding::ceil));
    row("$divide", Call.two(Arithmetic::divide));
    row("$exp", Arithmetic.onNumber(Powers::exp));
    row("$floor", Arithmetic.onNumber(Rounding::floor));
    row("$ln", Arithmetic.onNumber(Powers::ln));
    row("$log", Call.two(Powers::log));
    row("$log10", Arithmetic.onNumber(Powers::log10));
    row("$mod", Call.two(Arithmetic::mod));
    row("$multiply", Call.any(Products::multiply));
    row("$pow", Call.two(Powers::pow));
    row("$round", Rounding.toPlaces(RoundingMode.HALF_EVEN));
    row("$sqrt", Arithmetic.onNumber(Powers::sqrt));
    row("$subtract", Call.two(Arithmetic::subtract));
    row("$trunc", Rounding.toPlaces(RoundingMode.DOWN));
  }

  private static void trigonometry() {
    double infinity = Double.POSITIVE_INFINITY;
    row("$acos", Trigonometry.within(-1, 1, StrictMath::acos, DecimalFunctions::acos));
    row("$acosh", Trigonometry.within(1, infinity, Trigonometry::acosh, DecimalFunctions::acosh));
    row("$asin", Trigonometry.within(-1, 1, StrictMath::asin, DecimalFunctions::asin));
    row("$asinh", Trigonometry.anywhere(Trigonometry::asinh, DecimalFunctions::asinh));
    row("$atan", Trigonometry.anywhere(StrictMath::atan, DecimalFunctions::atan));
    row("$atan2", Call.two(Trigonometry::atan2));
    row("$atanh", Trigonometry.within(-1, 1, Trigonometry::atanh, DecimalFunctions::atanh));
    row("$cos", Trigonometry.finite(StrictMath::cos, DecimalFunctions::cos));
    row("$cosh", Trigonometry.anywhere(StrictMath::cosh, DecimalFunctions::cosh));
    row("$degreesToRadians", Arithmetic.onNumber(Trigonometry::degreesToRadians));
    row("$radiansToDegrees", Arithmetic.onNumber(Trigonometry::radiansToDegrees));
    row("$sin", Trigonometry.finite(StrictMath::sin, DecimalFunctions::sin));
    row("$sinh", Trigonometry.anywhere(StrictMath::sinh, DecimalFunctions::sinh));
    row("$tan", Trigonometry.finite(StrictMath::tan, DecimalFunctions::tan));
    row("$tanh", Trigonometry.anywhere(StrictMath::tanh, DecimalFunctions::tanh));
  }

  private static void comparisons() {
    row("$cmp", Call.exactly(2, Comparisons::cmp));
    row("$eq", Comparisons.when(outcome -> outcome == 0));
    row("$gt", Comparisons.when(outcome -> outcome > 0));
    row("$gte", Comparisons.when(outcome -> outcome >= 0));
    row("$lt", Comparisons.when(outcome -> outcome < 0));
    row("$lte", Comparisons.when(outcome -> outcome <= 0));
    row("$ne", Comparisons.when(outcome -> outcome != 0));
  }

  private static void logic() {
    row("$and", Logic::and);
    row("$cond", Logic::cond);
    row("$filter", Loops::filter);
    row("$ifNull", Logic::ifNull);
    row("$let", Loops.Let::parse);
    row("$map", Loops::map);
    row("$not", Call.one(Logic::not));
    row("$or", Logic::or);
    row("$reduce", Loops::reduce);
    row("$switch", Logic.Switch::parse);
  }

  private static void arrays() {
    row("$allElementsTrue", Call.one(Sets::allTrue));
    row("$anyElementTrue", Call.one(Sets::anyTrue));
    row("$arrayElemAt", Call.two(ArrayOperators::elemAt));
    row("$arrayToObject", Call.one(ArrayOperators::arrayToObject));
    row("$concatArrays", Call.any(ArrayOperators::concat));
    row("$first", Call.one(ArrayOperators::first));
    row("$firstN", "5.2", ArrayPicks.upToN(ArrayPicks::firstN));
    row("$in", Membership::parse);
    row("$indexOfArray", Call.between(2, 4, ArrayOperators::indexOf));
    row("$isArray", Call.one(ArrayOperators::isArray));
    row("$last", Call.one(ArrayOperators::last));
    row("$lastN", "5.2", ArrayPicks.upToN(ArrayPicks::lastN));
    row("$maxN", "5.2", ArrayPicks.upToN(ArrayPicks::maxN));
    row("$minN", "5.2", ArrayPicks.upToN(ArrayPicks::minN));
    row("$objectToArray", Call.one(ArrayOperators::objectToArray));
    row("$range", Call.between(2, 3, ArrayOperators::range));
    row("$reverseArray", Call.one(ArrayOperators::reverse));
    row("$setDifference", Call.exactly(2, Sets::difference));
    row("$setEquals", Sets::equals);
    row("$setIntersection", Call.any(Sets::intersection));
    row("$setIsSubset", Call.exactly(2, Sets::isSubset));
    row("$setUnion", Call.any(Sets::union));
    row("$size", Call.one(ArrayOperators::size));
    row("$slice", Call.between(2, 3, ArrayOperators::slice));
    row("$sortArray", "5.2", ArrayPicks::sortArray);
    row("$zip", ArrayPicks::zip);
  }

  private static void objects() {
    row("$getField", "5.0", ObjectOperators::getField);
    row("$mergeObjects", Call.any(AccumulatorExpressions::mergeObjects));
    row("$setField", "5.0", ObjectOperators::setField);
    row("$unsetField", "5.0", ObjectOperators::unsetField);
  }

  private static void strings() {
    row("$concat", Call.any(Strings::concat));
    row("$indexOfBytes", Call.between(2, 4, StringSearch::indexOfBytes));
    row("$indexOfCP", Call.between(2, 4, StringSearch::indexOfCodePoints));
    row("$ltrim", StringSearch.trimming(true, false));
    row("$regexFind", RegexOperators.find());
    row("$regexFindAll", RegexOperators.findAll());
    row("$regexMatch", RegexOperators.match());
    row("$replaceAll", StringSearch.replacing(true));
    row("$replaceOne", StringSearch.replacing(false));
    row("$rtrim", StringSearch.trimming(false, true));
    row("$split", Call.two(Strings::split));
    row("$strLenBytes", Call.one(Strings::lengthBytes));
    row("$strLenCP", Call.one(Strings::lengthCodePoints));
    row("$strcasecmp", Call.two(Strings::strcasecmp));
    row("$substr", Call.exactly(3, Strings::substrBytes));
    row("$substrBytes", Call.exactly(3, Strings::substrBytes));
    row("$substrCP", Call.exactly(3, Strings::substrCodePoints));
    row("$toLower", Call.one(Strings::toLower));
    row("$toUpper", Call.one(Strings::toUpper));
    row("$trim", StringSearch.trimming(true, true));
  }

  private static void dates() {
    row("$dateAdd", "5.0", DateArithmetic.adding(1));
    row("$dateDiff", "5.0", DateArithmetic::diff);
    row("$dateFromParts", DateFromParts::parse);
    row("$dateFromString", DateFromString::parse);
    row("$dateSubtract", "5.0", DateArithmetic.adding(-1));
    row("$dateToParts", DateParts::toParts);
    row("$dateToString", DateFormat::toStringOperator);
    row("$dateTrunc", "5.0", DateArithmetic::trunc);
    row("$dayOfMonth", DateParts.part(DateParts::dayOfMonth));
    row("$dayOfWeek", DateParts.part(DateParts::dayOfWeek));
    row("$dayOfYear", DateParts.part(DateParts::dayOfYear));
    row("$hour", DateParts.part(DateParts::hour));
    row("$isoDayOfWeek", DateParts.part(DateParts::isoDayOfWeek));
    row("$isoWeek", DateParts.part(DateParts::isoWeek));
    row("$isoWeekYear", DateParts.part(DateParts::isoWeekYear));
    row("$millisecond", DateParts.part(DateParts::millisecond));
    row("$minute", DateParts.part(DateParts::minute));
    row("$month", DateParts.part(DateParts::month));
    row("$second", DateParts.part(DateParts::second));
    row("$tsIncrement", "5.1", Call.one(Special::tsIncrement));
    row("$tsSecond", "5.1", Call.one(Special::tsSecond));
    row("$week", DateParts.part(DateParts::week));
    row("$year", DateParts.part(DateParts::year));
  }

  private static void types() {
    row("$convert", Convert::parse);
    row("$isNumber", Call.one(Special::isNumber));
    row("$toBool", Convert.to("bool"));
    row("$toDate", Convert.to("date"));
    row("$toDecimal", Convert.to("decimal"));
    row("$toDouble", Convert.to("double"));
    row("$toInt", Convert.to("int"));
    row("$toLong", Convert.to("long"));
    row("$toObjectId", Convert.to("objectId"));
    row("$toString", Convert.to("string"));
    row("$toUUID", "8.0", Convert::toUuid);
    row("$type", Call.one(Special::type));
  }

  private static void accumulators() {
    row("$avg", Call.any(AccumulatorExpressions::avg));
    row("$max", Call.any(AccumulatorExpressions::max));
    row("$median", "7.0", AccumulatorExpressions.Quantile::median);
    row("$min", Call.any(AccumulatorExpressions::min));
    row("$percentile", "7.0", AccumulatorExpressions.Quantile::percentile);
    row("$stdDevPop", Call.any(AccumulatorExpressions::stdDevPop));
    row("$stdDevSamp", Call.any(AccumulatorExpressions::stdDevSamp));
    row("$sum", Call.any(AccumulatorExpressions::sum));
  }

  private static void special() {
    row("$binarySize", Call.one(Special::binarySize));
    row("$bsonSize", Call.one(Special::bsonSize));
    row("$const", (name, spec, scope) -> new Constant(spec));
    row("$function", Special::function);
    row("$literal", (name, spec, scope) -> new Constant(spec));
    row("$meta", Special::meta);
    row("$rand", Special::rand);
    row("$toHashedIndexKey", Call.one(Special::toHashedIndexKey));
  }

  private Operators() {}

  private static void row(String name, OperatorParser parser) {
    TABLE.row(name, parser);
  }

  private static void row(String name, String since, OperatorParser parser) {
    TABLE.row(name, since, parser);
  }

  /**
   * Reads {@code {name: spec}}.
   *
   * @throws CommandException INVALID_PIPELINE_OPERATOR when the server of the scope's profile has
   *     no operator of that name
   */
  public static Expression parse(String name, BsonValue spec, VariableNames scope) {
    OperatorParser parser =
        TABLE
            .find(name, scope.profile())
            .orElseThrow(
                () ->
                    new CommandException(
                        ErrorCode.INVALID_PIPELINE_OPERATOR,
                        "Unrecognized expression '" + name + "'"));
    return parser.parse(name, spec, scope);
  }

  /** The names of all operators, sorted, for completion and the reference. */
  public static Set<String> names() {
    return TABLE.names();
  }

  /** The first versions of the operators that came after 4.4, by name. */
  public static Map<String, String> since() {
    return TABLE.since();
  }
}
