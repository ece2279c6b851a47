package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import shardsh.core.sharding.MigrationStep;

class ChineseTest {
  private final Chinese chinese = new Chinese();

  @Test
  void sentenceAndWhatStandsInItAreTranslated() {
    assertEquals(
        "过滤条件确定了完整的分片键 {customerId: 1}（customerId 有等值条件）。键 470 落在一个 chunk 里，它只归一个分片：s2。",
        chinese.of(
            "The filter fixes the whole shard key {customerId: 1} (equality on customerId). The key"
                + " 470 lies in one chunk, and one shard owns it: s2."));
  }

  @Test
  void shardsOfARangeAreCountedOnce() {
    assertEquals(
        "过滤条件限定了分片键 {region: 1}（region 有范围）：[\"a\", \"b\"]。这涉及 2 个 chunk，在 2 个分片上（有 chunk 的分片共 3"
            + " 个）：s0, s1。",
        chinese.of(
            "The filter bounds the shard key {region: 1} (bounds on region): [\"a\", \"b\"]. That"
                + " meets 2 chunks on 2 shards of 3: s0, s1."));
  }

  @Test
  void oneOfThemIsTranslatedAsManyAre() {
    assertEquals("传回 1 个部分结果，已合并", chinese.of("1 partial group shipped and merged"));
    assertEquals("传回并合并了 1 行", chinese.of("1 row shipped and merged"));
    assertEquals("1 行传到 s1。", chinese.of("1 row travelled to s1."));
    assertEquals(
        "1 个部分结果到了 m0，由它合成最终结果。",
        chinese.of("1 partial group came to m0, which made the result of it."));
  }

  @Test
  void sentencesInARowAreTranslatedOneByOneAndAnUnknownOneStays() {
    assertEquals(
        "[400, 500) 按要求在 450 处切开。Nobody knows this. 管道在 $group 处切开：每个分片做前半段，合并部分做剩下的。",
        chinese.of(
            "[400, 500) was cut at 450, as asked. Nobody knows this. The pipeline is cut at"
                + " $group: each shard does the first half of it, the merger part the rest."));
  }

  @Test
  void partsOfALineKeepTheirRoles() {
    StyledLine line =
        StyledLine.of(
            Span.plain("1 of 3 shards: "),
            new Span("s2", Role.OK),
            new Span(" refused 1|5 (has 2|1)", Role.STALE));

    assertEquals(
        StyledLine.of(
            Span.plain("3 个分片中的 1 个："),
            new Span("s2", Role.OK),
            new Span(" 拒绝了 1|5（它是 2|1）", Role.STALE)),
        chinese.of(line));
  }

  @Test
  void rangesOfOrphansAndWhatIsUnderWayAreTranslated() {
    assertEquals(" · shop.orders · ", chinese.of(" of shop.orders · "));
    assertEquals(
        "~ shop.orders 的 [400, 500) 迁往 s0  开始 → 复制",
        chinese.of("~ move of [400, 500) of shop.orders to s0  start → clone"));
    assertEquals(
        "+ shop.orders 的 [400, 500) 迁往 s0  开始",
        chinese.of("+ move of [400, 500) of shop.orders to s0  start"));
  }

  @Test
  void stepsAndWaitsOfAMoveAreTranslated() {
    String noted = chinese.of("notes 1 write to [400, 450) for s0");
    String waited = chinese.of("! update waited 8 ms for the move of [400, 450)");

    assertEquals("为 s0 记下对 [400, 450) 的 1 次写入", noted);
    assertEquals("! update 等 [400, 450) 的迁移等了 8 毫秒", waited);
  }

  @Test
  void eachStepOfAMoveHasItsChineseNameWhereverItStands() {
    List<String> names = List.of("开始", "复制", "追赶", "临界区", "提交", "清理");
    for (MigrationStep step : MigrationStep.values()) {
      String english = step.text();
      String name = names.get(step.ordinal());

      assertEquals(name + " [400, 450) s2 → s0", chinese.of(english + " [400, 450) s2 → s0"));
      assertEquals(" " + name, chinese.of(" " + english));
      assertEquals("停在这一步之前：" + name, chinese.of("stands before " + english));
      assertEquals(
          "停在这一步之前：" + step.number() + " " + name + "（sim.stepMigrations(true)）",
          chinese.of(
              "stands before " + step.number() + " " + english + " (sim.stepMigrations(true))"));
      assertEquals(
          " · 停在 " + step.number() + " " + name + " 之前",
          chinese.of(" · stands before " + step.number() + " " + english));
      assertEquals(
          step.number() + " " + name,
          chinese.of(step.number() + " " + english.replace(" section", "")));
    }
  }

