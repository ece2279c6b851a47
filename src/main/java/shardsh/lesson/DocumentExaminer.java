package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Checks of documents: the four comparisons of lists. */
final class DocumentExaminer {
  private final Evidence evidence;
  private final Evidence.Scope scope;

  DocumentExaminer(Evidence evidence, Evidence.Scope scope) {
    this.evidence = evidence;
    this.scope = scope;
  }

  Finding examine(Check.Documents check) {
    Optional<BsonDocument> asked = check.ns().isEmpty() ? last() : Optional.empty();
    Optional<String> elsewhere = asked.flatMap(last -> elsewhere(check, last));
    if (elsewhere.isPresent()) {
      String wanted = check.resultOf().orElseThrow().toString();
      return Finding.failed(
          "the last command asked " + elsewhere.get() + ", not " + wanted,
          "最后一条命令查的是 " + elsewhere.get() + "，不是 " + wanted);
    }
    Finding finding = compared(check);
    return !finding.isPassed() && asked.filter(DocumentExaminer::isInvented).isPresent()
        ? Finding.failed("the command made the documents up itself", "文档是命令自己编出来的")
        : finding;
  }

  private Finding compared(Check.Documents check) {
    List<BsonValue> found = found(check);
    for (Map.Entry<Check.Comparison, List<BsonValue>> entry : check.expected().entrySet()) {
      if (!holds(entry.getKey(), entry.getValue(), found, check.ordered())) {
        return DocumentDifference.of(entry.getKey(), entry.getValue(), found);
      }
    }
    return Finding.passed();
  }

  private Optional<BsonDocument> last() {
    List<BsonDocument> commands = scope.commands();
    return commands.isEmpty() ? Optional.empty() : Optional.of(commands.get(commands.size() - 1));
  }

  /** Another collection that was asked than the check is about. */
  private static Optional<String> elsewhere(Check.Documents check, BsonDocument last) {
    return check
        .resultOf()
        .filter(ns -> !last.get("result").isNull())
        .map(ns -> last.getString("ns").getValue())
        .filter(ns -> !ns.equals(check.resultOf().get().toString()));
  }

  private static boolean isInvented(BsonDocument command) {
    return command.getBoolean("invented", BsonBoolean.FALSE).getValue();
  }

  private List<BsonValue> found(Check.Documents check) {
    if (check.ns().isPresent()) {
      return evidence.documents(check.ns().get(), check.on());
    }
    BsonValue result = last().map(command -> command.get("result")).orElse(BsonNull.VALUE);
    if (result.isArray()) {
      return result.asArray().getValues();
    }
    return result.isNull() ? List.of() : List.of(result);
  }

  private static boolean holds(
      Check.Comparison comparison, List<BsonValue> wanted, List<BsonValue> found, boolean ordered) {
    return switch (comparison) {
      case EQUALS ->
          wanted.size() == found.size()
              && (ordered
                  ? isSequence(wanted, found, Likeness::sameDocument)
                  : matches(wanted, found, Likeness::sameDocument));
      case CONTAINS ->
          ordered
              ? isSequence(wanted, found, Likeness::contains)
              : matches(wanted, found, Likeness::contains);
      case CONTAINS_ANY -> wanted.stream().anyMatch(want -> isAmong(want, found));
      case CONTAINS_NONE -> wanted.stream().noneMatch(want -> isAmong(want, found));
    };
  }

  private static boolean isAmong(BsonValue wanted, List<BsonValue> found) {
    return found.stream().anyMatch(have -> Likeness.contains(wanted, have));
  }

  /** Whether each wanted value has one of its own among those found. */
  private static boolean matches(
      List<BsonValue> wanted, List<BsonValue> found, BiPredicate<BsonValue, BsonValue> isOne) {
    List<BsonValue> rest = new ArrayList<>(found);
    for (BsonValue want : wanted) {
      Optional<BsonValue> match = rest.stream().filter(have -> isOne.test(want, have)).findFirst();
      if (match.isEmpty()) {
        return false;
      }
      rest.remove(match.get());
    }
    return true;
  }

  private static boolean isSequence(
      List<BsonValue> wanted, List<BsonValue> found, BiPredicate<BsonValue, BsonValue> isOne) {
    int next = 0;
    for (BsonValue have : found) {
      if (next < wanted.size() && isOne.test(wanted.get(next), have)) {
        next++;
      }
    }
    return next == wanted.size();
  }
}
