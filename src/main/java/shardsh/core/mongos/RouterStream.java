package shardsh.core.mongos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.pipeline.changes.ChangeStreamSpec;
import shardsh.core.pipeline.changes.ResumeToken;
import shardsh.core.sharding.ShardId;

/**
 * A change stream on a router: a cursor on every shard, whose events are given in the order of
 * cluster time. An event is held back until every shard is known to have nothing earlier.
 */
final class RouterStream {

  private static final class Remote {
    private final long cursorId;
    private final ArrayDeque<BsonDocument> buffer = new ArrayDeque<>();
    private ResumeToken mark;

    private Remote(long cursorId, ResumeToken mark) {
      this.cursorId = cursorId;
      this.mark = mark;
    }

    private Remote copy() {
      Remote copy = new Remote(cursorId, mark);
      copy.buffer.addAll(buffer);
      return copy;
    }
  }

  private final ChangeStreamSpec spec;
  private final BsonDocument command;
  private final Map<ShardId, Remote> remotes = new TreeMap<>();
  private final List<BsonDocument> dropped = new ArrayList<>();
  private ResumeToken position;

  RouterStream(ChangeStreamSpec spec, BsonDocument command, ResumeToken position) {
    this.spec = spec;
    this.command = command;
    this.position = position;
    if (position.isInvalidation()) {
      // Shards that come later in order still tell of the same end.
      dropped.add(named(spec.ns()));
      dropped.add(new BsonDocument("db", new BsonString(spec.ns().db())));
    }
  }

  private static BsonDocument named(Namespace ns) {
    BsonDocument named = new BsonDocument("db", new BsonString(ns.db()));
    return ns.collection().isEmpty()
        ? named
        : named.append("coll", new BsonString(ns.collection()));
  }

  RouterStream copy() {
    RouterStream copy = new RouterStream(spec, command, position);
    remotes.forEach((shard, remote) -> copy.remotes.put(shard, remote.copy()));
    copy.dropped.addAll(dropped);
    return copy;
  }

  ChangeStreamSpec spec() {
    return spec;
  }

  /** The command that opened it. */
  BsonDocument command() {
    return command;
  }

  /** Where another stream would go on. */
  ResumeToken position() {
    return position;
  }

  boolean knows(ShardId shard) {
    return remotes.containsKey(shard);
  }

  void add(ShardId shard, long cursorId, ResumeToken mark) {
    remotes.put(shard, new Remote(cursorId, mark));
  }

  /** The cursors behind it. */
  Map<ShardId, Long> cursors() {
    Map<ShardId, Long> cursors = new TreeMap<>();
    remotes.forEach((shard, remote) -> cursors.put(shard, remote.cursorId));
    return cursors;
  }

  void received(ShardId shard, List<BsonDocument> events, ResumeToken mark) {
    Remote remote = remotes.get(shard);
    remote.buffer.addAll(events);
    remote.mark = mark;
  }

  /** Up to where every shard is complete. */
  private ResumeToken safe() {
    ResumeToken lowest = null;
    for (Remote remote : remotes.values()) {
      lowest = lowest == null || remote.mark.compareTo(lowest) < 0 ? remote.mark : lowest;
    }
    return lowest == null ? position : lowest;
  }

  /** The next event in order; empty when the shards have to be asked for more first. */
  Optional<BsonDocument> next() {
    ResumeToken safe = safe();
    while (true) {
      Remote first = null;
      ResumeToken lowest = null;
      for (Remote remote : remotes.values()) {
        if (!remote.buffer.isEmpty()) {
          ResumeToken token = token(remote.buffer.getFirst());
          if (lowest == null || token.compareTo(lowest) < 0) {
            lowest = token;
            first = remote;
          }
        }
      }
      if (first == null || lowest.compareTo(safe) > 0) {
        position = safe.compareTo(position) > 0 ? safe : position;
        return Optional.empty();
      }
      BsonDocument event = first.buffer.removeFirst();
      position = lowest;
      if (isNew(event)) {
        return Optional.of(event);
      }
    }
  }

  static ResumeToken token(BsonDocument event) {
    return ResumeToken.parse(event.getDocument("_id"));
  }

  /** Every shard that had a collection tells when it is dropped; once is enough. */
  private boolean isNew(BsonDocument event) {
    String type = event.getString("operationType").getValue();
    BsonDocument ns = event.getDocument("ns");
    if (type.equals("drop") || type.equals("dropDatabase")) {
      boolean known = dropped.contains(ns);
      dropped.add(ns);
      return !known;
    }
    for (Iterator<BsonDocument> each = dropped.iterator(); each.hasNext(); ) {
      BsonDocument gone = each.next();
      if (gone.equals(ns) || !gone.containsKey("coll") && gone.get("db").equals(ns.get("db"))) {
        each.remove();
      }
    }
    return true;
  }

  /** Whether an event ends the stream: what it watches is no longer there. */
  boolean isEndedBy(BsonDocument event) {
    return switch (event.getString("operationType").getValue()) {
      case "drop", "rename" -> !spec.ns().collection().isEmpty();
      case "dropDatabase" -> !spec.ns().db().isEmpty();
      default -> false;
    };
  }
}
