package shardsh.lesson;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds predicates that read words which a program can choose: what it prints, and the text of an
 * error, which repeats names that the program sent.
 */
final class WordsLint {
  private static final Pattern PRINTED = Pattern.compile("\\boutput\\b");
  private static final Pattern TEXT_OF_ERROR =
      Pattern.compile("\\berror\\??\\.(message|name)\\b|stringify\\([^)]*\\berror\\b");

  private final Faults remarks;

  WordsLint(Faults remarks) {
    this.remarks = remarks;
  }

  void check(SourceNode step) {
    for (SourceNode check : step.itemsOf("checks")) {
      if (check.text("kind").equals(Optional.of("state"))) {
        check(check, check.text("js").orElse(""));
      }
    }
  }

  private void check(SourceNode check, String js) {
    String id = check.text("id").orElse("");
    if (PRINTED.matcher(js).find()) {
      remarks.add(
          check,
          "the check " + id + " reads what is printed, which a program can print without looking",
          "ask for the 'result' of the command, or take a check of the kind 'output'");
    }
    if (TEXT_OF_ERROR.matcher(js).find()) {
      remarks.add(
          check,
          "the check " + id + " reads the text of an error, which repeats what a program sends",
          "ask for its 'code' or 'codeName', or for the event after that of the command");
    }
  }
}
