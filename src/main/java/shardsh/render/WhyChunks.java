package shardsh.render;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.trace.CatalogEvent;

/** Why a chunk was cut where it was, joined with its neighbours or marked jumbo. */
final class WhyChunks {
  private final Scene scene;
  private final BiConsumer<String, Role> say;
  private Optional<CatalogEvent.SplitAsked> median = Optional.empty();

  WhyChunks(Scene scene, BiConsumer<String, Role> say) {
    this.scene = scene;
    this.say = say;
  }

  void asked(CatalogEvent.SplitAsked event) {
    boolean over = event.limitBytes() > 0 && event.bytes() > event.limitBytes();
    if (!over) {
      median = Optional.of(event);
      if (event.at().isEmpty()) {
        say.accept(
            "Without a key in the request a chunk is cut at the median of its keys. "
                + KeyText.of(event.range())
                + " ("
                + Amounts.size(event.bytes())
                + ") has no key but its first to cut at, and a chunk is cut only between two"
                + " values.",
            Role.PLAIN);
      }
      return;
    }
    String start =
        "The chunk "
            + KeyText.of(event.range())
            + " has "
            + Amounts.size(event.bytes())
            + ", more than the limit of "
            + Amounts.size(event.limitBytes())
            + ". ";
    if (event.at().isEmpty()) {
      say.accept(
          start
              + "All of it has one shard key value, and a chunk is cut only between two values:"
              + " there is no key to cut at.",
          Role.JUMBO);
      return;
    }
    say.accept(
        start
            + "The middle of its data lies in key "
            + KeyText.of(event.at().get())
            + ", so it is cut there.",
        Role.PLAIN);
  }

  void split(CatalogEvent.ChunkSplit event) {
    String points = String.join(", ", event.at().stream().map(KeyText::of).toList());
    String versions =
        String.join(", ", event.versions().stream().map(ChunkVersion::toString).toList());
    say.accept(
        KeyText.of(event.range())
            + " was cut at "
            + points
            + (event.automatic() || isMedian(event) ? "" : ", as asked")
            + ". "
            + (isMedian(event) ? median(event) : "")
            + "The pieces take the next minor versions of the collection, left first: "
            + versions
            + ". The major part stays, since no data moved.",
        Role.PLAIN);
  }

  private boolean isMedian(CatalogEvent.ChunkSplit event) {
    return median.filter(asked -> asked.range().equals(event.range())).isPresent();
  }

  /** Who chose the point, and what lies on its two sides. */
  private String median(CatalogEvent.ChunkSplit event) {
    String chosen =
        "The request named the chunk and no key, so the owner, "
            + event.owner()
            + ", chose the median: ";
    List<ChunkView> pieces =
        scene.now().collection(event.ns()).map(CollectionView::chunks).orElse(List.of()).stream()
            .filter(chunk -> event.versions().contains(chunk.version()))
            .toList();
    if (pieces.size() != 2) {
      return chosen + "half of the chunk's data lies below it. ";
    }
    return chosen
        + "of "
        + Amounts.count(pieces.get(0).documents() + pieces.get(1).documents(), "document")
        + " ("
        + Amounts.size(median.map(CatalogEvent.SplitAsked::bytes).orElse(0L))
        + "), "
        + Amounts.count(pieces.get(0).documents())
        + " lie below it and "
        + Amounts.count(pieces.get(1).documents())
        + " from it on. ";
  }

  void merged(CatalogEvent.ChunksMerged event) {
    say.accept(
        Amounts.count(event.chunks(), "neighbouring chunk")
            + " of "
            + event.owner()
            + " became "
            + KeyText.of(event.range())
            + " with the next minor version, "
            + event.version()
            + ".",
        Role.PLAIN);
  }

  void markedJumbo(CatalogEvent.JumboMarked event) {
    say.accept(
        KeyText.of(event.range())
            + " is marked jumbo: "
            + Amounts.size(event.bytes())
            + ", over "
            + Amounts.size(event.limitBytes())
            + ", and it was not cut. The balancer skips a chunk with that flag, on a draining shard"
            + " too. moveChunk with forceJumbo: true moves it all the same; a split, or"
            + " clearJumboFlag, takes the flag away.",
        Role.JUMBO);
  }
}
