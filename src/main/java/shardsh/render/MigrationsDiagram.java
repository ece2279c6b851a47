package shardsh.render;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.MigrationView;
import shardsh.core.snapshot.ClusterSnapshot.RangeDeletionView;
import shardsh.core.snapshot.ClusterSnapshot.StateTime;

/** Running and recent moves and resharding operations, each on a time line of its steps. */
final class MigrationsDiagram implements Diagram {
  private static final int SHOWN_MAX = 6;
  private static final String[] STEPS = {
    "1 start", "2 clone", "3 catch up", "4 critical", "5 commit", "6 clean up"
  };
  private static final int CLEAN_UP = 5;

  /** Something that moved data, by when it began. */
  private record Part(long sinceMillis, List<StyledLine> lines) {}

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    List<Part> all = new ArrayList<>();
    for (MigrationView view : scene.now().migrations()) {
      if (isShown(scene, view.what().ns())) {
        List<StyledLine> lines = new ArrayList<>(scene.wrap(head(scene, view), width, 2));
        lines.addAll(steps(scene, view, width));
        all.add(new Part(since(view), lines));
      }
    }
    for (ReshardingProgress view : scene.now().reshardings()) {
      if (isShown(scene, view.ns())) {
        all.add(new Part(view.sinceMillis(), ReshardingTimeLine.of(scene, view, width)));
      }
    }
    if (all.isEmpty()) {
      return scene.wrap(StyledLine.of("no chunk has moved yet", Role.DIM), width, 2);
    }
    all.sort(Comparator.comparingLong(Part::sinceMillis));
    return last(scene, all);
  }

  private static boolean isShown(Scene scene, Namespace ns) {
    return scene.ns().isEmpty() || scene.ns().get().equals(ns);
  }

  /** Moves that have not started come last. */
  private static long since(MigrationView view) {
    return view.entered().isEmpty() ? Long.MAX_VALUE : view.entered().get(0).atMillis();
  }

  private static List<StyledLine> last(Scene scene, List<Part> all) {
    int from = Math.max(0, all.size() - SHOWN_MAX);
    List<StyledLine> lines = new ArrayList<>();
    if (from > 0) {
      lines.add(scene.said("… " + Amounts.count(from, "earlier move"), Role.DIM));
    }
    all.subList(from, all.size()).forEach(part -> lines.addAll(part.lines()));
    return lines;
  }

  private static StyledLine head(Scene scene, MigrationView migration) {
    ShardRoles roles = scene.shardRoles();
    LineBuilder line =
        new LineBuilder()
            .add(KeyText.of(migration.what().range()), Role.TITLE)
            .add(" of " + DisplayWidth.visible(migration.what().ns().toString()) + "  ")
            .add(migration.what().donor().name(), roles.of(migration.what().donor()))
            .add(" → ")
            .add(migration.what().recipient().name(), roles.of(migration.what().recipient()))
            .add(" · " + Amounts.size(migration.bytes()))
            .add(" · " + Amounts.count(migration.documents(), "doc"))
            .add(" · ")
            .add(said(scene, cause(migration.what().reason()), Role.PLAIN))
            .add(" · ");
    switch (migration.state()) {
      case COMMITTED ->
          line.add(said(scene, "committed", Role.OK))
              .add(migration.version().map(version -> " as " + version).orElse(""));
      case ABORTED ->
          line.add(
              said(scene, "! aborted: " + DisplayWidth.visible(migration.reason()), Role.ERROR));
      case CRITICAL_SECTION, COMMITTING ->
          line.add(said(scene, "critical section: writes wait", Role.BLOCKED));
      case CREATED, CLONING, CATCHING_UP -> line.add(said(scene, "running", Role.MOVED));
    }
    migration
        .standing()
        .ifPresent(standing -> line.add(" · ", Role.HINT).add(standing(scene, standing)));
    if (migration.noted() > 0) {
      String noted = Amounts.count(migration.noted(), "write") + " noted, ";
      line.add(" · ").add(said(scene, noted + migration.forwarded() + " forwarded", Role.PLAIN));
    }
    return line.build();
  }

  private static StyledLine said(Scene scene, String text, Role role) {
    return scene.said(StyledLine.of(text, role));
  }

  private static StyledLine standing(Scene scene, ClusterSnapshot.Standing standing) {
    String step = standing.before().number() + " " + standing.before().text();
    String by = standing.by().isEmpty() ? "" : " (" + standing.by() + ")";
    return said(scene, "stands before " + step + by, Role.HINT);
  }

  private static List<StyledLine> steps(Scene scene, MigrationView migration, int width) {
    List<TimeLine.Step> steps = new ArrayList<>();
    for (int i = 0; i < STEPS.length; i++) {
      steps.add(i == CLEAN_UP ? cleanUp(scene.now(), migration) : step(migration, i));
    }
    return TimeLine.of(steps, scene, width);
  }

  private static TimeLine.Step step(MigrationView migration, int index) {
    MigrationState state = MigrationState.values()[index];
    Optional<StateTime> entered = timeOf(migration, state);
    if (entered.isEmpty()) {
      boolean never = migration.state() == MigrationState.ABORTED;
      return TimeLine.Step.absent(STEPS[index], never);
    }
    long start = migration.entered().get(0).atMillis();
    String time = "+" + Amounts.duration(entered.get().atMillis() - start);
    boolean here =
        migration.state() == state
            || migration.state() == MigrationState.COMMITTING && state == MigrationState.COMMITTING;
    if (here) {
      Role role =
          state.ordinal() >= MigrationState.CRITICAL_SECTION.ordinal() ? Role.BLOCKED : Role.MOVED;
      return new TimeLine.Step(STEPS[index], "▶", time, role);
    }
    return new TimeLine.Step(STEPS[index], "●", time, Role.OK);
  }

  private static Optional<StateTime> timeOf(MigrationView migration, MigrationState state) {
    return migration.entered().stream().filter(time -> time.state() == state).findFirst();
  }

  /** The donor's leftovers: waiting while a range deletion waits, then done. */
  private static TimeLine.Step cleanUp(ClusterSnapshot snapshot, MigrationView migration) {
    if (migration.state() != MigrationState.COMMITTED || migration.standing().isPresent()) {
      boolean never = migration.state() == MigrationState.ABORTED;
      return TimeLine.Step.absent(STEPS[CLEAN_UP], never);
    }
    Optional<RangeDeletionView> waiting =
        snapshot
            .shard(migration.what().donor())
            .flatMap(
                shard ->
                    shard.rangeDeletions().stream()
                        .filter(deletion -> deletion.ns().equals(migration.what().ns()))
                        .filter(deletion -> deletion.range().overlaps(migration.what().range()))
                        .filter(deletion -> !deletion.pending())
                        .findFirst());
    return waiting
        .map(
            deletion ->
                new TimeLine.Step(
                    STEPS[CLEAN_UP],
                    "○",
                    "in " + Amounts.duration(deletion.dueMillis() - snapshot.nowMillis()),
                    Role.WARN))
        .orElse(new TimeLine.Step(STEPS[CLEAN_UP], "●", "done", Role.OK));
  }

  private static String cause(MigrateInfo.Reason reason) {
    return reason == MigrateInfo.Reason.MANUAL
        ? "by hand"
        : "by the balancer (" + reason.text() + ")";
  }
}
