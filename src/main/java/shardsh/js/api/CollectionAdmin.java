package shardsh.js.api;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/** The methods of a collection about itself. */
@NotModelled({"compactStructuredEncryptionData", "getPlanCache"})
final class CollectionAdmin {
  private final Collection collection;
  private final Database db;

  CollectionAdmin(Collection collection) {
    this.collection = collection;
    this.db = collection.db();
  }

  private BsonDocument command(String name) {
    return new BsonDocument(name, new BsonString(collection.name()));
  }

  private BsonDocument namespaceCommand(String name) {
    return new BsonDocument(name, new BsonString(collection.fullName()));
  }

  @ShellMethod(
      usage = "db.collection.getName()",
      help = "The name without the database.",
      counts = false)
  Object getName(Args args) {
    return collection.name();
  }

  @ShellMethod(
      usage = "db.collection.getFullName()",
      help = "The name with the database.",
      counts = false)
  Object getFullName(Args args) {
    return collection.fullName();
  }

  @ShellMethod(usage = "db.collection.getDB()", help = "The collection's database.", counts = false)
  Object getDB(Args args) {
    return db;
  }

  @ShellMethod(
      usage = "db.collection.getMongo()",
      help = "The connection the collection is seen through.",
      counts = false)
  Object getMongo(Args args) {
    return db.mongo();
  }

  @ShellMethod(usage = "db.collection.drop()", help = "Drops the collection; true if that worked.")
  Object drop(Args args) {
    BsonDocument command = command("drop");
    args.documentIfAny(0).ifPresent(command::putAll);
    try {
      db.run(command);
      return true;
    } catch (CommandException e) {
      if (e.errorCode().code() == ErrorCode.NAMESPACE_NOT_FOUND.code()) {
        return false;
      }
      throw e;
    }
  }

  @ShellMethod(
      usage = "db.collection.exists()",
      help = "What listCollections says about it, or null.")
  Object exists(Args args) {
    BsonValue info = info();
    return info == null ? BsonNull.VALUE : info;
  }

  private BsonValue info() {
    BsonDocument list =
        new BsonDocument("listCollections", new BsonInt32(1))
            .append("filter", new BsonDocument("name", new BsonString(collection.name())));
    return AggregationCursor.ofCommand(db, list).nextRaw();
  }

  @ShellMethod(usage = "db.collection.isCapped()", help = "Whether its size is limited.")
  Object isCapped(Args args) {
    BsonValue info = info();
    return info != null && Fields.isTrue(Fields.document(info.asDocument(), "options"), "capped");
  }

  @ShellMethod(
      usage = "db.collection.renameCollection(\"newName\")",
      help = "Renames it within its database.",
      before = "db.collection.insertOne({a: 1})")
  Object renameCollection(Args args) {
    BsonDocument command =
        namespaceCommand("renameCollection")
            .append("to", new BsonString(db.name() + "." + args.text(0)))
            .append("dropTarget", BsonBoolean.valueOf(args.has(1) && args.bool(1)));
    return db.admin(command);
  }

  @ShellMethod(
      usage = "db.collection.convertToCapped(1000000)",
      help = "Limits its size in bytes.",
      modelled = false)
  Object convertToCapped(Args args) {
    return db.run(command("convertToCapped").append("size", ShellApi.number(args.number(0))));
  }

  @ShellMethod(
      usage = "db.collection.runCommand(\"count\")",
      help = "Sends a command whose subject is this collection.")
  Object runCommand(Args args) {
    if (args.isText(0)) {
      BsonDocument command = command(args.text(0));
      args.documentIfAny(1).ifPresent(command::putAll);
      return db.runAsWritten(command);
    }
    BsonDocument command = args.document(0);
    if (command.isEmpty()) {
      throw args.invalid("The command must have at least one field, its name");
    }
    return db.runAsWritten(command);
  }

  @ShellMethod(
      usage = "db.collection.validate()",
      help = "Checks data and indexes.",
      modelled = false)
  Object validate(Args args) {
    BsonDocument command = command("validate");
    if (args.isBoolean(0)) {
      command.put("full", args.any(0));
    } else {
      args.documentIfAny(0).ifPresent(command::putAll);
    }
    return db.run(command);
  }

  @ShellMethod(
      usage = "db.orders.stats(1024)",
      help = "Counts and sizes, over all shards and for each; a number is the scale.")
  Object stats(Args args) {
    double scale = 1;
    if (args.isNumber(0)) {
      double given = args.number(0);
      scale = given == 0 || Double.isNaN(given) ? 1 : given;
    } else if (args.hasValue(0)) {
      double given = Fields.number(args.document(0), "scale");
      scale = given > 0 ? given : 1;
    }
    return CollectionStats.of(collection, scale);
  }

