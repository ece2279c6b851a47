package shardsh.lesson;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.base.Nearest;
import shardsh.core.keys.KeyHash;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.snapshot.ClusterSpec.CollectionSpec;
import shardsh.core.snapshot.ClusterSpec.FillSpec;
import shardsh.core.snapshot.ClusterSpec.Params;

/** One entry of {@code collections}: key, chunks, indexes, documents and weight. */
final class CollectionReader {
  private final List<String> owners;
  private final Params params;
  private final Faults faults;
  private final List<String> seen = new ArrayList<>();

  CollectionReader(List<String> owners, Params params, Faults faults) {
    this.owners = owners;
    this.params = params;
    this.faults = faults;
  }

  /** The collection; empty when it has no usable name. */
  Optional<CollectionSpec> read(SourceNode node) {
    Optional<Namespace> ns = ns(node);
    if (ns.isEmpty()) {
      return Optional.empty();
    }
    SourceNode name = node.get("ns").orElseThrow();
    if (seen.contains(name.raw())) {
      faults.add(name, name.raw() + " stands twice in collections", "make it one entry");
    }
    seen.add(name.raw());
    node.get("on").ifPresent(shard -> ClusterReader.checkOwner(shard, owners, faults));
    Optional<ShardKeyPattern> key = shardKey(node);
    Optional<BsonDocument> pattern = key.map(ShardKeyPattern::toDocument);
    ChunkReader chunks = new ChunkReader(owners, params, faults);
    return Optional.of(
        new CollectionSpec(
            ns.get(),
            pattern,
            node.flag("unique").orElse(false),
            node.text("on"),
            pattern.isPresent() ? chunks.read(node, pattern.get()) : List.of(),
            indexes(node),
            docs(node, key),
            fill(node, pattern)));
  }

  private Optional<Namespace> ns(SourceNode node) {
    try {
      Optional<Namespace> ns = node.text("ns").map(Namespace::parse);
      if (ns.isPresent() && ns.get().isInternal()) {
        faults.add(
            node.get("ns").orElseThrow(),
            ns.get() + " belongs to the cluster itself",
            "take another database");
      }
      return ns;
    } catch (CommandException e) {
      return Optional.empty();
    }
  }

  private Optional<ShardKeyPattern> shardKey(SourceNode node) {
    Optional<SourceNode> key = node.get("shardKey").filter(map -> map.is(SourceNode.Kind.MAP));
    if (key.isEmpty()) {
      for (String field : List.of("unique", "chunks", "fill")) {
        node.get(field)
            .ifPresent(
                extra ->
                    faults.add(extra, "'" + field + "' without a shard key", "add 'shardKey'"));
      }
      return Optional.empty();
    }
    node.get("on")
        .ifPresent(
            on ->
                faults.add(
                    on, "'on' is for unsharded collections", "say in 'chunks' who owns what"));
    BsonDocument pattern = new BsonDocument();
    key.get()
        .fields()
        .forEach(
            (field, value) ->
                pattern.append(
                    field,
                    value.is(SourceNode.Kind.TEXT)
                        ? new BsonString(value.raw())
                        : new BsonInt32(1)));
    try {
      ShardKeyPattern parsed =
          ShardKeyPattern.parse(pattern, params.toyHash() ? KeyHash.TOY : KeyHash.REAL);
      refuseUniqueHash(node, parsed);
      return Optional.of(parsed);
    } catch (CommandException e) {
      faults.add(key.get(), e.getMessage(), "use 1 for each field, \"hashed\" for one at most");
      return Optional.empty();
    }
  }

  private void refuseUniqueHash(SourceNode node, ShardKeyPattern key) {
    if (key.isHashed() && node.flag("unique").orElse(false)) {
      faults.add(node.get("unique").orElseThrow(), "a hashed key cannot be unique", "take it out");
    }
  }

  private List<BsonDocument> indexes(SourceNode node) {
    List<BsonDocument> indexes = new ArrayList<>();
    for (SourceNode item : node.itemsOf("indexes")) {
      if (!item.is(SourceNode.Kind.MAP)) {
        continue;
      }
      if (item.fieldsOf("key").isEmpty()) {
        faults.add(item, "an index has no key", "write {key: {field: 1}}");
      }
      indexes.add(Values.document(item, faults));
    }
    return List.copyOf(indexes);
  }

  private List<BsonDocument> docs(SourceNode node, Optional<ShardKeyPattern> key) {
    List<BsonDocument> docs = new ArrayList<>();
    for (SourceNode item : node.itemsOf("docs")) {
      if (!item.is(SourceNode.Kind.MAP)) {
        continue;
      }
      BsonDocument document = Values.document(item, faults);
      if (key.isPresent() && key.get().keyOf(document).isEmpty()) {
        faults.add(
            item, "the document has an array where the shard key is", "give it a single value");
      }
      docs.add(document);
    }
    return List.copyOf(docs);
  }

  private List<FillSpec> fill(SourceNode node, Optional<BsonDocument> shardKey) {
    List<FillSpec> fills = new ArrayList<>();
    for (SourceNode item : node.itemsOf("fill")) {
      Optional<SourceNode> key = item.get("key").filter(map -> map.is(SourceNode.Kind.MAP));
      Optional<Double> sizeMB = item.number("sizeMB").map(BigDecimal::doubleValue);
      if (key.isEmpty() || sizeMB.isEmpty()) {
        continue;
      }
      shardKey.ifPresent(pattern -> checkFillKey(key.get(), pattern));
      BsonDocument values = Values.document(key.get(), faults);
      key.get().fields().forEach((field, value) -> checkSpread(value, values.get(field)));
      Optional<Long> docs =
          item.get("docs").filter(SourceNode::isWhole).map(count -> count.number().longValue());
      fills.add(new FillSpec(values, sizeMB.get(), docs));
    }
    return List.copyOf(fills);
  }

  private void checkFillKey(SourceNode key, BsonDocument pattern) {
    for (Map.Entry<String, SourceNode> field : key.fields().entrySet()) {
      if (!pattern.containsKey(field.getKey())) {
        faults.add(
            field.getValue(),
            "fill names '" + field.getKey() + "', which is not in the shard key",
            Nearest.repair(field.getKey(), pattern.keySet()));
      }
    }
    for (String field : pattern.keySet()) {
      if (!key.has(field)) {
        faults.add(key, "fill has no value for '" + field + "'", "give one, or {from, to}");
      }
    }
  }

  /** {@code {from, to}}: two whole numbers or two dates, the first not above the second. */
  private void checkSpread(SourceNode node, BsonValue value) {
    if (!node.has("from") && !node.has("to")) {
      return;
    }
    BsonValue from = value.isDocument() ? value.asDocument().get("from") : null;
    BsonValue to = value.isDocument() ? value.asDocument().get("to") : null;
    boolean two = from != null && to != null && node.fields().size() == 2;
    boolean whole = two && isWhole(from) && isWhole(to);
    boolean dates = two && from.isDateTime() && to.isDateTime();
    if (!whole && !dates) {
      faults.add(
          node,
          "fill spreads over something else than {from, to}",
          "give two whole numbers or dates");
    } else if (whole
        ? from.asNumber().longValue() > to.asNumber().longValue()
        : from.asDateTime().getValue() > to.asDateTime().getValue()) {
      faults.add(node, "fill goes from a higher value to a lower one", "swap them");
    }
  }

  private static boolean isWhole(BsonValue value) {
    return value.isInt32() || value.isInt64();
  }
}
