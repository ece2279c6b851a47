package shardsh.core.rpc;

import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.trace.ReplicationEvent;

/**
 * Who becomes primary of a set, and when. A primary that is gone is replaced after the election
 * time-out; one that no longer sees a majority steps down after it. Source: the manual's pages on
 * replica set elections.
 */
final class Elections {
  private static final long TIMEOUT_MILLIS = 10_000;

  private final Environment environment;
  private final MemberStates states;

  /** Until when a member does not stand for election. */
  private final Map<Integer, Long> frozen = new TreeMap<>();

  private long term = 1;
  private long electedMillis;
  private long dueMillis = -1;

  Elections(Environment environment, MemberStates states) {
    this.environment = environment;
    this.states = states;
    this.electedMillis = environment.clock().nowMillis();
  }

  Elections copy(Environment otherEnvironment, MemberStates otherStates) {
    Elections copy = new Elections(otherEnvironment, otherStates);
    copy.frozen.putAll(frozen);
    copy.term = term;
    copy.electedMillis = electedMillis;
    copy.dueMillis = dueMillis;
    return copy;
  }

  long term() {
    return term;
  }

  /** When the primary was elected, milliseconds of the epoch. */
  long electedMillis() {
    return electedMillis;
  }

  /** When the time-out is over that runs; at the end of time when none does. */
  long nextMillis() {
    return dueMillis < 0 ? MemberStates.EVERYTHING : dueMillis;
  }

  /** When the primary notices that it has lost the majority; -1 when it has not. */
  long relinquishesAtMillis() {
    return states.hasPrimary() ? dueMillis : -1;
  }

  private long now() {
    return environment.clock().nowMillis();
  }

  private void settleAt(long millis) {
    environment
        .scheduler()
        .cancel(task -> task.name().equals(Members.TASK) && task.node().equals(states.set()));
    dueMillis = millis;
    if (millis >= 0) {
      environment.scheduler().schedule(millis, states.set(), Members.TASK, new BsonDocument());
    }
  }

  private void settleAfterTimeout() {
    settleAt(now() + TIMEOUT_MILLIS);
  }

  /** A member has stopped. */
  void memberStopped(int member) {
    frozen.remove(member);
    if (dueMillis < 0 && states.hasPrimary() != states.majorityRuns()) {
      settleAfterTimeout();
    }
  }

  /** A member has started. */
  void memberStarted() {
    if (states.hasPrimary()) {
      if (states.majorityRuns()) {
        settleAt(-1);
      }
    } else if (states.size() == 1) {
      elect(0);
    } else if (states.majorityRuns() && (dueMillis < 0 || dueMillis > now() + TIMEOUT_MILLIS)) {
      settleAfterTimeout();
    }
  }

  /** Holds the election whose time has come, if one has. */
  void settleIfDue() {
    if (dueMillis >= 0 && dueMillis <= now()) {
      settle();
    }
  }

  /** The election time-out is over: a primary is chosen, or one without a majority steps down. */
  void settle() {
    settleAt(-1);
    if (states.hasPrimary()) {
      if (!states.majorityRuns()) {
        stepDown("it does not see a majority of the set");
      }
      return;
    }
    if (!states.majorityRuns()) {
      return;
    }
    OptionalInt candidate = candidate();
    if (candidate.isPresent()) {
      elect(candidate.getAsInt());
      return;
    }
    long next = nextStanding();
    if (next < MemberStates.EVERYTHING) {
      settleAt(next);
    }
  }

  private boolean isFrozen(int member) {
    return frozenUntil(member) > now();
  }

  private long frozenUntil(int member) {
    return frozen.getOrDefault(member, 0L);
  }

  private OptionalInt candidate() {
    int best = -1;
    for (int member = 0; member < states.size(); member++) {
      if (states.state(member) == Members.State.SECONDARY
          && !isFrozen(member)
          && (best < 0 || states.freshMillis(member) > states.freshMillis(best))) {
        best = member;
      }
    }
    return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
  }

  private long nextStanding() {
    long next = MemberStates.EVERYTHING;
    for (int member = 0; member < states.size(); member++) {
      if (!states.isDown(member)) {
        long free = Math.max(frozenUntil(member), states.recoveredMillis(member));
        next = Math.min(next, Math.max(now() + 1, free));
      }
    }
    return next;
  }

  private void elect(int member) {
    int undone = states.makePrimary(member);
    term++;
    electedMillis = now();
    frozen.remove(member);
    if (states.size() > 1) {
      environment
          .trace()
          .record(new ReplicationEvent.PrimaryElected(states.set(), states.name(member), undone));
    }
    environment.electedPrimary(states.set());
  }

  private void stepDown(String reason) {
    environment
        .trace()
        .record(
            new ReplicationEvent.PrimarySteppedDown(
                states.set(), states.name(states.primary()), reason));
    states.yieldPrimary();
    environment.lostPrimary(states.set());
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
    int former = states.primary();
    stepDown("replSetStepDown");
    frozen.put(former, now() + forSeconds * 1000);
    OptionalInt heir = candidate();
    if (ready <= limit && heir.isPresent()) {
      elect(heir.getAsInt());
    } else if (states.majorityRuns()) {
      settleAfterTimeout();
    }
  }

  /** When a majority has everything and one of them may take over. */
  private long heirReadyMillis() {
    if (!states.majorityRuns() || states.size() == 1) {
      return MemberStates.EVERYTHING;
    }
    long ready = MemberStates.EVERYTHING;
    for (int member = 0; member < states.size(); member++) {
      if (member != states.primary() && !states.isDown(member) && !isFrozen(member)) {
        ready = Math.min(ready, states.caughtUpMillis(member));
      }
    }
    return ready;
  }

  /**
   * Keeps a member from standing for election for so many seconds; 0 ends that.
   *
   * @throws CommandException NOT_SECONDARY for the primary
   */
  void freeze(int member, long seconds) {
    if (member == states.primary()) {
      throw new CommandException(
          ErrorCode.NOT_SECONDARY, RsText.cannotFreeze(environment.profile()));
    }
    frozen.put(member, now() + seconds * 1000);
    if (seconds == 0) {
      frozen.remove(member);
    }
  }
}
