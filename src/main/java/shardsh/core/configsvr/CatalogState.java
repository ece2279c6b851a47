package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/**
 * What the config servers hold: the catalog, the settings documents, the change log, and the
 * routers that report to them. Values are replaced, never changed.
 */
public final class CatalogState {
  private static final int LOG_MAX = 1000;

  private final Environment environment;
  private final String host;
  private ConfigCatalog catalog;
  private final Map<String, BsonDocument> settings;
  private final List<BsonDocument> changelog;
  private final List<BsonDocument> actionlog;
  private final Map<Namespace, Map<IndexKey, Long>> measured = new TreeMap<>();
  private final Map<String, String> routerHosts;
  private Function<Namespace, BsonDocument> compliance = ns -> new BsonDocument();
  private final Map<Namespace, Resharding> resharding;
  private final QuerySamples samples;
  private long balancerRounds;
  private Optional<BsonDocument> lastRound = Optional.empty();

  CatalogState(Environment environment, String host, ConfigCatalog catalog) {
    this(environment, host, catalog, new QuerySamples());
  }

  private CatalogState(
      Environment environment, String host, ConfigCatalog catalog, QuerySamples samples) {
    this.samples = samples;
    this.environment = environment;
    this.host = host;
    this.catalog = catalog;
    this.settings = new TreeMap<>();
    this.changelog = new ArrayList<>();
    this.actionlog = new ArrayList<>();
    this.routerHosts = new TreeMap<>();
    this.resharding = new TreeMap<>();
  }

  CatalogState copy(Environment otherEnvironment) {
    CatalogState copy = new CatalogState(otherEnvironment, host, catalog, samples.copy());
    copy.settings.putAll(settings);
    copy.changelog.addAll(changelog);
    copy.actionlog.addAll(actionlog);
    copy.measured.putAll(measured);
    copy.routerHosts.putAll(routerHosts);
    copy.resharding.putAll(resharding);
    copy.balancerRounds = balancerRounds;
    copy.lastRound = lastRound;
    return copy;
  }

  Environment environment() {
    return environment;
  }

  /** The names of the collections of {@code config}, sorted. */
  public List<String> documentNames() {
    return ConfigDocuments.names(environment.profile());
  }

  /** The documents of one collection of {@code config}; for names of fields, not for reading. */
  public List<BsonDocument> documents(String collection) {
    return new ConfigDocuments(this).of(collection);
  }

  public ConfigCatalog catalog() {
    return catalog;
  }

  /** From now on the catalog is this one. */
  public void replace(ConfigCatalog successor) {
    catalog = successor;
  }

  /** Documents of config.settings by {@code _id}. */
  public Map<String, BsonDocument> settings() {
    return settings;
  }

  /** Whether a shard of that name has been removed from this cluster. */
  public boolean wasRemoved(ShardId shard) {
    return changelog.stream()
        .anyMatch(
            row ->
                row.getString("what").getValue().equals("removeShard")
                    && row.getDocument("details")
                        .getString("shard")
                        .getValue()
                        .equals(shard.name()));
  }

  /** The last resharding operation of each collection, running or over. */
  Map<Namespace, Resharding> resharding() {
    return resharding;
  }

  /** What is sampled of the queries of applications. */
  public QuerySamples samples() {
    return samples;
  }

  List<BsonDocument> changelog() {
    return changelog;
  }

  List<BsonDocument> actionlog() {
    return actionlog;
  }

  /** What defragmentation measured of each chunk in bytes, by its min; empty at other times. */
  public Map<IndexKey, Long> measured(Namespace ns) {
    return measured.getOrDefault(ns, new TreeMap<>());
  }

  public void measured(Namespace ns, Map<IndexKey, Long> bytes) {
    measured.put(ns, bytes);
  }

  /** The collection's defragmentation goes on with that phase. */
  public void enterDefragmentation(Namespace ns, String phase) {
    ConfigCatalog.CollectionEntry entry = catalog.collections().get(ns);
    BsonDocument options = Docs.copyOf(entry.options());
    options.append("defragmentationPhase", new BsonString(phase));
    catalog = catalog.withCollection(ns, entry.withOptions(options));
  }

  /** The collection is no longer to be defragmented. */
  public void leaveDefragmentation(Namespace ns) {
    ConfigCatalog.CollectionEntry entry = catalog.collections().get(ns);
    BsonDocument options = Docs.copyOf(entry.options());
    options.remove("defragmentCollection");
    options.remove("defragmentationPhase");
    catalog = catalog.withCollection(ns, entry.withOptions(options));
    measured.remove(ns);
  }

  /** Router hosts by node name, as they report to config.mongos. */
  public Map<String, String> routerHosts() {
    return routerHosts;
  }

  public long balancerRounds() {
    return balancerRounds;
  }

  /** The report of the last balancer round. */
  public Optional<BsonDocument> lastRound() {
    return lastRound;
  }

  /** Notes that a balancer round ended with this report; gives the round's number, from 1. */
  public void roundEnded(BsonDocument report) {
    lastRound = Optional.of(report);
  }

  public long nextRound() {
    return ++balancerRounds;
  }

  /** Counts rounds that were as the last one, which is numbered anew. */
  public void roundsRepeated(long count) {
    balancerRounds += count;
    lastRound =
        lastRound.map(
            report -> Docs.copyOf(report).append("round", new BsonInt32((int) balancerRounds)));
  }

