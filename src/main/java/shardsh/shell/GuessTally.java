package shardsh.shell;

import java.util.ArrayList;
import java.util.List;

/** The guesses made in a lesson: how many were right, and in which steps the others were. */
final class GuessTally {
  private static final int ROUND_MIN = 10;

  private final List<String> missed = new ArrayList<>();
  private int all;

  /**
   * One more guess.
   *
   * @param step the number of its step, from 1
   */
  void add(int step, boolean isRight) {
    all++;
    if (!isRight) {
      missed.add(Integer.toString(step));
    }
  }

  /** How many were right, and after many which were not; empty when none was made. */
  String words(LessonPage page) {
    if (all == 0) {
      return "";
    }
    int right = all - missed.size();
    String tally =
        page.say(
            "Your guesses: " + right + " of " + all + " right.",
            "你的猜测：" + all + " 次中对了 " + right + " 次。");
    if (all < ROUND_MIN || missed.isEmpty()) {
      return tally;
    }
    return tally
        + page.say(
            " Missed: " + String.join(", ", missed) + ".",
            "猜错的是：" + String.join("、", missed) + "。");
  }
}
