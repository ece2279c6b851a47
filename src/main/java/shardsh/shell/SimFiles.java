package shardsh.shell;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.cluster.Cluster;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSpec;
import shardsh.core.snapshot.ImportException;
import shardsh.core.snapshot.ImportedCluster;
import shardsh.js.ShellInputException;
import shardsh.lesson.ClusterFileWriter;
import shardsh.lesson.ClusterFiles;
import shardsh.lesson.LessonException;

/** The part of {@code sim} that reads clusters from text and writes them down. */
final class SimFiles {
  private static final long BYTES_MAX = 256L * 1024 * 1024;
  private static final double MEBIBYTE = 1024.0 * 1024.0;

  private final World world;
  private final SessionHost host;
  private final Experiments experiments;

  SimFiles(World world, SessionHost host, Experiments experiments) {
    this.world = world;
    this.host = host;
    this.experiments = experiments;
  }

  /**
   * Puts a cluster from a text, or from a file or a folder of {@code .json} files, in the place of
   * the present one. {@code {profile, shards, collections: [{ns, chunks, sizeMB}], warnings}}.
   */
  BsonDocument importFrom(String source, Optional<String> sizes) {
    host.rules().requireWorlds("sim.import");
    String text = textOf(source);
    ImportedCluster imported = read(text, source, sizes.map(SimFiles::textOf));
    List<String> warnings = new ArrayList<>(imported.warnings());
    Cluster cluster = start(imported.spec(), warnings);
    world.replace(cluster);
    host.databaseChanged(
        Cluster.connect(world::cluster, cluster.routerIds().get(0)), cluster.firstDatabase());
    host.reconnect();
    return report(cluster.snapshot(), warnings);
  }

  private static boolean isText(String source) {
    String start = source.strip();
    return source.indexOf('\n') >= 0 || start.startsWith("{") || start.startsWith("[");
  }

  private static String textOf(String source) {
    if (source.isBlank()) {
      throw ShellInputException.invalid("there is nothing to import: the text is empty")
          .withHint("sim.import takes a text, or the name of a file");
    }
    if (isText(source)) {
      return source;
    }
    try {
      Path path = Path.of(source);
      if (!Files.isDirectory(path)) {
        return content(path);
      }
      StringBuilder all = new StringBuilder();
      try (Stream<Path> files = Files.list(path)) {
        for (Path file : files.sorted().toList()) {
          if (file.toString().endsWith(".json")) {
            all.append(content(file)).append('\n');
          }
        }
      }
      return all.toString();
    } catch (CharacterCodingException e) {
      throw ShellInputException.invalid("cannot import: '" + source + "' is no text in UTF-8")
          .withHint("dumps of mongodump are BSON; mongoexport or mongosh write Extended JSON");
    } catch (IOException | InvalidPathException e) {
      throw new ShellInputException(
          "Error", "ENOENT: no such file or directory, open '" + source + "'", "");
    }
  }

  private static String content(Path file) throws IOException {
    if (Files.exists(file) && (!Files.isRegularFile(file) || Files.size(file) > BYTES_MAX)) {
      throw new ShellInputException(
          "Error", "'" + file + "' is no file of at most 256 MB, so it is not read", "");
    }
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  private ImportedCluster read(String text, String source, Optional<String> sizes) {
    try {
      if (text.lines().anyMatch(line -> line.startsWith("format:"))) {
        String origin = isText(source) ? "text" : source;
        return new ImportedCluster(new ClusterFiles().read(text, origin), List.of());
      }
      return ImportedCluster.read(text, sizes, world.cluster().profile().name());
    } catch (ImportException e) {
      String place = e.place().isEmpty() ? "" : "\n  " + e.place();
      throw ShellInputException.invalid("cannot import: " + e.getMessage() + place)
          .withHint(
              "sim.import takes a cluster file, the text of sh.status(), or documents of config.*"
                  + " as Extended JSON");
    } catch (LessonException e) {
      throw ShellInputException.invalid("cannot import: " + e.getMessage());
    }
  }

  private Cluster start(ClusterSpec spec, List<String> warnings) {
    Cluster cluster;
    try {
      cluster = Cluster.start(spec, Optional.empty(), OptionalLong.empty(), host.interrupts());
    } catch (IllegalArgumentException | IllegalStateException | CommandException e) {
      throw ShellInputException.invalid("cannot import: " + e.getMessage());
    }
    world.cluster().javaScript().ifPresent(cluster::useJavaScript);
    if (spec.run().isBlank()) {
      return cluster;
    }
    BsonValue latency = cluster.sim().parameters().get("latencyMs");
    cluster.sim().setParameters(new BsonDocument("latencyMs", new BsonInt32(0)));
    Experiments.Result done = experiments.run(cluster, spec.run(), cluster.firstDatabase());
    done.error()
        .ifPresent(
            error ->
                warnings.add(
                    "the script of the cluster failed: " + error.getString("message").getValue()));
    done.cluster().sim().setParameters(new BsonDocument("latencyMs", latency));
    done.cluster().beginsNow();
    return done.cluster();
  }

  private static BsonDocument report(ClusterSnapshot snapshot, List<String> warnings) {
    BsonArray shards = new BsonArray();
    snapshot.shards().forEach(shard -> shards.add(new BsonString(shard.id().name())));
    BsonArray collections = new BsonArray();
    for (ClusterSnapshot.CollectionView collection : snapshot.collections()) {
      double size = Math.round(collection.bytes() / MEBIBYTE * 10) / 10.0;
      collections.add(
          new BsonDocument("ns", new BsonString(collection.ns().toString()))
              .append("chunks", new BsonInt32(collection.chunks().size()))
              .append("sizeMB", number(size)));
    }
    BsonArray remarks = new BsonArray();
    warnings.forEach(warning -> remarks.add(new BsonString(warning)));
    return new BsonDocument("profile", new BsonString(snapshot.profile()))
        .append("shards", shards)
        .append("collections", collections)
        .append("warnings", remarks);
  }

  private static BsonValue number(double value) {
    if (value != Math.rint(value)) {
      return new BsonDouble(value);
    }
    return value == (int) value ? new BsonInt32((int) value) : new BsonInt64((long) value);
  }

  /** The present cluster as a cluster file: {@code {saved: file}}, or its text without a name. */
  BsonValue save(Optional<String> file) {
    host.rules().requireWorlds("sim.save");
    String text = ClusterFileWriter.text(world.cluster().describe());
    if (file.isEmpty()) {
      return new BsonString(text);
    }
    try {
      Files.writeString(Path.of(file.get()), text, StandardCharsets.UTF_8);
    } catch (IOException | InvalidPathException e) {
      throw new ShellInputException("Error", "cannot write '" + file.get() + "'", "");
    }
    return new BsonDocument("saved", new BsonString(file.get()));
  }
}
