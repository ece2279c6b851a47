package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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

  /**
   * @param name the key that lies in the chunk, e.g. {@code {customerId: 470}}
   * @param what its version, its shard
   */
  static Phrase chunk(String name, String what) {
    return new Phrase("the chunk of " + name + ": " + what, name + " 所在的 chunk：" + what);
  }

  private static Phrase chunk(Check.ChunkAt at) {
    String what =
        Stream.concat(at.version().stream(), at.shard().map(shard -> "@ " + shard).stream())
            .collect(Collectors.joining(" "));
    return chunk(ValueText.of(at.at()), what);
  }
}
