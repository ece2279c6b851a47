package shardsh.core.pipeline;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * A pipeline divided between shards and merger.
 *
 * @param shards what each shard runs; may be empty
 * @param merger what runs on the merged stream; may be empty
 * @param mergeOrder the sort pattern by which the shards' streams are merged
 */
public record SplitPipeline(
    List<Stage> shards, List<Stage> merger, Optional<BsonDocument> mergeOrder) {

  public SplitPipeline {
    shards = List.copyOf(shards);
    merger = List.copyOf(merger);
  }

  public Pipeline shardsPart() {
    return new Pipeline(shards);
  }

  public Pipeline mergerPart() {
    return new Pipeline(merger);
  }
}
