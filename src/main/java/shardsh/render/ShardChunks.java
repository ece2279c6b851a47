package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import shardsh.core.base.Namespace;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.render.Table.Column;

/**
 * The chunks in the box of a shard: a row for each, with a bar that shows how full it is. Where a
 * row has no room for a bar, the chunks lie in one line above the rows, each as long as it is
 * large.
 */
final class ShardChunks {

  /**
   * How the chunks of a collection look in the boxes of all shards.
   *
   * @param bar how many cells a bar has that shows how full a chunk is; 0: there is none
   */
  private record Look(ChunkDetail detail, int bar) {}

  private static final int ROWS_MAX = 10;

  /** A version that is cut would be another one. */
  static final int VERSION_MIN = 9;

  private static final List<ToIntFunction<Table>> WIDTHS =
      List.of(Table::naturalWidth, Table::leastWidth);

  private static final List<ChunkDetail> ROOMY =
      List.of(ChunkDetail.WIDE, ChunkDetail.BARS, ChunkDetail.SIGNED_BARS, ChunkDetail.WORDS);

  private static final List<ChunkDetail> TIGHT =
      List.of(ChunkDetail.SIGNS, ChunkDetail.ROUNDED, ChunkDetail.CLOSE, ChunkDetail.RANGES);

  private final Scene scene;
  private final Map<String, Look> looks = new LinkedHashMap<>();
  private final Map<Namespace, KeyNames> names = new LinkedHashMap<>();

  ShardChunks(Scene scene) {
    this.scene = scene;
  }

  static List<ChunkView> of(CollectionView collection, ShardView shard) {
    return collection.chunks().stream().filter(chunk -> chunk.shard().equals(shard.id())).toList();
  }

  /** The lines about one collection's chunks on a shard, in a box with so many cells inside. */
  List<StyledLine> lines(CollectionView collection, ShardView shard, int inner) {
    List<ChunkView> own = of(collection, shard);
    Look ofAll = look(collection, inner);
    boolean tight = ofAll.detail() == ChunkDetail.SIGNS;
    Look look = tight ? new Look(tight(collection, own, inner), 0) : ofAll;
    Table table = table(collection, own, look);
    List<StyledLine> lines = new ArrayList<>();
    if (look.bar() == 0) {
      lines.addAll(strip(collection, own, inner));
    }
    lines.addAll(table.leastWidth() <= inner ? table.lines(inner) : apart(collection, own, inner));
    if (look.detail().hasSigns()) {
      Set<ChunkMark> used = new TreeSet<>();
      own.forEach(chunk -> used.addAll(ChunkMark.of(scene, collection.ns(), chunk)));
      LineBuilder legend = new LineBuilder();
      used.forEach(mark -> legend.separate("  ").add(mark.legend()));
      if (legend.width() > 0) {
        lines.addAll(scene.wrap(legend.build(), inner, 0));
      }
    }
    return lines;
  }

  /** The most that fits for every shard, so that all look alike. */
  private Look look(CollectionView collection, int inner) {
    return looks.computeIfAbsent(collection.ns() + " " + inner, k -> fitting(collection, inner));
  }

  private Look fitting(CollectionView collection, int inner) {
    for (ChunkDetail detail : ROOMY) {
      int room = inner;
      for (ShardView shard : scene.now().shards()) {
        Look least = new Look(detail, detail.barMin());
        room =
            Math.min(room, inner - table(collection, of(collection, shard), least).naturalWidth());
      }
      if (room >= 0) {
        return new Look(detail, Math.min(detail.barMax(), detail.barMin() + room));
      }
    }
    return new Look(ChunkDetail.SIGNS, 0);
  }

  /**
   * What fits into this box where there is little room, so that ranges are not cut: with whole
   * bounds if it can be, else with short ones.
   */
  private ChunkDetail tight(CollectionView collection, List<ChunkView> own, int inner) {
    for (ToIntFunction<Table> width : WIDTHS) {
      for (ChunkDetail detail : TIGHT) {
        if (width.applyAsInt(table(collection, own, new Look(detail, 0))) <= inner) {
          return detail;
        }
      }
    }
    return ChunkDetail.SIGNS;
  }

