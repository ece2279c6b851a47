package shardsh.core.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.trace.ReplicationEvent;

/**
 * Who is up, who is primary, and how far the others have followed, in one replica set. A primary
 * that is gone is replaced after the election time-out; one that no longer sees a majority steps
 * down after it. Source: the manual's pages on replica set elections. Left out of the real
 * protocol: votes and priorities that differ, heartbeats as messages, chance in the time-out,
 * initial sync.
 */
public final class Members {
  /** The task of the scheduler that looks after the primary. */
  public static final String TASK = "election";

  static final long ELECTION_MILLIS = 10_000;

  private static final long CATCH_UP_MILLIS_MIN = 2_000;
  private static final long EVERYTHING = Long.MAX_VALUE;

  /** What a member is to the others. */
  public enum State {
    PRIMARY(1, "PRIMARY"),
    SECONDARY(2, "SECONDARY"),
    RECOVERING(3, "RECOVERING"),
    DOWN(8, "(not reachable/healthy)");

    private final int number;
    private final String text;

    State(int number, String text) {
      this.number = number;
      this.text = text;
    }

    int number() {
      return number;
    }

    String text() {
      return text;
    }
  }

  /** Who holds the set's data. */
  public interface Data {
    /** Nothing to hold: what the set has is on every member at once. */
    Data SHARED =
        new Data() {
          @Override
          public int backTo(long millis) {
            return 0;
          }

          @Override
          public void memberStopped(int member) {}
        };

    /**
     * The new primary has only what there was at that instant; gives how many commands' writes that
     * undoes.
     */
    int backTo(long millis);

    /** What the member held in memory is gone. */
    void memberStopped(int member);
  }

  private final Environment environment;
  private final NodeId set;
  private final int size;
  private final TreeSet<Integer> down = new TreeSet<>();

  /** Until when a member that came back is catching up. */
  private final Map<Integer, Long> recovering = new TreeMap<>();

  /** Up to which instant a member that follows no primary has the writes. */
  private final Map<Integer, Long> fresh = new TreeMap<>();

  /** Until when a member does not stand for election. */
  private final Map<Integer, Long> frozen = new TreeMap<>();

  private int primary;
  private long term = 1;
  private long electedMillis;
  private long dueMillis = -1;
  private Serving serving = Serving.NOBODY;
  private Data data = Data.SHARED;

  Members(Environment environment, NodeId set, int size) {
    this.environment = environment;
    this.set = set;
    this.size = size;
    this.electedMillis = environment.clock().nowMillis();
  }

  Members copy(Environment otherEnvironment) {
    Members copy = new Members(otherEnvironment, set, size);
    copy.down.addAll(down);
    copy.recovering.putAll(recovering);
    copy.fresh.putAll(fresh);
    copy.frozen.putAll(frozen);
    copy.primary = primary;
    copy.term = term;
    copy.electedMillis = electedMillis;
    copy.dueMillis = dueMillis;
    return copy;
  }

  /** Tells who holds the set's data; once, by the node that is the set. */
  public void hold(Data holder) {
    data = holder;
  }

  /** The name of the set. */
  NodeId set() {
    return set;
  }

  public int size() {
    return size;
  }

  /** The position of the primary, or -1. */
  public int primary() {
    return primary;
  }

  public boolean hasPrimary() {
    return primary >= 0;
  }

  long term() {
    return term;
  }

  long electedMillis() {
    return electedMillis;
  }

  int majority() {
    return size / 2 + 1;
  }

  private long now() {
    return environment.clock().nowMillis();
  }

  private int running() {
    return size - down.size();
  }

  /** What the member at that position is now. */
  public State state(int member) {
    if (down.contains(member)) {
      return State.DOWN;
    }
    if (member == primary) {
      return State.PRIMARY;
    }
    return recovering.getOrDefault(member, 0L) > now() ? State.RECOVERING : State.SECONDARY;
  }

  /** The name of a member: that of the set where it has only one. */
  public NodeId name(int member) {
    return size == 1 ? set : set.member(member);
  }

  /** How far the member is behind the primary, in milliseconds; what runs and is no primary. */
  long lagMillis(int member) {
    if (member == primary) {
      return 0;
    }
    return state(member) == State.RECOVERING
        ? Math.max(0, now() - fresh.getOrDefault(member, now()))
        : environment.lagMillis();
  }