  /** The chunk size in MB: config.settings, else the profile's. */
  public int chunkSizeMB() {
    BsonDocument chunkSize = settings.get("chunksize");
    return chunkSize != null && chunkSize.isNumber("value")
        ? chunkSize.getNumber("value").intValue()
        : environment.profile().chunkSizeMB();
  }

  /** The chunk size of one collection in bytes; its own setting wins. */
  public long chunkSizeBytes(Namespace ns) {
    ConfigCatalog.CollectionEntry entry = catalog.collections().get(ns);
    BsonValue own = entry == null ? null : entry.options().get("maxChunkSizeBytes");
    return own != null ? own.asNumber().longValue() : (long) chunkSizeMB() * 1024 * 1024;
  }

  /** Whether neither config.settings nor the collection's own entry keeps inserts from cutting. */
  public boolean mayBeSplitOnInsert(Namespace ns) {
    BsonDocument setting = settings.get("autosplit");
    ConfigCatalog.CollectionEntry entry = catalog.collections().get(ns);
    boolean off =
        setting != null && setting.containsKey("enabled") && !Docs.truthy(setting, "enabled");
    return !off && (entry == null || !Docs.truthy(entry.options(), "noAutoSplit"));
  }

  /**
   * Switches the balancer on or off in config.settings, and up to 6.0.2 splitting on inserts with
   * it; its window stays.
   */
  public void switchBalancer(boolean on) {
    if (environment.profile().splitsOnInsert()) {
      settings.put(
          "autosplit",
          new BsonDocument("_id", new BsonString("autosplit"))
              .append("enabled", BsonBoolean.valueOf(on)));
    }
    BsonDocument present = settings.get("balancer");
    BsonDocument next =
        present == null
            ? new BsonDocument("_id", new BsonString("balancer"))
            : Docs.copyOf(present);
    next.append("mode", new BsonString(on ? "full" : "off"));
    next.append("stopped", BsonBoolean.valueOf(!on));
    settings.put("balancer", next);
  }

  /** Who tells whether a collection lies as the balancer wants it; set once by the wiring. */
  public void setCompliance(Function<Namespace, BsonDocument> newCompliance) {
    compliance = newCompliance;
  }

  /** The body of a reply to balancerCollectionStatus. */
  BsonDocument compliance(Namespace ns) {
    return compliance.apply(ns);
  }

  /** Whether the balancer is switched on. */
  public boolean isBalancerOn() {
    BsonDocument balancer = settings.get("balancer");
    return balancer == null
        || !(Docs.truthy(balancer, "stopped")
            || balancer.getString("mode", new BsonString("full")).getValue().equals("off"));
  }

  /**
   * @throws CommandException NAMESPACE_NOT_SHARDED
   */
  RoutingTable requireTable(Namespace ns) {
    return catalog
        .table(ns)
        .orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.NAMESPACE_NOT_SHARDED, "Collection " + ns + " is not sharded."));
  }

  /**
   * The table of a collection that may be cut and balanced.
   *
   * @throws CommandException NAMESPACE_NOT_SHARDED also for one that is only tracked
   */
  RoutingTable requireSharded(Namespace ns) {
    RoutingTable table = requireTable(ns);
    if (table.isUnsplittable()) {
      throw new CommandException(
          ErrorCode.NAMESPACE_NOT_SHARDED, "Collection " + ns + " is not sharded.");
    }
    return table;
  }

  /**
   * @throws CommandException SHARD_NOT_FOUND
   */
  ConfigCatalog.ShardEntry requireShard(ShardId shard) {
    ConfigCatalog.ShardEntry entry = catalog.shards().get(shard);
    if (entry == null) {
      throw new CommandException(ErrorCode.SHARD_NOT_FOUND, "Shard " + shard + " does not exist");
    }
    return entry;
  }

  /** Adds a row to config.changelog. */
  public void log(String what, String ns, BsonDocument details) {
    log(what, ns, "config", details);
  }

  /** Adds a row to config.changelog on behalf of a shard. */
  public void log(String what, String ns, String shard, BsonDocument details) {
    add(changelog, row(Optional.of(shard), what, ns, details));
  }

  /** Adds a row to config.actionlog. */
  public void logAction(String what, BsonDocument details) {
    add(actionlog, row(Optional.empty(), what, "", details));
  }

  private static void add(List<BsonDocument> log, BsonDocument row) {
    if (log.size() == LOG_MAX) {
      log.remove(0);
    }
    log.add(row);
  }

  private BsonDocument row(Optional<String> shard, String what, String ns, BsonDocument details) {
    long now = environment.clock().nowMillis();
    BsonObjectId id = new BsonObjectId(environment.ids().objectId());
    BsonDocument row =
        new BsonDocument(
                "_id",
                new BsonString(
                    host + "-" + ServerText.isoDate(now) + "-" + id.getValue().toHexString()))
            .append("server", new BsonString(host));
    shard.ifPresent(name -> row.append("shard", new BsonString(name)));
    return row.append("clientAddr", new BsonString(""))
        .append("time", new BsonDateTime(now))
        .append("what", new BsonString(what))
        .append("ns", new BsonString(ns))
        .append("details", details);
  }
}
