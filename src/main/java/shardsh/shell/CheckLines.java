package shardsh.shell;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonValue;
import shardsh.lesson.Check;
import shardsh.lesson.CheckWords;
import shardsh.lesson.Finding;
import shardsh.lesson.Step;
import shardsh.lesson.Text;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/** What a learner reads of checks: what has been reached, and what is missing. */
final class CheckLines {
  /** Words of a message that says what is wrong: it cannot be ticked off when that is over. */
  private static final Pattern COMPLAINT =
      Pattern.compile(
          "(?i)\\b(not|no|nothing|never|none|still|yet|undo|reset|only|too)\\b"
              + "|n't|[?？没未不还再才太却]");

  private final LessonPage page;

  CheckLines(LessonPage page) {
    this.page = page;
  }

  /** What is wrong, in the language of the page. */
  String phrase(Finding finding) {
    return finding.words(page.isChinese() ? "zh" : "en");
  }

  /** Checks that have just passed, and after the last how many of the step's have by now. */
  List<StyledLine> passed(List<Check> fresh, List<LessonRun.State> states) {
    Set<String> ticks = new LinkedHashSet<>();
    fresh.stream().map(this::noticed).forEach(ticks::add);
    long done = states.stream().filter(state -> state.finding().isPassed()).count();
    List<StyledLine> lines = new ArrayList<>();
    for (Iterator<String> left = ticks.iterator(); left.hasNext(); ) {
      String tick = "✓ " + left.next();
      String count = page.bracketed(done + page.say(" of ", "/") + states.size());
      lines.addAll(page.line(left.hasNext() ? tick : withoutStop(tick) + count, Role.OK));
    }
    return lines;
  }

  /** Its name, and what there is to say of it now that it has passed. */
  String noticed(Check check) {
    return CheckWords.noticed(check)
        .map(page::words)
        .or(
            () ->
                check
                    .message()
                    .map(page::words)
                    .filter(text -> page.isChinese())
                    .flatMap(this::reached))
        .or(() -> CheckWords.namesInChinese(check).filter(text -> page.isChinese()))
        .map(words -> named(check, words))
        .orElseGet(
            () -> page.isChinese() ? CheckWords.kindInChinese(check) : CheckWords.title(check));
  }

  /** A message that says what is wanted, or what is not there yet, as what has been reached. */
  private Optional<String> reached(String message) {
    return isDemand(message) ? Optional.of(message) : CheckWords.reachedInChinese(message);
  }

  /** What a check of a step is called: its id in words, in Chinese what it is ticked off as. */
  String name(Step step, String id) {
    return step.checks().stream()
        .filter(check -> check.id().equals(id))
        .map(this::name)
        .findFirst()
        .orElseGet(() -> CheckWords.title(id));
  }

  private String name(Check check) {
    return page.isChinese() ? noticed(check) : CheckWords.title(check);
  }

  /** Words about a check, after its name; the names are English, so Chinese words stand alone. */
  private String named(Check check, String words) {
    return named(check, "", words);
  }

  private String named(Check check, String optional, String words) {
    return page.isChinese()
        ? words + optional
        : CheckWords.title(check) + optional + page.say(": ", "：") + words;
  }

  /** A sentence that goes on, in brackets or in a list. */
  static String withoutStop(String sentence) {
    return sentence.replaceFirst("[.。]$", "");
  }

  /** Whether a message says what is wanted, and not what is wrong; then it can be ticked off. */
  private boolean isDemand(String message) {
    return !COMPLAINT.matcher(message).find();
  }

  /** One line for each check, with what is missing. */
  List<StyledLine> states(List<LessonRun.State> states) {
    return states(states, check -> false);
  }

  /**
   * One line for each check, with what is missing.
   *
   * @param isGiven of what holds, whether it has since before anything was done
   */
  List<StyledLine> states(List<LessonRun.State> states, Predicate<Check> isGiven) {
    List<StyledLine> lines = new ArrayList<>();
    long later = 0;
    for (LessonRun.State state : states) {
      Finding finding = state.finding();
      if (finding.status() == Finding.Status.SKIPPED && page.isChinese()) {
        later++;
      } else if (finding.isPassed() && isGiven.test(state.check())) {
        lines.addAll(
            page.line(
                "· " + name(state.check()) + page.say(": holds already", "：本来就成立"), Role.DIM));
      } else {
        lines.addAll(state(state));
      }
    }
    if (later > 0) {
      // Those that it waits for have English names only; they are the ones with a cross above.
      lines.addAll(page.line("- 还有 " + later + " 项，先做到上面打 ✗ 的才能检查。", Role.WARN));
    }
    return lines;
  }

  private List<StyledLine> state(LessonRun.State state) {
    Check check = state.check();
    Finding finding = state.finding();
    if (finding.isPassed()) {
      return page.line("✓ " + noticed(check), Role.OK);
    }
    String optional = check.optional() ? page.say(" (optional)", "（可选）") : "";
    if (finding.status() == Finding.Status.SKIPPED) {
      String needs =
          check.dependsOn().stream().map(CheckWords::title).collect(Collectors.joining(", "));
      return page.line(
          "- " + CheckWords.title(check) + optional + ": comes after " + needs, Role.WARN);
    }
    List<StyledLine> lines = new ArrayList<>();
    Optional<Text> said = check.message().filter(message -> !finding.isForged());
    lines.addAll(
        page.line(
            "✗ " + named(check, optional, said.map(page::words).orElse(phrase(finding))),
            Role.WARN));
    if (check.message().isPresent() && isCompared(finding)) {
      lines.addAll(page.line("  " + phrase(finding), Role.DIM));
    }
    check.help().ifPresent(help -> lines.addAll(page.line("  " + page.words(help), Role.HINT)));
    return lines;
  }

  /**
   * Whether two values can be laid side by side: where nothing was found yet, the one that is
   * wanted would give the answer away; and what is true or false in a list has no name there.
   */
  private static boolean isCompared(Finding finding) {
    return finding.expected().filter(wanted -> !listsTruth(wanted)).isPresent()
        && finding.actual().filter(found -> !found.isNull() && !listsTruth(found)).isPresent();
  }

  private static boolean listsTruth(BsonValue value) {
    return value.isArray()
        && value.asArray().stream().anyMatch(item -> item.isBoolean() || listsTruth(item));
  }

  /** A medal: won, or what its message and its budget say. */
  List<StyledLine> star(LessonRun.State star) {
    Check check = star.check();
    if (star.finding().isPassed()) {
      Optional<String> budget = CheckWords.noticed(check).map(page::words);
      return page.line(
          "★ " + budget.map(words -> named(check, words)).orElseGet(() -> noticed(check)), Role.OK);
    }
    String phrase = phrase(star.finding());
    String words =
        check.message().map(said -> page.words(said) + page.bracketed(phrase)).orElse(phrase);
    return page.line("☆ " + named(check, words), Role.DIM);
  }
}
