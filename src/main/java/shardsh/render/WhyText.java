package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardCollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.CatalogEvent;
import shardsh.core.trace.MigrationEvent;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.RouteReport.Attempt;
import shardsh.core.trace.RoutingEvent;
import shardsh.core.trace.TraceEntry;

/** The rule that decided during the last command, in sentences with its numbers. */
public final class WhyText {
  private static final int PARAGRAPHS_MAX = 12;
  private static final List<String> SINGLE_WRITES = List.of("update", "delete", "findAndModify");
  private static final List<String> COUNTING = List.of("count", "aggregate", "distinct");

  private final Scene scene;
  private final List<StyledLine> paragraphs = new ArrayList<>();

  private WhyText(Scene scene) {
    this.scene = scene;
  }

  /** The explanation of {@code scene.last()}, in lines that fit the screen. */
  public static List<StyledLine> of(Scene scene, ScreenProfile screen) {
    return of(scene, screen, UnaryOperator.identity());
  }

  /**
   * The same in another language.
   *
   * @param words puts a paragraph into it
   */
  public static List<StyledLine> of(
      Scene scene, ScreenProfile screen, UnaryOperator<StyledLine> words) {
    WhyText why = new WhyText(scene);
    why.explain();
    why.paragraphs.replaceAll(words);
    List<StyledLine> lines = new ArrayList<>();
    int shown = 0;
    for (StyledLine paragraph : Glyphs.prose(why.paragraphs, screen)) {
      if (shown++ == PARAGRAPHS_MAX) {
        lines.add(StyledLine.of("…", Role.DIM));
        break;
      }
      lines.addAll(Prose.wrap(paragraph, screen.width(), 0));
    }
    return Glyphs.cells(lines, screen);
  }

  /** Whether there is more to tell of {@code scene.last()} than that no rule decided in it. */
  public static boolean tellsARule(Scene scene) {
    return new WhyText(scene).explain();
  }

  /** Gives whether a rule decided. */
  private boolean explain() {
    long commands = scene.spent().commands();
    boolean isOfHelper = commands > 1 && scene.helper().isPresent();
    if (isOfHelper) {
      say(scene.helper().get() + "() sent " + Amounts.count(commands) + " commands:", Role.DIM);
    } else if (commands > 1) {
      say("The last of " + Amounts.count(commands) + " commands:", Role.DIM);
    }
    int headed = paragraphs.size();
    RouteReport.lastOf(scene.last()).ifPresent(this::explainRoute);
    WhyChanges changes = new WhyChanges(scene, this::say);
    for (TraceEntry entry : scene.last()) {
      // What a helper could do without has not failed for who called it.
      if (isOfHelper && entry.event() instanceof CallEvent.StatementFailed) {
        continue;
      }
      entry.event().accept(changes);
      if (entry.event() instanceof CallEvent.StatementFailed failed) {
        command()
            .flatMap(command -> new WhyCommand(scene, command).rule(failed.code()))
            .ifPresent(rule -> say(rule, Role.PLAIN));
      }
    }
    explainOrphans();
    if (paragraphs.size() > headed) {
      return true;
    }
    if (isOfHelper) {
      say(WhyAsked.ofAll(scene), Role.DIM);
      return false;
    }
    Optional<String> noted = command().flatMap(this::noted);
    say(noted.orElseGet(this::nothingDecided), Role.DIM);
    return noted.isPresent();
  }

  /** Says it once: round after round of the balancer may have found the same. */
  private void say(String text, Role role) {
    StyledLine paragraph = StyledLine.of(DisplayWidth.visible(text), role);
    if (!paragraphs.contains(paragraph)) {
      paragraphs.add(paragraph);
    }
  }

  /** What there is to say of a command that no event tells of. */
  private Optional<String> noted(CallEvent.RequestSent command) {
    return new WhyCommand(scene, command)
        .nothingMoved()
        .or(() -> new WhyNoted(scene, command).text());
  }

  private String nothingDecided() {
    return command()
        .map(command -> new WhyAsked(scene, command).text())
        .orElse("The last line asked nothing of the cluster; why explains what a command did.");
  }

  private Optional<CallEvent.RequestSent> command() {
    Optional<CallEvent.RequestSent> found = Optional.empty();
    for (TraceEntry entry : scene.last()) {
      if (entry.event() instanceof CallEvent.RequestSent sent && sent.from().equals(NodeId.APP)) {
        found = Optional.of(sent);
      }
    }
    return found;
  }

  private void explainRoute(RouteReport report) {
    RoutingEvent.Targeted targeted = report.targeted();
    Optional<CollectionView> collection = scene.now().collection(targeted.ns());
    say(WhyTargeted.text(targeted, collection), Role.PLAIN);
    explainVersions(report);
    if (collection.isPresent() && !WhyTargeted.matchesNothing(targeted)) {
      explainResult(report);
    }
  }

  /** What became of the shards' answers. */
  private void explainResult(RouteReport report) {
    if (report.merged().isPresent() && SINGLE_WRITES.contains(report.targeted().command())) {
      say(
          "A write to one document without the shard key takes two steps: the router asks for one"
              + " match, then writes to the shard that has it.",
          Role.PLAIN);
    } else {
      report.plan().ifPresent(plan -> new WhyMerger(scene, this::say).explain(plan, report));
      report.merged().ifPresent(merged -> explainMerge(merged, report));
    }
  }

