package shardsh.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;
import shardsh.core.sim.SimRandom;

/** Writes, done to the cluster and to the oracle. */
final class ChaosWrites {
  private static final int KEYS = 60;
  private static final BsonString LARGE = new BsonString("x".repeat(90_000));

  private ChaosWrites() {}

  static BsonValue keyValue(SimRandom random) {
    int number = random.nextInt(KEYS) - KEYS / 2;
    return switch (random.nextInt(12)) {
      case 0 -> new BsonDouble(number + 0.5);
      case 1 -> new BsonString("w" + number);
      case 2 -> BsonNull.VALUE;
      default -> new BsonInt32(number);
    };
  }

  static BsonDocument document(int id, SimRandom random) {
    BsonDocument document = new BsonDocument("_id", new BsonInt32(id));
    if (random.nextInt(12) > 0) {
      document.append("k", keyValue(random));
    }
    return document
        .append("j", new BsonInt32(random.nextInt(5)))
        .append("v", new BsonInt32(random.nextInt(10)));
  }

  private static BsonDocument someone(ChaosWorld world, SimRandom random) {
    List<BsonDocument> all = List.copyOf(world.documents().values());
    return all.isEmpty() ? document(-1, random) : all.get(random.nextInt(all.size()));
  }

  private static Want id(BsonDocument document) {
    return Want.is("_id", document.get("_id"));
  }

  private static BsonDocument with(BsonDocument document, String field, BsonValue value) {
    BsonDocument changed = document.clone();
    changed.put(field, value);
    return changed;
  }

  private static int intOf(BsonDocument document, String field) {
    return document.getNumber(field).intValue();
  }

  private static void put(ChaosWorld world, BsonDocument document) {
    world.documents().put(intOf(document, "_id"), document);
  }

  static void insert(ChaosWorld world, SimRandom random) {
    boolean ordered = random.nextInt(2) == 0;
    List<BsonDocument> batch = new ArrayList<>();
    for (int n = 1 + random.nextInt(8); n > 0; n--) {
      batch.add(document(world.newId(), random));
    }
    int twice =
        random.nextInt(4) == 0 && !world.documents().isEmpty() ? random.nextInt(batch.size()) : -1;
    if (twice >= 0) {
      batch.set(twice, someone(world, random));
    }
    BsonDocument reply =
        world.run(
            world.router(random),
            ChaosWorld.on("insert")
                .append("documents", new BsonArray(batch))
                .append("ordered", BsonBoolean.valueOf(ordered)));
    int inserted = 0;
    for (int i = 0; i < batch.size(); i++) {
      if (i != twice && !(ordered && twice >= 0 && i > twice)) {
        put(world, batch.get(i));
        inserted++;
      }
    }
    assertEquals(inserted, intOf(reply, "n"), () -> "inserted: " + reply);
    BsonArray errors = reply.getArray("writeErrors", new BsonArray());
    assertEquals(twice >= 0 ? 1 : 0, errors.size(), () -> "errors: " + reply);
    if (twice >= 0) {
      assertEquals(11000, intOf(errors.get(0).asDocument(), "code"));
      assertEquals(twice, intOf(errors.get(0).asDocument(), "index"));
    }
  }

