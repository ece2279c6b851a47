package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonValue;

/** What a check of documents has found when it passes: which are there, and which are not. */
final class DocumentWords {
  private DocumentWords() {}

  /** The documents themselves; empty where any of several would do. */
  static Optional<Phrase> of(Check.Documents check) {
    List<BsonValue> there = there(check);
    List<BsonValue> absent = absent(check);
    List<Phrase> parts = new ArrayList<>();
    if (!there.isEmpty()) {
      parts.add(
          new Phrase(place(check).en() + " has " + all(there), in(check) + "有 " + all(there)));
    }
    if (!absent.isEmpty()) {
      parts.add(
          parts.isEmpty()
              ? new Phrase(
                  place(check).en() + " has no " + all(absent), in(check) + "没有 " + all(absent))
              : new Phrase("but no " + all(absent), "没有 " + all(absent)));
    }
    if (parts.isEmpty() && check.expected().containsKey(Check.Comparison.EQUALS)) {
      parts.add(new Phrase(place(check).en() + " is empty", place(check).zh() + "是空的"));
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(Phrase.join(parts));
  }

  /** How many they are. */
  static Optional<Phrase> inNumber(Check.Documents check) {
    int there = there(check).size();
    int absent = absent(check).size();
    if (there > 0) {
      return Optional.of(
          new Phrase(
              place(check).en() + " has " + counted(there), in(check) + "有要求的 " + there + " 条文档"));
    }
    return absent > 0
        ? Optional.of(
            new Phrase(
                place(check).en() + " has none of " + absent + " unwanted documents",
                in(check) + "没有那 " + absent + " 条不该有的文档"))
        : Optional.empty();
  }

  private static String counted(int there) {
    return there == 1 ? "the document asked for" : "the " + there + " documents asked for";
  }

  private static String all(List<BsonValue> values) {
    return values.stream().map(ValueText::of).collect(Collectors.joining(", "));
  }

  private static List<BsonValue> there(Check.Documents check) {
    return Stream.of(Check.Comparison.EQUALS, Check.Comparison.CONTAINS)
        .flatMap(comparison -> check.expected().getOrDefault(comparison, List.of()).stream())
        .toList();
  }

  private static List<BsonValue> absent(Check.Documents check) {
    return check.expected().getOrDefault(Check.Comparison.CONTAINS_NONE, List.of());
  }

  private static Phrase place(Check.Documents check) {
    return check
        .ns()
        .map(ns -> Phrase.of(ns.toString()))
        .orElseGet(() -> new Phrase("the result", "结果"));
  }

  private static String in(Check.Documents check) {
    String place = place(check).zh();
    return place + (check.ns().isPresent() ? " 里" : "里");
  }
}
