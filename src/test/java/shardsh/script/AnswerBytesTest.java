package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerBytesTest {
  @Test
  void answerOfAnotherEncodingIsReadAsFarAsItIsText() {
    byte[] latin = "1 // caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);

    assertEquals("1 // caf\uFFFD", AnswerBytes.text(latin));
  }

  @Test
  void answerInUtf16IsKnownByItsMark() {
    assertEquals("find \u5206", AnswerBytes.text("find \u5206".getBytes(StandardCharsets.UTF_16)));
    assertEquals("find", AnswerBytes.text("\uFEFFfind".getBytes(StandardCharsets.UTF_16LE)));
  }

  @Test
  void answerWithoutAByteIsEmpty() {
    assertEquals("", AnswerBytes.text(new byte[0]));
  }
}
