package shardsh.render;

import java.util.List;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot.DatabaseView;
import shardsh.core.snapshot.ClusterSnapshot.KnownDatabase;
import shardsh.render.Table.Column;

/**
 * Who holds which version of a database: the part of {@code show versions} about collections that
 * are not sharded. A database that never moved, and about which everybody is right, is left out
 * where there are sharded collections to look at.
 */
final class DatabaseVersions {
  private DatabaseVersions() {}

  static void add(Scene scene, boolean all, int width, List<StyledLine> lines) {
    for (DatabaseView database : scene.now().databases()) {
      boolean asked = scene.ns().map(ns -> ns.db().equals(database.name())).orElse(true);
      if (asked && (all || isTelling(database))) {
        lines.add(StyledLine.EMPTY);
        lines.addAll(scene.wrap(title(scene, database), width, 2));
        lines.addAll(table(scene, database).folded().lines(width));
      }
    }
  }

  private static boolean isTelling(DatabaseView database) {
    return database.version().lastMod() > 1
        || database.known().stream().anyMatch(known -> isBehind(known, database));
  }

  private static boolean isBehind(KnownDatabase known, DatabaseView database) {
    return database.version().isNewerThan(known.version());
  }

  private static StyledLine title(Scene scene, DatabaseView database) {
    return new LineBuilder()
        .add("database " + DisplayWidth.visible(database.name()), Role.TITLE)
        .add(" · primary shard ")
        .add(database.primary().name(), scene.shardRoles().of(database.primary()))
        .add(" · for collections that are not sharded")
        .build();
  }

  private static Table table(Scene scene, DatabaseView database) {
    Table table =
        scene.table(
            Column.left("who", 4, 0),
            Column.left("version", 4, 0),
            Column.left("primary shard", 4, 0),
            Column.left("", 8, 1));
    table.row(
        StyledLine.of("database", Role.CONFIG),
        StyledLine.of(text(database.version()), Role.NAME),
        shard(scene, database.primary()),
        StyledLine.EMPTY);
    for (KnownDatabase known : database.known()) {
      boolean router = known.primary().isPresent();
      table.row(
          router
              ? StyledLine.of(known.who() + " (router)", Role.ROUTER)
              : shard(scene, new ShardId(known.who().name())),
          StyledLine.of(text(known.version()), Role.NAME),
          known.primary().map(primary -> shard(scene, primary)).orElse(StyledLine.EMPTY),
          note(known, database));
    }
    return table;
  }

  private static StyledLine shard(Scene scene, ShardId shard) {
    return StyledLine.of(shard.name(), scene.shardRoles().of(shard));
  }

  private static String text(DatabaseVersion version) {
    return Integer.toString(version.lastMod());
  }

  private static StyledLine note(KnownDatabase known, DatabaseView database) {
    if (!isBehind(known, database)) {
      return StyledLine.EMPTY;
    }
    if (known.primary().isEmpty()) {
      return StyledLine.of("behind: learns from the first request", Role.DIM);
    }
    ShardId asked = known.primary().get();
    boolean refuses =
        database.known().stream()
            .anyMatch(
                other ->
                    other.primary().isEmpty()
                        && other.who().name().equals(asked.name())
                        && other.version().isNewerThan(known.version()));
    return StyledLine.of(
        refuses ? "! behind: " + asked + " refuses with StaleDbVersion" : "! behind", Role.STALE);
  }
}
