package shardsh.js;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * Tells predicates lists that mostly stay or grow, as events and documents do: what they have been
 * told already does not cross the border again.
 */
final class ListFeed {
  private static final int LISTS_MAX = 16;

  private final Map<String, Told> lists = new LinkedHashMap<>();
  private int lastId;

  private record Told(int id, BsonArray list) {}

  /** It may be that what was told last did not arrive. */
  void forget() {
    lists.clear();
  }

  /**
   * What has to be told of a list.
   *
   * @param name of the list, however its content changes
   * @return {@code {id, of, kept, fresh, isFirst}}: its new number, that of the list told before,
   *     how many of that one's elements are its first ones, those that follow, and whether all
   *     other numbers are void
   */
  BsonDocument next(String name, BsonArray list) {
    if (lists.size() >= LISTS_MAX && !lists.containsKey(name)) {
      lists.clear();
    }
    boolean isFirst = lists.isEmpty();
    Told before = lists.getOrDefault(name, new Told(0, new BsonArray()));
    int kept = common(before.list(), list);
    boolean isSame = before.id() > 0 && kept == before.list().size() && kept == list.size();
    Told now = isSame ? before : new Told(++lastId, list);
    lists.put(name, now);
    return new BsonDocument("id", new BsonInt32(now.id()))
        .append("of", new BsonInt32(before.id()))
        .append("kept", new BsonInt32(kept))
        .append("fresh", new BsonArray(list.subList(kept, list.size())))
        .append("isFirst", BsonBoolean.valueOf(isFirst));
  }

  private static int common(BsonArray a, BsonArray b) {
    int most = Math.min(a.size(), b.size());
    int common = 0;
    while (common < most && a.get(common).equals(b.get(common))) {
      common++;
    }
    return common;
  }

  /** Whether two lists by their numbers are known to be equal; false where one is not known. */
  boolean areEqual(int a, int b) {
    BsonArray one = list(a);
    return one != null && one.equals(list(b));
  }

  private BsonArray list(int id) {
    for (Told told : lists.values()) {
      if (told.id() == id) {
        return told.list();
      }
    }
    return null;
  }
}
