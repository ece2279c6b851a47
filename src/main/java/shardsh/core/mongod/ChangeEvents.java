package shardsh.core.mongod;

import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.base.ServerProfile;
import shardsh.core.pipeline.changes.ResumeToken;
import shardsh.core.sharding.ShardId;
import shardsh.core.update.UpdateDescription;

/** Entries of a shard's log as change streams show them. Source: the manual's page on events. */
final class ChangeEvents {
  private final ShardId shard;
  private final ServerProfile profile;

  ChangeEvents(ShardId shard, ServerProfile profile) {
    this.shard = shard;
    this.profile = profile;
  }

  /**
   * What several shards wrote in one transaction has one time; a document that moved from one of
   * them to another is deleted first, whatever their names.
   */
  ResumeToken token(ShardLog.Entry entry) {
    boolean isLater = entry.kind() == ShardLog.Kind.INSERT && entry.transaction().isPresent();
    return ResumeToken.event(entry.time(), 2 * entry.operation() + (isLater ? 1 : 0), shard.name());
  }

  /** The event; a router adds the full document where it is asked for. */
  BsonDocument event(ShardLog.Entry entry) {
    BsonDocument event =
        new BsonDocument("_id", token(entry).toBson())
            .append("operationType", new BsonString(type(entry)))
            .append("clusterTime", entry.time());
    if (profile.isAtLeast("6.0")) {
      event.append("wallTime", new BsonDateTime(entry.wallMillis()));
    }
    entry
        .transaction()
        .ifPresent(
            fields ->
                event
                    .append("lsid", new BsonDocument("id", fields.session()))
                    .append("txnNumber", new BsonInt64(fields.number())));
    switch (entry.kind()) {
      case INSERT -> event.append("fullDocument", entry.after());
      case UPDATE -> {
        if (entry.isReplacement()) {
          event.append("fullDocument", entry.after());
        }
      }
      case REMOVE, DROP, RENAME, DROP_DATABASE -> {}
    }
    event.append("ns", ns(entry.ns()));
    addWhat(entry, event);
    return event;
  }

  private static String type(ShardLog.Entry entry) {
    return switch (entry.kind()) {
      case INSERT -> "insert";
      case UPDATE -> entry.isReplacement() ? "replace" : "update";
      case REMOVE -> "delete";
      case DROP -> "drop";
      case RENAME -> "rename";
      case DROP_DATABASE -> "dropDatabase";
    };
  }

  private static BsonDocument ns(Namespace ns) {
    BsonDocument named = new BsonDocument("db", new BsonString(ns.db()));
    return ns.collection().isEmpty()
        ? named
        : named.append("coll", new BsonString(ns.collection()));
  }

  private static void addWhat(ShardLog.Entry entry, BsonDocument event) {
    switch (entry.kind()) {
      case INSERT -> event.append("documentKey", key(entry, entry.after()));
      case UPDATE -> {
        event.append("documentKey", key(entry, entry.after()));
        if (!entry.isReplacement()) {
          event.append("updateDescription", UpdateDescription.of(entry.before(), entry.after()));
        }
      }
      case REMOVE -> event.append("documentKey", key(entry, entry.before()));
      case RENAME -> event.append("to", entry.after());
      case DROP, DROP_DATABASE -> {}
    }
  }

  /** The fields of the shard key, then {@code _id}. */
  private static BsonDocument key(ShardLog.Entry entry, BsonDocument document) {
    return entry
        .shardKey()
        .map(pattern -> pattern.documentKey(document))
        .orElseGet(() -> new BsonDocument("_id", document.get("_id")));
  }
}
