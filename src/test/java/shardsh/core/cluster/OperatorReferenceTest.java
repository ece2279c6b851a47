package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** The reference tells the truth: what it calls complete is taken, what it calls refused is not. */
class OperatorReferenceTest {
  private static final String DATE = "{$date: '2024-01-02T03:04:05Z'}";
  private static final Map<String, String> EXPRESSIONS = new TreeMap<>();
  private static final Map<String, String> QUERIES = new TreeMap<>();
  private static final Map<String, String> UPDATES = new TreeMap<>();
  private static final Map<String, String> STAGES = new TreeMap<>();
  private static final Map<String, String> ACCUMULATORS = new TreeMap<>();
  private static final Map<String, String> WINDOWS = new TreeMap<>();

  private static void uses(Map<String, String> uses, String operand, String names) {
    for (String name : names.split(" ")) {
      uses.put(name, operand);
    }
  }

  static {
    uses(
        EXPRESSIONS,
        "0.5",
        "$abs $acos $asin $atan $asinh $atanh $ceil $cos $cosh $sin $sinh $tan $tanh"
            + " $degreesToRadians $radiansToDegrees $exp $floor $ln $log10 $round $trunc $sqrt $sum"
            + " $avg $max $min $stdDevPop $stdDevSamp $isNumber $isArray $type $toBool $toDecimal"
            + " $toDouble $toString $toHashedIndexKey $literal $not $toDate");
    uses(EXPRESSIONS, "1", "$acosh $bitNot $toInt $toLong");
    uses(
        EXPRESSIONS,
        "[1, 2]",
        "$add $and $or $atan2 $bitAnd $bitOr $bitXor $cmp $eq $gt $gte $lt $lte $ne $divide $log"
            + " $mod $multiply $pow $subtract $range $ifNull");
    uses(EXPRESSIONS, "['x', 'y']", "$concat $split $strcasecmp $indexOfBytes $indexOfCP");
    uses(EXPRESSIONS, "'x'", "$toLower $toUpper $strLenBytes $strLenCP $binarySize");
    uses(EXPRESSIONS, "['abc', 0, 1]", "$substr $substrBytes $substrCP");
    uses(
        EXPRESSIONS,
        "[[1], [2]]",
        "$concatArrays $setUnion $setIntersection $setDifference $setEquals $setIsSubset");
    uses(
        EXPRESSIONS,
        "[[1, 2]]",
        "$allElementsTrue $anyElementTrue $first $last $reverseArray $size");
    uses(EXPRESSIONS, "[[1, 2], 1]", "$arrayElemAt $indexOfArray $slice");
    uses(
        EXPRESSIONS,
        DATE,
        "$dayOfMonth $dayOfWeek $dayOfYear $hour $isoDayOfWeek $isoWeek $isoWeekYear $millisecond"
            + " $minute $month $second $week $year");
    uses(EXPRESSIONS, "{date: " + DATE + "}", "$dateToParts $dateToString");
    uses(
        EXPRESSIONS, "{startDate: " + DATE + ", unit: 'day', amount: 1}", "$dateAdd $dateSubtract");
    uses(EXPRESSIONS, "{n: 1, input: [1, 2]}", "$firstN $lastN $maxN $minN");
    uses(EXPRESSIONS, "{input: ' x '}", "$trim $ltrim $rtrim");
    uses(EXPRESSIONS, "{input: 'ab', regex: 'b'}", "$regexFind $regexFindAll $regexMatch");
    uses(EXPRESSIONS, "{input: 'ab', find: 'b', replacement: 'c'}", "$replaceAll $replaceOne");
    uses(EXPRESSIONS, "{field: 'x', input: {x: 1}}", "$getField $unsetField");
    uses(EXPRESSIONS, "{$timestamp: {t: 1, i: 2}}", "$tsIncrement $tsSecond");
    uses(EXPRESSIONS, "{x: 1}", "$bsonSize $objectToArray $mergeObjects");
    EXPRESSIONS.put("$in", "[1, [1]]");
    EXPRESSIONS.put("$cond", "[true, 1, 2]");
    EXPRESSIONS.put("$arrayToObject", "[[['a', 1]]]");
    EXPRESSIONS.put("$filter", "{input: [1, 2], cond: true}");
    EXPRESSIONS.put("$map", "{input: [1], in: '$$this'}");
    EXPRESSIONS.put("$reduce", "{input: [1], initialValue: 0, in: '$$value'}");
    EXPRESSIONS.put("$let", "{vars: {x: 1}, in: '$$x'}");
    EXPRESSIONS.put("$switch", "{branches: [{case: true, then: 1}]}");
    EXPRESSIONS.put("$sortArray", "{input: [2, 1], sortBy: 1}");
    EXPRESSIONS.put("$zip", "{inputs: [[1], [2]]}");
    EXPRESSIONS.put("$setField", "{field: 'x', input: {}, value: 1}");
    EXPRESSIONS.put("$dateDiff", "{startDate: " + DATE + ", endDate: " + DATE + ", unit: 'day'}");
    EXPRESSIONS.put("$dateTrunc", "{date: " + DATE + ", unit: 'day'}");
    EXPRESSIONS.put("$dateFromParts", "{year: 2024}");
    EXPRESSIONS.put("$dateFromString", "{dateString: '2024-01-02'}");
    EXPRESSIONS.put("$convert", "{input: 1, to: 'string'}");
    EXPRESSIONS.put("$toObjectId", "'000000000000000000000001'");
    EXPRESSIONS.put("$toUUID", "'6b0c63de-0000-4000-8000-000000000001'");
    EXPRESSIONS.put("$median", "{input: [1, 2], method: 'approximate'}");
    EXPRESSIONS.put("$percentile", "{input: [1, 2], p: [0.5], method: 'approximate'}");
    EXPRESSIONS.put("$rand", "{}");

    uses(QUERIES, "{b: {OP: 1}}", "$eq $gt $gte $lt $lte $ne $exists $size $type");
    uses(QUERIES, "{b: {OP: [1]}}", "$in $nin $all");
    uses(QUERIES, "{b: {OP: 1}}", "$bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet");
    uses(QUERIES, "{OP: [{a: 1}]}", "$and $or $nor");
    uses(QUERIES, "{OP: 1}", "$alwaysTrue $alwaysFalse $comment $sampleRate");
    QUERIES.put("$not", "{b: {$not: {$gt: 1}}}");
    QUERIES.put("$mod", "{b: {$mod: [2, 1]}}");
    QUERIES.put("$regex", "{b: {$regex: 'x'}}");
    QUERIES.put("$options", "{b: {$regex: 'x', $options: 'i'}}");
    QUERIES.put("$elemMatch", "{b: {$elemMatch: {$gt: 1}}}");
    QUERIES.put("$expr", "{$expr: {$eq: ['$a', 1]}}");
    uses(QUERIES, "{b: {OP: [0, 0]}}", "$geoIntersects $geoNear $geoWithin $near $nearSphere");
    uses(QUERIES, "{b: {OP: 1}}", "$maxDistance $minDistance $uniqueDocs $within");
    QUERIES.put("$text", "{$text: {$search: 'x'}}");
    QUERIES.put("$where", "{$where: 'true'}");

    uses(UPDATES, "{n: 1}", "$set $unset $inc $mul $min $max $setOnInsert");
    uses(UPDATES, "{b: 1}", "$push $addToSet $pull $pop");
    UPDATES.put("$pullAll", "{b: [1]}");
    UPDATES.put("$rename", "{n: 'm'}");
    UPDATES.put("$currentDate", "{d: true}");
    UPDATES.put("$bit", "{n: {and: 1}}");

    uses(STAGES, "{x: 1}", "$addFields $set $project $match $sort");
    uses(STAGES, "1", "$limit $skip");
    uses(STAGES, "{}", "$indexStats");
    uses(STAGES, "'$b'", "$unwind $sortByCount");
    STAGES.put("$unset", "'a'");
    STAGES.put("$count", "'n'");
    STAGES.put("$bucket", "{groupBy: '$n', boundaries: [0, 9], default: 'x'}");
    STAGES.put("$bucketAuto", "{groupBy: '$n', buckets: 2}");
    STAGES.put("$densify", "{field: 'n', range: {step: 1, bounds: 'full'}}");
    STAGES.put("$facet", "{x: [{$match: {}}]}");
    STAGES.put("$fill", "{output: {z: {value: 1}}}");
    STAGES.put(
        "$graphLookup",
        "{from: 'c', startWith: '$a', connectFromField: 'a', connectToField: '_id', as: 'g'}");
    STAGES.put("$group", "{_id: '$a'}");
    STAGES.put("$lookup", "{from: 'c', localField: 'a', foreignField: 'a', as: 'l'}");
    STAGES.put("$merge", "{into: 'm'}");
    STAGES.put("$out", "'o'");
    STAGES.put("$redact", "'$$KEEP'");
    STAGES.put("$replaceRoot", "{newRoot: '$$ROOT'}");
    STAGES.put("$replaceWith", "'$$ROOT'");
    STAGES.put("$sample", "{size: 1}");
    STAGES.put("$setWindowFields", "{output: {x: {$sum: 1}}}");
    STAGES.put("$unionWith", "'c'");

    uses(
        ACCUMULATORS,
        "'$n'",
        "$addToSet $avg $first $last $max $min $push $stdDevPop $stdDevSamp $sum");
    uses(ACCUMULATORS, "{output: '$n', sortBy: {n: 1}}", "$top $bottom");
    uses(ACCUMULATORS, "{n: 1, output: '$n', sortBy: {n: 1}}", "$topN $bottomN");
    uses(ACCUMULATORS, "{n: 1, input: '$n'}", "$firstN $lastN $maxN $minN");
    ACCUMULATORS.put("$count", "{}");
    ACCUMULATORS.put("$mergeObjects", "'$o'");
    ACCUMULATORS.put("$median", "{input: '$n', method: 'approximate'}");
    ACCUMULATORS.put("$percentile", "{input: '$n', p: [0.5], method: 'approximate'}");

    uses(WINDOWS, "{}", "$rank $denseRank $documentNumber");
    uses(WINDOWS, "['$n', '$n']", "$covariancePop $covarianceSamp");
    uses(WINDOWS, "{input: '$n'}", "$derivative $integral");
    uses(WINDOWS, "'$n'", "$linearFill $locf");
    WINDOWS.put("$expMovingAvg", "{input: '$n', N: 2}");
    WINDOWS.put("$shift", "{output: '$n', by: 1}");
  }

