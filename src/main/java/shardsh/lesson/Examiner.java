package shardsh.lesson;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Holds checks against evidence: one method for each kind. Decides nothing about latches. */
public final class Examiner {
  /** {@code c.events} and {@code c.lesson.events}, but not {@code c.step.events}. */
  private static final Pattern EVENTS_OF_LESSON = Pattern.compile("\\bc\\.(lesson\\.)?events\\b");

  private final Evidence evidence;
  private final Predicates predicates;

  /**
   * @param predicates evaluate over the same evidence
   */
  public Examiner(Evidence evidence, Predicates predicates) {
    this.evidence = evidence;
    this.predicates = predicates;
  }

  /**
   * What comes of a check now.
   *
   * @param outputFrom where in the step's output begins what counts for a check of it
   */
  public Finding examine(Check check, int outputFrom) {
    Check.Assertion asserts = check.asserts();
    return asserts instanceof Check.Output output
        ? output(output, evidence.step().output().substring(outputFrom))
        : examine(asserts, evidence.step());
  }

  /** What comes of a check of the lesson as a whole: costs are those of all steps. */
  public Finding examineInLesson(Check check) {
    return examine(check.asserts(), evidence.lesson());
  }

  private Finding examine(Check.Assertion asserts, Evidence.Scope scope) {
    if (asserts instanceof Check.State state) {
      return state(state);
    }
    if (asserts instanceof Check.Route route) {
      return new RouteExaminer(scope).examine(route);
    }
    if (asserts instanceof Check.Versions versions) {
      return new VersionExaminer(evidence.snapshot()).examine(versions);
    }
    if (asserts instanceof Check.Chunks chunks) {
      return new TableExaminer(evidence.snapshot()).examine(chunks);
    }
    if (asserts instanceof Check.Events events) {
      return events(events);
    }
    if (asserts instanceof Check.Documents documents) {
      return new DocumentExaminer(evidence, scope).examine(documents);
    }
    if (asserts instanceof Check.Answer answer) {
      return answer(answer);
    }
    if (asserts instanceof Check.Used used) {
      return used(used, scope);
    }
    if (asserts instanceof Check.Cost cost) {
      return cost(cost, scope);
    }
    return output((Check.Output) asserts, scope.output());
  }

  private Finding state(Check.State state) {
    Predicates.Result result = predicates.evaluate(state.js());
    if (result.broken().isPresent()) {
      return Finding.broken(result.broken().get());
    }
    if (state.equals().isEmpty()) {
      return result.isTrue()
          ? known(state)
          : Finding.failed("the condition does not hold", "条件不成立");
    }
    BsonValue wanted = state.equals().get();
    if (result.value().isEmpty()) {
      return Finding.failed(wanted, new BsonString("nothing"))
          .differing(wanted(state), ValueWords.NOTHING);
    }
    BsonValue found = result.value().get();
    return Likeness.same(wanted, found) ? known(state) : differing(state, wanted, found);
  }

  /** In words where the predicate can be read, and else as the values are. */
  private static Finding differing(Check.State state, BsonValue wanted, BsonValue found) {
    Finding differing = Finding.failed(wanted, found);
    boolean isNothing = found.isNull() || found.equals(BsonBoolean.FALSE) && !wanted.isBoolean();
    if (isNothing) {
      return differing.differing(wanted(state), ValueWords.NOTHING);
    }
    Optional<Phrase> want = StateWords.of(state);
    Optional<Phrase> now = StateWords.of(new Check.State(state.js(), Optional.of(found)));
    return want.isPresent() && now.isPresent() && !want.equals(now)
        ? differing.differing(want.get(), now.get())
        : differing;
  }

  private static Phrase wanted(Check.State state) {
    return StateWords.of(state).orElseGet(() -> ValueWords.of(state.equals().orElseThrow()));
  }

  /** What a predicate does not see because it is forgotten proves nothing. */
  private Finding known(Check.State state) {
    boolean ofStep = !EVENTS_OF_LESSON.matcher(state.js()).find();
    boolean asksEvents = state.js().contains("events");
    boolean asksCommands = state.js().contains("commands");
    boolean isWhole = evidence.step().isWhole();
    return asksEvents && evidence.hasForgottenEvents(ofStep) || asksCommands && !isWhole
        ? forgotten()
        : Finding.passed();
  }

  private static Finding forgotten() {
    return Finding.failed(
        "so much happened that what came first is forgotten; `reset`, and do less",
        "发生的事太多，最早的已经不记得了；`reset`，少做一点");
  }

  private Finding events(Check.Events check) {
    List<BsonValue> events =
        (check.inLesson() ? evidence.lessonEvents() : evidence.stepEvents()).getValues();
    if (!check.none().isEmpty() && evidence.hasForgottenEvents(!check.inLesson())) {
      return forgotten();
    }
    for (BsonDocument unwanted : check.none()) {
      for (BsonValue event : events) {
        if (Likeness.isEvent(unwanted, event.asDocument())) {
          return Finding.failed("there was " + kind(unwanted), "不该出现 " + kind(unwanted));
        }
      }
    }
    return check.strict() ? strictly(check.sequence(), events) : loosely(check.sequence(), events);
  }