  /** Enough to make a shard that splits by itself look at its chunks. */
  static void insertLarge(ChaosWorld world, SimRandom random) {
    List<BsonDocument> batch = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      batch.add(document(world.newId(), random).append("pad", LARGE));
    }
    BsonDocument reply =
        world.run(
            world.router(random),
            ChaosWorld.on("insert").append("documents", new BsonArray(batch)));
    noErrors(reply);
    assertEquals(batch.size(), intOf(reply, "n"), reply::toJson);
    batch.forEach(document -> put(world, document));
  }

  private static BsonDocument update(
      ChaosWorld world, NodeId router, Want want, BsonValue change, boolean multi, boolean upsert) {
    BsonDocument one =
        new BsonDocument("q", want.filter())
            .append("u", change)
            .append("multi", BsonBoolean.valueOf(multi))
            .append("upsert", BsonBoolean.valueOf(upsert));
    return world.run(
        router, ChaosWorld.on("update").append("updates", new BsonArray(List.of(one))));
  }

  private static BsonDocument inc(String field) {
    return new BsonDocument("$inc", new BsonDocument(field, new BsonInt32(1)));
  }

  private static BsonDocument set(String field, BsonValue value) {
    return new BsonDocument("$set", new BsonDocument(field, value));
  }

  private static void noErrors(BsonDocument reply) {
    assertEquals(new BsonArray(), reply.getArray("writeErrors", new BsonArray()), reply::toJson);
  }

  /** By {@code _id}, with or without the shard key. */
  static void updateOne(ChaosWorld world, SimRandom random) {
    BsonDocument before = someone(world, random);
    Want want = random.nextInt(2) == 0 ? id(before) : id(before).and(world.kind().keyOf(before));
    boolean mayWait = want.filter().size() == 1 && world.transactions().isOpen();
    String placement = world.placement();
    BsonDocument reply = update(world, world.router(random), want, inc("v"), false, false);
    if (mayWait && world.isOvertaken(placement)) {
      return;
    }
    noErrors(reply);
    boolean there = !world.matching(want).isEmpty();
    assertEquals(there ? 1 : 0, intOf(reply, "n"), reply::toJson);
    assertEquals(there ? 1 : 0, intOf(reply, "nModified"), reply::toJson);
    if (there) {
      put(world, with(before, "v", new BsonInt32(intOf(before, "v") + 1)));
    }
  }

  static void replaceOne(ChaosWorld world, SimRandom random) {
    BsonDocument before = someone(world, random);
    BsonDocument after = with(before, "v", new BsonInt32(100 + random.nextInt(100)));
    after.remove("s");
    Want want = id(before).and(world.kind().keyOf(before));
    BsonDocument replacement = after.clone();
    if (random.nextInt(2) == 0) {
      replacement.remove("_id");
    }
    BsonDocument reply = update(world, world.router(random), want, replacement, false, false);
    noErrors(reply);
    boolean there = !world.matching(want).isEmpty();
    assertEquals(there ? 1 : 0, intOf(reply, "n"), reply::toJson);
    if (there) {
      put(world, after);
    }
  }

  /** A new value for a field of the key, so that the document may belong elsewhere. */
  static void changeKey(ChaosWorld world, SimRandom random) {
    BsonDocument before = someone(world, random);
    BsonDocument after = with(before, "k", keyValue(random));
    after.put("j", new BsonInt32(random.nextInt(5)));
    Want want = id(before).and(world.kind().keyOf(before));
    BsonValue change;
    if (random.nextInt(2) == 0) {
      change = after;
    } else {
      change =
          new BsonDocument(
              "$set", new BsonDocument("k", after.get("k")).append("j", after.get("j")));
    }
    boolean hadOrphans = world.hasOrphans();
    String placement = world.placement();
    KeyKind kind = world.kind();
    BsonDocument reply = update(world, world.router(random), want, change, false, false);
    boolean moved = !placement.equals(world.placement());
    if ((hadOrphans || moved || world.hasOrphans()) && isDuplicate(reply)) {
      return;
    }
    if (moved && world.kind() != kind) {
      // A replacement is looked for by its own key if the filter lacks a field of the new one.
      world.readAll();
      return;
    }
    noErrors(reply);
    boolean there = !world.matching(want).isEmpty();
    assertEquals(there ? 1 : 0, intOf(reply, "n"), reply::toJson);
    if (there) {
      boolean isReplacedByItself = before.equals(after) && change == after;
      if (!isReplacedByItself) {
        // Whether the order of fields differs the oracle does not know.
        assertEquals(before.equals(after) ? 0 : 1, intOf(reply, "nModified"), reply::toJson);
      }
      put(world, after);
    }
  }

  private static boolean isDuplicate(BsonDocument reply) {
    BsonArray errors = reply.getArray("writeErrors", new BsonArray());
    return errors.size() == 1 && intOf(errors.get(0).asDocument(), "code") == 11000;
  }

  static Want someWant(ChaosWorld world, SimRandom random) {
    int low = random.nextInt(KEYS) - KEYS / 2;
    return switch (random.nextInt(8)) {
      case 0 -> Want.is("k", keyValue(random));
      case 1 -> Want.between("k", low, low + 1 + random.nextInt(20));
      case 2 -> Want.is("j", new BsonInt32(random.nextInt(5)));
      case 3 -> Want.in("k", List.of(keyValue(random), keyValue(random), keyValue(random)));
      case 4 -> Want.is("v", new BsonInt32(random.nextInt(10)));
      case 5 -> world.kind().keyOf(someone(world, random));
      case 6 -> Want.is("j", new BsonInt32(random.nextInt(5))).and(Want.between("k", low, low + 9));
      default -> Want.everything();
    };
  }

  /**
   * While such a write waits for a transaction chunks may move: then it may miss documents, or find
   * them twice, as in real clusters.
   */
  static void updateMany(ChaosWorld world, SimRandom random) {
    Want want = someWant(world, random);
    NodeId router = world.router(random);
    boolean key = random.nextInt(3) == 0;
    BsonValue value = new BsonInt32(random.nextInt(5));
    List<BsonDocument> matched = world.matching(want);
    boolean mayWait = world.multiWritesMayWait();
    String placement = world.placement();
    BsonDocument reply = update(world, router, want, key ? set("j", value) : inc("v"), true, false);
    if (mayWait && world.isOvertaken(placement)) {
      return;
    }
    boolean refused =
        key
            && world.isSharded()
            && world.kind().fields().contains("j")
            && matched.stream()
                .anyMatch(document -> !Want.same(Want.valueOf(document, "j"), value));
    if (refused) {
      assertTrue(
          reply.containsKey("writeErrors"), () -> "a multi-update changed shard keys: " + reply);
      return;
    }
    noErrors(reply);
    assertTrue(intOf(reply, "n") >= matched.size(), reply::toJson);
    for (BsonDocument document : matched) {
      put(
          world,
          key
              ? with(document, "j", value)
              : with(document, "v", new BsonInt32(intOf(document, "v") + 1)));
    }
  }

  /** One of those that match, whichever. */
  static void updateAnyOne(ChaosWorld world, SimRandom random) {
    Want want = someWant(world, random);
    NodeId router = world.router(random);
    BsonString tag = new BsonString("tag" + random.nextInt(1_000_000));
    BsonDocument reply = update(world, router, want, set("s", tag), false, false);
    if (reply.containsKey("writeErrors")) {
      assertTrue(!world.singleWritesWithoutKey(), reply::toJson);
      assertEquals(72, intOf(reply.getArray("writeErrors").get(0).asDocument(), "code"));
      return;
    }
    List<BsonDocument> tagged =
        ClusterInvariants.findAll(
            world.cluster(),
            router,
            ChaosWorld.NS,
            new BsonDocument("filter", new BsonDocument("s", tag)));
    assertEquals(world.matching(want).isEmpty() ? 0 : 1, tagged.size(), () -> want + " " + reply);
    assertEquals(tagged.size(), intOf(reply, "n"), reply::toJson);
    for (BsonDocument document : tagged) {
      BsonDocument before = world.documents().get(intOf(document, "_id"));
      assertTrue(want.matches(before));
      assertEquals(with(before, "s", tag), document);
      put(world, document);
    }
  }

  private static BsonDocument delete(ChaosWorld world, NodeId router, Want want, int limit) {
    BsonDocument one = new BsonDocument("q", want.filter()).append("limit", new BsonInt32(limit));
    return world.run(
        router, ChaosWorld.on("delete").append("deletes", new BsonArray(List.of(one))));
  }

  static void deleteOne(ChaosWorld world, SimRandom random) {
    BsonDocument victim = someone(world, random);
    Want want = random.nextInt(2) == 0 ? id(victim) : id(victim).and(world.kind().keyOf(victim));
    boolean mayWait = want.filter().size() == 1 && world.transactions().isOpen();
    String placement = world.placement();
    BsonDocument reply = delete(world, world.router(random), want, 1);
    if (mayWait && world.isOvertaken(placement)) {
      return;
    }
    noErrors(reply);
    assertEquals(world.matching(want).size(), intOf(reply, "n"), reply::toJson);
    world.documents().remove(intOf(victim, "_id"));
  }

  static void deleteMany(ChaosWorld world, SimRandom random) {
    Want want = someWant(world, random).and(Want.is("v", new BsonInt32(random.nextInt(10))));
    List<BsonDocument> victims = world.matching(want);
    boolean mayWait = world.multiWritesMayWait();
    String placement = world.placement();
    BsonDocument reply = delete(world, world.router(random), want, 0);
    if (mayWait && world.isOvertaken(placement)) {
      return;
    }
    noErrors(reply);
    assertTrue(intOf(reply, "n") >= victims.size(), reply::toJson);
    victims.forEach(victim -> world.documents().remove(intOf(victim, "_id")));
  }

  static void upsert(ChaosWorld world, SimRandom random) {
    BsonDocument wanted =
        random.nextInt(2) == 0 ? someone(world, random) : document(world.newId(), random);
    boolean fullKey = random.nextInt(3) > 0 || !world.singleWritesWithoutKey();
    Want want = fullKey ? id(wanted).and(world.kind().keyOf(wanted)) : id(wanted);
    boolean there = !world.matching(want).isEmpty();
    BsonDocument reply =
        update(world, world.router(random), want, set("v", new BsonInt32(77)), false, true);
    noErrors(reply);
    assertEquals(1, intOf(reply, "n"), reply::toJson);
    assertEquals(!there, reply.containsKey("upserted"), reply::toJson);
    BsonDocument after = there ? wanted : upserted(want);
    put(world, with(after, "v", new BsonInt32(77)));
  }

  private static BsonDocument upserted(Want want) {
    BsonDocument made = new BsonDocument("_id", want.filter().get("_id"));
    want.filter().forEach(made::put);
    return made;
  }

  static void findAndModify(ChaosWorld world, SimRandom random) {
    BsonDocument before = someone(world, random);
    boolean fullKey = random.nextInt(3) > 0;
    boolean remove = random.nextInt(4) == 0;
    Want want = fullKey ? id(before).and(world.kind().keyOf(before)) : id(before);
    BsonDocument command = ChaosWorld.on("findAndModify").append("query", want.filter());
    if (remove) {
      command.append("remove", BsonBoolean.TRUE);
    } else {
      command.append("update", inc("v")).append("new", BsonBoolean.TRUE);
    }
    boolean there = !world.matching(want).isEmpty();
    BsonDocument after = with(before, "v", new BsonInt32(intOf(before, "v") + 1));
    try {
      BsonDocument reply = world.run(world.router(random), command);
      assertEquals(
          there ? (remove ? before : after) : BsonNull.VALUE, reply.get("value"), reply::toJson);
    } catch (CommandException e) {
      if (e.errorCode().code() != 61) {
        throw e;
      }
      assertTrue(!world.singleWritesWithoutKey(), e.getMessage());
      return;
    }
    if (there && remove) {
      world.documents().remove(intOf(before, "_id"));
    } else if (there) {
      put(world, after);
    }
  }
}
