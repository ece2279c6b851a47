package shardsh.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Nearest;
import shardsh.js.ShellInputException;
import shardsh.js.api.ApiNames;
import shardsh.js.api.MethodInfo;
import shardsh.js.api.ShellApi;
import shardsh.render.StyledLine;
import shardsh.shell.HelpTopics.Kind;
import shardsh.shell.HelpTopics.Row;
import shardsh.shell.HelpTopics.Topic;

/**
 * What {@code help TOPIC} answers: the topics of {@link HelpTopics}, words, pictures and errors
 * from their lists there, objects with their methods, and single methods.
 */
final class HelpPages {
  private static final String WORDS = "words";
  private static final String SHOW = "show";
  private static final String ERRORS = "errors";
  private static final String SETTINGS = "settings";

  /** How many topics the page of a method leads to. */
  private static final int TOPICS_MAX = 3;

  private static final Map<String, List<ApiNames>> OBJECTS = new LinkedHashMap<>();

  static {
    OBJECTS.put("db", List.of(ApiNames.DATABASE));
    OBJECTS.put("db.collection", List.of(ApiNames.COLLECTION));
    OBJECTS.put("collection", List.of(ApiNames.COLLECTION));
    OBJECTS.put("cursor", List.of(ApiNames.CURSOR, ApiNames.AGGREGATION_CURSOR));
    OBJECTS.put("sh", List.of(ApiNames.SHARD));
    OBJECTS.put("rs", List.of(ApiNames.REPLICA_SET));
    OBJECTS.put("sim", List.of(ApiNames.SIM));
    OBJECTS.put("config", List.of(ApiNames.CONFIG));
    OBJECTS.put("console", List.of(ApiNames.CONSOLE));
    OBJECTS.put("EJSON", List.of(ApiNames.EJSON));
    OBJECTS.put("Mongo", List.of(ApiNames.MONGO));
    OBJECTS.put("explainable", List.of(ApiNames.EXPLAINABLE));
    OBJECTS.put("bulk", List.of(ApiNames.BULK));
    OBJECTS.put("session", List.of(ApiNames.SESSION));
    OBJECTS.put("", List.of(ApiNames.GLOBALS));
  }

  private final ShellApi api;
  private final int width;
  private final List<String> elsewhere;

  HelpPages(ShellApi api, int width) {
    this(api, width, List.of());
  }

  /**
   * @param elsewhere words that have their lines already above the first page
   */
  HelpPages(ShellApi api, int width, List<String> elsewhere) {
    this.api = api;
    this.width = width;
    this.elsewhere = List.copyOf(elsewhere);
  }

  /** The page about a topic; the first page for an empty one. */
  Optional<List<StyledLine>> page(String topic) {
    String name = unquoted(topic.trim()).replaceFirst("\\(.*\\)$", "");
    if (name.isEmpty()) {
      return Optional.of(first());
    }
    HelpLayout page = new HelpLayout(width);
    boolean known =
        topic(page, name)
            || word(page, name)
            || setting(page, name)
            || error(page, name)
            || OperatorPages.add(page, name);
    boolean isWord = DirectWords.match(name).isPresent();
    known |= !isWord && methods(page, name) || !known && object(page, name);
    return known ? Optional.of(page.lines()) : Optional.empty();
  }

  /**
   * The page about a topic; the first page for an empty one.
   *
   * @throws ShellInputException when nothing is known about it
   */
  List<StyledLine> pageOrNearest(String topic) {
    return page(topic)
        .orElseThrow(
            () ->
                ShellInputException.invalid("No help on \"" + unquoted(topic.trim()) + "\"")
                    .withHint(
                        Nearest.to(topic.trim(), names())
                            .or(() -> Nearest.to(topic.trim(), methodNames()))
                            .or(() -> Nearest.to(topic.trim(), OperatorPages.names()))
                            .map(near -> "did you mean: help " + near)
                            .orElse("help   lists what there is")));
  }

