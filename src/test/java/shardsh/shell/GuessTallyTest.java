package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class GuessTallyTest {
  @Test
  void afterManyGuessesTheMissedOnesAreNamed() {
    GuessTally few = new GuessTally();
    GuessTally many = new GuessTally();
    few.add(3, false);
    for (int step = 1; step <= 12; step++) {
      many.add(step, step != 5 && step != 8);
    }

    assertEquals("Your guesses: 0 of 1 right.", few.words(page("en")));
    assertEquals("Your guesses: 10 of 12 right. Missed: 5, 8.", many.words(page("en")));
    assertEquals("你的猜测：12 次中对了 10 次。猜错的是：5、8。", many.words(page("zh")));
  }

  @Test
  void guessMadeAnewCountsInThePlaceOfTheOneBefore() {
    GuessTally tally = new GuessTally();
    tally.add(1, false);
    tally.add(2, true);
    tally.add(1, true);

    assertEquals("Your guesses: 2 of 2 right.", tally.words(page("en")));
  }

  private static LessonPage page(String locale) {
    return new LessonPage(locale, () -> 80);
  }
}
