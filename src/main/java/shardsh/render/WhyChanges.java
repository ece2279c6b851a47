package shardsh.render;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.trace.BalancerEvent;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.CatalogEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.DeletionEvent;
import shardsh.core.trace.MigrationEvent;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.ReplicationEvent;
import shardsh.core.trace.ReshardingEvent;
import shardsh.core.trace.RoutingEvent;
import shardsh.core.trace.TraceEntry;
import shardsh.core.trace.TransactionEvent;
import shardsh.render.BalancerRoundText.Compared;

/** Why chunks were cut, marked, moved or left where they are: a sentence for each such event. */
final class WhyChanges implements ClusterEvent.Visitor<Void> {
  private final Scene scene;
  private final BiConsumer<String, Role> out;
  private Optional<CatalogEvent.SplitAsked> median = Optional.empty();

  WhyChanges(Scene scene, BiConsumer<String, Role> out) {
    this.scene = scene;
    this.out = out;
  }

  private Void say(String text, Role role) {
    out.accept(text, role);
    return null;
  }

  @Override
  public Void splitAsked(CatalogEvent.SplitAsked event) {
    boolean over = event.limitBytes() > 0 && event.bytes() > event.limitBytes();
    if (!over) {
      median = Optional.of(event);
      return event.at().isPresent()
          ? null
          : say(
              "Without a key in the request a chunk is cut at the median of its keys. "
                  + KeyText.of(event.range())
                  + " ("
                  + Amounts.size(event.bytes())
                  + ") has no key but its first to cut at, and a chunk is cut only between two"
                  + " values.",
              Role.PLAIN);
    }
    String start =
        "The chunk "
            + KeyText.of(event.range())
            + " has "
            + Amounts.size(event.bytes())
            + ", more than the limit of "
            + Amounts.size(event.limitBytes())
            + ". ";
    if (event.at().isEmpty()) {
      return say(
          start
              + "All of it has one shard key value, and a chunk is cut only between two values:"
              + " there is no key to cut at.",
          Role.JUMBO);
    }
    return say(
        start
            + "The middle of its data lies in key "
            + KeyText.of(event.at().get())
            + ", so it is cut there.",
        Role.PLAIN);
  }

  @Override
  public Void chunkSplit(CatalogEvent.ChunkSplit event) {
    String points = String.join(", ", event.at().stream().map(KeyText::of).toList());
    String versions =
        String.join(", ", event.versions().stream().map(ChunkVersion::toString).toList());
    return say(
        KeyText.of(event.range())
            + " was cut at "
            + points
            + (event.automatic() || isMedian(event) ? "" : ", as asked")
            + ". "
            + (isMedian(event) ? median(event) : "")
            + "The pieces take the next minor versions of the collection, left first: "
            + versions
            + ". The major part stays, since no data moved.",
        Role.PLAIN);
  }

  private boolean isMedian(CatalogEvent.ChunkSplit event) {
    return median.filter(asked -> asked.range().equals(event.range())).isPresent();
  }

  /** Who chose the point, and what lies on its two sides. */
  private String median(CatalogEvent.ChunkSplit event) {
    String chosen =
        "The request named the chunk and no key, so the owner, "
            + event.owner()
            + ", chose the median: ";
    List<ChunkView> pieces =
        scene.now().collection(event.ns()).map(CollectionView::chunks).orElse(List.of()).stream()
            .filter(chunk -> event.versions().contains(chunk.version()))
            .toList();
    if (pieces.size() != 2) {
      return chosen + "half of the chunk's data lies below it. ";
    }
    return chosen
        + "of "
        + Amounts.count(pieces.get(0).documents() + pieces.get(1).documents(), "document")
        + " ("
        + Amounts.size(median.map(CatalogEvent.SplitAsked::bytes).orElse(0L))
        + "), "
        + Amounts.count(pieces.get(0).documents())
        + " lie below it and "
        + Amounts.count(pieces.get(1).documents())
        + " from it on. ";
  }

  @Override
  public Void chunksMerged(CatalogEvent.ChunksMerged event) {
    return say(
        Amounts.count(event.chunks(), "neighbouring chunk")
            + " of "
            + event.owner()
            + " became "
            + KeyText.of(event.range())
            + " with the next minor version, "
            + event.version()
            + ".",
        Role.PLAIN);
  }

