package shardsh.core.pipeline.rewrite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The rewrites by name, in the order in which they are tried: one row each. */
public final class Rewrites {
  private static final Map<String, Rewrite> TABLE = new LinkedHashMap<>();

  static {
    TABLE.put("dropNoOps", CountRewrites::dropNoOps);
    TABLE.put("matchForward", MatchRewrites::forward);
    TABLE.put("sampleForward", CountRewrites::sampleForward);
    TABLE.put("matchMerge", MatchRewrites::merge);
    TABLE.put("matchBeforeRedact", MatchRewrites::beforeRedact);
    TABLE.put("sortLimit", SortRewrites::limit);
    TABLE.put("sortMerge", SortRewrites::merge);
    TABLE.put("sortBeforeUnwind", SortRewrites::beforeUnwind);
    TABLE.put("sortBeforeLookup", SortRewrites::beforeJoin);
    TABLE.put("limitBeforeUnwind", CountRewrites::limitBeforeUnwind);
    TABLE.put("limitMerge", CountRewrites::limitMerge);
    TABLE.put("skipMerge", CountRewrites::skipMerge);
    TABLE.put("skipForward", CountRewrites::skipForward);
    TABLE.put("lookupUnwind", JoinRewrites::unwind);
    TABLE.put("lookupMatch", JoinRewrites::match);
    TABLE.put("intoUnion", JoinRewrites::intoUnion);
  }

  private Rewrites() {}

  public static Map<String, Rewrite> all() {
    return Collections.unmodifiableMap(TABLE);
  }
}
