package shardsh.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * The inputs of former sessions, oldest first, one a line ({@code \n} and {@code \\} escaped),
 * readable by the user alone. A home that cannot be read or written costs the history and nothing
 * else.
 */
final class HistoryFile {
  private static final long BYTES_MAX = 100_000_000;

  private final Path file;

  HistoryFile(Path file) {
    this.file = file;
  }

  /**
   * The last entries; cuts the file when it holds more than those.
   *
   * @param max how many are kept
   */
  List<String> load(int max) {
    if (!isOurs()) {
      return List.of();
    }
    List<String> lines;
    try {
      keepFromOthers();
      lines = Files.size(file) <= BYTES_MAX ? Files.readAllLines(file) : List.of();
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      return List.of();
    }
    if (lines.size() > max) {
      rewrite(lines.subList(lines.size() - max, lines.size()));
    }
    List<String> entries = new ArrayList<>();
    for (String line : lines.subList(Math.max(0, lines.size() - max), lines.size())) {
      entries.add(decode(line));
    }
    return entries;
  }

  /**
   * Whether it is a file: what is kept in {@code /dev/null} is neither read, nor may the device
   * become the user's own.
   */
  private boolean isOurs() {
    return Files.isRegularFile(file);
  }

  /** A file that was copied from elsewhere may be open to all. */
  private void keepFromOthers() throws IOException {
    if (!Files.getPosixFilePermissions(file).equals(PosixFilePermissions.fromString("rw-------"))) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
  }

  void append(String entry) {
    try {
      create(file);
      if (!isOurs()) {
        return;
      }
      Files.writeString(file, encode(entry) + "\n", StandardOpenOption.APPEND);
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      // The session goes on without a file; its own history is in memory.
    }
  }

  private void rewrite(List<String> lines) {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.deleteIfExists(fresh);
      create(fresh);
      Files.write(fresh, lines, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      // The long file stays; nothing is lost.
    }
  }

  private static void create(Path path) throws IOException {
    if (Files.exists(path)) {
      return;
    }
    Files.createDirectories(path.toAbsolutePath().getParent());
    try {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      // Another session was faster; its file has the same permissions.
    }
  }

  private static String encode(String entry) {
    return entry.replace("\\", "\\\\").replace("\n", "\\n");
  }

  private static String decode(String line) {
    if (line.indexOf('\\') < 0) {
      return line;
    }
    StringBuilder entry = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && i + 1 < line.length()) {
        char next = line.charAt(++i);
        entry.append(next == 'n' ? '\n' : next);
      } else {
        entry.append(c);
      }
    }
    return entry.toString();
  }
}
