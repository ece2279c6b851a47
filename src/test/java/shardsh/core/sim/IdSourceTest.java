package shardsh.core.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.TreeSet;
import java.util.UUID;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class IdSourceTest {

  @Test
  void sameSeedGivesTheSameIds() {
    IdSource one = new IdSource(new SimClock(), 5);
    IdSource two = new IdSource(new SimClock(), 5);

    assertEquals(one.objectId(), two.objectId());
    assertEquals(one.uuid(), two.uuid());
    assertNotEquals(
        new IdSource(new SimClock(), 5).objectId(), new IdSource(new SimClock(), 6).objectId());
  }

  @Test
  void objectIdsCarryTheClockAndRise() {
    SimClock clock = new SimClock();
    IdSource ids = new IdSource(clock, 5);

    ObjectId first = ids.objectId();
    ObjectId second = ids.objectId();
    clock.advance(Duration.ofSeconds(1));
    ObjectId later = ids.objectId();

    assertEquals(SimClock.START.getEpochSecond(), first.getTimestamp());
    assertEquals(SimClock.START.getEpochSecond() + 1, later.getTimestamp());
    assertTrue(first.compareTo(second) < 0);
    assertTrue(second.compareTo(later) < 0);
    assertEquals(first.toHexString().substring(8, 18), later.toHexString().substring(8, 18));
  }

  @Test
  void idsNeverRepeat() {
    IdSource ids = new IdSource(new SimClock(), 5);
    TreeSet<String> seen = new TreeSet<>();
    for (int i = 0; i < 10_000; i++) {
      assertTrue(seen.add(ids.objectId().toHexString()));
      assertTrue(seen.add(ids.uuid().asUuid().toString()));
    }
  }

  @Test
  void uuidIsOfVersionFourAndSubtypeFour() {
    IdSource ids = new IdSource(new SimClock(), 5);
    for (int i = 0; i < 50; i++) {
      UUID uuid = ids.uuid().asUuid();
      assertEquals(4, uuid.version());
      assertEquals(2, uuid.variant());
    }
    assertEquals(4, ids.uuid().getType());
  }

  @Test
  void copyGoesOnFromTheSamePlaceByItsOwnClock() {
    SimClock clock = new SimClock();
    IdSource original = new IdSource(clock, 5);
    original.objectId();
    SimClock otherClock = clock.copy();
    IdSource copy = original.copy(otherClock);
    otherClock.advance(Duration.ofSeconds(9));

    ObjectId ofCopy = copy.objectId();

    assertEquals(original.objectId().getTimestamp() + 9, ofCopy.getTimestamp());
    assertEquals(original.uuid(), copy.uuid());
  }

  @Test
  void anIdOfAnEarlierRunIsNotMadeOnceMore() {
    IdSource earlier = new IdSource(new SimClock(), 5);
    ObjectId saved = null;
    for (int i = 0; i < 3; i++) {
      saved = earlier.objectId();
    }
    IdSource again = new IdSource(new SimClock(), 5);
    again.isTaken(saved);
    again.isTaken(new IdSource(new SimClock(), 6).objectId());

    assertEquals(earlier.objectId(), again.objectId());
  }

  @Test
  void idsOfOtherProgramsDoNotMoveTheCounter() {
    IdSource ids = new IdSource(new SimClock(), 5);
    ids.isTaken(new ObjectId("507f1f77bcf86cd799ffffff"));

    assertEquals(new IdSource(new SimClock(), 5).objectId(), ids.objectId());
  }
}
