package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import shardsh.core.snapshot.ClusterSpec;

/** The options {@code --shards} and {@code --routers} on a description without collections. */
final class ClusterSizes {
  private ClusterSizes() {}

  static ClusterSpec resized(ClusterSpec spec, OptionalInt shards, OptionalInt routers) {
    if (shards.isEmpty() && routers.isEmpty()) {
      return spec;
    }
    ClusterSpec.Topology old = spec.topology();
    ClusterSpec.Topology topology =
        new ClusterSpec.Topology(
            shards.isPresent() ? names("s", shards.getAsInt()) : old.shards(),
            routers.isPresent() ? names("m", routers.getAsInt()) : old.routers(),
            old.replicaSetSize(),
            old.ports(),
            old.configShard(),
            old.initiated());
    return new ClusterSpec(
        spec.profile(),
        topology,
        spec.params(),
        spec.seed(),
        spec.databases(),
        spec.collections(),
        spec.zones(),
        spec.run());
  }

  private static List<String> names(String prefix, int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(prefix + i);
    }
    return names;
  }
}
