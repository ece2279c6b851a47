package shardsh.core.sim;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.types.ObjectId;

/** Makes ObjectIds and UUIDs from the clock, the seed and a counter. */
public final class IdSource {
  private static final int COUNTER_MASK = 0xFFFFFF;

  private final SimClock clock;
  private final long seed;
  private long counter;

  public IdSource(SimClock clock, long seed) {
    this(clock, seed, 0);
  }

  private IdSource(SimClock clock, long seed, long counter) {
    this.clock = clock;
    this.seed = seed;
    this.counter = counter;
  }

  /** The same source, reading another cluster's clock. */
  public IdSource copy(SimClock otherClock) {
    return new IdSource(otherClock, seed, counter);
  }

  /** A new ObjectId: the clock's seconds, five bytes from the seed, a counter. */
  public ObjectId objectId() {
    counter++;
    long middle = new SimRandom(seed).fork("objectId").nextLong();
    ByteBuffer bytes = ByteBuffer.allocate(12);
    bytes.putInt((int) (clock.nowMillis() / 1000));
    bytes.put((byte) (middle >>> 32)).putInt((int) middle);
    int count = (int) (counter & COUNTER_MASK);
    bytes.position(9);
    bytes.put((byte) (count >>> 16)).put((byte) (count >>> 8)).put((byte) count);
    return new ObjectId(bytes.array());
  }

  /** An id that is there already, of an earlier run perhaps: it is not made once more. */
  public void isTaken(ObjectId id) {
    ByteBuffer bytes = ByteBuffer.wrap(id.toByteArray());
    long middle = new SimRandom(seed).fork("objectId").nextLong();
    boolean isOurs = bytes.get(4) == (byte) (middle >>> 32) && bytes.getInt(5) == (int) middle;
    if (isOurs) {
      counter = Math.max(counter, bytes.getInt(8) & COUNTER_MASK);
    }
  }

  /** A new random-looking UUID as BSON binary, subtype 4. */
  public BsonBinary uuid() {
    counter++;
    SimRandom stream = new SimRandom(seed).fork("uuid" + counter);
    long high = (stream.nextLong() & ~0xF000L) | 0x4000L;
    long low = (stream.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new BsonBinary(new UUID(high, low));
  }
}
