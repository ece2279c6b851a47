package shardsh.core.snapshot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Documents of the config database as tools and shells export them, in any order and mixed: a list,
 * one a line, or by collection. Each is told by its fields, so that no heading is needed.
 */
final class ConfigDump {
  /** The field that a value was when it was copied from a greater one. */
  private static final Pattern NAMED = Pattern.compile("\\w+ ?: *\\n? *[{\\[]");

  private final FoundCluster found;
  private final Map<BsonValue, String> names = new LinkedHashMap<>();
  private final List<BsonDocument> chunks = new ArrayList<>();

  private ConfigDump(FoundCluster found) {
    this.found = found;
  }

  /**
   * Everything in a text. Lines that hold no value, e.g. headings, are passed over.
   *
   * @throws ImportException when there is no document of a config database in it
   */
  static void read(String text, FoundCluster found) {
    ConfigDump dump = new ConfigDump(found);
    LiteralReader reader = new LiteralReader(text);
    while (!reader.isAtEnd()) {
      char c = reader.next();
      Matcher named = NAMED.matcher(text).region(reader.position(), text.length());
      if (c == '{' || c == '[') {
        dump.add(reader.value());
      } else if (named.lookingAt()) {
        reader.skipTo(named.end() - 1);
        dump.add(reader.value());
      } else {
        int end = text.indexOf('\n', reader.position());
        int open = text.indexOf('{', reader.position());
        boolean sameLine = c == ',' && open >= 0 && (end < 0 || open < end);
        reader.skipTo(sameLine ? open : end < 0 ? text.length() : end + 1);
      }
    }
    dump.finish();
  }

  private void add(BsonValue value) {
    if (value.isArray()) {
      value.asArray().forEach(this::add);
    } else if (value.isDocument()) {
      document(value.asDocument());
    }
  }

  private void document(BsonDocument document) {
    if (StatusDocument.is(document)) {
      StatusDocument.read(document, found);
    } else if (document.isDocument("value") && StatusDocument.is(document.getDocument("value"))) {
      StatusDocument.read(document.getDocument("value"), found);
    } else if (StatusDocument.isCollections(document)) {
      StatusDocument.collections(document, found);
    } else if (document.containsKey("on shard")) {
      throw new ImportException(
          "a chunk of sh.status() stands alone: the lines above it, with its collection's name and"
              + " shardKey, are missing",
          document.toJson());
    } else if (document.isDocument("min") && document.isDocument("max")) {
      if (document.containsKey("tag")) {
        found.tags.add(
            new FoundCluster.Tag(
                FoundCluster.text(document.get("ns")),
                FoundCluster.text(document.get("tag")),
                document.getDocument("min"),
                document.getDocument("max")));
      } else if (document.containsKey("shard")) {
        chunks.add(document);
        boolean isNew = document.containsKey("onCurrentShardSince");
        layout(isNew ? "7.0" : document.containsKey("ns") ? "4.4" : "5.0");
      }
    } else if (document.isDocument("key")) {
      collection(document);
    } else if (document.containsKey("mongoVersion")) {
      found.routers++;
      found.version = Optional.of(FoundCluster.text(document.get("mongoVersion")));
    } else if (document.isString("primary")) {
      found.addDatabase(document);
    } else if (document.isString("host") && document.isString("_id")) {
      found.addShard(document);
      if (document.containsKey("replSetConfigVersion")) {
        layout("8.0");
      }
    } else if (!setting(document)) {
      document.values().stream().filter(BsonValue::isArray).forEach(this::add);
    }
  }

  private void layout(String version) {
    found.layout =
        found.layout.filter(known -> known.compareTo(version) > 0).or(() -> Optional.of(version));
  }

  private void collection(BsonDocument row) {
    String ns = FoundCluster.text(row.get("_id"));
    if (ns.startsWith("config.")) {
      names.put(row.get("uuid", new BsonString(ns)), "");
      return;
    }
    FoundCluster.Collection collection = found.collection(ns);
    collection.key = Optional.of(row.getDocument("key"));
    collection.unique = FoundCluster.isTrue(row.get("unique"));
    collection.balanced = !FoundCluster.isTrue(row.get("noBalance"));
    collection.dropped = FoundCluster.isTrue(row.get("dropped"));
    collection.unsplittable = FoundCluster.isTrue(row.get("unsplittable"));
    collection.migrationsAllowed =
        !row.containsKey("permitMigrations") || FoundCluster.isTrue(row.get("permitMigrations"));
    if (row.containsKey("uuid")) {
      names.put(row.get("uuid"), ns);
    }
    if (row.isDocument("defaultCollation")) {
      found.warnings.add(ns + ": its collation is left out");
    }
  }

  private boolean setting(BsonDocument document) {
    BsonValue id = document.get("_id");
    switch (id != null && id.isString() ? id.asString().getValue() : "") {
      case "chunksize" -> found.chunkSizeMB = Optional.of(document.getNumber("value").intValue());
      case "autosplit" ->
          found.autoSplit = Optional.of(FoundCluster.isTrue(document.get("enabled")));
      case "automerge" ->
          found.autoMerge = Optional.of(FoundCluster.isTrue(document.get("enabled")));
      case "balancer" -> {
        found.balancerOn =
            !FoundCluster.isTrue(document.get("stopped"))
                && !new BsonString("off").equals(document.get("mode"));
        if (document.isDocument("activeWindow")) {
          BsonDocument window = document.getDocument("activeWindow");
          found.window =
              Optional.of(
                  FoundCluster.text(window.get("start"))
                      + " and "
                      + FoundCluster.text(window.get("stop")));
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Chunks name their collection, or since 5.0 its uuid. */
  private void finish() {
    int unknown = 0;
    for (BsonDocument chunk : chunks) {
      String ns =
          chunk.isString("ns")
              ? chunk.getString("ns").getValue()
              : names.getOrDefault(chunk.get("uuid"), "?");
      if (ns.equals("?")) {
        unknown++;
      } else if (!ns.isEmpty() && !ns.startsWith("config.")) {
        found
            .collection(ns)
            .chunks
            .add(
                FoundCluster.row(
                    chunk.get("min"),
                    chunk.get("max"),
                    FoundCluster.text(chunk.get("shard")),
                    chunk.get("lastmod"),
                    FoundCluster.isTrue(chunk.get("jumbo"))));
      }
    }
    if (unknown > 0) {
      found.warnings.add(
          unknown + " chunks belong to a collection that is not in the text (config.collections)");
    }
    if (found.collections.isEmpty() && found.shards.isEmpty()) {
      throw new ImportException(
          "this is neither a cluster file nor sh.status() nor documents of config.*", "");
    }
  }
}
