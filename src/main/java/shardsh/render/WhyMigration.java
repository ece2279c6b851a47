package shardsh.render;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.DeletionEvent;
import shardsh.core.trace.MigrationEvent;
import shardsh.core.trace.TraceEntry;

/**
 * What a migration has done so far, why it stands or others wait for it, and what becomes of the
 * copies that it leaves behind.
 */
final class WhyMigration {
  private final Scene scene;
  private final BiConsumer<String, Role> say;

  WhyMigration(Scene scene, BiConsumer<String, Role> say) {
    this.scene = scene;
    this.say = say;
  }

  void moved(MigrationEvent.MigrationMoved event) {
    MigrateInfo what = event.what();
    switch (event.after()) {
      case COMMITTED -> committed(event);
      case ABORTED ->
          say.accept(
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
          say.accept(
              "In the critical section writes to "
                  + KeyText.of(what.range())
                  + " wait, so that the last changes reach "
                  + what.recipient()
                  + " before it owns the chunk.",
              Role.BLOCKED);
      case CREATED, CLONING, CATCHING_UP, COMMITTING -> {
        if (isLast(event)) {
          going(event);
        }
      }
    }
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

  private void going(MigrationEvent.MigrationMoved event) {
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
    say.accept(text, Role.PLAIN);
  }

  void noted(MigrationEvent.MigrationNoted event) {
    MigrateInfo what = event.what();
    String range = KeyText.of(what.range());
    switch (event.note()) {
      case STOPPED -> standing(event);
      case WRITE_NOTED ->
          say.accept(
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
          say.accept(
              what.recipient()
                  + " took over "
                  + Amounts.count(event.docs(), "change")
                  + " that "
                  + what.donor()
                  + " had noted.",
              Role.PLAIN);
      case WAITED ->
          say.accept(
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
          say.accept(
              what.donor()
                  + " did not hear what became of its commit, so it asked the config servers: "
                  + event.detail()
                  + ". They raise the chunk's version first, so that a commit that is late fails:"
                  + " there are never two owners.",
              Role.WARN);
    }
  }

  private void standing(MigrationEvent.MigrationNoted event) {
    boolean stepped = event.detail().contains("sim.");
    int colon = event.detail().indexOf(": ");
    say.accept(
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

  private static String whyItWaits(String command) {
    return switch (command) {
      case "splitChunk", "mergeChunks" ->
          "splits and merges of a collection wait while their shard gives a chunk of it away.";
      case "insert", "update", "delete", "findAndModify", "findandmodify", "_simFill" ->
          "in the critical section writes to the collection wait on the donor until the commit.";
      default -> "while the commit is on its way, reads wait on the donor as well.";
    };
  }

  private void committed(MigrationEvent.MigrationMoved event) {
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
    say.accept(text + control, Role.PLAIN);
  }

  /** A chunk that stayed on the donor and took the new major part. */
  private Optional<ChunkView> controlChunk(MigrateInfo what, ChunkVersion moved) {
    return scene.now().collection(what.ns()).map(CollectionView::chunks).orElse(List.of()).stream()
        .filter(chunk -> chunk.shard().equals(what.donor()))
        .filter(chunk -> chunk.version().isCompatibleWith(moved))
        .findFirst();
  }

  void deletionScheduled(DeletionEvent.DeletionScheduled event) {
    long millis = event.dueMillis() - scene.now().nowMillis();
    String when = millis > 0 ? "in " + Amounts.duration(millis) : "now";
    say.accept(
        event.on()
            + " keeps its copies of "
            + KeyText.of(event.range())
            + " until the range deleter removes them, "
            + when
            + ": reads that began before the move may still need them.",
        Role.PLAIN);
  }

  void deletionWaited(DeletionEvent.DeletionWaited event) {
    say.accept(
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

  void orphansDeleted(DeletionEvent.OrphansDeleted event) {
    say.accept(
        "The range deleter of "
            + event.on()
            + " removed "
            + Amounts.count(event.docs(), "orphan")
            + " of "
            + KeyText.of(event.range())
            + ".",
        Role.PLAIN);
  }
}
