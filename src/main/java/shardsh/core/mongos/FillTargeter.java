package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.RoutingEvent;

/** Where declared weight goes: the owner of one key, or the owners of a run of keys. */
final class FillTargeter {
  private final RoutingTable table;

  FillTargeter(RoutingTable table) {
    this.table = table;
  }

  /**
   * @param key all fields of the shard key; one of them may be {@code {from, to}}
   * @throws CommandException BAD_VALUE when the key does not name every field of the shard key
   */
  Target target(BsonDocument key) {
    List<BsonValue> low = new ArrayList<>();
    List<BsonValue> high = new ArrayList<>();
    boolean everywhere = false;
    if (key.size() != table.shardKey().size()) {
      throw badKey(key);
    }
    for (KeyPattern.Field field : table.shardKey().keyPattern().fields()) {
      BsonValue value = key.get(field.path().text());
      if (value == null) {
        throw badKey(key);
      }
      boolean run = value.isDocument() && value.asDocument().containsKey("from");
      everywhere |= run && field.hashed();
      low.add(bound(field, run ? value.asDocument().get("from") : value));
      high.add(
          bound(
              field,
              run && value.asDocument().containsKey("to") ? value.asDocument().get("to") : value));
    }
    ShardTargeter targeter = new ShardTargeter(table, false);
    if (everywhere) {
      return targeter.forAll("hashed values lie everywhere");
    }
    IndexKey from = IndexKey.of(low);
    IndexKey to = IndexKey.of(high);
    if (from.equals(to)) {
      return targeter.forKey(from, "shard key of the weight");
    }
    List<ShardId> shards = List.copyOf(new TreeSet<>(table.shardsOverlapping(from, to)));
    return new Target(
        shards,
        shards.size() == 1
            ? RoutingEvent.Targeting.SINGLE
            : shards.size() == table.owners().size()
                ? RoutingEvent.Targeting.ALL
                : RoutingEvent.Targeting.SUBSET,
        RoutingEvent.Path.RANGE,
        List.of(new RoutingEvent.KeySpan(from, to)),
        table.chunksOverlapping(from, to).size(),
        table.owners().size(),
        "shard keys of the weight");
  }

  private BsonValue bound(KeyPattern.Field field, BsonValue value) {
    return field.hashed() ? table.shardKey().hash().of(value) : value;
  }

  private CommandException badKey(BsonDocument key) {
    return new CommandException(
        ErrorCode.BAD_VALUE,
        "cannot put weight at " + ServerText.of(key) + ": the shard key is " + table.shardKey());
  }
}