  @ShellMethod(usage = "db.orders.dataSize()", help = "The size of the documents in bytes.")
  Object dataSize(Args args) {
    return CollectionStats.of(collection, 1).get("size");
  }

  @ShellMethod(usage = "db.orders.storageSize()", help = "The size on disk in bytes.")
  Object storageSize(Args args) {
    return CollectionStats.of(collection, 1).get("storageSize");
  }

  @ShellMethod(
      usage = "db.orders.totalSize()",
      help = "The size on disk with the indexes, in bytes.")
  Object totalSize(Args args) {
    BsonDocument stats = CollectionStats.of(collection, 1);
    return ShellApi.number(
        Fields.number(stats, "storageSize") + Fields.number(stats, "totalIndexSize"));
  }

  @ShellMethod(
      usage = "db.collection.latencyStats()",
      help = "How long operations took, by shard.",
      modelled = false)
  Object latencyStats(Args args) {
    BsonArray pipeline =
        new BsonArray(
            List.of(
                new BsonDocument(
                    "$collStats", new BsonDocument("latencyStats", args.documentOrEmpty(0)))));
    return new BsonArray(
        AggregationCursor.of(db, collection.name(), pipeline, new BsonDocument()).drain());
  }

  @ShellMethod(
      usage = "db.orders.getShardVersion()",
      help = "The version of the collection that this process knows.")
  Object getShardVersion(Args args) {
    return db.admin(namespaceCommand("getShardVersion"));
  }

  @ShellMethod(
      usage = "db.orders.getShardDistribution()",
      help = "How much of the collection lies on which shard.")
  Object getShardDistribution(Args args) {
    return ShardDistribution.report(collection);
  }

  @ShellMethod(
      usage = "db.collection.getShardLocation()",
      help = "The shards that hold it, and whether it is sharded.",
      modelled = false)
  Object getShardLocation(Args args) {
    BsonDocument match =
        new BsonDocument("$match", new BsonDocument("ns", new BsonString(collection.fullName())));
    BsonArray pipeline =
        new BsonArray(List.of(new BsonDocument("$listClusterCatalog", new BsonDocument()), match));
    BsonValue found = AggregationCursor.of(db, "", pipeline, new BsonDocument()).nextRaw();
    BsonDocument entry = found == null ? new BsonDocument() : found.asDocument();
    return new BsonDocument("shards", Fields.array(entry, "shards"))
        .append("sharded", BsonBoolean.valueOf(Fields.isTrue(entry, "sharded")));
  }

  @ShellMethod(
      usage = "db.orders.analyzeShardKey({customerId: 1})",
      help =
          "How good a shard key would be, by the data and the sampled queries (profile 7.0 or"
              + " later).")
  Object analyzeShardKey(Args args) {
    BsonDocument command = namespaceCommand("analyzeShardKey").append("key", args.document(0));
    args.documentIfAny(1).ifPresent(command::putAll);
    return db.admin(command);
  }

  @ShellMethod(
      usage = "db.orders.configureQueryAnalyzer({mode: \"full\", samplesPerSecond: 1})",
      help = "Samples queries for analyzeShardKey (profile 7.0 or later).")
  Object configureQueryAnalyzer(Args args) {
    BsonDocument command = namespaceCommand("configureQueryAnalyzer");
    command.putAll(args.document(0));
    return db.admin(command);
  }

  @ShellMethod(
      usage = "db.collection.checkMetadataConsistency()",
      help =
          "Looks for contradictions in the sharding metadata of this collection (profile 7.0 or"
              + " later).")
  Object checkMetadataConsistency(Args args) {
    BsonDocument command = command("checkMetadataConsistency");
    args.documentIfAny(0).ifPresent(command::putAll);
    return AggregationCursor.ofCommand(db, command);
  }

  @ShellMethod(
      usage = "db.collection.mapReduce(map, reduce, \"out\")",
      help = "Map and reduce functions in JavaScript.",
      deprecated =
          "Collection.mapReduce() is deprecated. Use an aggregation instead."
              + "\nSee https://docs.mongodb.com/manual/core/map-reduce for details.",
      modelled = false)
  Object mapReduce(Args args) {
    throw ApiObject.notModelled("Collection.mapReduce");
  }
}
