package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.JavaScriptFunctions;
import shardsh.core.cluster.Cluster;
import shardsh.core.snapshot.ClusterSpec;
import shardsh.js.Evaluation;
import shardsh.lesson.Fault;
import shardsh.lesson.Lesson;
import shardsh.lesson.LessonException;
import shardsh.lesson.SetupLimitException;
import shardsh.lesson.Step;

/**
 * The clusters of a lesson: how it starts, and how each step starts, kept as it was reached or made
 * by the reference solutions. Scripts of the lesson run in a world of JavaScript of their own,
 * which nothing that the learner has typed can reach.
 */
final class LessonWorlds {
  private final Lesson lesson;
  private final OptionalLong seed;
  private final Experiments experiments;
  private final SessionHost host;
  private final JavaScriptFunctions functions;
  private final Map<Integer, Cluster> starts = new LinkedHashMap<>();

  /** What setups gave, by the step that begins with them. */
  private final Map<Integer, Cluster> setups;

  LessonWorlds(Lesson lesson, OptionalLong seed, LiveSession session) {
    this.lesson = lesson;
    this.seed = seed;
    this.experiments = session.experiments();
    this.host = session.host();
    this.functions = session::callFunction;
    this.setups = new LinkedHashMap<>();
  }

  private LessonWorlds(LessonWorlds others) {
    this.lesson = others.lesson;
    this.seed = others.seed;
    this.experiments = others.experiments;
    this.host = others.host;
    this.functions = others.functions;
    this.setups = others.setups;
  }

  /** Other clusters of the same lesson, which have in common with these what setups gave. */
  LessonWorlds beside() {
    return new LessonWorlds(this);
  }

  /** A fresh cluster as a setup says. */
  Cluster built(ClusterSpec setup) {
    Cluster cluster;
    try {
      cluster = Cluster.start(setup, Optional.empty(), seed, host.interrupts());
      cluster.useJavaScript(functions);
    } catch (IllegalArgumentException e) {
      throw broken("the setup cannot be started: " + e.getMessage());
    }
    if (setup.run().isBlank()) {
      return cluster;
    }
    BsonValue latency = cluster.sim().parameters().get("latencyMs");
    cluster.sim().setParameters(new BsonDocument("latencyMs", new BsonInt32(0)));
    Experiments.Result done = prepared(cluster, setup.run());
    if (done.error().isPresent()) {
      throw broken(
          "the script 'run' of the setup failed: "
              + done.error().get().getString("message").getValue());
    }
    Cluster ready = done.cluster();
    ready.sim().setParameters(new BsonDocument("latencyMs", latency));
    ready.beginsNow();
    return ready;
  }

  private Experiments.Result prepared(Cluster cluster, String js) {
    try {
      return experiments.prepare(cluster, js, cluster.firstDatabase());
    } catch (CommandException e) {
      if (e.detail().isPresent() && e.detail().get() instanceof Evaluation.Limit limit) {
        throw new SetupLimitException("lesson", lesson.id(), limit == Evaluation.Limit.TIME);
      }
      throw e;
    }
  }

  private LessonException broken(String problem) {
    return new LessonException(
        List.of(new Fault(lesson.origin(), 0, problem, "shardsh author test finds more")));
  }

  /**
   * How the step at that index starts, or after the last one how the lesson ends; a copy that may
   * be changed.
   */
  Cluster start(int index) {
    Cluster known = starts.get(index);
    if (known == null) {
      known = made(index);
      starts.put(index, known);
    }
    return known.copy();
  }

  private Cluster made(int index) {
    boolean isEnd = index == lesson.steps().size();
    Optional<ClusterSpec> own = isEnd ? Optional.empty() : lesson.steps().get(index).setup();
    if (own.isPresent() || index == 0) {
      Cluster ready = setups.get(index);
      if (ready == null) {
        ready = built(own.orElse(lesson.setup()));
        setups.put(index, ready);
      }
      return ready.copy();
    }
    Cluster before = start(index - 1);
    reference(lesson.steps().get(index - 1))
        .ifPresent(js -> experiments.type(before, js, before.firstDatabase()));
    return before;
  }

  /** What its author would do in a step. */
  static Optional<String> reference(Step step) {
    return step.solution().or(() -> step.question().flatMap(question -> question.suggest()));
  }

  /** The step was reached like this. */
  void keep(int index, Cluster cluster) {
    starts.put(index, cluster.copy());
  }

  /** Forgets how steps from that one on were reached. */
  void forgetFrom(int index) {
    starts.keySet().removeIf(at -> at >= index);
  }
}
