package shardsh.js.api;

import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The methods of {@code sh} about collections and their chunks. */
final class ShardCollections {
  /** A limit of time ends the waiting for these, and they go on. */
  private static final String LEFT_RUNNING = ", maxTimeMS: 50}) } catch (e) {}";

  private static final String RESHARDING =
      "try { db.adminCommand({reshardCollection: \"shop.orders\", key: {_id: 1}" + LEFT_RUNNING;
  private static final String UNSHARDING =
      "try { db.adminCommand({unshardCollection: \"shop.orders\", toShard: \"s0\"" + LEFT_RUNNING;
  private static final String MOVING =
      "db.users.insertOne({name: \"Ada\"}); try { db.adminCommand({moveCollection:"
          + " \"shop.users\", toShard: \"s1\""
          + LEFT_RUNNING;

  private final Shard sh;

  ShardCollections(Shard sh) {
    this.sh = sh;
  }

  private static BsonDocument command(String name, Args args) {
    return new BsonDocument(name, new BsonString(args.text(0)));
  }

  @ShellMethod(
      usage = "sh.shardCollection(\"shop.orders\", {customerId: 1})",
      help = "Shards a collection by a key; may be followed by unique and options.")
  Object shardCollection(Args args) {
    return sh.adminOnRouter(Shard.shardingCommand("shardCollection", args));
  }

  @ShellMethod(
      usage = "sh.reshardCollection(\"shop.orders\", {orderId: \"hashed\"})",
      help = "Gives a sharded collection another shard key (profile 5.0 or later).")
  Object reshardCollection(Args args) {
    return sh.admin(Shard.shardingCommand("reshardCollection", args));
  }

  @ShellMethod(
      usage = "sh.shardAndDistributeCollection(\"shop.items\", {itemId: \"hashed\"})",
      help = "Shards a collection and spreads its data at once (profile 8.0).")
  Object shardAndDistributeCollection(Args args) {
    BsonDocument sharding = Shard.shardingCommand("shardCollection", args);
    sh.adminOnRouter(sharding);
    BsonDocument resharding =
        new BsonDocument("reshardCollection", sharding.get("shardCollection"))
            .append("key", sharding.get("key"))
            .append("forceRedistribution", BsonBoolean.TRUE);
    for (String option : List.of("numInitialChunks", "collation")) {
      if (sharding.containsKey(option)) {
        resharding.put(option, sharding.get(option));
      }
    }
    return sh.admin(resharding);
  }

  @ShellMethod(
      usage = "sh.commitReshardCollection(\"shop.orders\")",
      help = "Lets resharding finish now (profile 5.0 or later).",
      before = RESHARDING)
  Object commitReshardCollection(Args args) {
    return sh.admin(command("commitReshardCollection", args));
  }

  @ShellMethod(
      usage = "sh.abortReshardCollection(\"shop.orders\")",
      help = "Stops resharding and keeps the old key (profile 5.0 or later).",
      before = RESHARDING)
  Object abortReshardCollection(Args args) {
    return sh.admin(command("abortReshardCollection", args));
  }

  @ShellMethod(
      usage = "sh.splitAt(\"shop.orders\", {customerId: 450})",
      help = "Splits the chunk that contains the key at exactly that key.")
  Object splitAt(Args args) {
    return sh.admin(command("split", args).append("middle", args.document(1)));
  }

  @ShellMethod(
      usage = "sh.splitFind(\"shop.orders\", {customerId: 500})",
      help = "Splits the chunk that contains the key in its middle.")
  Object splitFind(Args args) {
    return sh.admin(command("split", args).append("find", args.document(1)));
  }

  @ShellMethod(
      usage = "sh.moveChunk(\"shop.orders\", {customerId: 500}, \"s1\")",
      help = "Moves the chunk that contains the key to another shard.")
  Object moveChunk(Args args) {
    return sh.admin(
        command("moveChunk", args)
            .append("find", args.document(1))
            .append("to", new BsonString(args.text(2))));
  }

  @ShellMethod(
      usage = "sh.moveRange(\"shop.orders\", \"s1\", {customerId: 400}, {customerId: 450})",
      help = "Moves a range of keys to another shard; either bound may be left out.")
  Object moveRange(Args args) {
    BsonDocument command = command("moveRange", args);
    command.put("toShard", new BsonString(args.text(1)));
    args.documentIfAny(2).ifPresent(min -> command.put("min", min));
    args.documentIfAny(3).ifPresent(max -> command.put("max", max));
    return sh.admin(command);
  }

  @ShellMethod(
      usage = "sh.moveCollection(\"shop.users\", \"s1\")",
      help = "Moves an unsharded collection to another shard (profile 8.0).",
      before = "db.users.insertOne({name: \"Ada\"})")
  Object moveCollection(Args args) {
    return sh.admin(
        command("moveCollection", args).append("toShard", new BsonString(args.text(1))));
  }

  @ShellMethod(
      usage = "sh.abortMoveCollection(\"shop.users\")",
      help = "Stops moving a collection (profile 8.0).",
      before = MOVING)
  Object abortMoveCollection(Args args) {
    return sh.admin(command("abortMoveCollection", args));
  }

  @ShellMethod(
      usage = "sh.unshardCollection(\"shop.orders\", \"s0\")",
      help = "Gathers a sharded collection on one shard (profile 8.0).")
  Object unshardCollection(Args args) {
    BsonDocument command = command("unshardCollection", args);
    args.textIfAny(1).ifPresent(shard -> command.put("toShard", new BsonString(shard)));
    return sh.admin(command);
  }

  @ShellMethod(
      usage = "sh.abortUnshardCollection(\"shop.orders\")",
      help = "Stops unsharding a collection (profile 8.0).",
      before = UNSHARDING)
  Object abortUnshardCollection(Args args) {
    return sh.admin(command("abortUnshardCollection", args));
  }
}
