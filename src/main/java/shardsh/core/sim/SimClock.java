package shardsh.core.sim;

import java.time.Duration;
import java.time.Instant;

/** Simulated time in microseconds. Starts at 2024-11-01T12:00:00Z; moves only when told to. */
public final class SimClock {

  /** Where every cluster's clock starts. */
  public static final Instant START = Instant.ofEpochSecond(1_730_462_400);

  private long micros;

  public SimClock() {
    this(START.toEpochMilli() * 1000);
  }

  private SimClock(long micros) {
    this.micros = micros;
  }

  public SimClock copy() {
    return new SimClock(micros);
  }

  public long nowMicros() {
    return micros;
  }

  public long nowMillis() {
    return Math.floorDiv(micros, 1000);
  }

  public Instant now() {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1000L);
  }

  /** Simulated milliseconds since the cluster started. */
  public long elapsedMillis() {
    return nowMillis() - START.toEpochMilli();
  }

  public void advance(Duration duration) {
    advanceMicros(duration.toNanos() / 1000);
  }

  /** Lets so much time pass. */
  public void advanceMicros(long duration) {
    if (duration < 0) {
      throw new IllegalArgumentException("time cannot run backwards: " + duration + " us");
    }
    micros = Math.addExact(micros, duration);
  }

  /**
   * Sets the instant at which a call that runs beside others begins or ends. Only the network may
   * do this: calls of one scatter all start at the same instant, and time goes on from the latest
   * end.
   */
  public void setForParallelCall(long instantMicros) {
    micros = instantMicros;
  }
}
