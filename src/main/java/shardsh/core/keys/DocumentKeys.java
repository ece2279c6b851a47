package shardsh.core.keys;

import java.util.List;

/**
 * The keys one document has in one index: ascending, each once, and where arrays were met. No keys
 * at all only in a sparse index.
 */
public record DocumentKeys(List<IndexKey> keys, MultikeyPaths multikey) {
  public DocumentKeys {
    keys = List.copyOf(keys);
  }
}
