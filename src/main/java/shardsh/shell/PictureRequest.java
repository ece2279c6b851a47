package shardsh.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.js.ShellInputException;
import shardsh.render.Diagrams;
import shardsh.render.HtmlWriter;
import shardsh.render.Mermaid;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/**
 * What follows a picture's word: {@code [NS] [--html FILE] [--mermaid FILE]}.
 *
 * @param ns as typed
 */
record PictureRequest(
    String word, Optional<String> ns, Optional<String> html, Optional<String> mermaid) {

  /**
   * Reads the words behind {@code show WORD}.
   *
   * @throws ShellInputException for more than one namespace, an unknown option, or an option
   *     without its file
   */
  static PictureRequest read(String word, List<String> arguments) {
    Optional<String> html = Optional.empty();
    Optional<String> mermaid = Optional.empty();
    List<String> plain = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      boolean toHtml = argument.equals("--html");
      if (toHtml || argument.equals("--mermaid")) {
        if (i + 1 == arguments.size()) {
          throw ShellInputException.invalid("show " + word + " " + argument + " needs a file name")
              .withHint("show " + word + " " + argument + " " + word + "." + argument.substring(2));
        }
        i++;
        html = toHtml ? Optional.of(arguments.get(i)) : html;
        mermaid = toHtml ? mermaid : Optional.of(arguments.get(i));
      } else if (argument.startsWith("--")) {
        throw ShellInputException.invalid(
            "show " + word + " has no option " + argument + "; there are --html and --mermaid");
      } else {
        plain.add(argument);
      }
    }
    if (plain.size() > 1) {
      throw ShellInputException.invalid(
          "show " + word + " takes at most one namespace, got " + String.join(" ", plain));
    }
    return new PictureRequest(word, plain.stream().findFirst(), html, mermaid);
  }

  /**
   * The picture, or a line for each file that was written instead.
   *
   * @throws ShellInputException when a picture has no Mermaid form or a file cannot be written
   */
  List<StyledLine> answer(Scene scene, ScreenProfile screen) {
    List<StyledLine> lines = new ArrayList<>();
    if (mermaid.isPresent()) {
      String text =
          Mermaid.of(word, scene)
              .orElseThrow(
                  () ->
                      ShellInputException.invalid(
                              "show "
                                  + word
                                  + " has no Mermaid form; there is one of "
                                  + String.join(" and ", Mermaid.words()))
                          .withHint("show " + word + " --html FILE   works for every picture"));
      lines.add(written(mermaid.get(), text));
    }
    if (html.isPresent()) {
      ScreenProfile page = ScreenProfile.unicode(screen.width());
      lines.add(
          written(html.get(), HtmlWriter.page("show " + word, Diagrams.draw(word, scene, page))));
    }
    return lines.isEmpty() ? Diagrams.draw(word, scene, screen) : lines;
  }

  private static StyledLine written(String file, String text) {
    try {
      Files.writeString(Path.of(file), text, StandardCharsets.UTF_8);
    } catch (IOException | InvalidPathException e) {
      throw new ShellInputException(
          "Error", "ENOENT: no such file or directory, open '" + file + "'", "");
    }
    return StyledLine.of("wrote " + file);
  }
}