  // What a call to one member sees.

  /** A member that answers, and whether it is the primary when it begins to. */
  record Serving(int member, boolean asPrimary) {
    static final Serving NOBODY = new Serving(-1, true);
  }

  /** From now on the member answers; gives who did before, to go back to with {@link #resume}. */
  Serving serve(int member) {
    Serving before = serving;
    serving = new Serving(member, member == primary);
    return before;
  }

  void resume(Serving before) {
    serving = before;
  }

  /** Who answers the present call: the primary unless another member was asked. */
  public int serving() {
    return serving.member() < 0 ? primary : serving.member();
  }

  /** Whether a member answers that was not the primary when it was asked. */
  public boolean isSecondaryServing() {
    return !serving.asPrimary();
  }

  /**
   * When something changes by itself: an election, or a member that has caught up; at the end of
   * time when nothing will.
   */
  long nextChangeMillis() {
    long next = dueMillis < 0 ? EVERYTHING : dueMillis;
    for (int member = 0; member < size; member++) {
      if (state(member) == State.RECOVERING) {
        next = Math.min(next, recovering.get(member));
      }
    }
    return next;
  }

  // Going and coming.

  /** The member that goes when only the set is named: the primary, or who would be next. */
  public OptionalInt first() {
    if (hasPrimary()) {
      return OptionalInt.of(primary);
    }
    for (int member = 0; member < size; member++) {
      if (!down.contains(member)) {
        return OptionalInt.of(member);
      }
    }
    return OptionalInt.empty();
  }

  /** Members that are down, in order. */
  public List<Integer> down() {
    return new ArrayList<>(down);
  }

  /** A member stops; without effect when it does not run. */
  public void takeDown(int member) {
    if (!down.add(member)) {
      return;
    }
    boolean wasPrimary = member == primary;
    if (wasPrimary) {
      primaryIsGone();
      fresh.put(member, EVERYTHING);
    } else if (hasPrimary()) {
      fresh.put(member, reached(member));
    }
    recovering.remove(member);
    frozen.remove(member);
    data.memberStopped(member);
    if (wasPrimary) {
      environment.lostPrimary(set);
    }
    environment.trace().record(new ReplicationEvent.NodeWentDown(name(member)));
    if (dueMillis < 0 && hasPrimary() != (running() >= majority())) {
      settleAt(now() + ELECTION_MILLIS);
    }
  }

  private long reached(int member) {
    return state(member) == State.RECOVERING
        ? fresh.getOrDefault(member, 0L)
        : now() - environment.lagMillis();
  }

  private void primaryIsGone() {
    for (int member = 0; member < size; member++) {
      if (member != primary && !down.contains(member)) {
        fresh.put(member, reached(member));
      }
    }
    primary = -1;
  }

  /** A member starts again and catches up; without effect when it runs. */
  public void bringUp(int member) {
    if (!down.remove(member)) {
      return;
    }
    environment.trace().record(new ReplicationEvent.NodeCameUp(name(member)));
    if (hasPrimary()) {
      recovering.put(member, now() + Math.max(CATCH_UP_MILLIS_MIN, environment.lagMillis()));
      if (running() >= majority()) {
        settleAt(-1);
      }
    } else if (size == 1) {
      elect(0);
    } else if (running() >= majority() && (dueMillis < 0 || dueMillis > now() + ELECTION_MILLIS)) {
      settleAt(now() + ELECTION_MILLIS);
    }
  }

  private void settleAt(long millis) {
    environment.scheduler().cancel(task -> task.name().equals(TASK) && task.node().equals(set));
    dueMillis = millis;
    if (millis >= 0) {
      environment.scheduler().schedule(millis, set, TASK, new BsonDocument());
    }
  }

  // Elections.

  /** Holds the election whose time has come, if one has. */
  void settleIfDue() {
    if (dueMillis >= 0 && dueMillis <= now()) {
      settle();
    }
  }

  /** The election time-out is over: a primary is chosen, or one without a majority steps down. */
  public void settle() {
    settleAt(-1);
    if (hasPrimary()) {
      if (running() < majority()) {
        stepDown("it does not see a majority of the set");
      }
      return;
    }
    if (running() < majority()) {
      return;
    }
    OptionalInt candidate = candidate();
    if (candidate.isPresent()) {
      elect(candidate.getAsInt());
      return;
    }
    long next = nextStanding();
    if (next < EVERYTHING) {
      settleAt(next);
    }
  }

