package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import shardsh.js.TestEngines;
import shardsh.render.Diagrams;
import shardsh.render.LiveView;
import shardsh.render.Motion;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.render.WhyText;
import shardsh.transcript.RunOptions;

/**
 * Every view of clusters that a seed chooses, at every width from 40 to 240: no line is wider than
 * the screen, and nothing in names or documents reaches it as a control character.
 */
class ViewWidthPropertyTest {
  private static final int CHUNKS_MANY = 1_000;
  private static final int LINES_MAX = 130;
  private static final List<String> NAMES =
      List.of(
          "orders", "订单表格与客户", "a\\u001b[2Jb", "tab\\there", "e\\u0301\\u202Ex", "😀😀", "n\\nl");

  /** The words of the command line's page for our own pictures; goal and live are no diagrams. */
  @Test
  void everyViewOfTheCommandLinesPageHasADiagram() {
    assertEquals(
        List.of(
            "cluster",
            "chunks",
            "versions",
            "routing",
            "trace",
            "pipeline",
            "shards",
            "load",
            "migrations",
            "balancer",
            "zones",
            "orphans",
            "diff"),
        Diagrams.words());
  }

  private static LiveSession session(String options) {
    return new LiveSession(
        RunOptions.parse("$ shardsh --trace none " + options).settings(), TestEngines::fresh);
  }

  /** Lines on a collection and zone of odd names, in an order that the seed chooses. */
  private static List<String> lines(Random random) {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    String zone = NAMES.get(random.nextInt(NAMES.size()));
    String key = random.nextBoolean() ? "{k: 1}" : "{k: 1, t: 1}";
    List<String> lines = new ArrayList<>();
    lines.add("c = '" + name + "'; n = 'test.' + c; v = '" + zone + "'");
    lines.add("sh.shardCollection(n, " + key + ")");
    lines.add(
        "db.getCollection(c).insertMany(Array.from({length: 40}, (_, i) => ({k: v + i, t: v})))");
    List<String> later =
        new ArrayList<>(
            List.of(
                "sh.splitAt(n, Object.assign({k: v + 2}, n && " + key + ".t ? {t: v} : {}))",
                "sh.moveChunk(n, Object.assign({k: v + 3}, " + key + ".t ? {t: v} : {}), 's1')",
                "db.getCollection(c).find({k: v + 3}).toArray().length",
                "sim.router('m1').getCollection(c).find({t: v}).sort({k: 1}).toArray().length",
                "db.getCollection(c).aggregate([{$group: {_id: '$t', [v]: {$sum: 1}}}]).toArray()",
                "sh.addShardToZone('s2', v)",
                "sim.down('s2')",
                "sim.balance()",
                "sim.load(n, {operations: 20, inserts: 0.5, fields: {k: {uniform: [1, 9]},"
                    + " t: {uniform: [1, 9]}}, readBy: [['k']]})",
                "db.getCollection(c).insertOne({k: v, t: MinKey, [v]: v})"));
    Collections.shuffle(later, random);
    lines.addAll(later.subList(0, 4 + random.nextInt(later.size() - 4)));
    return lines;
  }

  @Property(tries = 6)
  void noLineIsWiderThanTheScreen(@ForAll @IntRange(max = 1_000_000) int seed) {
    Random random = new Random(seed);
    int shards = 3 + random.nextInt(7);
    int routers = 2 + random.nextInt(4);
    try (LiveSession session =
        session("--cluster empty --shards " + shards + " --routers " + routers)) {
      List<String> lines = lines(random);
      for (int i = 0; i < lines.size(); i++) {
        Submission done = session.submit(ScriptText.typed(lines.get(i)), new NoOutput());
        // What comes later may be refused: a shard is down, a key is a boundary already.
        assertTrue(i > 2 || done.outcome() == Outcome.DONE, lines.get(i) + done.lines());
      }
      Scene scene = session.pictures().scene();
      for (int width = 40; width <= 240; width++) {
        check(scene, ScreenProfile.unicode(width), "seed " + seed);
      }
      for (int width = 40; width <= 240; width += 20) {
        check(scene, ScreenProfile.ascii(width), "seed " + seed);
      }
    }
  }

  private static void check(Scene scene, ScreenProfile screen, String where) {
    for (String word : Diagrams.words()) {
      lines(Diagrams.draw(word, scene, screen), screen, where + ", " + word);
    }
    lines(WhyText.of(scene, screen), screen, where + ", why");
    lines(LiveView.draw(scene, screen, 20), screen, where + ", live");
    Motion.of(scene, screen)
        .ifPresent(
            motion -> {
              int last = motion.steps() - 1;
              lines(motion.frame(0, 0.3), screen, where + ", motion");
              lines(motion.frame(last, 1), screen, where + ", motion");
            });
  }

  private static void lines(List<StyledLine> drawn, ScreenProfile screen, String where) {
    for (StyledLine line : drawn) {
      String text = line.text();
      assertTrue(line.width() <= screen.width(), where + " at " + screen.width() + ": " + text);
      assertTrue(
          text.codePoints().noneMatch(c -> c < 0x20 || c >= 0x7F && c < 0xA0 || c == 0x202E),
          where + " lets a control character through: " + text);
      assertTrue(
          screen.unicode() || text.chars().allMatch(c -> c < 0x7F), where + " in ASCII: " + text);
    }
  }

  @Test
  void thousandChunksAreSummarisedInEveryView() {
    try (LiveSession session = session("--cluster empty")) {
      for (String line :
          List.of(
              "sh.shardCollection('test.many', {k: 1})",
              "for (let i = 1; i < " + CHUNKS_MANY + "; i++) sh.splitAt('test.many', {k: i})",
              "db.many.find({k: {$gt: 3}}).toArray()")) {
        Submission done = session.submit(ScriptText.typed(line), new NoOutput());
        assertEquals(Outcome.DONE, done.outcome(), line);
      }
      Scene scene = session.pictures().scene();
      assertEquals(
          CHUNKS_MANY,
          scene.now().collections().stream()
              .filter(view -> view.ns().toString().equals("test.many"))
              .findFirst()
              .orElseThrow()
              .chunks()
              .size());
      for (String word : Diagrams.words()) {
        for (int width : new int[] {40, 80, 120, 240}) {
          int lines = Diagrams.draw(word, scene, ScreenProfile.unicode(width)).size();
          assertTrue(lines <= LINES_MAX, word + " at " + width + " takes " + lines + " lines");
        }
      }
    }
  }
}
