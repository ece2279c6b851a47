package shardsh.core.balancer;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ShardId;

/**
 * What was compared in one zone of a collection before anything moved in it.
 *
 * @param zone empty for the keys that are in no zone
 * @param shards how much of the zone each of its shards has, by id, in {@code unit}
 * @param ideal what each of them should have, where the policy reckons with that
 * @param difference what is measured against the threshold: fullest minus emptiest, or, for {@code
 *     chunkCount}, fullest minus ideal; empty when no pair of shards could be formed
 * @param threshold a difference of this much moves something
 */
public record Comparison(
    Namespace ns,
    String zone,
    Unit unit,
    Map<ShardId, Long> shards,
    OptionalLong ideal,
    OptionalLong difference,
    long threshold) {

  /** What the numbers count. */
  public enum Unit {
    CHUNKS("chunks"),
    /** Counted in bytes, shown in megabytes of 1,048,576 bytes. */
    BYTES("MB");

    private final String text;

    Unit(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }

    /** An amount in words, e.g. {@code 1 chunk} or {@code 105.5 MB}. */
    String amountText(long amount) {
      if (this == BYTES) {
        BsonValue shown = Megabytes.of(amount);
        return (shown.isInt32()
                ? Integer.toString(shown.asInt32().getValue())
                : Double.toString(shown.asDouble().getValue()))
            + " MB";
      }
      return amount + (amount == 1 ? " chunk" : " chunks");
    }
  }

  public Comparison {
    shards = Collections.unmodifiableMap(new LinkedHashMap<>(shards));
  }

  public boolean reachesThreshold() {
    return difference.isPresent() && difference.getAsLong() >= threshold;
  }

  /**
   * {@code {ns, zone?, unit, shards: {s0: 2, …}, ideal?, difference?, threshold}}. Megabytes are
   * rounded to a tenth, but a difference never onto the other side of the threshold.
   */
  public BsonDocument toBson() {
    BsonDocument document = new BsonDocument("ns", new BsonString(ns.toString()));
    if (!zone.isEmpty()) {
      document.append("zone", new BsonString(zone));
    }
    document.append("unit", new BsonString(unit.text()));
    BsonDocument amounts = new BsonDocument();
    shards.forEach((shard, amount) -> amounts.append(shard.name(), shown(amount)));
    document.append("shards", amounts);
    ideal.ifPresent(value -> document.append("ideal", shown(value)));
    differenceShown().ifPresent(value -> document.append("difference", value));
    return document.append("threshold", shown(threshold));
  }

  /** The difference and its unit, e.g. {@code 1} or {@code 105 MB}. */
  String differenceText() {
    return differenceShown().map(this::text).orElse("none");
  }

  String thresholdText() {
    return text(shown(threshold));
  }

  private String text(BsonValue shown) {
    String number =
        shown.isInt32()
            ? Integer.toString(shown.asInt32().getValue())
            : Double.toString(shown.asDouble().getValue());
    return unit == Unit.CHUNKS ? number : number + " MB";
  }

  private BsonValue shown(long amount) {
    return unit == Unit.CHUNKS ? new BsonInt32((int) amount) : Megabytes.of(amount);
  }

  private Optional<BsonValue> differenceShown() {
    if (difference.isEmpty()) {
      return Optional.empty();
    }
    long exact = difference.getAsLong();
    if (unit == Unit.BYTES
        && exact < threshold
        && Megabytes.tenths(exact) >= Megabytes.tenths(threshold)) {
      return Optional.of(new BsonDouble((Megabytes.tenths(threshold) - 1) / 10.0));
    }
    return Optional.of(shown(exact));
  }
}
