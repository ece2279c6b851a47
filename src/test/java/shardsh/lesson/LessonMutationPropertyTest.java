package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** However a file is damaged, reading it gives a value or faults with lines, and nothing else. */
class LessonMutationPropertyTest {
  private static final Path LESSONS = Path.of("src/test/resources/lessons");

  @Property(tries = 300, seed = "1")
  void damagedLessonIsReadOrRefused(
      @ForAll("lessons") String file, @ForAll("damage") List<int[]> damage) throws IOException {
    String text = damaged(Files.readString(LESSONS.resolve(file)), damage);

    try {
      new LessonReader().read(text, "l.yaml");
    } catch (LessonException e) {
      assertTrue(e.faults().size() > 0);
    }
  }

  @Property(tries = 300, seed = "1")
  void damagedClusterIsReadOrRefused(
      @ForAll("clusters") String file, @ForAll("damage") List<int[]> damage) throws IOException {
    String text = damaged(Files.readString(Path.of("lessons/clusters").resolve(file)), damage);

    try {
      new ClusterFiles().read(text, "c.yaml");
    } catch (LessonException e) {
      assertTrue(e.faults().size() > 0);
    }
  }

  @Property(tries = 300, seed = "1")
  void replacedScalarIsReadOrRefused(
      @ForAll("clusters") String file,
      @ForAll @IntRange(max = 200) int which,
      @ForAll("scalars") String scalar)
      throws IOException {
    String text = Files.readString(Path.of("lessons/clusters").resolve(file));
    String[] words = text.split("(?<=[ ,:{}\\[\\]])|(?=[,:{}\\[\\]])", -1);
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < words.length; i++) {
      if (words[i].matches("[a-zA-Z0-9\"|]+")) {
        values.add(i);
      }
    }
    words[values.get(which % values.size())] = scalar;

    try {
      new ClusterFiles().read(String.join("", words), "c.yaml");
    } catch (LessonException e) {
      assertTrue(e.faults().size() > 0);
    }
  }

  private static String damaged(String text, List<int[]> damage) {
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    for (int[] hit : damage) {
      int at = hit[1] % lines.size();
      int other = hit[2] % lines.size();
      switch (hit[0]) {
        case 0 -> lines.remove(at);
        case 1 -> lines.set(at, lines.get(other));
        case 2 -> lines.add(at, lines.get(other));
        default -> {
          String line = lines.get(at);
          int cut = line.isEmpty() ? 0 : hit[2] % line.length();
          lines.set(at, line.substring(0, cut) + line.substring(Math.min(cut + 3, line.length())));
        }
      }
    }
    return String.join("\n", lines);
  }

  @Provide
  Arbitrary<String> lessons() {
    return Arbitraries.of("stale-mongos.lesson.yaml", "two-shard-three-queries.lesson.yaml");
  }

  @Provide
  Arbitrary<String> clusters() {
    return Arbitraries.of("canvas.yaml", "canvas-hashed.yaml", "aggregation.yaml", "lab.yaml");
  }

  @Provide
  Arbitrary<String> scalars() {
    return Arbitraries.of(
        "null",
        "[]",
        "{}",
        "-1",
        "1e9",
        "0.5",
        "true",
        "\"\"",
        "Min",
        "Max",
        "x",
        "[[]]",
        "{a: 1}",
        "{$date: x}",
        "99999999999999999999",
        "{$numberLong: y}",
        "\"1|1\"",
        "{$literal: 1}");
  }

  @Provide
  Arbitrary<List<int[]>> damage() {
    Arbitrary<int[]> hit =
        Arbitraries.integers()
            .between(0, 10_000)
            .array(int[].class)
            .ofSize(3)
            .map(hits -> new int[] {hits[0] % 4, hits[1], hits[2]});
    return hit.list().ofMinSize(1).ofMaxSize(4);
  }
}
