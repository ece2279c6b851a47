package shardsh.shell;

import java.util.regex.Pattern;

/**
 * What is to be written in an editor, as mongosh takes it: a name stands for its value, which is
 * assigned to it afterwards; anything else is the text to begin with.
 *
 * @param name what the text is assigned to; empty for nothing
 * @param content the text to begin with
 * @param again whether nothing was named, so that it is the last text once more
 */
public record EditRequest(String name, String content, boolean again) {
  private static final Pattern NAME = Pattern.compile("[\\w$]+(\\.[\\w$]+)*");

  static boolean isName(String text) {
    return NAME.matcher(text).matches() && !Character.isDigit(text.charAt(0));
  }

  /** The next input: what has become of the text. */
  public String input(String edited) {
    return name.isEmpty() ? edited : name + " = " + edited;
  }
}
