package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Lessons found by their ids. */
class CourseTest {
  private static String refusal(String id) {
    return assertThrows(NotThereException.class, () -> Course.builtIn().place(id)).getMessage();
  }

  @Test
  void aLessonThatIsNotThereIsAnsweredWithTheNearestAndNotWithAll() {
    assertEquals(
        "there is no lesson 'stale-mongo'; did you mean 'stale-mongos'?", refusal("stale-mongo"));
    assertEquals("there is no lesson 'nothing'; 'lessons' lists them", refusal("nothing"));
  }
}
