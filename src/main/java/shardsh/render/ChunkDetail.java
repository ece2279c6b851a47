package shardsh.render;

/** How much the box of a shard says of each chunk, the most first. */
enum ChunkDetail {
  WIDE,
  BARS,
  /** Without bars. */
  WORDS,
  /** Signs in place of words. */
  SIGNS,
  /** Sizes without a fraction. */
  ROUNDED,
  /** No sizes: a chunk whose range is cut says nothing. */
  RANGES;

  boolean hasSigns() {
    return compareTo(SIGNS) >= 0;
  }

  String size(long bytes) {
    return switch (this) {
      case WIDE, BARS, WORDS, SIGNS -> Amounts.size(bytes);
      case ROUNDED -> Amounts.roundedSize(bytes);
      case RANGES -> "";
    };
  }
}