  @Override
  public Void jumboMarked(CatalogEvent.JumboMarked event) {
    return say(
        KeyText.of(event.range())
            + " is marked jumbo: "
            + Amounts.size(event.bytes())
            + ", over "
            + Amounts.size(event.limitBytes())
            + ", and it was not cut. The balancer skips a chunk with that flag, on a draining shard"
            + " too. moveChunk with forceJumbo: true moves it all the same; a split, or"
            + " clearJumboFlag, takes the flag away.",
        Role.JUMBO);
  }

  @Override
  public Void migrationMoved(MigrationEvent.MigrationMoved event) {
    MigrateInfo what = event.what();
    return switch (event.after()) {
      case COMMITTED -> committed(event);
      case ABORTED ->
          say(
              "The move of "
                  + KeyText.of(what.range())
                  + " was aborted: "
                  + event.reason()
                  + ". The chunk stays on "
                  + what.donor()
                  + "."
                  + leftOver(what),
              Role.ERROR);
      case CRITICAL_SECTION ->
          say(
              "In the critical section writes to "
                  + KeyText.of(what.range())
                  + " wait, so that the last changes reach "
                  + what.recipient()
                  + " before it owns the chunk.",
              Role.BLOCKED);
      case CREATED, CLONING, CATCHING_UP, COMMITTING -> isLast(event) ? going(event) : null;
    };
  }

  /** What the recipient of a failed move still has, because nobody could tell it. */
  private String leftOver(MigrateInfo what) {
    boolean untold =
        scene.now().shard(what.recipient()).stream()
            .flatMap(shard -> shard.rangeDeletions().stream())
            .anyMatch(
                deletion ->
                    deletion.pending()
                        && deletion.ns().equals(what.ns())
                        && deletion.range().equals(what.range()));
    return untold
        ? " "
            + what.recipient()
            + " does not know yet: what it cloned stays there, a pending range deletion, until "
            + what.donor()
            + " can tell it. The decision stands in config.migrationCoordinators on "
            + what.donor()
            + "."
        : "";
  }

  /** Whether the migration went no further in the commands that are explained. */
  private boolean isLast(MigrationEvent.MigrationMoved event) {
    ClusterEvent last = event;
    for (TraceEntry entry : scene.last()) {
      if (entry.event() instanceof MigrationEvent.MigrationMoved moved
          && moved.what().equals(event.what())) {
        last = moved;
      }
    }
    return last == event;
  }

  private Void going(MigrationEvent.MigrationMoved event) {
    MigrateInfo what = event.what();
    String range = KeyText.of(what.range());
    ShardId donor = what.donor();
    ShardId recipient = what.recipient();
    String text =
        switch (event.after()) {
          case CREATED ->
              donor
                  + " told "
                  + recipient
                  + " to expect "
                  + range
                  + ". Both wrote a pending range deletion, for whoever does not own the chunk in"
                  + " the end. No document has gone over; "
                  + donor
                  + " answers for the chunk.";
          case CLONING ->
              recipient
                  + " copied the documents of "
                  + range
                  + ". Both shards hold them, "
                  + donor
                  + " answers, and notes every write to the chunk from now on.";
          case CATCHING_UP ->
              recipient
                  + " fetched what "
                  + donor
                  + " had noted since the clone. "
                  + donor
                  + " still answers for "
                  + range
                  + ".";
          case COMMITTING ->
              "The commit of "
                  + range
                  + " is on its way: until its outcome is known on "
                  + donor
                  + ", reads wait there as well as writes.";
          case CRITICAL_SECTION, COMMITTED, ABORTED -> "";
        };
    return say(text, Role.PLAIN);
  }

  private static String whyItWaits(String command) {
    return switch (command) {
      case "splitChunk", "mergeChunks" ->
          "splits and merges of a collection wait while their shard gives a chunk of it away.";
      case "insert", "update", "delete", "findAndModify", "findandmodify", "_simFill" ->
          "in the critical section writes to the collection wait on the donor until the commit.";
      default -> "while the commit is on its way, reads wait on the donor as well.";
    };
  }

