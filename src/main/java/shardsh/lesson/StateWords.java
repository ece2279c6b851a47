package shardsh.lesson;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonValue;

/**
 * What a predicate of a check is about, read from its JavaScript: the collection, the chunk, the
 * shard or the result that it asks for, and with the value that it wants what that has to be.
 */
final class StateWords {
  private static final int PARTS_MAX = 3;

  /** A way to ask the model; the groups of its pattern and the value wanted make the words. */
  private record Place(Pattern pattern, BiFunction<Matcher, String, Phrase> words) {}

  private static final String COLL = "c\\.coll\\(\"([^\"]+)\"\\)";
  private static final String SHARD = "c\\.shard\\(\"([^\"]+)\"\\)";
  private static final String CHUNK = COLL + "\\.chunk\\(\\{([^{}]+)\\}\\)";

  private static final List<Place> PLACES = new ArrayList<>();

  private static void place(String pattern, BiFunction<Matcher, String, Phrase> words) {
    PLACES.add(new Place(Pattern.compile(pattern), words));
  }

  static {
    place(
        CHUNK + "\\.min\\.\\w+",
        (at, value) ->
            new Phrase(
                "a chunk of " + at.group(1) + " begins at " + value,
                at.group(1) + " 有 chunk 从 " + value + " 开始"));
    place(
        CHUNK + "\\.max\\.\\w+",
        (at, value) ->
            new Phrase(
                "a chunk of " + at.group(1) + " ends at " + value,
                at.group(1) + " 有 chunk 到 " + value + " 为止"));
    place(
        CHUNK + "\\.shard",
        (at, value) ->
            new Phrase(
                "the chunk of " + key(at) + " is on " + value, key(at) + " 所在的 chunk 在 " + value));
    place(
        CHUNK + "\\.sizeMB",
        (at, value) ->
            new Phrase(
                "the chunk of " + key(at) + " has " + value + " MB",
                key(at) + " 所在的 chunk 有 " + value + " MB"));
    place(
        CHUNK + "\\.jumbo",
        (at, value) ->
            value.equals("true")
                ? new Phrase(
                    "the chunk of " + key(at) + " is jumbo", key(at) + " 所在的 chunk 是 jumbo")
                : new Phrase(
                    "the chunk of " + key(at) + " is not jumbo", key(at) + " 所在的 chunk 不是 jumbo"));
    place(
        CHUNK + "\\.(version|major|minor|docs)",
        (at, value) ->
            new Phrase(
                "the chunk of " + key(at) + ": " + at.group(3) + " " + value,
                key(at) + " 所在的 chunk：" + at.group(3) + " " + value));
    place(
        COLL + "\\.owners\\(\\)",
        (at, value) ->
            new Phrase(
                "chunks of " + at.group(1) + " " + value, at.group(1) + " 各分片的 chunk 数 " + value));
    place(
        COLL + "\\.chunks\\.length",
        (at, value) ->
            new Phrase(
                at.group(1) + " has " + value + " chunks",
                at.group(1) + " 有 " + value + " 个 chunk"));
    place(
        COLL + "\\.key",
        (at, value) ->
            new Phrase(at.group(1) + " is sharded by " + value, at.group(1) + " 的分片键是 " + value));
    place(
        COLL + "\\.isSharded",
        (at, value) ->
            value.equals("true")
                ? new Phrase(at.group(1) + " is sharded", at.group(1) + " 已分片")
                : new Phrase(at.group(1) + " is not sharded", at.group(1) + " 没有分片"));
    place(
        COLL + "\\.version",
        (at, value) ->
            new Phrase(at.group(1) + " has version " + value, at.group(1) + " 的版本是 " + value));
    place(
        COLL + "\\.sizeMB",
        (at, value) ->
            new Phrase(at.group(1) + " has " + value + " MB", at.group(1) + " 共 " + value + " MB"));
    place(COLL + "\\.unique", (at, value) -> Phrase.of(at.group(1) + " unique " + value));
    place(
        COLL + "\\.shardVersion\\(\"([^\"]+)\"\\)",
        (at, value) ->
            new Phrase(at.group(2) + " has version " + value, at.group(2) + " 的版本是 " + value));
    place(
        SHARD + "\\.count\\(\"([^\"]+)\"\\)",
        (at, value) ->
            new Phrase(
                at.group(1) + " holds " + value + " documents of " + at.group(2),
                at.group(1) + " 上有 " + at.group(2) + " 的 " + value + " 条文档"));
    place(
        SHARD + "\\.owned\\(\"([^\"]+)\"\\)",
        (at, value) ->
            new Phrase(
                at.group(1) + " owns " + value + " documents of " + at.group(2),
                at.group(1) + " 拥有 " + at.group(2) + " 的 " + value + " 条文档"));
    place(
        SHARD + "\\.orphans\\(\"([^\"]+)\"\\)",
        (at, value) ->
            value.equals("0")
                ? new Phrase(
                    at.group(1) + " has no orphans of " + at.group(2),
                    at.group(1) + " 上没有 " + at.group(2) + " 的孤儿文档")
                : new Phrase(
                    at.group(1) + " has " + value + " orphans of " + at.group(2),
                    at.group(1) + " 上有 " + at.group(2) + " 的 " + value + " 条孤儿文档"));
    place(
        SHARD + "\\.rangeDeletions\\.length",
        (at, value) ->
            new Phrase(
                "range deletions waiting on " + at.group(1) + ": " + value,
                at.group(1) + " 上等待的区间删除任务 " + value + " 个"));
    place(
        SHARD + "\\.(writes|reads|isDraining)",
        (at, value) -> Phrase.of(at.group(1) + " " + at.group(2) + " " + value));
    place(
        "c\\.settings\\.(\\w+)",
        (at, value) -> new Phrase(at.group(1) + " is " + value, at.group(1) + " 为 " + value));
    place(
        "c\\.last\\.(?:route\\.shipped|cost\\.rowsShipped)",
        (at, value) -> new Phrase(value + " rows sent by the shards", "各分片一共交出 " + value + " 行"));
    place(
        "c\\.last\\.route\\.kept",
        (at, value) -> new Phrase(value + " rows in the result", "结果有 " + value + " 行"));
    place(
        "c\\.last\\.cost\\.refreshes",
        (at, value) -> new Phrase(value + " refreshes", "刷新 " + value + " 次"));
    place(
        "c\\.last\\.cost\\.messages",
        (at, value) -> new Phrase(value + " messages", value + " 条消息"));
    place(
        "Math\\.round\\(c\\.last\\.cost\\.millis / (?:1000\\)|100\\) / 10)",
        (at, value) -> new Phrase("it took " + value + " seconds", "用了 " + value + " 秒"));
    place(
        "c\\.last\\.result !== null && c\\.last\\.result\\.length|c\\.last\\.result\\.length",
        (at, value) -> new Phrase(value + " documents in the result", "结果有 " + value + " 条文档"));
    place(
        "(?:c\\.last\\.result !== null && )?c\\.last\\.result\\.(\\w+)",
        (at, value) -> new Phrase(at.group(1) + " is " + value, at.group(1) + " 为 " + value));
    place(
        "c\\.last\\.allowDiskUse",
        (at, value) -> new Phrase("with allowDiskUse: " + value, "带 allowDiskUse: " + value));
    place(
        "c\\.config\\.find\\(\"databases\", \\{_id: \"(\\w+)\"\\}\\)\\[0\\]\\.primary",
        (at, value) ->
            new Phrase(
                "the primary of " + at.group(1) + " is " + value, at.group(1) + " 的主分片是 " + value));
    place(
        "c\\.config\\.find\\(\"shards\", \\{_id: \"(\\w+)\"\\}\\)\\.length",
        (at, value) ->
            value.equals("1")
                ? new Phrase(
                    at.group(1) + " is in config.shards", "config.shards 里有 " + at.group(1))
                : new Phrase(
                    at.group(1) + " is not in config.shards", "config.shards 里没有 " + at.group(1)));
  }

