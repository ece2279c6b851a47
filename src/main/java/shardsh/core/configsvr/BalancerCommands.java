package shardsh.core.configsvr;

import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.RoutingTable;

/** The balancer's switches. Source: {@code sharding-facts.md}, sections 8.1 and 8.4. */
final class BalancerCommands {
  private static final long MEBIBYTE = 1024L * 1024;

  private final CatalogState state;

  BalancerCommands(CatalogState state) {
    this.state = state;
  }

  void addTo(Map<String, ConfigCommand> commands) {
    commands.put("_configsvrBalancerStart", (db, command) -> switchTo(true));
    commands.put("_configsvrBalancerStop", (db, command) -> switchTo(false));
    commands.put("_configsvrBalancerStatus", (db, command) -> status());
    commands.put("_configsvrBalancerCollectionStatus", (db, command) -> collectionStatus(command));
    commands.put("_configsvrSetAllowMigrations", (db, command) -> allowMigrations(command));
    commands.put(
        "_configsvrConfigureCollectionBalancing", (db, command) -> configureBalancing(command));
  }

  private BsonDocument switchTo(boolean on) {
    state.switchBalancer(on);
    return Replies.ok();
  }

  private BsonDocument status() {
    return Replies.ok(
        new BsonDocument("mode", new BsonString(state.isBalancerOn() ? "full" : "off"))
            .append("inBalancerRound", BsonBoolean.valueOf(isMoving()))
            .append("numBalancerRounds", new BsonInt64(state.balancerRounds()))
            .append("term", new BsonInt64(1)));
  }

  /**
   * {@code {…: ns}} → {@code {chunkSize?, balancerCompliant, firstComplianceViolation?, details?}}.
   */
  private BsonDocument collectionStatus(BsonDocument command) {
    return Replies.ok(
        state.compliance(Namespace.parse(command.getString(command.getFirstKey()).getValue())));
  }

  /** Whether a move that the balancer chose runs: a round lasts as long as its moves. */
  private boolean isMoving() {
    return state.environment().migrations().stream()
        .anyMatch(running -> running.what().reason() != MigrateInfo.Reason.MANUAL);
  }

  /** {@code {_configsvrSetAllowMigrations: ns, allowMigrations: bool}}. */
  private BsonDocument allowMigrations(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_configsvrSetAllowMigrations").getValue());
    RoutingTable table = state.requireSharded(ns);
    BsonDocument options = Docs.copyOf(state.catalog().collections().get(ns).options());
    if (Docs.truthy(command, "allowMigrations")) {
      options.remove("permitMigrations");
    } else {
      options.append("permitMigrations", BsonBoolean.FALSE);
    }
    replaceOptions(table, options);
    return Replies.ok();
  }

  private void replaceOptions(RoutingTable table, BsonDocument options) {
    state.replace(
        state
            .catalog()
            .withCollection(
                table.ns(),
                new ConfigCatalog.CollectionEntry(
                    table, state.environment().clock().nowMillis(), options)));
  }

  /** {@code {…: ns, chunkSize?, enableAutoMerger?, defragmentCollection?}}. */
  private BsonDocument configureBalancing(BsonDocument command) {
    Namespace ns =
        Namespace.parse(command.getString("_configsvrConfigureCollectionBalancing").getValue());
    RoutingTable table = state.requireSharded(ns);
    BsonDocument options = Docs.copyOf(state.catalog().collections().get(ns).options());
    BsonValue chunkSize = command.get("chunkSize");
    if (chunkSize != null) {
      long megabytes = chunkSize.asNumber().longValue();
      if (megabytes < 0 || megabytes > 1024) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS, "Chunk size must be between 1 and 1024 MB");
      }
      if (megabytes == 0) {
        options.remove("maxChunkSizeBytes");
      } else {
        options.append("maxChunkSizeBytes", new BsonInt64(megabytes * MEBIBYTE));
      }
    }
    if (Docs.truthy(command, "defragmentCollection")) {
      options.append("defragmentCollection", BsonBoolean.TRUE);
    }
    if (command.containsKey("enableAutoMerger")) {
      options.append(
          "enableAutoMerge", BsonBoolean.valueOf(Docs.truthy(command, "enableAutoMerger")));
    }
    replaceOptions(table, options);
    if (command.containsKey("defragmentCollection")
        && !Docs.truthy(command, "defragmentCollection")) {
      state.leaveDefragmentation(ns);
    }
    return Replies.ok();
  }
}
