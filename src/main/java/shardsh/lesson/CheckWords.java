package shardsh.lesson;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * What a check is about, in words made from what it asserts. Its message will not do for that: it
 * is written for the moment in which the check fails.
 */
public final class CheckWords {
  private static final int LENGTH_MAX = 80;
  private static final int KINDS_MAX = 4;

  private CheckWords() {}

  /** What it is called: its id in words, e.g. {@code split at 580}. */
  public static String title(Check check) {
    return title(check.id());
  }

  /** The id of a check in words; a version at its end is written as one. */
  public static String title(String id) {
    return id.replace('-', ' ').replaceFirst("\\bat (\\d+) (\\d+)$", "at $1|$2");
  }

  /**
   * What was noticed when it passed, e.g. {@code answered by s2 alone}; empty where its title has
   * to do. Do not show it before: it may tell the answer.
   */
  public static Optional<Text> noticed(Check check) {
    Optional<Pair> pair = words(check.asserts());
    return pair.filter(words -> words.en().length() <= LENGTH_MAX).map(CheckWords::text);
  }

  /**
   * What a passed check is called in Chinese when nothing better is known of it: ids are English.
   */
  public static String kindInChinese(Check check) {
    Check.Assertion asserts = check.asserts();
    if (asserts instanceof Check.Documents) {
      return "文档符合要求";
    }
    if (asserts instanceof Check.Output) {
      return "该看的看到了";
    }
    if (asserts instanceof Check.Answer) {
      return "答对了";
    }
    if (asserts instanceof Check.Route) {
      return "路由符合要求";
    }
    if (asserts instanceof Check.Events events) {
      return events.sequence().isEmpty() ? "不该发生的没有发生" : "该发生的都发生了";
    }
    return "状态符合要求";
  }

  private record Pair(String en, String zh) {}

  private static Text text(Pair pair) {
    Map<String, String> byLocale = new LinkedHashMap<>();
    byLocale.put("en", pair.en());
    byLocale.put("zh", pair.zh());
    return new Text(byLocale);
  }

  private static Optional<Pair> words(Check.Assertion asserts) {
    if (asserts instanceof Check.Route route) {
      return route(route);
    }
    if (asserts instanceof Check.Versions versions) {
      return Optional.of(versions(versions));
    }
    if (asserts instanceof Check.Chunks chunks) {
      int count = chunks.equals().size();
      return Optional.of(
          new Pair(
              count + (count == 1 ? " chunk of " : " chunks of ") + chunks.ns() + " as asked",
              chunks.ns() + " 的 " + count + " 个 chunk 符合要求"));
    }
    if (asserts instanceof Check.Events events) {
      return events(events);
    }
    if (asserts instanceof Check.Used used) {
      return Optional.of(used(used));
    }
    if (asserts instanceof Check.Cost cost) {
      return Optional.of(new Pair(budget(cost), budgetInChinese(cost)));
    }
    return Optional.empty();
  }

  private static Optional<Pair> route(Check.Route route) {
    List<String> en = new ArrayList<>();
    List<String> zh = new ArrayList<>();
    if (route.shards().isPresent()) {
      List<String> shards = route.shards().get();
      String names = String.join(", ", shards);
      en.add("answered by " + names + (shards.size() == 1 ? " alone" : ""));
      zh.add((shards.size() == 1 ? "只由 " : "由 ") + String.join("、", shards) + " 回答");
    } else if (route.count().isPresent()) {
      int count = route.count().get();
      en.add("answered by " + count + (count == 1 ? " shard" : " shards"));
      zh.add("由 " + count + " 个分片回答");
    } else if (route.targeting().isPresent()) {
      boolean all = route.targeting().get().equals("all");
      boolean one = route.targeting().get().equals("single");
      en.add(all ? "all shards were asked" : one ? "one shard was asked" : "some were asked");
      zh.add(all ? "问了所有分片" : one ? "只问了一个分片" : "问了一部分分片");
    }
    if (route.attempts().filter(count -> count > 1).isPresent()) {
      en.add("after " + (route.attempts().get() - 1) + " refused");
      zh.add("之前被拒绝 " + (route.attempts().get() - 1) + " 次");
    }
    if (route.merge().filter(where -> !where.equals("none")).isPresent()) {
      en.add("merged on " + route.merge().get());
      zh.add("在 " + route.merge().get() + " 上合并");
    }
    return en.isEmpty()
        ? Optional.empty()
        : Optional.of(new Pair(String.join(", ", en), String.join("，", zh)));
  }

