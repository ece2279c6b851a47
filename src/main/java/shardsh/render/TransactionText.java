package shardsh.render;

import java.util.List;
import java.util.Optional;
import shardsh.core.trace.TraceEntry;
import shardsh.core.trace.TransactionEvent;
import shardsh.core.trace.TransactionEvent.TransactionPhase;

/** What happens to transactions, in words. */
final class TransactionText {
  private TransactionText() {}

  /** Short, for the trace. */
  static EventText.Note moved(TransactionEvent.TransactionMoved event) {
    String name = "txn " + event.number() + " ";
    String detail = event.detail().isEmpty() ? "" : ": " + event.detail();
    return switch (event.phase()) {
      case STARTED -> EventText.note(event.on(), "begins " + name.trim(), Role.KEYWORD);
      case CONFLICT -> EventText.note(event.on(), "! " + name + "conflicts" + detail, Role.ERROR);
      case PREPARED -> EventText.note(event.on(), "! " + name + "is prepared", Role.BLOCKED);
      case DECIDED -> EventText.note(event.on(), name + "is decided" + detail, Role.KEYWORD);
      case COMMITTED -> EventText.note(event.on(), name + "is committed" + detail, Role.MOVED);
      case ABORTED -> EventText.note(event.on(), "! " + name + "is aborted" + detail, Role.WARN);
    };
  }

  /** Whether the routing line tells it: what ends a transaction against the client's wish. */
  static boolean isTold(TransactionEvent.TransactionMoved event) {
    return event.phase() == TransactionPhase.CONFLICT
        || event.phase() == TransactionPhase.DECIDED
        || event.phase() == TransactionPhase.ABORTED && event.detail().startsWith("older");
  }

  /** The last end of a transaction that the client asked for in a slice. */
  static Optional<TransactionEvent.TransactionEnded> lastEnding(List<TraceEntry> slice) {
    for (int i = slice.size() - 1; i >= 0; i--) {
      if (slice.get(i).event() instanceof TransactionEvent.TransactionEnded ended) {
        return Optional.of(ended);
      }
    }
    return Optional.empty();
  }

  /** How a router ends a transaction. */
  static String ending(TransactionEvent.TransactionEnded event) {
    int count = event.participants().size();
    String shards = EventText.names(event.participants());
    String several = count + " participants: " + shards;
    return switch (event.ending()) {
      case NOTHING -> "no participant · nothing to send";
      case SINGLE_SHARD -> "1 participant: " + shards + " · commit, no prepare";
      case READ_ONLY -> several + " · none has written: commit, no prepare";
      case SINGLE_WRITE_SHARD ->
          several
              + " · only "
              + EventText.names(event.wrote())
              + " has written: readers first, then it, no prepare";
      case TWO_PHASE ->
          several + " · " + event.participants().get(0) + " coordinates: prepare, decide, commit";
      case ABORT ->
          (count == 1 ? "1 participant: " : count + " participants: ") + shards + " · abort";
    };
  }

  static String waited(TransactionEvent.WriteWaited event) {
    return "waits "
        + Amounts.duration(event.micros() / 1000)
        + " for txn "
        + event.number()
        + " on "
        + event.ns();
  }

  static Optional<String> why(TransactionEvent.TransactionMoved event) {
    return switch (event.phase()) {
      case CONFLICT ->
          Optional.of(
              "Transaction "
                  + event.number()
                  + " met a write conflict on "
                  + event.on()
                  + ": "
                  + event.detail()
                  + ". The first to write a document has it; a transaction that comes later does"
                  + " not wait, it is aborted and may be run again as a whole.");
      case ABORTED ->
          event.detail().startsWith("older")
              ? Optional.of(
                  "Transaction "
                      + event.number()
                      + " was aborted on "
                      + event.on()
                      + ": "
                      + event.detail()
                      + " (transactionLifetimeLimitSeconds).")
              : Optional.empty();
      case DECIDED ->
          Optional.of(
              event.on()
                  + " wrote the decision down, "
                  + event.detail()
                  + ", before it told anyone: from then on it can only be carried out.");
      case STARTED, PREPARED, COMMITTED -> Optional.empty();
    };
  }

  static String why(TransactionEvent.TransactionEnded event) {
    String shards = EventText.names(event.participants());
    return switch (event.ending()) {
      case NOTHING -> "No shard has had a statement of the transaction: nothing is sent.";
      case SINGLE_SHARD ->
          "Only " + shards + " took part, so it commits by itself: no prepare, no coordinator.";
      case READ_ONLY ->
          "None of the shards "
              + shards
              + " has written: they are told to commit, without prepare.";
      case SINGLE_WRITE_SHARD ->
          "Of the shards "
              + shards
              + " only "
              + EventText.names(event.wrote())
              + " has written. The others commit first, and then it: what it does decides, so that"
              + " no prepare is needed.";
      case TWO_PHASE ->
          "Several shards have written ("
              + EventText.names(event.wrote())
              + "), so all must do the same. The first shard that the transaction contacted, "
              + event.participants().get(0)
              + ", coordinates: it has all of them prepare, writes the decision down, and then"
              + " tells them.";
      case ABORT ->
          "The transaction is aborted: every shard that took part ("
              + shards
              + ") is told to drop what it holds for it.";
    };
  }

  static String why(TransactionEvent.WriteWaited event) {
    return "A write on "
        + event.on()
        + " waited "
        + Amounts.duration(event.micros() / 1000)
        + " for transaction "
        + event.number()
        + ", which had written the same document or key. Outside of a transaction a write waits; it"
        + " does not fail.";
  }
}
