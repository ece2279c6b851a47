package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonValue;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.DatabaseView;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.TraceEntry;

/**
 * Whom a command asked that no shard key routes, and why those: collections, databases and indexes
 * made, renamed, listed and dropped.
 */
final class WhyAsked {
  private final Scene scene;
  private final CallEvent.RequestSent command;
  private final Set<ShardId> shards = new LinkedHashSet<>();
  private boolean createsDatabase;
  private boolean asksConfig;

  WhyAsked(Scene scene, CallEvent.RequestSent command) {
    this.scene = scene;
    this.command = command;
    boolean begun = false;
    for (TraceEntry entry : scene.last()) {
      if (entry.event() instanceof CallEvent.RequestSent sent) {
        begun |= sent.callId() == command.callId();
        if (begun && sent.from().equals(command.to())) {
          note(sent);
        }
      }
    }
  }

  /** The same of all commands that one helper sent. */
  static String ofAll(Scene scene) {
    Set<ShardId> shards = new LinkedHashSet<>();
    for (TraceEntry entry : scene.last()) {
      if (entry.event() instanceof CallEvent.RequestSent sent
          && scene.shardRoles().ofNode(sent.to().name()) != Role.PLAIN) {
        shards.add(new ShardId(sent.to().name()));
      }
    }
    return "None of them was routed by a shard key"
        + (shards.isEmpty() ? ": no shard was asked" : asked(shards))
        + ". Nothing was cut or moved.";
  }

  private void note(CallEvent.RequestSent sent) {
    createsDatabase |= sent.command().equals("_configsvrCreateDatabase");
    if (scene.shardRoles().ofNode(sent.to().name()) != Role.PLAIN) {
      shards.add(new ShardId(sent.to().name()));
    } else {
      asksConfig = true;
    }
  }

  /** One paragraph. */
  String text() {
    return switch (command.command()) {
      case "drop" -> drop();
      case "dropDatabase" ->
          "A database goes as a whole: each shard drops what it has of "
              + command.ns().db()
              + asked()
              + ", then the config servers forget its collections and its primary shard. A"
              + " collection that is made there later is given a primary shard anew.";
      case "renameCollection" ->
          "A new name moves no document: a collection stays on the shards on which it is"
              + asked()
              + ".";
      case "createIndexes", "dropIndexes", "collMod", "convertToCapped" ->
          "Each shard that has a part of "
              + command.ns()
              + " keeps its own indexes and options of it"
              + asked()
              + ". No document moves.";
      case "create" -> create();
      case "enableSharding" -> enableSharding();
      default -> other();
    };
  }

  private String drop() {
    Optional<CollectionView> before =
        scene.before().flatMap(snapshot -> snapshot.collection(command.ns()));
    if (before.isEmpty() || scene.now().collection(command.ns()).isPresent()) {
      return command.ns() + " was not sharded: only its shard has to drop it" + asked() + ".";
    }
    return command.ns()
        + " was sharded. The config servers forget it first, with its "
        + Amounts.count(before.get().chunks().size(), "chunk")
        + "; then each shard drops what it has, orphans included"
        + asked()
        + ". A router that still has the table learns of it when a shard refuses it.";
  }

  private String create() {
    return "What is not sharded is made on the primary shard of its database"
        + asked()
        + "."
        + newDatabase();
  }

  private String enableSharding() {
    BsonValue name = command.body().get("enableSharding");
    String database = name != null && name.isString() ? name.asString().getValue() : "";
    return "No shard was given anything: "
        + DisplayWidth.visible(database)
        + " may have sharded collections now; sh.shardCollection makes them."
        + primary(database).map(shard -> " Its primary shard is " + shard + ".").orElse("");
  }

  private String newDatabase() {
    return createsDatabase
        ? primary(command.ns().db())
            .map(
                shard ->
                    " The database is new: the config servers chose "
                        + shard
                        + ", which had the least data.")
            .orElse("")
        : "";
  }

  private Optional<ShardId> primary(String database) {
    return scene.now().databases().stream()
        .filter(view -> view.name().equals(database))
        .findFirst()
        .map(DatabaseView::primary);
  }

  private String other() {
    String name = command.command();
    if (!shards.isEmpty()) {
      return name + " was not routed by a shard key" + asked() + ". Nothing was cut or moved.";
    }
    String answered =
        scene.shardRoles().ofNode(command.to().name()) != Role.PLAIN
            ? command.to() + " was asked directly"
            : asksConfig
                ? "no shard was asked, the config servers answered"
                : "no shard was asked, " + command.to() + " answered by itself";
    return name + " was not routed by a shard key: " + answered + ". Nothing was cut or moved.";
  }

  /** {@code : s0 and s1 were asked}; empty if no shard was. */
  private String asked() {
    return asked(shards);
  }

  private static String asked(Set<ShardId> shards) {
    if (shards.isEmpty()) {
      return "";
    }
    List<ShardId> all = new ArrayList<>(shards);
    return ": " + EventText.names(all) + (all.size() == 1 ? " was asked" : " were asked");
  }
}
