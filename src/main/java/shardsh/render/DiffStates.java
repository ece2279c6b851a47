package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.MemberView;
import shardsh.core.snapshot.ClusterSnapshot.MigrationView;
import shardsh.core.snapshot.ClusterSnapshot.NodeView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;

/**
 * What processes, moves and resharding operations that are under way have become, for the picture
 * of what a line changed.
 *
 * @param now the cluster after the line
 * @param before the cluster before it
 */
record DiffStates(ClusterSnapshot now, ClusterSnapshot before) {

  /** Something with two states; none before for what has begun. */
  record Change(String what, Optional<String> was, String is) {}

  /** Members of sets by their states, a process without a set by whether it is up. */
  List<Change> processes() {
    List<Change> changes = new ArrayList<>();
    addSet(before.config(), now.config(), changes);
    for (ShardView shard : now.shards()) {
      before.shard(shard.id()).ifPresent(old -> addSet(old.node(), shard.node(), changes));
    }
    for (RouterView router : now.routers()) {
      before
          .router(router.id())
          .ifPresent(old -> addUp(router.id().name(), old.up(), router.up(), changes));
    }
    return changes;
  }

  private static void addSet(NodeView was, NodeView is, List<Change> changes) {
    if (is.members().isEmpty() || was.members().isEmpty()) {
      addUp(is.id().name(), was.up(), is.up(), changes);
      return;
    }
    for (MemberView member : is.members()) {
      was.members().stream()
          .filter(old -> old.name().equals(member.name()) && !old.state().equals(member.state()))
          .forEach(
              old -> changes.add(new Change(old.name(), Optional.of(old.state()), member.state())));
    }
  }

  private static void addUp(String process, boolean was, boolean is, List<Change> changes) {
    if (was != is) {
      changes.add(new Change(process + " up", Optional.of(was ? "yes" : "no"), is ? "yes" : "no"));
    }
  }

  /** Those that stand or were standing; of others the chunks tell. */
  List<Change> moves() {
    List<Change> changes = new ArrayList<>();
    for (MigrationView move : now.migrations()) {
      Optional<MigrationState> was = stateBefore(move);
      boolean over =
          move.state() == MigrationState.COMMITTED || move.state() == MigrationState.ABORTED;
      if (was.isEmpty() ? !over : was.get() != move.state()) {
        String what =
            "move of "
                + KeyText.of(move.what().range())
                + " of "
                + move.what().ns()
                + " to "
                + move.what().recipient();
        changes.add(new Change(what, was.map(Facts::stepName), Facts.stepName(move.state())));
      }
    }
    for (ReshardingProgress one : now.reshardings()) {
      Optional<ReshardingProgress> was =
          before.reshardings().stream()
              .filter(old -> old.ns().equals(one.ns()) && old.sinceMillis() == one.sinceMillis())
              .findFirst();
      if (was.isEmpty() ? !one.isOver() : was.get().state() != one.state()) {
        changes.add(
            new Change(
                one.command() + " of " + one.ns(),
                was.map(old -> old.state().text()),
                one.state().text()));
      }
    }
    return changes;
  }

  /** The same move is known by its chunk and by when it began. */
  private Optional<MigrationState> stateBefore(MigrationView move) {
    return before.migrations().stream()
        .filter(old -> old.what().equals(move.what()) && isOne(old, move))
        .map(MigrationView::state)
        .findFirst();
  }

  private static boolean isOne(MigrationView old, MigrationView move) {
    return old.entered().isEmpty()
        || !move.entered().isEmpty() && old.entered().get(0).equals(move.entered().get(0));
  }
}
