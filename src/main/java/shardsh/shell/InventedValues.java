package shardsh.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * Whether the value of an expression is what its text says, and not what is stored. A constant may
 * choose among stored values, or be compared with them; it may be no part of what comes out.
 */
final class InventedValues {
  /** Variables that stand for what is stored; those not known stand for something beside it. */
  private static final List<String> STORED = List.of("ROOT", "CURRENT", "REMOVE");

  /** They tell of the search, without naming a field. */
  private static final List<String> OF_THE_READ =
      List.of("$meta", "$count", "$elemMatch", "$rank", "$denseRank", "$documentNumber");

  /** What they give tells of what they read, whatever constants that is held against. */
  private static final List<String> TELLING =
      List.of(
          "$eq",
          "$ne",
          "$gt",
          "$gte",
          "$lt",
          "$lte",
          "$cmp",
          "$and",
          "$or",
          "$not",
          "$in",
          "$size",
          "$type",
          "$isArray",
          "$isNumber",
          "$strLenCP",
          "$strLenBytes",
          "$regexMatch",
          "$strcasecmp",
          "$indexOfCP",
          "$indexOfBytes",
          "$indexOfArray",
          "$setEquals",
          "$setIsSubset",
          "$bsonSize",
          "$anyElementTrue",
          "$allElementsTrue");

  /** They give a part or a form of their first argument; the others say which. */
  private static final List<String> CHOOSING =
      List.of(
          "$mod",
          "$arrayElemAt",
          "$slice",
          "$substr",
          "$substrCP",
          "$substrBytes",
          "$round",
          "$trunc",
          "$split",
          "$setIntersection",
          "$setDifference");

  /** They do so with an argument that has a name. */
  private static final List<String> WITH_SOURCE =
      List.of(
          "$filter",
          "$trim",
          "$ltrim",
          "$rtrim",
          "$dateToString",
          "$dateTrunc",
          "$dateToParts",
          "$convert",
          "$sortArray",
          "$regexFind",
          "$regexFindAll",
          "$getField",
          "$firstN",
          "$lastN",
          "$maxN",
          "$minN",
          "$top",
          "$topN",
          "$bottom",
          "$bottomN",
          "$median",
          "$percentile",
          "$shift");

  private final Set<String> inventedFields;
  private final Map<String, Boolean> variables;

  /**
   * @param inventedFields names at the top of the documents it reads
   * @param variables those that are bound, and whether what they stand for is invented
   */
  InventedValues(Set<String> inventedFields, Map<String, Boolean> variables) {
    this.inventedFields = inventedFields;
    this.variables = variables;
  }

  /** Whether the value is invented. */
  boolean isInvented(BsonValue expression) {
    return !reads(expression) || hasInvention(expression);
  }

  /** Of an accumulator: the sum of ones counts. */
  boolean isInventedTotal(BsonDocument total) {
    BsonValue sum = total.get("$sum");
    if (sum == null) {
      return isInvented(total);
    }
    return !isOne(sum) && (!reads(sum) || !counts(sum) && hasInvention(sum));
  }

  /** Whether anything that the expression reads is invented. */
  boolean readsInvented(BsonValue value) {
    if (isReference(value)) {
      return isInventedReference(value.asString().getValue());
    }
    if (value.isArray()) {
      return value.asArray().stream().anyMatch(this::readsInvented);
    }
    return value.isDocument()
        && value.asDocument().entrySet().stream()
            .anyMatch(part -> part.getKey().equals("$literal") || readsInvented(part.getValue()));
  }

  private static boolean isOne(BsonValue value) {
    return value.isNumber() && value.asNumber().doubleValue() == 1;
  }

  /** Whether it is one where a condition holds, else none. */
  private boolean counts(BsonValue value) {
    BsonValue condition = value.isDocument() ? value.asDocument().get("$cond") : null;
    if (condition == null) {
      return false;
    }
    List<BsonValue> ways = new ArrayList<>();
    if (condition.isArray()) {
      condition.asArray().stream().skip(1).forEach(ways::add);
    } else if (condition.isDocument()) {
      ways.add(condition.asDocument().getOrDefault("then", condition));
      ways.add(condition.asDocument().getOrDefault("else", condition));
    }
    return !ways.isEmpty() && ways.stream().allMatch(way -> isOne(way) || !hasInvention(way));
  }

  /** Whether the expression reads a field that anything else wrote. */
  private boolean reads(BsonValue value) {
    if (value.isString()) {
      return isReference(value) && !isInventedReference(value.asString().getValue());
    }
    if (value.isArray()) {
      return value.asArray().stream().anyMatch(this::reads);
    }
    return value.isDocument()
        && !value.asDocument().containsKey("$literal")
        && value.asDocument().entrySet().stream()
            .anyMatch(
                part -> isOfTheRead(part.getKey(), part.getValue()) || reads(part.getValue()));
  }

