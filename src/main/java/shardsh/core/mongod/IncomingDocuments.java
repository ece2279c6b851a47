package shardsh.core.mongod;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonSize;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.rpc.Environment;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.WeightSegment;

/**
 * Fetches the documents of an incoming range from its donor, then what was written to it meanwhile,
 * and stores them. Source: {@code sharding-facts.md}, section 12.2.
 */
final class IncomingDocuments {
  private static final ErrorCode CLASH_OF_CLONED = ErrorCode.location(16976);
  private static final ErrorCode CLASH_OF_RELOADED = ErrorCode.location(16977);

  private final ShardServer server;
  private final Environment environment;

  IncomingDocuments(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  private BsonDocument ask(String command, IncomingRange range) {
    return environment
        .network()
        .require(
            server.id(),
            range.from().node(),
            "admin",
            new BsonDocument(command, new BsonString(range.ns().toString())));
  }

  /**
   * Takes over all documents of the range; gives how many they are.
   *
   * @throws CommandException 16976 when one has the {@code _id} of a document outside of the range
   */
  IncomingRange.Counts cloneAll(IncomingRange current) {
    BsonDocument batch = ask("_migrateClone", current);
    CollectionStore store = server.data().storeOrCreate(current.ns());
    long documents = 0;
    long bytes = 0;
    for (BsonValue document : batch.getArray("objects")) {
      environment.operation().checkForInterrupt();
      environment.report("documents cloned", documents, batch.getArray("objects").size());
      put(current, store, document.asDocument(), "cloned", CLASH_OF_CLONED);
      documents++;
      bytes += BsonSize.of(document.asDocument());
    }
    List<WeightSegment> weights = WeightDocuments.parse(batch.getArray("weights"));
    store.weights().addAll(weights);
    for (WeightSegment weight : weights) {
      documents += weight.documents().rounded();
      bytes += weight.bytes().rounded();
    }
    return new IncomingRange.Counts(documents, bytes, 0, 0);
  }

  /**
   * Stores a document that the donor sent.
   *
   * @throws CommandException when a document outside of the range has the same {@code _id}: one
   *     that this shard owns, or an orphan
   */
  private static void put(
      IncomingRange current,
      CollectionStore store,
      BsonDocument document,
      String how,
      ErrorCode code) {
    long present = store.recordWithId(document.get("_id"));
    if (present < 0) {
      store.insert(document);
      return;
    }
    BsonDocument local = store.document(present).orElseThrow();
    if (!current.holds(local)) {
      throw new CommandException(
          code,
          "cannot migrate chunk, local document "
              + ServerText.of(local)
              + " has same _id as "
              + how
              + " remote document "
              + ServerText.of(document));
    }
    store.replace(present, document);
  }

  /**
   * Takes over what the donor noted; gives the number of documents.
   *
   * @throws CommandException 16977 when one has the {@code _id} of a document outside of the range
   */
  long applyModifications(IncomingRange current) {
    BsonDocument changes = ask("_transferMods", current);
    CollectionStore store = server.data().storeOrCreate(current.ns());
    BsonArray deleted = changes.getArray("deleted", new BsonArray());
    BsonArray reload = changes.getArray("reload", new BsonArray());
    for (BsonValue id : deleted) {
      long present = store.recordWithId(id);
      if (present >= 0 && current.holds(store.document(present).orElseThrow())) {
        store.remove(present);
      }
    }
    for (BsonValue document : reload) {
      put(current, store, document.asDocument(), "reloaded", CLASH_OF_RELOADED);
    }
    if (Docs.truthy(changes, "weightsChanged")) {
      store.weights().remove(current.range().min(), current.range().max());
      store.weights().addAll(WeightDocuments.parse(changes.getArray("weights")));
    }
    return deleted.size() + reload.size();
  }
}
