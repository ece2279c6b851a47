package shardsh.core.balancer;

import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.ServerProfile;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.MigrateInfo;

/**
 * Whether a collection lies as the balancer wants it, whatever the balancer's switches say. Source:
 * {@code sharding-facts.md}, section 8.2; the manual's page on balancerCollectionStatus. A
 * collection that is being defragmented is said to be that and nothing else, since the other
 * policies leave it alone meanwhile.
 */
final class Compliance {
  private static final int CHUNK_SIZE_SHOWN_SINCE = 6;
  private static final long MEBIBYTE = 1L << 20;

  private final ServerProfile profile;
  private final BalancerView view;
  private final ClusterStatistics statistics;
  private final BalancerPolicy policy;

  Compliance(
      ServerProfile profile,
      BalancerView view,
      ClusterStatistics statistics,
      BalancerPolicy policy) {
    this.profile = profile;
    this.view = view;
    this.statistics = statistics;
    this.policy = policy;
  }

  /**
   * {@code {chunkSize?, balancerCompliant, firstComplianceViolation?, details?}}; {@code chunkSize}
   * in MB from 6.0 on, {@code details} while the collection is defragmented.
   *
   * @throws CommandException NAMESPACE_NOT_FOUND for a database that does not exist,
   *     NAMESPACE_NOT_SHARDED
   */
  BsonDocument of(Namespace ns, boolean movedLastRound) {
    ConfigCatalog.CollectionEntry entry = requireSharded(ns);
    BsonDocument reply = new BsonDocument();
    if (profile.majorVersion() >= CHUNK_SIZE_SHOWN_SINCE) {
      reply.append("chunkSize", new BsonInt32((int) (view.chunkSizeBytes(ns) / MEBIBYTE)));
    }
    if (entry.isDefragmenting()) {
      return violation(reply, "defragmentingChunks")
          .append("details", Defragmentation.progress(entry, view));
    }
    if (!ZoneSplits.needed(entry.table(), view.catalog().zonesOf(ns)).isEmpty()) {
      return violation(reply, "zoneViolation");
    }
    return policy
        .balance(statistics.atRest(entry, movedLastRound))
        .firstReason()
        .map(reason -> violation(reply, word(reason)))
        .orElseGet(() -> reply.append("balancerCompliant", BsonBoolean.TRUE));
  }

  private ConfigCatalog.CollectionEntry requireSharded(Namespace ns) {
    if (!view.catalog().databases().containsKey(ns.db())) {
      throw new CommandException(
          ErrorCode.NAMESPACE_NOT_FOUND, "Database " + ns.db() + " not found");
    }
    ConfigCatalog.CollectionEntry entry = view.catalog().collections().get(ns);
    if (entry == null || entry.table().isUnsplittable()) {
      throw new CommandException(
          ErrorCode.NAMESPACE_NOT_SHARDED, "Collection unsharded or undefined");
    }
    return entry;
  }

  private static BsonDocument violation(BsonDocument reply, String first) {
    return reply
        .append("balancerCompliant", BsonBoolean.FALSE)
        .append("firstComplianceViolation", new BsonString(first));
  }

  private static String word(MigrateInfo.Reason reason) {
    return reason == MigrateInfo.Reason.DRAIN ? "draining" : reason.text();
  }
}
