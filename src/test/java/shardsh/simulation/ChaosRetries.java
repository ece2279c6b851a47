package shardsh.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.sim.SimRandom;

/**
 * Single writes with a number that come again later, whatever has happened to the cluster: the
 * second time changes nothing, and is answered as the first or refused as one that cannot be.
 */
final class ChaosRetries {
  private static final BsonDocument LSID =
      new BsonDocument("id", new BsonBinary(new UUID(0x4000L, 0x8000000000000003L)));

  /** The refusals of a write that needs the shard key. */
  private static final List<Integer> NEEDS_KEY = List.of(61, 72, 31025);

  private record Sent(BsonDocument command, BsonDocument answer) {}

  private long number;
  private Optional<Sent> sent = Optional.empty();

  ChaosRetries copy() {
    ChaosRetries copy = new ChaosRetries();
    copy.number = number;
    copy.sent = sent;
    return copy;
  }

  /** What was written may have been lost, or has gone where nobody knows it. */
  void forget() {
    sent = Optional.empty();
  }

  /** Sends a write, or again what was sent before. */
  static void write(ChaosWorld world, SimRandom random) {
    ChaosRetries state = world.retries();
    if (state.sent.isPresent()) {
      state.again(world, random);
    } else if (!world.multiWritesMayWait() && !world.isDisturbed()) {
      state.first(world, random);
    }
  }

  private void first(ChaosWorld world, SimRandom random) {
    BsonDocument command = command(world, random);
    command.append("lsid", LSID).append("txnNumber", new BsonInt64(++number));
    BsonDocument answer;
    try {
      answer = world.run(world.router(random), command);
    } catch (CommandException e) {
      if (NEEDS_KEY.contains(e.errorCode().code()) || isDuplicate(world, e.errorCode().code())) {
        return;
      }
      throw e;
    }
    if (answer.containsKey("writeErrors")) {
      int code = code(answer);
      assertEquals(true, NEEDS_KEY.contains(code) || isDuplicate(world, code), answer::toJson);
      return;
    }
    List<BsonDocument> before = List.copyOf(world.documents().values());
    world.readAll();
    if (!before.equals(List.copyOf(world.documents().values()))) {
      sent = Optional.of(new Sent(command, comparable(answer)));
    }
  }

  private static boolean isDuplicate(ChaosWorld world, int code) {
    return code == ErrorCode.DUPLICATE_KEY.code() && world.hasOrphans();
  }

  private static BsonDocument command(ChaosWorld world, SimRandom random) {
    BsonDocument fresh = ChaosWrites.document(world.newId(), random);
    Want anyone = ChaosWrites.someWant(world, random);
    Want exact = Want.is("_id", fresh.get("_id")).and(world.kind().keyOf(fresh));
    BsonDocument elsewhere =
        new BsonDocument("k", ChaosWrites.keyValue(random))
            .append("j", fresh.get("j"))
            .append("v", fresh.get("v"));
    BsonDocument inc = new BsonDocument("$inc", new BsonDocument("v", new BsonInt32(1)));
    BsonDocument set = new BsonDocument("$set", elsewhere);
    return switch (random.nextInt(7)) {
      case 0 -> update(anyone, inc, false);
      case 1 -> update(anyone, set, false);
      case 2 -> update(exact, set, true);
      case 3 -> update(Want.is("_id", fresh.get("_id")), set, true);
      case 4 -> findAndModify(anyone).append("update", inc).append("new", BsonBoolean.TRUE);
      case 5 -> findAndModify(anyone).append("remove", BsonBoolean.TRUE);
      default ->
          ChaosWorld.on("delete")
              .append(
                  "deletes",
                  new BsonArray(
                      List.of(
                          new BsonDocument("q", anyone.filter())
                              .append("limit", new BsonInt32(1)))));
    };
  }

  private static BsonDocument update(Want want, BsonDocument change, boolean upsert) {
    BsonDocument one =
        new BsonDocument("q", want.filter())
            .append("u", change)
            .append("upsert", BsonBoolean.valueOf(upsert));
    return ChaosWorld.on("update").append("updates", new BsonArray(List.of(one)));
  }

  private static BsonDocument findAndModify(Want want) {
    return ChaosWorld.on("findAndModify").append("query", want.filter());
  }

  private void again(ChaosWorld world, SimRandom random) {
    Sent write = sent.orElseThrow();
    sent = Optional.empty();
    int refused = 0;
    BsonDocument answer = new BsonDocument();
    try {
      answer = comparable(world.run(world.router(random), write.command()));
      refused = answer.containsKey("writeErrors") ? code(answer) : 0;
    } catch (CommandException e) {
      if (e.errorCode().isUnreachable() || e.errorCode().equals(ErrorCode.MAX_TIME_MS_EXPIRED)) {
        throw e;
      }
      refused = e.errorCode().code();
    }
    boolean known =
        refused == ErrorCode.INCOMPLETE_TRANSACTION_HISTORY.code() || NEEDS_KEY.contains(refused);
    if (!known) {
      assertEquals(write.answer(), answer, () -> write.command().toJson());
    }
    List<BsonDocument> before = List.copyOf(world.documents().values());
    world.readAll();
    assertEquals(
        before, List.copyOf(world.documents().values()), () -> "again: " + write.command());
  }

  private static int code(BsonDocument answer) {
    BsonValue error = answer.getArray("writeErrors").get(0);
    return error.asDocument().getNumber("code").intValue();
  }

  private static BsonDocument comparable(BsonDocument answer) {
    BsonDocument rest = answer.clone();
    List.of("retriedStmtIds", "$clusterTime", "operationTime").forEach(rest::remove);
    return rest;
  }
}