  /**
   * The rows where not even a short range and a version have room side by side: one above other.
   */
  private List<StyledLine> apart(CollectionView collection, List<ChunkView> own, int inner) {
    KeyNames bounds = names(collection);
    List<StyledLine> lines = new ArrayList<>();
    for (Excerpt.Part part : parts(collection, own)) {
      if (part.leftOut() > 0) {
        lines.add(scene.said(ClusterPanels.more(part.leftOut(), "chunk")));
        continue;
      }
      ChunkView chunk = own.get(part.index());
      lines.add(StyledLine.of(bounds.of(chunk.range(), inner), Role.CHUNK));
      StyledLine sign = ChunkMark.signs(ChunkMark.of(scene, collection.ns(), chunk));
      LineBuilder rest = new LineBuilder().add(sign).padTo(2);
      rest.add(chunk.version() + "  " + Amounts.size(chunk.bytes()));
      lines.add(LineBuilder.cut(rest.build(), inner));
    }
    return lines;
  }

  private List<Excerpt.Part> parts(CollectionView collection, List<ChunkView> own) {
    return Excerpt.of(
        own, ROWS_MAX, chunk -> !ChunkMark.of(scene, collection.ns(), chunk).isEmpty());
  }

  /** What the bounds of a collection are called in boxes. */
  KeyNames names(CollectionView collection) {
    return names.computeIfAbsent(collection.ns(), ns -> KeyNames.of(scene, collection));
  }

  /** The chunks side by side; the fullest shard takes the whole line. */
  private List<StyledLine> strip(CollectionView collection, List<ChunkView> own, int inner) {
    List<List<ChunkView>> all =
        scene.now().shards().stream().map(shard -> of(collection, shard)).toList();
    boolean crowded = all.stream().anyMatch(chunks -> chunks.size() > inner);
    long least = crowded ? 0 : most(all, 0) / inner;
    double most = most(all, least);
    if (most == 0) {
      return List.of();
    }
    long[] weights = own.stream().mapToLong(chunk -> weight(List.of(chunk), least)).toArray();
    int whole = (int) Math.round(inner * weight(own, least) / most);
    int[] cells = Amounts.shares(weights, whole);
    LineBuilder line = new LineBuilder();
    for (int i = 0; i < cells.length; i++) {
      if (cells[i] > 0) {
        line.add("█".repeat(cells[i] - 1) + "▌", role(collection.ns(), own.get(i)));
      }
    }
    return line.width() == 0 ? List.of() : List.of(line.build());
  }

  private static long most(List<List<ChunkView>> shards, long least) {
    return shards.stream().mapToLong(chunks -> weight(chunks, least)).max().orElse(0);
  }

  /** The bytes of chunks, of which none counts for less than would show. */
  private static long weight(List<ChunkView> chunks, long least) {
    return chunks.stream()
        .mapToLong(chunk -> chunk.bytes() == 0 ? 0 : Math.max(least, chunk.bytes()))
        .sum();
  }

  private Role role(Namespace ns, ChunkView chunk) {
    List<ChunkMark> marks = ChunkMark.of(scene, ns, chunk);
    if (!marks.isEmpty()) {
      return marks.get(0).role();
    }
    return Facts.fullness(scene.now(), chunk) > 1 ? Role.WARN : Role.DIM;
  }

  private Table table(CollectionView collection, List<ChunkView> own, Look look) {
    ChunkDetail detail = look.detail();
    Column[] columns = {
      Column.left("", 1, 0),
      Column.left("", names(collection).shortWidth(), 0),
      Column.left("", VERSION_MIN, 0),
      Column.right("", 5, 1),
      Column.left("", look.bar(), 2),
      Column.left("", 5, 0)
    };
    boolean wide = detail == ChunkDetail.WIDE;
    Table table =
        (wide ? new Table(columns) : Table.narrow(columns))
            .in(scene.words())
            .naming(names(collection));
    for (Excerpt.Part part : parts(collection, own)) {
      if (part.leftOut() > 0) {
        table.note(ClusterPanels.more(part.leftOut(), "chunk"));
        continue;
      }
      ChunkView chunk = own.get(part.index());
      double fullness = Facts.fullness(scene.now(), chunk);
      List<ChunkMark> marks = ChunkMark.of(scene, collection.ns(), chunk);
      boolean signs = detail.hasSigns();
      table.row(
          signs ? ChunkMark.signs(marks) : StyledLine.EMPTY,
          StyledLine.of(KeyText.of(chunk.range()), Role.CHUNK),
          StyledLine.of(chunk.version().toString()),
          StyledLine.of(detail.size(chunk.bytes())),
          look.bar() == 0
              ? StyledLine.EMPTY
              : StyledLine.of(
                  Amounts.bar(fullness, look.bar()), fullness > 1 ? Role.WARN : Role.DIM),
          signs ? StyledLine.EMPTY : ChunkMark.words(marks));
    }
    return table;
  }
}
