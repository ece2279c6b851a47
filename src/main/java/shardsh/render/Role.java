package shardsh.render;

/**
 * What a piece of text means. {@link Theme} says how it looks; where colour carries a meaning, the
 * text says it too.
 */
public enum Role {
  PLAIN,
  /** Shards, by their place in the order of the shard list, so that one keeps its colour. */
  SHARD_0,
  SHARD_1,
  SHARD_2,
  SHARD_3,
  SHARD_4,
  SHARD_5,
  SHARD_6,
  SHARD_7,
  ROUTER,
  CONFIG,
  CHUNK,
  /** A router's knowledge that is older than the truth. */
  STALE,
  MOVED,
  JUMBO,
  BLOCKED,
  ERROR,
  HINT,
  TITLE,
  DIM,
  KEYWORD,
  OK,
  WARN,
  /** A section header of a stats result. */
  SECTION,
  /** The name of a database or collection in a list. */
  NAME,
  NUMBER,
  STRING,
  BOOLEAN,
  NULL,
  UNDEFINED,
  DATE,
  REGEX,
  ID,
  SYMBOL,
  /** Brackets that belong together, one of them at the cursor. */
  MATCH,
  /** Functions, accessors, references and cut-off structures in a printed value. */
  SPECIAL;

  private static final int SHARD_COLOURS = 8;

  /** The role of the shard at that place of the shard list; repeats after eight. */
  public static Role shard(int index) {
    return values()[SHARD_0.ordinal() + Math.floorMod(index, SHARD_COLOURS)];
  }

  boolean isShard() {
    return compareTo(SHARD_0) >= 0 && compareTo(SHARD_7) <= 0;
  }
}
