package shardsh.render;

/** How much the box of a shard says of each chunk, the most first. */
enum ChunkDetail {
  WIDE,
  BARS,
  /** Bars, and signs in place of words. */
  SIGNED_BARS,
  /** Without bars. */
  WORDS,
  /** Signs in place of words. */
  SIGNS,
  /** Sizes without a fraction. */
  ROUNDED,
  /** Sizes without a blank, too. */
  CLOSE,
  /** No sizes: a chunk whose range is cut says nothing. */
  RANGES;

  boolean hasSigns() {
    return this == SIGNED_BARS || compareTo(SIGNS) >= 0;
  }

  /** How many cells a bar has at least that shows how full a chunk is; 0 for no bar. */
  int barMin() {
    return switch (this) {
      case WIDE -> 8;
      case BARS, SIGNED_BARS -> 4;
      case WORDS, SIGNS, ROUNDED, CLOSE, RANGES -> 0;
    };
  }

  /** How many it has where there is room. */
  int barMax() {
    return this == WIDE ? 3 * barMin() : 2 * barMin();
  }

  String size(long bytes) {
    return switch (this) {
      case WIDE, BARS, SIGNED_BARS, WORDS, SIGNS -> Amounts.size(bytes);
      case ROUNDED -> Amounts.roundedSize(bytes);
      case CLOSE -> Amounts.roundedSize(bytes).replace(" ", "");
      case RANGES -> "";
    };
  }
}
