package shardsh.lesson;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import shardsh.core.snapshot.ClusterSpec;

/**
 * Reads cluster files, built in or the user's own: the fields of a lesson's {@code setup} at the
 * top level, with {@code format: 1} and perhaps a {@code title}.
 */
public final class ClusterFiles {

  /** The built-in clusters in the order in which users see them. */
  public static final List<String> NAMES =
      List.of("canvas", "canvas-hashed", "regions", "lab", "aggregation", "empty");

  /** Whether a word after {@code --cluster} or {@code cluster:} is a file and not a name. */
  public static boolean isFile(String cluster) {
    return cluster.contains("/") || cluster.endsWith(".yaml");
  }

  /**
   * A built-in cluster.
   *
   * @throws NotThereException when there is none of that name; the message has the nearest one
   */
  public ClusterSpec named(String name) {
    Faults faults = new Faults();
    return spec(new ClusterLoader(faults).named(name), faults);
  }

  /**
   * The cluster of a file.
   *
   * @throws NotThereException when the file does not exist
   * @throws LessonException with everything that is wrong with it
   */
  public ClusterSpec read(Path file) {
    return read(Texts.read(file), file.toString());
  }

  /**
   * The cluster of a text.
   *
   * @param origin the file it came from, or a name for it in messages; a file that {@code cluster}
   *     names is looked for beside it
   * @throws LessonException with everything that is wrong with it
   */
  public ClusterSpec read(String text, String origin) {
    Faults faults = new Faults();
    return spec(new ClusterLoader(faults).text(text, origin), faults);
  }

  private static ClusterSpec spec(Optional<SourceNode> tree, Faults faults) {
    Optional<ClusterSpec> spec = tree.map(new ClusterReader(faults)::read);
    faults.throwIfAny();
    return spec.orElseThrow(() -> new IllegalStateException("no cluster and no fault"));
  }
}
