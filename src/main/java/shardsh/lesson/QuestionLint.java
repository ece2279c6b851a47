package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds questions that a learner would trip over: an option that a number answers which is not its
 * own, and a text that repeats the command shown below it.
 */
final class QuestionLint {
  private static final Pattern DIGITS = Pattern.compile("\\d+");
  private static final Pattern PIPELINE = Pattern.compile("\\[.*]");
  private static final Pattern LAYOUT = Pattern.compile("[\\s`]");

  private final Faults remarks;

  QuestionLint(Faults remarks) {
    this.remarks = remarks;
  }

  void check(SourceNode step, SourceNode question) {
    List<SourceNode> options = question.itemsOf("options");
    for (int i = 0; i < options.size(); i++) {
      checkId(options.get(i), i + 1);
    }
    question
        .get("after")
        .flatMap(after -> after.text("suggest"))
        .ifPresent(command -> step.get("say").ifPresent(say -> checkSay(say, command)));
  }

  private void checkId(SourceNode option, int place) {
    String id = option.text("id").orElse("");
    boolean isNumber = DIGITS.matcher(id).matches() || NumberWords.read(id).isPresent();
    boolean isShown =
        option.get("text").stream()
            .flatMap(text -> texts(text).stream())
            .anyMatch(text -> text.raw().contains(id));
    if (isNumber && !isShown && !id.equals(String.valueOf(place))) {
      remarks.add(
          option,
          "who types " + id + " means a number, and gets the option " + place,
          "give the option an id that is no number");
    }
  }

  private void checkSay(SourceNode say, String command) {
    String shown = LAYOUT.matcher(command).replaceAll("");
    Matcher pipeline = PIPELINE.matcher(shown);
    Optional<String> longest = pipeline.find() ? Optional.of(pipeline.group()) : Optional.empty();
    for (SourceNode text : texts(say)) {
      String said = LAYOUT.matcher(text.raw()).replaceAll("");
      if (said.contains(shown) || longest.filter(said::contains).isPresent()) {
        remarks.add(
            text,
            "the text repeats the command that the question shows below it",
            "say what the command is for");
      }
    }
  }

  private static List<SourceNode> texts(SourceNode node) {
    return node.is(SourceNode.Kind.TEXT) ? List.of(node) : new ArrayList<>(node.fields().values());
  }
}
