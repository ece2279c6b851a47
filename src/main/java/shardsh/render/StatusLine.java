package shardsh.render;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.snapshot.Glance;

/**
 * One line below the prompt: the process, the database, what the router believes of the collection
 * beside what is, the balancer, the simulated time, the step of the lesson.
 */
public final class StatusLine {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final int SHORTENED_MAX = 4;

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
    return of(process, database, glance, lesson, screen, UnaryOperator.identity());
  }

  /**
   * The same in another language.
   *
   * @param words puts a part into it
   */
  public static StyledLine of(
      String process,
      String database,
      Glance glance,
      Optional<String> lesson,
      ScreenProfile screen,
      UnaryOperator<StyledLine> words) {
    StyledLine line = StyledLine.EMPTY;
    for (int shortened = 0; shortened <= SHORTENED_MAX; shortened++) {
      List<StyledLine> parts = new ArrayList<>(parts(process, database, glance, lesson, shortened));
      parts.replaceAll(words);
      line = joined(parts, screen);
      if (line.width() <= screen.width()) {
        break;
      }
    }
    return Glyphs.cells(List.of(LineBuilder.cut(line, screen.width())), screen).get(0);
  }

  /**
   * @param shortened how many of these are done: no database beside a collection's name, no name of
   *     the lesson beside its step, no date beside the time, no time
   */
  private static List<StyledLine> parts(
      String process, String database, Glance glance, Optional<String> lesson, int shortened) {
    List<StyledLine> parts = new ArrayList<>();
    parts.add(StyledLine.of(process, Role.ROUTER));
    if (shortened == 0 || glance.collection().isEmpty()) {
      parts.add(StyledLine.of(database, Role.DIM));
    }
    glance.collection().ifPresent(versions -> parts.add(versions(versions)));
    parts.add(StyledLine.of("balancer " + glance.balancer(), Role.DIM));
    String time = TIME.format(Instant.ofEpochMilli(glance.nowMillis()));
    if (shortened < 4) {
      parts.add(
          StyledLine.of(shortened < 3 ? time : time.substring(time.indexOf(' ') + 1), Role.DIM));
    }
    lesson.ifPresent(
        step ->
            parts.add(
                StyledLine.of(
                    shortened < 2
                        ? "lesson " + step
                        : "step " + step.substring(step.lastIndexOf(' ') + 1),
                    Role.HINT)));
    return parts;
  }

  private static StyledLine joined(List<StyledLine> parts, ScreenProfile screen) {
    String gap = screen.unicode() ? " · " : " - ";
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
    boolean isOfEpoch = cached.generation().equals(versions.real().generation());
    String old = isOfEpoch ? " (old)" : " (old epoch)";
    return StyledLine.of(
        new Span(ns, Role.DIM), new Span("cached " + cached + ", is " + real + old, Role.STALE));
  }
}
