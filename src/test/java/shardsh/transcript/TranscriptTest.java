package shardsh.transcript;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every session in {@code transcripts/} gives again what it gave, byte for byte. After a wanted
 * change run with {@code -Dshardsh.update=true} and read the difference.
 */
class TranscriptTest {
  private static final Path FOLDER = Path.of("src/test/resources/transcripts");
  private static final boolean UPDATE = Boolean.getBoolean("shardsh.update");

  @TestFactory
  List<DynamicTest> replayGivesTheSameText() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".txt"))
          .sorted()
          .map(file -> DynamicTest.dynamicTest(nameOf(file), () -> compare(file)))
          .toList();
    }
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString().replace(".txt", "");
  }

  private static void compare(Path file) throws IOException {
    String kept = Files.readString(file);
    String now = Transcript.replay(kept);
    if (UPDATE) {
      Files.writeString(file, now);
    } else {
      assertEquals(kept, now);
    }
  }
}
