package shardsh.shell;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.Cost;
import shardsh.core.trace.Trace;
import shardsh.core.trace.TraceEntry;

/**
 * The cluster of a session, and the copies of it that undo, reset, forks and comparisons need.
 * Copies share what neither has changed, so that one can be taken before every line.
 */
final class World {
  private static final int UNDO_MAX = 100;

  private final Supplier<Cluster> starting;

  /** Null until somebody asks for it. */
  private Cluster current;

  private Cluster start;
  private Optional<Cluster> beforeLine = Optional.empty();
  private Optional<Cluster> beforeLastChange = Optional.empty();
  private final Deque<Change> undo = new ArrayDeque<>();
  private long changes;
  private final Map<String, Cluster> forks = new LinkedHashMap<>();

  /** What was spent on clusters that are no longer the present one. */
  private Cost spentBefore = Cost.of(List.of());

  /** What the present cluster had cost when it became that. */
  private Cost inherited = Cost.of(List.of());

  /** Where the line begins that runs or ran last, and the last one that did anything. */
  private Mark lineMark = Mark.START;

  private Mark actionMark = Mark.START;
  private boolean touched;

  /** Whether the line has said of itself what there is to say. */
  private boolean remarked;

  /** Whether nothing has been changed since the start, or since it was put back to it. */
  private boolean asStarted = true;

  private boolean inLine;
  private String line = "";

  /** What was done last on the cluster before, while nothing has been asked of this one. */
  private Optional<Past> past = Optional.empty();

  /** What there is to say of a line that asked nothing of the cluster. */
  private Optional<String> remark = Optional.empty();

  /** The helper that sent all that the last line with commands sent. */
  private Optional<String> helper = Optional.empty();

  private Optional<String> helperOfThisLine = Optional.empty();

  /** The last line on a cluster that is no longer the present one. */
  record Past(Cluster cluster, List<TraceEntry> last, Cost spent, Optional<Cluster> before) {}

  /** A line that changed the cluster, the cluster before it, and the how manieth it was. */
  private record Change(Cluster before, String line, long number) {}

  /**
   * @param starting starts the cluster; called when it is first asked for
   */
  World(Supplier<Cluster> starting) {
    this.starting = starting;
  }

  /** The cluster; started now if it was not yet. */
  Cluster cluster() {
    if (current == null) {
      change(starting.get());
      start = current.copy();
      forgetLines();
      if (inLine) {
        beforeLine = Optional.of(current.copy());
      }
    }
    return current;
  }

  /** Another cluster takes the place of the present one: what that had cost stays spent. */
  private void change(Cluster cluster) {
    spentBefore = spent();
    current = cluster;
    inherited = cluster.trace().totalCost();
  }

  /**
   * What was spent so far, whatever has become of the clusters on which it was; what a cluster had
   * cost before it came here not included.
   */
  Cost spent() {
    return current == null
        ? spentBefore
        : spentBefore.plus(current.trace().totalCost().minus(inherited));
  }

  /** From now on this is how the cluster was started; what led here is nobody's line. */
  void startsHere() {
    cluster().beginsNow();
    inherited = current.trace().totalCost();
    start = current.copy();
    undo.clear();
    beforeLastChange = Optional.empty();
    asStarted = true;
    forgetLines();
  }

  /** Another cluster from now on; it is how the cluster was started, and nothing can be undone. */
  void becomes(Cluster cluster) {
    List<TraceEntry> last = current == null ? List.of() : lastLine();
    if (!last.isEmpty()) {
      past = Optional.of(new Past(current, last, lastLineCost(), beforeLastChange));
    }
    change(cluster);
    forks.clear();
    stepBegins();
    forgetLines();
  }

  /**
   * What led here is done for good: the cluster as it is now is how it was started. The last
   * command stays the last: the step may show what came of it.
   */
  void stepBegins() {
    start = cluster().copy();
    undo.clear();
    beforeLastChange = Optional.empty();
    asStarted = true;
  }

  private void forgetLines() {
    remark = Optional.empty();
    lineMark = Mark.of(current.trace());
    actionMark = lineMark;
  }

  /** Begins a line; what it does can be undone. */
  void lineBegins(String text) {
    inLine = true;
    line = text;
    touched = false;
    remarked = false;
    helperOfThisLine = Optional.empty();
    if (current != null) {
      beforeLine = Optional.of(current.copy());
      lineMark = Mark.of(current.trace());
    }
  }

  /** Something was changed that leaves no trace, e.g. a parameter. */
  void touched() {
    touched = true;
  }

  /** The line that runs called this helper alone, and it gave something. */
  void calledAlone(Optional<String> name) {
    helperOfThisLine = name;
  }

  /** See {@link shardsh.render.Scene#helper}. */
  Optional<String> helper() {
    return helper;
  }

  /** Says what a line did that asks nothing of the cluster; holds until another line asks. */
  void remark(String sentence) {
    remark = Optional.of(sentence);
    remarked = true;
  }

  /** What the last line did if it asked nothing of the cluster, as far as there is more to say. */
  Optional<String> remark() {
    return remark;
  }

  /** Drops the line that runs, whatever it has done: the cluster is as it was before. */
  void lineIsDropped() {
    inLine = false;
    if (beforeLine.isPresent()) {
      change(beforeLine.get());
      beforeLine = Optional.empty();
      forgetLines();
    }
  }

