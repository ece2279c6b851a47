package shardsh.core.sharding;

import java.util.List;
import java.util.Optional;
import shardsh.core.base.Namespace;

/**
 * How far a resharding operation is, as every process knows it and as pictures show it.
 *
 * @param command what asked for it, e.g. {@code reshardCollection}
 * @param key the shard key that the collection will have, as text
 * @param from the shards that own it now
 * @param to the shards that will own it
 * @param entered when each state was entered, in order
 * @param documents to copy, or copied in the end
 * @param copied of those, how many are copied
 * @param changes changed documents that the recipients applied after that
 * @param dueMillis when its next state can be entered, milliseconds of the epoch
 * @param heldBy what keeps it from that: a fail point, {@code sim.stepMigrations(true)}, or empty
 * @param reason why it was aborted, else empty
 */
public record ReshardingProgress(
    Namespace ns,
    String command,
    String key,
    List<ShardId> from,
    List<ShardId> to,
    ReshardingState state,
    List<Entered> entered,
    long documents,
    long bytes,
    long copied,
    long changes,
    long dueMillis,
    String heldBy,
    String reason) {

  /** The scheduler's word: a write waits, so what blocks it goes on. */
  public static final String GO_ON_TASK = "goOnResharding";

  /** A state and when it was entered. */
  public record Entered(ReshardingState state, long atMillis) {}

  public ReshardingProgress {
    from = List.copyOf(from);
    to = List.copyOf(to);
    entered = List.copyOf(entered);
  }

  public long sinceMillis() {
    return entered.get(0).atMillis();
  }

  /** When that state was entered; empty when it was not yet. */
  public Optional<Long> enteredAt(ReshardingState which) {
    return entered.stream().filter(one -> one.state() == which).map(Entered::atMillis).findFirst();
  }

  public boolean isOver() {
    return state == ReshardingState.DONE || state == ReshardingState.ABORTED;
  }

  /** Whether it stands still. */
  public boolean stands() {
    return !heldBy.isEmpty();
  }

  /** What {@code sim.step} calls its next state: the kind of its event. */
  public String nextTask() {
    return "reshard." + state.next().text();
  }
}
