package shardsh.shell;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The guesses made in a lesson: how many were right, and in which steps the others were. */
final class GuessTally {
  private static final int ROUND_MIN = 10;

  private final Map<Integer, Boolean> byStep = new TreeMap<>();

  /**
   * A guess; one that was made in the same step before counts no more.
   *
   * @param step the number of its step, from 1
   */
  void add(int step, boolean isRight) {
    byStep.put(step, isRight);
  }

  /** How many were right, and after many which were not; empty when none was made. */
  String words(LessonPage page) {
    int all = byStep.size();
    if (all == 0) {
      return "";
    }
    String missed =
        byStep.entrySet().stream()
            .filter(guess -> !guess.getValue())
            .map(guess -> guess.getKey().toString())
            .collect(Collectors.joining(page.say(", ", "、")));
    long right = byStep.values().stream().filter(isRight -> isRight).count();
    String tally =
        page.say(
            "Your guesses: " + right + " of " + all + " right.",
            "你的猜测：" + all + " 次中对了 " + right + " 次。");
    if (all < ROUND_MIN || missed.isEmpty()) {
      return tally;
    }
    return tally + page.say(" Missed: " + missed + ".", "猜错的是：" + missed + "。");
  }
}
