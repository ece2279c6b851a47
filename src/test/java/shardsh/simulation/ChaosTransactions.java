package shardsh.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;
import shardsh.core.sim.SimRandom;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.TraceEntry;
import shardsh.core.trace.TransactionEvent;

/**
 * One transaction that is open while everything else happens, and retryable writes. What the
 * transaction has done counts for the oracle from its commit on.
 */
final class ChaosTransactions {
  private static final BsonDocument LSID =
      new BsonDocument("id", new BsonBinary(new UUID(0x4000L, 0x8000000000000001L)));
  private static final BsonDocument OTHER_LSID =
      new BsonDocument("id", new BsonBinary(new UUID(0x4000L, 0x8000000000000002L)));

  /** The errors that end a transaction which may be run again. */
  private static final List<Integer> TRANSIENT =
      List.of(112, 239, 246, 249, 250, 251, 263, 272, 13388);

  private NodeId router;

  /** Routers number those of their own, which move documents, from 1; the trace has both. */
  private long number = 1000;

  private boolean open;
  private boolean first;
  private boolean snapshot;
  private long writes;
  private long startMark;
  private final Map<Integer, Optional<BsonDocument>> pending = new TreeMap<>();

  ChaosTransactions copy() {
    ChaosTransactions copy = new ChaosTransactions();
    copy.router = router;
    copy.number = number;
    copy.open = open;
    copy.first = first;
    copy.snapshot = snapshot;
    copy.writes = writes;
    copy.startMark = startMark;
    copy.pending.putAll(pending);
    return copy;
  }

  boolean isOpen() {
    return open;
  }

  void forget() {
    open = false;
    pending.clear();
  }

  /** Begins a transaction, or goes on with the open one. */
  static void step(ChaosWorld world, SimRandom random) {
    ChaosTransactions state = world.transactions();
    if (!state.open) {
      state.router = world.router(random);
      state.number++;
      state.open = true;
      state.first = true;
      state.snapshot = random.nextInt(3) == 0;
      state.pending.clear();
      state.startMark = world.cluster().trace().mark();
    }
    for (int n = 1 + random.nextInt(3); n > 0 && state.open; n--) {
      state.statement(world, random);
    }
  }

  private void statement(ChaosWorld world, SimRandom random) {
    int choice = random.nextInt(4);
    try {
      if (choice == 0) {
        read(world);
      } else if (choice == 1 || world.documents().isEmpty()) {
        insert(world, random);
      } else {
        change(world, random, choice == 2);
      }
    } catch (CommandException e) {
      tolerate(e);
    }
  }

  private BsonDocument run(ChaosWorld world, BsonDocument command) {
    BsonDocument sent = marked(command);
    if (first) {
      sent.append("startTransaction", BsonBoolean.TRUE);
      if (snapshot) {
        sent.append("readConcern", BsonDocument.parse("{level: 'snapshot'}"));
      }
    }
    first = false;
    return world.run(router, sent);
  }

  private BsonDocument marked(BsonDocument command) {
    return command
        .append("lsid", LSID)
        .append("txnNumber", new BsonInt64(number))
        .append("autocommit", BsonBoolean.FALSE);
  }

  private void tolerate(CommandException e) {
    if (!TRANSIENT.contains(e.errorCode().code())) {
      throw e;
    }
    forget();
  }

  private void insert(ChaosWorld world, SimRandom random) {
    BsonDocument document = ChaosWrites.document(world.newId(), random);
    BsonDocument reply =
        run(world, ChaosWorld.on("insert").append("documents", new BsonArray(List.of(document))));
    if (reply.containsKey("writeErrors")) {
      forget();
    } else {
      pending.put(document.getInt32("_id").getValue(), Optional.of(document));
    }
  }

  private void change(ChaosWorld world, SimRandom random, boolean remove) {
    List<BsonDocument> all = List.copyOf(world.documents().values());
    BsonDocument someone = all.get(random.nextInt(all.size()));
    Want want = Want.is("_id", someone.get("_id")).and(world.kind().keyOf(someone));
    BsonDocument command = ChaosWorld.on("findAndModify").append("query", want.filter());
    if (remove) {
      command.append("remove", BsonBoolean.TRUE);
    } else {
      command
          .append("update", BsonDocument.parse("{$inc: {v: 1}}"))
          .append("new", BsonBoolean.TRUE);
    }
    BsonValue value = run(world, command).get("value");
    if (!value.isNull()) {
      int id = someone.getNumber("_id").intValue();
      pending.put(id, remove ? Optional.empty() : Optional.of(value.asDocument()));
    }
  }

