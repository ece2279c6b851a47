package shardsh.lesson;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import shardsh.core.base.Nearest;

/**
 * Finds lessons that {@code next} or {@code prerequisites} name and that are not there: those of
 * the program's own course and those in the folder of the file are.
 */
final class WayLint {
  private static final String ENDING = ".lesson.yaml";

  private final Faults remarks;

  WayLint(Faults remarks) {
    this.remarks = remarks;
  }

  void check(SourceNode lesson) {
    String id = lesson.text("id").orElse("");
    Collection<String> known = new TreeSet<>(Course.builtIn().ids());
    known.addAll(beside(lesson.file()));
    for (String field : List.of("next", "prerequisites")) {
      List<SourceNode> named = new ArrayList<>(lesson.itemsOf(field));
      lesson.get(field).filter(node -> node.is(SourceNode.Kind.TEXT)).ifPresent(named::add);
      for (SourceNode node : named) {
        if (node.raw().equals(id)) {
          // Who has done a lesson is not sent to it again.
          remarks.add(node, "'" + field + "' names the lesson itself", "take it out");
        } else if (!known.contains(node.raw())) {
          remarks.add(
              node,
              "'" + field + "' names '" + node.raw() + "', and there is no such lesson",
              Nearest.to(node.raw(), known)
                  .map(near -> "did you mean '" + near + "'?")
                  .orElse("name one that `shardsh lessons` lists, or one beside the file"));
        }
      }
    }
  }

  /** The ids of the lessons in the folder of a file. */
  private static List<String> beside(String file) {
    try {
      Path folder = Path.of(file).toAbsolutePath().getParent();
      if (folder == null || !Files.isDirectory(folder)) {
        return List.of();
      }
      try (Stream<Path> files = Files.list(folder)) {
        return files
            .map(path -> path.getFileName().toString())
            .filter(name -> name.endsWith(ENDING))
            .map(name -> name.substring(0, name.length() - ENDING.length()))
            .sorted()
            .toList();
      }
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      // A folder that cannot be read has no lessons to name.
      return List.of();
    }
  }
}
