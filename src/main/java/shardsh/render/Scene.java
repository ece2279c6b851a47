package shardsh.render;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import shardsh.core.base.Namespace;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.trace.Cost;
import shardsh.core.trace.TraceEntry;
import shardsh.render.Table.Column;

/**
 * What a diagram is drawn from.
 *
 * @param before the cluster before the last line that changed it; empty when nothing did
 * @param last what happened during the last command
 * @param all what happened before and during it, as far back as is known
 * @param spent what the last line cost, also what is not in {@code last} any more
 * @param helper the one helper that the last line called and that gave something, e.g. {@code
 *     sh.status}
 * @param ns the collection asked for; empty for all
 * @param words puts the sentences of a picture into the language of who looks at it
 */
public record Scene(
    ClusterSnapshot now,
    Optional<ClusterSnapshot> before,
    List<TraceEntry> last,
    List<TraceEntry> all,
    Cost spent,
    Optional<String> helper,
    Optional<Namespace> ns,
    UnaryOperator<StyledLine> words) {

  public Scene {
    last = List.copyOf(last);
    all = List.copyOf(all);
  }

  /** A cluster at rest. */
  public static Scene of(ClusterSnapshot now) {
    return new Scene(
        now,
        Optional.empty(),
        List.of(),
        List.of(),
        Cost.of(List.of()),
        Optional.empty(),
        Optional.empty(),
        UnaryOperator.identity());
  }

  public Scene withLast(List<TraceEntry> entries) {
    return withLast(entries, entries);
  }

  /** With what came before it, too. */
  public Scene withLast(List<TraceEntry> entries, List<TraceEntry> everything) {
    return new Scene(now, before, entries, everything, Cost.of(entries), helper, ns, words);
  }

  /** With what the last line cost, where it did more than the trace keeps of it. */
  public Scene withSpent(Cost cost) {
    return new Scene(now, before, last, all, cost, helper, ns, words);
  }

  /** With the helper that sent all commands of the last line; empty if that is not so. */
  public Scene withHelper(Optional<String> called) {
    return new Scene(now, before, last, all, spent, called, ns, words);
  }

  /** How many commands of the last line are not in {@link #last}. */
  long commandsLeftOut() {
    return spent.commands() - Cost.of(last).commands();
  }

  public Scene withBefore(ClusterSnapshot earlier) {
    return new Scene(now, Optional.of(earlier), last, all, spent, helper, ns, words);
  }

  public Scene withNs(Namespace wanted) {
    return new Scene(now, before, last, all, spent, helper, Optional.of(wanted), words);
  }

  public Scene withWords(UnaryOperator<StyledLine> newWords) {
    return new Scene(now, before, last, all, spent, helper, ns, newWords);
  }

  /** A sentence of the picture in the language of who looks at it. */
  StyledLine said(StyledLine sentence) {
    return words.apply(sentence);
  }

  /** A label of the picture in the language of who looks at it. */
  StyledLine said(String label, Role role) {
    return said(StyledLine.of(label, role));
  }

  /** A sentence in that language, broken as {@link Prose#wrap} does. */
  List<StyledLine> wrap(StyledLine sentence, int width, int indentation) {
    return Prose.wrap(said(sentence), width, indentation);
  }

  /** A table whose heads, cells and notes are put into that language. */
  Table table(Column... columns) {
    return new Table(columns).in(words);
  }

  /** The sharded collections to draw: the one asked for, else those that are not internal. */
  List<CollectionView> collections() {
    if (ns.isPresent()) {
      return now.collection(ns.get()).map(List::of).orElse(List.of());
    }
    return now.collections().stream().filter(view -> !view.ns().isInternal()).toList();
  }

  ShardRoles shardRoles() {
    return ShardRoles.of(now);
  }
}
