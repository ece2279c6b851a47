package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import shardsh.core.base.Namespace;
import shardsh.core.base.Nearest;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.TraceEntry;
import shardsh.js.ShellInputException;
import shardsh.render.Diagrams;
import shardsh.render.Prose;
import shardsh.render.Role;
import shardsh.render.RouteLine;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.ShardRoles;
import shardsh.render.StyledLine;
import shardsh.render.WhyText;

/**
 * The pictures of a session: the words of {@code show} that are ours, {@code why}, the route line.
 */
final class Pictures {
  private final World world;
  private final Supplier<ScreenProfile> screen;
  private final Supplier<String> database;

  private final UnaryOperator<StyledLine> words;

  Pictures(World world, Supplier<ScreenProfile> screen, Supplier<String> database) {
    this(world, screen, database, UnaryOperator.identity());
  }

  /**
   * @param words puts sentences into the language of the learner
   */
  Pictures(
      World world,
      Supplier<ScreenProfile> screen,
      Supplier<String> database,
      UnaryOperator<StyledLine> words) {
    this.world = world;
    this.screen = screen;
    this.database = database;
    this.words = words;
  }

  /**
   * Draws a word; empty when it is none of ours.
   *
   * @throws ShellInputException for arguments that do not fit
   */
  Optional<List<StyledLine>> show(String word, List<String> arguments) {
    if (word.equals("live") && !arguments.isEmpty()) {
      throw new ShellInputException(
          "ShardshError",
          "'show live' takes no arguments, but was given '" + String.join(" ", arguments) + "'",
          "show live   begins it, and ends it");
    }
    if (word.equals("live")) {
      throw new ShellInputException(
          "ShardshError",
          "'show live' follows the cluster on a terminal's whole screen, and there is none here",
          "show cluster   draws it once");
    }
    if (!Diagrams.words().contains(word)) {
      return Diagrams.words().contains(word + "s") ? show(word + "s", arguments) : Optional.empty();
    }
    PictureRequest request = PictureRequest.read(word, arguments);
    Scene scene = scene();
    if (request.ns().isPresent()) {
      scene = scene.withNs(namespace(word, request.ns().get()));
    }
    return Optional.of(request.answer(scene, screen.get()));
  }

  /**
   * The picture of a word for a file: of the trace all of it, of the others what {@code show}
   * draws.
   */
  PictureFiles files(String word, ScreenProfile page) {
    Scene scene = scene();
    if (word.equals("trace")) {
      scene = scene.withLast(world.cluster().trace().since(0));
    }
    return new PictureFiles("shardsh: " + word, word, scene, page);
  }

  private Namespace namespace(String word, String text) {
    Namespace ns = text.contains(".") ? Namespace.parse(text) : new Namespace(database.get(), text);
    var now = world.cluster().snapshot();
    if (now.collection(ns).isEmpty()) {
      List<String> sharded =
          now.collections().stream().map(collection -> collection.ns().toString()).toList();
      throw ShellInputException.invalid("no sharded collection " + ns)
          .withHint(
              Nearest.to(ns.toString(), sharded)
                  .map(near -> "did you mean: show " + word + " " + near)
                  .orElse("show chunks   draws all sharded collections"));
    }
    return ns;
  }

  /** A line in the language of the learner. */
  StyledLine inLanguage(StyledLine line) {
    return words.apply(line);
  }

  Scene scene() {
    Scene scene =
        Scene.of(world.cluster().snapshot())
            .withLast(world.lastLine(), world.cluster().trace().since(0))
            .withSpent(world.lastLineCost())
            .withHelper(world.helper())
            .withWords(words);
    return world.beforeLastChange().map(scene::withBefore).orElse(scene);
  }

  /** A scene told in the language of the learner. */
  Scene inWords(Scene scene) {
    return scene.withWords(words);
  }

  /** The cluster within the line that runs, and what the line has done so far. */
  Scene sceneOfThisLine() {
    return Scene.of(world.cluster().snapshot())
        .withLast(answered(world.thisLine()))
        .withWords(words);
  }

  /** Without the command that runs: what has no answer yet would be drawn as lost. */
  private static List<TraceEntry> answered(List<TraceEntry> entries) {
    int end = entries.size();
    Set<Long> over = new TreeSet<>();
    for (int i = entries.size() - 1; i >= 0; i--) {
      ClusterEvent event = entries.get(i).event();
      if (event instanceof CallEvent.ReplyReceived reply) {
        over.add(reply.callId());
      } else if (event instanceof CallEvent.CallFailed failed) {
        over.add(failed.callId());
      } else if (event instanceof CallEvent.RequestSent sent && !over.contains(sent.callId())) {
        end = i;
      }
    }
    return entries.subList(0, end);
  }

  /** The rule that decided in the last command, with its numbers. */
  List<StyledLine> why() {
    Optional<String> remark = world.remark();
    if (remark.isPresent()) {
      StyledLine line = words.apply(StyledLine.of(remark.get(), Role.DIM));
      return Prose.fold(List.of(line), screen.get().width());
    }
    return world
        .past()
        .map(this::whyThen)
        .orElseGet(() -> WhyText.of(scene(), screen.get(), words));
  }

  /** Whether {@code why} has a rule to tell. */
  boolean isThereAWhy() {
    return world.remark().isEmpty()
        && WhyText.tellsARule(world.past().map(Pictures::sceneOf).orElseGet(this::scene));
  }

  private static Scene sceneOf(World.Past past) {
    Scene scene =
        Scene.of(past.cluster().snapshot())
            .withLast(past.last(), past.cluster().trace().since(0))
            .withSpent(past.spent());
    return past.before().map(Cluster::snapshot).map(scene::withBefore).orElse(scene);
  }

  private List<StyledLine> whyThen(World.Past past) {
    StyledLine head =
        words.apply(
            StyledLine.of(
                "Nothing was asked of this cluster yet. Your last command, on the one before:",
                Role.DIM));
    List<StyledLine> lines = new ArrayList<>(Prose.fold(List.of(head), screen.get().width()));
    lines.addAll(WhyText.of(sceneOf(past), screen.get(), words));
    return lines;
  }

  /** One line (or few) about how the line was routed that just ran; none when nothing was. */
  List<StyledLine> routeLine() {
    return RouteLine.of(
        world.thisLine(),
        world.thisLineCost(),
        ShardRoles.of(world.cluster().shardIds().stream().map(NodeId::name).toList()),
        screen.get(),
        words);
  }

  /** The messages of the last line, as {@code show trace} draws them. */
  List<StyledLine> trace() {
    return Diagrams.draw("trace", scene(), screen.get());
  }
}
