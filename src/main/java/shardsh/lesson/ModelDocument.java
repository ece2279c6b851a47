package shardsh.lesson;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyGenerator;
import shardsh.core.keys.KeyHash;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;

/**
 * The data behind {@code c}, the model that predicates see: {@code lesson-format.md}, section 4.
 * Sizes are in MB with one decimal, versions are texts, bounds are documents by field name.
 */
public final class ModelDocument {
  private static final double MEBIBYTE = 1024.0 * 1024.0;

  private static final List<String> LARGE = List.of("route", "result", "output", "cost");

  private ModelDocument() {}

  /**
   * One part of the model, null where there is none: {@code coll}, {@code unsharded}, {@code
   * shard}, {@code router}, {@code refreshes} and {@code sent} of a name, {@code command} of a
   * number, and its {@code route}, {@code result}, {@code output} and {@code cost}, {@code shards}
   * and {@code routers} (their names), {@code settings}, {@code nothing}, {@code step} and {@code
   * lesson} as {@code {first, count, cost, predictions, answers}}.
   */
  public static BsonValue part(Evidence evidence, String name, String of) {
    return switch (name) {
      case "refreshes" -> number(evidence.countOf("refresh", "to", of));
      case "sent" -> number(evidence.countOf("send", "from", of));
      case "settings" -> evidence.settings();
      case "nothing" -> nothing();
      case "step" -> scope(evidence.step());
      case "lesson" -> scope(evidence.lesson());
      case "command" -> small(evidence.lesson().command(Long.parseLong(of)));
      case "route", "result", "output", "cost" ->
          evidence.lesson().command(Long.parseLong(of)).get(name);
      default -> ofCluster(evidence.snapshot(), name, of);
    };
  }

  private static BsonValue ofCluster(ClusterSnapshot snapshot, String name, String of) {
    return switch (name) {
      case "coll" -> collection(snapshot, of);
      case "unsharded" -> unsharded(snapshot, of);
      case "shards" -> texts(snapshot.shards().stream().map(view -> view.id().name()).toList());
      case "shard" -> shard(snapshot, of);
      case "routers" -> texts(snapshot.routers().stream().map(view -> view.id().name()).toList());
      case "router" -> router(snapshot, of);
      default -> throw new IllegalArgumentException("the model has no part " + name);
    };
  }

  /** A command without what is asked for by itself. */
  private static BsonDocument small(BsonDocument command) {
    BsonDocument small = new BsonDocument();
    command.forEach(
        (name, value) -> {
          if (!LARGE.contains(name)) {
            small.append(name, value);
          }
        });
    return small;
  }

  private static BsonValue collection(ClusterSnapshot snapshot, String ns) {
    for (CollectionView view : snapshot.collections()) {
      if (view.ns().toString().equals(ns)) {
        return collection(view);
      }
    }
    return BsonNull.VALUE;
  }

  private static BsonValue unsharded(ClusterSnapshot snapshot, String ns) {
    return snapshot.databases().stream()
        .flatMap(database -> database.unsharded().stream())
        .filter(view -> view.ns().toString().equals(ns))
        .findFirst()
        .map(view -> megabytes(view.bytes()))
        .orElse(new BsonInt32(0));
  }

  private static BsonValue shard(ClusterSnapshot snapshot, String id) {
    for (ShardView view : snapshot.shards()) {
      if (view.id().name().equals(id)) {
        return shard(view, snapshot);
      }
    }
    return BsonNull.VALUE;
  }

  private static BsonValue router(ClusterSnapshot snapshot, String id) {
    for (ClusterSnapshot.RouterView view : snapshot.routers()) {
      if (view.id().name().equals(id)) {
        return router(view, snapshot);
      }
    }
    return BsonNull.VALUE;
  }

  /** Before the first command: every field is there, so that predicates need not ask. */
  private static BsonDocument nothing() {
    return new BsonDocument("op", BsonNull.VALUE)
        .append("ns", BsonNull.VALUE)
        .append("on", BsonNull.VALUE)
        .append("filter", BsonNull.VALUE)
        .append("pipeline", BsonNull.VALUE)
        .append("allowDiskUse", BsonNull.VALUE)
        .append("route", noRoute())
        .append("result", BsonNull.VALUE)
        .append("error", BsonNull.VALUE)
        .append("output", new BsonString(""))
        .append("cost", new BsonDocument());
  }

  /** The route of a command that was not routed. */
  public static BsonDocument noRoute() {
    return new BsonDocument("targeting", BsonNull.VALUE)
        .append("path", BsonNull.VALUE)
        .append("shards", new BsonArray())
        .append("bounds", new BsonArray())
        .append("attempts", new BsonArray())
        .append("refreshed", BsonNull.VALUE)
        .append("merge", new BsonString("none"))
        .append("split", BsonBoolean.FALSE)
        .append("shipped", new BsonInt32(0))
        .append("kept", new BsonInt32(0));
  }

  private static BsonDocument scope(Evidence.Scope scope) {
    return new BsonDocument("first", number(scope.firstCommand()))
        .append("count", new BsonInt32(scope.commands().size()))
        .append("cost", scope.cost())
        .append("predictions", byId(scope.predictions()))
        .append("answers", byId(scope.answers()));
  }

  private static BsonDocument byId(Map<String, BsonDocument> answers) {
    BsonDocument document = new BsonDocument();
    answers.forEach(document::append);
    return document;
  }

