package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.trace.RoutingEvent.KeySpan;

/**
 * The shard key from left to right, cut at the chunks' bounds, with the owners above it. Where
 * there are more chunks than fit, neighbours share a piece; pieces are equally wide whatever they
 * hold.
 */
final class KeyAxis {
  private static final int PIECE_MIN = 5;
  private static final int PIECE_MAX = 18;

  /** Chunks from {@code first} up to {@code end} of the collection, excluded. */
  private record Piece(int first, int end) {}

  /** A shorter piece has no room for a part of a bound that would tell it from others. */
  private static final int NAMED_MIN = 9;

  private final CollectionView collection;
  private final ShardRoles roles;
  private final KeyNames names;
  private final List<Piece> pieces = new ArrayList<>();
  private final int pieceWidth;

  KeyAxis(Scene scene, CollectionView collection, int width) {
    this.collection = collection;
    this.roles = scene.shardRoles();
    this.names = KeyNames.of(scene, collection);
    int most = Math.max(1, (width - 1) / PIECE_MIN);
    int chunks = collection.chunks().size();
    int count = Math.min(most, chunks);
    for (int i = 0; i < count; i++) {
      pieces.add(
          new Piece((int) ((long) chunks * i / count), (int) ((long) chunks * (i + 1) / count)));
    }
    int wanted = Math.max(PIECE_MAX, longestBound() + 4);
    this.pieceWidth = Math.max(1, Math.min(wanted, (width - 1) / Math.max(1, count)));
  }

  private int longestBound() {
    return pieces.stream()
        .map(piece -> KeyText.of(collection.chunks().get(piece.first()).range().min()))
        .mapToInt(DisplayWidth::of)
        .max()
        .orElse(0);
  }

  /** Bounds, owners and the line itself. */
  List<StyledLine> lines() {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(bounds());
    LineBuilder axis = new LineBuilder();
    for (int i = 0; i < pieces.size(); i++) {
      axis.add(i == 0 ? "├" : "┼");
      String owner = DisplayWidth.cutName(owner(pieces.get(i)), pieceWidth - 1);
      int left = (pieceWidth - 1 - DisplayWidth.of(owner)) / 2;
      axis.add("─".repeat(Math.max(0, left)), Role.DIM)
          .add(owner, roles.of(collection.chunks().get(pieces.get(i).first()).shard()))
          .add("─".repeat(Math.max(0, pieceWidth - 1 - left - DisplayWidth.of(owner))), Role.DIM);
    }
    lines.add(axis.add("┤").build());
    return lines;
  }

  /** The bounds over the cuts, as many as have room. */
  private StyledLine bounds() {
    LineBuilder line = new LineBuilder();
    List<ChunkView> chunks = collection.chunks();
    String last = KeyText.of(chunks.get(chunks.size() - 1).range().max());
    int end = pieces.size() * pieceWidth + 1 - DisplayWidth.of(last);
    for (int i = 0; i < pieces.size(); i++) {
      String text = bound(chunks.get(pieces.get(i).first()).range().min());
      int x = i * pieceWidth;
      boolean free = line.width() == 0 || line.width() < x;
      if (free && x + DisplayWidth.of(text) < end) {
        line.padTo(x).add(text);
      } else if (i == 0) {
        line.add(DisplayWidth.cut(text, pieceWidth - 1));
      }
    }
    return line.padTo(end).add(line.width() <= end ? last : "").build();
  }

  /** A bound as a whole, or short where it would take the room of its neighbour. */
  private String bound(IndexKey key) {
    return pieceWidth < NAMED_MIN ? KeyText.of(key) : names.of(key, pieceWidth - 1);
  }

  /** The owner of a piece; of several, the first with a sign. */
  private String owner(Piece piece) {
    List<ChunkView> chunks = collection.chunks();
    String owner = chunks.get(piece.first()).shard().name();
    for (int i = piece.first(); i < piece.end(); i++) {
      if (!chunks.get(i).shard().name().equals(owner)) {
        return owner + "+";
      }
    }
    return owner;
  }

  /** Whether pieces hold several chunks each. */
  boolean isCoarse() {
    return pieces.size() < collection.chunks().size();
  }

  /** A line of marks below the pieces that hold a chosen chunk. */
  StyledLine marks(Predicate<ChunkRange> chosen, boolean points, Role role) {
    LineBuilder line = new LineBuilder();
    for (int p = 0; p < pieces.size(); p++) {
      boolean hit = false;
      for (int i = pieces.get(p).first(); i < pieces.get(p).end() && !hit; i++) {
        hit = chosen.test(collection.chunks().get(i).range());
      }
      if (!hit) {
        continue;
      }
      if (points) {
        line.padTo(p * pieceWidth + pieceWidth / 2).add("▲", role);
      } else {
        line.padTo(p * pieceWidth + 1).add("═".repeat(Math.max(1, pieceWidth - 1)), role);
      }
    }
    return line.build();
  }

  /** Whether a run of keys meets a chunk. */
  static boolean meets(ChunkRange range, KeySpan span) {
    int end = span.high().compareTo(range.min());
    return span.low().compareTo(range.max()) < 0 && (end > 0 || end == 0 && span.highIncluded());
  }
}
