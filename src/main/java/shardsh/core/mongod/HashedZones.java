package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.ShardKeyPattern;

/**
 * Cuts of zones by a hashed field: {@code presplitHashedZones}. Source: {@code sharding-facts.md},
 * section 6, and the server's error messages.
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
   * Refuses zones that cannot be cut by their hashed field. Only the lower bounds must be MinKey
   * from the hashed field on; the upper ones are free there. The wording is the server's.
   *
   * @param bounds min and max of each zone range in full, in key order
   * @param zones the zone of each range
   * @throws CommandException 31387 for none, 31412 when the hashed field is first and there is not
   *     one zone from MinKey to MaxKey, 31388 to 31391 when it is not first
   */
  void check(List<IndexKey[]> bounds, List<String> zones) {
    if (bounds.isEmpty()) {
      throw unsupported();
    }
    if (hashedAt == 0) {
      IndexKey[] only = bounds.get(0);
      if (bounds.size() > 1 || !only[0].isAllMin() || !only[1].isAllMax()) {
        throw refused(
            31412,
            "For hashed prefix shard keys, 'presplitHashedZones' is only supported when there is a"
                + " single zone defined which covers entire shard key range");
      }
      return;
    }
    for (int i = 0; i < bounds.size(); i++) {
      check(bounds.get(i)[0], bounds.get(i)[1], zones.get(i));
    }
  }

  /** There is nothing that could be cut by a hashed field: 31387. */
  static CommandException unsupported() {
    return refused(
        31387,
        "'presplitHashedZones' is only supported when the collection is empty, zones are set up and"
            + " shard key pattern has a hashed field");
  }

  private void check(IndexKey min, IndexKey max, String zone) {
    for (int i = 0; i < hashedAt; i++) {
      if (min.get(i) instanceof BsonMinKey || min.get(i) instanceof BsonMaxKey) {
        throw refused(
            31388,
            "Cannot have MinKey or MaxKey in the lower bound for fields preceding the hashed field"
                + " but found one",
            zone);
      }
    }
    if (samePrefix(min, max)) {
      throw refused(
          31390,
          "The value preceding hashed field of the upper bound should be greater than that of lower"
              + " bound",
          zone);
    }
    if (!(min.get(hashedAt) instanceof BsonMinKey)) {
      throw refused(31389, "The hashed field value for lower bound must be MinKey", zone);
    }
    for (int i = hashedAt + 1; i < key.size(); i++) {
      if (!(min.get(i) instanceof BsonMinKey)) {
        throw refused(31391, "The fields after the hashed field must have MinKey value", zone);
      }
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

  private static CommandException refused(int code, String rule, String zone) {
    return refused(
        code,
        "One or more zones are not defined in a manner that supports hashed pre-splitting. "
            + rule
            + ", for zone "
            + zone);
  }

  private static CommandException refused(int code, String message) {
    return new CommandException(ErrorCode.location(code), message);
  }

  /** Where a zone that begins at {@code min} is cut into that many pieces by its hashed field. */
  List<IndexKey> cuts(IndexKey min, int pieces) {
    List<IndexKey> points = new ArrayList<>();
    for (BsonValue point : FirstChunks.splitPoints(key.hash(), pieces)) {
      BsonDocument bound = new BsonDocument();
      for (int i = 0; i <= hashedAt; i++) {
        bound.append(key.paths().get(i), i == hashedAt ? point : min.get(i));
      }
      points.add(key.extendWithMin(bound));
    }
    return points;
  }
}
