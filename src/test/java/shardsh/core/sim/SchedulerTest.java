package shardsh.core.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.NodeId;

class SchedulerTest {
  private static final NodeId NODE = new NodeId("s0");

  private static void schedule(Scheduler scheduler, long due, String name) {
    scheduler.schedule(due, NODE, name, new BsonDocument());
  }

  private static List<String> names(Scheduler scheduler) {
    return scheduler.pending().stream().map(Scheduler.Task::name).toList();
  }

  @Test
  void tasksFallDueByTimeThenInTheOrderTheyWereMade() {
    Scheduler scheduler = new Scheduler();
    schedule(scheduler, 20, "late");
    schedule(scheduler, 10, "first");
    schedule(scheduler, 10, "second");

    List<String> ran = new ArrayList<>();
    for (Optional<Scheduler.Task> due = scheduler.takeDue(30);
        due.isPresent();
        due = scheduler.takeDue(30)) {
      ran.add(due.get().name());
    }

    assertEquals(List.of("first", "second", "late"), ran);
    assertEquals(List.of(), names(scheduler));
  }

  @Test
  void taskIsTakenAtItsInstantAndNotBefore() {
    Scheduler scheduler = new Scheduler();
    schedule(scheduler, 10, "task");

    assertEquals(Optional.empty(), scheduler.takeDue(9));
    assertEquals("task", scheduler.takeDue(10).orElseThrow().name());
    assertEquals(Optional.empty(), scheduler.takeDue(10));
  }

  @Test
  void cancelledTasksAreGone() {
    Scheduler scheduler = new Scheduler();
    schedule(scheduler, 10, "deleteRange");
    schedule(scheduler, 10, "balance");
    schedule(scheduler, 20, "deleteRange");

    scheduler.cancel(task -> task.name().equals("deleteRange"));

    assertEquals(List.of("balance"), names(scheduler));
  }

  @Test
  void copyAndOriginalGoApart() {
    Scheduler original = new Scheduler();
    schedule(original, 10, "both");
    Scheduler copy = original.copy();

    schedule(copy, 10, "copyOnly");
    original.takeDue(10);

    assertEquals(List.of(), names(original));
    assertEquals(List.of("both", "copyOnly"), names(copy));
    assertEquals(1, copy.pending().get(1).sequence());
  }
}
