package shardsh.core.expr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What expressions read: paths of the root document, or all of it, and variables. Mutable. */
public final class Dependencies {

  /** What was found, shared by all views that hide variables. */
  private static final class Found {
    final TreeSet<String> paths = new TreeSet<>();
    final TreeSet<String> variables = new TreeSet<>();
    final TreeSet<String> metadata = new TreeSet<>();
    boolean wholeDocument;
    boolean random;
  }

  private final Found found;
  private final List<String> hidden;

  public Dependencies() {
    this(new Found(), List.of());
  }

  private Dependencies(Found found, List<String> hidden) {
    this.found = found;
    this.hidden = hidden;
  }

  /** What one expression reads. */
  public static Dependencies of(Expression expression) {
    Dependencies dependencies = new Dependencies();
    expression.addDependencies(dependencies);
    return dependencies;
  }

  /** A view of this collection that ignores variables which an expression binds itself. */
  public Dependencies hiding(String... variables) {
    List<String> all = new ArrayList<>(hidden);
    all.addAll(Arrays.asList(variables));
    return new Dependencies(found, all);
  }

  /** A dotted path of the root document is read. */
  public void addPath(String path) {
    found.paths.add(path);
  }

  /** The root document is read as a whole. */
  public void addWholeDocument() {
    found.wholeDocument = true;
  }

  /** A variable is read, named without its dollar signs. */
  public void addVariable(String name) {
    if (!hidden.contains(name)) {
      found.variables.add(name);
    }
  }

  /** Metadata is read, by its {@code $meta} name. */
  public void addMetadata(String name) {
    found.metadata.add(name);
  }

  /** The value changes from one evaluation to the next. */
  public void addRandom() {
    found.random = true;
  }

  /** Dotted paths, sorted; one may begin with another of them. */
  public Set<String> paths() {
    return Collections.unmodifiableSet(found.paths);
  }

  /** Variables that an outer scope or the system must bind ({@code NOW} …), sorted. */
  public Set<String> variables() {
    return Collections.unmodifiableSet(found.variables);
  }

  /** Names of metadata read, sorted. */
  public Set<String> metadata() {
    return Collections.unmodifiableSet(found.metadata);
  }

  /** Whether the whole document is needed, whatever {@link #paths()} says. */
  public boolean needsWholeDocument() {
    return found.wholeDocument;
  }

  /** Whether {@code $rand} is among the expressions. */
  public boolean isRandom() {
    return found.random;
  }
}
