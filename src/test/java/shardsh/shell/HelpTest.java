package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import shardsh.js.TestEngines;
import shardsh.js.api.ApiNames;
import shardsh.js.api.MethodInfo;
import shardsh.render.Diagrams;
import shardsh.render.StyledLine;
import shardsh.shell.HelpTopics.Kind;
import shardsh.shell.HelpTopics.Row;
import shardsh.shell.HelpTopics.Topic;
import shardsh.transcript.RunOptions;

/** Help keeps its word: what it shows can be typed, and what it names has a page that fits. */
class HelpTest {
  private static final String NOT_MODELLED =
      "Not modelled, and answered with an error that says so:";
  private static final Pattern PROFILE = Pattern.compile("\\(profile (\\d\\.\\d)");

  /** What wants a file, or a cluster that has not been put together yet. */
  private static final List<String> ELSEWHERE =
      List.of(
          "load(\"setup.js\")",
          "rs.stepDown(60, 10)",
          "rs.freeze(60)",
          "rs.initiate({_id: \"s0\", members: [{_id: 0, host: \"127.0.0.1:27102\"}]})");

  @TestFactory
  List<DynamicTest> everyCommandOfATopicRuns() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Topic topic : HelpTopics.all()) {
      if (!commands(topic).isEmpty()) {
        tests.add(DynamicTest.dynamicTest(topic.name(), () -> run(topic)));
      }
    }
    return tests;
  }

  private static void run(Topic topic) {
    try (LiveSession session = session(80)) {
      for (String command : commands(topic)) {
        Submission done = session.submit(ScriptText.typed(command), new NoOutput());
        assertEquals(Outcome.DONE, done.outcome(), () -> command + ": " + texts(done.lines()));
      }
    }
  }

  private static List<String> commands(Topic topic) {
    return topic.rows().stream().filter(row -> row.kind() == Kind.COMMAND).map(Row::head).toList();
  }

  /** Every method's usage, typed as its page says, on a fresh cluster of the profile it names. */
  @TestFactory
  List<DynamicTest> everyMethodsUsageRunsUnlessItIsMarkedAsNotModelled() {
    List<DynamicTest> tests = new ArrayList<>();
    try (LiveSession session = session(80)) {
      for (ApiNames of : ApiNames.values()) {
        for (MethodInfo info : session.api().methods(of)) {
          if (!info.help().isEmpty() && !ELSEWHERE.contains(info.usage())) {
            tests.add(DynamicTest.dynamicTest(of + " " + info.usage(), () -> run(of, info)));
          }
        }
      }
    }
    return tests;
  }

  private static void run(ApiNames of, MethodInfo info) {
    try (LiveSession session = new LiveSession(settings(info), TestEngines::fresh)) {
      Submission done = null;
      for (String line : HelpPages.lines(of, info)) {
        if (done != null) {
          assertEquals(Outcome.DONE, done.outcome(), texts(done.lines()));
        }
        done = session.submit(ScriptText.typed(line), new NoOutput());
      }
      String text = texts(done.lines());
      if (!info.modelled()) {
        assertEquals(Outcome.FAILED, done.outcome(), text);
      } else if (done.outcome() == Outcome.FAILED) {
        assertTrue(info.deprecated() && text.contains("MongoshDeprecatedError"), text);
      }
    }
  }

  private static SessionSettings settings(MethodInfo info) {
    Matcher profile = PROFILE.matcher(info.help());
    return RunOptions.parse(
            "$ shardsh --trace none --width 80"
                + (profile.find() ? " --profile " + profile.group(1) : ""))
        .settings();
  }

  @Test
  void everythingThatHelpOffersHasAPageWithinTheScreen() {
    for (int width : List.of(60, 80, 100, 160)) {
      LiveSession session = session(width);
      List<String> topics = new ArrayList<>(List.of("", "find", "db.orders", "db.orders.find()"));
      topics.addAll(new HelpPages(session.api(), width).names());
      topics.addAll(OperatorPages.names());
      for (String topic : topics) {
        for (StyledLine line : session.help(topic)) {
          assertTrue(line.width() <= width, () -> topic + ": " + line.text());
        }
      }
    }
  }

  @Test
  void mongoshsPagesOfHelpAreBrokenInTheirSecondColumn() {
    Submission done = session(80).submit(ScriptText.typed("sh.moveChunk.help()"), new NoOutput());

    assertEquals(
        """

          Shard.moveChunk:

            moveChunk                                  Moves the chunk that contains the
                                                       key to another shard.
            sh.moveChunk("shop.orders", {customerId: 500}, "s1")
        """,
        texts(done.value()) + "\n");
  }

  @Test
  void everyPictureIsListed() {
    List<String> listed = commands(HelpTopics.named("show").orElseThrow());

    for (String word : Diagrams.words()) {
      assertTrue(listed.contains("show " + word), word);
    }
  }

  @Test
  void whatIsNotModelledStandsInTheReadmeTheSame() throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    List<String> there =
        readme
            .substring(readme.indexOf("Not modelled, and"), readme.indexOf("\n## Licence"))
            .replace("`", "")
            .lines()
            .reduce(
                "",
                (text, line) ->
                    text + (line.isEmpty() || line.startsWith("* ") ? "\n" : " ") + line.trim())
            .lines()
            .filter(line -> line.startsWith("* "))
            .map(line -> line.substring(2, line.length() - 1))
            .toList();
    List<Row> rows = HelpTopics.named("differences").orElseThrow().rows();
    int from = rows.stream().map(Row::head).toList().indexOf(NOT_MODELLED);

    assertEquals(
        rows.subList(from + 1, rows.size()).stream()
            .map(row -> row.head().substring(2).toLowerCase(Locale.ROOT))
            .toList(),
        there.stream().map(line -> line.toLowerCase(Locale.ROOT)).toList());
  }

  @Test
  void everyTypeThatAGlobalMakesHasAPage() {
    LiveSession session = session(80);

    for (String type :
        List.of("ObjectId", "ISODate", "NumberLong", "UUID", "MinKey", "Timestamp")) {
      assertTrue(texts(session.help(type)).contains("Timestamp(t, i)"), type);
    }
  }

  @Test
  void operatorsAreListedByFamilyAndOneIsFoundByItsName() {
    LiveSession session = session(80);

    String page = texts(session.help("operators"));

    assertTrue(page.contains("  Accumulators:"), page);
    assertTrue(page.contains("partial     $collStats: storageStats and count only"), page);
    assertEquals(
        "  $sum as an expression: the sum of the numbers.\n\n"
            + "    {$sum: [1, 2, \"x\", 3]}  gives 6\n\n"
            + "  $sum in $group: the sum; shards add, the merger adds their sums.\n\n"
            + "    {$sum: \"$total\"}",
        texts(session.help("$sum")));
    assertTrue(texts(session.help("$where")).startsWith("  $where in a filter: not modelled;"));
    assertTrue(page.contains("    from 5.2  $bottom $bottomN "), page);
    assertTrue(page.contains("    from 5.2  $locf\n"), page);
    assertTrue(texts(session.help("$bottom")).contains(" Since version 5.2.\n"));
    assertTrue(texts(session.help("$collStats")).contains("Here: storageStats and count only."));
  }

  @Test
  void everyErrorInTheListIsOneOfTheServers() {
    for (Row row : HelpTopics.named("errors").orElseThrow().rows()) {
      if (row.kind() == Kind.TERM) {
        assertNotEquals(0, HelpPages.codeOf(row.head()), row.head());
      }
    }
  }

  @Test
  void anErrorIsFoundByItsNumberAMethodByItsObject() {
    LiveSession session = session(80);

    assertEquals(
        "  Error 61, ShardKeyNotFound: a write does not say which shard: the shard key is\n"
            + "  not in it.",
        texts(session.help("61")));
    assertEquals(
        "    sh.moveChunk(\"shop.orders\", {customerId: 500}, \"s1\")\n"
            + "  Moves the chunk that contains the key to another shard.\n"
            + "  More in help migration, help step, help fault.",
        texts(session.help("sh.moveChunk")));
  }

  @Test
  void everyWordAndEverySettingHasAPageAndQuotesDoNotMatter() {
    LiveSession session = session(80);

    for (DirectWord word : DirectWords.all()) {
      assertFalse(session.help(word.name()).isEmpty(), word.name());
    }
    for (String setting : session.config().all().keySet()) {
      assertFalse(session.help(setting).isEmpty(), setting);
    }
    assertEquals(
        "    lesson [LESSON]  the task again, or go to that lesson", texts(session.help("lesson")));
    assertEquals(session.help("shard key"), session.help("\"shard key\""));
  }

  @Test
  void anUnknownTopicSaysWhereTheListIs() {
    Submission done = session(80).submit(ScriptText.typed("help nonsense"), new NoOutput());

    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] No help on \"nonsense\"\n"
            + "hint: help   lists what there is",
        texts(done.lines()));
  }

  @Test
  void aMisspeltOperatorIsNamed() {
    Submission done = session(80).submit(ScriptText.typed("help $lokup"), new NoOutput());

    assertTrue(texts(done.lines()).endsWith("hint: did you mean: help $lookup"));
  }

  private static String texts(List<StyledLine> lines) {
    return String.join("\n", lines.stream().map(StyledLine::text).toList());
  }

  private static LiveSession session(int width) {
    RunOptions options = RunOptions.parse("$ shardsh --trace none --width " + width);
    return new LiveSession(options.settings(), TestEngines::fresh);
  }
}
