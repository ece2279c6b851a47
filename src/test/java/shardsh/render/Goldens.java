package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Files of pictures that were looked at and kept, each with sections for several screens. */
final class Goldens {
  static final Path FOLDER = Path.of("src/test/resources/render");
  private static final boolean WRITE = Boolean.getBoolean("render.golden.write");

  private Goldens() {}

  /** Appends the lines as that screen shows them, below a line that says which it is. */
  static void section(List<StyledLine> lines, ScreenProfile screen, StringBuilder out) {
    out.append("=== ")
        .append(screen.width())
        .append(" columns")
        .append(screen.unicode() ? "" : ", ASCII")
        .append(screen.colour() ? ", in colour\n" : "\n");
    out.append(AnsiWriter.stream(screen).lines(lines).replace('\u001B', '␛')).append('\n');
  }

  /** Whether that is what the file has; where it is asked for, the file is written instead. */
  static void compare(Path file, CharSequence drawn) throws IOException {
    if (WRITE) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, drawn);
    }
    assertEquals(Files.readString(file), drawn.toString());
  }
}
