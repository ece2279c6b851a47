package shardsh.js.api;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.js.ShellInputException;

/** The everyday methods of {@code db}. */
@NotModelled({"createEncryptedCollection", "sql"})
final class DatabaseBasics {
  private final Database db;

  DatabaseBasics(Database db) {
    this.db = db;
  }

  @ShellMethod(usage = "db.getName()", help = "The database's name.", counts = false)
  Object getName(Args args) {
    return db.name();
  }

  @ShellMethod(
      usage = "db.getMongo()",
      help = "The connection the database is seen through.",
      counts = false)
  Object getMongo(Args args) {
    return db.mongo();
  }

  @ShellMethod(
      usage = "db.getSiblingDB(\"shop\")",
      help = "Another database over the same connection.",
      counts = false)
  Object getSiblingDB(Args args) {
    return db.sibling(args.text(0));
  }

  @ShellMethod(
      usage = "db.getCollection(\"orders\")",
      help = "A collection by name, also one whose name is a method's.",
      counts = false)
  Object getCollection(Args args) {
    return db.collection(args.text(0));
  }

  @ShellMethod(usage = "db.getCollectionNames()", help = "The names of the collections.")
  Object getCollectionNames(Args args) {
    return db.collectionNames();
  }

  @ShellMethod(
      usage = "db.getCollectionInfos({name: \"orders\"})",
      help = "Name, type, options and uuid of the collections.",
      filterAt = 0)
  Object getCollectionInfos(Args args) {
    BsonDocument command = ShellApi.command("listCollections", new BsonInt32(1));
    args.documentIfAny(0).ifPresent(filter -> command.put("filter", filter));
    args.documentIfAny(1).ifPresent(command::putAll);
    return new BsonArray(AggregationCursor.ofCommand(db, command).drain());
  }

  private static BsonDocument commandOf(Args args) {
    if (args.isText(0)) {
      return ShellApi.command(args.text(0), new BsonInt32(1));
    }
    if (args.has(0) && !args.hasValue(0) || args.isNumber(0) || args.isBoolean(0)) {
      throw args.wrongType(0, "string or object");
    }
    BsonDocument command = args.document(0);
    if (command.isEmpty()) {
      throw args.invalid("The command must have at least one field, its name");
    }
    return command;
  }

  @ShellMethod(
      usage = "db.runCommand({ping: 1})",
      help = "Sends any command to this database and returns the reply.")
  Object runCommand(Args args) {
    return db.runAsWritten(commandOf(args));
  }

  @ShellMethod(
      usage = "db.adminCommand({listShards: 1})",
      help = "Sends any command to the admin database and returns the reply.")
  Object adminCommand(Args args) {
    return db.sibling("admin").runAsWritten(commandOf(args));
  }

  @ShellMethod(
      usage = "db.aggregate([{$documents: [{a: 1}]}])",
      help = "An aggregation that reads no collection.")
  Object aggregate(Args args) {
    return Aggregations.run(db, "", args);
  }

  @ShellMethod(usage = "db.dropDatabase()", help = "Drops the database with all it holds.")
  Object dropDatabase(Args args) {
    BsonDocument command = ShellApi.command("dropDatabase", new BsonInt32(1));
    args.documentIfAny(0).ifPresent(concern -> command.put("writeConcern", concern));
    BsonDocument reply = db.run(command);
    BsonDocument result = new BsonDocument("ok", new BsonInt32(1));
    result.put("dropped", reply.getString("dropped", new BsonString(db.name())));
    return result;
  }

  @ShellMethod(
      usage = "db.createCollection(\"logs\", {capped: true, size: 1000000})",
      help = "Creates a collection with options.")
  Object createCollection(Args args) {
    BsonDocument command = ShellApi.command("create", new BsonString(args.text(0)));
    args.documentIfAny(1).ifPresent(command::putAll);
    db.run(command);
    return new BsonDocument("ok", new BsonInt32(1));
  }

