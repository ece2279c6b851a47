package shardsh.core.sharding;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/** What processes know of the resharding operations that run. */
public interface ReshardingView {
  /** Of a cluster in which nothing of the kind ever runs. */
  ReshardingView NONE =
      new ReshardingView() {
        @Override
        public Optional<ReshardingProgress> running() {
          return Optional.empty();
        }

        @Override
        public List<BsonDocument> rows() {
          return List.of();
        }
      };

  /** The operation that has begun and not ended. */
  Optional<ReshardingProgress> running();

  /** Those that run, as rows of config.reshardingOperations. */
  List<BsonDocument> rows();
}
