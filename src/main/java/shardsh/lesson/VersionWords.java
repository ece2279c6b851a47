package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Which version something has, in words. */
final class VersionWords {
  private VersionWords() {}

  /** What a check of versions has found when it passes; chunks only where it asks nothing else. */
  static Phrase of(Check.Versions check) {
    List<Phrase> parts = new ArrayList<>();
    check.collection().ifPresent(version -> parts.add(collection(version)));
    check.shards().forEach((shard, version) -> parts.add(shard(shard, version)));
    check.cache().forEach((router, version) -> parts.add(router(router, version)));
    if (parts.isEmpty()) {
      check.chunk().forEach(at -> parts.add(chunk(at)));
    }
    return Phrase.join(parts);
  }

  static Phrase collection(String version) {
    return new Phrase("collection at " + version, "集合在 " + version);
  }

  static Phrase shard(String shard, String version) {
    return new Phrase(shard + " at " + version, shard + " 在 " + version);
  }

  static Phrase router(String router, String version) {
    return new Phrase(router + " knows " + version, router + " 知道的是 " + version);
  }

  /** A router that has never fetched the table. */
  static Phrase routerWithout(String router) {
    return new Phrase(router + " has no table", router + " 还没有路由表");
  }

  /** The version of the chunk of a key such as {@code {customerId: 470}}. */
  static Phrase chunk(String key, String version) {
    return new Phrase("the chunk of " + key + " at " + version, key + " 所在的 chunk 在 " + version);
  }

  /** The shard that owns the chunk of a key. */
  static Phrase owner(String key, String shard) {
    return new Phrase("the chunk of " + key + " on " + shard, key + " 所在的 chunk 在 " + shard + " 上");
  }

  private static Phrase chunk(Check.ChunkAt at) {
    String key = ValueText.of(at.at());
    return Phrase.join(
        Stream.concat(
                at.version().stream().map(version -> chunk(key, version)),
                at.shard().stream().map(shard -> owner(key, shard)))
            .toList());
  }
}
