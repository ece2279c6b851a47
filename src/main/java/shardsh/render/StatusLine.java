package shardsh.render;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.snapshot.Glance;

/**
 * One line below the prompt: the process, the database, what the router believes of the collection
 * beside what is, the balancer, the simulated time, the step of the lesson.
 */
public final class StatusLine {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private StatusLine() {}

  /**
   * The line; never wider than the screen.
   *
   * @param process the name of what is connected to, e.g. {@code m0}
   * @param lesson e.g. {@code chunks 2/7}; empty outside of lessons
   */
  public static StyledLine of(
      String process,
      String database,
      Glance glance,
      Optional<String> lesson,
      ScreenProfile screen) {
    List<StyledLine> parts = new ArrayList<>();
    parts.add(StyledLine.of(process, Role.ROUTER));
    parts.add(StyledLine.of(database, Role.DIM));
    glance.collection().ifPresent(versions -> parts.add(versions(versions)));
    parts.add(StyledLine.of("balancer " + glance.balancer(), Role.DIM));
    parts.add(StyledLine.of(TIME.format(Instant.ofEpochMilli(glance.nowMillis())), Role.DIM));
    lesson.ifPresent(step -> parts.add(StyledLine.of("lesson " + step, Role.HINT)));
    String gap = screen.unicode() ? " · " : " | ";
    StyledLine line = joined(parts, gap);
    if (line.width() > screen.width() && glance.collection().isPresent()) {
      // The collection's name begins with the database.
      parts.remove(1);
      line = joined(parts, gap);
    }
    return Glyphs.cells(List.of(LineBuilder.cut(line, screen.width())), screen).get(0);
  }

  private static StyledLine joined(List<StyledLine> parts, String gap) {
    StyledLine line = StyledLine.EMPTY;
    for (StyledLine part : parts) {
      line = line.spans().isEmpty() ? part : line.plus(StyledLine.of(gap, Role.DIM)).plus(part);
    }
    return line;
  }

  private static StyledLine versions(Glance.Versions versions) {
    String ns = versions.ns() + " ";
    String real = versions.real().toString();
    if (versions.cached().isEmpty()) {
      return StyledLine.of(ns + "not cached, is " + real, Role.DIM);
    }
    ChunkVersion cached = versions.cached().get();
    if (cached.equals(versions.real()) && !versions.needsRefresh()) {
      return StyledLine.of(ns + "cached " + cached + " = " + real, Role.DIM);
    }
    return StyledLine.of(
        new Span(ns, Role.DIM),
        new Span("cached " + cached + ", is " + real + " (old)", Role.STALE));
  }
}
