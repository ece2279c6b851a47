package shardsh.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads the engine's classes on a thread that has nothing else to do, a step ahead of the threads
 * that use them. Which they are stands in a list that the head of the executable has made together
 * with the archive of loaded classes.
 */
final class ClassesAhead {
  private ClassesAhead() {}

  /** Does nothing when there is no list; a class that is not there is left to whoever needs it. */
  static void load() {
    String list = System.getProperty("shardsh.classes");
    if (list == null) {
      return;
    }
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    try {
      for (String name : Files.readString(Path.of(list)).split("\n")) {
        Class.forName(name, false, loader);
      }
    } catch (IOException | ClassNotFoundException | LinkageError e) {
      // It was only to be faster.
    }
  }
}
