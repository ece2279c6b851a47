package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The strings that the value of a field may be, by the names that lead to it. Source: the manual.
 */
final class KnownWords {
  private static final String MODES =
      "primary primaryPreferred secondary secondaryPreferred nearest";
  private static final String VERBOSITIES = "queryPlanner executionStats allPlansExecution";
  private static final String UNITS = "year quarter month week day hour minute second millisecond";
  private static final String ZONES =
      "UTC Africa/Johannesburg America/Los_Angeles America/New_York America/Sao_Paulo"
          + " Asia/Kolkata Asia/Shanghai Asia/Tokyo Australia/Sydney Europe/Berlin Europe/London"
          + " Europe/Paris +00:00";
  private static final String TYPES =
      "double string object array binData objectId bool date null regex javascript int timestamp"
          + " long decimal minKey maxKey";
  private static final String CONVERSIONS =
      "bool date decimal double int long objectId string binData";

  private static final Map<String, List<String>> WORDS = new LinkedHashMap<>();

  static {
    concerns();
    stages();
    expressions();
    collections();
    sim();
  }

  private KnownWords() {}

  private static void concerns() {
    words("readConcern.level", "local available majority linearizable snapshot");
    words("writeConcern.w", "majority");
    words("$readPreference.mode", "primary primaryPreferred secondary secondaryPreferred nearest");
    words("readPreference.mode", "primary primaryPreferred secondary secondaryPreferred nearest");
    words("readConcern", "local available majority linearizable snapshot");
    words("readPref", MODES);
    words("setReadPref", MODES);
    words("explain", VERBOSITIES);
    words("setVerbosity", VERBOSITIES);
    words("collation.locale", "simple en en_US de fr es zh ja ru sv");
    words("collation.caseFirst", "off upper lower");
    words("collation.alternate", "non-ignorable shifted");
    words("collation.maxVariable", "punct space");
    words("returnDocument", "before after");
    words("explain.verbosity", VERBOSITIES);
  }

  private static void stages() {
    words("$merge.whenMatched", "merge replace keepExisting fail");
    words("$merge.whenNotMatched", "insert discard fail");
    words("$bucketAuto.granularity", "R5 R10 R20 R40 R80 1-2-5 E6 E12 E24 E48 E96 E192 POWERSOF2");
    words("$densify.range.unit", UNITS);
    words("$densify.range.bounds", "full partition");
    words("output.method", "linear locf");
    words("window.documents.[]", "unbounded current");
    words("window.range.[]", "unbounded current");
    words("window.unit", UNITS);
    words("$changeStream.fullDocument", "default updateLookup");
    words("$meta", "sortKey recordId indexKey");
    words("$redact", "$$DESCEND $$PRUNE $$KEEP");
  }

  private static void expressions() {
    for (String name : List.of("$dateAdd", "$dateSubtract", "$dateDiff", "$dateTrunc")) {
      words(name + ".unit", UNITS);
      words(name + ".timezone", ZONES);
      words(name + ".startOfWeek", "monday tuesday wednesday thursday friday saturday sunday");
    }
    for (String name :
        List.of("$dateFromParts", "$dateFromString", "$dateToParts", "$dateToString")) {
      words(name + ".timezone", ZONES);
      words(name + ".format", "%Y-%m-%d %Y-%m-%dT%H:%M:%S.%LZ %d.%m.%Y %H:%M:%S %G-W%V");
    }
    for (String name : List.of("$hour", "$dayOfMonth", "$dayOfWeek", "$month", "$year", "$week")) {
      words(name + ".timezone", ZONES);
    }
    words("$derivative.unit", "week day hour minute second millisecond");
    words("$integral.unit", "week day hour minute second millisecond");
    words("$convert.to", CONVERSIONS);
    words("$type", TYPES + " number");
    words("$type.[]", TYPES + " number");
    words("bsonType", TYPES);
    words("$percentile.method", "approximate");
    words("$median.method", "approximate");
    words("$function.lang", "js");
    words("$accumulator.lang", "js");
    words("$currentDate.$type", "date timestamp");
  }

  private static void collections() {
    words("validationLevel", "off moderate strict");
    words("validationAction", "error warn");
    words("timeseries.granularity", "seconds minutes hours");
    words("configureQueryAnalyzer.mode", "off full");
    words("configureFailPoint.mode", "alwaysOn off");
    words("getLog", "global startupWarnings *");
  }

  private static void sim() {
    words("sim.animate", "on off");
    words("sim.trace", "last all");
    words("sim.fail", "off");
    words("sim.fail.do", "drop dropReply error delay");
    words("sim.secondOpinion/2.mutant", "exclusiveUpper forgetIn");
    words("sim.config.hash", "toy real");
    words("sim.config.balancer", "on manual off");
  }

  private static void words(String of, String words) {
    WORDS.put(of, List.of(words.split(" ")));
  }

  /**
   * The strings that fit there.
   *
   * @param path the names of the fields that lead there, {@code []} for an array, joined by dots
   */
  static List<String> at(String path) {
    List<String> words = WORDS.get(path);
    for (int dot = path.indexOf('.'); words == null && dot >= 0; dot = path.indexOf('.', dot + 1)) {
      words = WORDS.get(path.substring(dot + 1));
    }
    return words == null ? List.of() : words;
  }
}
