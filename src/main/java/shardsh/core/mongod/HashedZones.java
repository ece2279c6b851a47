package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.ShardKeyPattern;

/**
 * Cuts of zones by a hashed field: {@code presplitHashedZones}, and {@code numInitialChunks} beside
 * zones. Source: {@code sharding-facts.md}, section 6; how chunks are shared out among zones is
 * ours where it says nothing.
 */
final class HashedZones {
  private final ShardKeyPattern key;
  private final int hashedAt;

  HashedZones(ShardKeyPattern key) {
    this.key = key;
    List<KeyPattern.Field> fields = key.keyPattern().fields();
    int found = 0;
    for (int i = 0; i < fields.size(); i++) {
      found = fields.get(i).hashed() ? i : found;
    }
    this.hashedAt = found;
  }

  /**
   * Refuses zones that cannot be cut by their hashed field.
   *
   * @param bounds min and max of each zone range in full, in key order
   * @throws CommandException 31387 for none, 31388 and 31412 when the hashed field is first and the
   *     only zone does not reach from MinKey to MaxKey, 31389 to 31391 when it is not first
   */
  void check(List<IndexKey[]> bounds) {
    if (bounds.isEmpty()) {
      throw refused(
          31387,
          "presplitHashedZones needs at least one zone range on the collection, but found 0");
    }
    if (hashedAt == 0) {
      checkWhole(bounds);
      return;
    }
    for (IndexKey[] range : bounds) {
      if (samePrefix(range[0], range[1])) {
        throw refused(31389, text(range) + " must differ in a field before the hashed one");
      }
      if (!isMin(range[0].get(hashedAt)) || !isMin(range[1].get(hashedAt))) {
        throw refused(31390, text(range) + " must have MinKey in the hashed field, in both bounds");
      }
      for (int i = hashedAt + 1; i < key.size(); i++) {
        if (!isMin(range[0].get(i)) || !isMin(range[1].get(i))) {
          throw refused(
              31391, text(range) + " must have MinKey in each field after the hashed one");
        }
      }
    }
  }

  private void checkWhole(List<IndexKey[]> bounds) {
    if (bounds.size() > 1 || !bounds.get(0)[0].isAllMin()) {
      throw refused(
          31388,
          "with the hashed field first, presplitHashedZones needs one zone that begins at MinKey in"
              + " all fields");
    }
    if (!bounds.get(0)[1].isAllMax()) {
      throw refused(
          31412,
          "with the hashed field first, presplitHashedZones needs a zone that ends at MaxKey in all"
              + " fields");
    }
  }

  private boolean samePrefix(IndexKey min, IndexKey max) {
    for (int i = 0; i < hashedAt; i++) {
      if (!min.get(i).equals(max.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isMin(BsonValue value) {
    return value instanceof BsonMinKey;
  }

  private String text(IndexKey[] range) {
    return "zone range ["
        + ServerText.of(key.named(range[0]))
        + ", "
        + ServerText.of(key.named(range[1]))
        + ")";
  }

  private static CommandException refused(int code, String message) {
    return new CommandException(ErrorCode.location(code), message);
  }

  /** Where a zone that begins at {@code min} is cut into that many pieces by its hashed field. */
  List<IndexKey> cuts(IndexKey min, int pieces) {
    List<IndexKey> points = new ArrayList<>();
    for (BsonValue point : ShardCollectionCommands.splitPoints(key.hash(), pieces)) {
      BsonDocument bound = new BsonDocument();
      for (int i = 0; i <= hashedAt; i++) {
        bound.append(key.paths().get(i), i == hashedAt ? point : min.get(i));
      }
      points.add(key.extendWithMin(bound));
    }
    return points;
  }
}
