package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.bson.TypeNames;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Network;
import shardsh.core.rpc.Nodes;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.ShardId;

/**
 * A set becomes a shard. Source: {@code sharding-facts.md}, section 7.8; what is checked in which
 * order is the server's. Ours: where none of the hosts runs anything, an empty set of them is
 * started.
 */
final class AddShard {
  private static final String DEFAULT_PORT = "27017";
  private static final int MEMBERS_MAX = 7;
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

  private final CatalogState state;
  private final Environment environment;

  AddShard(CatalogState state) {
    this.state = state;
    this.environment = state.environment();
  }

  /** What a client asked for: a set by its members, as {@code set/host:port,host:port}. */
  private record Wanted(String url, String set, List<String> hosts, Optional<String> name) {

    /** The codes of what cannot be read are observed, the wording is ours. */
    static Wanted in(BsonDocument command) {
      String url = command.getString("_configsvrAddShard").getValue();
      int slash = url.indexOf('/');
      LinkedHashSet<String> hosts = new LinkedHashSet<>();
      for (String host : Arrays.asList(url.substring(slash + 1).split(","))) {
        hosts.add(address(host, url));
      }
      Optional<String> name =
          Optional.ofNullable(command.get("name")).map(value -> value.asString().getValue());
      if (name.isPresent() && name.get().isEmpty()) {
        throw new CommandException(ErrorCode.BAD_VALUE, "shard name cannot be empty");
      }
      String set = slash < 0 ? "" : url.substring(0, slash);
      return new Wanted(url, set, new ArrayList<>(hosts), name);
    }

    /** {@code host} or {@code host:port}, as processes know each other. */
    private static String address(String host, String url) {
      int colon = host.lastIndexOf(':');
      String name = colon < 0 ? host : host.substring(0, colon);
      if (name.isBlank()) {
        throw bad(url, "it names no host");
      }
      String port = colon < 0 ? DEFAULT_PORT : host.substring(colon + 1);
      if (port.isEmpty()
          || port.length() > 5
          || !port.chars().allMatch(c -> c >= '0' && c <= '9')) {
        throw bad(url, "'" + port + "' is not a port");
      }
      int number = Integer.parseInt(port);
      if (number < 1 || number > 65_535) {
        throw bad(url, "port " + number + " is not from 1 to 65535");
      }
      return name.strip().replace("localhost", "127.0.0.1") + ":" + number;
    }

    private static CommandException bad(String url, String reason) {
      return new CommandException(
          ErrorCode.FAILED_TO_PARSE, "cannot add shard '" + url + "': " + reason);
    }

    ShardId id(String actualSet) {
      return new ShardId(name.orElse(actualSet));
    }
  }

