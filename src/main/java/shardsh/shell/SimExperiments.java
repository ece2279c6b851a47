package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.ServerProfile;
import shardsh.core.cluster.Cluster;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.SnapshotDiff;
import shardsh.core.trace.RouteReport;
import shardsh.js.ShellInputException;
import shardsh.render.Diagrams;
import shardsh.render.KeyTable;
import shardsh.render.ProfileTable;
import shardsh.render.Scene;

/** The part of {@code sim} that compares clusters: pictures, and what a script would do. */
final class SimExperiments {
  private static final int DIFFERENCES_MAX = 200;
  private static final String ON_COPIES =
      "The last line ran on copies of the cluster; of the cluster itself it asked nothing.";

  private final World world;
  private final SessionHost host;
  private final Experiments experiments;

  SimExperiments(World world, SessionHost host, Experiments experiments) {
    this.world = world;
    this.host = host;
    this.experiments = experiments;
  }

  /** {@code {chunks, versions, caches, sizesMB, documents}}; see {@link SnapshotDiff}. */
  BsonDocument diff(String a, String b) {
    return diff(picture(a), picture(b));
  }

  private BsonDocument diff(ClusterSnapshot before, ClusterSnapshot after) {
    host.draw(screen -> Diagrams.draw("diff", scene(after).withBefore(before), screen));
    return SnapshotDiff.of(before, after);
  }

  private Scene scene(ClusterSnapshot cluster) {
    return host.inWords(Scene.of(cluster));
  }

  /** The load that was driven last, as bars. */
  void drawLoad() {
    ClusterSnapshot now = world.cluster().snapshot();
    host.draw(screen -> Diagrams.draw("load", scene(now), screen));
  }

  /** A comparison of shard keys, as a table. */
  void drawKeys(BsonDocument comparison) {
    world.remark(ON_COPIES);
    host.drawReply(
        screen -> KeyTable.lines(comparison, screen, host::inLanguage),
        "let r = sim.compareShardKeys(…) keeps it: r.keys[0].targetedShare");
  }

  private ClusterSnapshot picture(String name) {
    return world
        .picture(name)
        .map(Cluster::snapshot)
        .orElseThrow(
            () -> {
              List<String> names = new ArrayList<>(world.forkNames());
              names.addAll(List.of("start", "last", "now"));
              return ShellInputException.invalid("there is no fork '" + name + "'")
                  .withHint("to compare: " + String.join(", ", names));
            });
  }

  /** {@code {result or error, output, diff}}. */
  BsonDocument whatIf(String js) {
    world.remark(ON_COPIES);
    Experiments.Result result = experiments.run(world.cluster().copy(), js);
    return ending(result)
        .append("output", new BsonString(result.output()))
        .append("diff", diff(world.cluster().snapshot(), result.cluster().snapshot()));
  }

  private static BsonDocument ending(Experiments.Result result) {
    return result
        .error()
        .map(error -> new BsonDocument("error", error))
        .orElseGet(() -> new BsonDocument("result", result.value().orElse(BsonNull.VALUE)));
  }

  /**
   * {@code {runs: [{profile, result or error, chunks, versions, routes, cost, output}], differs:
   * [path]}}.
   */
  BsonDocument compareProfiles(String js, List<String> profiles) {
    if (profiles.isEmpty()) {
      throw ShellInputException.invalid("there is no profile to compare")
          .withHint("sim.compareProfiles(js, [\"classic\", \"8.0\"])");
    }
    for (String profile : profiles) {
      requireProfile(profile);
    }
    world.remark(ON_COPIES);
    BsonArray runs = new BsonArray();
    for (String profile : profiles) {
      Experiments.Result result = experiments.run(world.cluster().copyAs(profile), js);
      ClusterSnapshot after = result.cluster().snapshot();
      BsonDocument run = new BsonDocument("profile", new BsonString(profile));
      run.putAll(ending(result));
      BsonArray routes = new BsonArray();
      RouteReport.allOf(result.trace()).forEach(route -> routes.add(RouteDocument.of(route)));
      runs.add(
          run.append("chunks", SnapshotDiff.chunksOf(after))
              .append("versions", SnapshotDiff.versionsOf(after))
              .append("routes", routes)
              .append(
                  "cost",
                  CostDocument.of(result.cost())
                      .append("millis", CostDocument.millis(result.trace())))
              .append("output", new BsonString(result.output())));
    }
    BsonDocument comparison = new BsonDocument("runs", runs).append("differs", differing(runs));
    host.drawReply(
        screen -> ProfileTable.lines(comparison, screen),
        "let r = sim.compareProfiles(…) keeps it: r.differs, r.runs[0].result");
    return comparison;
  }

  private static void requireProfile(String profile) {
    boolean known = ServerProfile.ALL.stream().anyMatch(one -> one.name().equals(profile));
    if (!known) {
      throw ShellInputException.invalid("there is no profile '" + profile + "'")
          .withHint(
              "profiles: "
                  + String.join(
                      ", ", ServerProfile.ALL.stream().map(ServerProfile::name).toList()));
    }
  }

  private static BsonArray differing(BsonArray runs) {
    Set<String> paths = new LinkedHashSet<>();
    BsonDocument first = withoutProfile(runs.get(0));
    for (BsonValue run : runs) {
      addDifferences("", first, withoutProfile(run), paths);
    }
    BsonArray differs = new BsonArray();
    paths.stream().limit(DIFFERENCES_MAX).map(BsonString::new).forEach(differs::add);
    return differs;
  }

  private static BsonDocument withoutProfile(BsonValue run) {
    BsonDocument rest = new BsonDocument();
    rest.putAll(run.asDocument());
    rest.remove("profile");
    return rest;
  }

  /** Paths at which two values part; a list whose length differs counts as a whole. */
  private static void addDifferences(
      String path, BsonValue one, BsonValue other, Set<String> paths) {
    if (one.equals(other)) {
      return;
    }
    if (one.isDocument() && other.isDocument()) {
      Set<String> names = new LinkedHashSet<>(one.asDocument().keySet());
      names.addAll(other.asDocument().keySet());
      for (String name : names) {
        BsonValue left = one.asDocument().get(name, BsonNull.VALUE);
        BsonValue right = other.asDocument().get(name, BsonNull.VALUE);
        addDifferences(path.isEmpty() ? name : path + "." + name, left, right, paths);
      }
    } else if (one.isArray() && other.isArray() && one.asArray().size() == other.asArray().size()) {
      for (int i = 0; i < one.asArray().size(); i++) {
        addDifferences(path + "." + i, one.asArray().get(i), other.asArray().get(i), paths);
      }
    } else {
      paths.add(path);
    }
  }
}
