package shardsh.render;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The program's own sentences in Chinese, from the table {@code zh.txt}. What is not in it stays
 * English, and so does what servers say.
 */
public final class Chinese {
  private static final Pattern ANYTHING = Pattern.compile("\\{\\}");
  private static final int DEPTH_MAX = 3;

  private final List<Rule> rules = new ArrayList<>();

  /** Where a text of the table is looked for, and the sign before it. */
  private enum Place {
    ANYWHERE(""),
    /** In what stands for anything in another text. */
    INSIDE("@"),
    /** As a whole part of a line: the label of a picture. */
    LABEL("=");

    private final String sign;

    Place(String sign) {
      this.sign = sign;
    }

    static Place of(String line) {
      return line.startsWith(INSIDE.sign) ? INSIDE : line.startsWith(LABEL.sign) ? LABEL : ANYWHERE;
    }

    boolean isAt(boolean begins, int depth) {
      return this == ANYWHERE || (this == INSIDE ? depth > 0 : depth == 0 && begins);
    }
  }

  private record Rule(Pattern english, String chinese, Place place) {}

  /** Reads the table. */
  public Chinese() {
    try (InputStream stream = Chinese.class.getResourceAsStream("zh.txt")) {
      if (stream == null) {
        throw new IllegalStateException("the program lacks its own file zh.txt");
      }
      read(new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(BufferedReader table) throws IOException {
    for (String line = table.readLine(); line != null; line = table.readLine()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        Place place = Place.of(line);
        String english = line.substring(place.sign.length());
        rules.add(new Rule(pattern(english), table.readLine(), place));
      }
    }
  }

  private static Pattern pattern(String english) {
    StringBuilder regex = new StringBuilder();
    String[] pieces = ANYTHING.split(english, -1);
    for (int i = 0; i < pieces.length; i++) {
      regex.append(i == 0 ? "" : "(.+?)").append(Pattern.quote(pieces[i]));
    }
    // A sentence may be followed by another one.
    boolean sentence = english.endsWith(".");
    return Pattern.compile(regex + (sentence ? "(?: (?=\\S)|$)" : "$"));
  }

  /** A line with each of its parts in Chinese. */
  public StyledLine of(StyledLine line) {
    return new StyledLine(
        line.spans().stream().map(span -> new Span(of(span.text()), span.role())).toList());
  }

  /** A text in Chinese, as far as it is in the table. */
  public String of(String english) {
    return of(english, 0);
  }

  private String of(String english, int depth) {
    StringBuilder out = new StringBuilder();
    String rest = english;
    while (!rest.isEmpty()) {
      String taken = first(rest, rest.length() == english.length(), depth, out);
      if (taken.isEmpty()) {
        // An unknown sentence is passed over, one that follows may be known.
        int end = depth > 0 ? -1 : rest.indexOf(". ");
        taken = end < 0 ? rest : rest.substring(0, end + 2);
        out.append(taken);
      }
      rest = rest.substring(taken.length());
    }
    return out.toString();
  }

  /** Puts the beginning of a text into Chinese and gives that; empty when it is not known. */
  private String first(String text, boolean begins, int depth, StringBuilder out) {
    for (Rule rule : rules) {
      Matcher matcher = rule.english().matcher(text);
      if (rule.place().isAt(begins, depth) && matcher.lookingAt()) {
        String chinese = rule.chinese();
        for (int i = matcher.groupCount(); i > 0; i--) {
          String part = matcher.group(i);
          String said = depth < DEPTH_MAX ? of(part, depth + 1) : part;
          chinese = chinese.replace("{" + i + "}", said).replace("{=" + i + "}", part);
        }
        out.append(chinese);
        return matcher.group();
      }
    }
    return "";
  }
}
