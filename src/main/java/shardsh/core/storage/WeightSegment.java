package shardsh.core.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;

/**
 * A piece of declared weight: so many bytes, standing for so many documents, at some shard keys.
 * Ours; a real server has nothing like it. Immutable.
 */
public sealed interface WeightSegment {

  /** All its bytes. */
  Fraction bytes();

  /** How many documents it stands for. */
  Fraction documents();

  /** Weight at one key. */
  record Point(IndexKey key, Fraction bytes, Fraction documents) implements WeightSegment {}

  /**
   * Weight spread evenly over keys that differ in one field, which takes every whole number, or
   * every millisecond, from {@code from} to {@code to}, both included.
   *
   * @param line the other fields' values; in the running field a number or a date, to say which
   */
  record Run(
      IndexKey line, int field, long from, long to, Fraction bytesPerKey, Fraction documentsPerKey)
      implements WeightSegment {

    @Override
    public Fraction bytes() {
      return bytesPerKey.times(to - from + 1);
    }

    @Override
    public Fraction documents() {
      return documentsPerKey.times(to - from + 1);
    }

    /** The key at one value of the running field. */
    public IndexKey keyAt(long value) {
      List<BsonValue> values = new ArrayList<>(line.values());
      values.set(field, valueLike(line.get(field), value));
      return IndexKey.of(values);
    }

    /** The first value whose key is not below {@code bound} (or is above it); to + 1 if none is. */
    long firstFrom(IndexKey bound, boolean above) {
      long low = from;
      long high = to + 1;
      while (low < high) {
        long middle = low + (high - low) / 2;
        int compared = keyAt(middle).compareTo(bound);
        if (compared < 0 || (compared == 0 && above)) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    Run between(long first, long last) {
      return new Run(line, field, first, last, bytesPerKey, documentsPerKey);
    }

    /** Whether both run along the same keys. */
    boolean sameLine(Run other) {
      return field == other.field && keyAt(0).equals(other.keyAt(0));
    }
  }

  /**
   * Weight somewhere in {@code [min, max)}; nobody knows at which keys. Each cut of the range
   * halves it.
   */
  record Keyless(IndexKey min, IndexKey max, Fraction bytes, Fraction documents)
      implements WeightSegment {

    boolean isCutBy(IndexKey key) {
      return min.compareTo(key) < 0 && key.compareTo(max) < 0;
    }

    Keyless halfBelow(IndexKey key) {
      return new Keyless(min, key, bytes.half(), documents.half());
    }

    Keyless halfFrom(IndexKey key) {
      return new Keyless(key, max, bytes.half(), documents.half());
    }
  }

  /** The most values of a hashed field that one call may spread weight over. */
  int HASHED_VALUES_MAX = 100_000;

  /**
   * The weight that {@code sim.fill} and {@code fill} in cluster files speak of.
   *
   * @param key all fields of the shard key; one of them may be {@code {from, to}}, whole numbers or
   *     dates, both included. Values of a hashed field are plain and are hashed here
   * @throws CommandException BAD_VALUE when the key does not fit the pattern
   */
  static List<WeightSegment> over(
      KeyPattern shardKey,
      BsonDocument key,
      Fraction bytes,
      Fraction documents,
      UnaryOperator<BsonValue> hash) {
    List<BsonValue> values = new ArrayList<>();
    int running = -1;
    for (int i = 0; i < shardKey.size(); i++) {
      KeyPattern.Field field = shardKey.fields().get(i);
      BsonValue value = valueOf(key, field.path().text());
      if (isRun(value)) {
        if (running >= 0) {
          throw badKey(key, "only one field may be a range");
        }
        running = i;
        values.add(value.asDocument().get("from"));
      } else {
        checkPlain(value, key);
        values.add(field.hashed() ? hash.apply(value) : value);
      }
    }
    if (key.size() != shardKey.size()) {
      throw badKey(key, "the shard key is " + shardKey);
    }
    if (running < 0) {
      return List.of(new Point(IndexKey.of(values), bytes, documents));
    }
    BsonDocument range = valueOf(key, shardKey.fields().get(running).path().text()).asDocument();
    long from = wholeNumber(range.get("from"), key);
    long to = wholeNumber(range.get("to"), key);
    if (to < from || range.get("from").isDateTime() != range.get("to").isDateTime()) {
      throw badKey(key, "from must not be above to, and both of one type");
    }
    long keys = Math.addExact(Math.subtractExact(to, from), 1);
    IndexKey line = IndexKey.of(values);
    Run run = new Run(line, running, from, to, bytes.dividedBy(keys), documents.dividedBy(keys));
    if (!shardKey.fields().get(running).hashed()) {
      return List.of(from == to ? new Point(run.keyAt(from), bytes, documents) : run);
    }
    return hashedPoints(run, keys, key, hash);
  }

  private static List<WeightSegment> hashedPoints(
      Run run, long keys, BsonDocument key, UnaryOperator<BsonValue> hash) {
    if (keys > HASHED_VALUES_MAX) {
      throw badKey(key, "at most " + HASHED_VALUES_MAX + " values of a hashed field at once");
    }
    List<WeightSegment> points = new ArrayList<>();
    for (long value = run.from(); value <= run.to(); value++) {
      List<BsonValue> values = new ArrayList<>(run.line().values());
      values.set(run.field(), hash.apply(valueLike(run.line().get(run.field()), value)));
      points.add(new Point(IndexKey.of(values), run.bytesPerKey(), run.documentsPerKey()));
    }
    return points;
  }

  private static BsonValue valueLike(BsonValue example, long value) {
    if (example.isDateTime()) {
      return new BsonDateTime(value);
    }
    return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
  }

  private static BsonValue valueOf(BsonDocument key, String path) {
    BsonValue value = key.get(path);
    if (value == null) {
      throw badKey(key, "field '" + path + "' is missing");
    }
    return value;
  }

  private static void checkPlain(BsonValue value, BsonDocument key) {
    if (value.isArray()) {
      throw badKey(key, "a shard key holds no arrays");
    }
    if (value.isDocument() && isNearlyRun(value.asDocument())) {
      throw badKey(key, "a range is {from: first, to: last}, both included, and nothing else");
    }
  }

  /** Whether somebody meant a range: {@code {from: 1}}, {@code {$gte: 1, $lt: 9}}. */
  private static boolean isNearlyRun(BsonDocument value) {
    return value.containsKey("from")
        || value.containsKey("to")
        || value.keySet().stream().anyMatch(name -> name.startsWith("$"));
  }

  private static boolean isRun(BsonValue value) {
    if (!value.isDocument() || value.asDocument().size() != 2) {
      return false;
    }
    Map<String, BsonValue> range = value.asDocument();
    return range.containsKey("from") && range.containsKey("to");
  }

  private static long wholeNumber(BsonValue value, BsonDocument key) {
    if (value.isDateTime()) {
      return value.asDateTime().getValue();
    }
    if (!value.isNumber()
        || value.asNumber().doubleValue() != Math.rint(value.asNumber().doubleValue())
        || Math.abs(value.asNumber().doubleValue()) > 9.0e15) {
      throw badKey(key, "from and to must be whole numbers or dates");
    }
    return value.asNumber().longValue();
  }

  private static CommandException badKey(BsonDocument key, String reason) {
    return new CommandException(
        ErrorCode.BAD_VALUE, "cannot put weight at " + ServerText.of(key) + ": " + reason);
  }
}
