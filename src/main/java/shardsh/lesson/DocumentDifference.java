package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** In what documents differ from those that are wanted: what is right on both sides is left out. */
final class DocumentDifference {
  private DocumentDifference() {}

  /** What there is to say of a comparison that does not hold. */
  static Finding of(Check.Comparison comparison, List<BsonValue> wanted, List<BsonValue> found) {
    if (comparison == Check.Comparison.CONTAINS_NONE) {
      List<BsonValue> there =
          found.stream().filter(have -> isLikeOne(have, wanted, Likeness::contains)).toList();
      Phrase shown = ValueWords.documents(there);
      return Finding.failed(
          "a document is there that must not be: " + shown.en(), "有一条不该存在的文档：" + shown.zh());
    }
    boolean isAll = comparison == Check.Comparison.EQUALS;
    BiPredicate<BsonValue, BsonValue> isOne = isAll ? Likeness::sameDocument : Likeness::contains;
    List<BsonValue> rest = new ArrayList<>(found);
    List<BsonValue> missing = new ArrayList<>();
    for (BsonValue want : wanted) {
      Optional<BsonValue> match = rest.stream().filter(have -> isOne.test(want, have)).findFirst();
      match.ifPresentOrElse(rest::remove, () -> missing.add(want));
    }
    if (missing.isEmpty()) {
      return isAll && !rest.isEmpty()
          ? Finding.unwanted(new BsonArray(rest), ValueWords.documents(rest))
          : inOtherOrder(wanted, found, isOne);
    }
    List<BsonValue> instead =
        rest.stream()
            .filter(have -> isAll || isLikeOne(have, missing, DocumentDifference::sharesField))
            .toList();
    return Finding.failed(new BsonArray(missing), new BsonArray(instead)).missing(missing.size());
  }

  private static boolean isLikeOne(
      BsonValue have, List<BsonValue> wanted, BiPredicate<BsonValue, BsonValue> isLike) {
    return wanted.stream().anyMatch(want -> isLike.test(want, have));
  }

  /** All are there; the first two that change places show how it is meant. */
  private static Finding inOtherOrder(
      List<BsonValue> wanted, List<BsonValue> found, BiPredicate<BsonValue, BsonValue> isOne) {
    List<BsonValue> these = found.stream().filter(have -> isLikeOne(have, wanted, isOne)).toList();
    int at = 0;
    while (at + 1 < Math.min(wanted.size(), these.size())
        && isOne.test(wanted.get(at), these.get(at))) {
      at++;
    }
    String want = ValueText.of(wanted.get(at));
    String have = ValueText.of(these.get(at));
    return Finding.failed(wanted.get(at), these.get(at))
        .inWords(
            "in another order: at place " + (at + 1) + " asked for: " + want + "; now: " + have,
            "顺序不同：第 " + (at + 1) + " 个要求：" + want + "；现在：" + have)
        .missing(1);
  }

  /** Whether a document that is there may be meant to be the wanted one. */
  private static boolean sharesField(BsonValue wanted, BsonValue found) {
    if (!wanted.isDocument() || !found.isDocument()) {
      return false;
    }
    BsonDocument have = found.asDocument();
    return wanted.asDocument().entrySet().stream()
        .anyMatch(
            field ->
                have.containsKey(field.getKey())
                    && Likeness.same(field.getValue(), have.get(field.getKey())));
  }
}
