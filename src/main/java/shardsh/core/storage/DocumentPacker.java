package shardsh.core.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Makes stored documents: packs them and lets equal small values be one object. What it remembers
 * changes memory only, never an answer, so copies of a collection share one packer.
 */
final class DocumentPacker {
  private static final int POOL = 2048;
  private static final int TEXT_MAX = 40;
  private static final int FIELDS_MAX = 1000;

  /** Where names are data, every document has a shape of its own: those are not remembered. */
  private static final int SHAPES_MAX = 5000;

  private final Shape root = Shape.root();
  private final BsonValue[] pool = new BsonValue[POOL];
  private int shapes;

  BsonDocument pack(BsonDocument document) {
    if (document instanceof PackedDocument || document.size() > FIELDS_MAX) {
      return document;
    }
    BsonValue[] values = new BsonValue[document.size()];
    Shape shape = root;
    int position = 0;
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      shape = shape == null ? null : next(shape, field.getKey());
      values[position++] = packValue(field.getValue());
    }
    return new PackedDocument(
        shape == null ? Shape.alone(new ArrayList<>(document.keySet())) : shape.ready(), values);
  }

  private Shape next(Shape shape, String name) {
    Shape child = shape.child(name);
    if (child != null || shapes >= SHAPES_MAX) {
      return child;
    }
    shapes++;
    return shape.addChild(name);
  }

  private BsonValue packValue(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> pack(value.asDocument());
      case ARRAY -> packArray(value.asArray());
      case STRING -> value.asString().getValue().length() <= TEXT_MAX ? pooled(value) : value;
      case INT32, BOOLEAN, NULL -> pooled(value);
      // Measured quantities and prices are seldom equal.
      default -> value;
    };
  }

  private BsonArray packArray(BsonArray array) {
    List<BsonValue> values = array.getValues();
    BsonArray packed = new BsonArray(values.size());
    for (int i = 0; i < values.size(); i++) {
      packed.add(packValue(values.get(i)));
    }
    return packed;
  }

  /** The last equal value seen, if it has not been pushed out by another one of the same hash. */
  private BsonValue pooled(BsonValue value) {
    int hash = value.hashCode() + value.getBsonType().getValue();
    int slot = (hash ^ (hash >>> 11) ^ (hash >>> 22)) & (POOL - 1);
    BsonValue known = pool[slot];
    if (known != null && known.getClass() == value.getClass() && known.equals(value)) {
      return known;
    }
    pool[slot] = value;
    return value;
  }
}
