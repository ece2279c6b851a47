package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.snapshot.ClusterSnapshot.CacheRow;
import shardsh.core.snapshot.ClusterSnapshot.CacheView;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.render.Table.Column;

/** The chunk table of each collection; beside every row what each router believes of it. */
final class ChunksDiagram implements Diagram {
  private static final int ROWS_MAX = 40;
  private static final int ROUTERS_MAX = 4;

  private static final int RANGE_MAX = 20;
  private static final int SHARD_MIN = 14;

  /** A row that a router believes in is not worth showing without its mark. */
  private static final int CACHED_MIN = 32;

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    List<StyledLine> lines = new ArrayList<>();
    for (CollectionView collection : scene.collections()) {
      if (!lines.isEmpty()) {
        lines.add(StyledLine.EMPTY);
      }
      addCollection(scene, collection, width, lines);
    }
    if (lines.isEmpty()) {
      lines.add(scene.said("no sharded collection", Role.DIM));
    }
    return lines;
  }

  private static void addCollection(
      Scene scene, CollectionView collection, int width, List<StyledLine> lines) {
    lines.addAll(scene.wrap(Heads.collection(scene, collection), width, 2));
    List<RouterView> routers =
        scene.now().routers().stream()
            .filter(router -> isFirstWithItsTable(scene, router, collection))
            .limit(ROUTERS_MAX)
            .toList();
    Table table = table(scene, collection, routers, width, true);
    if (table.naturalWidth() > width) {
      table = table(scene, collection, routers, width, false);
    }
    lines.addAll(table.lines(width));
    addStaleNotes(scene, collection, routers, width, lines);
    addWithoutTable(scene, collection, width, lines);
  }

  /**
   * The rows.
   *
   * @param cachedRanges whether a router's row that spans another range says which
   */
  private static Table table(
      Scene scene,
      CollectionView collection,
      List<RouterView> routers,
      int width,
      boolean cachedRanges) {
    KeyNames names = KeyNames.of(scene, collection);
    Column[] columns = columns(scene, collection, routers, names, width).toArray(Column[]::new);
    Table table = scene.table(columns).naming(names);
    List<ChunkView> chunks = collection.chunks();
    for (Excerpt.Part part :
        Excerpt.of(chunks, ROWS_MAX, chunk -> matters(scene, collection, routers, chunk))) {
      if (part.leftOut() > 0) {
        table.note(StyledLine.of("… " + Amounts.count(part.leftOut(), "more chunk"), Role.DIM));
      } else {
        table.row(cells(scene, collection, routers, chunks.get(part.index()), names, cachedRanges));
      }
    }
    return table;
  }

  /** Routers with equal tables share a column, that of the first. */
  private static boolean isFirstWithItsTable(
      Scene scene, RouterView router, CollectionView collection) {
    return router
        .cacheOf(collection.ns())
        .map(cache -> Facts.routersWith(scene, cache).get(0).equals(router.id().name()))
        .orElse(false);
  }

  private static List<Column> columns(
      Scene scene, CollectionView collection, List<RouterView> routers, KeyNames names, int width) {
    List<Column> columns = new ArrayList<>();
    // On a narrow screen half of it is for the ranges: two bounds cut alike say nothing.
    int half = Math.min(RANGE_MAX, width / 2);
    int range = Math.max(names.shortWidthIn(width), Math.min(names.shortWidth(), half));
    columns.add(Column.left("range", range, 0));
    columns.add(Column.left("shard", Math.min(SHARD_MIN, width / 8), 0));
    columns.add(Column.left("lastmod", 4, 0));
    columns.add(Column.right("size", 5, 4));
    columns.add(Column.right("docs", 3, 6));
    columns.add(Column.whole("", 1));
    for (RouterView router : routers) {
      String title =
          router
              .cacheOf(collection.ns())
              .map(
                  cache ->
                      Facts.namesWith(scene, cache)
                          + scene.said(" at ", Role.PLAIN).text()
                          + cache.version())
              .orElseThrow();
      columns.add(Column.left(title, CACHED_MIN, 3));
    }
    return columns;
  }

  private static boolean matters(
      Scene scene, CollectionView collection, List<RouterView> routers, ChunkView chunk) {
    if (!ChunkMark.of(scene, collection.ns(), chunk).isEmpty()) {
      return true;
    }
    for (RouterView router : routers) {
      Optional<CacheRow> row = router.cacheOf(collection.ns()).flatMap(c -> rowFor(c, chunk));
      if (row.isPresent() && !row.get().mark().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static List<StyledLine> cells(
      Scene scene,
      CollectionView collection,
      List<RouterView> routers,
      ChunkView chunk,
      KeyNames names,
      boolean cachedRanges) {
    List<StyledLine> cells = new ArrayList<>();
    cells.add(StyledLine.of(KeyText.of(chunk.range()), Role.CHUNK));
    cells.add(StyledLine.of(chunk.shard().name(), scene.shardRoles().of(chunk.shard())));
    cells.add(StyledLine.of(chunk.version().toString()));
    boolean full = Facts.fullness(scene.now(), chunk) > 1;
    cells.add(StyledLine.of(Amounts.size(chunk.bytes()), full ? Role.WARN : Role.PLAIN));
    cells.add(StyledLine.of(Amounts.count(chunk.documents())));
    cells.add(ChunkMark.words(ChunkMark.of(scene, collection.ns(), chunk)));
    for (RouterView router : routers) {
      cells.add(
          router
              .cacheOf(collection.ns())
              .map(cache -> cached(scene, cache, chunk, names, cachedRanges))
              .orElse(StyledLine.EMPTY));
    }
    return cells;
  }

  /** The router's row for a chunk; its range only where it is not the chunk's own. */
  private static StyledLine cached(
      Scene scene, CacheView cache, ChunkView chunk, KeyNames names, boolean withRange) {
    Optional<CacheRow> found = rowFor(cache, chunk);
    if (found.isEmpty()) {
      return StyledLine.of("no row", Role.STALE);
    }
    CacheRow row = found.get();
    LineBuilder cell = new LineBuilder();
    cell.add(row.shard().name(), scene.shardRoles().of(row.shard()));
    cell.add(" " + row.version());
    if (!row.mark().isEmpty()) {
      cell.add(" ! " + markAt(row, chunk), Role.STALE);
    }
    if (withRange && !row.range().equals(chunk.range())) {
      cell.add(" " + names.of(row.range(), names.shortWidth()), Role.STALE);
    }
    return cell.build();
  }

  /** A row whose chunk was cut may have the wrong shard for one piece and the right one here. */
  private static String markAt(CacheRow row, ChunkView chunk) {
    boolean right = row.shard().equals(chunk.shard());
    return right && row.mark().equals("wrong shard") ? "old (split)" : row.mark();
  }

  private static Optional<CacheRow> rowFor(CacheView cache, ChunkView chunk) {
    List<CacheRow> rows = cache.rows();
    int low = 0;
    int high = rows.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (rows.get(middle).range().min().compareTo(chunk.range().min()) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return rows.isEmpty() || !rows.get(low).range().contains(chunk.range().min())
        ? Optional.empty()
        : Optional.of(rows.get(low));
  }

  private static void addStaleNotes(
      Scene scene,
      CollectionView collection,
      List<RouterView> routers,
      int width,
      List<StyledLine> lines) {
    for (RouterView router : routers) {
      Optional<CacheView> cache = router.cacheOf(collection.ns());
      if (cache.isEmpty() || !Facts.isBehind(cache.get(), collection)) {
        continue;
      }
      boolean one = Facts.routersWith(scene, cache.get()).size() == 1;
      if (cache.get().needsRefresh()) {
        String text =
            Facts.namesWith(scene, cache.get())
                + (one ? " asks" : " ask")
                + " cfgrs first: "
                + (one ? "its" : "their")
                + " table is void";
        lines.addAll(scene.wrap(StyledLine.of(text, Role.DIM), width, 2));
        continue;
      }
      String parts = String.join(", ", behind(cache.get(), one));
      String text =
          "! "
              + Facts.namesWith(scene, cache.get())
              + (one ? " is at " : " are at ")
              + cache.get().version()
              + (Facts.isOfOtherEpoch(cache.get(), collection) ? " of another epoch" : "")
              + ", the collection at "
              + collection.version()
              + (parts.isEmpty() ? "" : ": ")
              + parts;
      lines.addAll(scene.wrap(StyledLine.of(text, Role.STALE), width, 2));
    }
  }

  /** How many of its rows are behind, which may be more or less than the chunks that are now. */
  private static List<String> behind(CacheView cache, boolean one) {
    String whose = one ? " of its table" : " of their tables";
    List<String> parts = new ArrayList<>();
    for (String mark : List.of("old (split)", "old (merged)", "wrong shard")) {
      long rows = cache.rows().stream().filter(row -> row.mark().equals(mark)).count();
      if (rows > 0) {
        parts.add(
            Amounts.count(rows, "row")
                + (parts.isEmpty() ? whose : "")
                + (mark.startsWith("old") ? " " : " with the ")
                + mark);
      }
    }
    return parts;
  }

  private static void addWithoutTable(
      Scene scene, CollectionView collection, int width, List<StyledLine> lines) {
    List<String> without =
        scene.now().routers().stream()
            .filter(router -> router.cacheOf(collection.ns()).isEmpty())
            .map(router -> router.id().name())
            .toList();
    if (!without.isEmpty()) {
      String verb = without.size() == 1 ? " has" : " have";
      String text = String.join(", ", without) + verb + " no table of this collection yet";
      lines.addAll(scene.wrap(StyledLine.of(text, Role.DIM), width, 2));
    }
  }
}