  private static BsonDocument collection(CollectionView view) {
    BsonArray chunks = new BsonArray();
    for (ChunkView chunk : view.chunks()) {
      chunks.add(
          new BsonDocument("min", view.shardKey().named(chunk.range().min()))
              .append("max", view.shardKey().named(chunk.range().max()))
              .append("shard", new BsonString(chunk.shard().name()))
              .append("version", version(chunk.version()))
              .append("major", new BsonInt32(chunk.version().major()))
              .append("minor", new BsonInt32(chunk.version().minor()))
              .append("sizeMB", megabytes(chunk.bytes()))
              .append("docs", number(chunk.documents()))
              .append("jumbo", BsonBoolean.valueOf(chunk.jumbo())));
    }
    BsonDocument versions = new BsonDocument();
    view.shardVersions()
        .forEach(row -> versions.append(row.shard().name(), version(row.version())));
    return new BsonDocument("key", view.shardKey().toDocument())
        .append("version", version(view.version()))
        .append("epoch", new BsonObjectId(view.version().generation().epoch()))
        .append("timestamp", view.version().generation().timestamp())
        .append("unique", BsonBoolean.valueOf(view.unique()))
        .append("sizeMB", megabytes(view.bytes()))
        .append("chunks", chunks)
        .append("shardVersions", versions);
  }

  private static BsonDocument shard(ShardView view, ClusterSnapshot snapshot) {
    BsonDocument colls = new BsonDocument();
    for (ClusterSnapshot.ShardCollectionView coll : view.collections()) {
      colls.append(
          coll.ns().toString(),
          new BsonDocument("sizeMB", megabytes(coll.bytes()))
              .append("count", number(coll.documents() + coll.declaredDocuments()))
              .append("owned", number(coll.ownedDocuments()))
              .append("orphans", number(coll.allOrphans()))
              .append(
                  "filtering",
                  coll.filteringVersion()
                      .<BsonValue>map(ModelDocument::version)
                      .orElse(BsonNull.VALUE)));
    }
    BsonArray deletions = new BsonArray();
    for (ClusterSnapshot.RangeDeletionView task : view.rangeDeletions()) {
      Optional<KeyPattern> key = snapshot.collection(task.ns()).map(CollectionView::shardKey);
      deletions.add(
          new BsonDocument("ns", new BsonString(task.ns().toString()))
              .append("min", bound(key, task.range().min()))
              .append("max", bound(key, task.range().max()))
              .append("whenToClean", new BsonString(task.whenToClean()))
              .append("orphans", number(task.orphans()))
              .append("pending", BsonBoolean.valueOf(task.pending()))
              .append("due", new BsonDateTime(task.dueMillis())));
    }
    return new BsonDocument("isDraining", BsonBoolean.valueOf(view.draining()))
        .append("isAdded", BsonBoolean.valueOf(view.inCatalog()))
        .append("zones", texts(view.zones()))
        .append("reads", number(view.reads()))
        .append("writes", number(view.writes()))
        .append("members", members(view.node()))
        .append("rangeDeletions", deletions)
        .append("colls", colls);
  }

  /** The members of the set; none before it is initiated. */
  private static BsonArray members(ClusterSnapshot.NodeView node) {
    BsonArray members = new BsonArray();
    if (node.initiated()) {
      for (ClusterSnapshot.MemberView member : node.members()) {
        members.add(
            new BsonDocument("name", new BsonString(member.name()))
                .append("state", new BsonString(member.state())));
      }
    }
    return members;
  }

  private static BsonValue bound(Optional<KeyPattern> key, IndexKey bound) {
    return key.isPresent() && key.get().size() == bound.size()
        ? key.get().named(bound)
        : new BsonArray(bound.values());
  }

  private static BsonDocument router(ClusterSnapshot.RouterView view, ClusterSnapshot snapshot) {
    BsonDocument caches = new BsonDocument();
    for (ClusterSnapshot.CacheView cache : view.caches()) {
      Optional<KeyPattern> key = snapshot.collection(cache.ns()).map(CollectionView::shardKey);
      BsonArray rows = new BsonArray();
      for (ClusterSnapshot.CacheRow row : cache.rows()) {
        rows.add(
            new BsonDocument("min", bound(key, row.range().min()))
                .append("max", bound(key, row.range().max()))
                .append("shard", new BsonString(row.shard().name()))
                .append("version", version(row.version()))
                .append("mark", new BsonString(row.mark())));
      }
      caches.append(
          cache.ns().toString(),
          new BsonDocument("version", version(cache.version())).append("rows", rows));
    }
    return new BsonDocument("caches", caches);
  }

  private static BsonArray texts(List<String> list) {
    return new BsonArray(list.stream().map(BsonString::new).toList());
  }

  private static BsonString version(ChunkVersion version) {
    return new BsonString(version.toString());
  }

  static BsonValue megabytes(long bytes) {
    double rounded = Math.round(bytes / MEBIBYTE * 10) / 10.0;
    return rounded == (int) rounded ? new BsonInt32((int) rounded) : new BsonDouble(rounded);
  }

  private static BsonValue number(long value) {
    return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
  }

  /** The place of the chunk that holds a key of a collection; -1 if there is none. */
  public static int chunkAt(
      ClusterSnapshot snapshot, String ns, BsonDocument key, boolean toyHash) {
    Optional<CollectionView> view = snapshot.collection(Namespace.parse(ns));
    if (view.isEmpty()) {
      return -1;
    }
    IndexKey wanted = keyOf(view.get().shardKey(), key, toyHash);
    List<ChunkView> chunks = view.get().chunks();
    for (int i = 0; i < chunks.size(); i++) {
      if (chunks.get(i).range().contains(wanted)) {
        return i;
      }
    }
    return -1;
  }

  private static IndexKey keyOf(KeyPattern pattern, BsonDocument key, boolean toyHash) {
    KeyHash hash = toyHash ? KeyHash.TOY : KeyHash.REAL;
    List<IndexKey> keys = new KeyGenerator(pattern, false, hash::of).keys(key).keys();
    return keys.get(0);
  }
}
