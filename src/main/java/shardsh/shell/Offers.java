package shardsh.shell;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import shardsh.shell.CursorPlace.Spot;

/** Collects what fits to what is typed already, written as the input needs it. */
final class Offers {
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_$][\\w$]*");

  private final String before;
  private final String after;
  private final CursorPlace place;

  /** By the line that taking it gives; what two groups have is offered once. */
  private final Map<String, Candidate> candidates = new LinkedHashMap<>();

  Offers(String before, String after, CursorPlace place) {
    this.before = before;
    this.after = after;
    this.place = place;
  }

  List<Candidate> all() {
    return new ArrayList<>(candidates.values());
  }

  /** Whether nothing but the word that is being typed is there. */
  boolean isFirstWord() {
    return before.substring(0, place.start()).isBlank();
  }

  private void add(int from, String text, String shown, String group) {
    String line = before.substring(0, from) + text;
    candidates.putIfAbsent(line, new Candidate(line, shown, group));
  }

  /** Whether a value may begin here: an argument, an element, what a field is to be. */
  boolean isAtValue() {
    String until = before.substring(0, place.start()).stripTrailing();
    return place.spot() == Spot.NAME
        && !place.isFieldName()
        && !until.isEmpty()
        && "(,:[".indexOf(until.charAt(until.length() - 1)) >= 0;
  }

  /** Names that stand as they are. */
  void names(String group, Collection<String> names) {
    for (String name : names) {
      if (name.startsWith(place.typed())) {
        add(place.start(), name, name, group);
      }
    }
  }

  /** Collections behind the dot of a database; those that are no names go into brackets. */
  void collections(Collection<String> names) {
    for (String name : names) {
      boolean isName = IDENTIFIER.matcher(name).matches();
      if (name.startsWith(place.typed()) && (isName || name.matches("[\\w$.]+"))) {
        add(place.start(), name, name, "collections");
      } else if (name.startsWith(place.typed())) {
        add(place.start() - 1, "[\"" + name + "\"]", name, "collections");
      }
    }
  }

  /**
   * Names that stand before a colon, in quotes where they need them.
   *
   * @param arePaths whether dots part the names of embedded documents; such are offered only to who
   *     has begun with a quote
   */
  void fields(String group, Collection<String> names, boolean arePaths) {
    for (String name : names) {
      if (!name.startsWith(place.typed())) {
        continue;
      }
      if (place.spot() == Spot.STRING) {
        string(name, group);
      } else if (IDENTIFIER.matcher(name).matches()) {
        add(place.start(), name, name, group);
      } else if (!arePaths || name.indexOf('.') < 0) {
        add(place.start(), "\"" + name + "\"", name, group);
      }
    }
  }

  /** Paths that go on from one that was typed without the quotes that it needs. */
  void path(String typedBefore, Collection<String> names) {
    int start = place.start() - typedBefore.length();
    if (typedBefore.isEmpty() || start < 0 || !before.startsWith(typedBefore, start)) {
      return;
    }
    for (String name : names) {
      if (name.startsWith(typedBefore + place.typed())) {
        add(start, "\"" + name + "\"", name, "fields");
      }
    }
  }

  /** Whole strings, inside of the quotes that are open, or with the quotes that they need. */
  void strings(String group, Collection<String> texts) {
    for (String text : texts) {
      if (text.startsWith(place.typed())) {
        string(text, group);
      }
    }
  }

  private void string(String text, String group) {
    if (place.spot() == Spot.NAME) {
      add(place.start(), "\"" + text + "\"", text, group);
      return;
    }
    char quote = before.charAt(place.start() - 1);
    boolean isClosed = !after.isEmpty() && after.charAt(0) == quote;
    if (text.indexOf(quote) < 0 && text.indexOf('\\') < 0) {
      add(place.start(), isClosed ? text : text + quote, text, group);
    }
  }
}
