package shardsh.shell;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import shardsh.js.EvaluationError;

/**
 * What a piece of a source is called in the engine: so that a function that was defined in one
 * statement of a pipe and fails in another is found at its own line.
 *
 * @param source the file or stream
 * @param firstLine the piece's first line in it, from 1
 */
record SourceName(String source, int firstLine) {
  private static final char SEPARATOR = '\u0000';
  private static final Pattern PLACE = Pattern.compile("\u0000(\\d+):(\\d+):");

  static SourceName parse(String name) {
    int at = name.lastIndexOf(SEPARATOR);
    return at < 0
        ? new SourceName(name, 1)
        : new SourceName(name.substring(0, at), Integer.parseInt(name.substring(at + 1)));
  }

  /** A call of a stack, with the lines of the text that the piece is from. */
  static String written(String call) {
    Matcher place = PLACE.matcher(call);
    if (!place.find()) {
      return call;
    }
    int line = Integer.parseInt(place.group(1)) + Integer.parseInt(place.group(2)) - 1;
    return place.replaceFirst(":" + line + ":");
  }

  String text() {
    return firstLine == 1 ? source : source + SEPARATOR + firstLine;
  }

  Place place(EvaluationError.Place place) {
    return new Place(source, place.line() + firstLine - 1, place.column(), place.lineText());
  }
}
