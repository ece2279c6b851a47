package shardsh.shell;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The fields that documents have at some place, those of embedded documents too, as paths in the
 * order in which they are met: {@code address}, {@code address.city}.
 */
record FieldPaths(Set<String> paths) {
  static final FieldPaths NONE = new FieldPaths(new LinkedHashSet<>());

  FieldPaths {
    paths = Collections.unmodifiableSet(new LinkedHashSet<>(paths));
  }

  static FieldPaths of(Collection<String> paths) {
    return new FieldPaths(new LinkedHashSet<>(paths));
  }

  /** The fields of the documents embedded in that field. */
  FieldPaths under(String path) {
    Set<String> under = new LinkedHashSet<>();
    for (String name : paths) {
      if (name.startsWith(path + ".")) {
        under.add(name.substring(path.length() + 1));
      }
    }
    return new FieldPaths(under);
  }

  /** Both; those that are new come last. */
  FieldPaths and(FieldPaths others) {
    Set<String> both = new LinkedHashSet<>(paths);
    both.addAll(others.paths);
    return new FieldPaths(both);
  }

  /**
   * The same with a field set.
   *
   * @param inside the fields of what it is set to
   */
  FieldPaths with(String path, FieldPaths inside) {
    Set<String> more = new LinkedHashSet<>(without(path).paths);
    for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
      more.add(path.substring(0, dot));
    }
    more.add(path);
    inside.paths.forEach(name -> more.add(path + "." + name));
    return new FieldPaths(more);
  }

  /** The same without a field and what is in it. */
  FieldPaths without(String path) {
    Set<String> left = new LinkedHashSet<>(paths);
    left.removeIf(name -> name.equals(path) || name.startsWith(path + "."));
    return new FieldPaths(left);
  }
}