  @ShellMethod(
      usage = "db.createView(\"big\", \"orders\", [{$match: {total: {$gt: 100}}}])",
      help = "Creates a view: an aggregation under a name.")
  Object createView(Args args) {
    BsonDocument command =
        ShellApi.command("create", new BsonString(args.text(0)))
            .append("viewOn", new BsonString(args.text(1)))
            .append("pipeline", args.array(2));
    args.documentIfAny(3).ifPresent(command::putAll);
    db.run(command);
    return new BsonDocument("ok", new BsonInt32(1));
  }

  @ShellMethod(
      usage = "db.watch([{$match: {operationType: \"insert\"}}])",
      help = "A change stream over the database.")
  Object watch(Args args) {
    return Aggregations.watch(db, "", args, new BsonDocument());
  }

  @ShellMethod(
      usage = "db.checkMetadataConsistency()",
      help =
          "Looks for contradictions in the sharding metadata of this database (profile 7.0 or"
              + " later).")
  Object checkMetadataConsistency(Args args) {
    BsonDocument command = ShellApi.command("checkMetadataConsistency", new BsonInt32(1));
    args.documentIfAny(0).ifPresent(command::putAll);
    return AggregationCursor.ofCommand(db, command);
  }

  @ShellMethod(
      usage = "db.stats(1024)",
      help = "Sizes and counts of the database; a number is the scale.")
  Object stats(Args args) {
    BsonDocument command = ShellApi.command("dbStats", new BsonInt32(1));
    if (args.isNumber(0)) {
      command.put("scale", ShellApi.number(args.number(0)));
    } else {
      command.put("scale", new BsonInt32(1));
      args.documentIfAny(0).ifPresent(command::putAll);
    }
    return db.run(command);
  }

  @ShellMethod(usage = "db.printCollectionStats()", help = "Statistics of every collection.")
  Object printCollectionStats(Args args) {
    double scale = args.has(0) ? args.number(0) : 1;
    if (!(scale >= 1)) {
      String shown = scale == Math.rint(scale) ? Long.toString((long) scale) : "" + scale;
      throw args.invalid("scale has to be a number >=1, got " + shown);
    }
    BsonDocument all = new BsonDocument();
    for (String name : db.collectionNames()) {
      try {
        all.put(name, CollectionStats.of(db.collection(name), scale));
      } catch (CommandException | ShellInputException e) {
        all.put(
            name,
            new BsonDocument("ok", new BsonInt32(0))
                .append("errmsg", new BsonString(e.getMessage())));
      }
    }
    return all;
  }

  @ShellMethod(usage = "db.printShardingStatus()", help = "The same report as sh.status().")
  Object printShardingStatus(Args args) {
    return ShardingStatus.report(db, args.isBoolean(0) && args.bool(0));
  }

  @ShellMethod(usage = "db.currentOp()", help = "The operations that are running.")
  Object currentOp(Args args) {
    BsonDocument stage = new BsonDocument();
    BsonDocument filter = new BsonDocument();
    if (args.isBoolean(0)) {
      stage.append("allUsers", BsonBoolean.TRUE).append("idleConnections", args.any(0));
    } else {
      args.documentIfAny(0)
          .ifPresent(
              options ->
                  options.forEach(
                      (name, value) -> {
                        if (name.equals("$all")) {
                          stage.put("idleConnections", value);
                        } else if (!name.equals("$ownOps")) {
                          filter.put(name, value);
                        }
                      }));
    }
    BsonArray pipeline = new BsonArray(List.of(new BsonDocument("$currentOp", stage)));
    if (!filter.isEmpty()) {
      pipeline.add(new BsonDocument("$match", filter));
    }
    List<BsonValue> running =
        AggregationCursor.of(db.sibling("admin"), "", pipeline, new BsonDocument()).drain();
    return new BsonDocument("inprog", new BsonArray(running)).append("ok", new BsonInt32(1));
  }

  @ShellMethod(usage = "db.killOp(\"s0:1234\")", help = "Ends a running operation.")
  Object killOp(Args args) {
    return db.admin(ShellApi.command("killOp", new BsonInt32(1)).append("op", args.any(0)));
  }
}
