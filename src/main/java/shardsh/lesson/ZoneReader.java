package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.snapshot.ClusterSpec.CollectionSpec;
import shardsh.core.snapshot.ClusterSpec.Params;
import shardsh.core.snapshot.ClusterSpec.ZoneRangeSpec;
import shardsh.core.snapshot.ClusterSpec.ZoneSpec;

/** The {@code zones} of a cluster: names, shards, and ranges that do not overlap. */
final class ZoneReader {
  private record Span(String ns, IndexKey min, IndexKey max, SourceNode node) {}

  private final List<String> owners;
  private final Params params;
  private final List<CollectionSpec> collections;
  private final Faults faults;
  private final List<Span> spans = new ArrayList<>();

  ZoneReader(List<String> owners, Params params, List<CollectionSpec> collections, Faults faults) {
    this.owners = owners;
    this.params = params;
    this.collections = collections;
    this.faults = faults;
  }

  List<ZoneSpec> read(SourceNode setup) {
    List<ZoneSpec> zones = new ArrayList<>();
    for (Map.Entry<String, SourceNode> zone : setup.fieldsOf("zones").entrySet()) {
      SourceNode node = zone.getValue();
      node.itemsOf("shards").forEach(shard -> ClusterReader.checkOwner(shard, owners, faults));
      List<ZoneRangeSpec> ranges = new ArrayList<>();
      for (SourceNode range : node.itemsOf("ranges")) {
        range(range).ifPresent(ranges::add);
      }
      zones.add(new ZoneSpec(zone.getKey(), node.texts("shards"), List.copyOf(ranges)));
    }
    return List.copyOf(zones);
  }

  private Optional<ZoneRangeSpec> range(SourceNode node) {
    Optional<Namespace> ns =
        node.text("ns").filter(name -> name.matches("[^. $]+\\.[^ $]+")).map(Namespace::parse);
    if (ns.isEmpty() || !node.has("min") || !node.has("max")) {
      return Optional.empty();
    }
    SourceNode min = node.get("min").orElseThrow();
    SourceNode max = node.get("max").orElseThrow();
    Optional<BsonDocument> key = shardKey(ns.get()).or(() -> keyFrom(min)).or(() -> keyFrom(max));
    if (key.isEmpty()) {
      if (Bounds.extreme(min).isEmpty() || Bounds.extreme(max).isEmpty()) {
        faults.add(
            node,
            "the key of " + ns.get() + " is not known here",
            "write the bounds as maps, {field: value}");
      }
      return Optional.of(
          new ZoneRangeSpec(ns.get(), Bounds.value(min, faults), Bounds.value(max, faults)));
    }
    Bounds bounds = new Bounds(key.get(), params.toyHash(), faults);
    Optional<BsonDocument> low = bounds.prefix(min);
    Optional<BsonDocument> high = bounds.prefix(max);
    if (low.isEmpty() || high.isEmpty()) {
      return Optional.empty();
    }
    add(new Span(ns.get().toString(), bounds.key(low.get()), bounds.key(high.get()), node));
    return Optional.of(
        new ZoneRangeSpec(ns.get(), ends(low.get(), key.get()), ends(high.get(), key.get())));
  }

  private Optional<BsonDocument> shardKey(Namespace ns) {
    return collections.stream()
        .filter(collection -> collection.ns().equals(ns))
        .findFirst()
        .flatMap(CollectionSpec::shardKey);
  }

  /** Stands in for the key of a collection that does not exist yet. */
  private static Optional<BsonDocument> keyFrom(SourceNode bound) {
    if (!bound.is(SourceNode.Kind.MAP) || bound.fields().isEmpty() || Values.isExtended(bound)) {
      return Optional.empty();
    }
    BsonDocument key = new BsonDocument();
    bound.fields().keySet().forEach(field -> key.append(field, new BsonInt32(1)));
    return Optional.of(key);
  }

  private void add(Span span) {
    if (span.min().compareTo(span.max()) >= 0) {
      faults.add(span.node(), "the range of the zone is empty: min is not below max", "swap them");
    }
    for (Span other : spans) {
      if (other.ns().equals(span.ns())
          && other.min().compareTo(span.max()) < 0
          && span.min().compareTo(other.max()) < 0) {
        faults.add(
            span.node(),
            "the range overlaps that of line " + other.node().line(),
            "make the ranges of " + span.ns() + " meet or part");
      }
    }
    spans.add(span);
  }

  /** A bound that is Min or Max in every field is given as that one value. */
  private static BsonValue ends(BsonDocument bound, BsonDocument shardKey) {
    IndexKey key = IndexKey.ofDocument(bound);
    if (key.size() < shardKey.size()) {
      return bound;
    }
    if (key.isAllMin()) {
      return new BsonMinKey();
    }
    return key.isAllMax() ? new BsonMaxKey() : bound;
  }
}
