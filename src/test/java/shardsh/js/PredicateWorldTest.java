package shardsh.js;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** What predicates see of lists is what those are at that moment, whatever was told before. */
class PredicateWorldTest {
  private final Lists facts = new Lists();
  private final PredicateWorld world =
      PredicateWorld.beside(SharedEngine.get(), SharedEngine.PORTS, EngineLimits.NONE);

  private static final class Lists implements PredicateWorld.Facts {
    private BsonArray events = new BsonArray();
    private final Map<String, BsonArray> documents = new HashMap<>();

    @Override
    public BsonValue part(String name, String of) {
      return new BsonDocument();
    }

    @Override
    public BsonArray events(boolean ofStep) {
      return events.clone();
    }

    @Override
    public int chunkAt(String ns, BsonDocument key) {
      return -1;
    }

    @Override
    public BsonArray config(String collection, BsonDocument filter) {
      return new BsonArray();
    }

    @Override
    public BsonArray documents(String ns, BsonDocument filter) {
      return documents.getOrDefault(ns, new BsonArray()).clone();
    }
  }

  private BsonValue look(String js) {
    world.look(facts);
    return world.evaluate(js).value().orElseThrow();
  }

  private static BsonDocument event(int n) {
    return new BsonDocument("n", new BsonInt32(n)).append("of", new BsonString("m0"));
  }

  private void change(BsonArray list, Random random) {
    switch (random.nextInt(4)) {
      case 0 -> list.clear();
      case 1 -> {
        if (!list.isEmpty()) {
          list.set(random.nextInt(list.size()), event(random.nextInt(3)));
        }
      }
      case 2 -> {
        if (!list.isEmpty()) {
          list.remove(random.nextInt(list.size()));
        }
      }
      default -> list.add(event(random.nextInt(3)));
    }
  }

  @Test
  void listsAreSeenAsTheyAre() {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      String ns = "db.c" + random.nextInt(20);
      change(facts.events, random);
      change(facts.documents.computeIfAbsent(ns, name -> new BsonArray()), random);
      if (random.nextInt(8) == 0) {
        world.look(facts);
        assertTrue(world.evaluate("c.events; throw new Error('no')").broken().isPresent());
      }

      BsonValue seen = look("[c.events, c.find(\"" + ns + "\"), c.find(\"" + ns + "\")]");

      BsonArray documents = facts.documents.get(ns);
      assertEquals(new BsonArray(List.of(facts.events, documents, documents)), seen);
    }
  }

  @Test
  void whatWasSeenStaysAsItWas() {
    facts.events.add(event(1));
    look("(globalThis.kept = c.events).length");
    facts.events.add(event(2));

    assertEquals("[1,[1,2]]", text("[kept.length, c.events.map(e => e.n)]"));
  }

  private String text(String js) {
    return look("JSON.stringify(" + js + ")").asString().getValue();
  }

  @Test
  void listsOfEqualDocumentsAreTheSame() {
    facts.documents.put("db.a", new BsonArray(List.of(event(1), event(2))));
    facts.documents.put("db.b", new BsonArray(List.of(event(1), event(2))));

    assertTrue(look("same(c.find(\"db.a\"), c.find(\"db.b\"))").asBoolean().getValue());

    facts.documents.get("db.b").add(event(3));

    assertFalse(look("same(c.find(\"db.a\"), c.find(\"db.b\"))").asBoolean().getValue());
    assertTrue(
        look("same(c.find(\"db.b\"), [...c.find(\"db.a\"), {n: 3, of: \"m0\"}])")
            .asBoolean()
            .getValue());
  }

  @Test
  void anEventCannotBeChanged() {
    facts.events.add(event(1));

    assertEquals(
        "1",
        text(
            "(() => { 'use strict'; try { c.events[0].n = 5 } catch (e) {} return c.events[0].n"
                + " })()"));
    assertTrue(look("Object.isFrozen(c.events)").asBoolean().getValue());
  }
}