  /**
   * Its own writes are there for it. When a shard has given it up, because it is too old or the
   * primary went away, the router learns so when it asks that shard again.
   */
  private void read(ChaosWorld world) {
    BsonDocument reply =
        run(world, ChaosWorld.on("find").append("batchSize", new BsonInt32(10_000)));
    Map<Integer, BsonDocument> seen = new TreeMap<>();
    for (BsonValue value : reply.getDocument("cursor").getArray("firstBatch")) {
      seen.put(value.asDocument().getNumber("_id").intValue(), value.asDocument());
    }
    if (lost(world).isEmpty()) {
      pending.forEach((id, document) -> assertEquals(document, Optional.ofNullable(seen.get(id))));
    }
  }

  /**
   * The shards that took part in it and have given it up; one may be told to begin anew. None of
   * them answers a statement of it.
   */
  private List<NodeId> lost(ChaosWorld world) {
    List<NodeId> lost = new ArrayList<>();
    Map<Long, NodeId> asked = new TreeMap<>();
    for (TraceEntry entry : world.cluster().trace().since(startMark)) {
      if (entry.event() instanceof TransactionEvent.TransactionMoved moved
          && moved.number() == number) {
        lost.remove(moved.on());
        if (moved.phase() == TransactionEvent.TransactionPhase.ABORTED) {
          lost.add(moved.on());
        }
      } else if (entry.event() instanceof CallEvent.RequestSent sent
          && LSID.equals(sent.body().get("lsid"))
          && sent.body().containsKey("autocommit")
          && lost.contains(sent.to())) {
        asked.put(sent.callId(), sent.to());
      } else if (entry.event() instanceof CallEvent.ReplyReceived answer
          && asked.containsKey(answer.callId())
          && answer.ok()) {
        boolean begun = !lost.contains(answer.from());
        boolean ends = answer.command().equals("abortTransaction");
        assertTrue(begun || ends, () -> answer + ", which had given it up");
      }
    }
    return lost;
  }

  /** Commits it, or aborts it. */
  static void end(ChaosWorld world, SimRandom random) {
    ChaosTransactions state = world.transactions();
    boolean commits = random.nextInt(4) > 0;
    if (!state.open || state.first) {
      return;
    }
    String name = commits ? "commitTransaction" : "abortTransaction";
    try {
      world.admin(state.router, state.marked(new BsonDocument(name, new BsonInt32(1))));
      if (commits) {
        state.pending.forEach(
            (id, document) -> {
              if (document.isPresent()) {
                world.documents().put(id, document.get());
              } else {
                world.documents().remove(id);
              }
            });
      }
      state.forget();
    } catch (CommandException e) {
      state.tolerate(e);
    }
  }

  /** An insert that arrives twice has one effect, and one answer. */
  static void retry(ChaosWorld world, SimRandom random) {
    ChaosTransactions state = world.transactions();
    BsonArray batch = new BsonArray();
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      batch.add(ChaosWrites.document(world.newId(), random));
    }
    NodeId router = world.router(random);
    BsonDocument command =
        ChaosWorld.on("insert")
            .append("documents", batch)
            .append("lsid", OTHER_LSID)
            .append("txnNumber", new BsonInt64(++state.writes));
    BsonDocument once = world.run(router, command);
    assertEquals(batch.size(), once.getNumber("n").intValue(), once::toJson);
    batch.forEach(
        value ->
            world
                .documents()
                .put(value.asDocument().getInt32("_id").getValue(), value.asDocument()));
    BsonDocument again = world.run(world.router(random), command);
    assertEquals(batch.size(), again.getNumber("n").intValue(), again::toJson);
    assertEquals(new BsonArray(), again.getArray("writeErrors", new BsonArray()), again::toJson);
  }

  /** What a fault leaves of it is what the cluster says, once it has come to rest. */
  void settle(ChaosWorld world) {
    if (open) {
      forget();
      world.cluster().sim().advance(90_000);
    }
  }
}
