package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.BsonValue;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.Fraction;
import shardsh.core.storage.WeightSegment;

/**
 * Where declared weight lies by another shard key. It is known where the new key has no field that
 * the old one lacks; what is unknown is spread evenly over the new chunks. Ours.
 */
final class ReshardedWeight {
  private final ShardKeyPattern from;
  private final ShardKeyPattern to;
  private final List<WeightSegment> placed = new ArrayList<>();
  private Fraction unknownBytes = Fraction.ZERO;
  private Fraction unknownDocuments = Fraction.ZERO;

  ReshardedWeight(ShardKeyPattern from, ShardKeyPattern to) {
    this.from = from;
    this.to = to;
  }

  void add(WeightSegment segment) {
    if (from.equals(to)) {
      placed.add(segment);
    } else if (segment instanceof WeightSegment.Point point) {
      addPoint(point.key(), segment);
    } else if (segment instanceof WeightSegment.Run run) {
      addRun(run);
    } else {
      addUnknown(segment);
    }
  }

  /** What lies at known keys. */
  List<WeightSegment> placed() {
    return placed;
  }

  Fraction unknownBytes() {
    return unknownBytes;
  }

  Fraction unknownDocuments() {
    return unknownDocuments;
  }

  private void addUnknown(WeightSegment segment) {
    unknownBytes = unknownBytes.plus(segment.bytes());
    unknownDocuments = unknownDocuments.plus(segment.documents());
  }

  private void addPoint(IndexKey key, WeightSegment segment) {
    Optional<IndexKey> mapped = map(key);
    if (mapped.isEmpty()) {
      addUnknown(segment);
    } else {
      placed.add(new WeightSegment.Point(mapped.get(), segment.bytes(), segment.documents()));
    }
  }

  private Optional<IndexKey> map(IndexKey key) {
    List<BsonValue> values = new ArrayList<>();
    for (int i = 0; i < to.size(); i++) {
      int old = from.paths().indexOf(to.paths().get(i));
      boolean hashed = to.keyPattern().fields().get(i).hashed();
      if (old < 0 || (from.keyPattern().fields().get(old).hashed() && !hashed)) {
        return Optional.empty();
      }
      boolean hashNow = hashed && !from.keyPattern().fields().get(old).hashed();
      values.add(hashNow ? to.hash().of(key.get(old)) : key.get(old));
    }
    return Optional.of(IndexKey.of(values));
  }

  private void addRun(WeightSegment.Run run) {
    int running = to.paths().indexOf(from.paths().get(run.field()));
    if (running < 0) {
      addPoint(run.line(), run);
      return;
    }
    boolean hashed = to.keyPattern().fields().get(running).hashed();
    Optional<IndexKey> line = map(run.line());
    if (line.isEmpty() || run.to() - run.from() >= WeightSegment.HASHED_VALUES_MAX) {
      addUnknown(run);
    } else if (!hashed) {
      placed.add(
          new WeightSegment.Run(
              line.get(), running, run.from(), run.to(), run.bytesPerKey(), run.documentsPerKey()));
    } else {
      for (long value = run.from(); value <= run.to(); value++) {
        List<BsonValue> values = new ArrayList<>(line.get().values());
        values.set(running, to.hash().of(like(run.line().get(run.field()), value)));
        placed.add(
            new WeightSegment.Point(IndexKey.of(values), run.bytesPerKey(), run.documentsPerKey()));
      }
    }
  }

  private static BsonValue like(BsonValue example, long value) {
    if (example.isDateTime()) {
      return new BsonDateTime(value);
    }
    return Docs.number(value);
  }

  /**
   * Keys at which the placed weight lies, each standing for the same part of it.
   *
   * @param size about how many
   */
  List<IndexKey> sample(int size) {
    Fraction total = Fraction.ZERO;
    for (WeightSegment segment : placed) {
      total = total.plus(segment.bytes());
    }
    List<IndexKey> keys = new ArrayList<>();
    for (WeightSegment segment : placed) {
      double part = segment.bytes().doubleValue() / total.doubleValue();
      long wanted = Math.max(1, Math.round(part * size));
      for (long i = 0; i < wanted; i++) {
        if (segment instanceof WeightSegment.Point point) {
          keys.add(point.key());
        } else if (segment instanceof WeightSegment.Run run) {
          keys.add(run.keyAt(run.from() + i * (run.to() - run.from() + 1) / wanted));
        }
      }
    }
    return keys;
  }
}
