package shardsh.shell;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.trace.TraceEntry;

/** Which of a text's calls has made what happen: each has one turn or more. */
final class CallTurns {
  /**
   * From there on it was that call's doing, until the next turn begins.
   *
   * @param call none for a cursor of an earlier text
   */
  private record Turn(long from, Optional<CallLog.Call> call) {}

  private final List<Turn> turns = new ArrayList<>();

  /** A text begins. */
  void clear() {
    turns.clear();
  }

  /**
   * It is the turn of a call, if it is not its turn already.
   *
   * @param mark where the trace is
   */
  void give(Optional<CallLog.Call> call, long mark) {
    boolean hasIt = !turns.isEmpty() && turns.get(turns.size() - 1).call().equals(call);
    if (!hasIt) {
      turns.add(new Turn(mark, call));
    }
  }

  /**
   * What each call has made happen, in order.
   *
   * @param trace of the whole text
   */
  Map<CallLog.Call, List<TraceEntry>> parts(List<TraceEntry> trace) {
    Map<CallLog.Call, List<TraceEntry>> parts = new IdentityHashMap<>();
    for (int i = 0; i < turns.size(); i++) {
      Turn turn = turns.get(i);
      boolean isLast = i == turns.size() - 1;
      int start = firstFrom(turn.from(), trace);
      int end = isLast ? trace.size() : firstFrom(turns.get(i + 1).from(), trace);
      if (turn.call().isPresent() && start < end) {
        parts
            .computeIfAbsent(turn.call().get(), call -> new ArrayList<>())
            .addAll(trace.subList(start, end));
      }
    }
    return parts;
  }

  /** The place of the first entry that is not before the mark. */
  private static int firstFrom(long mark, List<TraceEntry> trace) {
    int low = 0;
    int high = trace.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (trace.get(middle).seq() < mark) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