  @Test
  void hintKeepsTheCommandThatItProposes() {
    String hint = chinese.of("hint: there are s0, s1; did you mean: sh.moveChunk(\"s1\")");

    assertEquals("提示：现有 s0, s1；你是不是想输入：sh.moveChunk(\"s1\")", hint);
  }

  @Test
  void hintAboutANameThatIsNotThereIsChineseUpToTheCommand() {
    String field =
        chinese.of("hint: custmerId is in no document looked at; did you mean: db.a.find({b: 1})");
    String elsewhere =
        chinese.of("hint: there is no collection config.chunks in shop; did you mean: db.a.find()");

    assertEquals("提示：看过的文档里没有 custmerId；你是不是想输入：db.a.find({b: 1})", field);
    assertEquals("提示：shop 里没有集合 config.chunks；你是不是想输入：db.a.find()", elsewhere);
  }

  @Test
  void hintAboutTextAndTheBalancerIsChineseUpToTheCommand() {
    assertEquals(
        "提示：字符串要加引号：sh.a(\"s1\")", chinese.of("hint: a text stands in quotes: sh.a(\"s1\")"));
    assertEquals(
        "提示：看过的文档里 customerId 是日期；你是不是想输入：db.a.find({b: 1})",
        chinese.of(
            "hint: customerId is a date in the documents looked at; did you mean: db.a.find({b:"
                + " 1})"));
    assertEquals(
        "提示：这里的均衡器要用 sim.balance() 才跑一轮",
        chinese.of("hint: here a round runs when it is asked for: sim.balance()"));
  }

  @Test
  void hintAboutSignsOfAChineseKeyboardIsChinese() {
    String hint = chinese.of("hint: the input has ， of full width; JavaScript wants ,");

    assertEquals("提示：输入里有全角的 ，；JavaScript 里要用半角的 ,", hint);
  }

  @Test
  void hintThatListsWhatThereIsIsChinese() {
    assertEquals("提示：现有的进程：m0, s0", chinese.of("hint: processes: m0, s0"));
    assertEquals(
        "提示：现有 s1；你是不是想输入：sh.moveChunk(\"s1\")",
        chinese.of("hint: there is s1; did you mean: sh.moveChunk(\"s1\")"));
  }

  @Test
  void collectionThatIsNotShardedIsNotTakenForAClusterWithoutShards() {
    assertEquals("未分片，在 s0 上", chinese.of("not sharded, on s0"));
    assertEquals("没有分片", chinese.of("no shards"));
  }

  @Test
  void labelIsTranslatedAloneAndNotWhereItIsTheNameOfAField() {
    assertEquals("大小", chinese.of("size"));
    assertEquals("size 有等值条件", chinese.of("equality on size"));
    assertEquals("2 行", chinese.of("2 rows"));
    assertEquals("刷新了 2 行", chinese.of("refreshed 2 rows"));
  }

  @Test
  void reasonOfAMoveIsTranslatedWhereAPictureGivesIt() {
    String because =
        chinese.of(
            "    because s2 has the most (4 chunks); of the shards that may take it s0 has the"
                + " least (2 chunks); s1 (2 chunks) ties and comes later; it is the first chunk"
                + " of s2 in key order");

    assertEquals(
        "    因为 s2 最多（4 个 chunk）；能接收的分片里 s0 最少（2 个 chunk）；"
            + "s1（2 个 chunk）一样多，但排在后面；它是 s2 按键顺序的第一个 chunk",
        because);
  }

  @Test
  void hintOfWhichNothingIsKnownStaysAsItIs() {
    String hint = chinese.of("hint: x   this and that");

    assertEquals("提示：x   this and that", hint);
  }

  @Test
  void wordsOfServersStayEnglish() {
    assertEquals(
        "命令失败：no such command: 'x'", chinese.of("The command failed: no such command: 'x'"));
  }

