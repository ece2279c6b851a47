package shardsh.render;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.snapshot.ClusterSnapshot.MigrationView;
import shardsh.core.snapshot.ClusterSnapshot.StateTime;

/** Moves and resharding as a time line in milliseconds of simulated time, a section for each. */
final class MermaidMigrations {
  private static final int SHOWN_MAX = 6;

  private MermaidMigrations() {}

  /** Something that moved data, by when it began. */
  private record Part(long sinceMillis, String text) {}

  /** Empty when nothing has moved. */
  static Optional<String> text(Scene scene) {
    long now = scene.now().nowMillis();
    List<Part> all = new ArrayList<>();
    for (MigrationView view : scene.now().migrations()) {
      if (isShown(scene, view.what().ns())) {
        long since = view.entered().isEmpty() ? Long.MAX_VALUE : view.entered().get(0).atMillis();
        all.add(new Part(since, section(view, now)));
      }
    }
    for (ReshardingProgress view : scene.now().reshardings()) {
      if (isShown(scene, view.ns())) {
        all.add(new Part(view.sinceMillis(), section(view, now)));
      }
    }
    if (all.isEmpty()) {
      return Optional.empty();
    }
    all.sort(Comparator.comparingLong(Part::sinceMillis));
    StringBuilder out = new StringBuilder("gantt\n  dateFormat x\n  axisFormat %M:%S.%L\n");
    all.subList(Math.max(0, all.size() - SHOWN_MAX), all.size())
        .forEach(part -> out.append(part.text()));
    return Optional.of(out.toString());
  }

  private static boolean isShown(Scene scene, Namespace ns) {
    return scene.ns().isEmpty() || scene.ns().get().equals(ns);
  }

  private static String section(ReshardingProgress view, long now) {
    StringBuilder out = new StringBuilder();
    String by = view.command().equals("reshardCollection") ? " by " + view.key() : "";
    head(view.command() + " of " + view.ns() + by, out);
    List<ReshardingProgress.Entered> entered = view.entered();
    for (int i = 0; i < entered.size(); i++) {
      ReshardingProgress.Entered step = entered.get(i);
      boolean isOver =
          step.state() == ReshardingState.DONE || step.state() == ReshardingState.ABORTED;
      boolean isLast = i + 1 == entered.size();
      long end = isLast ? (isOver ? 0 : now) : entered.get(i + 1).atMillis();
      boolean blocks =
          step.state() == ReshardingState.BLOCKING_WRITES
              || step.state() == ReshardingState.COMMITTING;
      bar(step.state().text(), blocks, step.atMillis(), end, out);
    }
    return out.toString();
  }

  private static void head(String text, StringBuilder out) {
    out.append("  section ").append(Mermaid.escaped(text).replace(':', ' ')).append('\n');
  }

  private static void bar(String name, boolean blocks, long from, long to, StringBuilder out) {
    out.append("    ")
        .append(name)
        .append(blocks ? " :crit, " : " :")
        .append(from)
        .append(", ")
        .append(Math.max(to, from + 1))
        .append('\n');
  }

  private static String section(MigrationView migration, long now) {
    StringBuilder out = new StringBuilder();
    head(
        KeyText.of(migration.what().range())
            + " "
            + migration.what().donor().name()
            + " → "
            + migration.what().recipient().name(),
        out);
    List<StateTime> entered = migration.entered();
    for (int i = 0; i < entered.size(); i++) {
      StateTime step = entered.get(i);
      boolean over =
          step.state() == MigrationState.COMMITTED || step.state() == MigrationState.ABORTED;
      long end = i + 1 < entered.size() ? entered.get(i + 1).atMillis() : over ? 0 : now;
      String name = step.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
      bar(name, step.state() == MigrationState.CRITICAL_SECTION, step.atMillis(), end, out);
    }
    return out.toString();
  }
}
