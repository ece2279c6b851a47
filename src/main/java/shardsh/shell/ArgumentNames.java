package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.base.ServerProfile;

/**
 * The named arguments of operators and the fields of documents that options and commands share, by
 * what the document is the value of. Source: the manual's pages on the operators.
 */
final class ArgumentNames {
  /** A name with the first version of the server that has it; empty for 4.4. */
  private record Name(String text, String since) {
    boolean isIn(ServerProfile profile) {
      return since.isEmpty() || profile.isAtLeast(since);
    }
  }

  private static final Map<String, List<Name>> NAMES = new LinkedHashMap<>();

  /** Operators that take an expression as well. */
  private static final List<String> DATE_PARTS =
      List.of(
          ("$dayOfMonth $dayOfWeek $dayOfYear $hour $isoDayOfWeek $isoWeek $isoWeekYear"
                  + " $millisecond $minute $month $second $week $year")
              .split(" "));

  static {
    loops();
    dates();
    texts();
    accumulators();
    common();
  }

  private ArgumentNames() {}

  private static void loops() {
    names("$cond", "if then else");
    names("$switch", "branches default");
    names("$switch.branches.[]", "case then");
    names("$filter", "input as cond limit@5.2");
    names("$map", "input as in");
    names("$reduce", "input initialValue in");
    names("$let", "vars in");
    names("$zip", "inputs useLongestLength defaults");
    names("$sortArray", "input sortBy");
    names("$getField", "field input");
    names("$setField", "field input value");
    names("$unsetField", "field input");
    names("$function", "body args lang");
  }

  private static void dates() {
    names("$dateAdd", "startDate unit amount timezone");
    names("$dateSubtract", "startDate unit amount timezone");
    names("$dateDiff", "startDate endDate unit timezone startOfWeek");
    names(
        "$dateFromParts",
        "year month day hour minute second millisecond timezone isoWeekYear isoWeek isoDayOfWeek");
    names("$dateFromString", "dateString format timezone onError onNull");
    names("$dateToParts", "date timezone iso8601");
    names("$dateToString", "date format timezone onNull");
    names("$dateTrunc", "date unit binSize timezone startOfWeek");
    DATE_PARTS.forEach(part -> names(part, "date timezone"));
  }

  private static void texts() {
    names("$convert", "input to format@8.0 onError onNull");
    for (String name : List.of("$regexFind", "$regexFindAll", "$regexMatch")) {
      names(name, "input regex options");
    }
    names("$replaceAll", "input find replacement");
    names("$replaceOne", "input find replacement");
    for (String name : List.of("$trim", "$ltrim", "$rtrim")) {
      names(name, "input chars");
    }
  }

  private static void accumulators() {
    names("$accumulator", "init initArgs accumulate accumulateArgs merge finalize lang");
    for (String name : List.of("$firstN", "$lastN", "$maxN", "$minN")) {
      names(name, "input n");
    }
    names("$top", "output sortBy");
    names("$bottom", "output sortBy");
    names("$topN", "n output sortBy");
    names("$bottomN", "n output sortBy");
    names("$median", "input method");
    names("$percentile", "input p method");
    names("$derivative", "input unit");
    names("$integral", "input unit");
    names("$expMovingAvg", "input N alpha");
    names("$shift", "output by default");
  }

  private static void common() {
    names("readConcern", "level");
    names("writeConcern", "w j wtimeout");
    names("$readPreference", "mode tags maxStalenessSeconds");
    names(
        "collation",
        "locale strength caseLevel caseFirst numericOrdering alternate maxVariable backwards"
            + " normalization");
    names("timeseries", "timeField metaField granularity");
    names("cursor", "batchSize");
  }

  private static void names(String of, String names) {
    List<Name> list = new ArrayList<>();
    for (String name : names.split(" ")) {
      int at = name.indexOf('@');
      list.add(
          at < 0 ? new Name(name, "") : new Name(name.substring(0, at), name.substring(at + 1)));
    }
    NAMES.put(of, list);
  }

  /**
   * The names that the document takes; empty if nothing is known of it.
   *
   * @param owner what the document is the value of, from the last operator on, e.g. {@code
   *     $switch.branches.[]}
   */
  static Optional<List<String>> of(String owner, ServerProfile profile) {
    List<Name> names = NAMES.get(owner);
    for (int dot = owner.indexOf('.');
        names == null && dot >= 0;
        dot = owner.indexOf('.', dot + 1)) {
      names = NAMES.get(owner.substring(dot + 1));
    }
    return Optional.ofNullable(names)
        .map(known -> known.stream().filter(name -> name.isIn(profile)).map(Name::text).toList());
  }

  /** The operators that have named arguments. */
  static List<String> operators() {
    return NAMES.keySet().stream()
        .filter(name -> name.startsWith("$") && name.indexOf('.') < 0)
        .filter(name -> !name.equals("$readPreference"))
        .toList();
  }

  /** Whether the operator takes an expression instead of its named arguments as well. */
  static boolean takesExpression(String operator) {
    return DATE_PARTS.contains(operator);
  }
}