  private Void standing(MigrationEvent.MigrationNoted event) {
    boolean stepped = event.detail().contains("sim.");
    int colon = event.detail().indexOf(": ");
    return say(
        "The move of "
            + KeyText.of(event.what().range())
            + " stands still before its step "
            + event.detail().substring(0, colon)
            + ", held by "
            + event.detail().substring(colon + 2)
            + ". sim.step() does that step; "
            + (stepped ? "sim.stepMigrations(false)" : "configureFailPoint with mode \"off\"")
            + " lets it go on.",
        Role.PLAIN);
  }

  @Override
  public Void migrationNoted(MigrationEvent.MigrationNoted event) {
    MigrateInfo what = event.what();
    String range = KeyText.of(what.range());
    return switch (event.note()) {
      case STOPPED -> standing(event);
      case WRITE_NOTED ->
          say(
              what.donor()
                  + " answers for "
                  + range
                  + " while it moves, and noted "
                  + Amounts.count(event.docs(), "write")
                  + ": "
                  + what.recipient()
                  + " fetches it with _transferMods before it owns the chunk.",
              Role.PLAIN);
      case FORWARDED ->
          say(
              what.recipient()
                  + " took over "
                  + Amounts.count(event.docs(), "change")
                  + " that "
                  + what.donor()
                  + " had noted.",
              Role.PLAIN);
      case WAITED ->
          say(
              "The "
                  + event.detail()
                  + " waited "
                  + Amounts.duration(event.micros() / 1000)
                  + " of simulated time on "
                  + event.on()
                  + ": "
                  + whyItWaits(event.detail())
                  + " A command without a time limit lets the move go on; with maxTimeMS it waits"
                  + " for that long.",
              Role.BLOCKED);
      case OUTCOME_ASKED ->
          say(
              what.donor()
                  + " did not hear what became of its commit, so it asked the config servers: "
                  + event.detail()
                  + ". They raise the chunk's version first, so that a commit that is late fails:"
                  + " there are never two owners.",
              Role.WARN);
    };
  }

  private Void committed(MigrationEvent.MigrationMoved event) {
    MigrateInfo what = event.what();
    String version = event.version().map(ChunkVersion::toString).orElse("a new major version");
    String text =
        KeyText.of(what.range())
            + " moved from "
            + what.donor()
            + " to "
            + what.recipient()
            + (what.reason() == MigrateInfo.Reason.MANUAL
                ? " (by hand) as "
                : " (reason: " + what.reason().text() + ") as ")
            + version
            + ": a move raises the major part.";
    String control =
        event
            .version()
            .flatMap(moved -> controlChunk(what, moved))
            .map(
                chunk ->
                    " "
                        + KeyText.of(chunk.range())
                        + " stays on "
                        + what.donor()
                        + " and becomes "
                        + chunk.version()
                        + ", so that "
                        + what.donor()
                        + " refuses routers with an older table.")
            .orElse("");
    return say(text + control, Role.PLAIN);
  }

  /** A chunk that stayed on the donor and took the new major part. */
  private Optional<ChunkView> controlChunk(MigrateInfo what, ChunkVersion moved) {
    return scene.now().collection(what.ns()).map(CollectionView::chunks).orElse(List.of()).stream()
        .filter(chunk -> chunk.shard().equals(what.donor()))
        .filter(chunk -> chunk.version().isCompatibleWith(moved))
        .findFirst();
  }

  @Override
  public Void deletionScheduled(DeletionEvent.DeletionScheduled event) {
    long millis = event.dueMillis() - scene.now().nowMillis();
    String when = millis > 0 ? "in " + Amounts.duration(millis) : "now";
    return say(
        event.on()
            + " keeps its copies of "
            + KeyText.of(event.range())
            + " until the range deleter removes them, "
            + when
            + ": reads that began before the move may still need them.",
        Role.PLAIN);
  }

  @Override
  public Void deletionWaited(DeletionEvent.DeletionWaited event) {
    return say(
        "The deletion of "
            + KeyText.of(event.range())
            + " on "
            + event.on()
            + " waited "
            + Amounts.duration(event.micros() / 1000)
            + " of simulated time: cursors that were open when the range was given away may still"
            + " need it. A cursor that nobody uses ends after ten minutes.",
        Role.BLOCKED);
  }

