package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.RoutingEvent;

/** Why a router chose the shards that it asked. */
final class WhyTargeted {
  private static final int KEYS_MAX = 6;
  private static final String OF_THE = "shard key of the ";

  private WhyTargeted() {}

  /** Why the router chose these shards. */
  static String text(RoutingEvent.Targeted targeted, Optional<CollectionView> collection) {
    String shards = EventText.names(targeted.shards());
    if (collection.isEmpty()) {
      return targeted.ns() + " is not sharded: all of it is on " + shards + ", which is asked.";
    }
    if (matchesNothing(targeted)) {
      return "No key can match the filter, so no chunk needs to be asked; but somebody has to"
          + " answer, and that is the shard of the first chunk: "
          + shards
          + ".";
    }
    String key = KeyText.of(collection.get().shardKey());
    return switch (targeted.path()) {
      case FAST -> fixed(targeted, collection.get(), shards);
      case RANGE ->
          "The filter bounds the shard key "
              + key
              + " ("
              + targeted.reason()
              + "): "
              + bounds(targeted)
              + ". That meets "
              + Amounts.count(Facts.chunksMet(targeted, collection.get()), "chunk")
              + " on "
              + Amounts.count(targeted.shards().size(), "shard")
              + " of "
              + targeted.owners()
              + ": "
              + shards
              + ".";
      case ALL ->
          "Nothing bounds the shard key "
              + key
              + " ("
              + targeted.reason()
              + "), so any chunk may hold a match: "
              + (targeted.owners() == 1
                  ? shards + ", which owns them all, is asked."
                  : "all "
                      + Amounts.count(targeted.owners(), "shard")
                      + " that own chunks are asked.");
    };
  }

  /** Whether the bounds are empty: a filter that no document can match. */
  static boolean matchesNothing(RoutingEvent.Targeted targeted) {
    return targeted.path() == RoutingEvent.Path.RANGE && targeted.bounds().isEmpty();
  }

  /** Where the key came from: what is written brings its own, everything else has a filter. */
  private static String fixed(
      RoutingEvent.Targeted targeted, CollectionView collection, String shards) {
    String key = KeyText.of(collection.shardKey());
    if (targeted.reason().equals(RouteReport.CHANGES_SHARD)) {
      return "The update gives "
          + key
          + " another value, and the new key belongs to another shard. The router deletes the"
          + " document where it is and inserts it there, in one transaction: "
          + shards
          + ".";
    }
    if (targeted.shards().size() > 1) {
      return "Each operation has one value of "
          + key
          + ", which lies in one chunk of one shard. Together they go to "
          + shards
          + ".";
    }
    if (targeted.reason().equals(RouteReport.EACH_DOCUMENT)) {
      return "Each document has one value of "
          + key
          + ". The keys "
          + String.join(", ", keys(targeted))
          + " lie in "
          + Amounts.count(Facts.chunksMet(targeted, collection), "chunk")
          + ", and one shard owns "
          + (Facts.chunksMet(targeted, collection) == 1 ? "it" : "them")
          + ": "
          + shards
          + ".";
    }
    String source =
        targeted.reason().startsWith(OF_THE)
            ? "The " + targeted.reason().substring(OF_THE.length()) + " has one value of " + key
            : "The filter fixes the whole shard key " + key + " (" + targeted.reason() + ")";
    String which = targeted.bounds().size() == 1 ? "The key " + bounds(targeted) : "One key";
    return source + ". " + which + " lies in one chunk, and one shard owns it: " + shards + ".";
  }

  private static List<String> keys(RoutingEvent.Targeted targeted) {
    List<String> texts = new ArrayList<>();
    targeted.bounds().stream().limit(KEYS_MAX).forEach(span -> texts.add(KeyText.of(span)));
    int more = targeted.bounds().size() - texts.size();
    if (more > 0) {
      texts.add(texts.remove(texts.size() - 1) + " and " + Amounts.count(more) + " more");
    }
    return texts;
  }

  private static String bounds(RoutingEvent.Targeted targeted) {
    List<String> texts = targeted.bounds().stream().limit(4).map(span -> KeyText.of(span)).toList();
    return String.join(" and ", texts) + (targeted.bounds().size() > 4 ? " and more" : "");
  }
}
