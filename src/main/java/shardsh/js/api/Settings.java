package shardsh.js.api;

import java.util.Map;
import java.util.Optional;
import org.bson.BsonValue;

/** The settings behind {@code config}: mongosh's and our own. */
public interface Settings {

  /** All settings by name, in the order they are listed. */
  Map<String, BsonValue> all();

  /** The value of one; empty if there is no such setting. */
  default Optional<BsonValue> get(String key) {
    return Optional.ofNullable(all().get(key));
  }

  /**
   * Changes one that exists.
   *
   * @return what is wrong with the value, e.g. {@code displayBatchSize must be a positive integer};
   *     empty if it was changed
   */
  Optional<String> set(String key, BsonValue value);

  /** Puts one that exists back to its default. */
  void reset(String key);
}
