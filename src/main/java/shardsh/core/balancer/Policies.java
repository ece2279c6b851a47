package shardsh.core.balancer;

import java.util.EnumMap;
import java.util.Map;
import shardsh.core.base.ServerProfile;

/** The policies, one row for each way of measuring imbalance. */
public final class Policies {
  private static final Map<ServerProfile.Imbalance, BalancerPolicy> BY_IMBALANCE =
      new EnumMap<>(ServerProfile.Imbalance.class);

  static {
    BY_IMBALANCE.put(ServerProfile.Imbalance.CLASSIC, new ClassicPolicy());
    BY_IMBALANCE.put(ServerProfile.Imbalance.CHUNK_COUNT, new ChunkCountPolicy());
    BY_IMBALANCE.put(ServerProfile.Imbalance.DATA_SIZE, new DataSizePolicy());
  }

  private Policies() {}

  public static BalancerPolicy of(ServerProfile.Imbalance imbalance) {
    return BY_IMBALANCE.get(imbalance);
  }
}
