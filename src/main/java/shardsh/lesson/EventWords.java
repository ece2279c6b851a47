package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What a check of events has seen when it passes: what happened, and where. */
final class EventWords {
  private static final int STEPS_MAX = 3;

  private EventWords() {}

  /** Events of one kind with their places, or several in their order without them. */
  static Phrase of(Check.Events events) {
    if (events.sequence().isEmpty()) {
      return Phrase.join(events.none().stream().map(event -> none(one(event))).toList());
    }
    long kinds = events.sequence().stream().map(EventWords::kind).distinct().count();
    return kinds == 1
        ? Phrase.join(events.sequence().stream().map(EventWords::one).toList())
        : inOrder(events);
  }

  /** The events in their order, without their places; of many the first and the last. */
  static Phrase inOrder(Check.Events events) {
    List<Phrase> steps = new ArrayList<>();
    for (BsonDocument event : events.sequence()) {
      Phrase step = what(event);
      if (steps.isEmpty() || !steps.get(steps.size() - 1).equals(step)) {
        steps.add(step);
      }
    }
    if (steps.size() > STEPS_MAX) {
      Phrase last = steps.get(steps.size() - 1);
      steps.subList(STEPS_MAX - 1, steps.size()).clear();
      steps.add(Phrase.of("…"));
      steps.add(last);
    }
    return new Phrase(
        steps.stream().map(Phrase::en).collect(Collectors.joining(" → ")),
        steps.stream().map(Phrase::zh).collect(Collectors.joining(" → ")));
  }

  /** What was not seen: {@code no request (→ cfgrs)}. */
  private static Phrase none(Phrase one) {
    String en =
        one.en().matches("an? .*")
            ? one.en().replaceFirst("an? ", "no ")
            : "did not happen: " + one.en();
    String zh =
        one.zh().matches("一[条个].*") ? one.zh().replaceFirst("一[条个]", "没有") : "没有发生：" + one.zh();
    return new Phrase(en, zh);
  }

  private static String kind(BsonDocument event) {
    return event.getString("kind").getValue();
  }

  private static Phrase one(BsonDocument event) {
    Phrase what = what(event);
    String where = places(event);
    return where.isEmpty()
        ? what
        : new Phrase(what.en() + " (" + where + ")", what.zh() + "（" + where + "）");
  }

  private static String text(BsonDocument event, String field) {
    BsonValue value = event.get(field);
    return value == null ? "" : ValueText.of(value);
  }

  /** Between which nodes, of which collection. */
  private static String places(BsonDocument event) {
    List<String> places = new ArrayList<>();
    String from = text(event, "from");
    String to = text(event, "to");
    if (!from.isEmpty() && !to.isEmpty()) {
      places.add(from + " → " + to);
    } else if (!from.isEmpty() || !to.isEmpty()) {
      places.add(from.isEmpty() ? "→ " + to : from + " →");
    }
    for (String field : List.of("on", "ns", "version", "op", "name", "code")) {
      Optional.of(text(event, field)).filter(found -> !found.isEmpty()).ifPresent(places::add);
    }
    return places.stream().distinct().collect(Collectors.joining(", "));
  }

  private static Phrase what(BsonDocument event) {
    return switch (kind(event)) {
      case "command" -> new Phrase("a command", "一条命令");
      case "send" -> new Phrase("a request", "一个请求");
      case "reply" -> new Phrase("a reply", "一个答复");
      case "stale" -> new Phrase("refused as StaleConfig", "因 StaleConfig 被拒绝");
      case "lost" -> new Phrase("a call that failed", "一次失败的调用");
      case "route" -> new Phrase("shards were picked", "选出了要问的分片");
      case "plan" -> new Phrase("a plan was chosen", "选定了执行计划");
      case "results" -> new Phrase("results were merged", "合并了结果");
      case "spill" -> new Phrase("a stage went on with a disk", "有阶段改用磁盘");
      case "refresh" -> refresh(event);
      case "split.ask" -> new Phrase("a shard asked for a split", "分片请求分裂 chunk");
      case "split" -> new Phrase("a chunk was split", "chunk 已分裂");
      case "merge" -> new Phrase("chunks were merged", "chunk 已合并");
      case "jumbo" -> new Phrase("a chunk was marked jumbo", "chunk 被标为 jumbo");
      case "migrate.start" -> new Phrase("a migration began", "迁移开始");
      case "migrate.clone" -> new Phrase("cloning began", "开始复制文档");
      case "migrate.batch" -> new Phrase("documents were cloned", "复制了文档");
      case "migrate.catchup" -> new Phrase("the catch-up began", "开始追赶写入");
      case "migrate.critical" -> new Phrase("the critical section began", "进入临界区");
      case "migrate.committing" -> new Phrase("the commit began", "开始提交迁移");
      case "migrate.commit" -> new Phrase("a chunk moved", "chunk 已搬走");
      case "migrate.abort" -> new Phrase("a migration was aborted", "迁移中止");
      case "migrate.cleanup" -> new Phrase("a range deletion was noted", "登记了区间删除");
      case "range.delete" -> new Phrase("orphans were deleted", "孤儿文档已删除");
      case "balance.round" -> new Phrase("a round of the balancer", "均衡器跑了一轮");
      case "zone.violation" -> new Phrase("a chunk outside its zone", "有 chunk 不在它的 zone 里");
      case "epoch" -> new Phrase("a new epoch", "换了新的 epoch");
      case "merger" -> merger(event);
      case "node.down" -> new Phrase("a node went down", "有节点停机");
      case "node.up" -> new Phrase("a node came up", "有节点恢复");
      case "stepdown" -> new Phrase("a primary stepped down", "主节点退位");
      case "read.secondary" -> new Phrase("a secondary was read", "读了从节点");
      case "write.replicated" -> new Phrase("a write was replicated", "写入已复制");
      case "txn.start" -> new Phrase("a transaction began", "事务开始");
      case "txn.prepare" -> new Phrase("a transaction was prepared", "事务已 prepare");
      case "txn.commit" -> new Phrase("a transaction was committed", "事务已提交");
      case "txn.abort" -> new Phrase("a transaction was aborted", "事务已中止");
      case "election" -> new Phrase("a primary was elected", "选出了主节点");
      case "error" -> new Phrase("an error", "出错");
      default -> Phrase.of(kind(event));
    };
  }

  /** How many rows of the table were fetched, where that is asked for. */
  private static Phrase refresh(BsonDocument event) {
    String rows = text(event, "rows");
    return rows.isEmpty()
        ? new Phrase("a table was refreshed", "刷新了路由表")
        : new Phrase(
            rows.equals("1") ? "1 row was fetched" : rows + " rows were fetched",
            "取回 " + rows + " 行");
  }

  /** Where a pipeline was cut, and where it was merged. */
  private static Phrase merger(BsonDocument event) {
    String cut = text(event, "cut");
    String where = text(event, "where");
    List<Phrase> parts = new ArrayList<>();
    if (!cut.isEmpty()) {
      parts.add(new Phrase("cut at " + cut, "在 " + cut + " 处切开"));
    }
    if (!where.isEmpty()) {
      String shard = text(event, "shard");
      String at = shard.isEmpty() ? where : where + " " + shard;
      parts.add(new Phrase("merged by " + at, "由 " + at + " 合并"));
    }
    return parts.isEmpty() ? new Phrase("the pipeline was cut", "聚合被切成两半") : Phrase.join(parts);
  }
}