  private static String unquoted(String topic) {
    return topic.replaceFirst("^([\"'])(.*)\\1$", "$2");
  }

  /** All that may stand after {@code help}, for completion. */
  TreeSet<String> names() {
    TreeSet<String> names = new TreeSet<>();
    HelpTopics.all().forEach(topic -> names.add(topic.name()));
    names.add(OperatorPages.NAME);
    names.addAll(DirectWords.names());
    OBJECTS.keySet().stream().filter(object -> !object.isEmpty()).forEach(names::add);
    for (String object : List.of("sh", "sim", "rs")) {
      OBJECTS
          .get(object)
          .forEach(
              of -> api.methods(of).forEach(method -> names.add(object + "." + method.name())));
    }
    return names;
  }

  /** The methods by their names alone, which are topics too. */
  private TreeSet<String> methodNames() {
    TreeSet<String> names = new TreeSet<>();
    for (ApiNames of : ApiNames.values()) {
      api.methods(of).forEach(method -> names.add(method.name()));
    }
    return names;
  }

  private List<StyledLine> first() {
    List<Row> functions = new ArrayList<>();
    for (MethodInfo method : api.methods(ApiNames.GLOBALS)) {
      if (!method.deprecated() && method.modelled() && DirectWords.match(method.name()).isEmpty()) {
        functions.add(new Row(Kind.COMMAND, method.name(), method.help(), true));
      }
    }
    HelpLayout page = new HelpLayout(width).empty().title("Shell Help:").empty();
    HelpTopics.named(WORDS).ifPresent(words -> page.list(words(words)));
    page.empty().title("Functions:").empty().list(functions);
    page.empty()
        .title("Objects:")
        .empty()
        .paragraph(
            "help sh lists the methods of sh, help sh.moveChunk tells about one of them. The same"
                + " for db, db.collection, cursor, rs, sim, config, console, EJSON, Mongo.");
    List<String> topics = new ArrayList<>();
    HelpTopics.all().forEach(topic -> topics.add(topic.name()));
    topics.add(OperatorPages.NAME);
    page.empty()
        .title("Topics:")
        .empty()
        .paragraph("help chunk, and so on for " + String.join(", ", topics) + ".");
    return page.lines();
  }

  private List<Row> words(Topic topic) {
    return topic.rows().stream()
        .filter(row -> row.kind() != Kind.TEXT && !elsewhere.contains(row.head()))
        .map(row -> new Row(Kind.COMMAND, row.head(), row.text(), true))
        .toList();
  }

  private static boolean topic(HelpLayout page, String name) {
    Optional<Topic> topic = HelpTopics.named(name);
    topic.ifPresent(found -> page.rows(found.rows()));
    return topic.isPresent();
  }

  /** A word at the prompt, or a picture by its word with or without {@code show}. */
  private static boolean word(HelpLayout page, String name) {
    List<Row> found = new ArrayList<>();
    for (Row row : HelpTopics.named(WORDS).orElseThrow().rows()) {
      List<String> words = Arrays.asList(row.head().split("[ ,]+"));
      if (row.kind() != Kind.TEXT && words.contains(name)) {
        found.add(new Row(Kind.COMMAND, row.head(), row.text(), true));
      }
    }
    for (Row row : HelpTopics.named(SHOW).orElseThrow().rows()) {
      boolean same = row.head().equals(name) || row.head().equals("show " + name);
      if (row.kind() == Kind.COMMAND && same) {
        found.add(row);
      }
    }
    if (found.isEmpty()) {
      DirectWords.all().stream()
          .filter(word -> word.name().equals(name))
          .map(word -> new Row(Kind.COMMAND, word.usage(), word.help(), true))
          .forEach(found::add);
    }
    page.list(found);
    return !found.isEmpty();
  }