  private void explainVersions(RouteReport report) {
    String router = report.targeted().router().name();
    List<Attempt> refused =
        report.attempts().stream().filter(a -> a.reply().equals("StaleConfig")).toList();
    for (Attempt attempt : refused) {
      explainRefusal(router, attempt);
    }
    report
        .refreshed()
        .ifPresent(
            refreshed ->
                say(
                    router
                        + " asked the config servers for "
                        + refreshed
                            .since()
                            .map(since -> "the rows with lastmod at or above " + since)
                            .orElse("the whole table")
                        + ": "
                        + Amounts.count(refreshed.rows(), "row")
                        + " came, and its table is at "
                        + refreshed.now()
                        + ".",
                    Role.PLAIN));
    if (refused.isEmpty()) {
      explainAccepted(report);
      return;
    }
    Attempt last = report.attempts().get(report.attempts().size() - 1);
    if (report.targeted().shards().size() > 1) {
      say("It chose again: " + EventText.names(report.targeted().shards()) + ".", Role.PLAIN);
    } else if (last.reply().equals("ok")) {
      boolean same = refused.stream().anyMatch(a -> a.shard().equals(last.shard()));
      say(
          "It chose again: "
              + last.shard()
              + last.sent().map(sent -> " with " + sent).orElse("")
              + ", which answered."
              + (same ? " The shard had been right; only the version was not." : ""),
          Role.PLAIN);
    }
  }

  private void explainRefusal(String router, Attempt attempt) {
    String sent = attempt.sent().map(ChunkVersion::toString).orElse("no version");
    String start =
        router + " sent " + attempt.shard() + " the version of its own table, " + sent + ". ";
    if (attempt.has().isEmpty() || attempt.sent().isEmpty()) {
      say(start + attempt.shard() + " did not know its version and had to ask first.", Role.STALE);
      return;
    }
    ChunkVersion has = attempt.has().get();
    boolean epoch = !has.generation().equals(attempt.sent().get().generation());
    say(
        start
            + attempt.shard()
            + " has "
            + has
            + ". "
            + (epoch
                ? "The collection has a new epoch, so versions cannot be compared"
                : "The major parts differ ("
                    + attempt.sent().get().major()
                    + " and "
                    + has.major()
                    + "): a chunk of the collection has moved since")
            + ". The shard refuses with StaleConfig, error 13388.",
        Role.STALE);
  }

  /**
   * A table that is behind, but by splits only, is good enough. After a command that changed chunks
   * itself it is not known what the shard had when it was asked.
   */
  private void explainAccepted(RouteReport report) {
    Optional<CollectionView> collection = scene.now().collection(report.targeted().ns());
    if (collection.isEmpty() || changedChunks()) {
      return;
    }
    for (Attempt attempt : report.attempts()) {
      ChunkVersion has = Facts.shardVersion(collection.get(), attempt.shard());
      boolean older =
          attempt
              .sent()
              .filter(sent -> sent.isCompatibleWith(has) && sent.isOlderThan(has))
              .isPresent();
      if (older) {
        say(
            attempt.shard()
                + " was sent "
                + attempt.sent().get()
                + " and has "
                + has
                + ". The major parts are equal: chunks were cut, none moved. It accepts.",
            Role.PLAIN);
      }
    }
  }

  private boolean changedChunks() {
    return scene.last().stream()
        .map(TraceEntry::event)
        .anyMatch(
            event ->
                event instanceof CatalogEvent.ChunkSplit
                    || event instanceof CatalogEvent.ChunksMerged
                    || event instanceof MigrationEvent.MigrationMoved);
  }

  private void explainMerge(QueryEvent.ResultsMerged merged, RouteReport report) {
    boolean restFollows =
        command()
            .filter(c -> c.command().equals("find") && !c.body().containsKey("limit"))
            .isPresent();
    boolean onShard = report.plan().flatMap(QueryEvent.MergePlanned::merger).isPresent();
    if (report.partials().isPresent() && !onShard) {
      say(
          Amounts.count(merged.shipped(), report.partials().get())
              + " came to "
              + merged.on()
              + ", which made the result of "
              + (merged.shipped() == 1 ? "it." : "them."),
          Role.PLAIN);
      return;
    }
    if (merged.shipped() <= merged.kept() || restFollows || onShard) {
      return;
    }
    say(
        Amounts.count(merged.shipped(), "document")
            + " came to "
            + merged.on()
            + " and "
            + Amounts.count(merged.kept())
            + (merged.kept() == 1 ? " was" : " were")
            + " kept. No shard knows what the others have, so each sends all that might be"
            + " among the result.",
        Role.PLAIN);
  }

  /** Counts differ when a shard holds documents that it does not own. */
  private void explainOrphans() {
    Optional<CallEvent.RequestSent> command = command();
    if (command.isEmpty()) {
      return;
    }
    boolean direct = scene.shardRoles().ofNode(command.get().to().name()) != Role.PLAIN;
    if (!direct && !COUNTING.contains(command.get().command())) {
      return;
    }
    boolean fastCount =
        command.get().command().equals("count") && isEmptyQuery(command.get().body());
    for (ShardView shard : scene.now().shards()) {
      Optional<ShardCollectionView> data = shard.collection(command.get().ns());
      if (data.isPresent() && data.get().orphans() > 0) {
        say(
            shard.id()
                + " holds "
                + Amounts.count(data.get().orphans(), "document")
                + " that it does not own (orphans of a move). "
                + (fastCount
                    ? "A count without a query reads the collection's size and includes them."
                    : "Through a router a query leaves them out; asked directly, "
                        + shard.id()
                        + " shows them."),
            Role.WARN);
      }
    }
  }

  private static boolean isEmptyQuery(BsonDocument body) {
    return !body.isDocument("query") || body.getDocument("query").isEmpty();
  }
}
