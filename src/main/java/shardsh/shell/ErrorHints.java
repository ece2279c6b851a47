package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import shardsh.js.EvaluationError;

/** What to type after the mistakes that everybody makes once with a sharded cluster. */
final class ErrorHints {
  private static final Map<String, String> BY_CODE_NAME = new LinkedHashMap<>();
  private static final Map<String, String> BY_MESSAGE = new LinkedHashMap<>();

  static {
    BY_CODE_NAME.put("ShardNotFound", "show shards   lists them");
    BY_CODE_NAME.put(
        "InvalidNamespace", "a namespace is database and collection, e.g. \"shop.orders\"");
    BY_CODE_NAME.put("NamespaceNotSharded", "sh.status()   tells which collections are sharded");
    BY_MESSAGE.put("no shard key found in chunk query", "show chunks   names the shard key");
    BY_MESSAGE.put(
        "is a boundary key of existing chunk", "show chunks   lists the bounds there are");
  }

  private ErrorHints() {}

  static Optional<String> of(EvaluationError error) {
    Optional<String> hint = error.codeName().map(BY_CODE_NAME::get);
    if (hint.isPresent()) {
      return hint;
    }
    return BY_MESSAGE.entrySet().stream()
        .filter(entry -> error.message().contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
