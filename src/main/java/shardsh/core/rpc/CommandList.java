package shardsh.core.rpc;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The answer to listCommands: the commands that a process of the model has. */
public final class CommandList {
  private static final List<String> ADMIN_ONLY =
      List.of(
          "addShard",
          "addShardToZone",
          "balancerStart",
          "balancerStatus",
          "balancerStop",
          "cleanupOrphaned",
          "clearJumboFlag",
          "configureCollectionBalancing",
          "configureFailPoint",
          "enableSharding",
          "flushRouterConfig",
          "getCmdLineOpts",
          "getShardVersion",
          "listDatabases",
          "listShards",
          "mergeChunks",
          "moveChunk",
          "moveRange",
          "removeShard",
          "removeShardFromZone",
          "renameCollection",
          "replSetFreeze",
          "replSetGetConfig",
          "replSetGetStatus",
          "replSetInitiate",
          "replSetStepDown",
          "setAllowMigrations",
          "shardCollection",
          "split",
          "splitChunk",
          "updateZoneKeyRange");

  private CommandList() {}

  /**
   * {@code {commands: {find: {help, requiresAuth, adminOnly}, …}, ok: 1}}, by name, without the
   * messages that only the processes of a cluster send. Source: the manual's page on listCommands;
   * the help texts of the server are left out.
   *
   * @param own the commands of this kind of process, besides those that every process has
   */
  public static BsonDocument reply(Collection<String> own) {
    BsonDocument commands = new BsonDocument();
    for (String name : names(own)) {
      commands.append(
          name,
          new BsonDocument("help", new BsonString(""))
              .append("requiresAuth", BsonBoolean.FALSE)
              .append("adminOnly", BsonBoolean.valueOf(ADMIN_ONLY.contains(name))));
    }
    return Replies.ok(new BsonDocument("commands", commands));
  }

  /**
   * The names of the commands that a process has for clients, sorted.
   *
   * @param own the commands of this kind of process, besides those that every process has
   */
  public static Set<String> names(Collection<String> own) {
    TreeSet<String> names = new TreeSet<>(own);
    names.addAll(ProcessCommands.NAMES);
    names.removeIf(name -> name.startsWith("_") || name.equals("findandmodify"));
    return names;
  }
}
