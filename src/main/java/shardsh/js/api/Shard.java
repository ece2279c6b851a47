package shardsh.js.api;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/** {@code sh}: sharding, through the current database's connection. */
@HelpOrder({
  "enableSharding",
  "commitReshardCollection",
  "abortReshardCollection",
  "shardCollection",
  "reshardCollection",
  "status",
  "addShard",
  "addShardToZone",
  "addShardTag",
  "updateZoneKeyRange",
  "addTagRange",
  "removeRangeFromZone",
  "removeTagRange",
  "removeShardFromZone",
  "removeShardTag",
  "enableAutoSplit",
  "disableAutoSplit",
  "splitAt",
  "splitFind",
  "moveChunk",
  "moveRange",
  "balancerCollectionStatus",
  "enableBalancing",
  "disableBalancing",
  "enableMigrations",
  "disableMigrations",
  "getBalancerState",
  "isBalancerRunning",
  "startBalancer",
  "stopBalancer",
  "setBalancerState",
  "getShardedDataDistribution",
  "startAutoMerger",
  "stopAutoMerger",
  "isAutoMergerEnabled",
  "disableAutoMerger",
  "enableAutoMerger",
  "checkMetadataConsistency",
  "shardAndDistributeCollection",
  "moveCollection",
  "abortMoveCollection",
  "unshardCollection",
  "abortUnshardCollection",
  "listShards",
  "isConfigShardEnabled",
  "shardDrainingStatus",
  "getTransitionToDedicatedConfigServerStatus"
})
final class Shard extends ApiObject {
  static final String NO_ROUTER =
      "MongoshWarning: [SHAPI-10003] You are not connected to a mongos. This command may not work"
          + " as expected.";

  Shard(ShellApi api) {
    super(api);
  }

  @Override
  List<Object> parts() {
    return List.of(new ShardCollections(this), new ShardBalancer(this), new ShardZones(this), this);
  }

  @Override
  String apiName() {
    return "Shard";
  }

  @Override
  String callPrefix() {
    return "sh.";
  }

  @Override
  public String display() {
    return "Shard class connected to " + api.connection().uri() + " via db " + api.database();
  }

  Database db() {
    return api.current();
  }

  Database config() {
    return db().sibling("config");
  }

  /** Runs a command on admin, after the warning that mongosh gives when this is no router. */
  BsonDocument admin(BsonDocument command) {
    warnUnlessRouter();
    return db().admin(command);
  }

  BsonDocument admin(String name, BsonValue value) {
    return admin(new BsonDocument(name, value));
  }

  void warnUnlessRouter() {
    if (!db().mongo().isRouter()) {
      api.host().warn(NO_ROUTER);
    }
  }

  /** Runs a command; an unknown one says that this may be no router. */
  BsonDocument adminOnRouter(BsonDocument command) {
    try {
      return db().admin(command);
    } catch (CommandException e) {
      if (e.errorCode().code() != ErrorCode.COMMAND_NOT_FOUND.code()) {
        throw e;
      }
      throw new CommandException(
          e.errorCode(), e.getMessage() + ". Are you connected to mongos?", null);
    }
  }

  /** {@code command} with the arguments {@code (ns, key, unique?, options?)} from position 0. */
  static BsonDocument shardingCommand(String command, Args args) {
    BsonDocument sent =
        new BsonDocument(command, new BsonString(args.text(0))).append("key", args.document(1));
    if (args.isBoolean(2)) {
      sent.put("unique", args.any(2));
      args.documentIfAny(3).ifPresent(sent::putAll);
    } else {
      if (args.hasValue(2) && (args.isText(2) || args.isNumber(2))) {
        throw args.wrongType(2, "boolean or object");
      }
      args.documentIfAny(2).ifPresent(sent::putAll);
      args.documentIfAny(3).ifPresent(sent::putAll);
    }
    return sent;
  }

