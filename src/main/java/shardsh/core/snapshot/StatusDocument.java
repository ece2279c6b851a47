package shardsh.core.snapshot;

import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The report of {@code sh.status()} as mongosh has it: sections by name. */
final class StatusDocument {
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

  /** Cuts the printed report at its lines of dashes. */
  static BsonDocument parse(String text) {
    BsonDocument sections = new BsonDocument();
    int start = text.indexOf("shardingVersion");
    for (String section : text.substring(start).split("(?m)^\\s*---\\s*$")) {
      String part = section.strip();
      int end = part.indexOf('\n');
      if (end < 0) {
        continue;
      }
      String value = part.substring(end + 1).strip();
      boolean literal = value.startsWith("{") || value.startsWith("[");
      int offset = text.indexOf(section);
      LiteralReader reader =
          new LiteralReader(text, offset + section.indexOf(value, section.indexOf('\n')));
      sections.put(
          part.substring(0, end).strip(), literal ? reader.value() : new BsonString(value));
    }
    return sections;
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
    if (!report.isArray("databases")) {
      throw new ImportException("the report has no section 'databases'", "");
    }
    report.getArray("databases").forEach(database -> database(database.asDocument()));
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
      for (Map.Entry<String, BsonValue> one : entry.getDocument("collections").entrySet()) {
        if (!one.getKey().startsWith("config.")) {
          collection(one.getKey(), one.getValue().asDocument());
        }
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
