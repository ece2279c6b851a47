package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressFileTest {
  @TempDir Path folder;
  private final List<String> warnings = new ArrayList<>();

  private ProgressFile file() {
    return new ProgressFile(folder.resolve("deep/progress.json"), warnings::add);
  }

  @Test
  void whatIsWrittenIsReadAndFormsATextWithSortedNames() throws IOException {
    file().update(all -> all.getDocument("lessons").put("b", new BsonDocument()));
    file().update(all -> all.getDocument("lessons").put("a", new BsonDocument()));

    String text = Files.readString(folder.resolve("deep/progress.json"));
    assertTrue(text.indexOf("\"a\"") < text.indexOf("\"b\""), text);
    assertEquals(2, file().read().getDocument("lessons").size());
    assertEquals(List.of(), warnings);
  }

  @Test
  void folderInItsPlaceStaysWhereItIs() throws IOException {
    Path path = folder.resolve("deep/progress.json");
    Files.createDirectories(path);

    assertTrue(file().read().getDocument("lessons").isEmpty());
    file().update(all -> all.getDocument("lessons").put("x", new BsonDocument()));

    assertTrue(Files.isDirectory(path));
    assertFalse(Files.exists(folder.resolve("deep/progress.json.aside-1")));
    assertEquals("the progress file " + path + " is a folder", warnings.get(0));
  }

  @Test
  void brokenFileIsSetAsideAndKept() throws IOException {
    Path path = folder.resolve("deep/progress.json");
    Files.createDirectories(path.getParent());
    Files.writeString(path, "{\"lessons\": {\"a\"");

    assertTrue(file().read().getDocument("lessons").isEmpty());
    file().update(all -> all.getDocument("lessons").put("x", new BsonDocument()));

    assertEquals(
        "{\"lessons\": {\"a\"", Files.readString(folder.resolve("deep/progress.json.aside-1")));
    assertEquals(1, warnings.size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1",
        "3",
        "{\"schemaVersion\": 1, \"lessons\": {\"a\": 5}}",
        "{\"schemaVersion\": 1, \"lessons\": {\"a\": {\"passed\": 3}}}",
        "{\"schemaVersion\": 1, \"lessons\": {\"a\": {\"attempts\": {\"b\": \"c\"}}}}"
      })
  void fileOfAnotherFormIsSetAsideAndNotTakenIn(String text) throws IOException {
    Path path = folder.resolve("deep/progress.json");
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);

    assertTrue(file().read().getDocument("lessons").isEmpty());

    assertEquals(text, Files.readString(folder.resolve("deep/progress.json.aside-1")));
    assertThrows(IllegalArgumentException.class, () -> ProgressFile.parse(text));
  }

  @Test
  void newerFileIsSetAsideAndKept() throws IOException {
    Path path = folder.resolve("deep/progress.json");
    Files.createDirectories(path.getParent());
    Files.writeString(path, "{\"schemaVersion\": 2, \"lessons\": {}}");

    assertTrue(file().read().getDocument("lessons").isEmpty());

    assertFalse(Files.exists(path));
    assertTrue(Files.exists(folder.resolve("deep/progress.json.aside-1")));
    assertTrue(warnings.get(0).contains("newer"), warnings.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void linkToTheFileStaysALink(boolean isThere) throws IOException {
    Path target = Files.createDirectories(folder.resolve("kept")).resolve("mine.json");
    if (isThere) {
      Files.writeString(target, "{\"schemaVersion\": 1, \"lessons\": {\"a\": {}}}");
    }
    Path link = Files.createDirectories(folder.resolve("deep")).resolve("progress.json");
    Files.createSymbolicLink(link, Path.of("../kept/mine.json"));

    file().update(all -> all.getDocument("lessons").put("b", new BsonDocument()));

    assertTrue(Files.isSymbolicLink(link));
    assertTrue(Files.readString(target).contains("\"b\""));
    assertEquals(isThere, Files.readString(target).contains("\"a\""));
  }

  @Test
  void brokenFileThatCannotBeSetAsideIsToldOfOnceAndLeft() throws IOException {
    Path tooLongForAnotherName = folder.resolve("p".repeat(250));
    Files.writeString(tooLongForAnotherName, "{");
    ProgressFile progress = new ProgressFile(tooLongForAnotherName, warnings::add);

    assertTrue(progress.read().getDocument("lessons").isEmpty());
    assertTrue(progress.read().getDocument("lessons").isEmpty());
    progress.update(all -> all.getDocument("lessons").put("b", new BsonDocument()));

    assertEquals("{", Files.readString(tooLongForAnotherName));
    assertEquals(2, warnings.size(), warnings::toString);
  }

  @Test
  void manyWritersAtOnceLoseNothing() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      String name = "lesson-" + t;
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < 20; i++) {
                  int value = i;
                  file()
                      .update(
                          all ->
                              all.getDocument("lessons")
                                  .put(name, new BsonDocument("n", new BsonInt32(value))));
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    BsonDocument lessons = file().read().getDocument("lessons");
    assertEquals(4, lessons.size());
    lessons
        .values()
        .forEach(entry -> assertEquals(19, entry.asDocument().getInt32("n").getValue()));
    try (var files = Files.list(folder.resolve("deep"))) {
      assertEquals(2, files.count(), "no temporary file is left");
    }
  }
}
