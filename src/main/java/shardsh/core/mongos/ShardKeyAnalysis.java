package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.keys.KeyHash;
import shardsh.core.pipeline.ForeignCollections;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;

/**
 * {@code analyzeShardKey} and {@code configureQueryAnalyzer}, both of 7.0. Source: {@code
 * sharding-facts.md}, section 8.6, and the manual's pages on the two commands. A real router hands
 * the analysis to a shard; here it asks the shards itself.
 */
final class ShardKeyAnalysis {
  private static final int SINCE = 7;
  private static final long SAMPLE_DEFAULT = 10_000_000;

  private final Environment environment;
  private final ShardCalls calls;
  private final ForeignCollections collections;
  private final QuerySampling sampling;

  ShardKeyAnalysis(
      Environment environment,
      ShardCalls calls,
      ForeignCollections collections,
      QuerySampling sampling) {
    this.environment = environment;
    this.calls = calls;
    this.collections = collections;
    this.sampling = sampling;
  }

  void addTo(Map<String, RouterCommand> commands) {
    if (environment.profile().majorVersion() >= SINCE) {
      commands.put("analyzeShardKey", ShardingCommands.admin((db, command) -> analyze(command)));
      commands.put(
          "configureQueryAnalyzer", ShardingCommands.admin((db, command) -> configure(command)));
    }
  }

  /** {@code {configureQueryAnalyzer: ns, mode: "full" | "off", samplesPerSecond?}}. */
  private BsonDocument configure(BsonDocument command) {
    Namespace ns = ShardingCommands.requireNamespace(command);
    BsonDocument info = requireCollection(ns, calls.fresh(ns));
    BsonDocument request =
        new BsonDocument("_configsvrConfigureQueryAnalyzer", new BsonString(ns.toString()))
            .append("collectionUuid", info.get("uuid"))
            .append("mode", command.get("mode"));
    if (command.containsKey("samplesPerSecond")) {
      request.append("samplesPerSecond", command.get("samplesPerSecond"));
    }
    BsonDocument reply = calls.config(request);
    reply.remove("ok");
    return Replies.ok(reply);
  }

  /**
   * {@code {analyzeShardKey: ns, key, keyCharacteristics?, readWriteDistribution?, sampleRate?,
   * sampleSize?}}.
   */
  private BsonDocument analyze(BsonDocument command) {
    Namespace ns = ShardingCommands.requireNamespace(command);
    KeyHash hash = environment.parameters().toyHash() ? KeyHash.TOY : KeyHash.REAL;
    ShardKeyPattern key = ShardKeyPattern.parse(command.getDocument("key"), hash);
    boolean characteristics = isWanted(command, "keyCharacteristics");
    boolean distribution = isWanted(command, "readWriteDistribution");
    checkOptions(command, characteristics, distribution);
    Routing routing = calls.fresh(ns);
    requireCollection(ns, routing);
    return sampling.without(
        () -> {
          KeyValuesFound found = KeyValuesFound.of(collections, ns, key, sample(ns, command));
          BsonDocument reply = new BsonDocument();
          if (characteristics) {
            characteristics(routing, key, found)
                .ifPresent(metrics -> reply.append("keyCharacteristics", metrics));
          }
          if (distribution) {
            SampledDistribution sampled = new SampledDistribution(routing, key, found);
            reply
                .append("readDistribution", sampled.reads(rows(ns, "sampledQueries")))
                .append(
                    "writeDistribution",
                    sampled.writes(rows(ns, "sampledQueries"), rows(ns, "sampledQueriesDiff")));
          }
          return Replies.ok(reply);
        });
  }

  private static boolean isWanted(BsonDocument command, String part) {
    return !command.containsKey(part) || Docs.truthy(command, part);
  }

