package shardsh.render;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import shardsh.core.sharding.MigrationState;
import shardsh.core.snapshot.ClusterSnapshot.MigrationView;
import shardsh.core.snapshot.ClusterSnapshot.StateTime;

/** Moves as a time line in milliseconds of simulated time, a section for each move. */
final class MermaidMigrations {
  private static final int SHOWN_MAX = 6;

  private MermaidMigrations() {}

  /** Empty when nothing has moved. */
  static Optional<String> text(Scene scene) {
    List<MigrationView> all =
        scene.now().migrations().stream()
            .filter(view -> scene.ns().isEmpty() || scene.ns().get().equals(view.what().ns()))
            .toList();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder out = new StringBuilder("gantt\n  dateFormat x\n  axisFormat %M:%S.%L\n");
    for (MigrationView migration : all.subList(Math.max(0, all.size() - SHOWN_MAX), all.size())) {
      section(migration, scene.now().nowMillis(), out);
    }
    return Optional.of(out.toString());
  }

  private static void section(MigrationView migration, long now, StringBuilder out) {
    String head =
        KeyText.of(migration.what().range())
            + " "
            + migration.what().donor().name()
            + " → "
            + migration.what().recipient().name();
    out.append("  section ").append(Mermaid.escaped(head).replace(':', ' ')).append('\n');
    List<StateTime> entered = migration.entered();
    for (int i = 0; i < entered.size(); i++) {
      StateTime step = entered.get(i);
      boolean over =
          step.state() == MigrationState.COMMITTED || step.state() == MigrationState.ABORTED;
      long end = i + 1 < entered.size() ? entered.get(i + 1).atMillis() : over ? 0 : now;
      out.append("    ")
          .append(step.state().name().toLowerCase(Locale.ROOT).replace('_', ' '))
          .append(step.state() == MigrationState.CRITICAL_SECTION ? " :crit, " : " :")
          .append(step.atMillis())
          .append(", ")
          .append(Math.max(end, step.atMillis() + 1))
          .append('\n');
    }
  }
}
