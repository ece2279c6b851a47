package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
      return RouteWords.of(route);
    }
    if (asserts instanceof Check.Versions versions) {
      return Optional.of(VersionWords.of(versions));
    }
    if (asserts instanceof Check.Chunks chunks) {
      return Optional.of(ChunkWords.of(chunks));
    }
    if (asserts instanceof Check.Events events) {
      return Optional.of(EventWords.of(events));
    }
    if (asserts instanceof Check.State state) {
      return StateWords.of(state);
    }
    if (asserts instanceof Check.Documents documents) {
      return DocumentWords.of(documents);
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
      return DocumentWords.inNumber(documents);
    }
    if (asserts instanceof Check.Chunks chunks) {
      return Optional.of(ChunkWords.inNumber(chunks));
    }
    return asserts instanceof Check.Events events
        ? Optional.of(EventWords.inOrder(events)).filter(words -> !words.en().isEmpty())
        : Optional.empty();
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