  private final TestCluster cluster = TestCluster.plain("8.0");
  private final List<String> wrong = new ArrayList<>();

  OperatorReferenceTest() {
    cluster.shop("{insert: 'c', documents: [{_id: 1, a: 1, b: [1, 2], n: 1, o: {x: 1}, s: 'x'}]}");
  }

  private void expect(String operator, Map<String, String> uses, boolean taken, String command) {
    if (!uses.containsKey(operator)) {
      wrong.add(operator + " has no use in this test");
      return;
    }
    String outcome = cluster.tried(command);
    boolean named = outcome.startsWith("115 ") && outcome.contains(operator);
    if (taken ? !outcome.equals("ok") : !named) {
      wrong.add(operator + ": " + command + " -> " + outcome);
    }
  }

  private static OperatorReference.Family family(String name) {
    return OperatorReference.families().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String stage(String stage) {
    return "{aggregate: 'c', pipeline: [" + stage + "], cursor: {}}";
  }

  @Test
  void queryOperatorsAreTakenOrRefusedAsTheReferenceSays() {
    OperatorReference.Family family = family("Query");
    for (String name : family.complete()) {
      expect(name, QUERIES, true, find(name));
    }
    for (String name : family.refused()) {
      expect(name, QUERIES, false, find(name));
    }
    assertEquals(List.of(), wrong);
  }

  private static String find(String name) {
    return "{find: 'c', filter: " + QUERIES.getOrDefault(name, "{}").replace("OP", name) + "}";
  }

  @Test
  void updateOperatorsAreTaken() {
    for (String name : family("Update").complete()) {
      String update = "{" + name + ": " + UPDATES.get(name) + "}";
      expect(name, UPDATES, true, "{update: 'c', updates: [{q: {_id: 1}, u: " + update + "}]}");
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void expressionsAreTaken() {
    for (String name : family("Expressions").complete()) {
      String project = "{$project: {x: {" + name + ": " + EXPRESSIONS.get(name) + "}}}";
      expect(name, EXPRESSIONS, true, stage(project));
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void stagesAreTakenOrRefusedAsTheReferenceSays() {
    OperatorReference.Family family = family("Stages");
    STAGES.put("$documents", "[{a: 1}]");
    STAGES.put("$shardedDataDistribution", "{}");
    STAGES.put("$listSampledQueries", "{namespace: 'shop.c'}");
    STAGES.put("$listLocalSessions", "{}");
    STAGES.put("$listSessions", "{}");
    for (String name : family.complete()) {
      String stage = "{" + name + ": " + STAGES.get(name) + "}";
      boolean ofDatabase = name.equals("$documents") || name.equals("$listLocalSessions");
      if (name.equals("$listSessions")) {
        expectSessions(stage);
        continue;
      }
      boolean ofCluster =
          name.equals("$shardedDataDistribution") || name.equals("$listSampledQueries");
      if (ofCluster) {
        assertTrue(
            cluster
                .admin("{aggregate: 1, pipeline: [" + stage + "], cursor: {}}")
                .isDocument("cursor"));
      } else {
        expect(name, STAGES, true, ofDatabase ? stage(stage).replace("'c'", "1") : stage(stage));
      }
    }
    for (String name : family.refused()) {
      STAGES.put(name, "{}");
      expect(name, STAGES, false, stage("{" + name + ": {}}"));
    }
    assertEquals(List.of(), wrong);
  }

  /** Of one collection only, which this test's own is not. */
  private void expectSessions(String stage) {
    String aggregate = "{aggregate: 'system.sessions', pipeline: [" + stage + "], cursor: {}}";
    BsonDocument reply = cluster.run("m0", "config", aggregate);
    assertTrue(reply.isDocument("cursor"));
  }

  @Test
  void accumulatorsAreTaken() {
    for (String name : family("Accumulators").complete()) {
      String group = "{$group: {_id: null, x: {" + name + ": " + ACCUMULATORS.get(name) + "}}}";
      expect(name, ACCUMULATORS, true, stage(group));
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void windowFunctionsAreTaken() {
    for (String name : family("Window functions").complete()) {
      String window =
          "{$setWindowFields: {sortBy: {n: 1}, output: {x: {"
              + name
              + ": "
              + WINDOWS.get(name)
              + (WINDOWS.getOrDefault(name, "").startsWith("{input: '$n'}")
                  ? ", window: {documents: ['unbounded', 'current']}"
                  : "")
              + "}}}}";
      expect(name, WINDOWS, true, stage(window));
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void projectionOperatorsAreTakenOrRefusedAsTheReferenceSays() {
    assertEquals(List.of("$elemMatch", "$slice"), family("Projection").complete());
    assertEquals("ok", cluster.tried("{find: 'c', projection: {b: {$elemMatch: {$gt: 1}}}}"));
    assertEquals("ok", cluster.tried("{find: 'c', projection: {b: {$slice: 1}}}"));
    assertEquals(List.of("$meta"), family("Projection").refused());
    assertTrue(
        cluster.tried("{find: 'c', projection: {b: {$meta: 'textScore'}}}").contains("$meta"));
  }
}
