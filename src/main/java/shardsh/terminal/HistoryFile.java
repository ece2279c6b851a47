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
import java.util.regex.Pattern;

/**
 * The inputs of former sessions, oldest first, one a line ({@code \n} and {@code \\} escaped),
 * readable by the user alone. A home that cannot be read or written costs the history and nothing
 * else.
 */
final class HistoryFile {
  private static final int ENTRIES_MAX = 1_000;

  /** mongosh's words for inputs that may hold a secret, and passwords by their usual names. */
  private static final Pattern SECRET =
      Pattern.compile(
          "\\b(createUser|auth|updateUser|changeUserPassword|connect|Mongo)\\b"
              + "|passw(or)?d|passphrase|\\bpwd\\b|secret|token",
          Pattern.CASE_INSENSITIVE);

  private final Path file;

  HistoryFile(Path file) {
    this.file = file;
  }

  /** Whether the input may be kept at all, in the file or in memory. */
  static boolean mayKeep(String input) {
    return !SECRET.matcher(input).find();
  }

  /** The last entries; cuts the file when it has grown to twice of what is kept. */
  List<String> load() {
    List<String> lines;
    try {
      lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException | SecurityException e) {
      return List.of();
    }
    if (lines.size() > 2 * ENTRIES_MAX) {
      rewrite(lines.subList(lines.size() - ENTRIES_MAX, lines.size()));
    }
    List<String> entries = new ArrayList<>();
    for (String line : lines.subList(Math.max(0, lines.size() - ENTRIES_MAX), lines.size())) {
      entries.add(decode(line));
    }
    return entries;
  }

  void append(String entry) {
    try {
      create(file);
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