  /** Ends a line: keeps the copy from before it if the line changed anything but time. */
  void lineEnds() {
    inLine = false;
    if (current == null) {
      return;
    }
    if (cluster().trace().mark() > lineMark.place()) {
      remark = Optional.empty();
      past = Optional.empty();
      helper = helperOfThisLine;
    } else if (touched && !remarked) {
      remark = Optional.of("The last line asked no shard: it changed only the model itself.");
    }
    actionMark = lastMark();
    if (beforeLine.isPresent() && (touched || Changes.in(thisLine()))) {
      asStarted = false;
      beforeLastChange = beforeLine;
      undo.push(new Change(beforeLine.get(), line, ++changes));
      if (undo.size() > UNDO_MAX) {
        undo.removeLast();
      }
    }
    beforeLine = Optional.empty();
  }

  /** What happened since the line began that runs or ran last; nothing if it only computed. */
  List<TraceEntry> thisLine() {
    return current == null ? List.of() : kept(current.trace(), lineMark);
  }

  /** What the last line did that did anything, which may be the one that runs. */
  List<TraceEntry> lastLine() {
    return kept(cluster().trace(), lastMark());
  }

  /** Of a line that did more than the trace keeps its last commands, each of them whole. */
  private static List<TraceEntry> kept(Trace trace, Mark from) {
    List<TraceEntry> slice = trace.since(from.place());
    if (slice.isEmpty() || slice.get(0).seq() == from.place()) {
      return slice;
    }
    for (int i = 0; i < slice.size(); i++) {
      if (slice.get(i).event() instanceof CallEvent.RequestSent sent
          && sent.from().equals(NodeId.APP)) {
        return slice.subList(i, slice.size());
      }
    }
    return slice;
  }

  /** Where {@link #lastLine} begins in the trace. */
  long lastPlace() {
    List<TraceEntry> slice = lastLine();
    return slice.isEmpty() ? lastMark().place() : slice.get(0).seq();
  }

  private Mark lastMark() {
    return cluster().trace().mark() > lineMark.place() ? lineMark : actionMark;
  }

  /** What was done last on the cluster before this one; empty once something is asked of this. */
  Optional<Past> past() {
    return past;
  }

  /** The cluster as it was before the last line that changed it. */
  Optional<ClusterSnapshot> beforeLastChange() {
    return beforeLastChange.map(Cluster::snapshot);
  }

  /**
   * The number of the last change that can be undone, counted from 1 without end; 0 when there is
   * none. A change makes it greater, {@link #undo} less.
   */
  long lastChange() {
    return undo.isEmpty() ? 0 : undo.peek().number();
  }

  /** Goes back by one line that changed something, and gives it; empty when there is none. */
  Optional<String> undo() {
    if (undo.isEmpty()) {
      return Optional.empty();
    }
    Change change = undo.pop();
    change(change.before());
    asStarted = false;
    forgetLines();
    beforeLastChange = Optional.ofNullable(undo.peek()).map(Change::before);
    return Optional.of(change.line());
  }

  /**
   * Back to the cluster as started; can itself be undone.
   *
   * @return whether that changed anything
   */
  boolean reset() {
    boolean changed = !asStarted;
    if (changed) {
      undo.push(new Change(current.copy(), "reset", ++changes));
    }
    asStarted = true;
    cluster();
    change(start.copy());
    forgetLines();
    beforeLastChange = Optional.empty();
    return changed;
  }

  /** Remembers the cluster under a name; the next free one of f1, f2 … without one. */
  String fork(Optional<String> name) {
    String key = name.orElseGet(this::freeName);
    forks.remove(key);
    forks.put(key, cluster().copy());
    return key;
  }

  private String freeName() {
    int number = 1;
    while (forks.containsKey("f" + number)) {
      number++;
    }
    return "f" + number;
  }

  /** Returns to a fork, or the latest, and forgets it; empty when there is none of that name. */
  Optional<String> back(Optional<String> name) {
    String key = name.orElseGet(this::latestFork);
    Cluster found = forks.remove(key);
    if (found == null) {
      return Optional.empty();
    }
    change(found);
    asStarted = false;
    forgetLines();
    touched();
    return Optional.of(key);
  }

  private String latestFork() {
    String latest = "";
    for (String name : forks.keySet()) {
      latest = name;
    }
    return latest;
  }

  List<String> forkNames() {
    return List.copyOf(forks.keySet());
  }

  /**
   * A cluster that can be compared: {@code now}, {@code start}, {@code last} (before the last line
   * that changed anything; as started when none did) or a fork. Not to be changed.
   */
  Optional<Cluster> picture(String name) {
    cluster();
    return switch (name) {
      case "now" -> Optional.of(current);
      case "start" -> Optional.of(start);
      case "last" -> Optional.of(beforeLastChange.orElse(start));
      default -> Optional.ofNullable(forks.get(name));
    };
  }

  /** Another cluster takes the place of the present one; the line that does it can be undone. */
  void replace(Cluster cluster) {
    cluster();
    change(cluster);
    asStarted = false;
    forgetLines();
    touched();
  }

  /** What the last line cost, also what the trace does not keep of it. */
  Cost lastLineCost() {
    return cluster().trace().totalCost().minus(lastMark().spent());
  }

  /** The same of the line that runs. */
  Cost thisLineCost() {
    return cluster().trace().totalCost().minus(lineMark.spent());
  }

  /**
   * A place in the trace.
   *
   * @param spent what all before it had cost
   */
  private record Mark(long place, Cost spent) {
    static final Mark START = new Mark(0, Cost.of(List.of()));

    static Mark of(Trace trace) {
      return new Mark(trace.mark(), trace.totalCost());
    }
  }
}