  private static boolean setting(HelpLayout page, String name) {
    List<Row> found =
        HelpTopics.named(SETTINGS).orElseThrow().rows().stream()
            .filter(
                row -> row.kind() == Kind.TERM && List.of(row.head().split(", ")).contains(name))
            .toList();
    page.list(found);
    return !found.isEmpty();
  }

  private static boolean error(HelpLayout page, String name) {
    for (Row row : HelpTopics.named(ERRORS).orElseThrow().rows()) {
      if (row.kind() == Kind.TERM) {
        int code = codeOf(row.head());
        if (row.head().equalsIgnoreCase(name) || String.valueOf(code).equals(name)) {
          page.paragraph("Error " + code + ", " + row.head() + ": " + row.text() + ".");
          return true;
        }
      }
    }
    return false;
  }

  /** The number of a named error; 0 if there is none of that name. */
  static int codeOf(String codeName) {
    return ErrorCode.named(codeName).map(ErrorCode::code).orElse(0);
  }

  /** An object's methods, each with its sentence. */
  private boolean object(HelpLayout page, String name) {
    List<ApiNames> classes = OBJECTS.getOrDefault(name, List.of());
    if (classes.isEmpty() && name.startsWith("db.") && name.indexOf('.', 3) < 0) {
      classes = List.of(ApiNames.COLLECTION);
    }
    List<Row> rows = new ArrayList<>();
    for (ApiNames of : classes) {
      if (!of.before().isEmpty()) {
        rows.add(new Row(Kind.COMMAND, of.before(), "", true));
      }
      for (MethodInfo method : api.methods(of)) {
        if (!method.deprecated() && method.modelled()) {
          rows.add(new Row(Kind.COMMAND, method.name(), method.help(), true));
        }
      }
    }
    page.list(rows);
    return !rows.isEmpty();
  }

  /** A method, alone or after its object; of that name in any class if it stands alone. */
  private boolean methods(HelpLayout page, String name) {
    int dot = name.lastIndexOf('.');
    String object = dot < 0 ? "" : name.substring(0, dot);
    String method = name.substring(dot + 1);
    List<ApiNames> classes =
        dot < 0
            ? List.of(ApiNames.values())
            : OBJECTS.getOrDefault(
                object, object.startsWith("db.") ? List.of(ApiNames.COLLECTION) : List.of());
    boolean found = false;
    for (ApiNames of : classes) {
      for (MethodInfo info : api.methods(of)) {
        if (info.name().equals(method)) {
          if (!page.lines().isEmpty()) {
            page.empty();
          }
          method(page, of, info);
          found = true;
        }
      }
    }
    return found;
  }

  private static void method(HelpLayout page, ApiNames of, MethodInfo info) {
    page.list(lines(of, info).stream().map(line -> new Row(Kind.COMMAND, line, "", true)).toList());
    page.paragraph(info.modelled() ? info.help() : "Not modelled in shardsh.");
    List<String> topics = topicsWith(info);
    if (info.modelled() && !topics.isEmpty()) {
      page.paragraph("More in help " + String.join(", help ", topics) + ".");
    }
  }

  /** The topics whose commands call a method, the general ones first. */
  private static List<String> topicsWith(MethodInfo info) {
    String method = info.usage().replaceFirst("\\(.*", "");
    return HelpTopics.all().stream()
        .filter(topic -> topic.rows().stream().anyMatch(row -> row.head().contains(method + "(")))
        .filter(topic -> !topic.names().contains(method))
        .limit(TOPICS_MAX)
        .map(Topic::name)
        .toList();
  }

  /** How a method is called, after the lines that have to be typed first. */
  static List<String> lines(ApiNames of, MethodInfo info) {
    List<String> lines = new ArrayList<>();
    if (info.modelled()) {
      lines.add(of.before());
      lines.add(info.before());
    }
    lines.add(info.usage());
    lines.removeIf(String::isEmpty);
    return lines;
  }
}
