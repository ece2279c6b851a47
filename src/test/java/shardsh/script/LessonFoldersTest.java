package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shardsh.lesson.Course;
import shardsh.lesson.NotThereException;
import shardsh.shell.ExitStatus;

/** Who names a folder means the lessons in it. */
class LessonFoldersTest {
  @TempDir Path folder;

  private String write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  @Test
  void folderMeansTheLessonFilesInAndBelowItInOrder() throws IOException {
    String second = write("track/b.lesson.yaml", "");
    String first = write("track/a.lesson.yaml", "");
    String third = write("z.lesson.yaml", "");
    write("course.yaml", "");
    write("clusters/mine.yaml", "");
    Files.createDirectory(folder.resolve("x.lesson.yaml"));

    List<String> lessons = LessonFolders.replaced(List.of("one-shard-only", folder.toString()));

    assertEquals(List.of("one-shard-only", first, second, third), lessons);
  }

  @Test
  void linkToAFolderIsThatFolder() throws IOException {
    write("track/a.lesson.yaml", "");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("track"));

    assertEquals(
        List.of(link.resolve("a.lesson.yaml").toString()),
        LessonFolders.replaced(List.of(link.toString())));
  }

  @Test
  void folderWithoutALessonIsNotThere() {
    NotThereException thrown =
        assertThrows(
            NotThereException.class, () -> LessonFolders.replaced(List.of(folder.toString())));

    assertEquals("no lesson in " + folder + ": it has no file *.lesson.yaml", thrown.getMessage());
  }

  @Test
  void emptyWordIsNoFolder() {
    assertEquals(List.of(""), LessonFolders.replaced(List.of("")));
  }

  @Test
  void statisticsOfLessonFilesCountThoseLessonsAlone() throws IOException {
    String file =
        write("mine.lesson.yaml", Course.builtIn().place("one-collection-many-shards").text());
    List<String> said = new ArrayList<>();

    int status = new AuthorTools(said::add).coverage(List.of(file));

    assertEquals(ExitStatus.OK, status);
    List<String> taught = said.stream().filter(line -> line.contains("one-collection")).toList();
    assertTrue(!taught.isEmpty() && taught.size() < said.size() / 2, said::toString);
    assertTrue(said.get(said.size() - 1).startsWith(taught.size() + " of "), said::toString);
  }

  @Test
  void learnersAreCountedForEachOfSeveralLessons() throws IOException {
    List<String> said = new ArrayList<>();
    String log = write("log.json", "{\"format\": 1, \"lessons\": {}}");

    new AuthorTools(said::add).fared(List.of("zones", "ghost-hunt"), List.of(log));

    assertEquals(
        List.of("zones: 0 learners", "ghost-hunt: 0 learners"),
        said.stream().filter(line -> line.contains("learners")).toList());
  }
}
