package shardsh.render;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.CatalogEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.MigrationEvent;
import shardsh.core.trace.ReshardingEvent;
import shardsh.core.trace.RoutingEvent;
import shardsh.core.trace.TraceEntry;

/**
 * What happened as a moving picture: messages travel between the boxes, and each box says what it
 * just did. A step is everything of one kind at one simulated instant, so that what a router sends
 * at once also travels at once. All frames are of one size.
 */
public final class Motion {
  private static final int STEPS_MAX = 300;
  private static final int CAPTION = 2;
  private static final int NOTE_LINES = 2;

  /** What happens together. */
  private record Step(long micros, List<ClusterEvent> events, boolean moves) {}

  private final Scene scene;
  private final ScreenProfile screen;
  private final Stage stage;
  private final List<Step> steps;
  private final int left;
  private final Optional<Namespace> ns;

  private Motion(Scene scene, List<Step> steps, ScreenProfile screen) {
    this.scene = scene;
    this.screen = screen;
    this.left = Math.max(0, steps.size() - STEPS_MAX);
    this.steps = steps.subList(0, Math.min(STEPS_MAX, steps.size()));
    this.ns = collection();
    Set<String> used = new LinkedHashSet<>();
    for (Step step : this.steps) {
      step.events().forEach(event -> used.addAll(nodes(event)));
    }
    this.stage = new Stage(scene.now(), used, screen.width());
  }

  /** The motion of what happened last; empty when no message was sent. */
  public static Optional<Motion> of(Scene scene, ScreenProfile screen) {
    List<TraceEntry> entries = new ArrayList<>(scene.last());
    entries.sort(Comparator.comparingLong(TraceEntry::atMicros));
    List<Step> steps = new ArrayList<>();
    for (TraceEntry entry : entries) {
      ClusterEvent event = entry.event();
      Step last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
      boolean joins =
          last != null
              && last.micros() == entry.atMicros()
              && last.events().stream().allMatch(before -> goTogether(before, event));
      if (joins) {
        last.events().add(event);
      } else {
        List<ClusterEvent> first = new ArrayList<>();
        first.add(event);
        steps.add(new Step(entry.atMicros(), first, isMessage(event)));
      }
    }
    return steps.stream().anyMatch(Step::moves)
        ? Optional.of(new Motion(scene, steps, screen))
        : Optional.empty();
  }

  private static boolean isMessage(ClusterEvent event) {
    return event instanceof CallEvent.RequestSent
        || event instanceof CallEvent.ReplyReceived
        || event instanceof CallEvent.CallFailed;
  }

  /** Whether two of one kind do not follow from each other. */
  private static boolean goTogether(ClusterEvent before, ClusterEvent event) {
    if (before.getClass() != event.getClass()) {
      return false;
    }
    if (!isMessage(before)) {
      return !EventText.of(before).on().equals(EventText.of(event).on());
    }
    return before instanceof CallEvent.RequestSent first
            && event instanceof CallEvent.RequestSent second
            && first.from().equals(second.from())
        || before instanceof CallEvent.ReplyReceived one
            && event instanceof CallEvent.ReplyReceived other
            && one.to().equals(other.to());
  }

  private static List<String> nodes(ClusterEvent event) {
    List<String> nodes = new ArrayList<>();
    nodes.add(EventText.of(event).on().name());
    ends(event).forEach(node -> nodes.add(node.name()));
    return nodes;
  }

  /** From where to where a message goes; empty for what is none. */
  private static List<NodeId> ends(ClusterEvent event) {
    if (event instanceof CallEvent.RequestSent sent) {
      return List.of(sent.from(), sent.to());
    }
    if (event instanceof CallEvent.ReplyReceived reply) {
      return List.of(reply.from(), reply.to());
    }
    if (event instanceof CallEvent.CallFailed failed) {
      return List.of(failed.to(), failed.from());
    }
    return List.of();
  }

  /** The collection that the command is about, if it is sharded. */
  private Optional<Namespace> collection() {
    for (Step step : steps) {
      for (ClusterEvent event : step.events()) {
        if (event instanceof CallEvent.RequestSent sent
            && scene.now().collection(sent.ns()).isPresent()) {
          return Optional.of(sent.ns());
        }
        if (event instanceof RoutingEvent.RoutingRefreshed found
            && scene.now().collection(found.ns()).isPresent()) {
          return Optional.of(found.ns());
        }
      }
    }
    return Optional.empty();
  }

