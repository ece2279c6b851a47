package shardsh.core.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import shardsh.core.sim.SimClock;

/**
 * Everything that happened, in order. Kept up to a bound; then the oldest entries are forgotten and
 * counted.
 */
public final class Trace {
  private static final int KEPT_MAX = 10_000;

  private final SimClock clock;
  private final ArrayDeque<TraceEntry> entries;
  private final ArrayDeque<Long> openCalls;
  private final CostCounter cost;
  private long nextSeq;
  private long nextCallId;
  private long forgotten;

  public Trace(SimClock clock) {
    this(clock, new ArrayDeque<>(), new CostCounter(), 0, 1, 0);
  }

  private Trace(
      SimClock clock,
      ArrayDeque<TraceEntry> entries,
      CostCounter cost,
      long nextSeq,
      long nextCallId,
      long forgotten) {
    this.clock = clock;
    this.entries = entries;
    this.cost = cost;
    this.openCalls = new ArrayDeque<>();
    this.nextSeq = nextSeq;
    this.nextCallId = nextCallId;
    this.forgotten = forgotten;
  }

  /** A copy that reads another clock. Taken between commands, when no call is open. */
  public Trace copy(SimClock otherClock) {
    return new Trace(
        otherClock, new ArrayDeque<>(entries), cost.copy(), nextSeq, nextCallId, forgotten);
  }

  /** Forgets everything, costs too: what came before was the making of the cluster. */
  public void restart() {
    entries.clear();
    cost.reset();
    nextSeq = 0;
    nextCallId = 1;
    forgotten = 0;
  }

  /** Adds an event at the present instant, inside the call that is open. */
  public void record(ClusterEvent event) {
    if (entries.size() == KEPT_MAX) {
      entries.removeFirst();
      forgotten++;
    }
    entries.addLast(new TraceEntry(nextSeq++, clock.nowMicros(), parentCall(), event));
    event.accept(cost);
  }

  private long parentCall() {
    Long open = openCalls.peek();
    return open == null ? -1 : open;
  }

  /** A number for a new call. */
  public long newCallId() {
    return nextCallId++;
  }

  /** From now until {@link #closeCall} everything happens during that call. */
  public void openCall(long callId) {
    openCalls.push(callId);
  }

  /** Ends the call that was opened last. */
  public void closeCall() {
    openCalls.pop();
  }

  /** The calls that are open now, innermost first; a background task starts without any. */
  public Deque<Long> suspendCalls() {
    Deque<Long> suspended = new ArrayDeque<>(openCalls);
    openCalls.clear();
    return suspended;
  }

  /** Goes on with the calls that {@link #suspendCalls} gave. */
  public void resumeCalls(Deque<Long> suspended) {
    openCalls.clear();
    openCalls.addAll(suspended);
  }

  /** The place after the last entry, for {@link #since}. */
  public long mark() {
    return nextSeq;
  }

  /** The entries from a mark on, in order (without those already forgotten). */
  public List<TraceEntry> since(long mark) {
    ArrayDeque<TraceEntry> slice = new ArrayDeque<>();
    Iterator<TraceEntry> newestFirst = entries.descendingIterator();
    while (newestFirst.hasNext()) {
      TraceEntry entry = newestFirst.next();
      if (entry.seq() < mark) {
        break;
      }
      slice.addFirst(entry);
    }
    return new ArrayList<>(slice);
  }

  /** How many entries have been forgotten. */
  public long forgotten() {
    return forgotten;
  }

  /** What has been spent since the start. */
  public Cost totalCost() {
    return cost.total();
  }
}
