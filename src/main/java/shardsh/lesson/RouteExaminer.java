package shardsh.lesson;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Checks of routing decisions. */
final class RouteExaminer {
  private final List<BsonDocument> routed;

  RouteExaminer(Evidence.Scope scope) {
    routed = new ArrayList<>();
    for (BsonDocument command : scope.commands()) {
      if (!command.getDocument("route").getArray("shards").isEmpty()) {
        routed.add(command);
      }
    }
  }

  Finding examine(Check.Route check) {
    List<BsonDocument> candidates = candidates(check);
    if (candidates.isEmpty()) {
      return Finding.failed("no such command was routed", "没有这样的命令经过路由");
    }
    Finding last = Finding.passed();
    for (BsonDocument command : candidates) {
      last = compare(check, command.getDocument("route"));
      if (last.isPassed()) {
        return last;
      }
    }
    return last;
  }

  private List<BsonDocument> candidates(Check.Route check) {
    return switch (check.of()) {
      case ANY -> routed;
      case LAST -> routed.isEmpty() ? routed : routed.subList(routed.size() - 1, routed.size());
      case MATCHING -> routed.stream().filter(command -> isMeant(check, command)).toList();
    };
  }

  private static boolean isMeant(Check.Route check, BsonDocument command) {
    boolean sameOp = check.op().filter(op -> !op.equals(text(command.get("op")))).isEmpty();
    BsonValue filter = command.get("filter");
    return sameOp
        && check
            .filter()
            .filter(wanted -> filter == null || !Likeness.same(wanted, filter))
            .isEmpty();
  }

  private static String text(BsonValue value) {
    return value != null && value.isString() ? value.asString().getValue() : "";
  }

  private static Finding compare(Check.Route check, BsonDocument route) {
    BsonDocument wanted = new BsonDocument();
    BsonDocument found = new BsonDocument();
    check.targeting().ifPresent(text -> wanted.append("targeting", new BsonString(text)));
    check.path().ifPresent(text -> wanted.append("path", new BsonString(text)));
    check.merge().ifPresent(text -> wanted.append("merge", new BsonString(text)));
    check.split().ifPresent(split -> wanted.append("split", BsonBoolean.valueOf(split)));
    wanted.keySet().forEach(name -> found.append(name, route.get(name)));
    BsonArray shards = route.getArray("shards");
    check
        .shards()
        .ifPresent(
            list -> {
              wanted.append("shards", sorted(list));
              found.append("shards", sorted(shards.stream().map(RouteExaminer::text).toList()));
            });
    check.count().ifPresent(count -> both(wanted, found, "count", count, shards.size()));
    check
        .attempts()
        .ifPresent(
            count -> both(wanted, found, "attempts", count, route.getArray("attempts").size()));
    if (Likeness.same(wanted, found)) {
      return Finding.passed();
    }
    Set<String> differing = new LinkedHashSet<>(wanted.keySet());
    differing.removeIf(name -> Likeness.same(wanted.get(name), found.get(name)));
    return Finding.failed(wanted, found)
        .differing(RouteWords.of(wanted, differing), RouteWords.of(found, differing));
  }

  private static void both(
      BsonDocument wanted, BsonDocument found, String name, int want, int have) {
    wanted.append(name, new BsonInt32(want));
    found.append(name, new BsonInt32(have));
  }

  private static BsonArray sorted(List<String> names) {
    return new BsonArray(new TreeSet<>(names).stream().map(BsonString::new).toList());
  }
}
