package shardsh.render;

import shardsh.core.snapshot.ClusterSnapshot.CollectionView;

/** First lines that several pictures share. */
final class Heads {
  private Heads() {}

  /** {@code shop.orders · key {customerId: 1} · v2|1 · 8 chunks · 415 MB · limit 128 MB}. */
  static StyledLine collection(Scene scene, CollectionView collection) {
    return new LineBuilder()
        .add(DisplayWidth.visible(collection.ns().toString()), Role.TITLE)
        .add(" · key " + KeyText.of(collection.shardKey()))
        .add(collection.unique() ? " unique" : "")
        .add(" · ")
        .add("v" + collection.version(), Role.NAME)
        .add(" · " + Amounts.count(collection.chunks().size(), "chunk"))
        .add(" · " + Amounts.size(collection.bytes()))
        .add(" · limit " + scene.now().balancer().chunkSizeMB() + " MB")
        .build();
  }

  static StyledLine title(String text) {
    return StyledLine.of(text, Role.TITLE);
  }
}
