package shardsh.core.mongod;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.Fraction;
import shardsh.core.storage.RangeStatistics;
import shardsh.core.storage.WeightSegment;

/** Declared weight put on a shard: sizes without documents. Ours; no server has it. */
final class FillCommands {
  private final ShardServer server;
  private final Environment environment;

  FillCommands(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_simFill", this::fill);
    commands.put("_simFillChunk", this::fillChunk);
  }

  /**
   * {@code {_simFill: coll, key, bytes, docs}}: puts declared weight on the keys that this shard
   * owns → {@code {addedBytes, splits: [key], jumbo: n}}.
   */
  private BsonDocument fill(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("_simFill").getValue());
    Optional<OwnershipFilter> owned = server.sharding().check(ns, command);
    OwnershipFilter filter =
        owned.orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.NAMESPACE_NOT_SHARDED, "Collection " + ns + " is not sharded."));
    CollectionStore store = server.data().storeOrCreate(ns);
    ShardKeyPattern key = filter.table().shardKey();
    List<WeightSegment> wanted =
        WeightSegment.over(
            key.keyPattern(),
            command.getDocument("key"),
            Fraction.of(command.getNumber("bytes").longValue()),
            Fraction.of(command.getNumber("docs").longValue()),
            key.hash()::of);
    RangeStatistics before = server.sizes().of(ns);
    new OwnedWeight(filter.table(), server.sharding().shard())
        .add(store, wanted, environment.operation());
    if (server.source().writes().records(ns)) {
      server.source().writes().noteWeights();
    }
    RangeStatistics added = server.sizes().of(ns).minus(before);
    server.counts().countWrites(added.weightDocuments().rounded());
    int jumboBefore = jumboChunks(ns);
    BsonArray splits = new BsonArray();
    if (environment.splitsOnInsert(ns) && !Docs.truthy(command, "noSplit")) {
      server
          .splitter()
          .splitIfTooLarge(ns, OwnedWeight.with(wanted))
          .forEach(point -> splits.add(key.named(point)));
    }
    return Replies.ok(
        new BsonDocument("addedBytes", Docs.int64(added.weightBytes().rounded()))
            .append("splits", splits)
            .append("jumbo", Docs.int32(jumboChunks(ns) - jumboBefore)));
  }

  /**
   * {@code {_simFillChunk: coll, min, max, bytes, docs}}: weight of a chunk of which no keys are
   * known.
   */
  private BsonDocument fillChunk(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("_simFillChunk").getValue());
    server
        .data()
        .storeOrCreate(ns)
        .weights()
        .add(
            new WeightSegment.Keyless(
                IndexKey.ofDocument(command.getDocument("min")),
                IndexKey.ofDocument(command.getDocument("max")),
                Fraction.of(command.getNumber("bytes").longValue()),
                Fraction.of(command.getNumber("docs").longValue())));
    return Replies.ok();
  }

  private int jumboChunks(Namespace ns) {
    return server
        .sharding()
        .table(ns)
        .map(
            table ->
                (int)
                    table.chunks().stream()
                        .filter(
                            chunk ->
                                chunk.jumbo() && chunk.shard().equals(server.sharding().shard()))
                        .count())
        .orElse(0);
  }
}
