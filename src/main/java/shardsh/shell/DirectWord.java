package shardsh.shell;

import java.util.List;

/**
 * A word that is taken before JavaScript when it is the first of its line.
 *
 * @param name the word
 * @param usage how it is called, e.g. {@code show WHAT}
 * @param help one line for the list of words
 * @param argumentsMax how many plain words may follow; with more, or with others, the line is
 *     JavaScript
 * @param fixed the words that may follow; empty: any
 */
record DirectWord(String name, String usage, String help, int argumentsMax, List<String> fixed) {
  DirectWord {
    fixed = List.copyOf(fixed);
  }

  boolean accepts(List<String> arguments) {
    return arguments.size() <= argumentsMax && (fixed.isEmpty() || fixed.containsAll(arguments));
  }
}
