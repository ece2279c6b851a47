package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerBytesTest {
  @TempDir Path folder;

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
  void answerThatIsTooLongIsNotReadToItsEnd() throws IOException {
    Path most = Files.write(folder.resolve("most.js"), new byte[AnswerBytes.MAX]);
    Path more = Files.write(folder.resolve("more.js"), new byte[3 * AnswerBytes.MAX]);

    assertEquals(AnswerBytes.MAX, AnswerBytes.of(most.toString()).length);
    assertEquals(AnswerBytes.MAX + 1, AnswerBytes.of(more.toString()).length);
  }

  @Test
  void whatStandsForNoFileIsNotReadUnlessItIsNamed() throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/zero")));
    Path link = Files.createSymbolicLink(folder.resolve("link.js"), Path.of("/dev/zero"));

    IOException refused = assertThrows(IOException.class, () -> AnswerBytes.of(link.toString()));
    assertEquals("it is no regular file", refused.getMessage());
    assertEquals(AnswerBytes.MAX + 1, AnswerBytes.of("/dev/zero").length);
  }

  @Test
  void answerWithoutAByteIsEmpty() {
    assertEquals("", AnswerBytes.text(new byte[0]));
  }
}
