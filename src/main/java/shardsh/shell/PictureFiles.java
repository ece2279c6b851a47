package shardsh.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import shardsh.js.ShellInputException;
import shardsh.lesson.NotThereException;
import shardsh.render.Diagrams;
import shardsh.render.HtmlWriter;
import shardsh.render.Mermaid;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.render.SvgWriter;

/**
 * A picture as a file for slides and reports.
 *
 * @param title what stands above it
 * @param word one of {@link Diagrams#words()}
 */
record PictureFiles(String title, String word, Scene scene, ScreenProfile screen) {

  /**
   * Writes a page, or a drawing where the file's name ends in {@code .svg}; gives a line about it.
   *
   * @throws ShellInputException when the file cannot be written
   */
  StyledLine page(String file) {
    return written(file, pageText(file));
  }

  /** What {@link #page} writes. */
  String pageText(String file) {
    ScreenProfile paper = ScreenProfile.unicode(screen.width());
    var lines = Diagrams.drawWhole(word, scene, paper);
    return file.toLowerCase(Locale.ROOT).endsWith(".svg")
        ? SvgWriter.drawing(title, lines)
        : HtmlWriter.page(title, lines);
  }

  /**
   * Writes it for Mermaid; gives a line about it.
   *
   * @throws ShellInputException when there is nothing to draw or the file cannot be written
   */
  StyledLine mermaid(String file) {
    return written(file, mermaidText());
  }

  /** What {@link #mermaid} writes. */
  String mermaidText() {
    return Mermaid.of(word, scene)
        .orElseThrow(
            () ->
                ShellInputException.invalid(
                    "there is nothing to draw yet in show " + word + " for Mermaid"));
  }

  /**
   * Writes it for {@code shardsh export}; {@code -} for the file gives the text instead.
   *
   * @throws NotThereException when the file cannot be written, or there is nothing to draw yet
   */
  List<StyledLine> export(boolean asMermaid, String file) {
    try {
      if (file.equals("-")) {
        String text = asMermaid ? mermaidText() : pageText(file);
        return text.lines().map(StyledLine::of).toList();
      }
      return List.of(asMermaid ? mermaid(file) : page(file));
    } catch (ShellInputException e) {
      throw new NotThereException(e.getMessage());
    }
  }

  private static StyledLine written(String file, String text) {
    try {
      Files.write(Path.of(file), text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      throw failed("ENOENT: no such file or directory", file);
    } catch (AccessDeniedException e) {
      throw failed("EACCES: permission denied", file);
    } catch (InvalidPathException e) {
      throw failed("EINVAL: invalid argument", file);
    } catch (IOException e) {
      boolean isFolder = Files.isDirectory(Path.of(file));
      throw failed(
          isFolder ? "EISDIR: illegal operation on a directory" : "EIO: " + e.getMessage(), file);
    }
    return StyledLine.of("wrote " + file);
  }

  private static ShellInputException failed(String why, String file) {
    return new ShellInputException("Error", why + ", open '" + file + "'", "");
  }
}
