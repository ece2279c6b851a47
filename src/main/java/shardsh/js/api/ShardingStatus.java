package shardsh.js.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.js.ShellInputException;

/** {@code sh.status()}: reads the config database and tells it in mongosh's words and order. */
final class ShardingStatus {
  private static final long ACTIVE_MILLIS = 60_000;
  private static final long DAY_MILLIS = 24 * 3_600_000L;
  private static final int SHOWN_MAX = 20;
  private static final List<String> VERSION_HIDDEN =
      List.of("minCompatibleVersion", "excluding", "upgradeId", "upgradeState", "currentVersion");

  private final Database config;
  private final boolean verbose;

  private ShardingStatus(Database config, boolean verbose) {
    this.config = config;
    this.verbose = verbose;
  }

  /**
   * @param verbose all chunks and zones rather than twenty of each
   * @throws ShellInputException if there is no config.version
   */
  static StatsReport report(Database db, boolean verbose) {
    Database config = db.name().equals("config") ? db : db.sibling("config");
    BsonDocument value = new ShardingStatus(config, verbose).value();
    return new ShardingReport(db.api, value);
  }

  private BsonDocument value() {
    BsonDocument result = new BsonDocument("shardingVersion", version());
    result.put("shards", new BsonArray(all("shards", new BsonDocument(), "_id")));
    routers(result);
    result.put("autosplit", enabled(setting("autosplit")));
    BsonDocument automerge = setting("automerge");
    if (!automerge.isEmpty()) {
      result.put("automerge", enabled(automerge));
    }
    result.put("balancer", balancer());
    distribution(result);
    return result.append("databases", databases());
  }

  private BsonDocument version() {
    List<BsonValue> found = all("version", new BsonDocument(), "_id");
    if (found.isEmpty()) {
      throw new ShellInputException(
          "MongoshInvalidInputError",
          "[SHAPI-10003] This db does not have sharding enabled. Be sure you are connecting to a"
              + " mongos from the shell and not to a mongod.",
          "");
    }
    BsonDocument version = new BsonDocument();
    found
        .get(0)
        .asDocument()
        .forEach(
            (name, value) -> {
              if (!VERSION_HIDDEN.contains(name)) {
                version.put(name, value);
              }
            });
    return version;
  }

  private List<BsonValue> all(String collection, BsonDocument filter, String sortBy) {
    BsonDocument options =
        new BsonDocument("filter", filter)
            .append("sort", new BsonDocument(sortBy, new BsonInt32(1)));
    return new FindCursor(config.collection(collection), options).drain();
  }

  private BsonDocument setting(String id) {
    List<BsonValue> found = all("settings", new BsonDocument("_id", new BsonString(id)), "_id");
    return found.isEmpty() ? new BsonDocument() : found.get(0).asDocument();
  }

  private static BsonDocument enabled(BsonDocument setting) {
    boolean off = Fields.isFalse(setting, "enabled");
    return new BsonDocument("Currently enabled", new BsonString(off ? "no" : "yes"));
  }

  private void routers(BsonDocument result) {
    List<BsonValue> routers = all("mongos", new BsonDocument(), "_id");
    routers.sort((a, b) -> Long.compare(ping(b), ping(a)));
    if (routers.isEmpty()) {
      result.put("most recently active mongoses", new BsonString("none"));
      return;
    }
    long newest = ping(routers.get(0));
    boolean active = newest >= config.api.host().nowMillis() - ACTIVE_MILLIS;
    BsonArray documents = new BsonArray();
    Map<String, Integer> versions = new LinkedHashMap<>();
    for (BsonValue router : routers) {
      if (ping(router) > newest - ACTIVE_MILLIS) {
        documents.add(router);
        versions.merge(Fields.text(router.asDocument(), "mongoVersion"), 1, Integer::sum);
      }
    }
    result.put(
        active ? "active mongoses" : "most recently active mongoses",
        verbose ? documents : counted(versions));
  }

  private static long ping(BsonValue router) {
    BsonValue ping = router.asDocument().get("ping");
    return ping != null && ping.isDateTime() ? ping.asDateTime().getValue() : 0;
  }

  private static BsonArray counted(Map<String, Integer> versions) {
    BsonArray counted = new BsonArray();
    versions.entrySet().stream()
        .sorted((a, b) -> b.getValue() - a.getValue())
        .forEach(
            entry ->
                counted.add(new BsonDocument(entry.getKey(), new BsonInt32(entry.getValue()))));
    return counted;
  }

