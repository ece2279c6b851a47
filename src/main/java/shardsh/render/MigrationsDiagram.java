package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.MigrationView;
import shardsh.core.snapshot.ClusterSnapshot.RangeDeletionView;
import shardsh.core.snapshot.ClusterSnapshot.StateTime;

/** Running and recent moves, each on a time line of six steps. */
final class MigrationsDiagram implements Diagram {
  private static final int SHOWN_MAX = 6;
  private static final int STEP_MIN = 15;
  private static final String[] STEPS = {
    "1 start", "2 clone", "3 catch up", "4 critical", "5 commit", "6 clean up"
  };
  private static final int CLEAN_UP = 5;

  /** What a step looks like: done, going on, to come, or never reached. */
  private record Step(String sign, String time, Role role) {}

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    List<MigrationView> all =
        scene.now().migrations().stream()
            .filter(view -> scene.ns().isEmpty() || scene.ns().get().equals(view.what().ns()))
            .toList();
    if (all.isEmpty()) {
      return List.of(LineBuilder.cut(StyledLine.of("no chunk has moved yet", Role.DIM), width));
    }
    List<StyledLine> lines = new ArrayList<>();
    int from = Math.max(0, all.size() - SHOWN_MAX);
    if (from > 0) {
      lines.add(StyledLine.of("… " + Amounts.count(from, "earlier move"), Role.DIM));
    }
    for (MigrationView migration : all.subList(from, all.size())) {
      lines.addAll(Prose.wrap(head(scene, migration), width, 2));
      lines.addAll(steps(scene.now(), migration, width));
    }
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
            .add(" · " + cause(migration.what().reason()) + " · ");
    switch (migration.state()) {
      case COMMITTED ->
          line.add("committed", Role.OK)
              .add(migration.version().map(version -> " as " + version).orElse(""));
      case ABORTED ->
          line.add("! aborted: " + DisplayWidth.visible(migration.reason()), Role.ERROR);
      case CRITICAL_SECTION, COMMITTING -> line.add("critical section: writes wait", Role.BLOCKED);
      case CREATED, CLONING, CATCHING_UP -> line.add("running", Role.MOVED);
    }
    migration.standing().ifPresent(standing -> addStanding(line, standing));
    if (migration.noted() > 0) {
      line.add(
          " · "
              + Amounts.count(migration.noted(), "write")
              + " noted, "
              + migration.forwarded()
              + " forwarded");
    }
    return line.build();
  }

  private static void addStanding(LineBuilder line, ClusterSnapshot.Standing standing) {
    line.add(
        " · stands before "
            + standing.before().number()
            + " "
            + standing.before().text()
            + (standing.by().isEmpty() ? "" : " (" + standing.by() + ")"),
        Role.HINT);
  }

  private static List<StyledLine> steps(
      ClusterSnapshot snapshot, MigrationView migration, int width) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < STEPS.length; i++) {
      steps.add(i == CLEAN_UP ? cleanUp(snapshot, migration) : step(migration, i));
    }
    int cell = Math.min(22, (width - 2) / STEPS.length);
    return cell < STEP_MIN ? below(steps, width) : beside(steps, cell);
  }

  private static Step step(MigrationView migration, int index) {
    MigrationState state = MigrationState.values()[index];
    Optional<StateTime> entered = timeOf(migration, state);
    if (entered.isEmpty()) {
      boolean never = migration.state() == MigrationState.ABORTED;
      return new Step(never ? "×" : "○", never ? "never" : "", Role.DIM);
    }
    long start = migration.entered().get(0).atMillis();
    String time = "+" + Amounts.duration(entered.get().atMillis() - start);
    boolean here =
        migration.state() == state
            || migration.state() == MigrationState.COMMITTING && state == MigrationState.COMMITTING;
    if (here) {
      Role role =
          state.ordinal() >= MigrationState.CRITICAL_SECTION.ordinal() ? Role.BLOCKED : Role.MOVED;
      return new Step("▶", time, role);
    }
    return new Step("●", time, Role.OK);
  }

  private static Optional<StateTime> timeOf(MigrationView migration, MigrationState state) {
    return migration.entered().stream().filter(time -> time.state() == state).findFirst();
  }

  /** The donor's leftovers: waiting while a range deletion waits, then done. */
  private static Step cleanUp(ClusterSnapshot snapshot, MigrationView migration) {
    if (migration.state() != MigrationState.COMMITTED || migration.standing().isPresent()) {
      boolean never = migration.state() == MigrationState.ABORTED;
      return new Step(never ? "×" : "○", never ? "never" : "", Role.DIM);
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
                new Step(
                    "○",
                    "in " + Amounts.duration(deletion.dueMillis() - snapshot.nowMillis()),
                    Role.WARN))
        .orElse(new Step("●", "done", Role.OK));
  }

  private static List<StyledLine> beside(List<Step> steps, int cell) {
    LineBuilder signs = new LineBuilder().add("  ");
    LineBuilder names = new LineBuilder();
    LineBuilder times = new LineBuilder();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      boolean last = i == steps.size() - 1;
      signs.add(step.sign(), step.role()).add(last ? "" : "─".repeat(cell - 1), Role.DIM);
      names.padTo(2 + i * cell).add(STEPS[i], step.role());
      if (!step.time().isEmpty()) {
        times.padTo(2 + i * cell).add(step.time(), Role.DIM);
      }
    }
    StyledLine last = times.build();
    return last.text().isEmpty()
        ? List.of(signs.build(), names.build())
        : List.of(signs.build(), names.build(), last);
  }

  private static List<StyledLine> below(List<Step> steps, int width) {
    List<StyledLine> lines = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      LineBuilder line = new LineBuilder().add("  " + step.sign() + " " + STEPS[i], step.role());
      if (!step.time().isEmpty()) {
        line.padTo(18).add(step.time(), Role.DIM);
      }
      lines.add(LineBuilder.cut(line.build(), width));
    }
    return lines;
  }

  private static String cause(MigrateInfo.Reason reason) {
    return reason == MigrateInfo.Reason.MANUAL
        ? "by hand"
        : "by the balancer (" + reason.text() + ")";
  }
}