  @ShellMethod(
      usage = "sh.enableSharding(\"shop\", \"s0\")",
      help = "Lets the database's collections be sharded; may name its primary shard.")
  Object enableSharding(Args args) {
    BsonDocument command = new BsonDocument("enableSharding", new BsonString(args.text(0)));
    args.textIfAny(1).ifPresent(primary -> command.put("primaryShard", new BsonString(primary)));
    return adminOnRouter(command);
  }

  @ShellMethod(
      usage = "sh.status()",
      help = "Shards, balancer, databases and chunks; sh.status(true) prints all of them.")
  Object status(Args args) {
    boolean verbose = args.isBoolean(0) && args.bool(0);
    Database config = db();
    if (args.hasValue(1)
        && args.raw(1).isProxyObject()
        && args.raw(1).asProxyObject() instanceof Database given) {
      config = given;
    }
    return ShardingStatus.report(config, verbose);
  }

  @ShellMethod(
      usage = "sh.addShard(\"s3/127.0.0.1:27110\")",
      help = "Adds a replica set to the cluster.")
  Object addShard(Args args) {
    return admin("addShard", new BsonString(args.text(0)));
  }

  @ShellMethod(usage = "sh.listShards()", help = "The shards as documents.", filterAt = 0)
  Object listShards(Args args) {
    BsonDocument command = new BsonDocument("listShards", new BsonInt32(1));
    args.documentIfAny(0).ifPresent(filter -> command.put("filter", filter));
    return Fields.array(admin(command), "shards");
  }

  @ShellMethod(
      usage = "sh.getShardedDataDistribution()",
      help =
          "Documents and bytes, owned and orphaned, of every sharded collection by shard (profile"
              + " 6.0 or later).")
  Object getShardedDataDistribution(Args args) {
    warnUnlessRouter();
    BsonArray pipeline =
        new BsonArray(
            List.of(new BsonDocument("$shardedDataDistribution", args.documentOrEmpty(0))));
    return AggregationCursor.of(db().sibling("admin"), "", pipeline, new BsonDocument());
  }

  @ShellMethod(
      usage = "sh.checkMetadataConsistency()",
      help =
          "Looks for contradictions in the sharding metadata of the cluster (profile 7.0 or"
              + " later).")
  Object checkMetadataConsistency(Args args) {
    BsonDocument command = new BsonDocument("checkMetadataConsistency", new BsonInt32(1));
    args.documentIfAny(0).ifPresent(command::putAll);
    return AggregationCursor.ofCommand(db().sibling("admin"), command);
  }

  @ShellMethod(
      usage = "sh.isConfigShardEnabled()",
      help = "Whether the config servers are a shard as well.")
  Object isConfigShardEnabled(Args args) {
    BsonDocument filter = new BsonDocument("_id", new BsonString("config"));
    BsonValue found =
        new FindCursor(config().collection("shards"), new BsonDocument("filter", filter)).nextRaw();
    BsonDocument result = new BsonDocument("enabled", BsonBoolean.valueOf(found != null));
    if (found != null) {
      for (String field : List.of("host", "tags")) {
        if (found.asDocument().containsKey(field)) {
          result.put(field, found.asDocument().get(field));
        }
      }
    }
    return result;
  }

  @ShellMethod(
      usage = "sh.shardDrainingStatus(\"s2\")",
      help = "How far the removal of a shard, or of all that are leaving, has come.",
      modelled = false)
  Object shardDrainingStatus(Args args) {
    BsonDocument command =
        new BsonDocument(
            "shardDrainingStatus", args.has(0) ? new BsonString(args.text(0)) : new BsonInt32(1));
    return admin(command);
  }

  @ShellMethod(
      usage = "sh.getTransitionToDedicatedConfigServerStatus()",
      help = "How far the config servers are from being no shard any more.",
      modelled = false)
  Object getTransitionToDedicatedConfigServerStatus(Args args) {
    return admin("getTransitionToDedicatedConfigServerStatus", new BsonInt32(1));
  }
}
