package shardsh.core.update;

import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.query.MatchDetails;

/**
 * One application of an update to one document.
 *
 * @param document as it was before
 * @param details which array element the filter matched
 * @param inserting whether the document is about to be inserted by an upsert
 * @param nowMillis the time, since the epoch
 */
record Application(BsonDocument document, MatchDetails details, boolean inserting, long nowMillis) {

  /** The position that {@code $} stands for, as a field name. */
  String matchedPosition() {
    return Integer.toString(
        details
            .position()
            .orElseThrow(
                () ->
                    badValue(
                        "The positional operator did not find the match needed from the query.")));
  }

  /** How messages name the document: {@code {_id: 1}}. */
  String documentText() {
    return "{" + idText() + "}";
  }

  /** How messages name the document without braces: {@code _id: 1}. */
  String idText() {
    return document.containsKey("_id") ? "_id: " + ServerText.of(document.get("_id")) : "no id";
  }

  static CommandException badValue(String message) {
    return new CommandException(ErrorCode.BAD_VALUE, message);
  }
}
