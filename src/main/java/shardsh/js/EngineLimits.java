package shardsh.js;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far one evaluation may go.
 *
 * @param time wall-clock time, after which it is stopped; the engine can be used afterwards
 * @param memoryMegabytes growth of the heap that is still in use after a collection; the engine can
 *     be used afterwards
 * @param statements JavaScript statements of one evaluation, those of the user's texts only; when
 *     they are used up the engine is closed for good
 */
public record EngineLimits(
    Optional<Duration> time, OptionalLong memoryMegabytes, OptionalLong statements) {

  /** No limit at all. */
  public static final EngineLimits NONE =
      new EngineLimits(Optional.empty(), OptionalLong.empty(), OptionalLong.empty());

  /** With limits on time and memory only. */
  public static EngineLimits of(Duration time, long memoryMegabytes) {
    return new EngineLimits(
        Optional.of(time), OptionalLong.of(memoryMegabytes), OptionalLong.empty());
  }
}
