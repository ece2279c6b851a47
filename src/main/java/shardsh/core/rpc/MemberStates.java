package shardsh.core.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import shardsh.core.base.NodeId;

/** Which members of a set run, which is primary, and which of its writes each of them has. */
final class MemberStates {
  /** Later than any instant: a member that has all writes, or what will not happen by itself. */
  static final long EVERYTHING = Long.MAX_VALUE;

  private static final long CATCH_UP_MILLIS_MIN = 2_000;

  private final Environment environment;
  private final NodeId set;
  private final int size;
  private final TreeSet<Integer> down = new TreeSet<>();

  /** Until when a member that came back is catching up. */
  private final Map<Integer, Long> recovering = new TreeMap<>();

  /** Up to which instant a member that follows no primary has the writes. */
  private final Map<Integer, Long> fresh = new TreeMap<>();

  private int primary;
  private Members.Data data = Members.Data.SHARED;

  MemberStates(Environment environment, NodeId set, int size) {
    this.environment = environment;
    this.set = set;
    this.size = size;
  }

  MemberStates copy(Environment otherEnvironment) {
    MemberStates copy = new MemberStates(otherEnvironment, set, size);
    copy.down.addAll(down);
    copy.recovering.putAll(recovering);
    copy.fresh.putAll(fresh);
    copy.primary = primary;
    return copy;
  }

  void hold(Members.Data holder) {
    data = holder;
  }

  NodeId set() {
    return set;
  }

  int size() {
    return size;
  }

  /** The position of the primary, or -1. */
  int primary() {
    return primary;
  }

  boolean hasPrimary() {
    return primary >= 0;
  }

  int majority() {
    return size / 2 + 1;
  }

  boolean majorityRuns() {
    return size - down.size() >= majority();
  }

  boolean isDown(int member) {
    return down.contains(member);
  }

  /** Members that are down, in order. */
  List<Integer> down() {
    return new ArrayList<>(down);
  }

  OptionalInt firstRunning() {
    for (int member = 0; member < size; member++) {
      if (!down.contains(member)) {
        return OptionalInt.of(member);
      }
    }
    return OptionalInt.empty();
  }

  /** What the member at that position is now. */
  Members.State state(int member) {
    if (down.contains(member)) {
      return Members.State.DOWN;
    }
    if (member == primary) {
      return Members.State.PRIMARY;
    }
    return recoveredMillis(member) > now() ? Members.State.RECOVERING : Members.State.SECONDARY;
  }

  /** The name of a member: that of the set where it has only one. */
  NodeId name(int member) {
    return size == 1 ? set : set.member(member);
  }

  private long now() {
    return environment.clock().nowMillis();
  }

  // What each has.

  /** How far the member is behind the primary, in milliseconds; what runs and is no primary. */
  long lagMillis(int member) {
    if (member == primary) {
      return 0;
    }
    return state(member) == Members.State.RECOVERING
        ? Math.max(0, now() - fresh.getOrDefault(member, now()))
        : environment.lagMillis();
  }

  /** When the member had, or will have, caught up after it came back; 0 when it always had. */
  long recoveredMillis(int member) {
    return recovering.getOrDefault(member, 0L);
  }

  /** When the first member that is catching up will have; at the end of time when none is. */
  long nextRecoveredMillis() {
    long next = EVERYTHING;
    for (int member = 0; member < size; member++) {
      if (state(member) == Members.State.RECOVERING) {
        next = Math.min(next, recovering.get(member));
      }
    }
    return next;
  }

  /** Up to which instant the member has the writes, as far as is known since it follows nobody. */
  long freshMillis(int member) {
    return fresh.getOrDefault(member, 0L);
  }

  /** When a running member has what the primary has now. */
  long caughtUpMillis(int member) {
    if (member == primary) {
      return now();
    }
    return Math.max(recoveredMillis(member), now() + environment.lagMillis());
  }

  /** When so many members, the primary among them, have what it has now; empty when too few run. */
  OptionalLong replicatedMillis(int members) {
    List<Long> instants = new ArrayList<>();
    for (int member = 0; member < size; member++) {
      if (!down.contains(member)) {
        instants.add(caughtUpMillis(member));
      }
    }
    instants.sort(null);
    return instants.size() < members
        ? OptionalLong.empty()
        : OptionalLong.of(instants.get(members - 1));
  }

  private long reached(int member) {
    return state(member) == Members.State.RECOVERING
        ? freshMillis(member)
        : now() - environment.lagMillis();
  }

  // What changes.

  /** A member stops, and what it held in memory is gone; tells whether it did run. */
  boolean stop(int member) {
    if (isDown(member)) {
      return false;
    }
    if (member == primary) {
      followNobody();
      fresh.put(member, EVERYTHING);
    } else if (hasPrimary()) {
      fresh.put(member, reached(member));
    }
    down.add(member);
    recovering.remove(member);
    data.memberStopped(member);
    return true;
  }

  private void followNobody() {
    for (int member = 0; member < size; member++) {
      if (member != primary && !down.contains(member)) {
        fresh.put(member, reached(member));
      }
    }
    primary = -1;
  }

  /** A member starts again and, where there is a primary, catches up; tells whether it was down. */
  boolean start(int member) {
    if (!down.remove(member)) {
      return false;
    }
    if (hasPrimary()) {
      recovering.put(member, now() + Math.max(CATCH_UP_MILLIS_MIN, environment.lagMillis()));
    }
    return true;
  }

  /** The primary hands over what it has to all that run, and is a secondary. */
  void yieldPrimary() {
    for (int member = 0; member < size; member++) {
      if (!down.contains(member)) {
        fresh.put(member, EVERYTHING);
      }
    }
    primary = -1;
  }

  /**
   * A new primary first fetches what any running member has; what none has is undone. Gives how
   * many commands' writes that is.
   */
  int makePrimary(int member) {
    long newest = 0;
    for (int other = 0; other < size; other++) {
      if (!down.contains(other)) {
        newest = Math.max(newest, freshMillis(other));
      }
    }
    int undone = newest == EVERYTHING ? 0 : data.backTo(newest);
    primary = member;
    recovering.remove(member);
    long since = now();
    fresh.replaceAll((other, instant) -> Math.min(instant, since));
    return undone;
  }
}
