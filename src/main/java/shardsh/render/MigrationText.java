package shardsh.render;

import shardsh.core.base.NodeId;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.trace.DeletionEvent;
import shardsh.core.trace.MigrationEvent;

/** What happens on the way of a chunk to another shard, in short texts for drawings. */
final class MigrationText {
  private MigrationText() {}

  static EventText.Note moved(MigrationEvent.MigrationMoved event) {
    MigrateInfo what = event.what();
    String version = event.version().map(v -> " · " + v).orElse("");
    String reason = event.reason().isEmpty() ? "" : ": " + event.reason();
    Role role =
        switch (event.after()) {
          case ABORTED -> Role.ERROR;
          case CRITICAL_SECTION, COMMITTING -> Role.BLOCKED;
          case CREATED, CLONING, CATCHING_UP, COMMITTED -> Role.MOVED;
        };
    String text =
        Facts.stepName(event.after())
            + " "
            + KeyText.of(what.range())
            + " "
            + what.donor()
            + " → "
            + what.recipient();
    boolean blocks = event.after() == MigrationState.CRITICAL_SECTION;
    String sign = role == Role.MOVED ? "" : "! ";
    String effect = blocks ? " · writes wait" : "";
    return EventText.note(what.donor().node(), sign + text + version + reason + effect, role);
  }

  static EventText.Note noted(MigrationEvent.MigrationNoted event) {
    NodeId on = event.on().node();
    String range = KeyText.of(event.what().range());
    return switch (event.note()) {
      case STOPPED -> EventText.note(on, standing(event), Role.MOVED);
      case WRITE_NOTED ->
          EventText.note(
              on,
              "notes "
                  + Amounts.count(event.docs(), "write")
                  + " to "
                  + range
                  + " for "
                  + event.what().recipient(),
              Role.MOVED);
      case FORWARDED ->
          EventText.note(
              on,
              "sends "
                  + Amounts.count(event.docs(), "noted change")
                  + " to "
                  + event.what().recipient(),
              Role.MOVED);
      case WAITED ->
          EventText.note(
              on,
              "! "
                  + event.detail()
                  + " waited "
                  + Amounts.duration(event.micros() / 1000)
                  + " for the move of "
                  + range,
              Role.BLOCKED);
      case OUTCOME_ASKED ->
          EventText.note(on, "asks what became of its commit: " + event.detail(), Role.WARN);
    };
  }

  private static String standing(MigrationEvent.MigrationNoted event) {
    int colon = event.detail().indexOf(": ");
    return standing(event.detail().substring(0, colon), event.detail().substring(colon + 2));
  }

  /** The step, and the fail point that holds the operation before it. */
  static String standing(String step, String by) {
    return "stands before " + step + (by.startsWith("sim.") ? "" : " (" + by + ")");
  }

  static EventText.Note cloned(MigrationEvent.DocumentsCloned event) {
    return EventText.note(
        event.what().recipient().node(),
        "receives "
            + Amounts.count(event.docs(), "doc")
            + ", "
            + Amounts.size(event.bytes())
            + " of "
            + event.what().donor(),
        Role.MOVED);
  }

  static EventText.Note deletionScheduled(DeletionEvent.DeletionScheduled event) {
    return EventText.note(
        event.on().node(),
        KeyText.of(event.range()) + " will be deleted (" + event.whenToClean() + ")",
        Role.WARN);
  }

  static EventText.Note deletionWaited(DeletionEvent.DeletionWaited event) {
    return EventText.note(
        event.on().node(),
        "! deletion of "
            + KeyText.of(event.range())
            + " waited "
            + Amounts.duration(event.micros() / 1000)
            + " for open cursors",
        Role.BLOCKED);
  }

  static EventText.Note orphansDeleted(DeletionEvent.OrphansDeleted event) {
    return EventText.note(
        event.on().node(),
        "deletes " + Amounts.count(event.docs(), "orphan") + " of " + KeyText.of(event.range()),
        Role.WARN);
  }
}
