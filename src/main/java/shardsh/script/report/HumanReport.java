package shardsh.script.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonValue;
import shardsh.lesson.ValueText;
import shardsh.render.DisplayWidth;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;

/** The summary for people: {@code lesson-format.md}, 10.3. */
public final class HumanReport implements Report {
  private static final int NAME_WIDTH = 18;
  private static final int WIDTH = 72;
  private final boolean asWords;

  /**
   * @param asWords whether marks are words, for screens without colour or signs
   */
  public HumanReport(boolean asWords) {
    this.asWords = asWords;
  }

  @Override
  public String write(Grade grade, long millis) {
    return lines(grade).stream().map(StyledLine::text).collect(Collectors.joining("\n", "", "\n"));
  }

  /** The summary with the meanings of its parts. */
  public List<StyledLine> lines(Grade grade) {
    List<StyledLine> lines = new ArrayList<>();
    boolean zh = grade.lesson().locale().equals("zh");
    if (!grade.lesson().id().isEmpty()) {
      String head = grade.lesson().id() + "  " + grade.lesson().title();
      String points =
          zh
              ? Json.plain(grade.score()) + " / " + Json.plain(grade.max()) + " 分"
              : Json.plain(grade.score()) + " of " + Json.plain(grade.max()) + " points";
      int gap = Math.max(2, WIDTH - DisplayWidth.of(head) - DisplayWidth.of(points));
      lines.add(
          StyledLine.of(
              new Span(head, Role.TITLE), Span.plain(" ".repeat(gap)), Span.plain(points)));
    }
    for (Grade.StepGrade step : grade.steps()) {
      if (!step.checks().isEmpty()) {
        step(grade, step, lines);
      }
    }
    grade.slipTexts().forEach(text -> slip(text, lines));
    grade
        .trouble()
        .ifPresent(
            trouble -> {
              String place = grade.place(trouble.line());
              String text = place.isEmpty() ? trouble.message() : place + ": " + trouble.message();
              text.lines().forEach(line -> lines.add(StyledLine.of(" " + line, Role.WARN)));
            });
    boolean passed = grade.verdictWord().equals("passed");
    lines.add(StyledLine.of(" " + verdict(grade, zh), passed ? Role.OK : Role.ERROR));
    lines.replaceAll(HumanReport::withoutCommands);
    return lines;
  }

  private static StyledLine withoutCommands(StyledLine line) {
    String spoiled = LogCommands.spoiled(line.text());
    return spoiled.equals(line.text()) ? line : StyledLine.of(spoiled, Role.WARN);
  }

  private static void slip(String text, List<StyledLine> lines) {
    String margin = " ";
    for (String line : text.lines().toList()) {
      lines.add(StyledLine.of(margin + line, Role.WARN));
      margin = "   ";
    }
  }

  private static String verdict(Grade grade, boolean zh) {
    return switch (grade.verdictWord()) {
      case "passed" -> zh ? "通过" : "passed";
      case "failed" -> zh ? "未通过" : "failed";
      case "undecided" -> zh ? "无法判定" : "undecided";
      default -> zh ? "无法评分" : "not graded";
    };
  }

  private void step(Grade grade, Grade.StepGrade step, List<StyledLine> lines) {
    boolean passed = step.status() == Grade.Status.PASSED;
    String points =
        passed
            ? step.checks().stream()
                .map(check -> fixed(check.points()))
                .collect(Collectors.joining(" + "))
            : fixed(step.score())
                + (grade.lesson().locale().equals("zh") ? " / " : " of ")
                + Json.plain(step.max());
    lines.add(
        StyledLine.of(
            mark(step.status()),
            Span.plain(DisplayWidth.padRight(step.id(), NAME_WIDTH) + "  " + points)));
    List<Grade.CheckGrade> open =
        step.checks().stream()
            .filter(check -> check.status() != Grade.Status.PASSED)
            .filter(check -> !(passed && check.optional()))
            .toList();
    if (saySame(open)) {
      lines.add(StyledLine.of("     " + open.get(0).words()));
      return;
    }
    int width = open.stream().mapToInt(check -> DisplayWidth.of(check.id())).max().orElse(0);
    for (Grade.CheckGrade check : open) {
      check(grade, check, Math.max(NAME_WIDTH - 3, width), lines);
    }
  }

  /** Several that say one thing, as of a step that nobody reached, say it once. */
  private static boolean saySame(List<Grade.CheckGrade> open) {
    return open.size() > 1
        && open.stream()
            .allMatch(
                check ->
                    check.status() == Grade.Status.FAILED
                        && check.help().isEmpty()
                        && check.expected().isEmpty()
                        && check.words().equals(open.get(0).words()));
  }

  private static String fixed(BigDecimal points) {
    return points.setScale(2).toPlainString();
  }

  private Span mark(Grade.Status status) {
    return switch (status) {
      case PASSED -> new Span(asWords ? " ok   " : " ✓ ", Role.OK);
      case FAILED -> new Span(asWords ? " FAIL " : " ✗ ", Role.ERROR);
      case SKIPPED -> new Span(asWords ? " skip " : " - ", Role.DIM);
      case ERROR -> new Span(asWords ? " ERR  " : " ! ", Role.ERROR);
    };
  }

  private static void check(
      Grade grade, Grade.CheckGrade check, int width, List<StyledLine> lines) {
    String margin = "     ";
    String name = margin + DisplayWidth.padRight(check.id(), width) + "  ";
    String indent = " ".repeat(DisplayWidth.of(name));
    boolean isChinese = grade.lesson().locale().equals("zh");
    boolean isPair = check.expected().isPresent() && check.actual().isPresent();
    if (isPair && check.status() == Grade.Status.FAILED) {
      String expected = isChinese ? "应为 " : "expected ";
      String found = isChinese ? "实为 " : "found    ";
      lines.add(StyledLine.of(name + expected + side(check, check.expected().get())));
      lines.add(StyledLine.of(indent + found + side(check, check.actual().get())));
    } else {
      String skipped = isChinese ? "跳过，" : "skipped, ";
      String words =
          check.status() == Grade.Status.SKIPPED ? skipped + check.words() : check.words();
      String place = grade.place(check.line());
      boolean placed = !place.isEmpty() && check.status() == Grade.Status.FAILED;
      lines.add(StyledLine.of(name + words + (placed ? " (" + place + ")" : "")));
    }
    check.help().lines().forEach(line -> lines.add(StyledLine.of(indent + line, Role.HINT)));
  }

  /** Versions stand beside their names: {@code collection 2|1, s0 2|0}. */
  private static String side(Grade.CheckGrade check, BsonValue value) {
    return check.kind().equals("version") && value.isDocument()
        ? value.asDocument().entrySet().stream()
            .map(entry -> entry.getKey() + " " + ValueText.of(entry.getValue()))
            .collect(Collectors.joining(", "))
        : ValueText.of(value);
  }
}