  private BsonDocument balancer() {
    BsonDocument setting = setting("balancer");
    BsonDocument result = new BsonDocument();
    result.put(
        "Currently enabled", new BsonString(Fields.isTrue(setting, "stopped") ? "no" : "yes"));
    result.put("Currently running", new BsonString(running()));
    if (setting.containsKey("activeWindow")) {
      BsonDocument window = Fields.document(setting, "activeWindow");
      result.put(
          "Balancer active window is set between",
          new BsonString(
              Fields.text(window, "start")
                  + " and "
                  + Fields.text(window, "stop")
                  + " server local time"));
    }
    activeMigrations(result);
    failedRounds(result);
    return result.append("Migration Results for the last 24 hours", migrations());
  }

  private String running() {
    try {
      BsonDocument status = config.admin(new BsonDocument("balancerStatus", new BsonInt32(1)));
      return Fields.isTrue(status, "inBalancerRound") ? "yes" : "no";
    } catch (CommandException e) {
      return "unknown";
    }
  }

  private void activeMigrations(BsonDocument result) {
    BsonArray active = new BsonArray();
    for (BsonValue lock : all("locks", new BsonDocument("state", new BsonInt32(2)), "_id")) {
      active.add(new BsonString(Fields.text(lock.asDocument(), "_id")));
    }
    if (!active.isEmpty()) {
      result.put("Collections with active migrations", active);
    }
  }

  private void failedRounds(BsonDocument result) {
    BsonDocument options =
        new BsonDocument("filter", new BsonDocument("what", new BsonString("balancer.round")))
            .append("sort", new BsonDocument("time", new BsonInt32(-1)))
            .append("limit", new BsonInt32(5));
    int failed = 0;
    BsonDocument last = null;
    for (BsonValue round : new FindCursor(config.collection("actionlog"), options).drain()) {
      BsonDocument details = Fields.document(round.asDocument(), "details");
      if (Fields.isTrue(details, "errorOccured")) {
        failed++;
        last = last == null ? round.asDocument() : last;
      }
    }
    result.put("Failed balancer rounds in last 5 attempts", new BsonInt32(failed));
    if (last != null) {
      result.put(
          "Last reported error",
          new BsonString(Fields.text(Fields.document(last, "details"), "errmsg")));
      result.put("Time of Reported error", last.get("time"));
    }
  }

  private BsonValue migrations() {
    BsonDocument since =
        new BsonDocument("$gt", new BsonDateTime(config.api.host().nowMillis() - DAY_MILLIS));
    BsonDocument filter =
        new BsonDocument("time", since).append("what", new BsonString("moveChunk.from"));
    int succeeded = 0;
    Map<String, Integer> failures = new TreeMap<>();
    for (BsonValue entry : all("changelog", filter, "time")) {
      BsonDocument details = Fields.document(entry.asDocument(), "details");
      if (!details.containsKey("errmsg") && Fields.text(details, "note").equals("success")) {
        succeeded++;
      } else {
        String error =
            details.containsKey("errmsg")
                ? Fields.text(details, "errmsg")
                : Fields.text(details, "note");
        String text =
            "Failed with error '"
                + error
                + "', from "
                + Fields.text(details, "from")
                + " to "
                + Fields.text(details, "to");
        failures.merge(text, 1, Integer::sum);
      }
    }
    if (succeeded == 0 && failures.isEmpty()) {
      return new BsonString("No recent migrations");
    }
    return results(succeeded, failures);
  }

  /** From count to text. mongosh loses one of two groups of the same size; here they are joined. */
  private static BsonDocument results(int succeeded, Map<String, Integer> failures) {
    TreeMap<Integer, String> byCount = new TreeMap<>();
    if (succeeded > 0) {
      byCount.put(succeeded, "Success");
    }
    failures.forEach((text, count) -> byCount.merge(count, text, (a, b) -> a + "; " + b));
    BsonDocument result = new BsonDocument();
    byCount.forEach((count, text) -> result.put(count.toString(), new BsonString(text)));
    return result;
  }

  private void distribution(BsonDocument result) {
    BsonArray pipeline =
        new BsonArray(List.of(new BsonDocument("$shardedDataDistribution", new BsonDocument())));
    try {
      result.put(
          "shardedDataDistribution",
          new BsonArray(
              AggregationCursor.of(config.sibling("admin"), "", pipeline, new BsonDocument())
                  .drain()));
    } catch (CommandException e) {
      // Servers before 6.0.3 do not have the stage; mongosh leaves the section out.
    }
  }