  /** A projection's {@code $slice} has numbers alone. */
  private static boolean isOfTheRead(String name, BsonValue of) {
    return OF_THE_READ.contains(name)
        || name.equals("$slice")
            && (of.isNumber()
                || of.isArray() && of.asArray().stream().allMatch(BsonValue::isNumber));
  }

  private static boolean isReference(BsonValue value) {
    return value.isString() && value.asString().getValue().startsWith("$");
  }

  private boolean isInventedReference(String text) {
    if (!text.startsWith("$$")) {
      return inventedFields.contains(Inventions.root(text.substring(1)));
    }
    String name = Inventions.root(text.substring(2));
    return STORED.contains(name) ? isInventedInside(text) : variables.getOrDefault(name, true);
  }

  /** {@code $$ROOT} as a whole has all fields, {@code $$ROOT.a} one of them. */
  private boolean isInventedInside(String text) {
    int dot = text.indexOf('.');
    return dot >= 0 && inventedFields.contains(Inventions.root(text.substring(dot + 1)));
  }

  private boolean hasInvention(BsonValue value) {
    if (isReference(value)) {
      return isInventedReference(value.asString().getValue());
    }
    if (value.isArray()) {
      return value.asArray().stream().anyMatch(this::hasInvention);
    }
    if (!value.isDocument()) {
      return !isNeutral(value);
    }
    BsonDocument document = value.asDocument();
    boolean isCall = document.size() == 1 && document.getFirstKey().startsWith("$");
    return isCall
        ? ofCall(document.getFirstKey(), document.get(document.getFirstKey()))
        : document.values().stream().anyMatch(this::hasInvention);
  }

  /** What stands for nothing: who adds it up or puts it where something lacks adds nothing. */
  private static boolean isNeutral(BsonValue value) {
    return value.isNull()
        || value.isBoolean()
        || value.isNumber() && value.asNumber().doubleValue() == 0
        || value.isString() && value.asString().getValue().isEmpty();
  }

  private boolean ofCall(String name, BsonValue of) {
    if (isOfTheRead(name, of)) {
      return false;
    }
    if (TELLING.contains(name)) {
      return !reads(of);
    }
    if (CHOOSING.contains(name) && of.isArray() && !of.asArray().isEmpty()) {
      return hasInvention(of.asArray().get(0));
    }
    if (!of.isDocument()) {
      return name.equals("$cond") && of.isArray()
          ? of.asArray().stream().skip(1).anyMatch(this::hasInvention)
          : name.equals("$literal") || hasInvention(of);
    }
    BsonDocument parts = of.asDocument();
    if (WITH_SOURCE.contains(name)) {
      return hasAny(parts, "input", "date", "output", "field");
    }
    return switch (name) {
      case "$literal", "$function", "$accumulator" -> true;
      case "$cond" -> hasAny(parts, "then", "else");
      case "$switch" -> hasAny(parts, "default") || hasInvention(ways(parts));
      case "$let" -> with(bound(parts.get("vars"))).hasAny(parts, "in");
      case "$map" -> {
        String as = parts.isString("as") ? parts.getString("as").getValue() : "this";
        yield with(bound(parts, as)).hasAny(parts, "in");
      }
      case "$reduce" -> {
        Map<String, Boolean> names = bound(parts, "this");
        names.put("value", false);
        yield hasAny(parts, "initialValue") || with(names).hasAny(parts, "in");
      }
      default -> hasInvention(of);
    };
  }

  private boolean hasAny(BsonDocument parts, String... names) {
    return Arrays.stream(names)
        .anyMatch(at -> parts.containsKey(at) && hasInvention(parts.get(at)));
  }

  private static BsonArray ways(BsonDocument parts) {
    BsonArray ways = new BsonArray();
    if (parts.isArray("branches")) {
      for (BsonValue branch : parts.getArray("branches")) {
        if (branch.isDocument() && branch.asDocument().containsKey("then")) {
          ways.add(branch.asDocument().get("then"));
        }
      }
    }
    return ways;
  }

  private InventedValues with(Map<String, Boolean> names) {
    Map<String, Boolean> all = new TreeMap<>(variables);
    all.putAll(names);
    return new InventedValues(inventedFields, all);
  }

  /** Variables, each with whether its value is invented. */
  Map<String, Boolean> bound(BsonValue names) {
    Map<String, Boolean> bound = new TreeMap<>();
    if (names != null && names.isDocument()) {
      names.asDocument().forEach((name, value) -> bound.put(name, isInvented(value)));
    }
    return bound;
  }

  private Map<String, Boolean> bound(BsonDocument parts, String name) {
    return bound(new BsonDocument(name, parts.getOrDefault("input", BsonNull.VALUE)));
  }
}
