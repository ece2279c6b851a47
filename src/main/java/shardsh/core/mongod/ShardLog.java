package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import shardsh.core.base.Namespace;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.SessionFields;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.Journal;

/**
 * A shard's log of changes (its oplog), in order of cluster time: what change streams read, and by
 * what the data of an earlier moment are found again. Changes that are nobody's write, as those of
 * a migration, are in it but are not announced. It begins when the cluster has been made, and only
 * its latest part is kept.
 */
final class ShardLog implements Journal {
  /** How often a shard that has nothing to write tells the time by an empty entry. */
  static final int HEARTBEAT_SECONDS = 10;

  private static final int SEGMENT = 256;

  /** About 4,000 changes while nobody follows them, since they keep removed documents alive. */
  private static final int SEGMENTS_MAX = 16;

  /** About 100,000 once a change stream was opened. */
  private static final int SEGMENTS_FOLLOWED_MAX = 400;

  /** What was done. */
  enum Kind {
    INSERT,
    UPDATE,
    REMOVE,
    DROP,
    RENAME,
    DROP_DATABASE
  }

  /** One change. */
  static final class Entry {
    private final BsonTimestamp time;
    private final int operation;
    private final Kind kind;
    private final Namespace ns;
    private final long recordId;
    private final BsonDocument before;
    private final BsonDocument after;
    private final long wallMillis;
    private final SessionFields transaction;
    private ShardKeyPattern shardKey;
    private boolean announced;
    private boolean replacement;

    private Entry(
        BsonTimestamp time,
        int operation,
        Kind kind,
        Namespace ns,
        long recordId,
        BsonDocument before,
        BsonDocument after,
        long wallMillis,
        SessionFields transaction) {
      this.time = time;
      this.operation = operation;
      this.kind = kind;
      this.ns = ns;
      this.recordId = recordId;
      this.before = before;
      this.after = after;
      this.wallMillis = wallMillis;
      this.transaction = transaction;
    }

    BsonTimestamp time() {
      return time;
    }

    /** Its place among the entries of the same time, which are those of one transaction. */
    int operation() {
      return operation;
    }

    Kind kind() {
      return kind;
    }

    Namespace ns() {
      return ns;
    }

    long recordId() {
      return recordId;
    }

    BsonDocument before() {
      return before;
    }

    /** The document; for a renamed collection {@code {to: ns}}. */
    BsonDocument after() {
      return after;
    }

    long wallMillis() {
      return wallMillis;
    }

    /** The transaction that it belongs to. */
    Optional<SessionFields> transaction() {
      return Optional.ofNullable(transaction);
    }

    /** The shard key of the collection at that time; empty when it was not sharded. */
    Optional<ShardKeyPattern> shardKey() {
      return Optional.ofNullable(shardKey);
    }

    /** Whether it is somebody's write. */
    boolean isAnnounced() {
      return announced;
    }

    /** Whether an update put a whole document in place of another. */
    boolean isReplacement() {
      return replacement;
    }
  }

  private final Environment environment;
  private final List<Entry[]> full = new ArrayList<>();
  private Entry[] tail = new Entry[SEGMENT];
  private int tailSize;
  private long dropped;
  private boolean running;
  private boolean followed;
  private BsonTimestamp start = new BsonTimestamp(0, 0);
  private SessionFields transaction;
  private BsonTimestamp commitTime;
  private int operation;

  ShardLog(Environment environment) {
    this.environment = environment;
  }

  ShardLog copy(Environment otherEnvironment) {
    ShardLog copy = new ShardLog(otherEnvironment);
    copy.full.addAll(full);
    copy.tail = tail.clone();
    copy.tailSize = tailSize;
    copy.dropped = dropped;
    copy.running = running;
    copy.followed = followed;
    copy.start = start;
    return copy;
  }

  /** Begins, empty, with what comes after the present moment. */
  void restart() {
    full.clear();
    tail = new Entry[SEGMENT];
    tailSize = 0;
    dropped = 0;
    running = true;
    start = environment.clusterTime();
  }

  /** Begins with what comes after the present moment; nothing has come before. */
  void begin() {
    running = true;
  }

  /** How many changes it has noted, those included that it no longer has. */
  long size() {
    return dropped + (long) full.size() * SEGMENT + tailSize;
  }

  /** Takes back the latest changes, so that it is as it was when it had that size. */
  void shortenTo(long size) {
    long kept = Math.max(0, size - dropped);
    int segment = (int) (kept / SEGMENT);
    if (segment < full.size()) {
      tail = full.get(segment).clone();
      full.subList(segment, full.size()).clear();
    }
    tailSize = (int) (kept - (long) segment * SEGMENT);
  }