  private static void checkOptions(
      BsonDocument command, boolean characteristics, boolean distribution) {
    if (!characteristics && !distribution) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "Must specify at least one of 'keyCharacteristics' and 'readWriteDistribution' as true");
    }
    boolean rate = command.containsKey("sampleRate");
    boolean size = command.containsKey("sampleSize");
    if (rate && size) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "Cannot specify both 'sampleRate' and 'sampleSize'");
    }
    if (!characteristics && (rate || size)) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "Cannot specify '"
              + (rate ? "sampleRate" : "sampleSize")
              + "' when 'keyCharacteristics' is false");
    }
    double share = rate ? command.getNumber("sampleRate").doubleValue() : 1;
    if (!(share > 0 && share <= 1)) {
      throw new CommandException(
          ErrorCode.location(51024),
          "BSON field 'sampleRate' value must be "
              + (share > 1 ? "<= 1" : "> 0")
              + ", actual value '"
              + share
              + "'");
    }
  }

  /** What the shard that holds it says of the collection: {@code {uuid, options, indexes}}. */
  private BsonDocument requireCollection(Namespace ns, Routing routing) {
    if (ns.isInternal() || ns.collection().startsWith("system.")) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION,
          "Cannot run against "
              + (ns.isInternal() ? "an internal collection" : "a system collection"));
    }
    Optional<ShardId> holder =
        routing.table().map(RoutingTable::owners).map(owners -> owners.get(0));
    try {
      BsonDocument info =
          calls.unversioned(
              holder.or(routing::primary).orElseThrow(() -> unknown(ns)),
              "admin",
              new BsonDocument("_shardsvrCollectionInfo", new BsonString(ns.toString())));
      if (info.getDocument("options").containsKey("viewOn")) {
        throw new CommandException(
            ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW, "The namespace corresponds to a view");
      }
      return info;
    } catch (CommandException e) {
      throw e.errorCode().equals(ErrorCode.NAMESPACE_NOT_FOUND) ? unknown(ns) : e;
    }
  }

  private static CommandException unknown(Namespace ns) {
    return new CommandException(
        ErrorCode.NAMESPACE_NOT_FOUND, "The namespace " + ns + " does not exist");
  }

  /** How many documents to look at. */
  private long sample(Namespace ns, BsonDocument command) {
    if (command.containsKey("sampleRate")) {
      long total = collections.run(ns.db(), count(ns)).getNumber("n").longValue();
      return Math.max(1, Math.round(total * command.getNumber("sampleRate").doubleValue()));
    }
    return command.containsKey("sampleSize")
        ? command.getNumber("sampleSize").longValue()
        : SAMPLE_DEFAULT;
  }

  private static BsonDocument count(Namespace ns) {
    return new BsonDocument("count", new BsonString(ns.collection()))
        .append("query", new BsonDocument());
  }

  private List<BsonDocument> rows(Namespace ns, String collection) {
    return collections.runAll(
        "config",
        new BsonDocument("find", new BsonString(collection))
            .append("filter", new BsonDocument("ns", new BsonString(ns.toString()))));
  }

  /** Empty when no index serves the key, as on the server. */
  private Optional<BsonDocument> characteristics(
      Routing routing, ShardKeyPattern key, KeyValuesFound found) {
    Optional<BsonDocument> index = index(routing.ns(), key);
    if (index.isEmpty()) {
      return Optional.empty();
    }
    if (found.sampled() == 0) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION,
          "Cannot analyze the cardinality and frequency of a shard key for an empty collection");
    }
    BsonDocument metrics = sizes(routing);
    boolean unique =
        index.get().getDocument("key").size() == key.size()
            && (Docs.truthy(index.get(), "unique")
                || index.get().getString("name").getValue().equals("_id_"));
    metrics
        .append("numDocsSampled", new BsonInt64(found.sampled()))
        .append("isUnique", Docs.bool(unique))
        .append("numDistinctValues", new BsonInt64(found.values().size()))
        .append("mostCommonValues", found.mostCommon())
        .append("monotonicity", monotonicity(routing, key));
    return Optional.of(metrics);
  }

  private Optional<BsonDocument> index(Namespace ns, ShardKeyPattern key) {
    BsonDocument list = new BsonDocument("listIndexes", new BsonString(ns.collection()));
    return collections.runAll(ns.db(), list).stream()
        .filter(spec -> key.isSupportedBy(spec.getDocument("key")))
        .filter(spec -> !Docs.truthy(spec, "sparse"))
        .filter(spec -> !spec.containsKey("partialFilterExpression"))
        .filter(spec -> !spec.containsKey("collation"))
        .findFirst();
  }

  private BsonDocument sizes(Routing routing) {
    BsonDocument stats =
        new BsonDocument("$collStats", new BsonDocument("storageStats", new BsonDocument()));
    long documents = 0;
    long orphans = 0;
    long bytes = 0;
    for (BsonDocument row :
        collections.aggregate(routing.ns(), new BsonArray(List.of(stats)), new BsonDocument())) {
      BsonDocument storage = row.getDocument("storageStats");
      documents += storage.getNumber("count").longValue();
      orphans += storage.getNumber("numOrphanDocs", new BsonInt32(0)).longValue();
      bytes += storage.getNumber("size").longValue();
    }
    BsonDocument sizes = new BsonDocument("numDocsTotal", new BsonInt64(documents));
    if (routing.isSharded()) {
      sizes.append("numOrphanDocs", new BsonInt64(orphans));
    }
    return sizes.append("avgDocSizeBytes", new BsonInt64(bytes / Math.max(1, documents)));
  }

  /** Judged on the shard of the lowest chunk, or the only one. */
  private BsonDocument monotonicity(Routing routing, ShardKeyPattern key) {
    if (key.isHashed()) {
      return new BsonDocument("type", new BsonString("not monotonic"));
    }
    ShardId shard =
        routing
            .table()
            .map(table -> table.chunks().get(0).shard())
            .or(routing::primary)
            .orElseThrow();
    BsonDocument reply =
        calls.unversioned(
            shard,
            "admin",
            new BsonDocument("_shardsvrKeyOrder", new BsonString(routing.ns().toString()))
                .append("key", key.toDocument()));
    if (!reply.containsKey("coefficient")) {
      return new BsonDocument("type", new BsonString("unknown"));
    }
    double coefficient = reply.getNumber("coefficient").doubleValue();
    boolean monotonic = Math.abs(coefficient) >= 0.7;
    return new BsonDocument("recordIdCorrelationCoefficient", reply.get("coefficient"))
        .append("type", new BsonString(monotonic ? "monotonic" : "not monotonic"));
  }

  /** The values of a key in the documents that were looked at, the most frequent first. */
  record KeyValuesFound(ShardKeyPattern key, List<Value> values, long sampled) {
    private static final int MOST_COMMON_MAX = 5;

    /** One value for each field, and in how many documents. */
    record Value(List<BsonValue> fields, long frequency) {}

    static KeyValuesFound of(
        ForeignCollections collections, Namespace ns, ShardKeyPattern key, long size) {
      BsonDocument id = new BsonDocument();
      BsonDocument order = new BsonDocument("n", new BsonInt32(-1));
      for (int i = 0; i < key.size(); i++) {
        BsonValue path = new BsonString("$" + key.paths().get(i));
        id.append("f" + i, new BsonDocument("$ifNull", array(path, BsonNull.VALUE)));
        order.append("_id.f" + i, new BsonInt32(1));
      }
      BsonDocument group =
          new BsonDocument("_id", id).append("n", new BsonDocument("$sum", new BsonInt32(1)));
      BsonArray pipeline = new BsonArray();
      if (size < SAMPLE_DEFAULT) {
        BsonDocument sample = new BsonDocument("size", new BsonInt64(size));
        pipeline.add(new BsonDocument("$sample", sample));
      }
      pipeline.add(new BsonDocument("$group", group));
      pipeline.add(new BsonDocument("$sort", order));
      List<Value> values = new ArrayList<>();
      long sampled = 0;
      for (BsonDocument row : collections.aggregate(ns, pipeline, new BsonDocument())) {
        long frequency = row.getNumber("n").longValue();
        values.add(new Value(List.copyOf(row.getDocument("_id").values()), frequency));
        sampled += frequency;
      }
      return new KeyValuesFound(key, List.copyOf(values), sampled);
    }

    private static BsonArray array(BsonValue one, BsonValue other) {
      return new BsonArray(List.of(one, other));
    }

    BsonArray mostCommon() {
      BsonArray common = new BsonArray();
      for (int i = 0; i < values.size() && i < MOST_COMMON_MAX; i++) {
        BsonDocument value = new BsonDocument();
        for (int field = 0; field < key.size(); field++) {
          value.append(key.paths().get(field), values.get(i).fields().get(field));
        }
        common.add(
            new BsonDocument("value", value)
                .append("frequency", new BsonInt64(values.get(i).frequency())));
      }
      return common;
    }
  }
}
