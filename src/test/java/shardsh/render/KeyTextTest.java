package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class KeyTextTest {

  @Test
  void rangeThatIsTooWideKeepsItsBracketsAndTheBeginningsOfBothBounds() {
    assertEquals("[-2399…, Max)", cut("[-2399550112878155223, Max)", 13));
    assertEquals("[{\"nort…, {\"sout…)", cut("[{\"north\", Min}, {\"south\", Min})", 18));
  }

  @Test
  void rangeThatFitsAndTextThatIsNoRangeAreCutAsAnyCell() {
    assertEquals("[1, 2)", cut("[1, 2)", 6));
    assertEquals("wrong s…", cut("wrong shard", 8));
    assertEquals("[1, 2…", cut("[1, 2, 3]", 6));
  }

  private static String cut(String text, int cells) {
    return KeyText.cut(StyledLine.of(text), cells).text();
  }
}
