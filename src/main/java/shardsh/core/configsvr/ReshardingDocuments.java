package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.ShardId;

/**
 * The rows of config.reshardingOperations: those that run. Fields that tell the progress are those
 * of {@code $currentOp}; while documents are copied, the number copied grows with time.
 */
final class ReshardingDocuments {
  private final CatalogState state;

  ReshardingDocuments(CatalogState state) {
    this.state = state;
  }

  List<BsonDocument> all() {
    List<BsonDocument> rows = new ArrayList<>();
    for (Resharding one : state.resharding().values()) {
      if (!one.isOver()) {
        rows.add(row(one));
      }
    }
    return rows;
  }

  private BsonDocument row(Resharding one) {
    Resharding.Plan plan = one.plan();
    BsonDocument row =
        new BsonDocument("_id", plan.id())
            .append("ns", new BsonString(plan.ns().toString()))
            .append("tempReshardingNss", new BsonString(plan.temporary().toString()))
            .append("reshardingUUID", plan.target().uuid())
            .append("reshardingKey", plan.target().shardKey().toDocument())
            .append("provenance", new BsonString(plan.provenance().command()))
            .append("state", new BsonString(one.state().text()))
            .append("startTime", new BsonDateTime(one.startMillis()))
            .append("donorShards", shards(plan.donors(), donorState(one.state())))
            .append("recipientShards", shards(plan.recipients(), recipientState(one.state())))
            .append("metrics", metrics(one));
    one.failure().ifPresent(why -> row.append("abortReason", new BsonString(why.message())));
    return row;
  }

  private static BsonArray shards(List<ShardId> shards, String state) {
    BsonArray rows = new BsonArray();
    for (ShardId shard : shards) {
      rows.add(
          new BsonDocument("id", new BsonString(shard.name()))
              .append("mutableState", new BsonDocument("state", new BsonString(state))));
    }
    return rows;
  }

  private static String donorState(ReshardingState state) {
    return switch (state) {
      case INITIALIZING -> "unused";
      case PREPARING_TO_DONATE -> "preparing-to-donate";
      case CLONING -> "donating-initial-data";
      case APPLYING -> "donating-oplog-entries";
      case BLOCKING_WRITES, COMMITTING -> "blocking-writes";
      case DONE -> "done";
      case ABORTING, ABORTED -> "error";
    };
  }

  private static String recipientState(ReshardingState state) {
    return switch (state) {
      case INITIALIZING -> "unused";
      case PREPARING_TO_DONATE -> "awaiting-fetch-timestamp";
      case CLONING -> "cloning";
      case APPLYING -> "applying";
      case BLOCKING_WRITES, COMMITTING -> "strict-consistency";
      case DONE -> "done";
      case ABORTING, ABORTED -> "error";
    };
  }

  private BsonDocument metrics(Resharding one) {
    long now = state.environment().clock().nowMillis();
    double part = one.copiedPart(now);
    Resharding.Progress progress = one.progress();
    long end = Math.max(one.dueMillis(), one.plan().earliestMillis());
    return new BsonDocument("totalOperationTimeElapsedSecs", seconds(now - one.startMillis()))
        .append("remainingOperationTimeEstimatedSecs", seconds(Math.max(0, end - now)))
        .append("approxDocumentsToCopy", new BsonInt64(progress.documents()))
        .append("documentsCopied", new BsonInt64((long) (progress.documents() * part)))
        .append("approxBytesToCopy", new BsonInt64(progress.bytes()))
        .append("bytesCopied", new BsonInt64((long) (progress.bytes() * part)))
        .append("oplogEntriesFetched", new BsonInt64(progress.changes()))
        .append("oplogEntriesApplied", new BsonInt64(progress.changes()));
  }

  private static BsonInt64 seconds(long millis) {
    return new BsonInt64(millis / 1000);
  }
}
