package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.base.WorkDone;
import shardsh.core.cluster.Cluster;
import shardsh.core.trace.TraceEntry;
import shardsh.js.EndedException;
import shardsh.js.GuestValue;
import shardsh.render.Motion;
import shardsh.render.Prose;
import shardsh.render.Role;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StatusLine;
import shardsh.render.StyledLine;

/** What a screen shows of a session besides answers: all around the prompt, and what moves. */
final class SessionScreen {
  private final SessionSettings settings;
  private final SessionEngine engine;
  private final World world;
  private final SessionHost host;
  private final LessonSeat lessons;
  private final Pictures pictures;
  private volatile ScreenProfile profile;

  SessionScreen(
      SessionSettings settings,
      SessionEngine engine,
      World world,
      SessionHost host,
      LessonSeat lessons) {
    this.settings = settings;
    this.engine = engine;
    this.world = world;
    this.host = host;
    this.lessons = lessons;
    this.profile = settings.screen();
    this.pictures = new Pictures(world, this::profile, host::database, lessons::inLanguage);
  }

  ScreenProfile profile() {
    return profile;
  }

  /** The screen has changed. */
  void resize(ScreenProfile now) {
    profile = now;
  }

  Pictures pictures() {
    return pictures;
  }

  /** See {@link ShellSession#banner}. */
  List<StyledLine> banner() {
    List<StyledLine> lines = new ArrayList<>();
    Cluster cluster = world.cluster();
    lines.add(StyledLine.of("shardsh: a sharded MongoDB cluster in one process", Role.TITLE));
    lines.add(
        StyledLine.of(
            "cluster "
                + settings.cluster()
                + ": "
                + cluster.routerIds().size()
                + " router"
                + (cluster.routerIds().size() == 1 ? "" : "s")
                + ", "
                + cluster.shardIds().size()
                + " shards, behaving as MongoDB "
                + cluster.profile().serverVersion()
                + (cluster.profile().name().equals("classic") ? " (profile classic)" : "")));
    if (settings.hints()) {
      String query =
          settings.cluster().startsWith("canvas") ? "db.orders.find({customerId: 470}), " : "";
      lines.add(StyledLine.of("try: show cluster, " + query + "why, help", Role.HINT));
    }
    lines.add(StyledLine.EMPTY);
    return Prose.fold(lines, profile.width());
  }

  /**
   * The user's own, if the global {@code prompt} is a text or a function that gives one. The usual
   * one is known before the engine is up, so that the prompt can be read at once.
   */
  String prompt() {
    return (engine.isUp() ? ownPrompt() : Optional.<String>empty())
        .orElseGet(() -> new PromptText(world, host).text());
  }

  /** A function that throws or is stopped is passed over, as in mongosh. */
  private Optional<String> ownPrompt() {
    GuestValue given = engine.engine().global("prompt");
    host.interrupts().clear();
    try {
      return given.asText().or(() -> engine.whileUsable(given::textOfCall).flatMap(text -> text));
    } catch (EndedException e) {
      return Optional.empty();
    }
  }

  /**
   * See {@link ShellSession#status}.
   *
   * @param lesson the lesson and its step
   */
  StyledLine status(int width, Optional<String> lesson) {
    NodeId node = host.connection().node();
    String database = host.database();
    Optional<Namespace> collection = host.lastCollection().filter(ns -> ns.db().equals(database));
    return StatusLine.of(
        node.name(),
        database,
        world.cluster().names().glance(node, database, collection),
        lesson,
        profile.withWidth(width),
        lessons::inLanguage);
  }

  /** See {@link ShellSession#motion}. */
  Optional<Motion> motion(Submission done) {
    return host.isAnimated() && !done.trace().isEmpty() ? motionOf(done.trace()) : Optional.empty();
  }

  /** What happened as a moving picture, whether it is to be shown or not. */
  Optional<Motion> motionOf(List<TraceEntry> trace) {
    Scene scene = Scene.of(world.cluster().snapshot()).withLast(trace);
    return Motion.of(world.beforeLastChange().map(scene::withBefore).orElse(scene), profile);
  }

  /** See {@link ShellSession#progress}. */
  Optional<String> progress() {
    List<String> parts = new ArrayList<>();
    int helpers = host.helpersCalled();
    if (helpers > 1) {
      String pattern = lessons.isInChinese() ? "%,d 次调用" : "%,d calls";
      parts.add(String.format(Locale.ROOT, pattern, helpers));
    }
    host.interrupts().workDone().map(this::progress).ifPresent(parts::add);
    String between = profile.unicode() ? " · " : ", ";
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(between, parts));
  }

  private String progress(WorkDone work) {
    String pattern = lessons.isInChinese() ? "%s %,d / %,d" : "%s %,d of %,d";
    String what = lessons.inLanguage(StyledLine.of(work.what())).text();
    return work.total() > 0
        ? String.format(Locale.ROOT, pattern, what, work.done(), work.total())
        : String.format(Locale.ROOT, "%s %,d", what, work.done());
  }
}