  private static Pair versions(Check.Versions versions) {
    List<String> en = new ArrayList<>();
    List<String> zh = new ArrayList<>();
    versions
        .collection()
        .ifPresent(
            version -> {
              en.add("collection at " + version);
              zh.add("集合在 " + version);
            });
    versions
        .shards()
        .forEach(
            (shard, version) -> {
              en.add(shard + " at " + version);
              zh.add(shard + " 在 " + version);
            });
    versions
        .cache()
        .forEach(
            (router, version) -> {
              en.add(router + " knows " + version);
              zh.add(router + " 知道的是 " + version);
            });
    if (en.isEmpty()) {
      for (Check.ChunkAt at : versions.chunk()) {
        String what =
            at.version().map(version -> " " + version).orElse("")
                + at.shard().map(shard -> " @ " + shard).orElse("");
        en.add("the chunk of " + ValueText.of(at.at()) + ":" + what);
        zh.add(ValueText.of(at.at()) + " 所在的 chunk：" + what.strip());
      }
    }
    return new Pair(String.join(", ", en), String.join("，", zh));
  }

  /** The kinds in their order; one kind alone says nothing to a reader. */
  private static Optional<Pair> events(Check.Events events) {
    List<String> kinds = kinds(events.sequence());
    String all = String.join(" → ", kinds);
    return kinds.size() < 2 ? Optional.empty() : Optional.of(new Pair(all, all));
  }

  private static List<String> kinds(List<BsonDocument> events) {
    List<String> kinds = new ArrayList<>();
    for (BsonDocument event : events) {
      String kind = event.getString("kind").getValue();
      if (kinds.isEmpty() || !kinds.get(kinds.size() - 1).equals(kind)) {
        kinds.add(kind);
      }
    }
    if (kinds.size() > KINDS_MAX) {
      String last = kinds.get(kinds.size() - 1);
      kinds.subList(KINDS_MAX - 1, kinds.size()).clear();
      kinds.add("…");
      kinds.add(last);
    }
    return kinds;
  }

  private static Pair used(Check.Used used) {
    List<String> en = new ArrayList<>();
    List<String> zh = new ArrayList<>();
    if (!used.calls().isEmpty()) {
      en.add(String.join(", ", used.calls().keySet()) + " called");
      zh.add("调用了 " + String.join("、", used.calls().keySet()));
    }
    if (!used.forbidden().isEmpty()) {
      en.add("without " + String.join(", ", used.forbidden()));
      zh.add("没有用 " + String.join("、", used.forbidden()));
    }
    return new Pair(String.join(", ", en), String.join("，", zh));
  }

  /** What a budget allows, e.g. {@code at most 7 commands}. */
  static String budget(Check.Cost cost) {
    List<String> parts = new ArrayList<>();
    cost.min().ifPresent(min -> parts.add("at least " + min.stripTrailingZeros().toPlainString()));
    cost.max().ifPresent(max -> parts.add("at most " + max.stripTrailingZeros().toPlainString()));
    boolean one = cost.max().or(cost::min).filter(number -> number.doubleValue() == 1).isPresent();
    return String.join(" and ", parts) + " " + unit(cost.metric(), one);
  }

  static String budgetInChinese(Check.Cost cost) {
    List<String> parts = new ArrayList<>();
    cost.min().ifPresent(min -> parts.add("至少 " + min.stripTrailingZeros().toPlainString()));
    cost.max().ifPresent(max -> parts.add("最多 " + max.stripTrailingZeros().toPlainString()));
    String unit =
        switch (cost.metric()) {
          case "commands" -> "条命令";
          case "messages" -> "条消息";
          case "refreshes" -> "次刷新";
          case "shardsAsked" -> "次询问分片";
          case "rowsShipped" -> "行传输";
          case "movedMB" -> "MB 迁移";
          default -> "次 StaleConfig 拒绝";
        };
    return String.join("、", parts) + " " + unit;
  }

  private static String unit(String metric, boolean one) {
    return switch (metric) {
      case "commands" -> one ? "command" : "commands";
      case "messages" -> one ? "message" : "messages";
      case "refreshes" -> one ? "refresh" : "refreshes";
      case "shardsAsked" -> one ? "shard asked" : "shards asked";
      case "rowsShipped" -> one ? "row shipped" : "rows shipped";
      case "movedMB" -> "MB moved";
      default -> one ? "StaleConfig refusal" : "StaleConfig refusals";
    };
  }
}