  @Override
  public Void orphansDeleted(DeletionEvent.OrphansDeleted event) {
    return say(
        "The range deleter of "
            + event.on()
            + " removed "
            + Amounts.count(event.docs(), "orphan")
            + " of "
            + KeyText.of(event.range())
            + ".",
        Role.PLAIN);
  }

  @Override
  public Void documentsExpired(DeletionEvent.DocumentsExpired event) {
    return say(
        "The TTL monitor of "
            + event.on()
            + " removed "
            + Amounts.count(event.docs(), "document")
            + " of "
            + event.ns()
            + " whose time was over.",
        Role.PLAIN);
  }

  @Override
  public Void balancerRound(BalancerEvent.BalancerRound event) {
    String policy = BalancerRoundText.text(event.report(), "policy");
    for (Compared compared : BalancerRoundText.compared(event.report())) {
      sayCompared(policy, compared);
    }
    for (BsonDocument move : BalancerRoundText.documents(event.report(), "moves")) {
      if (move.isDocument("min") && move.isDocument("max") && move.containsKey("why")) {
        say(
            "It chose "
                + KeyText.of(BalancerRoundText.range(move))
                + " because "
                + BalancerRoundText.text(move, "why")
                + ".",
            Role.PLAIN);
      }
    }
    for (BsonDocument phase : BalancerRoundText.documents(event.report(), "phases")) {
      say("The " + BalancerRoundText.phase(phase) + ".", Role.PLAIN);
    }
    for (BsonDocument skipped : BalancerRoundText.documents(event.report(), "skipped")) {
      String ns = BalancerRoundText.text(skipped, "ns");
      say(
          (ns.isEmpty() ? "No round: " : "Left alone: " + ns + ", ")
              + BalancerRoundText.text(skipped, "why")
              + ".",
          Role.WARN);
    }
    return null;
  }

  private void sayCompared(String policy, Compared compared) {
    String start =
        "The balancer compared the "
            + (compared.unit().equals("MB") ? "megabytes" : compared.unit())
            + " of "
            + compared.what()
            + ": "
            + compared.counts()
            + ". ";
    if (compared.difference().isEmpty()) {
      say(start + "No pair of shards could be formed: nothing moves.", Role.PLAIN);
      return;
    }
    say(
        start
            + "The difference is "
            + BalancerRoundText.number(compared.difference().get())
            + ", the threshold "
            + BalancerRoundText.number(compared.threshold())
            + BalancerRoundText.rule(policy, compared, scene.now().balancer().chunkSizeMB())
            + ": "
            + (compared.reachesThreshold() ? "a chunk should move." : "nothing needs to move."),
        Role.PLAIN);
  }

  @Override
  public Void zoneViolated(BalancerEvent.ZoneViolated event) {
    return say(
        KeyText.of(event.range())
            + " belongs to zone "
            + event.zone()
            + ", and "
            + event.on()
            + " is not in it: it should move, whatever the sizes.",
        Role.WARN);
  }

  @Override
  public Void generationChanged(CatalogEvent.GenerationChanged event) {
    return say(
        event.ns()
            + " has a new epoch ("
            + event.reason()
            + "): every table that routers have of it is void.",
        Role.PLAIN);
  }

  @Override
  public Void reshardingMoved(ReshardingEvent.ReshardingMoved event) {
    return say(WhyResharding.text(event), WhyResharding.role(event));
  }

  @Override
  public Void reshardingNoted(ReshardingEvent.ReshardingNoted event) {
    return say(WhyResharding.noted(event), Role.PLAIN);
  }

  @Override
  public Void reshardingCopied(ReshardingEvent.ReshardingCopied event) {
    return say(
        "The recipients have their first copy of "
            + event.ns()
            + ": "
            + Amounts.count(event.docs(), "document")
            + ", "
            + Amounts.size(event.bytes())
            + ". All of the collection is copied; a move copies one chunk.",
        Role.PLAIN);
  }

