package shardsh.core.base;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The operators of one place in the language: a row each, with the name, the first version of the
 * server that has the operator and its parser. The versions are those of the manual.
 *
 * @param <P> reads what stands behind the operator's name
 */
public final class OperatorTable<P> {

  /**
   * @param since empty for an operator that the oldest profile, 4.4, has already
   */
  private record Row<P>(Optional<String> since, P parser) {}

  private final Map<String, Row<P>> rows = new TreeMap<>();

  /** Adds an operator that all profiles have. */
  public void row(String name, P parser) {
    rows.put(name, new Row<>(Optional.empty(), parser));
  }

  /**
   * Adds an operator that came after 4.4.
   *
   * @param since the first version that has it, e.g. {@code 5.2}
   */
  public void row(String name, String since, P parser) {
    rows.put(name, new Row<>(Optional.of(since), parser));
  }

  /** The parser of that name, if a server of that profile has the operator. */
  public Optional<P> find(String name, ServerProfile profile) {
    Row<P> row = rows.get(name);
    return row == null || (row.since.isPresent() && !profile.isAtLeast(row.since.get()))
        ? Optional.empty()
        : Optional.of(row.parser);
  }

  /** The names of all operators, sorted. */
  public Set<String> names() {
    return Collections.unmodifiableSet(rows.keySet());
  }

  /** The first versions of those operators that came after 4.4, by name. */
  public Map<String, String> since() {
    Map<String, String> since = new TreeMap<>();
    rows.forEach((name, row) -> row.since.ifPresent(version -> since.put(name, version)));
    return since;
  }
}
