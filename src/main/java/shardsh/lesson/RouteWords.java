package shardsh.lesson;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What a routing decision was, in words, by the fields of a check of it. */
final class RouteWords {
  private RouteWords() {}

  /** What has been decided when the check has passed. */
  static Optional<Phrase> of(Check.Route route) {
    List<Phrase> parts = new ArrayList<>();
    if (route.shards().isPresent()) {
      parts.add(answered(route.shards().get()));
    } else if (route.count().isPresent()) {
      parts.add(answered(route.count().get()));
    } else {
      route.targeting().ifPresent(targeting -> parts.add(targeted(targeting)));
    }
    route
        .attempts()
        .filter(count -> count > 1)
        .ifPresent(count -> parts.add(tries(count, asked(route))));
    route
        .merge()
        .filter(where -> !where.equals("none"))
        .ifPresent(where -> parts.add(merged(where)));
    if (parts.isEmpty()) {
      route.path().ifPresent(path -> parts.add(path(path)));
    }
    if (parts.isEmpty()) {
      route.split().ifPresent(split -> parts.add(split(split)));
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(Phrase.join(parts));
  }

  /**
   * One side of what differs.
   *
   * @param route {@code {targeting, path, merge, split, shards, count, attempts}}, or some of these
   * @param differing the names of those that are to be told
   */
  static Phrase of(BsonDocument route, Set<String> differing) {
    Set<String> told = new LinkedHashSet<>(differing);
    if (told.contains("shards")) {
      told.remove("count");
      told.remove("targeting");
    }
    return Phrase.join(told.stream().map(field -> field(field, route)).toList());
  }

  private static Phrase field(String field, BsonDocument route) {
    BsonValue value = route.get(field);
    return switch (field) {
      case "targeting" -> targeted(text(value));
      case "path" -> path(text(value));
      case "merge" -> merged(text(value));
      case "split" -> split(value.isBoolean() && value.asBoolean().getValue());
      case "shards" -> answered(value.asArray().stream().map(RouteWords::text).toList());
      case "count" -> answered(number(value));
      case "attempts" -> tries(number(value), asked(route));
      default -> Phrase.of(field + " " + ValueText.of(value));
    };
  }

  private static String text(BsonValue value) {
    return value instanceof BsonString string ? string.getValue() : ValueText.of(value);
  }

  private static int number(BsonValue value) {
    return value instanceof BsonInt32 number ? number.getValue() : 0;
  }

  private static Phrase answered(List<String> shards) {
    if (shards.isEmpty()) {
      return answered(0);
    }
    boolean alone = shards.size() == 1;
    return new Phrase(
        "answered by " + String.join(", ", shards) + (alone ? " alone" : ""),
        (alone ? "只由 " : "由 ") + String.join("、", shards) + " 回答");
  }

  private static Phrase answered(int count) {
    return count == 0
        ? new Phrase("answered by no shard", "没有分片回答")
        : new Phrase(
            "answered by " + count + (count == 1 ? " shard" : " shards"), "由 " + count + " 个分片回答");
  }

  private static Phrase targeted(String targeting) {
    return switch (targeting) {
      case "all" -> new Phrase("all shards were asked", "问了所有分片");
      case "single" -> new Phrase("one shard was asked", "只问了一个分片");
      default -> new Phrase("some shards were asked", "问了一部分分片");
    };
  }

  private static int asked(Check.Route route) {
    return route.shards().map(List::size).or(route::count).orElse(1);
  }

  private static int asked(BsonDocument route) {
    return route.containsKey("shards")
        ? route.getArray("shards").size()
        : route.containsKey("count") ? number(route.get("count")) : 1;
  }

  /** With one shard, all tries but the last were refused; with more, some had to try again. */
  private static Phrase tries(int attempts, int shards) {
    if (shards > 1 && attempts > shards) {
      return new Phrase("in " + attempts + " requests", "共发出 " + attempts + " 个请求");
    }
    return attempts > shards
        ? new Phrase("after " + (attempts - 1) + " refused", "之前被拒绝 " + (attempts - 1) + " 次")
        : new Phrase("none refused", "没有被拒绝");
  }

  private static Phrase merged(String where) {
    return where.equals("none")
        ? new Phrase("nothing merged", "没有合并")
        : new Phrase("merged on " + where, "在 " + where + " 上合并");
  }

  private static Phrase path(String path) {
    String zh =
        switch (path) {
          case "fast" -> "走快速路径";
          case "range" -> "按范围路由";
          default -> "问所有分片";
        };
    return new Phrase("routed by path " + path, zh);
  }

  private static Phrase split(boolean split) {
    return split ? new Phrase("cut in two", "聚合被切成两半") : new Phrase("not cut", "聚合没有被切开");
  }
}
