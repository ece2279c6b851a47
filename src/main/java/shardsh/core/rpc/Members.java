package shardsh.core.rpc;

import java.util.List;
import java.util.OptionalInt;
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

  /** A member that answers, and whether it is the primary when it begins to. */
  record Serving(int member, boolean asPrimary) {
    static final Serving NOBODY = new Serving(-1, true);
  }

  private final Environment environment;
  private final MemberStates states;
  private final Elections elections;
  private Serving serving = Serving.NOBODY;

  Members(Environment environment, NodeId set, int size) {
    this.environment = environment;
    this.states = new MemberStates(environment, set, size);
    this.elections = new Elections(environment, states);
  }

  private Members(Environment environment, MemberStates states, Elections elections) {
    this.environment = environment;
    this.states = states;
    this.elections = elections;
  }

  Members copy(Environment otherEnvironment) {
    MemberStates otherStates = states.copy(otherEnvironment);
    return new Members(
        otherEnvironment, otherStates, elections.copy(otherEnvironment, otherStates));
  }

  /** Tells who holds the set's data; once, by the node that is the set. */
  public void hold(Data holder) {
    states.hold(holder);
  }

  /** Which run and what they have. */
  MemberStates states() {
    return states;
  }

  /** Who is primary next. */
  Elections elections() {
    return elections;
  }

  /** The name of the set. */
  NodeId set() {
    return states.set();
  }

  public int size() {
    return states.size();
  }

  /** The position of the primary, or -1. */
  public int primary() {
    return states.primary();
  }

  public boolean hasPrimary() {
    return states.hasPrimary();
  }

  /** What the member at that position is now. */
  public State state(int member) {
    return states.state(member);
  }

  /** The name of a member: that of the set where it has only one. */
  public NodeId name(int member) {
    return states.name(member);
  }

  /** How far the member is behind the primary, in milliseconds; what runs and is no primary. */
  long lagMillis(int member) {
    return states.lagMillis(member);
  }

  /**
   * When something changes by itself: an election, or a member that has caught up; at the end of
   * time when nothing will.
   */
  long nextChangeMillis() {
    return Math.min(elections.nextMillis(), states.nextRecoveredMillis());
  }

  // What a call to one member sees.

  /** From now on the member answers; gives who did before, to go back to with {@link #resume}. */
  Serving serve(int member) {
    Serving before = serving;
    serving = new Serving(member, member == primary());
    return before;
  }

  void resume(Serving before) {
    serving = before;
  }

  /** Who answers the present call: the primary unless another member was asked. */
  public int serving() {
    return serving.member() < 0 ? primary() : serving.member();
  }

  /** Whether a member answers that was not the primary when it was asked. */
  public boolean isSecondaryServing() {
    return !serving.asPrimary();
  }

  // Going and coming.

  /** The member that goes when only the set is named: the primary, or who would be next. */
  public OptionalInt first() {
    return hasPrimary() ? OptionalInt.of(primary()) : states.firstRunning();
  }

  /** Members that are down, in order. */
  public List<Integer> down() {
    return states.down();
  }

  /** A member stops; without effect when it does not run. */
  public void takeDown(int member) {
    boolean isPrimary = member == primary();
    if (!states.stop(member)) {
      return;
    }
    if (isPrimary) {
      environment.lostPrimary(set());
    }
    environment.trace().record(new ReplicationEvent.NodeWentDown(name(member)));
    elections.memberStopped(member);
  }

  /** A member starts again and catches up; without effect when it runs. */
  public void bringUp(int member) {
    if (!states.start(member)) {
      return;
    }
    environment.trace().record(new ReplicationEvent.NodeCameUp(name(member)));
    elections.memberStarted();
  }

  /** The election time-out is over: a primary is chosen, or one without a majority steps down. */
  public void settle() {
    elections.settle();
  }
}
