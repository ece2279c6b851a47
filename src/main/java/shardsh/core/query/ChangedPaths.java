package shardsh.core.query;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which paths of a document a stage changes: those named, or all but those named. A path that only
 * gets another name is not changed. Source: the manual's page on pipeline optimization.
 *
 * @param allBut whether the paths are the unchanged ones
 * @param paths dotted
 * @param renames new path to old path
 * @param makesNull whether a path that is missing under its old name is null under the new one
 */
public record ChangedPaths(
    boolean allBut, List<String> paths, Map<String, String> renames, boolean makesNull) {

  public ChangedPaths {
    paths = List.copyOf(paths);
    renames = new LinkedHashMap<>(renames);
  }

  /** These and what is above or below them. */
  public static ChangedPaths only(Collection<String> paths) {
    return new ChangedPaths(false, List.copyOf(paths), new LinkedHashMap<>(), false);
  }

  public static ChangedPaths none() {
    return only(List.of());
  }

  /** Everything; nothing is known to stay. */
  public static ChangedPaths all() {
    return new ChangedPaths(true, List.of(), new LinkedHashMap<>(), false);
  }

  public ChangedPaths withRenames(Map<String, String> others) {
    return new ChangedPaths(allBut, paths, others, makesNull);
  }

  /** What the path is called before the change; empty when its value may be another. */
  public Optional<String> before(String path) {
    for (Map.Entry<String, String> rename : renames.entrySet()) {
      if (path.equals(rename.getKey())) {
        return Optional.of(rename.getValue());
      }
      if (path.startsWith(rename.getKey() + ".")) {
        return throughArrays(rename.getValue())
            ? Optional.empty()
            : Optional.of(rename.getValue() + path.substring(rename.getKey().length()));
      }
      if (rename.getKey().startsWith(path + ".")) {
        return Optional.empty();
      }
    }
    return keeps(path) ? Optional.of(path) : Optional.empty();
  }

  /** Whether a path may lead through arrays, and so give an array of values. */
  static boolean throughArrays(String path) {
    return path.indexOf('.') >= 0;
  }

  /** Whether the path, under this name, has the value it had. */
  public boolean keeps(String path) {
    for (String one : paths) {
      boolean at = path.equals(one) || path.startsWith(one + ".");
      if (allBut && at) {
        return true;
      }
      if (!allBut && (at || one.startsWith(path + "."))) {
        return false;
      }
    }
    return !allBut && renames.keySet().stream().noneMatch(name -> related(name, path));
  }

  /** Whether one path is the other or lies above or below it. */
  public static boolean related(String left, String right) {
    return left.equals(right) || left.startsWith(right + ".") || right.startsWith(left + ".");
  }
}