  /** What a predicate names though it cannot be read as a whole, each with its name. */
  private static final Pattern NAMED =
      Pattern.compile(
          "c\\.coll\\(\"([^\"]+)\"\\)|c\\.(?:shard|mongos)\\(\"([^\"]+)\"\\)"
              + "|c\\.config\\.find\\(\"(\\w+)\"|x\\.ns === \"([^\"]+)\""
              + "|x\\.op === \"([^\"]+)\"|e\\.kind === \"([a-z.]+)\"");

  private StateWords() {}

  /** The key of a chunk as it is said: {@code customerId 580}. */
  private static String key(Matcher at) {
    return at.group(2).replace(": ", " ");
  }

  /** What holds when the check has passed; empty where it cannot be read from it. */
  static Optional<Phrase> of(Check.State state) {
    String js = state.js().strip().replaceAll("^return |;$", "");
    if (state.equals().isEmpty()) {
      return Optional.empty();
    }
    BsonValue wanted = state.equals().get();
    boolean isList = js.startsWith("[") && js.endsWith("]") && wanted.isArray();
    if (!isList) {
      return read(js, wanted);
    }
    List<String> parts = parts(js.substring(1, js.length() - 1));
    List<BsonValue> values = wanted.asArray().getValues();
    if (parts.size() != values.size() || parts.size() > PARTS_MAX) {
      return Optional.empty();
    }
    List<Phrase> phrases = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      read(parts.get(i), values.get(i)).ifPresent(phrases::add);
    }
    return phrases.isEmpty() ? Optional.empty() : Optional.of(Phrase.join(phrases));
  }

  /** The names that it asks about, e.g. {@code shop.orders}; empty when there are none. */
  static Optional<Phrase> names(Check.State state) {
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = NAMED.matcher(state.js());
    while (matcher.find()) {
      for (int group = 1; group <= matcher.groupCount(); group++) {
        if (matcher.group(group) != null) {
          names.add((group == 3 ? "config." : "") + matcher.group(group));
        }
      }
    }
    return names.isEmpty() || names.size() > PARTS_MAX
        ? Optional.empty()
        : Optional.of(new Phrase(String.join(", ", names), String.join("、", names)));
  }

  private static Optional<Phrase> read(String js, BsonValue wanted) {
    for (Place place : PLACES) {
      Matcher matcher = place.pattern().matcher(js.strip());
      if (matcher.matches()) {
        return Optional.of(place.words().apply(matcher, ValueText.of(wanted)));
      }
    }
    return Optional.empty();
  }

  /** The elements of a list, at the commas that lie in no brackets. */
  private static List<String> parts(String list) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < list.length(); i++) {
      char sign = list.charAt(i);
      if ("([{".indexOf(sign) >= 0) {
        depth++;
      } else if (")]}".indexOf(sign) >= 0) {
        depth--;
      } else if (sign == ',' && depth == 0) {
        parts.add(list.substring(from, i).strip());
        from = i + 1;
      }
    }
    parts.add(list.substring(from).strip());
    return parts;
  }
}
