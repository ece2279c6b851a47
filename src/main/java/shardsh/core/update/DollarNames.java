package shardsh.core.update;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/**
 * Names that begin with a dollar sign. Since 5.0 documents may have them, but operators and
 * replacements cannot put them at the top of a document that is there already. Before, only the
 * names of a DBRef were allowed. Source: the manual's page on dollar-prefixed field names.
 */
public final class DollarNames {
  private static final List<String> DBREF_NAMES = List.of("$ref", "$id", "$db");

  private DollarNames() {}

  private static boolean isPlain(String name) {
    return !name.startsWith("$") || DBREF_NAMES.contains(name);
  }

  /**
   * @throws CommandException DOLLAR_PREFIXED_FIELD_NAME when a field at the top that was changed
   *     has such a name
   */
  static void checkWritten(BsonDocument before, BsonDocument after) {
    for (Map.Entry<String, BsonValue> field : after.entrySet()) {
      if (!isPlain(field.getKey()) && field.getValue() != before.get(field.getKey())) {
        throw refused(
            field.getKey(),
            field.getKey(),
            " is not allowed in the context of an update's replacement document. Consider using an"
                + " aggregation pipeline with $replaceWith.");
      }
    }
  }

  private static CommandException refused(String name, String path, String why) {
    return new CommandException(
        ErrorCode.DOLLAR_PREFIXED_FIELD_NAME,
        "The dollar ($) prefixed field '" + name + "' in '" + path + "'" + why);
  }

  /**
   * The rule before 5.0 for what an update changes.
   *
   * @param before what was stored, or an empty document; parts that are the same objects in it are
   *     passed over
   * @throws CommandException DOLLAR_PREFIXED_FIELD_NAME for such a name at any depth
   */
  public static void refuseAnywhere(BsonDocument before, BsonDocument after) {
    refuse(before, after, "");
  }

  private static void refuse(BsonValue before, BsonValue after, String path) {
    if (after == before) {
      return;
    }
    if (after.isArray()) {
      for (int i = 0; i < after.asArray().size(); i++) {
        refuse(null, after.asArray().get(i), path + "." + i);
      }
    } else if (after.isDocument()) {
      BsonDocument old = before instanceof BsonDocument ? (BsonDocument) before : null;
      for (Map.Entry<String, BsonValue> field : after.asDocument().entrySet()) {
        String name = field.getKey();
        String at = path.isEmpty() ? name : path + "." + name;
        if (!isPlain(name)) {
          throw refused(name, at, " is not valid for storage.");
        }
        refuse(old == null ? null : old.get(name), field.getValue(), at);
      }
    }
  }
}