  @Override
  public Void primaryMoved(CatalogEvent.PrimaryMoved event) {
    return say(
        "The primary shard of "
            + event.db()
            + " is "
            + event.to()
            + " now: "
            + Amounts.count(event.collections(), "collection")
            + " that are not sharded (or views) went there, "
            + Amounts.count(event.docs(), "document")
            + ", "
            + Amounts.size(event.bytes())
            + ". Chunks stay. The database's version counts up to "
            + event.lastMod()
            + ", by which "
            + event.from()
            + " refuses routers that did not hear of it.",
        Role.PLAIN);
  }

  @Override
  public Void staleDatabaseSeen(RoutingEvent.StaleDatabaseSeen event) {
    return say(
        event.router()
            + " sent "
            + event.shard()
            + " version "
            + event.sent()
            + " of the database "
            + event.db()
            + event.has().map(has -> ", and the shard has " + has).orElse("")
            + ". The shard refuses with StaleDbVersion, error 249; the router asks the config"
            + " servers who the primary shard is, and tries again there.",
        Role.STALE);
  }

  @Override
  public Void spilled(QueryEvent.Spilled event) {
    return say(
        event.stage()
            + " on "
            + event.on()
            + " used up its memory and wrote "
            + Amounts.size(event.bytes())
            + " to disk.",
        Role.WARN);
  }

  @Override
  public Void callFailed(CallEvent.CallFailed event) {
    return say(
        event.to() + " did not answer " + event.from() + ": " + event.reason() + ".", Role.BLOCKED);
  }

  @Override
  public Void refused(CallEvent.Refused event) {
    return say(event.rule(), Role.PLAIN);
  }

  @Override
  public Void transactionMoved(TransactionEvent.TransactionMoved event) {
    return TransactionText.why(event).map(text -> say(text, Role.PLAIN)).orElse(null);
  }

  @Override
  public Void transactionEnded(TransactionEvent.TransactionEnded event) {
    return say(TransactionText.why(event), Role.PLAIN);
  }

  @Override
  public Void writeWaited(TransactionEvent.WriteWaited event) {
    return say(TransactionText.why(event), Role.BLOCKED);
  }

  @Override
  public Void statementFailed(CallEvent.StatementFailed event) {
    return say("The command failed: " + event.message(), Role.ERROR);
  }

  @Override
  public Void primaryElected(ReplicationEvent.PrimaryElected event) {
    return say(ReplicationText.why(event), event.undone() > 0 ? Role.WARN : Role.PLAIN);
  }

  @Override
  public Void requestSent(CallEvent.RequestSent event) {
    return null;
  }

  @Override
  public Void replyReceived(CallEvent.ReplyReceived event) {
    return null;
  }

  @Override
  public Void targeted(RoutingEvent.Targeted event) {
    return null;
  }

  @Override
  public Void staleConfigSeen(RoutingEvent.StaleConfigSeen event) {
    return null;
  }

  @Override
  public Void routingRefreshed(RoutingEvent.RoutingRefreshed event) {
    return null;
  }

  @Override
  public Void planChosen(QueryEvent.PlanChosen event) {
    return null;
  }

  @Override
  public Void mergePlanned(QueryEvent.MergePlanned event) {
    return null;
  }

  @Override
  public Void resultsMerged(QueryEvent.ResultsMerged event) {
    return null;
  }

  @Override
  public Void documentsCloned(MigrationEvent.DocumentsCloned event) {
    return null;
  }

  @Override
  public Void secondaryRead(ReplicationEvent.SecondaryRead event) {
    return say(ReplicationText.why(event), Role.WARN);
  }

  @Override
  public Void writeReplicated(ReplicationEvent.WriteReplicated event) {
    return say(ReplicationText.why(event), Role.PLAIN);
  }

  @Override
  public Void primarySteppedDown(ReplicationEvent.PrimarySteppedDown event) {
    return say(ReplicationText.why(event), Role.WARN);
  }

  @Override
  public Void nodeWentDown(ReplicationEvent.NodeWentDown event) {
    return null;
  }

  @Override
  public Void nodeCameUp(ReplicationEvent.NodeCameUp event) {
    return null;
  }
}
