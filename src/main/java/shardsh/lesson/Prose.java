package shardsh.lesson;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Texts, in one language or several. */
final class Prose {
  private Prose() {}

  static Optional<Text> of(SourceNode node, String field) {
    return node.get(field).flatMap(Prose::of);
  }

  static List<Text> list(SourceNode node, String field) {
    List<Text> texts = new ArrayList<>();
    node.itemsOf(field).forEach(item -> of(item).ifPresent(texts::add));
    return List.copyOf(texts);
  }

  /** Empty where the schema has found a fault. */
  static Optional<Text> of(SourceNode node) {
    if (node.is(SourceNode.Kind.TEXT)) {
      return Optional.of(new Text(Collections.singletonMap("", node.raw())));
    }
    Map<String, String> byLocale = new LinkedHashMap<>();
    node.fields().forEach((locale, words) -> byLocale.put(locale, words.raw()));
    return byLocale.isEmpty() ? Optional.empty() : Optional.of(new Text(byLocale));
  }
}
