package shardsh.script;

import java.util.ArrayList;
import java.util.List;
import shardsh.lesson.Fault;
import shardsh.lesson.Lesson;

/** What a lesson fails to prove, in the order in which it is found. */
final class LessonFaults {
  private final String origin;
  private final List<Fault> faults = new ArrayList<>();

  LessonFaults(Lesson lesson) {
    origin = lesson.origin();
  }

  /**
   * @param line in the file of the lesson; 0 for the whole of it
   */
  void add(int line, String problem, String repair) {
    faults.add(new Fault(origin, line, problem, repair));
  }

  List<Fault> all() {
    return List.copyOf(faults);
  }
}