  private OptionalInt candidate() {
    int best = -1;
    for (int member = 0; member < size; member++) {
      if (state(member) == State.SECONDARY
          && frozen.getOrDefault(member, 0L) <= now()
          && (best < 0 || fresh.getOrDefault(member, 0L) > fresh.getOrDefault(best, 0L))) {
        best = member;
      }
    }
    return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
  }

  private long nextStanding() {
    long next = EVERYTHING;
    for (int member = 0; member < size; member++) {
      if (!down.contains(member)) {
        long free = Math.max(frozen.getOrDefault(member, 0L), recovering.getOrDefault(member, 0L));
        next = Math.min(next, Math.max(now() + 1, free));
      }
    }
    return next;
  }

  /** A new primary first fetches what any running member has; what none has is undone. */
  private void elect(int member) {
    long newest = 0;
    for (int other = 0; other < size; other++) {
      if (!down.contains(other)) {
        newest = Math.max(newest, fresh.getOrDefault(other, 0L));
      }
    }
    int undone = newest == EVERYTHING ? 0 : data.backTo(newest);
    primary = member;
    term++;
    electedMillis = now();
    recovering.remove(member);
    frozen.remove(member);
    fresh.replaceAll((other, instant) -> Math.min(instant, electedMillis));
    if (size > 1) {
      environment.trace().record(new ReplicationEvent.PrimaryElected(set, name(member), undone));
    }
    environment.electedPrimary(set);
  }

  private void stepDown(String reason) {
    environment.trace().record(new ReplicationEvent.PrimarySteppedDown(set, name(primary), reason));
    for (int member = 0; member < size; member++) {
      if (!down.contains(member)) {
        fresh.put(member, EVERYTHING);
      }
    }
    primary = -1;
    environment.lostPrimary(set);
  }

  /**
   * The primary becomes a secondary for a while. It hands over to one that has caught up; forced
   * without any, the set is without a primary until somebody may stand.
   *
   * @throws CommandException EXCEEDED_TIME_LIMIT when no other could take over in time
   */
  void stepDown(long forSeconds, long catchUpSeconds, boolean force) {
    long limit = now() + catchUpSeconds * 1000;
    long ready = heirReadyMillis();
    if (ready > limit) {
      environment.passTo(limit);
      if (!force) {
        throw new CommandException(
            ErrorCode.EXCEEDED_TIME_LIMIT, RsText.noElectableSecondaries(environment));
      }
    } else {
      environment.passTo(ready);
    }
    int former = primary;
    stepDown("replSetStepDown");
    frozen.put(former, now() + forSeconds * 1000);
    OptionalInt heir = candidate();
    if (ready <= limit && heir.isPresent()) {
      elect(heir.getAsInt());
    } else if (running() >= majority()) {
      settleAt(now() + ELECTION_MILLIS);
    }
  }

  /** When a majority has everything and one of them may take over. */
  private long heirReadyMillis() {
    if (running() < majority() || size == 1) {
      return EVERYTHING;
    }
    long ready = EVERYTHING;
    for (int member = 0; member < size; member++) {
      if (member != primary && !down.contains(member) && frozen.getOrDefault(member, 0L) <= now()) {
        ready = Math.min(ready, caughtUpMillis(member));
      }
    }
    return ready;
  }

  /** When a running member has what the primary has now. */
  long caughtUpMillis(int member) {
    if (member == primary) {
      return now();
    }
    return Math.max(recovering.getOrDefault(member, 0L), now() + environment.lagMillis());
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

  /** When the primary notices that it has lost the majority; -1 when it has not. */
  long relinquishesAtMillis() {
    return hasPrimary() ? dueMillis : -1;
  }

  /**
   * Keeps a member from standing for election for so many seconds; 0 ends that.
   *
   * @throws CommandException NOT_SECONDARY for the primary
   */
  void freeze(int member, long seconds) {
    if (member == primary) {
      throw new CommandException(
          ErrorCode.NOT_SECONDARY, RsText.cannotFreeze(environment.profile()));
    }
    frozen.put(member, now() + seconds * 1000);
    if (seconds == 0) {
      frozen.remove(member);
    }
  }
}
