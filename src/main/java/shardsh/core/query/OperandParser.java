package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;

/** Reads operands that have a form of their own: types, divisors, sizes, bits. */
final class OperandParser {
  private OperandParser() {}

  static TypeSet types(BsonValue operand) {
    List<BsonType> types = new ArrayList<>();
    boolean numbers = false;
    List<BsonValue> named = operand.isArray() ? operand.asArray() : List.of(operand);
    for (BsonValue value : named) {
      if (value.isString() && value.asString().getValue().equals("number")) {
        numbers = true;
      } else {
        types.add(type(value));
      }
    }
    if (types.isEmpty() && !numbers) {
      throw new CommandException(ErrorCode.FAILED_TO_PARSE, "$type must match at least one type");
    }
    return TypeSet.of(types, numbers);
  }

  private static BsonType type(BsonValue value) {
    if (value.isString()) {
      String alias = value.asString().getValue();
      return TypeSet.named(alias)
          .orElseThrow(() -> MatchParser.badValue("Unknown type name alias: " + alias));
    }
    if (!value.isNumber() && !value.isDecimal128()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "type must be represented as a number or a string");
    }
    OptionalLong number = WholeNumbers.exact(value);
    if (number.isPresent() && number.getAsLong() == 0) {
      throw MatchParser.badValue("Invalid numerical type code: 0. Instead use {$exists:false}.");
    }
    boolean small = number.isPresent() && Math.abs(number.getAsLong()) < 1000;
    Optional<BsonType> type = small ? TypeSet.numbered((int) number.getAsLong()) : Optional.empty();
    return type.orElseThrow(
        () -> MatchParser.badValue("Invalid numerical type code: " + plain(value)));
  }

  private static String plain(BsonValue number) {
    return number.isDouble()
        ? ServerText.plainNumber(number.asDouble().getValue())
        : ServerText.of(number);
  }

  static ValuePredicate.Mod mod(MatchPath path, BsonValue operand) {
    if (!operand.isArray()) {
      throw MatchParser.badValue("malformed mod, needs to be an array");
    }
    BsonArray pair = operand.asArray();
    if (pair.size() < 2) {
      throw MatchParser.badValue("malformed mod, not enough elements");
    }
    if (pair.size() > 2) {
      throw MatchParser.badValue("malformed mod, too many elements");
    }
    long divisor = modNumber(pair.get(0), "divisor");
    long remainder = modNumber(pair.get(1), "remainder");
    if (divisor == 0) {
      throw MatchParser.badValue("divisor cannot be 0");
    }
    return new ValuePredicate.Mod(path, divisor, remainder);
  }

  private static long modNumber(BsonValue value, String role) {
    if (!value.isNumber() && !value.isDecimal128()) {
      throw MatchParser.badValue("malformed mod, " + role + " not a number");
    }
    return WholeNumbers.truncated(value)
        .orElseThrow(
            () ->
                MatchParser.badValue(
                    "malformed mod, "
                        + role
                        + " value is invalid :: caused by :: "
                        + (Comparisons.isNaN(value) || isInfinite(value)
                            ? "Unable to coerce NaN/Inf to integral type"
                            : "Out of bounds coercing to integral value")));
  }

  private static boolean isInfinite(BsonValue value) {
    return value.isDecimal128()
        ? value.asDecimal128().getValue().isInfinite()
        : Double.isInfinite(value.asNumber().doubleValue());
  }

  static long size(BsonValue operand) {
    try {
      return IntegerOperand.ofNonNegativeInt("$size", operand);
    } catch (CommandException e) {
      throw MatchParser.badValue("Failed to parse $size. " + e.getMessage());
    }
  }

  static BitTest bits(BitTest.Kind kind, BsonValue operand) {
    if (operand.isArray()) {
      return new BitTest(kind, positions(operand.asArray()));
    }
    if (operand instanceof BsonBinary) {
      return new BitTest(kind, positions(((BsonBinary) operand).getData()));
    }
    if (!operand.isNumber() && !operand.isDecimal128()) {
      throw MatchParser.badValue(
          kind.operator()
              + " takes an Array, a number, or a BinData but received: "
              + PredicateParser.shown(kind.operator(), operand));
    }
    long mask = IntegerOperand.ofNonNegativeLong(kind.operator(), operand);
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < 63; i++) {
      if ((mask >> i & 1) != 0) {
        positions.add(i);
      }
    }
    return new BitTest(kind, positions);
  }

  private static List<Integer> positions(byte[] mask) {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < mask.length * 8; i++) {
      if ((mask[i / 8] >> (i % 8) & 1) != 0) {
        positions.add(i);
      }
    }
    return positions;
  }

  private static List<Integer> positions(BsonArray array) {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      try {
        positions.add(IntegerOperand.ofNonNegativeInt(Integer.toString(i), array.get(i)));
      } catch (CommandException e) {
        throw MatchParser.badValue("Failed to parse bit position. " + e.getMessage());
      }
    }
    positions.sort(null);
    return positions;
  }
}
