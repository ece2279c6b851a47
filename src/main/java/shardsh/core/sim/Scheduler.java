package shardsh.core.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import shardsh.core.base.NodeId;

/**
 * Work that falls due later, ordered by (due time, sequence). A task is a value that its node
 * interprets, never a closure, so that it can be copied, listed and drawn.
 */
public final class Scheduler {

  /**
   * @param dueMillis simulated instant, milliseconds of the epoch
   * @param name what the node is to do, e.g. {@code deleteRange}
   */
  public record Task(
      long dueMillis, long sequence, NodeId node, String name, BsonDocument arguments)
      implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      int byTime = Long.compare(dueMillis, other.dueMillis);
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }

  private final TreeMap<Task, Boolean> tasks;
  private long nextSequence;

  public Scheduler() {
    this(new TreeMap<>(), 0);
  }

  private Scheduler(TreeMap<Task, Boolean> tasks, long nextSequence) {
    this.tasks = tasks;
    this.nextSequence = nextSequence;
  }

  public Scheduler copy() {
    return new Scheduler(new TreeMap<>(tasks), nextSequence);
  }

  /** Has a task done at an instant, milliseconds of the epoch; gives the task as it waits. */
  public Task schedule(long dueMillis, NodeId node, String name, BsonDocument arguments) {
    Task task = new Task(dueMillis, nextSequence++, node, name, arguments);
    tasks.put(task, Boolean.TRUE);
    return task;
  }

  /** Removes the first task due at or before {@code nowMillis}. */
  public Optional<Task> takeDue(long nowMillis) {
    if (tasks.isEmpty() || tasks.firstKey().dueMillis() > nowMillis) {
      return Optional.empty();
    }
    return Optional.of(tasks.pollFirstEntry().getKey());
  }

  /** When the first task is due; empty when there is none. */
  public OptionalLong nextDueMillis() {
    return tasks.isEmpty() ? OptionalLong.empty() : OptionalLong.of(tasks.firstKey().dueMillis());
  }

  /** When the first task of that name is due. */
  public OptionalLong nextDueMillis(String name) {
    return firstDue(task -> task.name().equals(name));
  }

  /** When the first task of none of these names is due. */
  public OptionalLong nextDueMillisExcept(List<String> names) {
    return firstDue(task -> !names.contains(task.name()));
  }

  private OptionalLong firstDue(Predicate<Task> which) {
    for (Task task : tasks.keySet()) {
      if (which.test(task)) {
        return OptionalLong.of(task.dueMillis());
      }
    }
    return OptionalLong.empty();
  }

  /** Forgets the tasks that fit. */
  public void cancel(Predicate<Task> which) {
    tasks.keySet().removeIf(which);
  }

  /** Whether any task of that name is still to come. */
  public boolean isWaiting(String name) {
    return nextDueMillis(name).isPresent();
  }

  /** What happens next, in order. */
  public List<Task> pending() {
    return new ArrayList<>(tasks.keySet());
  }
}
