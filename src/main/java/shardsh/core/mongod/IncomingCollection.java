package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexSpec;
import shardsh.core.storage.OrderedIndex;

/**
 * Makes a collection of this shard ready to receive a range: it is like the donor's, and nothing
 * lies in the range. Source: {@code sharding-facts.md}, section 12.2.
 */
final class IncomingCollection {
  private final ShardServer server;
  private final Environment environment;

  IncomingCollection(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  /**
   * Creates the collection and its indexes as the donor has them.
   *
   * @throws CommandException CANNOT_CREATE_INDEX when one is missing and there are documents
   */
  void createLikeDonor(MigrationOrder order) {
    BsonDocument info =
        environment
            .network()
            .require(
                server.id(),
                order.what().donor().node(),
                "admin",
                new BsonDocument("_shardsvrCollectionInfo", Docs.text(order.ns().toString())));
    CollectionStore store =
        server
            .data()
            .requireSame(order.ns(), info.getBinary("uuid"), info.getDocument("options"))
            .store();
    BsonArray indexes = info.getArray("indexes");
    List<String> others = others(store, indexes);
    if (!others.isEmpty() && ownsNothing(order.ns())) {
      others.forEach(store::dropIndex);
    }
    List<BsonDocument> missing = new ArrayList<>();
    for (BsonValue index : indexes) {
      if (store.indexes().named(index.asDocument().getString("name").getValue()).isEmpty()) {
        missing.add(index.asDocument());
      }
    }
    if (!missing.isEmpty() && store.count() > 0) {
      throw new CommandException(
          ErrorCode.CANNOT_CREATE_INDEX,
          "aborting migration, shard is missing "
              + missing.size()
              + " indexes and collection is not empty. Non-trivial index creations should be"
              + " scheduled manually");
    }
    missing.forEach(index -> store.createIndex(IndexSpec.parse(index)));
  }

  private boolean ownsNothing(Namespace ns) {
    if (!server.sharding().knows(ns)) {
      server.sharding().refresh(ns);
    }
    return server
        .sharding()
        .table(ns)
        .filter(table -> table.chunkCount(server.shardId()) > 0)
        .isEmpty();
  }

  /** Indexes that were dropped elsewhere, perhaps while this shard owned nothing. */
  private static List<String> others(CollectionStore store, BsonArray indexes) {
    List<String> others = new ArrayList<>();
    for (OrderedIndex index : store.indexes().all()) {
      BsonString name = new BsonString(index.name());
      boolean known = indexes.stream().anyMatch(spec -> spec.asDocument().get("name").equals(name));
      if (!known && !index.spec().isIdIndex()) {
        others.add(index.name());
      }
    }
    return others;
  }

  /**
   * A range that still waits for its deletion here cannot be received before that.
   *
   * @throws CommandException ORPHANED_RANGE_CLEAN_UP_FAILED when an earlier migration is not
   *     settled
   */
  void waitForOverlappingDeletion(Namespace ns, ChunkRange range) {
    Optional<RangeDeleter.Waiting> waiting = server.rangeDeleter().overlapping(ns, range);
    while (waiting.isPresent()) {
      if (waiting.get().pending()) {
        throw new CommandException(
            ErrorCode.ORPHANED_RANGE_CLEAN_UP_FAILED,
            "Migration blocked until "
                + waiting.get().donor()
                + " tells what became of an earlier migration of the range "
                + waiting.get().key().text(waiting.get().range()));
      }
      environment.waitUntil(waiting.get().dueMillis());
      Optional<RangeDeleter.Waiting> still = server.rangeDeleter().overlapping(ns, range);
      if (still.isPresent() && still.get().id().equals(waiting.get().id())) {
        server.rangeDeleter().deleteAwaited(still.get());
        still = server.rangeDeleter().overlapping(ns, range);
      }
      waiting = still;
    }
  }
}
