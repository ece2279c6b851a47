package shardsh.core.cluster;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.rpc.Environment;
import shardsh.core.sim.SimParameters;

/** Reads changes of the dials, checks them all, then makes them. */
final class ParameterChange {
  private final Cluster cluster;
  private final Environment environment;
  private boolean toyHash;
  private boolean exactBoundary;
  private String balancer = "";
  private String balancerRuns;
  private boolean autoSplit;
  private boolean autoMerge;
  private int orphanCleanupDelaySecs;
  private long latencyMicros;
  private long examinedMicros;
  private long shippedMicros;
  private long mergedMicros;
  private int chunkSizeMB;
  private long lagMillis;

  ParameterChange(Cluster cluster) {
    this.cluster = cluster;
    this.environment = cluster.environment();
    SimParameters now = environment.parameters();
    toyHash = now.toyHash();
    exactBoundary = now.exactBoundary();
    balancerRuns = now.balancerRuns();
    autoSplit = now.autoSplit();
    autoMerge = now.autoMerge();
    orphanCleanupDelaySecs = now.orphanCleanupDelaySecs();
    latencyMicros = now.latencyMicros();
    examinedMicros = now.examinedMicros();
    shippedMicros = now.shippedMicros();
    mergedMicros = now.mergedMicros();
    chunkSizeMB = cluster.config().state().chunkSizeMB();
    lagMillis = environment.lagMillis();
  }

  void apply(BsonDocument changes) {
    for (Map.Entry<String, BsonValue> change : changes.entrySet()) {
      BsonValue value = change.getValue();
      switch (change.getKey()) {
        case "hash" -> toyHash = oneOf(change, "real", "toy").equals("toy");
        case "boundary" -> exactBoundary = oneOf(change, "server", "exact").equals("exact");
        case "balancer" -> balancer = oneOf(change, "on", "manual", "off");
        case "autoSplit" -> autoSplit = bool(change);
        case "autoMerge" -> autoMerge = bool(change);
        case "orphanCleanupDelaySecs" ->
            orphanCleanupDelaySecs = (int) whole(change, Integer.MAX_VALUE);
        case "latencyMs" -> latencyMicros = whole(change, 3_600_000) * 1000;
        case "lagMs" -> lagMillis = whole(change, 86_400_000);
        case "chunkSizeMB" -> chunkSizeMB = (int) whole(change, 1024);
        default ->
            throw new CommandException(
                ErrorCode.BAD_VALUE,
                "unknown parameter '"
                    + change.getKey()
                    + "' with value "
                    + ServerText.of(value)
                    + "; known: chunkSizeMB, autoSplit, autoMerge, balancer,"
                    + " orphanCleanupDelaySecs, hash, boundary, latencyMs, lagMs");
      }
    }
    if (chunkSizeMB < 1) {
      throw new CommandException(ErrorCode.BAD_VALUE, "chunkSizeMB must be from 1 to 1024");
    }
    if (changes.containsKey("chunkSizeMB")) {
      cluster
          .config()
          .state()
          .settings()
          .put(
              "chunksize",
              new BsonDocument("_id", new BsonString("chunksize"))
                  .append("value", new BsonInt32(chunkSizeMB)));
    }
    if (!balancer.isEmpty()) {
      cluster.config().state().switchBalancer(!balancer.equals("off"));
      balancerRuns = balancer.equals("manual") ? "manual" : "on";
    }
    store();
  }

  void applyCosts(BsonDocument changes) {
    for (Map.Entry<String, BsonValue> change : changes.entrySet()) {
      switch (change.getKey()) {
        case "examinedMicros" -> examinedMicros = whole(change, Integer.MAX_VALUE);
        case "shippedMicros" -> shippedMicros = whole(change, Integer.MAX_VALUE);
        case "mergedMicros" -> mergedMicros = whole(change, Integer.MAX_VALUE);
        default ->
            throw new CommandException(
                ErrorCode.BAD_VALUE,
                "unknown cost parameter '"
                    + change.getKey()
                    + "'; known: examinedMicros, shippedMicros, mergedMicros");
      }
    }
    store();
  }

  private void store() {
    environment.setLagMillis(lagMillis);
    environment.setParameters(
        new SimParameters(
            toyHash,
            exactBoundary,
            balancerRuns,
            autoSplit,
            autoMerge,
            orphanCleanupDelaySecs,
            latencyMicros,
            examinedMicros,
            shippedMicros,
            mergedMicros));
  }

  private static String oneOf(Map.Entry<String, BsonValue> change, String... allowed) {
    if (change.getValue().isString()) {
      for (String word : allowed) {
        if (word.equals(change.getValue().asString().getValue())) {
          return word;
        }
      }
    }
    throw new CommandException(
        ErrorCode.BAD_VALUE,
        change.getKey()
            + " must be one of "
            + String.join(", ", allowed)
            + ", got "
            + ServerText.of(change.getValue()));
  }

  private static boolean bool(Map.Entry<String, BsonValue> change) {
    if (!change.getValue().isBoolean()) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          change.getKey() + " must be true or false, got " + ServerText.of(change.getValue()));
    }
    return change.getValue().asBoolean().getValue();
  }

  private static long whole(Map.Entry<String, BsonValue> change, long max) {
    BsonValue value = change.getValue();
    if (!value.isNumber()
        || value.asNumber().doubleValue() != Math.rint(value.asNumber().doubleValue())
        || value.asNumber().doubleValue() < 0
        || value.asNumber().doubleValue() > max) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          change.getKey()
              + " must be a whole number from 0 to "
              + max
              + ", got "
              + ServerText.of(value));
    }
    return value.asNumber().longValue();
  }
}
