package shardsh.script;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An answer as its editor saved it. Every answer is graded: where it is not UTF-8, a comment costs
 * nothing and code is no JavaScript in that line.
 */
public final class AnswerBytes {
  /** How many bytes an answer may have. */
  public static final int MAX = 1 << 20;

  private AnswerBytes() {}

  /**
   * Reads an answer; of one that is too long, one byte more than it may have.
   *
   * @param name of the file, {@code -} for standard input
   * @throws IOException also for what is no regular file, and might never give an end
   */
  public static byte[] of(String name) throws IOException {
    try (InputStream input = open(name)) {
      return input.readNBytes(MAX + 1);
    }
  }

  /** A device that is named as such is meant; it has no position, which others are asked for. */
  private static InputStream open(String name) throws IOException {
    if (name.equals("-") || name.startsWith("/dev/")) {
      return new BufferedInputStream(
          name.equals("-") ? new FileInputStream(FileDescriptor.in) : new FileInputStream(name));
    }
    Path path = Path.of(name);
    if (Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path)) {
      throw new IOException("it is no regular file");
    }
    return Files.newInputStream(path);
  }

  /** The text, of UTF-16 if it begins with the mark for that; what is no character is U+FFFD. */
  public static String text(byte[] answer) {
    boolean big = answer.length > 1 && answer[0] == (byte) 0xFE && answer[1] == (byte) 0xFF;
    boolean little = answer.length > 1 && answer[0] == (byte) 0xFF && answer[1] == (byte) 0xFE;
    return new String(answer, big || little ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8);
  }
}
