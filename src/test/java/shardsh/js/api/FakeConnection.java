package shardsh.js.api;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Connection;

/**
 * Keeps the commands it gets and answers from what it was told: replies by command name, used up in
 * turn, and the documents of collections for find and aggregate. Everything else is {@code {ok:
 * 1}}.
 */
final class FakeConnection implements Connection {
  private final NodeId node;
  private final List<String> sent = new ArrayList<>();
  private final Map<String, Deque<Object>> replies = new LinkedHashMap<>();
  private final Map<String, List<BsonDocument>> collections = new LinkedHashMap<>();
  private final Map<Long, Deque<BsonValue>> cursors = new LinkedHashMap<>();
  private long lastCursor;
  private boolean losing;

  FakeConnection(String name) {
    node = new NodeId(name);
  }

  @Override
  public NodeId node() {
    return node;
  }

  @Override
  public String uri() {
    return "mongodb://127.0.0.1:27100/";
  }

  @Override
  public boolean losesMessages() {
    return losing;
  }

  /** From now on a driver expects that an answer may not come. */
  void mayLoseMessages() {
    losing = true;
  }

  void reply(String command, String json) {
    replies.computeIfAbsent(command, name -> new ArrayDeque<>()).add(BsonDocument.parse(json));
  }

  void fail(String command, CommandException error) {
    replies.computeIfAbsent(command, name -> new ArrayDeque<>()).add(error);
  }

  /** What find and aggregate on {@code db.collection} give, whatever is asked. */
  void documents(String ns, String... jsons) {
    List<BsonDocument> documents = new ArrayList<>();
    for (String json : jsons) {
      documents.add(BsonDocument.parse(json));
    }
    collections.put(ns, documents);
  }

  /** The commands since the last call, as {@code db {…}}. */
  List<String> take() {
    List<String> taken = new ArrayList<>(sent);
    sent.clear();
    return taken;
  }

  @Override
  public BsonDocument run(String db, BsonDocument command) {
    String name = command.getFirstKey();
    if (name.equals("hello") && !replies.containsKey("hello")) {
      return BsonDocument.parse("{isWritablePrimary: true, msg: 'isdbgrid', ok: 1}");
    }
    sent.add(db + " " + command.toJson());
    Deque<Object> prepared = replies.get(name);
    if (prepared != null && !prepared.isEmpty()) {
      Object reply = prepared.poll();
      if (reply instanceof CommandException error) {
        throw error;
      }
      return (BsonDocument) reply;
    }
    return switch (name) {
      case "find", "aggregate" -> cursor(db, command, name);
      case "listCollections", "listIndexes" -> cursor(db, command, "$" + name);
      case "getMore" -> more(db, command);
      case "insert" ->
          new BsonDocument("n", new BsonInt32(command.getArray("documents").size()))
              .append("ok", new BsonInt32(1));
      default -> new BsonDocument("ok", new BsonInt32(1));
    };
  }

  private BsonDocument cursor(String db, BsonDocument command, String name) {
    BsonValue target = command.get(command.getFirstKey());
    String collection = target.isString() ? target.asString().getValue() : "$cmd." + name;
    Deque<BsonValue> rest =
        new ArrayDeque<>(collections.getOrDefault(db + "." + collection, List.of()));
    int size = 101;
    if (command.containsKey("batchSize")) {
      size = command.getNumber("batchSize").intValue();
    } else if (command.containsKey("cursor")
        && command.getDocument("cursor").containsKey("batchSize")) {
      size = command.getDocument("cursor").getNumber("batchSize").intValue();
    }
    if (command.containsKey("limit") && command.get("limit").isNumber()) {
      while (rest.size() > Math.abs(command.getNumber("limit").intValue())) {
        rest.removeLast();
      }
    }
    return batch(db + "." + collection, "firstBatch", rest, size, 0);
  }

  private BsonDocument more(String db, BsonDocument command) {
    long id = command.getInt64("getMore").getValue();
    int size = command.containsKey("batchSize") ? command.getNumber("batchSize").intValue() : 1000;
    String ns = db + "." + command.getString("collection").getValue();
    return batch(ns, "nextBatch", cursors.get(id), size, id);
  }

  private BsonDocument batch(String ns, String field, Deque<BsonValue> rest, int size, long id) {
    BsonArray batch = new BsonArray();
    while (batch.size() < size && !rest.isEmpty()) {
      batch.add(rest.poll());
    }
    long cursor = rest.isEmpty() ? 0 : id == 0 ? ++lastCursor : id;
    cursors.put(cursor, rest);
    return new BsonDocument(
            "cursor",
            new BsonDocument(field, batch)
                .append("id", new BsonInt64(cursor))
                .append("ns", new BsonString(ns)))
        .append("ok", new BsonInt32(1));
  }
}
