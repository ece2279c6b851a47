package shardsh.core.snapshot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.snapshot.ClusterSpec.BalancerMode;
import shardsh.core.snapshot.ClusterSpec.CollectionSpec;
import shardsh.core.snapshot.ClusterSpec.DatabaseSpec;
import shardsh.core.snapshot.ClusterSpec.Params;
import shardsh.core.snapshot.ClusterSpec.Topology;
import shardsh.core.snapshot.ClusterSpec.ZoneRangeSpec;
import shardsh.core.snapshot.ClusterSpec.ZoneSpec;

/**
 * A cluster as it was read from the text of a real one.
 *
 * @param spec what the model can start from
 * @param warnings what was missing in the text or has no place in the model, one sentence each
 */
public record ImportedCluster(ClusterSpec spec, List<String> warnings) {
  private static final int ROUTERS_MAX = 8;
  private static final int MEMBERS_MAX = 7;
  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?.*");
  private static final Pattern WINDOW = Pattern.compile("([0-9:]+) and ([0-9:]+).*");
  private static final Pattern LOCAL =
      Pattern.compile("(?:.*/)?(?:localhost|127\\.0\\.0\\.1):(\\d+).*");

  public ImportedCluster {
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads {@code sh.status()} in the layout of mongosh or of the old shell, or documents of {@code
   * config.*} as Extended JSON.
   *
   * @param sizes what {@code getShardDistribution()} prints, perhaps of several collections
   * @param otherwise the profile where the text does not tell the version
   * @throws ImportException when the text is none of these, or broken
   */
  public static ImportedCluster read(String text, Optional<String> sizes, String otherwise) {
    FoundCluster found = new FoundCluster();
    String plain = text.replace("\r\n", "\n");
    if (StatusDocument.isIn(plain)) {
      StatusDocument.read(StatusDocument.parse(plain), found);
    } else if (plain.contains("Sharding Status") || plain.contains("sharding version:")) {
      OldStatus.read(plain, found);
    } else {
      ConfigDump.read(plain, found);
    }
    sizes.ifPresent(given -> DistributionText.read(given, found));
    return new Assembly(found, otherwise).cluster();
  }

  /** Makes a description of what was found. */
  private static final class Assembly {
    private final FoundCluster found;
    private final String otherwise;
    private final StringBuilder run = new StringBuilder();

    Assembly(FoundCluster found, String otherwise) {
      this.found = found;
      this.otherwise = otherwise;
    }

    ImportedCluster cluster() {
      List<CollectionSpec> collections = collections();
      addMissingShards();
      if (found.shards.isEmpty()) {
        throw new ImportException("the text names no shard", "");
      }
      String profile = profile();
      if (found.shards.containsKey("config")) {
        found.warnings.add("the config shard is modelled as an ordinary shard called config");
      }
      boolean bySize = !profile.equals("classic") && profile.compareTo("6.0") >= 0;
      boolean sized =
          found.collections.values().stream().anyMatch(collection -> !collection.bytes.isEmpty());
      if (bySize && !sized && !collections.isEmpty()) {
        found.warnings.add(
            "no sizes are known, and this version balances by size: give {sizes: text of"
                + " getShardDistribution()}");
      }
      afterwards();
      ClusterSpec spec =
          new ClusterSpec(
              Optional.of(profile),
              topology(),
              params(),
              1,
              databases(collections),
              collections,
              zones(collections),
              run.toString());
      return new ImportedCluster(spec, found.warnings);
    }

    private String profile() {
      Matcher version = VERSION.matcher(found.version.orElse(""));
      if (!version.matches() && found.layout.isPresent()) {
        String profile = found.layout.get();
        found.warnings.add(
            "the server's version is not in the text; documents are as " + profile + " has them");
        return profile;
      }
      if (!version.matches()) {
        found.warnings.add("the server's version is not in the text; taken to be " + otherwise);
        return otherwise;
      }
      int major = Integer.parseInt(version.group(1));
      int minor = Integer.parseInt(version.group(2));
      int patch = version.group(3) == null ? 0 : Integer.parseInt(version.group(3));
      String profile;
      if (major >= 8) {
        profile = "8.0";
      } else if (major == 6 && minor == 0 && patch < 3) {
        profile = "classic";
      } else if (major >= 5) {
        profile = major + ".0";
      } else {
        profile = major < 3 || major == 3 && minor < 4 ? "classic" : "4.4";
      }
      boolean near = profile.equals(major + "." + minor);
      if (!near) {
        found.warnings.add(
            "version " + found.version.get() + " is modelled by the profile " + profile);
      }
      return profile;
    }

    private Topology topology() {
      List<String> routers = new ArrayList<>();
      int count = Math.max(1, Math.min(ROUTERS_MAX, found.routers));
      if (found.routers > ROUTERS_MAX) {
        found.warnings.add(
            ROUTERS_MAX + " of " + found.routers + " routers are modelled, all alike");
      }
      for (int i = 0; routers.size() < count; i++) {
        if (!found.shards.containsKey("m" + i)) {
          routers.add("m" + i);
        }
      }
      int members = 1;
      for (FoundCluster.Shard shard : found.shards.values()) {
        members = Math.max(members, shard.host.split(",").length);
      }
      return new Topology(
          List.copyOf(found.shards.keySet()),
          List.copyOf(routers),
          Math.min(MEMBERS_MAX, members),
          ports(),
          false,
          true);
    }

    /** Kept where all run on one machine. */
    private Map<String, Integer> ports() {
      Map<String, Integer> ports = new LinkedHashMap<>();
      found.shards.forEach(
          (name, shard) -> {
            Matcher local = LOCAL.matcher(shard.host);
            if (local.matches()) {
              ports.put(name, Integer.parseInt(local.group(1)));
            }
          });
      boolean all = ports.size() == found.shards.size();
      boolean distinct = new TreeSet<>(ports.values()).size() == ports.size();
      return all && distinct ? ports : new LinkedHashMap<>();
    }

    private Params params() {
      Params defaults = Params.defaults();
      return new Params(
          found.chunkSizeMB,
          found.autoSplit.filter(on -> !on),
          found.autoMerge.filter(on -> !on),
          found.balancerOn ? BalancerMode.ON : BalancerMode.OFF,
          defaults.orphanCleanupDelaySecs(),
          false,
          false,
          defaults.latencyMs());
    }

    private List<DatabaseSpec> databases(List<CollectionSpec> collections) {
      String first = found.shards.keySet().iterator().next();
      Map<String, String> primaries = new LinkedHashMap<>();
      collections.forEach(
          collection ->
              primaries.put(
                  collection.ns().db(), found.databases.getOrDefault(collection.ns().db(), first)));
      found.databases.forEach(primaries::putIfAbsent);
      List<DatabaseSpec> databases = new ArrayList<>();
      primaries.forEach(
          (name, primary) ->
              databases.add(
                  new DatabaseSpec(name, Optional.of(primary.isEmpty() ? first : primary))));
      return databases;
    }

    private List<CollectionSpec> collections() {
      List<CollectionSpec> collections = new ArrayList<>();
      found.collections.forEach(
          (name, collection) -> {
            if (collection.dropped) {
              return;
            }
            if (collection.unsplittable) {
              found.warnings.add(name + " is not sharded and is left out");
            } else if (collection.key.isEmpty()) {
              found.warnings.add(name + ": its shard key is not in the text; it is left out");
            } else {
              collections.add(new ImportedChunks(name, collection, found).spec());
            }
          });
      return collections;
    }

    private void addMissingShards() {
      TreeSet<String> missing = new TreeSet<>(found.databases.values());
      for (FoundCluster.Collection collection : found.collections.values()) {
        collection.chunks.forEach(chunk -> missing.add(chunk.shard()));
        missing.addAll(collection.counts.keySet());
      }
      missing.removeAll(found.shards.keySet());
      missing.remove("");
      for (String name : missing) {
        found.shard(name);
      }
      if (!missing.isEmpty()) {
        found.warnings.add(
            "not in the list of shards, but named elsewhere: " + String.join(", ", missing));
      }
    }

    private List<ZoneSpec> zones(List<CollectionSpec> collections) {
      Map<String, List<ZoneRangeSpec>> ranges = new LinkedHashMap<>();
      found
          .shards
          .values()
          .forEach(
              shard -> shard.zones.forEach(zone -> ranges.putIfAbsent(zone, new ArrayList<>())));
      for (FoundCluster.Tag tag : found.tags) {
        Namespace ns = Namespace.parse(tag.ns());
        if (collections.stream().noneMatch(collection -> collection.ns().equals(ns))) {
          found.warnings.add("a range of zone " + tag.zone() + " is of no collection: " + tag.ns());
          continue;
        }
        if (!ranges.containsKey(tag.zone())) {
          found.warnings.add(
              "a range of "
                  + ns
                  + " is of zone "
                  + tag.zone()
                  + ", in which no shard is: left out");
          continue;
        }
        ranges
            .computeIfAbsent(tag.zone(), zone -> new ArrayList<>())
            .add(new ZoneRangeSpec(ns, tag.min(), tag.max()));
      }
      List<ZoneSpec> zones = new ArrayList<>();
      ranges.forEach(
          (zone, of) -> {
            List<String> shards = new ArrayList<>();
            found.shards.forEach(
                (name, shard) -> {
                  if (shard.zones.contains(zone)) {
                    shards.add(name);
                  }
                });
            zones.add(new ZoneSpec(zone, shards, List.copyOf(of)));
          });
      return zones;
    }

    /** What a description has no field for is done by commands. */
    private void afterwards() {
      found.collections.forEach(
          (ns, collection) -> {
            if (!collection.balanced && collection.key.isPresent()) {
              line("sh.disableBalancing(" + quoted(ns) + ")");
            }
            if (!collection.migrationsAllowed && collection.key.isPresent()) {
              line("sh.disableMigrations(" + quoted(ns) + ")");
            }
          });
      Matcher window = WINDOW.matcher(found.window.orElse(""));
      if (window.matches()) {
        line(
            "db.getSiblingDB(\"config\").settings.updateOne({_id: \"balancer\"}, {$set:"
                + " {activeWindow: {start: "
                + quoted(hour(window.group(1)))
                + ", stop: "
                + quoted(hour(window.group(2)))
                + "}}}, {upsert: true})");
      }
      found.shards.forEach(
          (name, shard) -> {
            if (shard.draining) {
              line("db.adminCommand({removeShard: " + quoted(name) + "})");
            }
          });
    }

    private static String hour(String time) {
      return time.length() == 4 ? "0" + time : time;
    }

    private void line(String command) {
      run.append(command).append(";\n");
    }

    private static String quoted(String text) {
      return new BsonDocument("v", new BsonString(text))
          .toJson()
          .replaceFirst("^\\{\"v\": ", "")
          .replaceFirst("\\}$", "");
    }
  }
}
