package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A line that does more than the trace keeps is counted as a whole all the same. */
class LongLineTest {
  private static final String LONG =
      "for (let i = 0; i < 3000; i++) db.orders.findOne({customerId: 470}); 0";

  private static PromptFixture prompt;

  @BeforeAll
  static void run() {
    prompt = PromptFixture.canvas().after(LONG);
  }

  private static String shown(String typed) {
    return prompt.answer(typed);
  }

  @Test
  void costsAreThoseOfAllItsCommands() {
    assertEquals("3000", shown("sim.cost().last.commands"));
    assertEquals("12000", shown("sim.cost().last.messages"));
  }

  @Test
  void whyCountsAllOfThem() {
    assertTrue(shown("why").startsWith("The last of 3,000 commands:"), shown("why"));
  }

  @Test
  void theTraceBeginsWithAWholeCommandAndSaysHowManyCameBefore() {
    List<String> lines = shown("show trace").lines().toList();

    assertEquals("… 1,572 commands of the line came before these", lines.get(0));
    assertTrue(lines.get(2).contains("── find ──"), lines.get(2));
  }
}
