package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.cluster.Connection;
import shardsh.core.trace.RouteReport;
import shardsh.js.ShellInputException;
import shardsh.js.api.Settings;
import shardsh.js.api.SimHost;

/** The programmable side of the simulation, on the session's world. */
final class SessionSim implements SimHost {
  /** What there is to say of time that passed where nothing was due. */
  static final String WAITED =
      "The last line let time pass: nothing was due, and no shard was asked.";

  private final World world;
  private final Supplier<Connection> connection;
  private final SessionHost host;
  private final SimExperiments experiments;
  private final SimFiles files;

  /**
   * @param connection the one that {@code db} has now
   */
  SessionSim(
      World world, Supplier<Connection> connection, SessionHost host, Experiments experiments) {
    this.world = world;
    this.connection = connection;
    this.host = host;
    this.experiments = new SimExperiments(world, host, experiments);
    this.files = new SimFiles(world, host, experiments);
  }

  @Override
  public BsonDocument clock() {
    return world.cluster().sim().clock();
  }

  @Override
  public BsonDocument advance(long millis) {
    world.remark(WAITED);
    return world.cluster().sim().advance(millis);
  }

  @Override
  public BsonDocument step(int count) {
    return world.cluster().sim().step(count);
  }

  @Override
  public BsonDocument stepMigrations(boolean on) {
    world.touched();
    return world.cluster().sim().stepMigrations(on);
  }

  @Override
  public BsonDocument balance() {
    return world.cluster().sim().balance();
  }

  @Override
  public BsonDocument fill(String ns, BsonDocument key, double megabytes, OptionalLong documents) {
    return world.cluster().sim().fill(routerInUse(), namespace(ns), key, megabytes, documents);
  }

  private static Namespace namespace(String ns) {
    int dot = ns.indexOf('.');
    if (dot <= 0 || dot == ns.length() - 1) {
      throw ShellInputException.invalid("'" + ns + "' is not a namespace")
          .withHint("a namespace is \"database.collection\", e.g. \"shop.orders\"");
    }
    return Namespace.parse(ns);
  }

  private NodeId routerInUse() {
    NodeId node = connection.get().node();
    return world.cluster().isRouter(node) ? node : world.cluster().routerIds().get(0);
  }

  @Override
  public BsonDocument load(String ns, BsonDocument spec) {
    world.touched();
    BsonDocument report = world.cluster().sim().load(routerInUse(), namespace(ns), spec);
    experiments.drawLoad();
    return report;
  }

  @Override
  public Connection router(String name) {
    List<NodeId> routers = world.cluster().routerIds();
    for (int i = 0; i < routers.size(); i++) {
      if (routers.get(i).name().equals(name) || Integer.toString(i).equals(name)) {
        return Cluster.connect(world::cluster, routers.get(i));
      }
    }
    throw ShellInputException.invalid("there is no router '" + name + "'")
        .withHint("routers: " + String.join(", ", routers.stream().map(NodeId::name).toList()));
  }

  @Override
  public BsonArray trace(String scope) {
    return world.cluster().sim().events(scope.equals("all") ? 0 : world.lastPlace());
  }

  @Override
  public BsonDocument lastRoute() {
    return RouteReport.lastOf(world.cluster().trace().since(0))
        .map(RouteDocument::of)
        .orElseGet(BsonDocument::new);
  }

  @Override
  public BsonDocument cost(Optional<BsonDocument> parameters) {
    if (parameters.isPresent()) {
      world.cluster().sim().setCostParameters(parameters.get());
      world.touched();
    }
    return new BsonDocument("params", world.cluster().sim().costParameters())
        .append(
            "last",
            CostDocument.of(world.lastLineCost())
                .append("millis", CostDocument.millis(world.lastLine())))
        .append(
            "total",
            CostDocument.of(world.cluster().trace().totalCost())
                .append("millis", new BsonDouble(world.cluster().clock().elapsedMillis())));
  }

  @Override
  public BsonDocument secondOpinion(String ns, BsonValue what, Optional<String> mutant) {
    return world.cluster().sim().secondOpinion(routerInUse(), namespace(ns), what, mutant);
  }

