package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.js.GuestValues;
import shardsh.lesson.Evidence;

/** What was done in a step, or in a lesson. What was spent stays spent, whatever is undone. */
final class LessonScope {
  private static final int OUTPUT_MAX = 1_000_000;
  private static final int COMMANDS_MAX = 10_000;

  private long firstCommand;
  private final List<CallDocuments.Done> commands = new ArrayList<>();
  private final Map<String, BsonDocument> predictions = new LinkedHashMap<>();
  private final Map<String, BsonDocument> answers = new LinkedHashMap<>();
  private final StringBuilder output = new StringBuilder();
  private BsonDocument cost = new BsonDocument();
  private boolean isWhole = true;

  /** Where in the output begins what counts for a check that had to wait for others. */
  private final Map<String, Integer> waited = new LinkedHashMap<>();

  /** What the numbers of commands are ahead of their count, so that each is given once. */
  private long ahead;

  /**
   * @param firstCommand the number of the first command to come
   */
  LessonScope(long firstCommand) {
    this.firstCommand = firstCommand;
  }

  /**
   * @param areAll whether these are all the commands there were
   */
  void add(
      List<CallDocuments.Done> newCommands,
      String newOutput,
      BsonDocument newCost,
      boolean areAll) {
    isWhole &= areAll;
    commands.addAll(newCommands);
    while (commands.size() > COMMANDS_MAX) {
      commands.remove(0);
      firstCommand++;
      isWhole = false;
    }
    if (output.length() < OUTPUT_MAX) {
      output.append(newOutput);
    }
    BsonDocument sum = new BsonDocument();
    for (String metric : newCost.keySet()) {
      BsonValue before = cost.get(metric, new BsonInt32(0));
      double total = before.asNumber().doubleValue() + newCost.get(metric).asNumber().doubleValue();
      sum.append(metric, GuestValues.number(Math.round(total * 10) / 10.0));
    }
    cost = sum;
  }

  /** A check waits for others: what was shown up to now does not count for it. */
  void waits(String check) {
    waited.put(check, output.length());
  }

  /** Where in the output begins what counts for that check. */
  int outputFrom(String check) {
    return Math.min(waited.getOrDefault(check, 0), output.length());
  }

  /** How far it had come: the count of commands, and the length of what was shown. */
  record Mark(long commands, int outputLength) {}

  Mark mark() {
    return new Mark(nextCommand() - ahead, output.length());
  }

  /**
   * Forgets what was done since. Answers stay given, and what was spent stays spent.
   *
   * @param skipped what is added to all numbers, those of the commands that stay included
   */
  void backTo(Mark mark, long skipped) {
    while (!commands.isEmpty() && nextCommand() - ahead > mark.commands()) {
      commands.remove(commands.size() - 1);
    }
    ahead += skipped;
    output.setLength(Math.min(output.length(), mark.outputLength()));
  }

  /** The commands whose results are still to be held against other data. */
  List<CallDocuments.Done> unproven() {
    return commands.stream().filter(done -> !done.reads().isEmpty()).toList();
  }

  /** Whether the result of the last command is not believed. */
  boolean lastIsWithdrawn() {
    return !commands.isEmpty() && commands.get(commands.size() - 1).isWithdrawn();
  }

  /** What is known of a command now takes its place. */
  void replace(CallDocuments.Done before, CallDocuments.Done now) {
    commands.replaceAll(done -> done == before ? now : done);
  }

  void answered(boolean isPrediction, String question, BsonDocument answer) {
    (isPrediction ? predictions : answers).put(question, answer);
  }

  /** What was spent since that was the cost is not counted. */
  void spentOnly(BsonDocument earlier) {
    cost = earlier;
  }

  BsonDocument cost() {
    return cost;
  }

  /** The number of the next command. */
  long nextCommand() {
    return firstCommand + ahead + commands.size();
  }

  int commandCount() {
    return commands.size();
  }

  Evidence.Scope view() {
    return new Evidence.Scope(
        firstCommand + ahead,
        commands.stream().map(CallDocuments.Done::document).toList(),
        isWhole,
        cost,
        new LinkedHashMap<>(predictions),
        new LinkedHashMap<>(answers),
        output.toString());
  }
}
