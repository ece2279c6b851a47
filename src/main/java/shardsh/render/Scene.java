package shardsh.render;

import java.util.List;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.trace.TraceEntry;

/**
 * What a diagram is drawn from.
 *
 * @param before the cluster before the last line that changed it; empty when nothing did
 * @param last what happened during the last command
 * @param all what happened before and during it, as far back as is known
 * @param ns the collection asked for; empty for all
 */
public record Scene(
    ClusterSnapshot now,
    Optional<ClusterSnapshot> before,
    List<TraceEntry> last,
    List<TraceEntry> all,
    Optional<Namespace> ns) {

  public Scene {
    last = List.copyOf(last);
    all = List.copyOf(all);
  }

  /** A cluster at rest. */
  public static Scene of(ClusterSnapshot now) {
    return new Scene(now, Optional.empty(), List.of(), List.of(), Optional.empty());
  }

  public Scene withLast(List<TraceEntry> entries) {
    return withLast(entries, entries);
  }

  /** With what came before it, too. */
  public Scene withLast(List<TraceEntry> entries, List<TraceEntry> everything) {
    return new Scene(now, before, entries, everything, ns);
  }

  public Scene withBefore(ClusterSnapshot earlier) {
    return new Scene(now, Optional.of(earlier), last, all, ns);
  }

  public Scene withNs(Namespace wanted) {
    return new Scene(now, before, last, all, Optional.of(wanted));
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