  /** When the latest change of that time or before it was written; 0 when there is none. */
  long writtenMillis(BsonTimestamp time) {
    long latest = 0;
    int from = Math.max(0, firstSegment(time) - 1);
    for (int segment = from; segment <= full.size(); segment++) {
      Entry[] entries = segment == full.size() ? tail : full.get(segment);
      int size = segment == full.size() ? tailSize : SEGMENT;
      for (int i = 0; i < size && entries[i].time.compareTo(time) <= 0; i++) {
        latest = entries[i].wallMillis;
      }
    }
    return latest;
  }

  /** The changes after that time are all in here. */
  BsonTimestamp start() {
    return start;
  }

  /** Somebody reads the changes, so more of them are kept from now on. */
  void follow() {
    followed = true;
  }

  /** Until the next call the changes are those of a transaction and have its time. */
  void beginTransaction(SessionFields fields, BsonTimestamp time) {
    transaction = fields;
    commitTime = time;
    operation = 0;
  }

  void endTransaction() {
    transaction = null;
    commitTime = null;
  }

  @Override
  public void inserted(Namespace ns, long recordId, BsonDocument document) {
    add(Kind.INSERT, ns, recordId, null, document);
  }

  @Override
  public void replaced(Namespace ns, long recordId, BsonDocument before, BsonDocument after) {
    add(Kind.UPDATE, ns, recordId, before, after);
  }

  @Override
  public void removed(Namespace ns, long recordId, BsonDocument before) {
    add(Kind.REMOVE, ns, recordId, before, null);
  }

  /** Notes that a collection or database is no longer there; {@code after} tells what became. */
  void gone(Kind kind, Namespace ns, BsonDocument after) {
    add(kind, ns, 0, null, after);
  }

  private void add(
      Kind kind, Namespace ns, long recordId, BsonDocument before, BsonDocument after) {
    if (!running) {
      return;
    }
    if (tailSize == SEGMENT) {
      full.add(tail);
      tail = new Entry[SEGMENT];
      tailSize = 0;
      if (full.size() > (followed ? SEGMENTS_FOLLOWED_MAX : SEGMENTS_MAX)) {
        Entry[] lost = full.remove(0);
        dropped += SEGMENT;
        start = lost[SEGMENT - 1].time;
      }
    }
    BsonTimestamp time = commitTime != null ? commitTime : environment.nextClusterTime();
    tail[tailSize++] =
        new Entry(
            time,
            commitTime != null ? operation++ : 0,
            kind,
            ns,
            recordId,
            before,
            after,
            environment.clock().nowMillis(),
            transaction);
  }

  /** The latest change is somebody's write. */
  void announce() {
    announce(null, false);
  }

  /**
   * The latest change is somebody's write.
   *
   * @param shardKey of the collection; null when it is not sharded
   */
  void announce(ShardKeyPattern shardKey, boolean replacement) {
    Entry latest = tailSize == 0 ? null : tail[tailSize - 1];
    if (latest != null) {
      latest.announced = true;
      latest.shardKey = shardKey;
      latest.replacement = replacement;
    }
  }

  /**
   * How far the log is known to be complete: its latest entry, or the latest empty one that tells
   * the time.
   */
  BsonTimestamp mark() {
    int seconds = (int) (environment.clock().nowMillis() / 1000);
    BsonTimestamp heartbeat = new BsonTimestamp(seconds - seconds % HEARTBEAT_SECONDS, 0);
    BsonTimestamp latest = tailSize == 0 ? start : tail[tailSize - 1].time;
    if (tailSize == 0 && !full.isEmpty()) {
      latest = full.get(full.size() - 1)[SEGMENT - 1].time;
    }
    return latest.compareTo(heartbeat) > 0 ? latest : heartbeat;
  }

  /** The entries after a time, oldest first, while the consumer wants more. */
  void after(BsonTimestamp time, Predicate<Entry> consumer) {
    for (int segment = firstSegment(time); segment <= full.size(); segment++) {
      Entry[] entries = segment == full.size() ? tail : full.get(segment);
      int size = segment == full.size() ? tailSize : SEGMENT;
      for (int i = 0; i < size; i++) {
        if (entries[i].time.compareTo(time) > 0 && !consumer.test(entries[i])) {
          return;
        }
      }
    }
  }

  private int firstSegment(BsonTimestamp time) {
    int segment = full.size();
    while (segment > 0 && full.get(segment - 1)[SEGMENT - 1].time.compareTo(time) > 0) {
      segment--;
    }
    return segment;
  }

  /** The entries after a time, newest first. */
  List<Entry> backTo(BsonTimestamp time) {
    List<Entry> entries = new ArrayList<>();
    after(time, entries::add);
    Collections.reverse(entries);
    return entries;
  }
}
