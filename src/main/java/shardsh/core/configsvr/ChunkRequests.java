package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.Collation;
import shardsh.core.query.EqualityExtractor;
import shardsh.core.query.MatchParser;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkOperations;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;

/**
 * Requests about chunks as a person makes them, by a filter, by bounds or by a key: finds the chunk
 * and hands the work to its owner. A real router finds the chunk itself, after a refresh; here the
 * router's cache stays as it is, so that one can see it fall behind. Source for checks and texts:
 * {@code sharding-facts.md}, sections 7.3 to 7.6 and 8.3.
 */
final class ChunkRequests {
  /** The last major version in which clearing the flag gives the chunk a new version. */
  private static final int LAST_TO_RAISE_VERSION = 5;

  private static final int LAST_TO_MERGE_ON_SHARDS = 4;

  private final CatalogState state;
  private final MoveCommands moves;

  ChunkRequests(CatalogState state, MoveCommands moves) {
    this.state = state;
    this.moves = moves;
  }

  void addTo(Map<String, ConfigCommand> commands) {
    commands.put("_configsvrSplit", (db, command) -> split(command));
    commands.put("_configsvrMoveChunk", (db, command) -> moveChunk(command));
    commands.put("_configsvrMergeChunks", (db, command) -> merge(command));
    commands.put("_configsvrClearJumbo", (db, command) -> clearJumbo(command));
  }

