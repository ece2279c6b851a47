package shardsh.core.query;

import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.expr.Values;

/**
 * What the values of a projection look like, and which kind they make it.
 *
 * @param isFind whether {@code $slice} and {@code $elemMatch} have their meaning in a find
 */
record ProjectionForm(boolean isFind) {

  /**
   * The first field that decides: a number or boolean by its truth, an expression for inclusion.
   * The field _id decides only when nothing else does; {@code $elemMatch} alone makes an inclusion,
   * {@code $slice} alone an exclusion.
   */
  Projection.Kind kindOf(BsonDocument spec) {
    boolean idIncluded = false;
    boolean elemMatch = false;
    boolean slice = false;
    for (Map.Entry<String, BsonValue> field : spec.entrySet()) {
      BsonValue value = field.getValue();
      if (field.getKey().equals("_id") && isFlag(value)) {
        idIncluded = Values.isTrue(value);
        continue;
      }
      if (isFind && isOperator(value, "$elemMatch")) {
        elemMatch = true;
      } else if (isFind && isFindSlice(value)) {
        slice = true;
      } else {
        Optional<Projection.Kind> decided = decides(value);
        if (decided.isPresent()) {
          return decided.get();
        }
        slice = true;
      }
    }
    return idIncluded || (elemMatch && !slice)
        ? Projection.Kind.INCLUSION
        : Projection.Kind.EXCLUSION;
  }

  private Optional<Projection.Kind> decides(BsonValue value) {
    if (isFlag(value)) {
      return Optional.of(
          Values.isTrue(value) ? Projection.Kind.INCLUSION : Projection.Kind.EXCLUSION);
    }
    if (!isNested(value)) {
      return isFind && isFindSlice(value)
          ? Optional.empty()
          : Optional.of(Projection.Kind.INCLUSION);
    }
    for (BsonValue child : value.asDocument().values()) {
      Optional<Projection.Kind> decided = decides(child);
      if (decided.isPresent()) {
        return decided;
      }
    }
    return Optional.empty();
  }

  static boolean isFlag(BsonValue value) {
    return value.isNumber() || value.isDecimal128() || value.isBoolean();
  }

  /** A document of fields, not of an operator. */
  static boolean isNested(BsonValue value) {
    return value.isDocument()
        && (value.asDocument().isEmpty() || !value.asDocument().getFirstKey().startsWith("$"));
  }

  static boolean isOperator(BsonValue value, String operator) {
    return value.isDocument()
        && !value.asDocument().isEmpty()
        && value.asDocument().getFirstKey().equals(operator);
  }

  static boolean isFindSlice(BsonValue value) {
    if (!isOperator(value, "$slice") || value.asDocument().size() != 1) {
      return false;
    }
    BsonValue operand = value.asDocument().get("$slice");
    if (operand.isNumber() || operand.isDecimal128()) {
      return true;
    }
    return operand.isArray()
        && operand.asArray().size() == 2
        && operand.asArray().stream().allMatch(e -> e.isNumber() || e.isDecimal128())
        && WholeNumbers.truncated(operand.asArray().get(1)).orElse(1) > 0;
  }
}
