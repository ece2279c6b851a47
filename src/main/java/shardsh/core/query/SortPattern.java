package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyGenerator;
import shardsh.core.keys.KeyPattern;

/**
 * The order of a sort, e.g. {@code {a: 1, "b.c": -1}}. A missing field sorts as null, an array by
 * its smallest element ascending and its largest descending, an empty array below null; fields of
 * one array of objects sort by the best combination that one of its elements gives. Source: the
 * manual's page on sort, and the server's sort key tests. Not modelled, and refused: {@code $meta}.
 */
public final class SortPattern {
  private static final int FIELDS_MAX = 32;

  private final BsonDocument document;
  private final BsonOrder order;
  private final String[][] paths;
  private final boolean[] descending;
  private final KeyGenerator keys;

  private SortPattern(BsonDocument document, BsonOrder order) {
    this.document = document;
    this.order = order;
    KeyPattern pattern = KeyPattern.of(document);
    this.paths = new String[pattern.size()][];
    this.descending = new boolean[pattern.size()];
    for (int i = 0; i < pattern.size(); i++) {
      paths[i] = pattern.fields().get(i).path().parts().toArray(new String[0]);
      descending[i] = pattern.fields().get(i).descending();
    }
    this.keys = new KeyGenerator(pattern, false);
  }

  /** As {@link #parse(BsonDocument, Collation)} with the simple collation. */
  public static SortPattern parse(BsonDocument sort) {
    return parse(sort, Collation.simple());
  }

  /**
   * Reads a sort document. It must not be empty: no sort is not a sort.
   *
   * @throws CommandException 15976 when it is empty, 15975 for a direction other than 1 and -1,
   *     15974 for a value that is no direction, COMMAND_NOT_SUPPORTED for a valid {@code $meta}
   */
  public static SortPattern parse(BsonDocument sort, Collation collation) {
    if (sort.isEmpty()) {
      throw failure(15976, "$sort stage must have at least one sort key");
    }
    if (sort.size() > FIELDS_MAX) {
      throw failure(13103, "too many compound keys");
    }
    BsonDocument directions = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : sort.entrySet()) {
      if (field.getValue().isDocument()) {
        throw MetaOperand.sortRefusal(field.getValue().asDocument());
      }
      FieldNames.checkPath(field.getKey());
      directions.append(field.getKey(), new BsonInt32(direction(field)));
    }
    return new SortPattern(directions, collation.order());
  }

  private static CommandException illegal(Map.Entry<String, BsonValue> field) {
    return failure(
        15974,
        "Illegal key in $sort specification: "
            + field.getKey()
            + ": "
            + ServerText.of(field.getValue()));
  }

  private static int direction(Map.Entry<String, BsonValue> field) {
    BsonValue value = field.getValue();
    if (!value.isNumber() && !value.isDecimal128()) {
      throw illegal(field);
    }
    long direction = WholeNumbers.truncated(value).orElse(0);
    if (direction != 1 && direction != -1) {
      throw failure(15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
    }
    return (int) direction;
  }

  private static CommandException failure(int code, String message) {
    return new CommandException(ErrorCode.location(code), message);
  }

  /** The number of fields. */
  public int size() {
    return paths.length;
  }

  public boolean isDescending(int field) {
    return descending[field];
  }

  /** With directions 1 and -1. */
  public BsonDocument toBson() {
    return document;
  }

  /**
   * What the document is sorted by, one value per field, null for a missing one.
   *
   * @throws CommandException BAD_VALUE when two fields are, or lie in, different arrays
   */
  public IndexKey sortKey(BsonDocument document) {
    BsonValue[] values = new BsonValue[paths.length];
    for (int i = 0; i < paths.length; i++) {
      BsonValue value = document;
      for (String part : paths[i]) {
        value = value instanceof BsonDocument ? ((BsonDocument) value).get(part) : null;
        if (value instanceof BsonArray) {
          return bestKey(document);
        }
        if (value == null) {
          break;
        }
      }
      values[i] = value == null ? BsonNull.VALUE : value;
    }
    return IndexKey.of(values);
  }

  /**
   * Whether the document comes at or after a key that {@link #sortKey} gave. Says so only where
   * that is plain; when it does not, compute the key.
   */
  public boolean isPlainlyNotBefore(IndexKey key, BsonDocument document) {
    int decided = 0;
    for (int i = 0; i < paths.length; i++) {
      BsonValue value = document;
      for (String part : paths[i]) {
        value = value instanceof BsonDocument ? ((BsonDocument) value).get(part) : null;
        if (value instanceof BsonArray) {
          return false;
        }
        if (value == null) {
          break;
        }
      }
      if (decided == 0) {
        int compared = order.compare(value == null ? BsonNull.VALUE : value, key.get(i));
        decided = descending[i] ? -compared : compared;
      }
    }
    return decided >= 0;
  }

  private IndexKey bestKey(BsonDocument document) {
    List<IndexKey> candidates;
    try {
      candidates = keys.keys(document).keys();
    } catch (CommandException e) {
      throw e.errorCode().code() == 171
          ? new CommandException(
              ErrorCode.BAD_VALUE, "cannot sort with keys that are parallel arrays")
          : e;
    }
    IndexKey best = candidates.get(0);
    for (IndexKey candidate : candidates) {
      if (compareKeys(candidate, best) < 0) {
        best = candidate;
      }
    }
    return best;
  }

  /** Compares what {@link #sortKey} gave, in the directions of the pattern. */
  public int compareKeys(IndexKey left, IndexKey right) {
    for (int i = 0; i < descending.length; i++) {
      int compared = order.compare(left.get(i), right.get(i));
      if (compared != 0) {
        return descending[i] ? -compared : compared;
      }
    }
    return 0;
  }

  /** Compares two documents; for many, compute the keys once and compare those. */
  public int compare(BsonDocument left, BsonDocument right) {
    return compareKeys(sortKey(left), sortKey(right));
  }

  /** The documents in this order; equal ones stay in the order given. */
  public List<BsonDocument> sorted(List<BsonDocument> documents) {
    List<Keyed> keyed = new ArrayList<>(documents.size());
    for (BsonDocument one : documents) {
      keyed.add(new Keyed(sortKey(one), one));
    }
    keyed.sort((left, right) -> compareKeys(left.key(), right.key()));
    List<BsonDocument> sorted = new ArrayList<>(keyed.size());
    for (Keyed one : keyed) {
      sorted.add(one.document());
    }
    return sorted;
  }

  private record Keyed(IndexKey key, BsonDocument document) {}

  @Override
  public String toString() {
    return ServerText.of(document);
  }
}