  private RoutingTable table(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString(command.getFirstKey()).getValue());
    boolean configured = ns.db().equals("config") || ns.db().equals("admin");
    if (!configured && !state.catalog().databases().containsKey(ns.db())) {
      throw new CommandException(
          ErrorCode.NAMESPACE_NOT_FOUND, "Database " + ns.db() + " not found");
    }
    return state.requireSharded(ns);
  }

  private static CommandException plain(String message) {
    return new CommandException(ErrorCode.NONE, message);
  }

  /**
   * {@code {_configsvrSplit: ns, find | bounds | middle}}. A shard lets a split wait for the end of
   * a move, after which the chunk may be another, or elsewhere: then it is looked for again.
   */
  private BsonDocument split(BsonDocument command) {
    RoutingTable before = table(command);
    try {
      return split(before, command);
    } catch (CommandException e) {
      RoutingTable now = table(command);
      if (!e.errorCode().equals(ErrorCode.STALE_EPOCH) || now == before) {
        throw e;
      }
      return split(now, command);
    }
  }

  private BsonDocument split(RoutingTable table, BsonDocument command) {
    Optional<BsonDocument> find = document(command, "find");
    Optional<BsonDocument> middle = document(command, "middle");
    Optional<List<BsonDocument>> bounds = bounds(command, "lower bound not specified");
    if (find.isEmpty() && middle.isEmpty() && bounds.isEmpty()) {
      throw plain("need to specify find/bounds or middle");
    }
    if (find.isPresent() && bounds.isPresent()) {
      throw plain("cannot specify bounds and find at the same time");
    }
    if (find.isPresent() && middle.isPresent()) {
      throw plain("cannot specify find and middle together");
    }
    if (bounds.isPresent() && middle.isPresent()) {
      throw plain("cannot specify bounds and middle together");
    }
    if (middle.isPresent()) {
      return splitAt(table, middle.get());
    }
    Chunk chunk =
        find.isPresent()
            ? chunkByFilter(table, find.get(), ErrorCode.NONE)
            : chunkByBounds(table, bounds.orElseThrow(), ErrorCode.NONE);
    return askOwner(table, chunk, Optional.empty());
  }

  private BsonDocument splitAt(RoutingTable table, BsonDocument middle) {
    IndexKey key =
        table
            .shardKey()
            .normalize(middle)
            .filter(ShardKeyPattern::isStorableInBound)
            .orElseThrow(
                () ->
                    plain(
                        "new split key "
                            + ServerText.of(middle)
                            + " is not valid for shard key pattern "
                            + table.shardKey()));
    Chunk chunk = table.chunkFor(key);
    if (chunk.min().equals(key) || chunk.max().equals(key)) {
      throw plain(
          "new split key "
              + ServerText.of(middle)
              + " is a boundary key of existing chunk "
              + closeText(
                  table.shardKey().named(chunk.min()), table.shardKey().named(chunk.max())));
    }
    return askOwner(table, chunk, Optional.of(key));
  }

  private BsonDocument askOwner(RoutingTable table, Chunk chunk, Optional<IndexKey> at) {
    BsonDocument request =
        new BsonDocument("splitChunk", new BsonString(table.ns().toString()))
            .append("min", table.shardKey().named(chunk.min()))
            .append("max", table.shardKey().named(chunk.max()));
    at.ifPresent(
        key -> request.append("splitKeys", new BsonArray(List.of(table.shardKey().named(key)))));
    return state
        .environment()
        .network()
        .require(NodeId.CONFIG, chunk.shard().node(), "admin", request);
  }

  /** A range as the oldest messages show it, without a blank. */
  private static String closeText(BsonDocument min, BsonDocument max) {
    return "[" + ServerText.of(min) + "," + ServerText.of(max) + ")";
  }

  private BsonDocument moveChunk(BsonDocument command) {
    RoutingTable table = table(command);
    Optional<BsonDocument> find =
        Optional.of(command.isDocument("find") ? command.getDocument("find") : new BsonDocument())
            .filter(filter -> !filter.isEmpty());
    Optional<List<BsonDocument>> bounds = bounds(command, "lower bound not specified");
    if (find.isPresent() == bounds.isPresent()) {
      throw plain("need to specify either a find query, or both lower and upper bounds.");
    }
    Chunk chunk =
        find.isPresent()
            ? chunkByFilter(table, find.get(), ErrorCode.NONE)
            : chunkByBounds(table, bounds.orElseThrow(), ErrorCode.NONE);
    BsonDocument request =
        new BsonDocument("_configsvrMoveRange", new BsonString(table.ns().toString()))
            .append("toShard", command.get("to"))
            .append("min", table.shardKey().named(chunk.min()))
            .append("max", table.shardKey().named(chunk.max()));
    copy(command, "forceJumbo", request, "forceJumbo");
    copy(command, "_waitForDelete", request, "waitForDelete");
    copy(command, "waitForDelete", request, "waitForDelete");
    return moves.moveRange(request);
  }

  private static void copy(BsonDocument from, String name, BsonDocument to, String newName) {
    if (from.containsKey(name)) {
      to.append(newName, from.get(name));
    }
  }

  /** {@code {_configsvrMergeChunks: ns, bounds: [min, max]}}. */
  private BsonDocument merge(BsonDocument command) {
    RoutingTable table = table(command);
    BsonValue bounds = command.get("bounds");
    if (bounds == null || !bounds.isArray() || bounds.asArray().isEmpty()) {
      throw plain("no bounds were specified");
    }
    if (bounds.asArray().size() != 2) {
      throw plain("only a min and max bound may be specified");
    }
    BsonDocument low = mergeBound(bounds.asArray().get(0), "no min key specified");
    BsonDocument high = mergeBound(bounds.asArray().get(1), "no max key specified");
    Optional<IndexKey> lowKey = table.shardKey().normalize(low);
    Optional<IndexKey> highKey = table.shardKey().normalize(high);
    if (lowKey.isEmpty() || highKey.isEmpty()) {
      throw plain(
          "shard key bounds "
              + closeText(low, high)
              + " are not valid for shard key pattern "
              + table.shardKey());
    }
    IndexKey min = lowKey.get();
    IndexKey max = highKey.get();
    Chunk first = table.chunkFor(min);
    boolean onShards = state.environment().profile().majorVersion() <= LAST_TO_MERGE_ON_SHARDS;
    if (onShards && min.compareTo(max) < 0) {
      requireRun(table, min, max, first.shard());
    }
    if (table.chunkWithBounds(min, max).isPresent()) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION,
          "could not merge chunks, shard "
              + first.shard()
              + " already contains chunk for "
              + table.shardKey().text(first.range()));
    }
    return state
        .environment()
        .network()
        .require(
            NodeId.CONFIG,
            first.shard().node(),
            "admin",
            new BsonDocument("mergeChunks", new BsonString(table.ns().toString()))
                .append(
                    "bounds",
                    new BsonArray(
                        List.of(table.shardKey().named(min), table.shardKey().named(max)))));
  }

  /** What a shard looked at up to 4.4, in its order and words: only its own chunks. */
  private static void requireRun(RoutingTable table, IndexKey min, IndexKey max, ShardId shard) {
    List<Chunk> run = new ArrayList<>();
    for (Chunk chunk : table.chunksOverlapping(min, IndexKey.allMax(min.size()))) {
      boolean filled = !run.isEmpty() && run.get(run.size() - 1).max().compareTo(max) >= 0;
      if (!filled && chunk.shard().equals(shard)) {
        run.add(chunk);
      }
    }
    String low = ServerText.of(table.shardKey().named(min));
    String high = ServerText.of(table.shardKey().named(max));
    Chunk first = run.get(0);
    Chunk last = run.get(run.size() - 1);
    if (last.min().compareTo(max) >= 0 || last.max().compareTo(max) < 0) {
      throw notMerged(table, "range ending at " + high + " does not belong to shard " + shard);
    }
    List<String> missing = new ArrayList<>();
    if (!first.min().equals(min)) {
      missing.add("starting at " + low);
    }
    if (!last.max().equals(max)) {
      missing.add("ending at " + high);
    }
    if (!missing.isEmpty()) {
      throw notMerged(table, "does not contain a chunk " + String.join(" or ", missing));
    }
    String range = "[" + low + ", " + high + ")";
    if (run.size() == 1) {
      throw notMerged(table, "already contains chunk for " + range);
    }
    for (int i = 1; i < run.size(); i++) {
      IndexKey end = run.get(i - 1).max();
      if (!end.equals(run.get(i).min())) {
        String hole = table.shardKey().text(new ChunkRange(end, run.get(i).min()));
        throw notMerged(table, "has a hole in the range " + range + " at " + hole);
      }
    }
  }

  private static CommandException notMerged(RoutingTable table, String why) {
    return new CommandException(
        ErrorCode.ILLEGAL_OPERATION,
        "could not merge chunks, collection " + table.ns() + " " + why);
  }

  private static BsonDocument mergeBound(BsonValue bound, String whenEmpty) {
    if (!bound.isDocument() || bound.asDocument().isEmpty()) {
      throw plain(whenEmpty);
    }
    return bound.asDocument();
  }

  private BsonDocument clearJumbo(BsonDocument command) {
    RoutingTable table = table(command);
    Optional<BsonDocument> find = document(command, "find");
    Optional<List<BsonDocument>> bounds = bounds(command, "lower bound not specified");
    if (find.isEmpty() && bounds.isEmpty()) {
      throw new CommandException(ErrorCode.INVALID_OPTIONS, "need to specify find or bounds");
    }
    Chunk chunk =
        find.isPresent()
            ? chunkByFilter(table, find.get(), ErrorCode.location(51260))
            : chunkByBounds(table, bounds.orElseThrow(), ErrorCode.location(51261));
    if (chunk.jumbo()) {
      RoutingTable cleared = ChunkOperations.flagJumbo(table, chunk, false);
      boolean raises = state.environment().profile().majorVersion() <= LAST_TO_RAISE_VERSION;
      state.replace(
          state
              .catalog()
              .withTable(
                  raises
                      ? ChunkOperations.raiseVersion(cleared, chunk.withJumbo(false))
                      : cleared));
    }
    return Replies.ok();
  }

  private static Optional<BsonDocument> document(BsonDocument command, String name) {
    BsonValue value = command.get(name);
    if (value == null || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isDocument()) {
      throw new CommandException(ErrorCode.TYPE_MISMATCH, "'" + name + "' must be of type object");
    }
    return Optional.of(value.asDocument());
  }

  private static Optional<List<BsonDocument>> bounds(BsonDocument command, String whenEmpty) {
    BsonValue value = command.get("bounds");
    if (value == null || value.isNull()) {
      return Optional.empty();
    }
    BsonArray array = value.isArray() ? value.asArray() : new BsonArray();
    if (array.isEmpty() || isEmptyDocument(array.get(0))) {
      throw plain(whenEmpty);
    }
    if (array.size() < 2 || isEmptyDocument(array.get(1))) {
      throw plain("upper bound not specified");
    }
    List<BsonDocument> bounds = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      if (!array.get(i).isDocument()) {
        throw new CommandException(
            ErrorCode.location(10065), "invalid parameter: expected an object (" + i + ")");
      }
      bounds.add(array.get(i).asDocument());
    }
    return Optional.of(bounds);
  }

  private static boolean isEmptyDocument(BsonValue value) {
    return value.isDocument() && value.asDocument().isEmpty();
  }

  private static Chunk chunkByFilter(RoutingTable table, BsonDocument filter, ErrorCode code) {
    ShardKeyPattern key = table.shardKey();
    Optional<BsonDocument> found =
        EqualityExtractor.equalities(MatchParser.parse(filter, Collation.simple()), key.paths());
    if (found.isEmpty()) {
      throw new CommandException(
          code, "no shard key found in chunk query " + ServerText.of(filter));
    }
    List<BsonValue> values = new ArrayList<>();
    for (KeyPattern.Field field : key.keyPattern().fields()) {
      BsonValue value = found.get().get(field.path().text());
      values.add(field.hashed() ? key.hash().of(value) : value);
    }
    return table.chunkFor(IndexKey.of(values));
  }

  private static Chunk chunkByBounds(
      RoutingTable table, List<BsonDocument> bounds, ErrorCode code) {
    Optional<IndexKey> min = table.shardKey().normalize(bounds.get(0));
    Optional<IndexKey> max = table.shardKey().normalize(bounds.get(1));
    String text = "[" + ServerText.of(bounds.get(0)) + ", " + ServerText.of(bounds.get(1)) + ")";
    if (min.isEmpty() || max.isEmpty()) {
      throw new CommandException(
          code,
          "shard key bounds "
              + closeText(bounds.get(0), bounds.get(1))
              + " are not valid for shard key pattern "
              + table.shardKey());
    }
    return table
        .chunkWithBounds(min.get(), max.get())
        .orElseThrow(
            () -> new CommandException(code, "no chunk found with the shard key bounds " + text));
  }
}
