package shardsh.core.pipeline.stage;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.PipelineContext;

/**
 * The other collection a stage names: text for one of the same database, or {@code {db, coll}}
 * where a stage allows it.
 *
 * @param printed as given
 */
record ForeignName(Namespace ns, BsonValue printed) {

  /**
   * @param stage named in errors
   * @throws CommandException FAILED_TO_PARSE unless it is text or the name of one of the
   *     collections in {@code config} and {@code local} that may be read from anywhere,
   *     INVALID_NAMESPACE
   */
  static ForeignName read(String stage, String option, BsonValue value, PipelineContext context) {
    if (value instanceof BsonDocument document) {
      ForeignName name = both(stage, option, document);
      if (!name.isOnEveryShard()) {
        throw Specification.failure(
            stage
                + " with syntax {from: {db:<>, coll:<>},..} is not supported for db: "
                + name.ns.db()
                + " and coll: "
                + name.ns.collection());
      }
      return name;
    }
    if (!value.isString()) {
      throw Specification.failure(
          stage + " argument '" + option + "' must be a string, is type " + Values.typeName(value));
    }
    return new ForeignName(namespace(context.ns().db(), value.asString().getValue()), value);
  }

  /** {@code {db, coll}} without restriction. */
  static ForeignName both(String stage, String option, BsonDocument document) {
    BsonValue db = document.get("db");
    BsonValue coll = document.get("coll");
    if (coll == null || !coll.isString() || db == null || !db.isString()) {
      throw Specification.failure(
          stage + " argument '" + option + "' must name 'db' and 'coll' as strings");
    }
    return new ForeignName(
        namespace(db.asString().getValue(), coll.asString().getValue()), document);
  }

  static Namespace namespace(String db, String collection) {
    if (db.isEmpty() || collection.isEmpty() || collection.startsWith("$")) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE,
          "Invalid namespace specified '" + db + "." + collection + "'");
    }
    return new Namespace(db, collection);
  }

  /** Whether every shard has its own collection of that name. */
  boolean isOnEveryShard() {
    return (ns.db().equals("config") && ns.collection().startsWith("cache.chunks."))
        || (ns.db().equals("local") && ns.collection().equals("oplog.rs"));
  }
}
