package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  @Test
  void aRecordingIsNamedAsWhatItIs() {
    for (String name : new String[] {"x.cast", "a/x.cast"}) {
      assertEquals(
          name + " is a recording and no lesson; 'asciinema play " + name + "' plays it",
          assertThrows(NotThereException.class, () -> Course.builtIn().lesson(name)).getMessage());
    }
  }

  @Test
  void goalsAreOfStepsWhereAStepBringsItsWorldOrAnAnswerIsAskedFor() {
    assertTrue(Course.builtIn().lesson("one-collection-many-shards").hasGoalsOfSteps());
    assertTrue(Course.builtIn().lesson("ghost-hunt").hasGoalsOfSteps());
    assertFalse(Course.builtIn().lesson("stale-mongos").hasGoalsOfSteps());
  }
}
