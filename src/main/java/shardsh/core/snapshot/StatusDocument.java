package shardsh.core.snapshot;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The report of {@code sh.status()} as mongosh has it: sections by name. */
final class StatusDocument {
  private static final List<String> TITLES =
      List.of(
          "shardingVersion",
          "shards",
          "active mongoses",
          "most recently active mongoses",
          "autosplit",
          "automerge",
          "balancer",
          "shardedDataDistribution",
          "databases");

  private final FoundCluster found;

  private StatusDocument(FoundCluster found) {
    this.found = found;
  }

  /** Whether a document is such a report. */
  static boolean is(BsonDocument document) {
    return document.isArray("databases")
        && document.getArray("databases").stream()
            .allMatch(one -> one.isDocument() && one.asDocument().containsKey("database"));
  }

  /**
   * The sections of a printed report, each under a line with its title. Lines of dashes between
   * them, and whatever else was copied along, are passed over.
   */
  static BsonDocument parse(String text) {
    BsonDocument sections = new BsonDocument();
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      String title = text.substring(start, end).strip();
      start = end + 1;
      if (!TITLES.contains(title)) {
        continue;
      }
      LiteralReader reader = new LiteralReader(text, Math.min(start, text.length()));
      char first = reader.isAtEnd() ? ' ' : reader.next();
      if (first == '{' || first == '[') {
        sections.put(title, reader.value());
        start = reader.position();
      }
    }
    return sections;
  }

  /** Whether a text has sections of a printed report; documents of config may have titles, too. */
  static boolean isIn(String text) {
    List<String> titles = text.lines().map(String::strip).filter(TITLES::contains).toList();
    return titles.size() > 1
        && List.of("shardingVersion", "active mongoses", "balancer").stream()
            .anyMatch(titles::contains);
  }

  static void read(BsonDocument report, FoundCluster found) {
    new StatusDocument(found).read(report);
  }

  private void read(BsonDocument report) {
    if (report.isArray("shards")) {
      report.getArray("shards").forEach(shard -> found.addShard(shard.asDocument()));
    }
    for (String title : new String[] {"active mongoses", "most recently active mongoses"}) {
      if (report.isArray(title)) {
        report.getArray(title).forEach(row -> routers(row.asDocument()));
      }
    }
    if (report.isDocument("autosplit")) {
      found.autoSplit = Optional.of(enabled(report.getDocument("autosplit")));
    }
    if (report.isDocument("automerge")) {
      found.autoMerge = Optional.of(enabled(report.getDocument("automerge")));
    }
    if (report.isDocument("balancer")) {
      BsonDocument balancer = report.getDocument("balancer");
      found.balancerOn = enabled(balancer);
      BsonValue window = balancer.get("Balancer active window is set between");
      if (window != null) {
        found.window = Optional.of(FoundCluster.text(window));
      }
    }
    if (report.isArray("databases")) {
      report.getArray("databases").forEach(database -> database(database.asDocument()));
    } else {
      found.warnings.add("the report ends before its list of databases");
    }
    if (report.isArray("shardedDataDistribution")) {
      report.getArray("shardedDataDistribution").forEach(row -> distribution(row.asDocument()));
    }
  }

  private static boolean enabled(BsonDocument section) {
    BsonValue enabled = section.get("Currently enabled");
    return enabled == null || !enabled.equals(new BsonString("no"));
  }

  /** {@code {'8.0.4': 2}}, or a whole row of config.mongos. */
  private void routers(BsonDocument row) {
    if (row.containsKey("mongoVersion")) {
      found.routers++;
      found.version = Optional.of(FoundCluster.text(row.get("mongoVersion")));
      return;
    }
    row.forEach(
        (version, count) -> {
          found.routers += count.asNumber().intValue();
          if (found.version.isEmpty()) {
            found.version = Optional.of(version);
          }
        });
  }

  private void database(BsonDocument entry) {
    found.addDatabase(entry.getDocument("database"));
    if (entry.isDocument("collections")) {
      collections(entry.getDocument("collections"), found);
    }
  }

  /** Whether a document is the part of such a report that has collections by name. */
  static boolean isCollections(BsonDocument document) {
    return !document.isEmpty()
        && document.values().stream()
            .allMatch(one -> one.isDocument() && one.asDocument().isDocument("shardKey"));
  }

  static void collections(BsonDocument entries, FoundCluster found) {
    for (Map.Entry<String, BsonValue> one : entries.entrySet()) {
      if (!one.getKey().startsWith("config.")) {
        new StatusDocument(found).collection(one.getKey(), one.getValue().asDocument());
      }
    }
  }

  private void collection(String ns, BsonDocument entry) {
    FoundCluster.Collection collection = found.collection(ns);
    collection.key = Optional.of(entry.getDocument("shardKey"));
    collection.unique = FoundCluster.isTrue(entry.get("unique"));
    collection.balanced = !isFalse(entry.get("balancing"));
    collection.migrationsAllowed = !isFalse(entry.get("allowMigrations"));
    if (entry.isArray("chunkMetadata")) {
      for (BsonValue row : entry.getArray("chunkMetadata")) {
        collection.counts.put(
            FoundCluster.text(row.asDocument().get("shard")),
            row.asDocument().getNumber("nChunks").longValue());
      }
    }
    if (entry.isArray("chunks")) {
      for (BsonValue chunk : entry.getArray("chunks")) {
        if (chunk.isDocument()) {
          collection.chunks.add(chunk(chunk.asDocument()));
        } else {
          collection.cutShort = true;
        }
      }
    }
    if (entry.isArray("tags")) {
      for (BsonValue tag : entry.getArray("tags")) {
        if (tag.isDocument()) {
          BsonDocument row = tag.asDocument();
          found.tags.add(
              new FoundCluster.Tag(
                  ns,
                  FoundCluster.text(row.get("tag")),
                  row.getDocument("min"),
                  row.getDocument("max")));
        } else {
          found.warnings.add(
              ns + ": not all zone ranges are in the text; sh.status(true) has them");
        }
      }
    }
  }

  private static boolean isFalse(BsonValue value) {
    return value != null && !FoundCluster.isTrue(value);
  }

  private static FoundCluster.Row chunk(BsonDocument row) {
    BsonValue jumbo = row.get("jumbo");
    return FoundCluster.row(
        row.get("min"),
        row.get("max"),
        FoundCluster.text(row.get("on shard")),
        row.get("last modified"),
        jumbo != null && !isFalse(jumbo) || new BsonString("yes").equals(jumbo));
  }

  private void distribution(BsonDocument row) {
    String ns = FoundCluster.text(row.get("ns"));
    if (found.collections.containsKey(ns) && row.isArray("shards")) {
      for (BsonValue shard : row.getArray("shards")) {
        BsonDocument part = shard.asDocument();
        if (part.isNumber("ownedSizeBytes")) {
          found
              .collections
              .get(ns)
              .bytes
              .put(
                  FoundCluster.text(part.get("shardName")),
                  part.getNumber("ownedSizeBytes").longValue());
        }
      }
    }
  }
}
