package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import shardsh.lesson.Check;
import shardsh.lesson.Step;

/** What had passed in a step when copies of the cluster were kept, by {@code sim.fork}. */
final class KeptCopies {
  private final Map<String, Set<String>> passed = new LinkedHashMap<>();
  private boolean returned;

  /** A step begins, with these copies at hand; nothing of it had passed when they were made. */
  void begin(List<String> names) {
    passed.clear();
    names.forEach(name -> passed.put(name, new LinkedHashSet<>()));
  }

  /**
   * A text has run. A copy to which it has gone back is not kept any more. What the cluster that
   * was thrown away was like counts no more, unless it was so already when the copy was made; what
   * was done there was done.
   *
   * @param kept the names of the copies that there are now
   * @param passedBefore {@code step/check} of what had passed before the text
   * @param forget told the {@code step/check} of what counts no more
   */
  void watch(List<String> kept, Set<String> passedBefore, Step step, Consumer<String> forget) {
    List<String> gone = passed.keySet().stream().filter(name -> !kept.contains(name)).toList();
    returned = !gone.isEmpty();
    for (String name : gone) {
      Set<String> then = passed.remove(name);
      for (Check check : step.checks()) {
        String key = step.id() + "/" + check.id();
        if (CheckRound.isOfCluster(check) && !then.contains(key)) {
          forget.accept(key);
        }
      }
    }
    kept.forEach(name -> passed.putIfAbsent(name, passedBefore));
  }

  /** Whether the last text threw the cluster away for one that was kept. */
  boolean returned() {
    return returned;
  }
}