  @Test
  void sentencesOfPicturesAreTranslatedAndTheirMarks() {
    String behind =
        chinese.of(
            "! m0 is at 1|5, the collection at 2|1: 2 rows of its table old (split), 1 row with the"
                + " wrong shard");
    String chosen = chinese.of("chooses all: s0, s1, s2 · no usable condition on customerId");
    String cut = chinese.of("[500, Max) has 130 MB, limit 128 MB: at 580");

    assertEquals("! m0 在 1|5，集合在 2|1：它的表里 2 行旧（切开前），1 行分片不对", behind);
    assertEquals("选中全部：s0, s1, s2 · customerId 没有可用的条件", chosen);
    assertEquals("[500, Max) 有 130 MB，上限 128 MB：切在 580", cut);
  }

  @Test
  void whatStandsBelowTheBoxesOfAPipelineIsTranslated() {
    String sent =
        chinese.of(
            "  ▼ 3 rows, 231 B to the app; 3 of 90 rows (9 KB) shipped were used, by merge sort: of"
                + " the shards' next rows the first in order goes on");
    String streamed =
        chinese.of("  ▼ 4 rows stream through m0 to the app; 6 rows (1 KB) travelled to s1");
    String nested =
        chinese.of(
            "  besides, stages at s0, s1 read shop.customers 5 times, with 3 requests to other"
                + " nodes and 1 row from them");
    String time =
        chinese.of(
            "  5 ms of simulated time: up to 3 examined on a shard, all shards at once, then 9 rows"
                + " shipped and merged one by one");

    assertEquals("  ▼ 给应用 3 行，231 B；传来 90 行（9 KB），用到 3 行，用归并排序：各分片的下一行里，排在最前的先走", sent);
    assertEquals("  ▼ 4 行经 m0 流到应用；传到 s1 的有 6 行（1 KB）", streamed);
    assertEquals("  另外，s0, s1 上的阶段读 shop.customers 5 次，给别的节点发了 3 个请求，取回 1 行", nested);
    assertEquals("  模拟时间 5 ms：每个分片最多检查 3 条，各分片同时进行；随后 9 行逐行传来并合并", time);
  }

  @Test
  void shardsThatAPictureOfAPipelineDoesNotListAreCountedInChinese() {
    String more = chinese.of("… and 26 more shards: examined 78, 78 rows, 7 KB");
    String nothing = chinese.of("; nothing of 27 shards");
    String heads = chinese.of("    … and the heads of 25 more shards");

    assertEquals("… 另有 26 个分片：检查 78，78 行，7 KB", more);
    assertEquals("；其余 27 个分片各 0 行", nothing);
    assertEquals("    … 另有 25 个分片的队头", heads);
  }

  @Test
  void whatAStageWaitsForIsNotTakenForACountOfShards() {
    assertEquals(
        "  … 阻塞：要等各分片传来的 3 行里的最后一行",
        chinese.of("  … blocks: waits for the last row of the 3 from the shards"));
    assertEquals(
        "  … 阻塞：要等各分片的最后一行", chinese.of("  … blocks: waits for the last row from the shards"));
  }

  @Test
  void writtenResultAndTheRuleOfTheLiveViewAreTranslated() {
    assertEquals("传来 2 条，结果写入 shop.sums", chinese.of("2 shipped, result written to shop.sums"));
    assertEquals(" show live：离开此视图 ", chinese.of(" show live: leaves this view "));
  }

  @Test
  void wordsOfThePromptAreTranslated() {
    assertEquals(
        "-- 23 / 77 行；空格：下一页，回车：下一行，a：全部，q：停止 --",
        chinese.of("-- 23 of 77 lines; Space: page, Enter: line, a: all, q: stop --"));
    assertEquals(
        "提示：let r = sim.compareShardKeys(…) 可以留住结果：r.keys[0].targetedShare",
        chinese.of("hint: let r = sim.compareShardKeys(…) keeps it: r.keys[0].targetedShare"));
  }

  @Test
  void chunksThatCannotBeCutAreCountedInChinese() {
    assertEquals("2，最大 18 KB", chinese.of("2, to 18 KB"));
    assertEquals("1，最大 4.2 MB", chinese.of("1, to 4.2 MB"));
  }
}
