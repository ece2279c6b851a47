package shardsh.core.pipeline;

import java.util.Iterator;
import org.bson.BsonDocument;

/** A stage that orders its output, and can say by what. */
public interface KeyedStage extends Stage {

  /** As {@link #apply}; each document carries its sort key, see {@link MergeKeys}. */
  Iterator<BsonDocument> applyKeyed(Iterator<BsonDocument> input);
}
