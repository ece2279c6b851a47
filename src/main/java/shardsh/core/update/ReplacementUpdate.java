package shardsh.core.update;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.bson.Docs;

/** An update that replaces everything but the {@code _id}. */
final class ReplacementUpdate extends Update {
  private final BsonDocument replacement;

  ReplacementUpdate(BsonDocument replacement) {
    this.replacement = replacement;
  }

  @Override
  public Kind kind() {
    return Kind.REPLACEMENT;
  }

  @Override
  public BsonValue toBson() {
    return replacement;
  }

  @Override
  public List<String> paths() {
    return List.of();
  }

  @Override
  boolean usesMatch() {
    return false;
  }

  @Override
  BsonDocument changed(Application application) {
    return Ids.kept(application.document(), withTimes(application));
  }

  /** Empty timestamps at the top, but for _id, are filled in, as when inserting. */
  private BsonDocument withTimes(Application application) {
    BsonDocument result = replacement;
    for (Map.Entry<String, BsonValue> field : replacement.entrySet()) {
      BsonValue value = field.getValue();
      boolean empty = value.isTimestamp() && value.asTimestamp().getValue() == 0;
      if (empty && !field.getKey().equals("_id")) {
        if (result == replacement) {
          result = Docs.copyOf(replacement);
        }
        result.put(field.getKey(), new BsonTimestamp((int) (application.nowMillis() / 1000), 1));
      }
    }
    return result;
  }
}
