package shardsh.core.mongod;

import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.pipeline.changes.ChangeStreamSpec;
import shardsh.core.pipeline.changes.ResumeToken;
import shardsh.core.rpc.Replies;

/**
 * The shard's part of change streams: cursors that read its log from a place on and never end. A
 * reply says how far the log is complete, so that a router can put the shards' events in order.
 * What no majority of the set has yet is not told. Left out: streams read primaries only.
 */
final class ChangeStreams {
  private static final int BATCH_MAX = 1000;

  /** A stream, and the place up to which it has been read. */
  private record Open(ChangeStreamSpec spec, ResumeToken read) {}

  private final ShardServer server;
  private final Map<Long, Open> open = new TreeMap<>();

  ChangeStreams(ShardServer server) {
    this.server = server;
  }

  void copyFrom(ChangeStreams other) {
    open.putAll(other.open);
  }

  /** Puts itself before the commands that open, read and close cursors. */
  void wrap(Map<String, ShardCommand> commands) {
    ShardCommand aggregate = commands.get("aggregate");
    commands.put(
        "aggregate",
        (db, command) ->
            ChangeStreamSpec.opens(command) ? begin(db, command) : aggregate.run(db, command));
    ShardCommand getMore = commands.get("getMore");
    commands.put(
        "getMore",
        (db, command) -> {
          long id = command.getNumber("getMore").longValue();
          return open.containsKey(id) ? more(id) : getMore.run(db, command);
        });
    ShardCommand kill = commands.get("killCursors");
    commands.put("killCursors", (db, command) -> close(db, command, kill));
  }

  private BsonDocument begin(String db, BsonDocument command) {
    if (!command.containsKey("fromMongos")) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED,
          "shardsh opens change streams through a router only, not on one shard");
    }
    ChangeStreamSpec spec = ChangeStreamSpec.parse(db, command);
    ResumeToken from =
        spec.begins().orElseGet(() -> ResumeToken.after(server.environment().clusterTime()));
    requireNoView(spec.ns());
    requireKept(from);
    server.log().follow();
    long id = server.cursors().newId();
    open.put(id, new Open(spec, from));
    return reply("firstBatch", new BsonArray(), id, spec);
  }

  private void requireNoView(Namespace ns) {
    if (server.data().find(ns).filter(LocalCollection::isView).isPresent()) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace " + ns + " is a view, not a collection: $changeStream cannot be opened on it");
    }
  }

  private void requireKept(ResumeToken from) {
    if (from.time().compareTo(before(server.log().start())) < 0) {
      throw new CommandException(
          ErrorCode.CHANGE_STREAM_HISTORY_LOST,
          "Resume of change stream was not possible, as the resume point may no longer be in the"
              + " oplog.");
    }
  }

  private static BsonTimestamp before(BsonTimestamp time) {
    return time.getValue() == 0 ? time : new BsonTimestamp(time.getValue() - 1);
  }

  private BsonDocument more(long id) {
    Open stream = open.get(id);
    requireKept(stream.read());
    ChangeEvents events = new ChangeEvents(server.shardId(), server.environment().profile());
    BsonArray batch = new BsonArray();
    ResumeToken[] read = {stream.read()};
    BsonTimestamp from = before(stream.read().time());
    boolean[] full = {false};
    BsonTimestamp[] hidden = {null};
    server
        .log()
        .after(
            from,
            entry -> {
              if (entry.wallMillis() > server.membersData().majorityMillis()) {
                hidden[0] = entry.time();
                return false;
              }
              ResumeToken token = events.token(entry);
              if (token.compareTo(stream.read()) > 0) {
                read[0] = token;
                if (entry.isAnnounced() && stream.spec().watches(entry.ns())) {
                  batch.add(events.event(entry));
                }
              }
              full[0] = batch.size() == BATCH_MAX;
              return !full[0];
            });
    ResumeToken mark =
        ResumeToken.after(hidden[0] == null ? server.log().mark() : before(hidden[0]));
    boolean complete = !full[0] && mark.compareTo(read[0]) > 0;
    open.put(id, new Open(stream.spec(), complete ? mark : read[0]));
    return reply("nextBatch", batch, id, stream.spec());
  }

  private BsonDocument reply(String batchName, BsonArray batch, long id, ChangeStreamSpec spec) {
    BsonDocument reply = Replies.cursor(batchName, batch, id, name(spec));
    reply.getDocument("cursor").append("postBatchResumeToken", open.get(id).read().toBson());
    return reply;
  }

  private static String name(ChangeStreamSpec spec) {
    String db = spec.ns().db().isEmpty() ? "admin" : spec.ns().db();
    return db
        + "."
        + (spec.ns().collection().isEmpty() ? "$cmd.aggregate" : spec.ns().collection());
  }

  private BsonDocument close(String db, BsonDocument command, ShardCommand others) {
    BsonArray rest = new BsonArray();
    BsonArray closed = new BsonArray();
    for (BsonValue id : command.getArray("cursors", new BsonArray())) {
      (open.remove(id.asNumber().longValue()) == null ? rest : closed).add(id);
    }
    if (closed.isEmpty()) {
      return others.run(db, command);
    }
    BsonDocument reply = others.run(db, Docs.copyOf(command).append("cursors", rest));
    reply.getArray("cursorsKilled").addAll(closed);
    return reply;
  }
}
