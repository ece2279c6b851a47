package shardsh.script;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import shardsh.lesson.Course;
import shardsh.lesson.NotThereException;

/** Folders where authors may name lessons: each stands for the lesson files in and below it. */
public final class LessonFolders {
  private static final String SUFFIX = ".lesson.yaml";

  private LessonFolders() {}

  /**
   * The lessons that are meant, folders replaced by their {@code *.lesson.yaml} in the order of
   * their paths. A word that is the id of a built-in lesson means that lesson.
   *
   * @throws NotThereException when a folder cannot be read or has no lesson
   */
  public static List<String> replaced(List<String> lessons) {
    return lessons.stream().flatMap(lesson -> lessonsOf(lesson).stream()).toList();
  }

  private static List<String> lessonsOf(String lesson) {
    boolean isId = Course.builtIn().ids().contains(lesson);
    // The empty path would be the folder that the user is in.
    if (isId || lesson.isEmpty() || !Files.isDirectory(Path.of(lesson))) {
      return List.of(lesson);
    }
    List<String> files = below(Path.of(lesson));
    if (files.isEmpty()) {
      throw new NotThereException("no lesson in " + lesson + ": it has no file *" + SUFFIX);
    }
    return files;
  }

  private static List<String> below(Path folder) {
    try (Stream<Path> paths = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      return paths
          .filter(path -> path.getFileName().toString().endsWith(SUFFIX))
          .filter(path -> !Files.isDirectory(path))
          .sorted()
          .map(Path::toString)
          .toList();
    } catch (IOException e) {
      throw unreadable(folder, e);
    } catch (UncheckedIOException e) {
      throw unreadable(folder, e.getCause());
    }
  }

  private static NotThereException unreadable(Path folder, IOException e) {
    return new NotThereException("cannot read " + folder + ": " + ScriptRunner.reason(e));
  }
}