  /**
   * {@code {_configsvrAddShard: "rs/host:port,…", name?}} → {@code {shardAdded: id}}. The set must
   * be initiated and reachable; the wiring names its node by the set's name.
   */
  BsonDocument run(String db, BsonDocument command) {
    refuseMaxSize(command);
    Wanted wanted = Wanted.in(command);
    for (ConfigCatalog.ShardEntry present : state.catalog().shards().values()) {
      if (isThereAlready(present, wanted)) {
        return added(present.id());
      }
    }
    refuseNames(wanted);
    startWhereNothingRuns(wanted);
    BsonDocument hello = hello(wanted);
    checkSet(wanted, hello);
    String set = hello.getString("setName").getValue();
    ShardId id = wanted.id(set);
    if (id.equals(ShardId.CONFIG)) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "use of shard replica set with name 'config' is not allowed");
    }
    if (state.catalog().shards().containsKey(id)) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION, "A shard named " + id + " already exists");
    }
    refuseForeignDatabases(hello, id);
    become(id, set, set + "/" + String.join(",", hostsIn(hello)));
    return added(id);
  }

  private void become(ShardId id, String set, String host) {
    environment
        .network()
        .require(
            NodeId.CONFIG,
            new NodeId(set),
            "admin",
            new BsonDocument("_addShard", Docs.int32(1))
                .append("shardIdentity", new BsonDocument("shardName", new BsonString(id.name()))));
    environment.nodes().addAlias(id.node(), new NodeId(set));
    enter(state, id, host);
  }

  /** The entry of config.shards, and that of the log. */
  static void enter(CatalogState state, ShardId id, String host) {
    state.replace(
        state
            .catalog()
            .withShard(
                new ConfigCatalog.ShardEntry(
                    id, host, false, Optional.empty(), state.environment().nextClusterTime())));
    state.log(
        "addShard",
        "",
        new BsonDocument("name", new BsonString(id.name())).append("host", new BsonString(host)));
  }

  private static BsonDocument added(ShardId id) {
    return Replies.ok(new BsonDocument("shardAdded", new BsonString(id.name())));
  }

  /**
   * A limit on the shard's size, in MB; 0 is none. Source: the manual's page on addShard: gone
   * since 6.2, InvalidOptions. The wording is ours.
   */
  private void refuseMaxSize(BsonDocument command) {
    BsonValue maxSize = command.get("maxSize");
    if (maxSize == null) {
      return;
    }
    if (environment.profile().isAtLeast("6.2")) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "addShard has no field maxSize since 6.2");
    }
    if (!maxSize.isNumber()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "\"maxSize\" had the wrong type. Expected long, found " + TypeNames.of(maxSize));
    }
    if (maxSize.asNumber().longValue() != 0) {
      throw CommandException.notModelled("maxSize of addShard");
    }
  }

  /**
   * Whether the set is this shard, by members that it has; refuses what would make another one of
   * them. A set without a name is first asked for it.
   */
  private static boolean isThereAlready(ConfigCatalog.ShardEntry present, Wanted wanted) {
    if (wanted.set().isEmpty()) {
      return false;
    }
    String presentSet = present.host().substring(0, present.host().indexOf('/'));
    List<String> members =
        Arrays.asList(present.host().substring(presentSet.length() + 1).split(","));
    if (presentSet.equals(wanted.set())) {
      if (!wanted.id(presentSet).equals(present.id())) {
        throw new CommandException(
            ErrorCode.ILLEGAL_OPERATION,
            "A shard named "
                + present.id()
                + " containing the replica set '"
                + presentSet
                + "' already exists");
      }
      return members.containsAll(wanted.hosts());
    }
    for (String host : wanted.hosts()) {
      if (members.contains(host)) {
        throw new CommandException(
            ErrorCode.ILLEGAL_OPERATION,
            "'"
                + host
                + "' is already a member of the existing shard '"
                + present.host()
                + "' ("
                + present.id()
                + ").");
      }
    }
    return false;
  }

  /** A shard's name is one of a process, by which messages find it. */
  private void refuseNames(Wanted wanted) {
    wanted
        .name()
        .filter(
            name ->
                !name.equals(wanted.set())
                    && !state.catalog().shards().containsKey(new ShardId(name)))
        .ifPresent(name -> refuse(name, environment.nodes().knows(new NodeId(name))));
    if (!wanted.set().isEmpty() && !environment.nodes().knows(new NodeId(wanted.set()))) {
      refuse(wanted.set(), false);
      if (wanted.hosts().size() > MEMBERS_MAX) {
        throw CommandException.notModelled("a set of more than " + MEMBERS_MAX + " members");
      }
    }
  }

  private static void refuse(String name, boolean known) {
    if (known || name.equals(NodeId.APP.name()) || !NAME.matcher(name).matches()) {
      throw CommandException.notModelled(
          known || name.equals(NodeId.APP.name())
              ? "a shard with the name of another process, '" + name + "',"
              : "the name '" + name + "' of a shard, which is not of letters, digits, _ and -,");
    }
  }

  private void startWhereNothingRuns(Wanted wanted) {
    Nodes nodes = environment.nodes();
    if (!wanted.set().isEmpty()
        && !nodes.knows(new NodeId(wanted.set()))
        && wanted.hosts().stream().allMatch(host -> nodes.at(host).isEmpty())) {
      environment.startShard(wanted.set(), wanted.hosts());
    }
  }

  /** What the first host says that runs. */
  private BsonDocument hello(Wanted wanted) {
    Network network = environment.network();
    Optional<NodeId> running =
        wanted.hosts().stream()
            .flatMap(host -> environment.nodes().at(host).stream())
            .filter(node -> !network.isDown(node))
            .findFirst();
    return network.require(
        NodeId.CONFIG,
        running.orElseThrow(() -> unreachable(wanted)),
        "admin",
        new BsonDocument("hello", Docs.int32(1)));
  }

  private static CommandException unreachable(Wanted wanted) {
    return new CommandException(
        ErrorCode.OPERATION_FAILED,
        "failed to run command { hello: 1 } when attempting to add shard "
            + wanted.url()
            + " :: caused by :: HostUnreachable: Error connecting to "
            + wanted.hosts().get(0)
            + " :: caused by :: Connection refused");
  }

  private static void checkSet(Wanted wanted, BsonDocument hello) {
    if (hello.containsKey("msg")) {
      throw new CommandException(ErrorCode.ILLEGAL_OPERATION, "cannot add a mongos as a shard");
    }
    if (!hello.containsKey("setName")) {
      throw new CommandException(
          ErrorCode.NOT_YET_INITIALIZED,
          "Cannot add "
              + wanted.url()
              + " as a shard since the replica set is not initialized; run"
              + " rs.initiate() on it first");
    }
    String actual = hello.getString("setName").getValue();
    if (wanted.set().isEmpty()) {
      throw new CommandException(
          ErrorCode.OPERATION_FAILED,
          "host is part of set "
              + actual
              + "; use replica set url format <setname>/<server1>,<server2>, ...");
    }
    if (!actual.equals(wanted.set())) {
      throw new CommandException(
          ErrorCode.OPERATION_FAILED,
          "the provided connection string ("
              + wanted.url()
              + ") does not match the actual set name "
              + actual);
    }
    if (Docs.truthy(hello, "configsvr")) {
      throw new CommandException(
          ErrorCode.OPERATION_FAILED,
          "Cannot add " + wanted.url() + " as a shard since it is a config server");
    }
    List<String> members = hostsIn(hello);
    for (String host : wanted.hosts()) {
      if (!members.contains(host)) {
        throw new CommandException(
            ErrorCode.OPERATION_FAILED,
            "in seed list "
                + wanted.url()
                + ", host "
                + host
                + " does not belong to replica set "
                + actual
                + "; it has "
                + String.join(", ", members));
      }
    }
  }

  private static List<String> hostsIn(BsonDocument hello) {
    return hello.getArray("hosts", new BsonArray()).stream()
        .map(host -> host.asString().getValue())
        .toList();
  }

  private void refuseForeignDatabases(BsonDocument hello, ShardId id) {
    NodeId node = new NodeId(hello.getString("setName").getValue());
    BsonDocument reply =
        environment
            .network()
            .require(
                NodeId.CONFIG, node, "admin", new BsonDocument("listDatabases", Docs.int32(1)));
    for (BsonValue value : reply.getArray("databases")) {
      String name = value.asDocument().getString("name").getValue();
      ConfigCatalog.DatabaseEntry present = state.catalog().databases().get(name);
      if (present != null) {
        throw new CommandException(
            ErrorCode.OPERATION_FAILED,
            "can't add shard '"
                + id
                + "' because a local database '"
                + name
                + "' exists in another "
                + present.primary());
      }
    }
  }
}
