package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot;

/** Which role each shard is drawn in, so that one keeps its colour in every picture. */
public final class ShardRoles {
  private final List<String> names;

  private ShardRoles(List<String> names) {
    this.names = names;
  }

  /** By the place in the cluster's list of shards. */
  public static ShardRoles of(ClusterSnapshot snapshot) {
    List<String> names = new ArrayList<>();
    for (ClusterSnapshot.ShardView shard : snapshot.shards()) {
      names.add(shard.id().name());
    }
    return new ShardRoles(names);
  }

  /** By the place in a list of shards' names. */
  public static ShardRoles of(List<String> names) {
    return new ShardRoles(List.copyOf(names));
  }

  public Role of(ShardId shard) {
    return ofNode(shard.name());
  }

  /** The role of a shard or of one of its members, or PLAIN for a node that is neither. */
  public Role ofNode(String name) {
    int colon = name.lastIndexOf(':');
    int index = names.indexOf(colon < 0 ? name : name.substring(0, colon));
    return index < 0 ? Role.PLAIN : Role.shard(index);
  }
}
