package shardsh.core.cluster;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.mongos.SecondOpinion.Mutant;
import shardsh.core.mongos.TargetingComparison;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ShardId;

/** Asks both ways of targeting the same, once or with many random filters. */
final class SecondOpinions {
  private static final int FILTERS_MAX = 1_000_000;
  private static final int DIFFERENCES_MAX = 100;

  private final Environment environment;
  private final TargetingComparison targeting;

  SecondOpinions(Environment environment, TargetingComparison targeting) {
    this.environment = environment;
    this.targeting = targeting;
  }

  /**
   * @throws CommandException BAD_VALUE for an unknown name
   */
  static Mutant mutant(Optional<String> name) {
    return switch (name.orElse("")) {
      case "" -> Mutant.NONE;
      case "exclusiveUpper" -> Mutant.EXCLUSIVE_UPPER;
      case "forgetIn" -> Mutant.FORGET_IN;
      default ->
          throw new CommandException(
              ErrorCode.BAD_VALUE,
              "there is no mutant '" + name.get() + "'; known: exclusiveUpper, forgetIn");
    };
  }

  /** {@code {router: ["s1"], second: ["s1"], same}}. */
  BsonDocument one(BsonDocument filter) {
    List<ShardId> router = targeting.router(filter);
    List<ShardId> second = targeting.second(filter);
    return new BsonDocument("router", names(router))
        .append("second", names(second))
        .append("same", BsonBoolean.valueOf(router.equals(second)));
  }

  /**
   * {@code {asked, differences: [{filter, router, second}]}}, the first hundred of them.
   *
   * @param what how many random filters
   */
  BsonDocument many(BsonValue what) {
    double count = what.asNumber().doubleValue();
    if (count != Math.rint(count) || count < 1 || count > FILTERS_MAX) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "the number of filters must be from 1 to " + FILTERS_MAX);
    }
    RandomFilters filters =
        new RandomFilters(targeting.table(), environment.random().fork("secondOpinion"));
    BsonArray differences = new BsonArray();
    for (int i = 0; i < count; i++) {
      environment.operation().checkForInterrupt();
      BsonDocument filter = filters.next();
      List<ShardId> router = targeting.router(filter);
      List<ShardId> second = targeting.second(filter);
      if (!router.equals(second) && differences.size() < DIFFERENCES_MAX) {
        differences.add(
            new BsonDocument("filter", filter)
                .append("router", names(router))
                .append("second", names(second)));
      }
    }
    return new BsonDocument("asked", new BsonInt32((int) count)).append("differences", differences);
  }

  private static BsonArray names(List<ShardId> shards) {
    return new BsonArray(shards.stream().map(ShardId::name).map(BsonString::new).toList());
  }

  /** Both ways on a router's table of one collection. */
  static SecondOpinions on(Cluster cluster, NodeId router, Namespace ns, Optional<String> mutant) {
    Mutant wanted = mutant(mutant);
    TargetingComparison targeting =
        cluster.routers().stream()
            .filter(one -> one.id().equals(router))
            .findFirst()
            .orElseThrow()
            .compareTargeting(ns, wanted);
    return new SecondOpinions(cluster.environment(), targeting);
  }
}
