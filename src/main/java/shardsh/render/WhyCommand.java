package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.keys.KeyPattern;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.trace.CallEvent;

/** Why an administrative command failed or had nothing to do, from what the cluster has now. */
final class WhyCommand {
  private final Scene scene;
  private final BsonDocument body;
  private final String name;

  WhyCommand(Scene scene, CallEvent.RequestSent command) {
    this.scene = scene;
    this.body = command.body();
    this.name = command.command();
  }

  /** Why a move that succeeded moved nothing; empty for any other command. */
  Optional<String> nothingMoved() {
    if (!name.equals("moveChunk") && !name.equals("moveRange")) {
      return Optional.empty();
    }
    String shard = text(name.equals("moveChunk") ? "to" : "toShard");
    String what =
        chunk()
            .filter(chunk -> chunk.shard().name().equals(shard))
            .map(chunk -> "The chunk " + KeyText.of(chunk.range()))
            .orElse("What was to be moved");
    return Optional.of(
        what
            + " is on "
            + shard
            + " already: nothing to move. A move to the owner is no error; versions and tables stay"
            + " as they are.");
  }

  /** The rule behind an error of that code; empty when the message says all that is known. */
  Optional<String> rule(int code) {
    if (code == ErrorCode.SHARD_NOT_FOUND.code()) {
      return Optional.of(unknownShard());
    }
    if (code == ErrorCode.ZONE_NOT_FOUND.code()) {
      return Optional.of(unknownZone());
    }
    if (code == ErrorCode.NAMESPACE_NOT_SHARDED.code()) {
      return Optional.of(notSharded());
    }
    return code == ErrorCode.ALREADY_INITIALIZED.code() && name.equals("shardCollection")
        ? collection().map(WhyCommand::shardedAlready)
        : Optional.empty();
  }

  private String unknownShard() {
    List<String> known = new ArrayList<>();
    List<String> draining = new ArrayList<>();
    for (ShardView shard : scene.now().shards()) {
      if (shard.inCatalog()) {
        (shard.draining() ? draining : known).add(shard.id().name());
      }
    }
    return "A shard is named by its _id in config.shards, which has "
        + (known.isEmpty() ? "none" : String.join(", ", known))
        + (draining.isEmpty()
            ? ""
            : "; " + String.join(", ", draining) + " is being removed and takes no more chunks")
        + ". Nothing was changed.";
  }

  private String unknownZone() {
    List<String> zones = new ArrayList<>();
    for (ShardView shard : scene.now().shards()) {
      for (String zone : shard.zones()) {
        zones.add(zone + " (" + shard.id() + ")");
      }
    }
    return "A zone exists when a shard is in it: sh.addShardToZone comes first, then its ranges."
        + " Zones now: "
        + (zones.isEmpty() ? "none" : String.join(", ", zones))
        + ".";
  }

  private String notSharded() {
    List<String> names = new ArrayList<>();
    for (CollectionView view : scene.now().collections()) {
      if (!view.ns().isInternal()) {
        names.add(view.ns().toString());
      }
    }
    return "Only a sharded collection has chunks to cut, move or put into zones. Sharded now: "
        + (names.isEmpty() ? "none" : String.join(", ", names))
        + ".";
  }

  private static String shardedAlready(CollectionView view) {
    return view.ns()
        + " has the shard key "
        + KeyText.of(view.shardKey())
        + (view.unique() ? ", unique," : "")
        + " and "
        + Amounts.count(view.chunks().size(), "chunk")
        + ". A collection has one shard key: to shard it again with the same key does nothing,"
        + " another key is refused. refineCollectionShardKey adds fields at its end (4.4 and"
        + " later), reshardCollection gives it another (5.0 and later).";
  }

  private String text(String field) {
    return body.isString(field) ? body.getString(field).getValue() : "";
  }

  private Optional<CollectionView> collection() {
    String ns = body.isEmpty() ? "" : text(body.getFirstKey());
    int dot = ns.indexOf('.');
    return dot <= 0 || dot == ns.length() - 1
        ? Optional.empty()
        : scene.now().collection(Namespace.parse(ns));
  }

  private Optional<ChunkView> chunk() {
    return collection()
        .flatMap(
            view ->
                key(view.shardKey())
                    .flatMap(
                        key ->
                            view.chunks().stream()
                                .filter(chunk -> chunk.range().contains(key))
                                .findFirst()));
  }

  /** A key of the chunk that the command names. */
  private Optional<IndexKey> key(KeyPattern pattern) {
    boolean byFilter = body.isDocument("find");
    BsonDocument given = byFilter ? body.getDocument("find") : lowerBound();
    List<BsonValue> values = new ArrayList<>();
    for (KeyPattern.Field field : pattern.fields()) {
      BsonValue value = given.get(field.path().text());
      if (value == null) {
        return Optional.empty();
      }
      values.add(byFilter && field.hashed() ? KeyHash.REAL.of(value) : value);
    }
    return Optional.of(IndexKey.of(values));
  }

  private BsonDocument lowerBound() {
    if (body.isDocument("min")) {
      return body.getDocument("min");
    }
    return body.isArray("bounds")
            && !body.getArray("bounds").isEmpty()
            && body.getArray("bounds").get(0).isDocument()
        ? body.getArray("bounds").get(0).asDocument()
        : new BsonDocument();
  }
}
