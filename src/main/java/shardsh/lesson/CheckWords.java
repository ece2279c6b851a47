package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonValue;

/**
 * What a check is about, in words made from what it asserts. Its message will not do for that: it
 * is written for the moment in which the check fails.
 */
public final class CheckWords {
  private static final int LENGTH_MAX = 80;

  private static final Pattern MISSING = Pattern.compile("^还缺：([^。]+)");
  private static final Pattern NOT_YET = Pattern.compile("^([^。；：]*)还没有([^。；：]+)");

  /** What is there or is not, and no deed. */
  private static final Pattern THING = Pattern.compile("从| ?[\\w]|查询");

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
   * What was noticed when it passed, e.g. {@code answered by s2 alone}: its own words, or some made
   * from what it asserts; empty where its title has to do. Do not show it before: it may tell the
   * answer.
   */
  public static Optional<Text> noticed(Check check) {
    return check.passed().or(() -> made(check));
  }

  private static Optional<Text> made(Check check) {
    return words(check.asserts())
        .filter(words -> words.en().length() <= LENGTH_MAX)
        .or(() -> shorter(check.asserts()))
        .map(Phrase::text);
  }

  /**
   * What a passed check is called in Chinese when nothing better is known of it: its kind, and its
   * id, which is English.
   */
  public static String kindInChinese(Check check) {
    return kind(check) + "（" + title(check) + "）";
  }

  private static String kind(Check check) {
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
    return "状态符合要求";
  }

  /** The names that a predicate asks about, in Chinese; empty where it has none. */
  public static Optional<String> namesInChinese(Check check) {
    return check.asserts() instanceof Check.State state
        ? StateWords.names(state).map(names -> names.zh() + " 符合要求")
        : Optional.empty();
  }

  /**
   * A Chinese message of failure as what has been reached: {@code 还没有 X} as {@code 已经 X}; empty
   * where it is of another form.
   */
  public static Optional<String> reachedInChinese(String message) {
    Matcher missing = MISSING.matcher(message);
    if (missing.find()) {
      return Optional.of(missing.group(1));
    }
    Matcher notYet = NOT_YET.matcher(message);
    if (!notYet.find()) {
      return Optional.empty();
    }
    String before = notYet.group(1);
    String after = notYet.group(2);
    boolean isThing = THING.matcher(after).lookingAt() || before.endsWith("里");
    return Optional.of(before + (isThing ? "已有" : "已经") + after);
  }

  private static Optional<Phrase> words(Check.Assertion asserts) {
    if (asserts instanceof Check.Route route) {
      return route(route);
    }
    if (asserts instanceof Check.Versions versions) {
      return Optional.of(versions(versions));
    }
    if (asserts instanceof Check.Chunks chunks) {
      return Optional.of(
          new Phrase(
              "the chunks of " + chunks.ns() + " are as asked", chunks.ns() + " 的 chunk 都符合要求"));
    }
    if (asserts instanceof Check.Events events) {
      return Optional.of(EventWords.of(events));
    }
    if (asserts instanceof Check.State state) {
      return StateWords.of(state);
    }
    if (asserts instanceof Check.Documents documents) {
      return documents(documents);
    }
    if (asserts instanceof Check.Output output) {
      return output.contains().isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Phrase(
                  "seen: " + String.join(", ", output.contains()),
                  "看到了 " + String.join("、", output.contains())));
    }
    if (asserts instanceof Check.Used used) {
      return Optional.of(used(used));
    }
    if (asserts instanceof Check.Cost cost) {
      return Optional.of(new Phrase(budget(cost), budgetInChinese(cost)));
    }
    return Optional.empty();
  }

  /** What is said where all of it would be too long, or cannot be told. */
  private static Optional<Phrase> shorter(Check.Assertion asserts) {
    if (asserts instanceof Check.Documents documents) {
      return documents.ns().map(ns -> new Phrase(ns + " as asked", ns + " 的文档符合要求"));
    }
    return Optional.empty();
  }

  /** The documents themselves where they are to be there. */
  private static Optional<Phrase> documents(Check.Documents check) {
    List<BsonValue> there = new ArrayList<>();
    check
        .expected()
        .forEach(
            (comparison, values) -> {
              if (comparison == Check.Comparison.EQUALS
                  || comparison == Check.Comparison.CONTAINS) {
                there.addAll(values);
              }
            });
    if (there.isEmpty()) {
      return Optional.empty();
    }
    String all = there.stream().map(ValueText::of).collect(Collectors.joining(", "));
    String en = check.ns().map(Object::toString).orElse("the result");
    String zh = check.ns().map(Object::toString).orElse("结果");
    return Optional.of(new Phrase(en + " has " + all, zh + " 里有 " + all));
  }

  private static Optional<Phrase> route(Check.Route route) {
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
    route
        .path()
        .filter(path -> en.isEmpty())
        .ifPresent(
            path -> {
              en.add("routed by path " + path);
              zh.add("路由方式是 " + path);
            });
    route
        .split()
        .filter(split -> en.isEmpty())
        .ifPresent(
            split -> {
              en.add(split ? "cut in two" : "not cut");
              zh.add(split ? "聚合被切成两半" : "聚合没有被切开");
            });
    return en.isEmpty()
        ? Optional.empty()
        : Optional.of(new Phrase(String.join(", ", en), String.join("，", zh)));
  }

  private static Phrase versions(Check.Versions versions) {
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
    return new Phrase(String.join(", ", en), String.join("，", zh));
  }

  private static Phrase used(Check.Used used) {
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
    return new Phrase(String.join(", ", en), String.join("，", zh));
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