  @Override
  public BsonDocument config(Optional<BsonDocument> parameters) {
    if (parameters.isEmpty()) {
      return world.cluster().sim().parameters();
    }
    world.touched();
    return world.cluster().sim().setParameters(parameters.get());
  }

  private NodeId node(String name) {
    return world
        .cluster()
        .find(name)
        .orElseThrow(
            () ->
                ShellInputException.invalid("there is no process '" + name + "'")
                    .withHint(Processes.hint(name, processNames(), members())));
  }

  private List<String> members() {
    return world.cluster().names().members();
  }

  private List<String> processNames() {
    List<String> names = new ArrayList<>();
    world.cluster().routerIds().forEach(id -> names.add(id.name()));
    names.add(NodeId.CONFIG.name());
    world.cluster().shardIds().forEach(id -> names.add(id.name()));
    return names;
  }

  @Override
  public BsonDocument down(String node) {
    return world.cluster().sim().down(node(node));
  }

  @Override
  public BsonDocument up(String node) {
    return world.cluster().sim().up(node(node));
  }

  @Override
  public BsonDocument fail(Optional<BsonDocument> fault) {
    if (fault.isEmpty()) {
      return world.cluster().sim().faults();
    }
    world.touched();
    return world.cluster().sim().fail(fault.get());
  }

  @Override
  public BsonDocument failOff() {
    world.touched();
    return world.cluster().sim().failOff();
  }

  @Override
  public BsonDocument animate(String mode, OptionalDouble speed) {
    Settings settings = host.settings();
    if (speed.isPresent()) {
      double wanted = speed.getAsDouble();
      boolean isWhole = wanted == Math.rint(wanted) && Math.abs(wanted) < Integer.MAX_VALUE;
      BsonValue value = isWhole ? new BsonInt32((int) wanted) : new BsonDouble(wanted);
      Optional<String> fault = settings.set("animationSpeed", value);
      if (fault.isPresent()) {
        throw ShellInputException.invalid(fault.get().replace("animationSpeed", "speed"));
      }
    }
    host.animate(mode.equals("on"));
    return new BsonDocument("animate", new BsonString(mode))
        .append("speed", settings.all().get("animationSpeed"));
  }

  @Override
  public BsonDocument importFrom(String source, Optional<String> sizes) {
    return files.importFrom(source, sizes);
  }

  @Override
  public BsonValue save(Optional<String> file) {
    return files.save(file);
  }

  @Override
  public BsonDocument fork(Optional<String> name) {
    name.filter(text -> text.isBlank() || List.of("start", "last", "now").contains(text))
        .ifPresent(
            text -> {
              throw ShellInputException.invalid("a fork cannot be named '" + text + "'")
                  .withHint("start, last and now are taken by sim.diff; sim.fork() finds a name");
            });
    return new BsonDocument("fork", new BsonString(world.fork(name)));
  }

  @Override
  public BsonDocument back(Optional<String> name) {
    String found =
        world
            .back(name)
            .orElseThrow(
                () ->
                    ShellInputException.invalid(
                            name.map(text -> "there is no fork '" + text + "'")
                                .orElse("there is no fork to go back to"))
                        .withHint(
                            world.forkNames().isEmpty()
                                ? "sim.fork(\"before\") makes one"
                                : "forks: " + String.join(", ", world.forkNames())));
    return new BsonDocument("back", new BsonString(found));
  }

  @Override
  public BsonDocument diff(String a, String b) {
    return experiments.diff(a, b);
  }

  @Override
  public BsonDocument whatIf(String js) {
    return experiments.whatIf(js);
  }

  @Override
  public BsonDocument compareProfiles(String js, List<String> profiles) {
    return experiments.compareProfiles(js, profiles);
  }

  @Override
  public BsonDocument compareShardKeys(String ns, List<BsonDocument> keys, BsonDocument load) {
    BsonDocument table =
        world.cluster().sim().compareShardKeys(routerInUse(), namespace(ns), keys, load);
    experiments.drawKeys(table);
    return table;
  }
}
