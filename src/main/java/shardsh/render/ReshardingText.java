package shardsh.render;

import shardsh.core.base.NodeId;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.trace.ReshardingEvent;

/** What happens while a collection is copied as a whole, in short texts for drawings. */
final class ReshardingText {
  private ReshardingText() {}

  static EventText.Note moved(ReshardingEvent.ReshardingMoved event) {
    String reason = event.reason().isEmpty() ? "" : ": " + event.reason();
    boolean blocks = event.state() == ReshardingState.BLOCKING_WRITES;
    Role role = blocks ? Role.BLOCKED : reason.isEmpty() ? Role.MOVED : Role.ERROR;
    return EventText.note(
        NodeId.CONFIG,
        (role == Role.MOVED ? "" : "! ")
            + event.command()
            + " "
            + event.ns()
            + ": "
            + event.state().text()
            + reason,
        role);
  }

  static EventText.Note noted(ReshardingEvent.ReshardingNoted event) {
    return switch (event.note()) {
      case STOPPED ->
          EventText.note(
              event.on(),
              event.command() + " " + MigrationText.standing(event.next().text(), event.detail()),
              Role.MOVED);
      case WAITED ->
          EventText.note(
              event.on(),
              "! "
                  + event.detail()
                  + " waited "
                  + Amounts.duration(event.micros() / 1000)
                  + " for "
                  + event.command(),
              Role.BLOCKED);
    };
  }

  static EventText.Note copied(ReshardingEvent.ReshardingCopied event) {
    return EventText.note(
        NodeId.CONFIG,
        "all of "
            + event.ns()
            + " is copied: "
            + Amounts.count(event.docs(), "doc")
            + ", "
            + Amounts.size(event.bytes()),
        Role.MOVED);
  }
}
