package shardsh.core.mongos;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.Docs;
import shardsh.core.sharding.ShardId;

/**
 * What several shards explained, under one stage of the router. Source: {@code sharding-facts.md},
 * section 17. From 5.0 on {@code explainVersion} stands at the top of what a shard says; the router
 * has none of its own and puts each shard's first into that shard's row, as the newest routers do.
 *
 * @param stage e.g. {@code SHARD_MERGE}
 * @param shards in the order of the replies
 * @param calls knows where the shards listen
 */
record Explained(String stage, List<ShardId> shards, List<BsonDocument> replies, ShardCalls calls) {

  /** {@code queryPlanner} and, if the shards have it, {@code executionStats}. */
  BsonDocument sections() {
    BsonArray planned = new BsonArray();
    for (int i = 0; i < replies.size(); i++) {
      planned.add(shardPlan(shards.get(i), replies.get(i)));
    }
    BsonDocument sections =
        new BsonDocument(
            "queryPlanner",
            new BsonDocument("mongosPlannerVersion", new BsonInt32(1))
                .append(
                    "winningPlan",
                    new BsonDocument("stage", new BsonString(stage)).append("shards", planned)));
    return replies.get(0).containsKey("executionStats")
        ? sections.append("executionStats", executionStats())
        : sections;
  }

  Optional<BsonValue> shapeHash() {
    return Optional.ofNullable(replies.get(0).get("queryShapeHash"));
  }

  private BsonDocument shardPlan(ShardId shard, BsonDocument reply) {
    BsonDocument row = new BsonDocument();
    if (reply.containsKey("explainVersion")) {
      row.append("explainVersion", reply.get("explainVersion"));
    }
    row.append("shardName", new BsonString(shard.name()))
        .append("connectionString", new BsonString(calls.connectionString(shard)))
        .append("serverInfo", reply.get("serverInfo"));
    row.putAll(reply.getDocument("queryPlanner"));
    return row;
  }

  private BsonDocument executionStats() {
    long returned = 0;
    long keys = 0;
    long docs = 0;
    long childMillis = 0;
    long slowest = 0;
    BsonArray rows = new BsonArray();
    BsonArray allPlans = new BsonArray();
    for (int i = 0; i < replies.size(); i++) {
      BsonDocument stats = replies.get(i).getDocument("executionStats");
      BsonString shard = new BsonString(shards.get(i).name());
      returned += stats.getNumber("nReturned").longValue();
      keys += stats.getNumber("totalKeysExamined").longValue();
      docs += stats.getNumber("totalDocsExamined").longValue();
      long millis = stats.getNumber("executionTimeMillis").longValue();
      childMillis += millis;
      slowest = Math.max(slowest, millis);
      BsonDocument row = new BsonDocument("shardName", shard);
      row.putAll(stats);
      row.remove("allPlansExecution");
      rows.add(row);
      if (stats.containsKey("allPlansExecution")) {
        allPlans.add(
            new BsonDocument("shardName", shard)
                .append("allPlans", stats.get("allPlansExecution")));
      }
    }
    BsonDocument top =
        new BsonDocument("nReturned", number(returned))
            .append("executionTimeMillis", number(slowest))
            .append("totalKeysExamined", number(keys))
            .append("totalDocsExamined", number(docs));
    BsonDocument stages = new BsonDocument("stage", new BsonString(stage));
    stages.putAll(top);
    stages.append("totalChildMillis", Docs.int64(childMillis)).append("shards", rows);
    top.append("executionStages", stages);
    return allPlans.isEmpty() ? top : top.append("allPlansExecution", allPlans);
  }

  private static BsonValue number(long value) {
    return value == (int) value ? new BsonInt32((int) value) : Docs.int64(value);
  }
}
