package shardsh.core.update;

import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What an update changed, as the events of change streams tell it: {@code {updatedFields,
 * removedFields, truncatedArrays}}, with dotted paths for what lies deeper. Source: the manual's
 * page on update events.
 */
public final class UpdateDescription {
  private final BsonDocument updated = new BsonDocument();
  private final BsonArray removed = new BsonArray();
  private final BsonArray truncated = new BsonArray();

  private UpdateDescription() {}

  /** The difference between a document and what it became. */
  public static BsonDocument of(BsonDocument before, BsonDocument after) {
    UpdateDescription description = new UpdateDescription();
    description.compare("", before, after);
    return new BsonDocument("updatedFields", description.updated)
        .append("removedFields", description.removed)
        .append("truncatedArrays", description.truncated);
  }

  private void compare(String prefix, BsonDocument before, BsonDocument after) {
    for (String name : before.keySet()) {
      if (!after.containsKey(name)) {
        removed.add(new BsonString(prefix + name));
      }
    }
    for (Map.Entry<String, BsonValue> field : after.entrySet()) {
      compare(prefix + field.getKey(), before.get(field.getKey()), field.getValue());
    }
  }

  private void compare(String path, BsonValue before, BsonValue after) {
    if (after.equals(before)) {
      return;
    }
    if (before != null && before.isDocument() && after.isDocument()) {
      compare(path + ".", before.asDocument(), after.asDocument());
    } else if (before != null && before.isArray() && after.isArray()) {
      compare(path, before.asArray(), after.asArray());
    } else {
      updated.append(path, after);
    }
  }

  private void compare(String path, BsonArray before, BsonArray after) {
    if (after.size() < before.size()) {
      truncated.add(
          new BsonDocument("field", new BsonString(path))
              .append("newSize", new BsonInt32(after.size())));
    }
    for (int i = 0; i < after.size(); i++) {
      compare(path + "." + i, i < before.size() ? before.get(i) : null, after.get(i));
    }
  }
}
