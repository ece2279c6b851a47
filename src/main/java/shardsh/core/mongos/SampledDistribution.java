package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.Generation;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.trace.RoutingEvent;

/**
 * Where sampled queries would go if the collection had another shard key, cut into at most 100
 * ranges with about as many documents each. A range stands for a shard of its own. Source: the
 * manual's page on analyzeShardKey. A server refuses a key with less values than ranges; here there
 * are less ranges then.
 */
final class SampledDistribution {
  private static final int RANGES_MAX = 100;

  private final Routing routing;
  private final ShardKeyPattern key;
  private final ShardTargeter targeter;
  private final int ranges;

  SampledDistribution(Routing routing, ShardKeyPattern key, ShardKeyAnalysis.KeyValuesFound found) {
    this.routing = routing;
    this.key = key;
    List<IndexKey> points = points(found);
    this.ranges = points.size() + 1;
    this.targeter = new ShardTargeter(table(points), true);
  }

  private List<IndexKey> points(ShardKeyAnalysis.KeyValuesFound found) {
    TreeMap<IndexKey, Long> frequencies = new TreeMap<>();
    for (ShardKeyAnalysis.KeyValuesFound.Value value : found.values()) {
      List<BsonValue> fields = new ArrayList<>();
      for (int i = 0; i < key.size(); i++) {
        boolean hashed = key.keyPattern().fields().get(i).hashed();
        BsonValue plain = value.fields().get(i);
        fields.add(hashed ? key.hash().of(plain) : plain);
      }
      frequencies.merge(IndexKey.of(fields), value.frequency(), Long::sum);
    }
    if (frequencies.size() <= RANGES_MAX) {
      return frequencies.keySet().stream().skip(1).toList();
    }
    List<IndexKey> points = new ArrayList<>();
    long before = 0;
    for (Map.Entry<IndexKey, Long> entry : frequencies.entrySet()) {
      if (before > 0 && before * RANGES_MAX >= (points.size() + 1L) * found.sampled()) {
        points.add(entry.getKey());
      }
      before += entry.getValue();
    }
    return points;
  }

  private RoutingTable table(List<IndexKey> points) {
    Generation generation = new Generation(new ObjectId(new byte[12]), new BsonTimestamp(1, 0));
    List<Chunk> chunks = new ArrayList<>();
    IndexKey low = IndexKey.allMin(key.size());
    for (int i = 0; i <= points.size(); i++) {
      IndexKey high = i < points.size() ? points.get(i) : IndexKey.allMax(key.size());
      ShardId own = new ShardId(Integer.toString(i));
      ChunkVersion version = new ChunkVersion(1, i, generation);
      chunks.add(
          new Chunk(
              generation.epoch(),
              new ChunkRange(low, high),
              own,
              version,
              false,
              List.of(new Chunk.HistoryEntry(generation.timestamp(), own))));
      low = high;
    }
    return RoutingTable.of(routing.ns(), new BsonBinary(new UUID(0, 0)), key, false, chunks);
  }

  /** How queries of one kind, reads or writes, are spread. */
  private final class Tally {
    private final BsonDocument commands = new BsonDocument();
    private final long[] byRange = new long[ranges];
    private long total;
    private long single;
    private long multi;
    private long everywhere;

    private Tally(String... names) {
      commands.append("total", new BsonInt64(0));
      for (String name : names) {
        commands.append(name, new BsonInt64(0));
      }
    }

    private boolean knows(BsonDocument sample) {
      return commands.containsKey(sample.getString("cmdName").getValue());
    }