  private static Finding loosely(List<BsonDocument> sequence, List<BsonValue> events) {
    int next = 0;
    for (BsonValue event : events) {
      if (next < sequence.size() && Likeness.isEvent(sequence.get(next), event.asDocument())) {
        next++;
      }
    }
    return next == sequence.size() ? Finding.passed() : missing(sequence, next);
  }

  private static Finding missing(List<BsonDocument> sequence, int at) {
    int parts = sequence.size() - at;
    String wanted = kind(sequence.get(at));
    if (at == 0) {
      return Finding.failed("no " + wanted, "没有 " + wanted).missing(parts);
    }
    String before = kind(sequence.get(at - 1));
    return Finding.failed("no " + wanted + " after " + before, before + " 之后没有 " + wanted)
        .missing(parts);
  }

  private static Finding strictly(List<BsonDocument> sequence, List<BsonValue> events) {
    int farthest = 0;
    for (int start = 0; start < events.size(); start++) {
      int length = 0;
      while (length < sequence.size()
          && start + length < events.size()
          && Likeness.isEvent(sequence.get(length), events.get(start + length).asDocument())) {
        length++;
      }
      if (length == sequence.size()) {
        return Finding.passed();
      }
      farthest = Math.max(farthest, length);
    }
    return sequence.isEmpty() ? Finding.passed() : missing(sequence, farthest);
  }

  private static String kind(BsonDocument event) {
    return event.getString("kind").getValue();
  }

  private Finding answer(Check.Answer check) {
    BsonDocument given = evidence.lesson().predictions().get(check.question());
    if (given == null) {
      given = evidence.lesson().answers().get(check.question());
    }
    if (given == null) {
      return Finding.failed("not answered", "尚未回答");
    }
    boolean right =
        given.containsKey("right")
            && given.get("right").isBoolean()
            && given.getBoolean("right").getValue();
    return !check.right() || right
        ? Finding.passed()
        : Finding.failed("the answer is not right", "答案不对");
  }

  private static Finding used(Check.Used check, Evidence.Scope scope) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (BsonDocument command : scope.commands()) {
      counts.merge(command.getString("op").getValue(), 1, Integer::sum);
    }
    boolean bounds =
        !check.forbidden().isEmpty()
            || check.calls().values().stream()
                .anyMatch(bound -> !bound.comparison().startsWith(">"));
    if (bounds && !scope.isWhole()) {
      return forgotten();
    }
    for (String name : check.forbidden()) {
      if (counts.containsKey(name)) {
        return Finding.failed(name + " was called", "调用了 " + name);
      }
    }
    BsonDocument wanted = new BsonDocument();
    BsonDocument found = new BsonDocument();
    List<Phrase> wantedWords = new ArrayList<>();
    List<Phrase> foundWords = new ArrayList<>();
    check
        .calls()
        .forEach(
            (name, bound) -> {
              int count = counts.getOrDefault(name, 0);
              if (!bound.holds(count)) {
                wanted.append(name, new BsonString(bound.toString()));
                found.append(name, new BsonInt32(count));
                wantedWords.add(CallWords.wanted(name, bound));
                foundWords.add(CallWords.found(count));
              }
            });
    return wanted.isEmpty()
        ? Finding.passed()
        : Finding.failed(wanted, found)
            .differing(Phrase.join(wantedWords), Phrase.join(foundWords));
  }

  private static Finding cost(Check.Cost check, Evidence.Scope scope) {
    BsonValue spent = scope.cost().get(check.metric(), new BsonInt32(0));
    double amount = spent.asNumber().doubleValue();
    boolean tooMuch = check.max().filter(max -> amount > max.doubleValue()).isPresent();
    boolean tooLittle = check.min().filter(min -> amount < min.doubleValue()).isPresent();
    if (!tooMuch && !tooLittle) {
      return Finding.passed();
    }
    String number =
        (tooMuch ? check.max() : check.min()).orElseThrow().stripTrailingZeros().toPlainString();
    String bound = (tooMuch ? "at most " : "at least ") + number;
    String have = ValueText.of(spent);
    return Finding.failed(
            new BsonDocument(check.metric(), new BsonString(bound)),
            new BsonDocument(check.metric(), spent))
        .inWords(
            CheckWords.budget(check) + "; you used " + have,
            CheckWords.budgetInChinese(check) + "；你用了 " + have);
  }

  private static Finding output(Check.Output check, String text) {
    List<String> missing = new ArrayList<>();
    check.contains().stream().filter(part -> !text.contains(part)).forEach(missing::add);
    check.matches().stream()
        .filter(pattern -> !pattern.matcher(text).find())
        .forEach(pattern -> missing.add("/" + pattern + "/"));
    if (!missing.isEmpty()) {
      return Finding.failed(
          "the output lacks " + String.join(", ", missing), "输出中缺少 " + String.join(", ", missing));
    }
    Optional<String> extra = check.lacks().stream().filter(text::contains).findFirst();
    return extra
        .map(part -> Finding.failed("the output has " + part, "输出中不该有 " + part))
        .orElseGet(Finding::passed);
  }
}
