package shardsh.lesson;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Files of the user as text. */
final class Texts {
  private static final long BYTES_MAX = 12_000_000;

  private Texts() {}

  /**
   * A file's text, without a byte order mark.
   *
   * @throws NotThereException when there is no such file, or it cannot be opened
   * @throws LessonException when it is no text in UTF-8
   */
  static String read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new NotThereException("there is no file " + file);
    }
    try {
      if (Files.size(file) > BYTES_MAX) {
        throw new LessonException(
            List.of(new Fault(file.toString(), 0, "the file is longer than 3 MB", "shorten it")));
      }
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
              .toString();
      return text.startsWith("\ufeff") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new LessonException(
          List.of(new Fault(file.toString(), 0, "the file is not in UTF-8", "save it as UTF-8")));
    } catch (IOException e) {
      throw new NotThereException("the file " + file + " cannot be opened");
    }
  }
}
