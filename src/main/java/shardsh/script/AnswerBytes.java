package shardsh.script;

import java.nio.charset.StandardCharsets;

/**
 * An answer as its editor saved it. Every answer is graded: where it is not UTF-8, a comment costs
 * nothing and code is no JavaScript in that line.
 */
public final class AnswerBytes {
  private AnswerBytes() {}

  /** The text, of UTF-16 if it begins with the mark for that; what is no character is U+FFFD. */
  public static String text(byte[] answer) {
    boolean big = answer.length > 1 && answer[0] == (byte) 0xFE && answer[1] == (byte) 0xFF;
    boolean little = answer.length > 1 && answer[0] == (byte) 0xFF && answer[1] == (byte) 0xFE;
    return new String(answer, big || little ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8);
  }
}
