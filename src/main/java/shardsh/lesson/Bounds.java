package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import shardsh.core.base.Nearest;
import shardsh.core.keys.IndexKey;

/**
 * Key bounds as files write them: a value for a key of one field, a map of values for more; {@code
 * Min} and {@code Max} are the extreme keys, for one field or for all of them; {@code {$literal:
 * "Min"}} is that very text.
 */
final class Bounds {
  private final BsonDocument shardKey;
  private final boolean toyHash;
  private final Faults faults;

  /**
   * @param shardKey the pattern; its order is that of the bounds
   * @param toyHash whether hashed values are int32 (ours) or int64 (the server's)
   */
  Bounds(BsonDocument shardKey, boolean toyHash, Faults faults) {
    this.shardKey = shardKey;
    this.toyHash = toyHash;
    this.faults = faults;
  }

  /** A chunk's bound by field name, with every field of the key; empty after a fault. */
  Optional<BsonDocument> full(SourceNode node) {
    Optional<BsonDocument> bound = prefix(node);
    if (bound.isPresent() && bound.get().size() < shardKey.size()) {
      faults.add(
          node,
          "the bound has " + bound.get().keySet() + " of the key " + shardKey.keySet(),
          "give every field; Min is the lowest value of one");
      return Optional.empty();
    }
    return bound;
  }

  /** A bound by field name, with the first fields of the key at least; empty after a fault. */
  Optional<BsonDocument> prefix(SourceNode node) {
    Optional<BsonValue> extreme = extreme(node);
    if (extreme.isPresent()) {
      BsonDocument whole = new BsonDocument();
      shardKey.keySet().forEach(field -> whole.append(field, extreme.get()));
      return Optional.of(whole);
    }
    boolean isMap = node.is(SourceNode.Kind.MAP) && !Values.isExtended(node);
    if (isMap) {
      return named(node);
    }
    if (shardKey.size() > 1) {
      faults.add(
          node,
          "the bound is " + node.shown() + ", the key has the fields " + shardKey.keySet(),
          "write a map, a value for each field");
      return Optional.empty();
    }
    return Optional.of(
        new BsonDocument(shardKey.getFirstKey(), value(shardKey.getFirstKey(), node)));
  }

  private Optional<BsonDocument> named(SourceNode node) {
    int before = faults.size();
    for (Map.Entry<String, SourceNode> field : node.fields().entrySet()) {
      if (!shardKey.containsKey(field.getKey())) {
        faults.add(
            field.getValue(),
            "the bound has '" + field.getKey() + "', which is not in the key",
            Nearest.repair(field.getKey(), shardKey.keySet()));
      }
    }
    BsonDocument bound = new BsonDocument();
    boolean ended = false;
    for (String name : shardKey.keySet()) {
      Optional<SourceNode> field = node.get(name);
      if (field.isPresent() && ended) {
        faults.add(node, "the bound leaves out a field before '" + name + "'", "give that too");
        return Optional.empty();
      }
      ended = field.isEmpty();
      field.ifPresent(value -> bound.append(name, value(name, value)));
    }
    if (bound.isEmpty() && faults.size() == before) {
      faults.add(node, "the bound is empty", "give a value for " + shardKey.getFirstKey());
    }
    return faults.size() > before ? Optional.empty() : Optional.of(bound);
  }

  private BsonValue value(String field, SourceNode node) {
    BsonValue value = value(node, faults);
    boolean isExtreme = value instanceof BsonMinKey || value instanceof BsonMaxKey;
    if (isExtreme || !shardKey.get(field).isString()) {
      return value;
    }
    if (!value.isInt32() && !value.isInt64()) {
      faults.add(
          node, node.shown() + " bounds the hashed field '" + field + "'", "give a whole number");
    }
    return value.isInt32() && !toyHash ? new BsonInt64(value.asInt32().getValue()) : value;
  }

  /** One value of a bound. */
  static BsonValue value(SourceNode node, Faults faults) {
    Optional<BsonValue> extreme = extreme(node);
    if (extreme.isPresent()) {
      return extreme.get();
    }
    Optional<SourceNode> literal = node.get("$literal");
    return Values.of(
        literal.isPresent() && node.fields().size() == 1 ? literal.get() : node, faults);
  }

  /** MinKey for {@code Min}, MaxKey for {@code Max}. */
  static Optional<BsonValue> extreme(SourceNode node) {
    if (node.is(SourceNode.Kind.TEXT) && node.raw().equals("Min")) {
      return Optional.of(new BsonMinKey());
    }
    return node.is(SourceNode.Kind.TEXT) && node.raw().equals("Max")
        ? Optional.of(new BsonMaxKey())
        : Optional.empty();
  }

  /** A bound as a key, the fields it leaves out filled with MinKey. */
  IndexKey key(BsonDocument bound) {
    List<BsonValue> values = new ArrayList<>(bound.values());
    while (values.size() < shardKey.size()) {
      values.add(new BsonMinKey());
    }
    return IndexKey.of(values);
  }
}
