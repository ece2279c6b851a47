package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import shardsh.lesson.Check;
import shardsh.lesson.CheckWords;
import shardsh.lesson.Course;
import shardsh.lesson.Lesson;

/** What the checks of the lessons of the course are ticked off as. */
class LessonTicksTest {
  private static final List<String> TRACKS =
      List.of("aggregation", "canvas", "lab", "challenges", "left-out", "modern");

  private static final Pattern ASKS = Pattern.compile("\\bshould\\b|应当|请(?!求)|还缺");

  private final Course course = Course.builtIn();

  /** {@code lesson/check} of each check whose tick breaks a rule. */
  private List<String> breaking(Rule rule) {
    List<String> breaking = new ArrayList<>();
    for (Map.Entry<String, List<String>> track : course.tracks().entrySet()) {
      if (TRACKS.contains(track.getKey())) {
        for (String id : track.getValue()) {
          checks(course.lesson(id))
              .filter(rule::isBrokenBy)
              .forEach(check -> breaking.add(id + "/" + check.id()));
        }
      }
    }
    return breaking;
  }

  private interface Rule {
    boolean isBrokenBy(Check check);
  }

  private static Stream<Check> checks(Lesson lesson) {
    return Stream.concat(
        lesson.steps().stream().flatMap(step -> step.checks().stream()),
        Stream.concat(lesson.goal().stream(), lesson.stars().stream()));
  }

  private static String tick(String locale, Check check) {
    return new LessonPage(locale, () -> 80).checks().noticed(check);
  }

  @Test
  void everyTickSaysMoreThanTheIdOfItsCheck() {
    assertEquals(List.of(), breaking(check -> tick("en", check).equals(CheckWords.title(check))));
  }

  @Test
  void everyChineseTickIsChineseAndSaysMoreThanThatAllIsWell() {
    assertEquals(
        List.of(),
        breaking(
            check ->
                tick("zh", check).contains("符合要求")
                    || tick("zh", check).codePoints().noneMatch(Character::isIdeographic)));
  }

  @Test
  void noTickStillAsksForWhatHasBeenReached() {
    assertEquals(
        List.of(),
        breaking(
            check ->
                ASKS.matcher(tick("zh", check)).find() || ASKS.matcher(tick("en", check)).find()));
  }
}
