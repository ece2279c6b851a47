package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.keys.IndexKey;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;

/** Checks of versions: of a collection, of shards, of routers' tables, of chunks. */
final class VersionExaminer {
  /** Of more differences one is named: all of them would be the answer of the step. */
  private static final int NAMED_MAX = 3;

  private final ClusterSnapshot snapshot;

  VersionExaminer(ClusterSnapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** What is wanted beside what there is; only what differs. */
  private static final class Difference {
    private final BsonDocument wanted = new BsonDocument();
    private final BsonDocument have = new BsonDocument();
    private final List<Phrase> wantedWords = new ArrayList<>();
    private final List<Phrase> haveWords = new ArrayList<>();

    void add(String name, Side want, Side found) {
      if (!want.value().equals(found.value())) {
        wanted.append(name, new BsonString(want.value()));
        have.append(name, new BsonString(found.value()));
        wantedWords.add(want.words());
        haveWords.add(found.words());
      }
    }

    Finding finding() {
      if (wanted.isEmpty()) {
        return Finding.passed();
      }
      int named = wanted.size() > NAMED_MAX ? 1 : wanted.size();
      return Finding.failed(wanted, have)
          .differing(
              Phrase.join(wantedWords.subList(0, named)), Phrase.join(haveWords.subList(0, named)))
          .besides(wanted.size() - named);
    }
  }

  private record Side(String value, Phrase words) {}

  Finding examine(Check.Versions check) {
    Optional<CollectionView> found = snapshot.collection(check.ns());
    if (found.isEmpty()) {
      return Finding.failed(check.ns() + " is not sharded", check.ns() + " 未分片");
    }
    CollectionView view = found.get();
    Difference difference = new Difference();
    check
        .collection()
        .ifPresent(
            version ->
                difference.add(
                    "collection", collection(version), collection(view.version().toString())));
    check
        .shards()
        .forEach(
            (shard, version) ->
                difference.add(shard, shard(shard, version), shard(shard, ofShard(view, shard))));
    check
        .cache()
        .forEach(
            (router, version) ->
                difference.add(
                    router, router(router, version), router(router, ofCache(check, router))));
    for (Check.ChunkAt at : check.chunk()) {
      compare(at, chunkAt(view, at.at()), difference);
    }
    return difference.finding();
  }

  private static void compare(Check.ChunkAt at, Optional<ChunkView> chunk, Difference difference) {
    String name = ValueText.of(at.at());
    String version = chunk.map(found -> found.version().toString()).orElse("none");
    String shard = chunk.map(found -> found.shard().name()).orElse("none");
    at.version().ifPresent(want -> difference.add(name, chunk(name, want), chunk(name, version)));
    at.shard()
        .ifPresent(want -> difference.add(name + " on", owner(name, want), owner(name, shard)));
  }

  private static Side collection(String version) {
    return new Side(version, VersionWords.collection(version));
  }

  private static Side shard(String shard, String version) {
    return new Side(version, VersionWords.shard(shard, version));
  }

  private static Side router(String router, String version) {
    return new Side(
        version,
        version.equals("none")
            ? VersionWords.routerWithout(router)
            : VersionWords.router(router, version));
  }

  private static Side chunk(String key, String version) {
    return new Side(version, VersionWords.chunk(key, version));
  }

  private static Side owner(String key, String shard) {
    return new Side(shard, VersionWords.owner(key, shard));
  }

  private static String ofShard(CollectionView view, String shard) {
    return view.shardVersions().stream()
        .filter(row -> row.shard().name().equals(shard))
        .map(row -> row.version().toString())
        .findFirst()
        .orElse("0|0");
  }

  private String ofCache(Check.Versions check, String router) {
    return snapshot.routers().stream()
        .filter(view -> view.id().name().equals(router))
        .flatMap(view -> view.cacheOf(check.ns()).stream())
        .map(cache -> cache.version().toString())
        .findFirst()
        .orElse("none");
  }

  private static Optional<ChunkView> chunkAt(CollectionView view, BsonDocument key) {
    List<BsonValue> values = new ArrayList<>();
    for (String field : view.shardKey().toDocument().keySet()) {
      values.add(key.getOrDefault(field, BsonNull.VALUE));
    }
    IndexKey wanted = IndexKey.of(values);
    return view.chunks().stream().filter(chunk -> chunk.range().contains(wanted)).findFirst();
  }
}