  /** How many steps there are; at least 1. */
  public int steps() {
    return steps.size();
  }

  /** Whether something travels in that step; else a node only does something. */
  public boolean moves(int step) {
    return steps.get(step).moves();
  }

  /** The lines that every frame has. */
  public int height() {
    return stage.height() + CAPTION;
  }

  /**
   * One picture.
   *
   * @param step from 0
   * @param phase how much of the step has passed, from 0 to 1
   */
  public List<StyledLine> frame(int step, double phase) {
    Canvas canvas = new Canvas(screen.width());
    stage.draw(canvas, texts(step), scene.shardRoles());
    for (ClusterEvent event : steps.get(step).events()) {
      message(event, phase, canvas);
    }
    caption(step, canvas);
    List<StyledLine> lines = new ArrayList<>(canvas.lines());
    while (lines.size() < height()) {
      lines.add(StyledLine.EMPTY);
    }
    return Glyphs.cells(lines.subList(0, height()), screen);
  }

  /** What each box says in a step: its version, and the last it did. */
  private Map<String, List<StyledLine>> texts(int step) {
    Map<String, List<StyledLine>> texts = new LinkedHashMap<>();
    facts(step)
        .forEach((node, fact) -> texts.computeIfAbsent(node, n -> new ArrayList<>()).add(fact));
    Map<String, StyledLine> notes = new LinkedHashMap<>();
    for (Step past : steps.subList(0, step + 1)) {
      for (ClusterEvent event : past.events()) {
        if (!isMessage(event)) {
          EventText.Note note = EventText.of(event);
          notes.put(stage.place(note.on().name()), note.text());
        }
      }
    }
    notes.forEach(
        (node, note) -> {
          int room = stage.room(node);
          if (room > 0) {
            texts.computeIfAbsent(node, n -> new ArrayList<>()).addAll(beginning(note, room));
          }
        });
    return texts;
  }

  /** What a box has room for; the line below the boxes has the whole while it is new. */
  private static List<StyledLine> beginning(StyledLine note, int room) {
    List<StyledLine> lines = new ArrayList<>(Prose.wrap(note, room, 0));
    if (lines.size() <= NOTE_LINES) {
      return lines;
    }
    List<StyledLine> some = lines.subList(0, NOTE_LINES);
    StyledLine last = new LineBuilder().add(some.get(NOTE_LINES - 1)).add(" …", Role.DIM).build();
    some.set(NOTE_LINES - 1, LineBuilder.cut(last, room));
    return some;
  }

  /** The version that each router and shard has of the collection in a step. */
  private Map<String, StyledLine> facts(int step) {
    Map<String, StyledLine> facts = new LinkedHashMap<>();
    Optional<CollectionView> found = ns.flatMap(scene.now()::collection);
    if (found.isEmpty()) {
      return facts;
    }
    CollectionView truth = truth(step, found.get());
    for (RouterView router : scene.now().routers()) {
      router
          .cacheOf(found.get().ns())
          .ifPresent(cache -> facts.put(router.id().name(), fact("v" + cache.version())));
    }
    for (ShardView shard : scene.now().shards()) {
      String version = "v" + Facts.shardVersion(truth, shard.id());
      facts.put(shard.id().name(), fact(version));
    }
    facts.put(scene.now().config().id().name(), fact("v" + truth.version()));
    // What a router learns later, it did not know before.
    for (int i = steps.size() - 1; i > step; i--) {
      for (ClusterEvent event : steps.get(i).events()) {
        if (event instanceof RoutingEvent.RoutingRefreshed learnt
            && learnt.ns().equals(found.get().ns())
            && isRouter(learnt.node())) {
          String before = learnt.since().map(version -> "v" + version).orElse("no table yet");
          facts.put(learnt.node().name(), fact(before));
        }
      }
    }
    return facts;
  }

  private boolean isRouter(NodeId node) {
    return scene.now().routers().stream().anyMatch(router -> router.id().equals(node));
  }

