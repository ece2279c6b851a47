package shardsh.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.JavaScriptFunctions;
import shardsh.core.cluster.Cluster;
import shardsh.core.snapshot.ClusterSpec;
import shardsh.js.Evaluation;
import shardsh.js.JsEngine;
import shardsh.js.SourceKind;
import shardsh.lesson.ClusterFiles;
import shardsh.lesson.Fault;
import shardsh.lesson.LessonException;
import shardsh.lesson.SetupLimitException;

/** Starts the cluster that a session begins on, and runs what its file says. */
final class ClusterStart {
  private final SessionSettings settings;
  private final InterruptFlag interrupts;
  private final JavaScriptFunctions functions;

  /** What the cluster file says is to be run, once the cluster is there. */
  private String script = "";

  /**
   * @param functions runs the functions that commands carry
   */
  ClusterStart(SessionSettings settings, InterruptFlag interrupts, JavaScriptFunctions functions) {
    this.settings = settings;
    this.interrupts = interrupts;
    this.functions = functions;
  }

  /** The usual cluster: nothing of it can be missing or wrong, and it has no script. */
  static boolean isSure(SessionSettings settings) {
    return settings.cluster().equals(ClusterFiles.NAMES.get(0)) && settings.profile().isEmpty();
  }

  Cluster cluster() {
    ClusterSpec spec = spec();
    script = spec.run();
    Cluster cluster = Cluster.start(spec, settings.profile(), settings.seed(), interrupts);
    cluster.useJavaScript(functions);
    return cluster;
  }

  private ClusterSpec spec() {
    ClusterFiles files = new ClusterFiles();
    ClusterSpec spec =
        ClusterFiles.isFile(settings.cluster())
            ? files.read(Path.of(settings.cluster()))
            : files.named(settings.cluster());
    return ClusterSizes.resized(spec, settings.shards(), settings.routers());
  }

  /** Runs what the cluster file says, as if it had been so from the start. */
  void prepare(World world, SessionHost host, Supplier<JsEngine> engines) {
    if (script.isBlank()) {
      return;
    }
    JsEngine engine = engines.get();
    BsonDocument before = world.cluster().sim().parameters();
    world.cluster().sim().setParameters(new BsonDocument("latencyMs", new BsonInt32(0)));
    host.begin(new NoOutput(), false);
    // In a block, so that its names are not the session's.
    Evaluation evaluation = engine.evaluate("{" + script + "\n}", "setup", SourceKind.FILE);
    if (evaluation instanceof Evaluation.Failed failed) {
      throw new LessonException(
          List.of(
              new Fault(
                  settings.cluster(),
                  0,
                  "the script 'run' of the cluster failed: " + failed.error().message(),
                  "shardsh author lint finds more")));
    }
    if (evaluation instanceof Evaluation.LimitReached limit) {
      throw new SetupLimitException(
          "cluster", settings.cluster(), limit.limit() == Evaluation.Limit.TIME);
    }
    world.cluster().sim().setParameters(new BsonDocument("latencyMs", before.get("latencyMs")));
    world.startsHere();
  }
}
