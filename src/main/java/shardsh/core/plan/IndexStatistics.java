package shardsh.core.plan;

import shardsh.core.query.IndexBounds;

/** What ranking asks of the data. */
public interface IndexStatistics {

  /** The number of documents. */
  long documents();

  /** The number of index entries in the bounds, or a close upper estimate. */
  long keys(IndexEntry index, IndexBounds bounds);
}
