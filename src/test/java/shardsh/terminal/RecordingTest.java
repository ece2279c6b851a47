package shardsh.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings, read back as the JSON lines that they are. */
class RecordingTest {
  @TempDir Path folder;

  /** The events of a recording: its header is looked at here. */
  static List<BsonArray> events(Path file, int width, int height) throws IOException {
    List<String> lines = Files.readAllLines(file);
    BsonDocument header = BsonDocument.parse(lines.get(0));
    assertEquals(2, header.getInt32("version").getValue());
    assertEquals(width, header.getInt32("width").getValue());
    assertEquals(height, header.getInt32("height").getValue());
    List<BsonArray> events = new ArrayList<>();
    double last = 0;
    for (String line : lines.subList(1, lines.size())) {
      BsonArray event = BsonArray.parse(line);
      assertEquals(3, event.size(), line);
      double time = event.get(0).asNumber().doubleValue();
      assertTrue(time >= last, line);
      last = time;
      events.add(event);
    }
    return events;
  }

  /** All that came on the screen, in one text. */
  static String screen(List<BsonArray> events) {
    StringBuilder text = new StringBuilder();
    for (BsonArray event : events) {
      if (event.get(1).asString().getValue().equals("o")) {
        text.append(event.get(2).asString().getValue());
      }
    }
    return text.toString();
  }

  @Test
  void timesOfARunWithoutAScreenAreMadeUpAndAlwaysTheSame() throws Exception {
    Path file = folder.resolve("a.cast");
    try (Recording recording = Recording.open(file, 80, 0, false)) {
      recording.input("shop> ", "[1,\n2]");
      recording.written("[ 1, 2 ]\n");
      recording.pass(500_000);
      recording.output("x");
    }

    assertEquals(
        """
        {"version": 2, "width": 80, "height": 24, "env": {"TERM": "xterm-256color"}, "title": "shardsh"}
        [1.000000, "o", "shop> [1,\\r\\n... 2]\\r\\n"]
        [1.020000, "o", "[ 1, 2 ]\\r\\n"]
        [1.520000, "o", "x"]
        """,
        Files.readString(file));
  }

  @Test
  void everyCharacterSurvivesAsJson() throws Exception {
    Path file = folder.resolve("a.cast");
    StringBuilder all = new StringBuilder("\"\\\u2028\uD83D\uDE00中");
    for (char c = 1; c < 0xA0; c++) {
      all.append(c == '\n' ? ' ' : c);
    }
    try (Recording recording = Recording.open(file, 80, 30, false)) {
      recording.output(all.toString());
      recording.output("\uD800");
    }

    assertEquals(all + "\uFFFD", screen(events(file, 80, 30)));
  }

  @Test
  void bytesGoToTheScreenAtOnceAndCharactersIntoTheRecordingWhole() throws Exception {
    Path file = folder.resolve("a.cast");
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    byte[] bytes = "a中b\n".getBytes(StandardCharsets.UTF_8);
    List<BsonArray> events;
    try (Recording recording = Recording.open(file, 80, 30, true)) {
      OutputStream both = recording.alsoTo(seen);
      for (byte one : bytes) {
        both.write(one);
        both.flush();
      }
    }
    events = events(file, 80, 30);

    assertEquals("a中b\n", seen.toString(StandardCharsets.UTF_8));
    assertEquals("a中b\r\n", screen(events));
    assertEquals("中", events.get(1).get(2).asString().getValue());
  }

  @Test
  void anotherSizeIsAnEvent() throws Exception {
    Path file = folder.resolve("a.cast");
    try (Recording recording = Recording.open(file, 80, 30, false)) {
      recording.resized(100, 40);
    }

    assertEquals("[0.000000, \"r\", \"100x40\"]", Files.readAllLines(file).get(1));
  }

  @Test
  void aFileThatCannotBeWrittenIsRefused() {
    assertThrows(
        IOException.class, () -> Recording.open(folder.resolve("no/a.cast"), 80, 30, false));
  }

  @Test
  void aFullDiskIsAnErrorAtTheStartAndEndsTheRecordingLater() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    assertThrows(IOException.class, () -> Recording.open(full, 80, 30, false));
    Path file = folder.resolve("a.cast");
    Recording recording = Recording.open(file, 80, 30, false);
    recording.written("one\n");
    assertEquals(Optional.empty(), recording.problem());

    recording.close();
    recording.written("two\n");
    recording.written("three\n");

    assertTrue(recording.problem().isPresent());
    assertEquals(2, Files.readAllLines(file).size());
  }
}
