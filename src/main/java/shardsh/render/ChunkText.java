package shardsh.render;

import shardsh.core.trace.CatalogEvent;

/** What happens to chunks, in short texts for drawings. */
final class ChunkText {
  private ChunkText() {}

  static EventText.Note asked(CatalogEvent.SplitAsked event) {
    String range = KeyText.of(event.range());
    boolean over = event.bytes() > event.limitBytes() && event.limitBytes() > 0;
    String size =
        over
            ? " has " + Amounts.size(event.bytes()) + ", limit " + Amounts.size(event.limitBytes())
            : " is to be cut";
    String at = event.at().map(key -> ": at " + KeyText.of(key)).orElse(": no key to cut at");
    return event.at().isPresent()
        ? EventText.note(event.owner().node(), range + size + at, Role.CHUNK)
        : EventText.note(event.owner().node(), "! " + range + size + at, Role.WARN);
  }

  static EventText.Note split(CatalogEvent.ChunkSplit event) {
    String points = String.join(", ", event.at().stream().map(KeyText::of).toList());
    String versions = String.join(", ", event.versions().stream().map(Object::toString).toList());
    return EventText.note(
        event.owner().node(),
        "splits " + KeyText.of(event.range()) + " at " + points + " · " + versions,
        Role.MOVED);
  }

  static EventText.Note merged(CatalogEvent.ChunksMerged event) {
    return EventText.note(
        event.owner().node(),
        "joins "
            + Amounts.count(event.chunks(), "chunk")
            + " to "
            + KeyText.of(event.range())
            + " · "
            + event.version(),
        Role.MOVED);
  }

  static EventText.Note markedJumbo(CatalogEvent.JumboMarked event) {
    return EventText.note(
        event.owner().node(),
        "! " + KeyText.of(event.range()) + " is jumbo: " + Amounts.size(event.bytes()),
        Role.JUMBO);
  }
}
