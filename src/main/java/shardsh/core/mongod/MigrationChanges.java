package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.storage.CollectionStore;

/**
 * What was written to a migrating range since it was cloned, by {@code _id}, until the recipient
 * fetches it with {@code _transferMods}. Source: {@code sharding-facts.md}, section 12.1, step 3.
 */
final class MigrationChanges {
  private final Set<BsonValue> reload = new LinkedHashSet<>();
  private final Set<BsonValue> deleted = new LinkedHashSet<>();
  private boolean weights;

  void copyFrom(MigrationChanges other) {
    reload.addAll(other.reload);
    deleted.addAll(other.deleted);
    weights = other.weights;
  }

  void clear() {
    reload.clear();
    deleted.clear();
    weights = false;
  }

  void noteStored(BsonValue id) {
    reload.add(id);
  }

  void noteGone(BsonValue id) {
    deleted.add(id);
  }

  /** Declared weight changed. */
  void noteWeights() {
    weights = true;
  }

  boolean areEmpty() {
    return reload.isEmpty() && deleted.isEmpty() && !weights;
  }

  boolean haveWeights() {
    return weights;
  }

  /**
   * {@code {reload: [document], deleted: [_id]}}; the recipient deletes first, so a document that
   * went and came again is not lost. What a document is now counts, not what it was when noted: one
   * that has left the range since is not for the recipient.
   */
  BsonDocument toBson(Optional<CollectionStore> store, Predicate<BsonDocument> isInRange) {
    BsonArray documents = new BsonArray();
    for (BsonValue id : reload) {
      store.flatMap(found -> found.documentWithId(id)).filter(isInRange).ifPresent(documents::add);
    }
    return new BsonDocument("reload", documents)
        .append("deleted", new BsonArray(new ArrayList<>(deleted)))
        .append("weightsChanged", BsonBoolean.valueOf(weights));
  }
}
