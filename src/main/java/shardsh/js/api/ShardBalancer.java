package shardsh.js.api;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The methods of {@code sh} about the balancer, automatic splitting and merging. */
final class ShardBalancer {
  private static final double TIMEOUT_MILLIS = 60_000;

  private final Shard sh;

  ShardBalancer(Shard sh) {
    this.sh = sh;
  }

  private BsonDocument setting(String id) {
    BsonDocument options = new BsonDocument("filter", new BsonDocument("_id", new BsonString(id)));
    BsonValue found = new FindCursor(sh.config().collection("settings"), options).nextRaw();
    return found == null ? new BsonDocument() : found.asDocument();
  }

  /** An update of one document of the config database, with the result mongosh shows for it. */
  private BsonDocument update(String collection, String id, BsonDocument change, boolean upsert) {
    sh.warnUnlessRouter();
    BsonDocument statement =
        new BsonDocument("q", new BsonDocument("_id", new BsonString(id))).append("u", change);
    if (upsert) {
      statement.put("upsert", BsonBoolean.TRUE);
    }
    BsonDocument command =
        new BsonDocument("update", new BsonString(collection))
            .append("updates", new BsonArray(List.of(statement)))
            .append("ordered", BsonBoolean.TRUE)
            .append(
                "writeConcern",
                new BsonDocument("w", new BsonString("majority"))
                    .append("wtimeout", new BsonInt32(60_000)));
    BsonDocument reply = sh.config().run(command);
    ServerErrors.checkSingle(sh.api, reply);
    BsonArray upserted = Fields.array(reply, "upserted");
    int matched = Fields.count(reply, "n") - upserted.size();
    return new BsonDocument("acknowledged", BsonBoolean.TRUE)
        .append(
            "insertedId",
            upserted.isEmpty() ? BsonNull.VALUE : upserted.get(0).asDocument().get("_id"))
        .append("matchedCount", new BsonInt32(matched))
        .append("modifiedCount", new BsonInt32(Fields.count(reply, "nModified")))
        .append("upsertedCount", new BsonInt32(upserted.size()));
  }

  private static BsonDocument set(String field, boolean value) {
    return new BsonDocument("$set", new BsonDocument(field, BsonBoolean.valueOf(value)));
  }

  @ShellMethod(
      usage = "sh.getBalancerState()",
      help = "Whether the balancer is enabled: true or false.")
  Object getBalancerState(Args args) {
    sh.warnUnlessRouter();
    return !Fields.isTrue(setting("balancer"), "stopped");
  }

  @ShellMethod(
      usage = "sh.isBalancerRunning()",
      help = "The balancer's mode and whether it is in a round, as a document.")
  Object isBalancerRunning(Args args) {
    return sh.admin("balancerStatus", new BsonInt32(1));
  }

  @ShellMethod(usage = "sh.startBalancer()", help = "Lets the balancer move chunks.")
  Object startBalancer(Args args) {
    return balancer(true, args);
  }

  @ShellMethod(usage = "sh.stopBalancer()", help = "Keeps the balancer from moving chunks.")
  Object stopBalancer(Args args) {
    return balancer(false, args);
  }

  private Object balancer(boolean on, Args args) {
    double timeout = args.has(0) && args.isNumber(0) ? args.number(0) : TIMEOUT_MILLIS;
    return sh.admin(
        new BsonDocument(on ? "balancerStart" : "balancerStop", new BsonInt32(1))
            .append("maxTimeMS", ShellApi.number(timeout)));
  }

  @ShellMethod(usage = "sh.setBalancerState(false)", help = "Starts or stops the balancer.")
  Object setBalancerState(Args args) {
    boolean on = args.bool(0);
    return sh.admin(
        new BsonDocument(on ? "balancerStart" : "balancerStop", new BsonInt32(1))
            .append("maxTimeMS", ShellApi.number(TIMEOUT_MILLIS)));
  }

  @ShellMethod(
      usage = "sh.balancerCollectionStatus(\"shop.orders\")",
      help = "Whether the collection is balanced, and if not, why.")
  Object balancerCollectionStatus(Args args) {
    return sh.admin("balancerCollectionStatus", new BsonString(args.text(0)));
  }