  /** The collection as it is after a step: before the last change of its chunks, as it was. */
  private CollectionView truth(int step, CollectionView now) {
    boolean isToChange =
        steps.subList(Math.min(step + 1, steps.size()), steps.size()).stream()
            .flatMap(later -> later.events().stream())
            .anyMatch(event -> changesChunks(event, now.ns()));
    return isToChange
        ? scene.before().flatMap(before -> before.collection(now.ns())).orElse(now)
        : now;
  }

  private static boolean changesChunks(ClusterEvent event, Namespace ns) {
    if (event instanceof MigrationEvent.MigrationMoved moved) {
      return moved.after() == MigrationState.COMMITTED && moved.what().ns().equals(ns);
    }
    if (event instanceof ReshardingEvent.ReshardingMoved moved) {
      return moved.state() == ReshardingState.COMMITTING && moved.ns().equals(ns);
    }
    return event instanceof CatalogEvent.ChunkSplit split && split.ns().equals(ns)
        || event instanceof CatalogEvent.ChunksMerged merged && merged.ns().equals(ns);
  }

  private static StyledLine fact(String text) {
    return StyledLine.of(text, Role.NAME);
  }

  private void message(ClusterEvent event, double phase, Canvas canvas) {
    List<NodeId> ends = ends(event);
    if (ends.isEmpty()) {
      return;
    }
    List<Stage.Point> way = stage.way(ends.get(0).name(), ends.get(1).name());
    if (way.isEmpty()) {
      return;
    }
    boolean lost = event instanceof CallEvent.CallFailed;
    double reached = lost ? Math.min(phase, 0.5) : phase;
    int index = (int) Math.round(Math.max(0, Math.min(1, reached)) * (way.size() - 1));
    Stage.Point at = way.get(index);
    StyledLine text = EventText.of(event).text();
    Role role = text.spans().isEmpty() ? Role.PLAIN : text.spans().get(0).role();
    canvas.put(at.x(), at.y(), lost && phase > 0.5 ? "×" : "●", role);
    label(text, at, way, canvas);
  }

  /** Beside its message if that covers no box; the caption names it anyway. */
  private void label(StyledLine text, Stage.Point at, List<Stage.Point> way, Canvas canvas) {
    int from = 0;
    int to = screen.width();
    if (!stage.isOpen(at.y())) {
      from = way.stream().mapToInt(Stage.Point::x).min().orElse(0);
      to = way.stream().mapToInt(Stage.Point::x).max().orElse(0) + 1;
    }
    int right = at.x() + 2;
    int left = at.x() - 1 - text.width();
    if (right + text.width() <= to) {
      canvas.put(right - 1, at.y(), " ", Role.PLAIN);
      canvas.put(right, at.y(), text);
    } else if (left >= from) {
      canvas.put(left, at.y(), text);
      canvas.put(at.x() - 1, at.y(), " ", Role.PLAIN);
    }
  }

  private void caption(int step, Canvas canvas) {
    Step now = steps.get(step);
    double millis = (now.micros() - steps.get(0).micros()) / 1000.0;
    LineBuilder line = new LineBuilder();
    line.add(String.format(Locale.ROOT, "%.1f ms", millis), Role.DIM);
    line.add("  step " + (step + 1) + " of " + steps.size(), Role.DIM);
    if (step == steps.size() - 1 && left > 0) {
      line.add(", " + Amounts.count(left) + " more not shown", Role.DIM);
    }
    stage.leftOut().forEach(more -> line.add("  ").add(scene.said(more)));
    canvas.put(0, stage.height(), LineBuilder.cut(line.build(), screen.width()));
    ClusterEvent event = now.events().get(0);
    LineBuilder what = new LineBuilder();
    List<NodeId> ends = ends(event);
    if (ends.isEmpty()) {
      what.add(name(EventText.of(event).on().name()));
    } else {
      what.add(name(ends.get(0).name())).add(" → ").add(name(ends.get(1).name()));
    }
    what.add("  ").add(EventText.of(event).text());
    int more = now.events().size() - 1;
    if (more > 0) {
      what.add("  and " + Amounts.count(more) + " more at the same time", Role.DIM);
    }
    canvas.put(0, stage.height() + 1, LineBuilder.cut(what.build(), screen.width()));
  }

  private StyledLine name(String node) {
    Role role = scene.shardRoles().ofNode(node);
    return StyledLine.of(node, role == Role.PLAIN ? Role.NAME : role);
  }
}
