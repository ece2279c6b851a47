package shardsh.lesson;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import shardsh.core.base.Nearest;

/** Questions from a tree that the schema has seen; a key in the file must be a possible answer. */
final class QuestionReader {
  private final Faults faults;
  private final Map<String, SourceNode> seen = new LinkedHashMap<>();

  QuestionReader(Faults faults) {
    this.faults = faults;
  }

  /** The question; empty where the schema has found a fault. */
  Optional<Question> read(SourceNode node) {
    Optional<String> id = node.text("id");
    Optional<Text> prompt = Prose.of(node, "prompt");
    Optional<Question.Type> type = type(node);
    Optional<SourceNode> key = node.get("key");
    if (id.isEmpty() || prompt.isEmpty() || type.isEmpty() || key.isEmpty()) {
      return Optional.empty();
    }
    SourceNode other = seen.putIfAbsent(id.get(), node);
    if (other != null) {
      faults.add(
          node.get("id").orElseThrow(),
          "two questions are called '" + id.get() + "', the first in line " + other.line(),
          "give each its own id");
    }
    List<Question.Option> options = options(node, type.get());
    Optional<String> js = key.get().text("js");
    if (js.isEmpty()) {
      checkLiteral(key.get(), type.get(), options);
    }
    return Optional.of(
        new Question(
            id.get(),
            prompt.get(),
            type.get(),
            options,
            new Question.Key(
                js, js.isPresent() ? Optional.empty() : Optional.of(Values.of(key.get(), faults))),
            node.get("after").flatMap(after -> after.text("suggest")),
            node.number("points"),
            node.number("penalty").orElse(BigDecimal.ZERO),
            node.line()));
  }

  /** The ids of the questions read so far. */
  List<String> ids() {
    return List.copyOf(seen.keySet());
  }

  private static Optional<Question.Type> type(SourceNode node) {
    String name = node.text("type").orElse("").toUpperCase(Locale.ROOT);
    return Arrays.stream(Question.Type.values()).filter(t -> t.name().equals(name)).findFirst();
  }

  private static boolean isChoice(Question.Type type) {
    return switch (type) {
      case ONE, MANY, ORDER -> true;
      case NUMBER, TEXT, VERSION -> false;
    };
  }

  private List<Question.Option> options(SourceNode node, Question.Type type) {
    List<SourceNode> items = node.itemsOf("options");
    boolean choice = isChoice(type);
    if (choice && items.size() < 2 || !choice && !items.isEmpty()) {
      faults.add(
          node.get("options").orElse(node),
          "the question has " + items.size() + " options",
          choice ? "give at least two" : "a question for a " + word(type) + " has none");
    }
    List<Question.Option> options = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (SourceNode item : items) {
      String id = item.text("id").orElse("");
      if (ids.contains(id)) {
        faults.add(item, "two options are called '" + id + "'", "give each its own id");
      }
      ids.add(id);
      Prose.of(item, "text")
          .ifPresent(text -> options.add(new Question.Option(id, text, Prose.of(item, "why"))));
    }
    return List.copyOf(options);
  }

  private static String word(Question.Type type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private void checkLiteral(SourceNode key, Question.Type type, List<Question.Option> options) {
    List<String> ids = options.stream().map(Question.Option::id).toList();
    boolean fits =
        switch (type) {
          case NUMBER -> key.is(SourceNode.Kind.NUMBER);
          case TEXT, ONE -> key.is(SourceNode.Kind.TEXT);
          case VERSION -> key.is(SourceNode.Kind.TEXT) && key.raw().matches("[0-9]+\\|[0-9]+");
          case MANY, ORDER -> key.is(SourceNode.Kind.LIST);
        };
    if (!fits) {
      faults.add(
          key,
          "the key is " + key.shown() + ", the question is for " + word(type),
          "write an answer that could be given, or {js: …}");
      return;
    }
    List<SourceNode> chosen = key.is(SourceNode.Kind.LIST) ? key.items() : List.of(key);
    for (SourceNode choice : isChoice(type) ? chosen : List.<SourceNode>of()) {
      if (!ids.contains(choice.raw())) {
        faults.add(
            choice,
            "the key " + choice.shown() + " is no option",
            Nearest.repair(choice.raw(), ids));
      }
    }
  }
}