  @ShellMethod(
      usage = "sh.enableBalancing(\"shop.orders\")",
      help = "Lets the balancer move chunks of this collection.")
  Object enableBalancing(Args args) {
    return update("collections", args.text(0), set("noBalance", false), false);
  }

  @ShellMethod(
      usage = "sh.disableBalancing(\"shop.orders\")",
      help = "Keeps the balancer from moving chunks of this collection.")
  Object disableBalancing(Args args) {
    return update("collections", args.text(0), set("noBalance", true), false);
  }

  @ShellMethod(
      usage = "sh.enableMigrations(\"shop.orders\")",
      help = "Allows migrations of this collection again.")
  Object enableMigrations(Args args) {
    return allowMigrations(args, true);
  }

  @ShellMethod(
      usage = "sh.disableMigrations(\"shop.orders\")",
      help = "Forbids all migrations of this collection.")
  Object disableMigrations(Args args) {
    return allowMigrations(args, false);
  }

  private Object allowMigrations(Args args, boolean allowed) {
    return sh.admin(
        new BsonDocument("setAllowMigrations", new BsonString(args.text(0)))
            .append("allowMigrations", BsonBoolean.valueOf(allowed)));
  }

  @ShellMethod(
      usage = "sh.enableAutoSplit()",
      help = "Lets inserts split chunks; without effect since 6.0.3.")
  Object enableAutoSplit(Args args) {
    return autoSplit(true);
  }

  @ShellMethod(
      usage = "sh.disableAutoSplit()",
      help = "Keeps inserts from splitting chunks; without effect since 6.0.3.")
  Object disableAutoSplit(Args args) {
    return autoSplit(false);
  }

  private Object autoSplit(boolean on) {
    if (isAtLeast(sh.db().mongo().version(), 6, 0, 3)) {
      sh.api.deprecated(
          "sh." + (on ? "enable" : "disable") + "AutoSplit() has no effect since MongoDB 6.0.3.");
    }
    return update("settings", "autosplit", set("enabled", on), true);
  }

  /** Whether a version such as {@code 6.0.19} is that one or later. */
  static boolean isAtLeast(String version, int... wanted) {
    String[] parts = version.split("\\.");
    for (int i = 0; i < wanted.length; i++) {
      int part = i < parts.length && parts[i].matches("\\d+") ? Integer.parseInt(parts[i]) : 0;
      if (part != wanted[i]) {
        return part > wanted[i];
      }
    }
    return true;
  }

  @ShellMethod(
      usage = "sh.startAutoMerger()",
      help = "Lets the cluster merge neighbouring chunks of one shard.")
  Object startAutoMerger(Args args) {
    return update("settings", "automerge", set("enabled", true), true);
  }

  @ShellMethod(usage = "sh.stopAutoMerger()", help = "Keeps the cluster from merging chunks.")
  Object stopAutoMerger(Args args) {
    return update("settings", "automerge", set("enabled", false), true);
  }

  @ShellMethod(
      usage = "sh.isAutoMergerEnabled()",
      help = "Whether chunks are merged by themselves: true or false.")
  Object isAutoMergerEnabled(Args args) {
    sh.warnUnlessRouter();
    BsonDocument setting = setting("automerge");
    return !setting.containsKey("enabled") || Fields.isTrue(setting, "enabled");
  }

  @ShellMethod(
      usage = "sh.disableAutoMerger(\"shop.orders\")",
      help = "Keeps this collection's chunks from being merged by themselves.")
  Object disableAutoMerger(Args args) {
    return update("collections", args.text(0), set("enableAutoMerge", false), false);
  }

  @ShellMethod(
      usage = "sh.enableAutoMerger(\"shop.orders\")",
      help = "Lets this collection's chunks be merged again.")
  Object enableAutoMerger(Args args) {
    BsonDocument change =
        new BsonDocument("$unset", new BsonDocument("enableAutoMerge", new BsonInt32(1)));
    return update("collections", args.text(0), change, false);
  }
}
