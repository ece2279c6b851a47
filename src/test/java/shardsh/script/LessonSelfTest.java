package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import shardsh.lesson.Course;
import shardsh.lesson.Lesson;
import shardsh.lesson.LessonReader;

/** Every lesson of the course proves itself, and so do the examples of the format. */
class LessonSelfTest {
  private static final Path EXAMPLES = Path.of("src/test/resources/lessons");

  private static final LessonTests TESTS = new LessonTests();

  @AfterAll
  static void endThreads() {
    TESTS.close();
  }

  @TestFactory
  Stream<DynamicTest> everyLessonProvesItself() {
    Course course = Course.builtIn();
    Map<String, Supplier<LessonTests.Outcome>> outcomes = new LinkedHashMap<>();
    for (String id : course.ids()) {
      outcomes.put(id, TESTS.begin(() -> course.lesson(id)));
    }
    return course.ids().stream()
        .map(id -> DynamicTest.dynamicTest(id, () -> prove(outcomes.get(id))));
  }

  @TestFactory
  Stream<DynamicTest> everyLessonIsFreeOfRemarks() {
    Course course = Course.builtIn();
    return course.ids().stream()
        .map(
            id ->
                DynamicTest.dynamicTest(
                    id,
                    () -> {
                      Course.Place place = course.place(id);
                      assertEquals(
                          List.of(), new LessonReader().lint(place.text(), place.origin()));
                    }));
  }

  @Test
  void everyLessonLeadsToLessonsThatAreThere() {
    Course course = Course.builtIn();
    for (String id : course.ids()) {
      Lesson lesson = course.lesson(id);
      for (String other : lesson.next()) {
        assertTrue(course.ids().contains(other), id + " names as next " + other);
      }
      for (String other : lesson.prerequisites()) {
        assertTrue(course.ids().contains(other), id + " builds on " + other);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> examplesOfTheFormatProveThemselves() {
    return Stream.of("stale-mongos", "two-shard-three-queries")
        .map(
            id ->
                DynamicTest.dynamicTest(
                    id,
                    () ->
                        prove(
                            TESTS.begin(
                                () ->
                                    new LessonReader()
                                        .read(EXAMPLES.resolve(id + ".lesson.yaml"))))));
  }

  private static void prove(Supplier<LessonTests.Outcome> outcome) {
    assertEquals(List.of(), outcome.get().faults());
  }
}