  private BsonArray databases() {
    List<BsonDocument> entries = new ArrayList<>();
    all("databases", new BsonDocument(), "_id")
        .forEach(
            entry -> {
              if (!Fields.text(entry.asDocument(), "_id").equals("config")) {
                entries.add(entry.asDocument());
              }
            });
    entries.add(
        new BsonDocument("_id", new BsonString("config"))
            .append("primary", new BsonString("config"))
            .append("partitioned", BsonBoolean.TRUE));
    entries.sort((a, b) -> Fields.text(a, "_id").compareTo(Fields.text(b, "_id")));
    BsonArray databases = new BsonArray();
    for (BsonDocument entry : entries) {
      databases.add(
          new BsonDocument("database", entry)
              .append("collections", collections(Fields.text(entry, "_id"))));
    }
    return databases;
  }

  private BsonDocument collections(String database) {
    BsonDocument filter =
        new BsonDocument("_id", new BsonRegularExpression("^" + escaped(database) + "\\."));
    BsonDocument result = new BsonDocument();
    for (BsonValue value : all("collections", filter, "_id")) {
      BsonDocument entry = value.asDocument();
      if (!Fields.isTrue(entry, "dropped") && !Fields.isTrue(entry, "unsplittable")) {
        result.put(Fields.text(entry, "_id"), collection(entry));
      }
    }
    return result;
  }

  private static String escaped(String name) {
    StringBuilder escaped = new StringBuilder();
    for (char c : name.toCharArray()) {
      if (!Character.isLetterOrDigit(c)) {
        escaped.append('\\');
      }
      escaped.append(c);
    }
    return escaped.toString();
  }

  private BsonDocument collection(BsonDocument entry) {
    List<BsonValue> chunks = all("chunks", chunkFilter(entry), "min");
    BsonDocument result = new BsonDocument("shardKey", entry.get("key", new BsonDocument()));
    result.put("unique", BsonBoolean.valueOf(Fields.isTrue(entry, "unique")));
    result.put("balancing", BsonBoolean.valueOf(!Fields.isTrue(entry, "noBalance")));
    result.put(
        "allowMigrations",
        BsonBoolean.valueOf(
            !Fields.isFalse(entry, "permitMigrations")
                && !Fields.isFalse(entry, "allowMigrations")));
    result.put("chunkMetadata", metadata(chunks));
    result.put("chunks", shown(chunks));
    return result.append("tags", tags(Fields.text(entry, "_id")));
  }

  /** Chunks belong to a collection's uuid since 5.0, to its name before. */
  static BsonDocument chunkFilter(BsonDocument entry) {
    return entry.containsKey("timestamp")
        ? new BsonDocument("uuid", entry.get("uuid"))
        : new BsonDocument("ns", entry.get("_id"));
  }

  private static BsonArray metadata(List<BsonValue> chunks) {
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (BsonValue chunk : chunks) {
      counts.merge(Fields.text(chunk.asDocument(), "shard"), 1, Integer::sum);
    }
    BsonArray metadata = new BsonArray();
    counts.forEach(
        (shard, count) ->
            metadata.add(
                new BsonDocument("shard", new BsonString(shard))
                    .append("nChunks", new BsonInt32(count))));
    return metadata;
  }

  private BsonArray shown(List<BsonValue> chunks) {
    BsonArray shown = new BsonArray();
    for (BsonValue value : chunks) {
      if (!verbose && shown.size() == SHOWN_MAX) {
        shown.add(
            new BsonString("too many chunks to print, use verbose if you want to force print"));
        break;
      }
      BsonDocument chunk = value.asDocument();
      BsonDocument line =
          new BsonDocument("min", chunk.get("min"))
              .append("max", chunk.get("max"))
              .append("on shard", chunk.get("shard"))
              .append("last modified", chunk.get("lastmod"));
      if (Fields.isTrue(chunk, "jumbo")) {
        line.put("jumbo", new BsonString("yes"));
      }
      shown.add(line);
    }
    return shown;
  }

  private BsonArray tags(String ns) {
    BsonArray tags = new BsonArray();
    for (BsonValue value : all("tags", new BsonDocument("ns", new BsonString(ns)), "min")) {
      BsonDocument tag = value.asDocument();
      tags.add(
          new BsonDocument("tag", tag.get("tag"))
              .append("min", tag.get("min"))
              .append("max", tag.get("max")));
      if (!verbose && tags.size() == SHOWN_MAX) {
        tags.add(new BsonString("too many tags to print, use verbose if you want to force print"));
        break;
      }
    }
    return tags;
  }
}
