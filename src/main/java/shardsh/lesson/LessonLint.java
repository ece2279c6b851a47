package shardsh.lesson;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import shardsh.core.base.Nearest;

/**
 * What is unwise in a lesson though it can be run: too few hints, fields that do nothing where they
 * stand, missing languages, checks of the output without a reason, checks that nothing can fail,
 * keys without an option or a reason, an id that is not the file's name, prose that would not print
 * as it is meant.
 */
final class LessonLint {
  private static final List<String> LOCALES = List.of("en", "zh");
  private static final Map<String, List<String>> KINDS_OF_FIELD = new LinkedHashMap<>();

  static {
    KINDS_OF_FIELD.put("ask", List.of("do", "predict"));
    KINDS_OF_FIELD.put("accept", List.of("do"));
    KINDS_OF_FIELD.put("checks", List.of("do", "predict"));
    KINDS_OF_FIELD.put("question", List.of("predict", "quiz"));
    KINDS_OF_FIELD.put("hints", List.of("do", "predict", "quiz"));
    KINDS_OF_FIELD.put("mistakes", List.of("do", "predict"));
    KINDS_OF_FIELD.put("solution", List.of("do"));
    KINDS_OF_FIELD.put("wrong", List.of("do"));
  }

  /** What a choice gives on either side, at the end of an expression. */
  private static final Pattern GIVEN =
      Pattern.compile("\\?\\s*[\"']([^\"']*)[\"'](?=\\s*:)|:\\s*[\"']([^\"']*)[\"']\\s*;?\\s*$");

  private final String[] lines;
  private final Faults remarks;

  LessonLint(String text, Faults remarks) {
    this.lines = text.split("\r\n|\r|\n", -1);
    this.remarks = remarks;
  }

  void check(SourceNode lesson) {
    checkName(lesson);
    new WayLint(remarks).check(lesson);
    lesson.itemsOf("teaches").stream()
        .filter(id -> !Statements.ALL.contains(id.raw()))
        .forEach(
            id ->
                remarks.add(
                    id,
                    "'" + id.raw() + "' is no statement of the curriculum",
                    Nearest.repair(id.raw(), Statements.ALL)));
    checkLocales(lesson);
    new ProseLint(remarks).check(lesson);
    boolean hard = lesson.whole("difficulty").filter(stars -> stars >= 3).isPresent();
    for (SourceNode step : lesson.itemsOf("steps")) {
      checkIdleFields(step);
      if (hard && isKind(step, "do") && step.itemsOf("hints").size() < 2) {
        remarks.add(step, "a hard step has fewer than two hints", "add a stronger one");
      }
      if (isKind(step, "do") && step.itemsOf("wrong").isEmpty()) {
        remarks.add(step, "no wrong answer proves that the checks have teeth", "add 'wrong'");
      }
      if (isKind(step, "do")) {
        new LatchLint(remarks).check(step);
      }
      step.get("question")
          .ifPresent(
              question -> {
                checkKey(question);
                new QuestionLint(remarks).check(step, question);
              });
      checkOutputs(step.itemsOf("checks"));
      new ResultLint(remarks).check(step);
      new WordsLint(remarks).check(step);
    }
    checkOutputs(lesson.itemsOf("goal"));
  }

  private static boolean isKind(SourceNode node, String kind) {
    return node.text("kind").equals(Optional.of(kind));
  }

  private void checkName(SourceNode lesson) {
    String file = lesson.file().substring(lesson.file().lastIndexOf('/') + 1);
    Optional<String> id = lesson.text("id");
    if (id.isPresent() && file.endsWith(".yaml") && !file.equals(id.get() + ".lesson.yaml")) {
      remarks.add(
          lesson.get("id").orElseThrow(),
          "the id is " + id.get() + ", the file " + file,
          "call the file " + id.get() + ".lesson.yaml");
    }
  }

  private void checkIdleFields(SourceNode step) {
    Optional<String> kind = step.text("kind");
    step.fields()
        .forEach(
            (field, node) -> {
              List<String> kinds = KINDS_OF_FIELD.getOrDefault(field, List.of());
              if (kind.isPresent() && !kinds.isEmpty() && !kinds.contains(kind.get())) {
                remarks.add(
                    node,
                    "'" + field + "' does nothing in a " + kind.get() + " step",
                    "take it out; it is for " + String.join(", ", kinds));
              }
            });
  }

  /** Options have an id each; a key that is written out is one of them, and so is its reason. */
  private void checkKey(SourceNode question) {
    List<String> ids = new ArrayList<>();
    for (SourceNode option : question.itemsOf("options")) {
      String id = option.text("id").orElse("");
      ids.add(id);
      boolean isKey = question.text("key").filter(id::equals).isPresent();
      if (isKey && !option.has("why")) {
        remarks.add(option, "the right option has no 'why'", "say why it is right");
      }
    }
    Optional<SourceNode> js = question.get("key").flatMap(key -> key.get("js"));
    if (js.isEmpty() || !isOfType(question, "one")) {
      return;
    }
    Matcher given = GIVEN.matcher(js.get().raw());
    while (given.find()) {
      String text = given.group(1) != null ? given.group(1) : given.group(2);
      if (!ids.contains(text)) {
        remarks.add(
            js.get(),
            "the key can be '" + text + "', which is no option",
            Nearest.repair(text, ids));
      }
    }
  }

  private static boolean isOfType(SourceNode question, String type) {
    return question.text("type").equals(Optional.of(type));
  }

  private void checkOutputs(List<SourceNode> checks) {
    for (SourceNode check : checks) {
      if (isKind(check, "output") && !hasComment(check)) {
        remarks.add(
            check,
            "a check of the output has no comment that says why",
            "say why no other kind will do, or take another kind");
      }
    }
  }

  /** Whether a comment stands above the check or in its lines. */
  private boolean hasComment(SourceNode check) {
    int last = check.fields().values().stream().mapToInt(SourceNode::line).max().orElse(0);
    for (int line = Math.max(check.line() - 1, 1); line <= last && line <= lines.length; line++) {
      if (lines[line - 1].matches("(.*\\s)?#.*")) {
        return true;
      }
    }
    return false;
  }

  /** Every text in several languages that lacks one. */
  static void untranslated(SourceNode node, String locale, Faults remarks) {
    if (node.is(SourceNode.Kind.MAP) && node.has("en")) {
      if (!node.has(locale)) {
        remarks.add(node, "the text has no '" + locale + "'", "translate it");
      }
      return;
    }
    node.items().forEach(item -> untranslated(item, locale, remarks));
    node.fields().values().forEach(field -> untranslated(field, locale, remarks));
  }

  /** A map from locales lacks one that we keep; a plain string is for all languages. */
  private void checkLocales(SourceNode node) {
    if (node.is(SourceNode.Kind.MAP) && node.has("en")) {
      List<String> missing = new ArrayList<>(LOCALES);
      missing.removeAll(new TreeSet<>(node.fields().keySet()));
      missing.forEach(
          locale -> remarks.add(node, "the text has no '" + locale + "'", "translate it"));
      return;
    }
    node.items().forEach(this::checkLocales);
    node.fields().values().forEach(this::checkLocales);
  }
}
