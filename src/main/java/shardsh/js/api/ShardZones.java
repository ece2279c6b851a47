package shardsh.js.api;

import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The methods of {@code sh} about zones. */
final class ShardZones {
  private final Shard sh;

  ShardZones(Shard sh) {
    this.sh = sh;
  }

  private BsonDocument shardAndZone(String command, Args args) {
    return sh.admin(
        new BsonDocument(command, new BsonString(args.text(0)))
            .append("zone", new BsonString(args.text(1))));
  }

  private BsonDocument range(Args args, BsonValue zone) {
    return sh.admin(
        new BsonDocument("updateZoneKeyRange", new BsonString(args.text(0)))
            .append("min", args.document(1))
            .append("max", args.document(2))
            .append("zone", zone));
  }

  @ShellMethod(
      usage = "sh.addShardToZone(\"s0\", \"EU\")",
      help = "Says that a shard belongs to a zone.")
  Object addShardToZone(Args args) {
    return shardAndZone("addShardToZone", args);
  }

  @ShellMethod(usage = "sh.addShardTag(\"s0\", \"EU\")", help = "The older name of addShardToZone.")
  Object addShardTag(Args args) {
    return shardAndZone("addShardToZone", args);
  }

  @ShellMethod(
      usage = "sh.removeShardFromZone(\"s0\", \"EU\")",
      help = "Takes a shard out of a zone.")
  Object removeShardFromZone(Args args) {
    return shardAndZone("removeShardFromZone", args);
  }

  @ShellMethod(
      usage = "sh.removeShardTag(\"s0\", \"EU\")",
      help = "The older name of removeShardFromZone.")
  Object removeShardTag(Args args) {
    return shardAndZone("removeShardFromZone", args);
  }

  @ShellMethod(
      usage =
          "sh.updateZoneKeyRange(\"shop.orders\", {customerId: 200}, {customerId: 300}, \"EU\")",
      help = "Says that a range of keys belongs to a zone; null instead of a zone removes it.",
      before = "sh.addShardToZone(\"s0\", \"EU\")")
  Object updateZoneKeyRange(Args args) {
    args.text(0);
    args.document(1);
    args.document(2);
    boolean remove = args.size() > 3 && !args.hasValue(3) && args.has(3);
    return range(args, remove ? BsonNull.VALUE : new BsonString(args.text(3)));
  }

  @ShellMethod(
      usage = "sh.addTagRange(\"shop.orders\", {customerId: 200}, {customerId: 300}, \"EU\")",
      help = "The older name of updateZoneKeyRange.",
      before = "sh.addShardToZone(\"s0\", \"EU\")")
  Object addTagRange(Args args) {
    return updateZoneKeyRange(args);
  }

  @ShellMethod(
      usage = "sh.removeRangeFromZone(\"shop.orders\", {customerId: 200}, {customerId: 300})",
      help = "Takes a range of keys out of its zone.")
  Object removeRangeFromZone(Args args) {
    return range(args, BsonNull.VALUE);
  }

  @ShellMethod(
      usage = "sh.removeTagRange(\"shop.orders\", {customerId: 200}, {customerId: 300})",
      help = "The older name of removeRangeFromZone.")
  Object removeTagRange(Args args) {
    return range(args, BsonNull.VALUE);
  }
}
