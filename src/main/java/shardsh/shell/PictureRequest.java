package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.js.ShellInputException;
import shardsh.render.Diagrams;
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
   * @throws ShellInputException when there is nothing to draw for Mermaid or a file cannot be
   *     written
   */
  List<StyledLine> answer(Scene scene, ScreenProfile screen) {
    PictureFiles files = new PictureFiles("show " + word, word, scene, screen);
    List<StyledLine> lines = new ArrayList<>();
    mermaid.ifPresent(file -> lines.add(files.mermaid(file)));
    html.ifPresent(file -> lines.add(files.page(file)));
    return lines.isEmpty() ? Diagrams.draw(word, scene, screen) : lines;
  }
}
