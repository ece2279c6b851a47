package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shardsh.render.InspectNode.Circular;
import shardsh.render.InspectNode.Element;
import shardsh.render.InspectNode.Hole;
import shardsh.render.InspectNode.Item;
import shardsh.render.InspectNode.Kind;
import shardsh.render.InspectNode.Pair;
import shardsh.render.InspectNode.Property;
import shardsh.render.InspectNode.Scalar;
import shardsh.render.InspectNode.Str;
import shardsh.render.InspectNode.Struct;

/**
 * Prints a value as mongosh does: on one line if it is short and shallow, arrays of many short
 * entries in columns, else an entry a line. Source: the output of Node 20's {@code util.inspect},
 * observed; checked against it by the vectors in inspect-golden.jsonl.
 */
public final class ValueFormatter {
  /** Strings up to this length are never cut at their line ends. */
  private static final int SHORT_STRING_MAX = 16;

  private final InspectOptions options;
  private final Map<Long, Integer> references = new LinkedHashMap<>();
  private int indentation;

  /** The level of the structure with entries that was entered last. */
  private int lastLevel;

  private ValueFormatter(InspectOptions options) {
    this.options = options;
  }

  /** The value as lines; a string stands in quotes. */
  public static List<StyledLine> format(InspectNode node, InspectOptions options) {
    return new ValueFormatter(options).value(node, 0).lines();
  }

  /** The value as the prompt prints it: as {@link #format}, but a string stands bare. */
  public static List<StyledLine> print(InspectNode node, InspectOptions options) {
    if (node instanceof Str string) {
      RoleText bare = new RoleText().add(string.value());
      return bare.lines();
    }
    return format(node, options);
  }

  /** As {@link #format}, without meanings, lines joined by line feeds. */
  public static String text(InspectNode node, InspectOptions options) {
    return new ValueFormatter(options).value(node, 0).toString();
  }

  /** A string in the quotes that need the fewest escapes, control characters escaped. */
  public static String quoted(String value) {
    return QuotedText.of(value);
  }

  private RoleText value(InspectNode node, int level) {
    if (node instanceof Struct struct) {
      return struct(struct, level);
    }
    RoleText out = new RoleText();
    add(node, level, out);
    return out;
  }

  private void add(InspectNode node, int level, RoleText out) {
    if (node instanceof Scalar scalar) {
      addSpans(scalar.spans(), out);
    } else if (node instanceof Str string) {
      addString(string.value(), out);
    } else if (node instanceof Struct struct) {
      out.add(struct(struct, level));
    } else {
      Circular circular = (Circular) node;
      int number = references.computeIfAbsent(circular.identity(), id -> references.size() + 1);
      out.add("[Circular *" + number + "]", Role.SPECIAL);
    }
  }

  private void addSpans(List<Span> spans, RoleText out) {
    for (Span span : spans) {
      String text = span.text();
      boolean indent = indentation > 0 && text.indexOf('\n') >= 0;
      out.add(indent ? text.replace("\n", "\n" + " ".repeat(indentation)) : text, span.role());
    }
  }

  private void addString(String value, RoleText out) {
    String shown = value;
    String rest = "";
    if (value.length() > options.stringMax()) {
      int left = value.length() - options.stringMax();
      shown = value.substring(0, options.stringMax());
      rest = "... " + left + " more character" + (left > 1 ? "s" : "");
    }
    if (shown.length() > SHORT_STRING_MAX
        && shown.length() > (long) options.breakLength() - indentation - 4) {
      addPieces(shown, out);
    } else {
      out.add(quoted(shown), Role.STRING);
    }
    out.add(rest);
  }

  /** Cuts a long string behind each of its line ends. */
  private void addPieces(String value, RoleText out) {
    int from = 0;
    while (from < value.length()) {
      int lineEnd = value.indexOf('\n', from);
      int end = lineEnd < 0 ? value.length() : lineEnd + 1;
      if (from > 0) {
        out.add(" +").newLine(indentation + 2);
      }
      out.add(quoted(value.substring(from, end)), Role.STRING);
      from = end;
    }
  }

  private RoleText struct(Struct struct, int level) {
    boolean square = struct.kind() == Kind.ARRAY;
    if (struct.items().isEmpty()) {
      RoleText out = new RoleText();
      if (struct.base().isEmpty()) {
        return out.add(struct.prefix() + (square ? "[]" : "{}"));
      }
      addSpans(struct.base(), out);
      return out;
    }
    if (level > options.depth()) {
      return new RoleText().add("[" + struct.name() + "]", Role.SPECIAL);
    }
    lastLevel = level + 1;
    Entries entries = entries(struct, level + 1);
    RoleText base = base(struct);
    String open = struct.prefix() + (square ? "[" : "{");
    return joined(entries, base, open, square ? "]" : "}", level + 1);
  }

