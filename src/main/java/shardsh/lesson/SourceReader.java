package shardsh.lesson;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Text of YAML or JSON to a tree that knows its lines. Jackson cuts the text into tokens; what a
 * plain scalar is, is decided by {@link PlainScalars}, so that {@code off} and {@code 12:30} do not
 * turn into something else. Refused here, each with its line: a name twice in a map, anchors,
 * aliases, tags, a second document, text over 3 MB, nesting over 60.
 */
final class SourceReader {
  private static final int CHARACTERS_MAX = 3_000_000;
  private static final int DEPTH_MAX = 60;
  private static final Pattern LIBRARY_OBJECT =
      Pattern.compile("(, got this instead: )?<org\\.[^>]*>");

  private final String file;
  private final Faults faults;
  private final Faults remarks;
  private String[] lines = {};
  private JsonParser parser;

  /**
   * @param file the name for messages
   * @param faults what makes the file unusable
   * @param remarks what a linter should say of it
   */
  SourceReader(String file, Faults faults, Faults remarks) {
    this.file = file;
    this.faults = faults;
    this.remarks = remarks;
  }

  /** The tree of a YAML text; empty when it is no YAML at all. */
  Optional<SourceNode> yaml(String text) {
    if (text.length() > CHARACTERS_MAX) {
      faults.add(file, 0, "the file is longer than 3 MB", "take something out");
      return Optional.empty();
    }
    lines = text.split("\r\n|\r|\n", -1);
    YAMLFactory factory =
        YAMLFactory.builder()
            .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
            .build();
    return read(factory, text);
  }

  /** The tree of a JSON text, e.g. a schema. */
  Optional<SourceNode> json(String text) {
    return read(new JsonFactory(), text);
  }

  private Optional<SourceNode> read(JsonFactory factory, String text) {
    try (JsonParser opened = factory.createParser(text)) {
      parser = opened;
      if (parser.nextToken() == null) {
        faults.add(file, 0, "the file is empty", "write 'format: 1' and the rest");
        return Optional.empty();
      }
      SourceNode root = node(line(), 0);
      if (parser.nextToken() != null) {
        faults.add(file, line(), "a second document begins here", "make it a file of its own");
      }
      return Optional.of(root);
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation();
      faults.add(
          file,
          place == null ? 0 : Math.max(place.getLineNr(), 0),
          "cannot be read: " + problemOf(e),
          "mend the layout here or just above");
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException("reading from text failed: " + file, e);
    }
  }

  /** The sentence of the YAML library without its excerpts of the file and its own objects. */
  private static String problemOf(JsonProcessingException e) {
    List<String> sentences = new ArrayList<>();
    for (String part : e.getOriginalMessage().split("\n")) {
      if (!part.isBlank() && !part.startsWith(" ")) {
        sentences.add(part.strip());
      }
    }
    return LIBRARY_OBJECT.matcher(String.join(": ", sentences)).replaceAll("");
  }

  private SourceNode node(int line, int depth) throws IOException {
    if (depth > DEPTH_MAX) {
      faults.add(file, line, "nested deeper than " + DEPTH_MAX, "flatten it");
      parser.skipChildren();
      return SourceNode.scalar(SourceNode.Kind.NULL, file, line, "", true);
    }
    refuseReferences(line);
    return switch (parser.currentToken()) {
      case START_OBJECT -> map(line, depth);
      case START_ARRAY -> list(line, depth);
      default -> scalar(line);
    };
  }

  private void refuseReferences(int line) throws IOException {
    if (!(parser instanceof YAMLParser)) {
      return;
    }
    if (((YAMLParser) parser).isCurrentAlias()) {
      faults.add(file, line, "'*" + parser.getText() + "' is an alias", "write the value out");
    } else if (parser.getObjectId() != null) {
      faults.add(
          file, line, "'&" + parser.getObjectId() + "' is an anchor", "leave it out: no aliases");
    }
    if (parser.getTypeId() != null) {
      faults.add(file, line, "'!" + parser.getTypeId() + "' is a tag", "leave it out");
    }
  }

  private SourceNode map(int line, int depth) throws IOException {
    Map<String, SourceNode> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      int nameLine = line();
      parser.nextToken();
      SourceNode value = node(nameLine, depth + 1);
      SourceNode before = fields.putIfAbsent(name, value);
      if (before != null) {
        faults.add(
            file,
            nameLine,
            "'" + name + "' stands twice in one map, first in line " + before.line(),
            "take one out");
      }
    }
    return SourceNode.map(file, line, fields);
  }

  private SourceNode list(int line, int depth) throws IOException {
    List<SourceNode> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(node(line(), depth + 1));
    }
    return SourceNode.list(file, line, items);
  }

  private SourceNode scalar(int line) throws IOException {
    String raw = parser.getText();
    if (!(parser instanceof YAMLParser)) {
      return SourceNode.scalar(
          jsonKind(), file, line, raw, !parser.hasToken(JsonToken.VALUE_STRING));
    }
    if (!isPlainHere()) {
      return SourceNode.scalar(SourceNode.Kind.TEXT, file, line, raw, false);
    }
    PlainScalars.problem(raw)
        .ifPresent(problem -> faults.add(file, line, raw + " " + problem, "put it in quotes"));
    if (PlainScalars.isWordForTrueOrFalse(raw)) {
      remarks.add(
          file, line, raw + " without quotes is true or false to many readers", "put it in quotes");
    }
    return SourceNode.scalar(PlainScalars.kind(raw), file, line, raw, true);
  }

  private SourceNode.Kind jsonKind() {
    return switch (parser.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> SourceNode.Kind.NUMBER;
      case VALUE_TRUE, VALUE_FALSE -> SourceNode.Kind.BOOLEAN;
      case VALUE_NULL -> SourceNode.Kind.NULL;
      default -> SourceNode.Kind.TEXT;
    };
  }

  /** Jackson does not say how a scalar was written; the character where it begins does. */
  private boolean isPlainHere() {
    JsonLocation place = parser.currentTokenLocation();
    int line = place.getLineNr() - 1;
    if (line < 0 || line >= lines.length) {
      return true;
    }
    String text = lines[line];
    int column = place.getColumnNr() - 1;
    if (text.codePointCount(0, text.length()) <= column) {
      return true;
    }
    return "\"'|>".indexOf(text.codePointAt(text.offsetByCodePoints(0, column))) < 0;
  }

  private int line() {
    return parser.currentTokenLocation().getLineNr();
  }
}
