package shardsh.lesson;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import shardsh.core.base.Nearest;
import shardsh.core.snapshot.ClusterSpec;

/** The steps of a lesson from a tree that the schema has seen. */
final class StepReader {
  private final Faults faults;
  private final Function<SourceNode, Optional<ClusterSpec>> setups;
  private final CheckReader checks;
  private final QuestionReader questions;

  /**
   * @param setups reads a step's own world
   */
  StepReader(
      Function<SourceNode, Optional<ClusterSpec>> setups, CheckReader checks, Faults faults) {
    this.faults = faults;
    this.setups = setups;
    this.checks = checks;
    this.questions = new QuestionReader(faults);
  }

  List<Step> read(List<SourceNode> nodes) {
    List<Step> steps = new ArrayList<>();
    Map<String, SourceNode> seen = new LinkedHashMap<>();
    for (SourceNode node : nodes) {
      Optional<String> id = node.text("id");
      Optional<Step.Kind> kind = kind(node);
      if (id.isEmpty() || kind.isEmpty()) {
        continue;
      }
      SourceNode other = seen.putIfAbsent(id.get(), node);
      if (other != null) {
        faults.add(
            node.get("id").orElseThrow(),
            "two steps are called '" + id.get() + "', the first in line " + other.line(),
            "give each its own id");
      }
      steps.add(step(node, id.get(), kind.get()));
    }
    nodes.forEach(node -> checkAnswers(node.itemsOf("checks")));
    return List.copyOf(steps);
  }

  /** Reports checks of answers to questions that are not in the lesson. */
  void checkAnswers(List<SourceNode> nodes) {
    for (SourceNode check : nodes) {
      Optional<String> question =
          check.text("kind").equals(Optional.of("answer"))
              ? check.text("question")
              : Optional.empty();
      if (question.isPresent() && !questions.ids().contains(question.get())) {
        faults.add(
            check.get("question").orElseThrow(),
            "no question is called '" + question.get() + "'",
            Nearest.repair(question.get(), questions.ids()));
      }
    }
  }

  private static Optional<Step.Kind> kind(SourceNode node) {
    String name = node.text("kind").orElse("").toUpperCase(Locale.ROOT);
    return Arrays.stream(Step.Kind.values()).filter(k -> k.name().equals(name)).findFirst();
  }

  private Step step(SourceNode node, String id, Step.Kind kind) {
    return new Step(
        id,
        kind,
        Prose.of(node, "say"),
        Prose.of(node, "ask"),
        node.get("setup").flatMap(setups),
        node.texts("show"),
        node.texts("accept"),
        checks.read(node.itemsOf("checks")),
        node.get("question").flatMap(questions::read),
        Prose.list(node, "hints"),
        mistakes(node),
        node.text("solution"),
        wrong(node),
        node.text("checkpoint").orElse("auto").equals("setup"),
        node.number("points").orElse(pointsOf(kind)),
        CheckReader.visibility(node),
        node.line());
  }

  private static BigDecimal pointsOf(Step.Kind kind) {
    return switch (kind) {
      case DO, QUIZ -> BigDecimal.ONE;
      case READ, PREDICT, FREE -> BigDecimal.ZERO;
    };
  }

  private static List<Step.Mistake> mistakes(SourceNode node) {
    List<Step.Mistake> mistakes = new ArrayList<>();
    for (SourceNode item : node.itemsOf("mistakes")) {
      Prose.of(item, "say")
          .ifPresent(
              say ->
                  mistakes.add(new Step.Mistake(item.text("when").orElse(""), say, item.line())));
    }
    return List.copyOf(mistakes);
  }

  private static List<Step.WrongAnswer> wrong(SourceNode node) {
    return node.itemsOf("wrong").stream()
        .map(
            item ->
                new Step.WrongAnswer(
                    item.text("script").orElse(""), item.text("because").orElse(""), item.line()))
        .toList();
  }
}
