package shardsh.core.update;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Values;

/** What a {@code _id} may be, and what updates may and may not do to it. */
public final class Ids {
  private static final String ID = "_id";

  private Ids() {}

  /**
   * @throws CommandException IMMUTABLE_FIELD when the _id is gone or has another value
   */
  static void checkUnchanged(BsonDocument before, BsonDocument after, Update update) {
    BsonValue old = before.get(ID);
    BsonValue now = after.get(ID);
    if (old == now || old == null) {
      return;
    }
    if (now != null && BsonOrder.SIMPLE.equal(old, now)) {
      return;
    }
    throw new CommandException(
        ErrorCode.IMMUTABLE_FIELD,
        update.kind() == Update.Kind.OPERATORS
            ? "Performing an update on the path '_id' would modify the immutable field '_id'"
            : "After applying the update, the (immutable) field '_id' was found to have been"
                + " altered to _id: "
                + (now == null ? "undefined" : ServerText.of(now)));
  }

  /**
   * @throws CommandException INVALID_ID_FIELD for an array, regular expression or undefined;
   *     DOLLAR_PREFIXED_FIELD_NAME for an object with an operator's name
   */
  public static void checkValid(BsonDocument document) {
    BsonValue id = document.get(ID);
    if (id == null) {
      return;
    }
    if (id.isArray() || id instanceof BsonRegularExpression || id instanceof BsonUndefined) {
      throw new CommandException(
          ErrorCode.INVALID_ID_FIELD, "The '_id' value cannot be of type " + Values.typeName(id));
    }
    checkNames(id);
  }

  private static void checkNames(BsonValue value) {
    if (value.isArray()) {
      value.asArray().forEach(Ids::checkNames);
    } else if (value.isDocument()) {
      for (Map.Entry<String, BsonValue> field : value.asDocument().entrySet()) {
        if (field.getKey().startsWith("$")) {
          throw new CommandException(
              ErrorCode.DOLLAR_PREFIXED_FIELD_NAME,
              "_id fields may not contain '$'-prefixed fields: "
                  + field.getKey()
                  + " is not valid for storage.");
        }
        checkNames(field.getValue());
      }
    }
  }

  /** The new document with the old one's _id in front when it has none of its own. */
  static BsonDocument kept(BsonDocument old, BsonDocument document) {
    if (document.containsKey(ID) || !old.containsKey(ID)) {
      return document;
    }
    BsonDocument result = new BsonDocument(ID, old.get(ID));
    result.putAll(document);
    return result;
  }

  /** The document with its _id, if it has one, in front. */
  static BsonDocument first(BsonDocument document) {
    if (!document.containsKey(ID) || document.getFirstKey().equals(ID)) {
      return document;
    }
    BsonDocument result = new BsonDocument(ID, document.get(ID));
    result.putAll(document);
    return result;
  }
}
