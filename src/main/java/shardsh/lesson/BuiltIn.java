package shardsh.lesson;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The files of {@code lessons/} inside the program. */
final class BuiltIn {
  private BuiltIn() {}

  /** The text of a file below {@code lessons/}, e.g. {@code clusters/canvas.yaml}. */
  static Optional<String> text(String path) {
    try (InputStream stream = BuiltIn.class.getResourceAsStream("/lessons/" + path)) {
      return stream == null
          ? Optional.empty()
          : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException("the program file is damaged: lessons/" + path, e);
    }
  }

  /** A schema below {@code lessons/}. */
  static Schema schema(String path) {
    Faults faults = new Faults();
    String text =
        text(path).orElseThrow(() -> new IllegalStateException("no lessons/" + path + " built in"));
    Optional<SourceNode> tree = new SourceReader(path, faults, faults).json(text);
    return new Schema(
        tree.orElseThrow(() -> new IllegalStateException(faults.sorted().toString())));
  }
}
