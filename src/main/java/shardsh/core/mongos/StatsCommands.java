package shardsh.core.mongos;

import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.StatsScale;
import shardsh.core.sharding.ShardId;

/** Sizes summed over shards. Source: {@code sharding-facts.md}, section 8.8. */
final class StatsCommands {
  private static final List<String> SUMMED =
      List.of(
          "size",
          "count",
          "numOrphanDocs",
          "storageSize",
          "freeStorageSize",
          "totalIndexSize",
          "totalSize");

  private final Environment environment;
  private final ShardCalls calls;
  private final DdlCommands ddl;

  StatsCommands(Environment environment, ShardCalls calls, DdlCommands ddl) {
    this.environment = environment;
    this.calls = calls;
    this.ddl = ddl;
  }

  void addTo(Map<String, RouterCommand> commands) {
    commands.put("collStats", this::collStats);
    commands.put("dbStats", (db, command) -> dbStats(db, command));
    commands.put("dataSize", (db, command) -> dataSize(command));
    commands.put("serverStatus", (db, command) -> serverStatus());
  }

  private BsonDocument collStats(String db, BsonDocument command) {
    Namespace ns = RequestFields.namespace(db, command, "collStats");
    return calls.retrying(
        ns,
        routing -> {
          if (!routing.databaseExists()) {
            throw new CommandException(
                ErrorCode.NAMESPACE_NOT_FOUND, "Database " + db + " not found");
          }
          List<ShardId> shards =
              routing
                  .table()
                  .map(table -> table.owners())
                  .orElseGet(() -> List.of(routing.primary().orElseThrow()));
          List<BsonDocument> replies = calls.scatter(routing, shards, shard -> command);
          return summed(routing, shards, replies);
        });
  }

  private static BsonDocument summed(
      Routing routing, List<ShardId> shards, List<BsonDocument> replies) {
    BsonDocument reply = new BsonDocument("sharded", BsonBoolean.valueOf(routing.isSharded()));
    if (!routing.isSharded()) {
      reply.append("primary", new BsonString(shards.get(0).name()));
    }
    reply
        .append("capped", replies.get(0).getBoolean("capped", BsonBoolean.FALSE))
        .append("ns", new BsonString(routing.ns().toString()));
    for (String field : SUMMED) {
      if (!replies.get(0).containsKey(field)) {
        continue;
      }
      long total = 0;
      for (BsonDocument shard : replies) {
        total += shard.getNumber(field).longValue();
      }
      reply.append(field, Docs.number(total));
    }
    long count = reply.getNumber("count").longValue();
    long scale = replies.get(0).getNumber("scaleFactor").longValue();
    double size = reply.getNumber("size").doubleValue() * scale;
    reply.append("avgObjSize", new BsonDouble(count == 0 ? 0 : size / count));
    reply.append("scaleFactor", Docs.number(scale));
    reply.append("nindexes", replies.get(0).get("nindexes"));
    reply.append("indexSizes", indexSizes(replies));
    routing.table().ifPresent(table -> reply.append("nchunks", new BsonInt32(table.size())));
    BsonDocument byShard = new BsonDocument();
    for (int i = 0; i < shards.size(); i++) {
      byShard.append(shards.get(i).name(), replies.get(i));
    }
    return Replies.ok(reply.append("shards", byShard));
  }

  private static BsonDocument indexSizes(List<BsonDocument> replies) {
    BsonDocument sizes = new BsonDocument();
    for (BsonDocument shard : replies) {
      for (Map.Entry<String, BsonValue> index : shard.getDocument("indexSizes").entrySet()) {
        long before =
            sizes.containsKey(index.getKey()) ? sizes.getNumber(index.getKey()).longValue() : 0;
        sizes.append(index.getKey(), Docs.number(before + index.getValue().asNumber().longValue()));
      }
    }
    return sizes;
  }

  private BsonDocument dbStats(String db, BsonDocument command) {
    long scale = StatsScale.of(command);
    BsonDocument raw = new BsonDocument();
    BsonDocument sums = new BsonDocument();
    double objects = 0;
    double bytes = 0;
    for (ShardId shard : ddl.allShards()) {
      BsonDocument reply = calls.unversioned(shard, db, command);
      raw.append(calls.connectionString(shard), reply);
      for (Map.Entry<String, BsonValue> field : reply.entrySet()) {
        if (field.getValue().isNumber() && !field.getKey().equals("ok")) {
          double before =
              sums.containsKey(field.getKey()) ? sums.getNumber(field.getKey()).doubleValue() : 0;
          double after = before + field.getValue().asNumber().doubleValue();
          sums.append(
              field.getKey(),
              field.getValue().isDouble() ? new BsonDouble(after) : Docs.number((long) after));
        }
      }
      objects += reply.getNumber("objects").doubleValue();
      bytes += reply.getNumber("dataSize").doubleValue() * scale;
    }
    sums.append("avgObjSize", new BsonDouble(objects == 0 ? 0 : bytes / objects));
    sums.append("scaleFactor", Docs.number(scale));
    BsonDocument reply = new BsonDocument("raw", raw).append("db", new BsonString(db));
    reply.putAll(sums);
    return Replies.ok(reply);
  }

  private BsonDocument dataSize(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("dataSize").getValue());
    return calls.retrying(
        ns,
        routing -> {
          if (!routing.databaseExists()) {
            return Replies.ok(
                new BsonDocument("size", Docs.number(0)).append("numObjects", Docs.number(0)));
          }
          List<ShardId> shards =
              routing
                  .table()
                  .map(table -> table.owners())
                  .orElseGet(() -> List.of(routing.primary().orElseThrow()));
          long size = 0;
          long objects = 0;
          for (BsonDocument reply : calls.scatter(routing, shards, shard -> command)) {
            size += reply.getNumber("size").longValue();
            objects += reply.getNumber("numObjects").longValue();
          }
          return Replies.ok(
              new BsonDocument("size", Docs.number(size))
                  .append("numObjects", Docs.number(objects))
                  .append("millis", Docs.number(0)));
        });
  }

  private BsonDocument serverStatus() {
    return Replies.ok(
        new BsonDocument("host", new BsonString(calls.router().name()))
            .append("version", new BsonString(environment.profile().serverVersion()))
            .append("process", new BsonString("mongos"))
            .append("uptime", new BsonDouble(environment.clock().elapsedMillis() / 1000.0))
            .append("localTime", new BsonDateTime(environment.clock().nowMillis()))
            .append(
                "connections",
                new BsonDocument("current", new BsonInt32(1))
                    .append("available", new BsonInt32(1))));
  }
}
