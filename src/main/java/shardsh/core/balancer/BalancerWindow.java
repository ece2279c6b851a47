package shardsh.core.balancer;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * The hours in which the balancer may work, {@code activeWindow: {start: "23:00", stop: "06:00"}}
 * of config.settings; a start after the stop crosses midnight. Simulated time is UTC.
 */
public record BalancerWindow(LocalTime start, LocalTime stop) {

  /** The window in a settings document; empty when there is none, or none that can be read. */
  public static Optional<BalancerWindow> in(BsonDocument settings) {
    if (!settings.isDocument("activeWindow")) {
      return Optional.empty();
    }
    BsonDocument window = settings.getDocument("activeWindow");
    if (!window.isString("start") || !window.isString("stop")) {
      return Optional.empty();
    }
    Optional<LocalTime> start = time(window.getString("start").getValue());
    Optional<LocalTime> stop = time(window.getString("stop").getValue());
    return start.isPresent() && stop.isPresent()
        ? Optional.of(new BalancerWindow(start.get(), stop.get()))
        : Optional.empty();
  }

  private static Optional<LocalTime> time(String text) {
    String[] parts = text.split(":");
    try {
      int hour = Integer.parseInt(parts[0]);
      int minute = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
      return Optional.of(LocalTime.of(hour % 24, minute));
    } catch (NumberFormatException | DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether it is open then; never when it begins and ends at the same time, which the server takes
   * for settings that it cannot read.
   */
  public boolean contains(long epochMillis) {
    if (start.equals(stop)) {
      return false;
    }
    LocalTime now = LocalTime.ofInstant(Instant.ofEpochMilli(epochMillis), ZoneOffset.UTC);
    return start.isBefore(stop)
        ? !now.isBefore(start) && now.isBefore(stop)
        : !now.isBefore(start) || now.isBefore(stop);
  }

  /** Why nothing is balanced outside of it. */
  String refusal() {
    return start.equals(stop)
        ? "the balancer cannot read its settings: start and stop times must be different"
        : "outside the balancer's window " + this;
  }

  /** When it next opens or closes, strictly after that instant. */
  public long nextChange(long epochMillis) {
    return Math.min(next(start, epochMillis), next(stop, epochMillis));
  }

  private static long next(LocalTime time, long epochMillis) {
    LocalDateTime now = LocalDateTime.ofInstant(Instant.ofEpochMilli(epochMillis), ZoneOffset.UTC);
    LocalDateTime today = now.toLocalDate().atTime(time);
    LocalDateTime next = today.isAfter(now) ? today : today.plusDays(1);
    return next.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  /** {@code 23:00–06:00}. */
  @Override
  public String toString() {
    return start + "–" + stop;
  }
}
