package shardsh.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The words at the prompt: one table that the session, completion and help read. mongosh's rule:
 * the input is trimmed, one trailing semicolon is dropped, the rest is split at white space; a word
 * counts when it is the first and the second does not begin with a bracket.
 */
final class DirectWords {
  private static final int ANY = 100;

  /** The words that are typed as a question. */
  private static final List<String> ASKED = List.of("why", "help");

  private static final List<String> LESSON_WORDS = new ArrayList<>();
  private static final Map<String, DirectWord> WORDS = new LinkedHashMap<>();

  static {
    word("use", "use DB", "go on in that database", ANY);
    word("show", "show WHAT", "draw or list something: show cluster, show dbs …", ANY);
    word("it", "it", "the next page of the last cursor", 0);
    word("help", "help [TOPIC]", "what there is; help sh, help chunk, help sh.moveChunk …", ANY);
    word("exit", "exit", "leave; after mongosh --port P: back to where it was typed", 1);
    word("quit", "quit", "leave", 1);
    word("cls", "cls", "clear the screen", 0);
    word("edit", "edit [NAME]", "write the next input, or a function, in your editor", ANY);
    word("why", "why", "the rule that decided in the last command, with its numbers", 0);
    word("undo", "undo", "put the cluster back to before the last line that changed it", 0);
    word("reset", "reset", "put the cluster back to how it was started", 1, "lesson", "all");
    word("mongosh", "mongosh --port P [--eval 'JS']", "go on, or evaluate, on that process", ANY);
    word("mongod", "mongod --port P …", "say which process that is, or bring it back", ANY);
    word("mongos", "mongos --port P …", "the same for a router", ANY);
    lesson("learn", "learn [LESSON]", "start a lesson, or go on where you were", 1);
    lesson("lessons", "lessons [LESSON]", "the lessons and what is done, or the steps of one", 1);
    lesson("lesson", "lesson [LESSON]", "the task again, or go to that lesson", 1);
    lesson("progress", "progress", "what is done in lessons", 0);
    lesson("goal", "goal", "in a lesson: its goals with ticks", 0);
    lesson("check", "check", "in a lesson: what is still missing", 0);
    lesson("hint", "hint [all]", "in a lesson: the next hint, or the rest of them", 1, "all");
    lesson("solution", "solution", "in a lesson: show the solution", 0);
    lesson("skip", "skip", "in a lesson: run the solution and go on", 0);
    lesson("back", "back", "in a lesson: the step before", 0);
    lesson("next", "next", "in a lesson: on, over what is done", 0);
    lesson("play", "play", "in a lesson: go on in a copy where nothing counts", 0);
    lesson("resume", "resume", "throw the copy away", 0);
    lesson("bye", "bye", "leave the lesson", 0);
  }

  private static void lesson(
      String name, String usage, String help, int argumentsMax, String... fixed) {
    LESSON_WORDS.add(name);
    word(name, usage, help, argumentsMax, fixed);
  }

  private DirectWords() {}

  /** Whether it is a word around lessons. */
  static boolean isOfLessons(String name) {
    return LESSON_WORDS.contains(name);
  }

  /** Whether a line is about lessons, {@code reset lesson} and {@code reset all} included. */
  static boolean isForLessons(Line line) {
    boolean resets = line.word().name().equals("reset") && !line.arguments().isEmpty();
    return resets || isOfLessons(line.word().name());
  }

  static boolean isWord(String name) {
    return WORDS.containsKey(name);
  }

  private static void word(
      String name, String usage, String help, int argumentsMax, String... fixed) {
    WORDS.put(name, new DirectWord(name, usage, help, argumentsMax, Arrays.asList(fixed)));
  }

  /** A line that begins with a word, taken apart. */
  record Line(DirectWord word, List<String> arguments, String rest) {}

  /** All words, in the order in which help lists them. */
  static List<DirectWord> all() {
    return List.copyOf(WORDS.values());
  }

  /** Their names, in alphabetical order. */
  static TreeSet<String> names() {
    return new TreeSet<>(WORDS.keySet());
  }

  /** The words that may follow a word; none where any may. */
  static List<String> fixedAfter(String name) {
    return WORDS.get(name).fixed();
  }

  /** The word that a text is, if it is one. */
  static Optional<Line> match(String text) {
    String trimmed = text.trim();
    if (trimmed.endsWith(";")) {
      trimmed = trimmed.substring(0, trimmed.length() - 1).trim();
    }
    if (trimmed.endsWith("?")
        && ASKED.contains(trimmed.substring(0, trimmed.length() - 1).trim())) {
      trimmed = trimmed.substring(0, trimmed.length() - 1).trim();
    }
    if (trimmed.isEmpty()) {
      return Optional.empty();
    }
    String[] parts = trimmed.split("\\s+");
    DirectWord word = WORDS.get(parts[0]);
    if (word == null) {
      return Optional.empty();
    }
    List<String> arguments = Arrays.asList(parts).subList(1, parts.length);
    boolean call = !arguments.isEmpty() && arguments.get(0).startsWith("(");
    boolean program = word.name().equals("mongod") || word.name().equals("mongos");
    if (program && !ProcessLine.isOne(text)) {
      return Optional.empty();
    }
    boolean assignment = !arguments.isEmpty() && arguments.get(0).startsWith("=");
    if (call || assignment || !word.accepts(arguments)) {
      return Optional.empty();
    }
    return Optional.of(new Line(word, arguments, trimmed.substring(parts[0].length()).trim()));
  }
}
