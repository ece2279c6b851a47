package shardsh.lesson;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Prose that would not be shown as its author means it: Markdown that is never closed, escapes. */
final class ProseLint {
  private static final Set<String> PROSE =
      new TreeSet<>(
          List.of(
              "title",
              "summary",
              "say",
              "ask",
              "prompt",
              "text",
              "why",
              "message",
              "passed",
              "help",
              "hints",
              "complete"));

  private final Faults remarks;

  ProseLint(Faults remarks) {
    this.remarks = remarks;
  }

  void check(SourceNode node) {
    node.items().forEach(this::check);
    node.fields()
        .forEach(
            (field, value) -> {
              if (PROSE.contains(field)) {
                texts(value);
              } else {
                check(value);
              }
            });
  }

  private void texts(SourceNode node) {
    if (node.is(SourceNode.Kind.TEXT)) {
      prose(node);
    }
    node.items().forEach(this::texts);
    node.fields().values().forEach(this::texts);
  }

  private void prose(SourceNode node) {
    boolean inCode = false;
    StringBuilder words = new StringBuilder();
    for (String line : node.raw().split("\\R", -1)) {
      if (line.strip().startsWith("```")) {
        inCode = !inCode;
      } else if (!inCode && !line.startsWith("    ")) {
        words.append(line).append('\n');
      }
    }
    if (inCode) {
      remarks.add(node, "a code block is never closed", "end it with a line of ```");
    }
    String text = words.toString();
    if (count(text, "`") % 2 != 0) {
      remarks.add(node, "a ` is never closed", "close it, or leave it out");
    }
    String plain = text.replaceAll("`[^`]*`", "");
    if (count(plain, "**") % 2 != 0) {
      remarks.add(node, "a ** is never closed", "close it, or leave it out");
    }
    if (plain.contains("\\n") || plain.contains("\\t")) {
      remarks.add(
          node,
          "the text has a backslash with a letter, which is shown as it stands",
          "begin a new line in the file, or put it between ` and `");
    }
  }

  private static int count(String text, String piece) {
    return (text.length() - text.replace(piece, "").length()) / piece.length();
  }
}
