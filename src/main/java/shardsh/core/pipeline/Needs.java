package shardsh.core.pipeline;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import shardsh.core.bson.BsonPath;
import shardsh.core.expr.Dependencies;

/**
 * What a stage reads of its input documents.
 *
 * @param known false when it may read anything
 * @param exhaustive whether stages after it see nothing but what it makes of the paths
 * @param paths dotted
 */
public record Needs(boolean known, boolean exhaustive, List<String> paths) {

  public Needs {
    paths = List.copyOf(paths);
  }

  /** Anything may be read. */
  public static Needs wholeDocuments() {
    return new Needs(false, false, List.of());
  }

  /** These paths, besides what later stages read. */
  public static Needs andLater(Dependencies read) {
    return read.needsWholeDocument()
        ? wholeDocuments()
        : new Needs(true, false, List.copyOf(read.paths()));
  }

  /** Nothing, besides what later stages read. */
  public static Needs onlyLater() {
    return new Needs(true, false, List.of());
  }

  /** These paths and nothing else. */
  public static Needs exactly(Dependencies read) {
    return read.needsWholeDocument()
        ? wholeDocuments()
        : new Needs(true, true, List.copyOf(read.paths()));
  }

  /** The paths that stages in this order read; empty when it is whole documents. */
  public static Optional<TreeSet<String>> of(List<Stage> stages) {
    TreeSet<String> paths = new TreeSet<>();
    for (Stage stage : stages) {
      Needs needs = stage.needs();
      if (!needs.known) {
        return Optional.empty();
      }
      needs.paths.forEach(path -> paths.add(beforePosition(path)));
      if (needs.exhaustive) {
        return Optional.of(withoutNested(paths));
      }
    }
    return Optional.empty();
  }

  /** The path up to a position in an array, which projections do not know. */
  private static String beforePosition(String path) {
    List<String> parts = BsonPath.of(path).parts();
    for (int i = 1; i < parts.size(); i++) {
      if (BsonPath.arrayIndex(parts.get(i)) >= 0) {
        return String.join(".", parts.subList(0, i));
      }
    }
    return path;
  }

  private static TreeSet<String> withoutNested(TreeSet<String> paths) {
    TreeSet<String> outermost = new TreeSet<>(paths);
    Iterator<String> each = outermost.iterator();
    while (each.hasNext()) {
      String path = each.next();
      if (paths.stream().anyMatch(other -> path.startsWith(other + "."))) {
        each.remove();
      }
    }
    return outermost;
  }

  /** A projection to these paths, with {@code _id} only when it is among them. */
  public static BsonDocument projection(TreeSet<String> paths) {
    BsonDocument projection = new BsonDocument();
    boolean id = false;
    for (String path : paths) {
      id |= path.equals("_id") || path.startsWith("_id.");
      projection.append(path, BsonBoolean.TRUE);
    }
    return id ? projection : projection.append("_id", BsonBoolean.FALSE);
  }
}