    /** Counts one query; tells whether it names one value of the whole key. */
    private boolean add(String name, BsonDocument filter, BsonDocument options) {
      total++;
      commands.append("total", new BsonInt64(total));
      commands.append(name, new BsonInt64(commands.getInt64(name).getValue() + 1));
      Collation collation = routing.collation(options);
      QueryContext context =
          QueryContext.of(collation).with(options.getDocument("let", new BsonDocument()));
      Target target = targeter.target(MatchParser.parseForRouting(filter, context), collation);
      target.shards().forEach(range -> byRange[Integer.parseInt(range.name())]++);
      boolean exact = target.path() == RoutingEvent.Path.FAST;
      if (exact) {
        single++;
      } else if (target.path() == RoutingEvent.Path.RANGE) {
        multi++;
      } else {
        everywhere++;
      }
      return exact;
    }

    private double percent(long part) {
      return Math.round(10_000.0 * part / total) / 100.0;
    }

    private BsonDocument report(String what) {
      BsonDocument report = new BsonDocument("sampleSize", commands);
      return total == 0
          ? report
          : report
              .append("percentageOfSingleShard" + what, new BsonDouble(percent(single)))
              .append("percentageOfMultiShard" + what, new BsonDouble(percent(multi)))
              .append("percentageOfScatterGather" + what, new BsonDouble(percent(everywhere)));
    }

    private BsonArray byRange() {
      BsonArray counts = new BsonArray();
      for (long count : byRange) {
        counts.add(new BsonInt64(count));
      }
      return counts;
    }
  }

  /** {@code readDistribution}, from rows of config.sampledQueries. */
  BsonDocument reads(List<BsonDocument> samples) {
    Tally tally = new Tally("find", "aggregate", "count", "distinct");
    for (BsonDocument sample : samples) {
      if (tally.knows(sample)) {
        BsonDocument command = sample.getDocument("cmd");
        String name = sample.getString("cmdName").getValue();
        tally.add(name, command.getDocument("filter"), command);
      }
    }
    BsonDocument report = tally.report("Reads");
    return tally.total == 0 ? report : report.append("numReadsByRange", tally.byRange());
  }

  /** {@code writeDistribution}, from rows of config.sampledQueries and sampledQueriesDiff. */
  BsonDocument writes(List<BsonDocument> samples, List<BsonDocument> diffs) {
    Tally tally = new Tally("update", "delete", "findAndModify");
    long singleWithoutKey = 0;
    long multiWithoutKey = 0;
    for (BsonDocument sample : samples) {
      if (!tally.knows(sample)) {
        continue;
      }
      String name = sample.getString("cmdName").getValue();
      BsonDocument one = operation(name, sample.getDocument("cmd"));
      BsonDocument empty = new BsonDocument();
      BsonDocument filter = one.getDocument(name.equals("findAndModify") ? "query" : "q", empty);
      if (!tally.add(name, filter, one)) {
        boolean all =
            Docs.truthy(one, "multi")
                || name.equals("delete") && one.getNumber("limit").longValue() == 0;
        multiWithoutKey += all ? 1 : 0;
        singleWithoutKey += all ? 0 : 1;
      }
    }
    BsonDocument report = tally.report("Writes");
    if (tally.total == 0) {
      return report;
    }
    long changed = diffs.stream().filter(this::changesKey).count();
    return report
        .append("numWritesByRange", tally.byRange())
        .append("percentageOfShardKeyUpdates", new BsonDouble(tally.percent(changed)))
        .append(
            "percentageOfSingleWritesWithoutShardKey",
            new BsonDouble(tally.percent(singleWithoutKey)))
        .append(
            "percentageOfMultiWritesWithoutShardKey",
            new BsonDouble(tally.percent(multiWithoutKey)));
  }

  private static BsonDocument operation(String name, BsonDocument command) {
    return switch (name) {
      case "update" -> command.getArray("updates").get(0).asDocument();
      case "delete" -> command.getArray("deletes").get(0).asDocument();
      default -> command;
    };
  }

  private boolean changesKey(BsonDocument row) {
    for (BsonValue part : row.getDocument("diff").values()) {
      for (String changed : part.asDocument().keySet()) {
        for (String path : key.paths()) {
          if (path.equals(changed)
              || path.startsWith(changed + ".")
              || changed.startsWith(path + ".")) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
