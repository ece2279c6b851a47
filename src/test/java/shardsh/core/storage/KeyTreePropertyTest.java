package shardsh.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;

/** The tree against a sorted map, with copies taken now and then that must not change. */
class KeyTreePropertyTest {
  private static final KeyPattern PATTERN = KeyPattern.of(BsonDocument.parse("{a: 1, b: -1}"));

  private record Entry(int a, int b, long id) {}

  private static final Comparator<Entry> ORDER =
      Comparator.comparingInt(Entry::a)
          .thenComparing(Comparator.comparingInt(Entry::b).reversed())
          .thenComparingLong(Entry::id);

  private static IndexKey key(Entry entry) {
    return IndexKey.of(new BsonInt32(entry.a()), new BsonInt32(entry.b()));
  }

  @Property(tries = 60, seed = "1")
  void agreesWithASortedMap(@ForAll long seed) {
    Random random = new Random(seed);
    KeyTree tree = new KeyTree(new KeyOrder(PATTERN, BsonOrder.SIMPLE));
    TreeMap<Entry, Integer> oracle = new TreeMap<>(ORDER);
    List<KeyTree> copies = new ArrayList<>();
    List<TreeMap<Entry, Integer>> copiedOracles = new ArrayList<>();
    int range = 1 + random.nextInt(60);
    int phase = 400 + random.nextInt(1500);

    for (int step = 0; step < 3 * phase; step++) {
      boolean growing = step < phase || step > 2 * phase;
      Entry entry = new Entry(random.nextInt(range), random.nextInt(range), random.nextInt(range));
      int weight = random.nextInt(100);
      if (random.nextInt(10) < (growing ? 8 : 1)) {
        if (oracle.putIfAbsent(entry, weight) == null) {
          tree.add(key(entry), entry.id(), weight);
        }
      } else {
        Entry present = oracle.ceilingKey(entry);
        if (present != null && random.nextInt(5) == 0) {
          oracle.put(present, weight);
          tree.resize(key(present), present.id(), weight);
        } else if (present != null) {
          oracle.remove(present);
          tree.remove(key(present), present.id());
        }
      }
      if (random.nextInt(phase / 2) == 0) {
        copies.add(tree.copy());
        copiedOracles.add(new TreeMap<>(oracle));
      }
    }

    compare(tree, oracle, random, range);
    for (int i = 0; i < copies.size(); i++) {
      compare(copies.get(i), copiedOracles.get(i), random, range);
    }
  }

  private static void compare(
      KeyTree tree, TreeMap<Entry, Integer> oracle, Random random, int range) {
    assertEquals(new ArrayList<>(oracle.keySet()), walk(tree, true));
    List<Entry> backwards = new ArrayList<>(oracle.descendingKeySet());
    assertEquals(backwards, walk(tree, false));
    for (int i = 0; i < 20; i++) {
      int a = random.nextInt(range + 2) - 1;
      boolean beyond = random.nextBoolean();
      boolean forward = random.nextBoolean();
      IndexKey prefix = IndexKey.of(new BsonInt32(a));
      IndexCursor cursor = new IndexCursor(tree.root(), tree.order(), forward);
      Entry found =
          cursor.seek(prefix, beyond)
              ? new Entry(
                  cursor.key().get(0).asInt32().getValue(),
                  cursor.key().get(1).asInt32().getValue(),
                  cursor.recordId())
              : null;
      assertEquals(expected(oracle, a, beyond, forward), found);
      long entries = 0;
      long bytes = 0;
      for (Map.Entry<Entry, Integer> each : oracle.entrySet()) {
        if (each.getKey().a() < a || (beyond && each.getKey().a() == a)) {
          entries++;
          bytes += each.getValue();
        }
      }
      assertEquals(new EntryRank(entries, bytes), EntryRank.of(tree, prefix, beyond));
    }
    for (int a = -1; a <= range; a++) {
      for (int b = -1; b <= range; b++) {
        Entry first = oracle.ceilingKey(new Entry(a, b, Long.MIN_VALUE));
        boolean there = first != null && first.a() == a && first.b() == b;
        assertEquals(there ? first.id() : -1, tree.firstRecord(key(new Entry(a, b, 0))));
      }
    }
    int rank = 0;
    for (Entry entry : oracle.keySet()) {
      assertEquals(key(entry), EntryRank.keyAt(tree, rank++));
    }
  }

  private static Entry expected(
      TreeMap<Entry, Integer> oracle, int a, boolean beyond, boolean forward) {
    Entry found = null;
    for (Entry entry : oracle.keySet()) {
      boolean after = forward ? entry.a() > a : entry.a() < a;
      if (after || (!beyond && entry.a() == a)) {
        found = forward && found != null ? found : entry;
      }
    }
    return found;
  }

  private static List<Entry> walk(KeyTree tree, boolean forward) {
    List<Entry> entries = new ArrayList<>();
    IndexCursor cursor = new IndexCursor(tree.share(), tree.order(), forward);
    for (boolean more = cursor.seekFirst(); more; more = cursor.next()) {
      entries.add(
          new Entry(
              cursor.key().get(0).asInt32().getValue(),
              cursor.key().get(1).asInt32().getValue(),
              cursor.recordId()));
    }
    return entries;
  }
}
