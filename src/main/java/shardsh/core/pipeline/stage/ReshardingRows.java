package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The rows of {@code $currentOp} about a resharding operation: one of the coordinator, one of each
 * donor and recipient. Source: the manual's page on $currentOp. The numbers are those of the whole
 * operation in each row. As on a server they have no {@code opid}: they cannot be killed, only
 * aborted.
 */
final class ReshardingRows {
  private final List<BsonDocument> processes;

  /**
   * @param processes those that are asked, as {@link
   *     shardsh.core.pipeline.ForeignCollections#processes} gives them
   */
  ReshardingRows(List<BsonDocument> processes) {
    this.processes = processes;
  }

  /** Where a shard listens; of the config servers nobody is told. */
  static BsonValue hostOf(List<BsonDocument> processes, String shard) {
    for (BsonDocument process : processes) {
      if (!process.containsKey("shard") || process.getString("shard").getValue().equals(shard)) {
        return process.get("host");
      }
    }
    return new BsonString("");
  }

  /**
   * @param operation as {@link shardsh.core.pipeline.ForeignCollections#reshardings} gives it
   */
  List<BsonDocument> of(BsonDocument operation) {
    List<BsonDocument> rows = all(operation);
    if (operation.containsKey("seenBy")) {
      rows.removeIf(row -> !row.get("shard").equals(operation.get("seenBy")));
      rows.forEach(row -> row.remove("shard"));
    }
    return rows;
  }

  private List<BsonDocument> all(BsonDocument operation) {
    List<BsonDocument> rows = new ArrayList<>();
    rows.add(
        row("ReshardingCoordinatorService", "config", operation)
            .append("coordinatorState", operation.get("state")));
    for (BsonValue donor : operation.getArray("donorShards", new BsonArray())) {
      rows.add(role("ReshardingDonorService", "donorState", donor.asDocument(), operation));
    }
    for (BsonValue recipient : operation.getArray("recipientShards", new BsonArray())) {
      rows.add(
          role("ReshardingRecipientService", "recipientState", recipient.asDocument(), operation));
    }
    return rows;
  }

  private BsonDocument role(
      String service, String field, BsonDocument shard, BsonDocument operation) {
    return row(service, shard.getString("id").getValue(), operation)
        .append(field, shard.getDocument("mutableState").get("state"));
  }

  private BsonDocument row(String service, String shard, BsonDocument operation) {
    String id = operation.getBinary("_id").asUuid().toString();
    BsonDocument originating =
        new BsonDocument("reshardCollection", operation.get("ns"))
            .append("key", operation.get("reshardingKey"))
            .append("provenance", operation.get("provenance"));
    BsonDocument row =
        new BsonDocument("shard", new BsonString(shard))
            .append("type", new BsonString("op"))
            .append("host", hostOf(processes, shard))
            .append("desc", new BsonString(service + " " + id))
            .append("active", BsonBoolean.TRUE)
            .append("op", new BsonString("command"))
            .append("ns", operation.get("ns"))
            .append("originatingCommand", originating);
    row.putAll(operation.getDocument("metrics"));
    return row.append("opStatus", new BsonString("running"));
  }
}