  private RoleText base(Struct struct) {
    Integer number = struct.identity() == 0 ? null : references.get(struct.identity());
    RoleText base = new RoleText();
    if (number != null) {
      base.add("<ref *" + number + ">", Role.SPECIAL).add(struct.base().isEmpty() ? "" : " ");
    }
    addSpans(struct.base(), base);
    return base;
  }

  /**
   * The formatted entries of one structure.
   *
   * @param isArray whether they may be set in columns
   * @param cut whether more entries were found than the limit on array entries
   */
  private record Entries(List<RoleText> texts, boolean isArray, boolean numbersOnly, boolean cut) {}

  private Entries entries(Struct struct, int level) {
    List<RoleText> texts = new ArrayList<>();
    boolean numbersOnly = true;
    long left = 0;
    int limited = 0;
    for (int i = 0; i < struct.items().size(); i++) {
      Item item = struct.items().get(i);
      if (item instanceof Property property) {
        if (left > 0) {
          texts.add(moreItems(left));
          left = 0;
        }
        texts.add(property(property, level));
        continue;
      }
      if (limited >= options.arrayMax()) {
        // One past the limit still decides how columns are aligned, as in Node.
        numbersOnly &= left > 0 || isNumber(item);
        left += item instanceof Hole hole ? hole.count() : 1;
        continue;
      }
      limited++;
      numbersOnly &= isNumber(item);
      texts.add(limitedItem(item, level));
    }
    if (left > 0) {
      texts.add(moreItems(left));
    }
    boolean cut = texts.size() > options.arrayMax();
    return new Entries(texts, struct.kind() == Kind.ARRAY, numbersOnly, cut);
  }

  private static boolean isNumber(Item item) {
    return item instanceof Element element
        && element.value() instanceof Scalar scalar
        && scalar.number();
  }

  private static RoleText moreItems(long count) {
    return new RoleText().add("... " + count + " more item" + (count > 1 ? "s" : ""));
  }

  private RoleText limitedItem(Item item, int level) {
    if (item instanceof Hole hole) {
      String text = "<" + hole.count() + " empty item" + (hole.count() > 1 ? "s" : "") + ">";
      return new RoleText().add(text, Role.UNDEFINED);
    }
    indentation += 2;
    RoleText text;
    if (item instanceof Pair pair) {
      text = value(pair.key(), level);
      add(pair.value(), level, text.add(" => "));
    } else {
      text = value(((Element) item).value(), level);
    }
    indentation -= 2;
    return text;
  }

  private RoleText property(Property property, int level) {
    RoleText text = new RoleText();
    switch (property.style()) {
      case NAME -> addName(property.key(), text);
      case SYMBOL -> text.add("[").add(QuotedText.escaped(property.key()), Role.SYMBOL).add("]");
      case HIDDEN -> text.add("[" + QuotedText.escaped(property.key()) + "]");
    }
    text.add(": ");
    indentation += 2;
    add(property.value(), level, text);
    indentation -= 2;
    return text;
  }

  private static void addName(String key, RoleText text) {
    if (key.equals("__proto__")) {
      text.add("['__proto__']");
    } else if (isIdentifier(key)) {
      text.add(key);
    } else {
      text.add(quoted(key), Role.STRING);
    }
  }

  private static boolean isIdentifier(String key) {
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
      if (!letter && (i == 0 || c < '0' || c > '9')) {
        return false;
      }
    }
    return !key.isEmpty();
  }

  private RoleText joined(Entries entries, RoleText base, String open, String close, int level) {
    List<RoleText> texts = entries.texts();
    if (options.compact() > 0) {
      if (entries.isArray() && texts.size() > 6) {
        Columns columns = new Columns(indentation, options, entries.cut(), entries.numbersOnly());
        texts = columns.grouped(texts);
      }
      boolean ungrouped = texts == entries.texts();
      if (lastLevel - level < options.compact() && ungrouped && fits(texts, base, open)) {
        RoleText line = start(base, open).add(" ");
        addJoined(texts, ", ", line);
        return line.add(" " + close);
      }
    }
    RoleText out = start(base, open).newLine(indentation + 2);
    addJoined(texts, ",\n" + " ".repeat(indentation + 2), out);
    return out.newLine(indentation).add(close);
  }

  private static RoleText start(RoleText base, String open) {
    return new RoleText().add(base).add(base.length() > 0 ? " " : "").add(open);
  }

  private static void addJoined(List<RoleText> texts, String separator, RoleText out) {
    for (int i = 0; i < texts.size(); i++) {
      out.add(i == 0 ? "" : separator).add(texts.get(i));
    }
  }

  /** Whether the entries fit on one line, with ten columns to spare. */
  private boolean fits(List<RoleText> texts, RoleText base, String open) {
    long total = 2L * texts.size() + indentation + open.length() + base.length() + 10;
    for (RoleText text : texts) {
      total += text.length();
      if (total > options.breakLength() || text.hasLineEnd()) {
        return false;
      }
    }
    return total <= options.breakLength() && !base.hasLineEnd();
  }
}
