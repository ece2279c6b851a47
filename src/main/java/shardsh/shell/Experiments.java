package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.trace.Cost;
import shardsh.core.trace.TraceEntry;
import shardsh.js.EndedException;
import shardsh.js.EngineLimits;
import shardsh.js.Evaluation;
import shardsh.js.GuestValue;
import shardsh.js.JsEngine;
import shardsh.js.ShellInputException;
import shardsh.js.SourceKind;
import shardsh.js.api.ShellApi;
import shardsh.js.api.ShellResult;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/**
 * Runs JavaScript on a cluster that is not the session's, in a world of JavaScript that is not the
 * session's either: it sees no variable of the learner's, and the learner none of its own.
 */
final class Experiments {
  /** How many times the limit of a text making a lesson ready may take. */
  private static final int PATIENCE = 6;

  private final Supplier<JsEngine> engine;
  private final EngineLimits limits;
  private final Supplier<ScreenProfile> screen;
  private final SessionHost host;

  /**
   * @param engine the session's, of which the others share parsed code
   * @param host the session's, whose connection and database the script begins on
   */
  Experiments(
      Supplier<JsEngine> engine,
      EngineLimits limits,
      Supplier<ScreenProfile> screen,
      SessionHost host) {
    this.engine = engine;
    this.limits = limits;
    this.screen = screen;
    this.host = host;
  }

  /**
   * How a script ended.
   *
   * @param cluster as it left it
   * @param value what it gave, of a cursor the first batch; empty when it threw
   * @param error what it threw: {@code {name, message, code?, codeName?}}
   * @param output what it printed, one line each
   */
  record Result(
      Cluster cluster,
      Optional<BsonValue> value,
      Optional<BsonDocument> error,
      String output,
      List<TraceEntry> trace,
      Cost cost) {}

  /** Collects what a script prints. */
  private static final class Lines implements ShellOutput {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void print(StyledLine line) {
      lines.add(line.text());
    }

    @Override
    public void warn(StyledLine line) {
      lines.add(line.text());
    }

    @Override
    public void clearScreen() {}
  }

  /**
   * Runs a script on a copy of the session's cluster, which it changes, from where the session is.
   */
  Result run(Cluster copy, String js) {
    return run(copy, js, host.connection().node(), host.database(), limits);
  }

  /** Runs a script on a cluster, which it changes, through its first router. */
  Result run(Cluster cluster, String js, String database) {
    return run(cluster, js, cluster.routerIds().get(0), database, limits);
  }

  /**
   * As the last for what makes a lesson ready: nobody waits for it in vain, so it may take much
   * longer than a text of the user.
   *
   * @throws CommandException with the {@link Evaluation.Limit} as its detail when one was reached
   */
  Result prepare(Cluster cluster, String js, String database) {
    EngineLimits patient =
        new EngineLimits(
            limits.time().map(time -> time.multipliedBy(PATIENCE)),
            limits.memoryMegabytes(),
            OptionalLong.empty());
    return run(cluster, js, cluster.routerIds().get(0), database, patient);
  }

  private Result run(
      Cluster cluster, String js, NodeId node, String database, EngineLimits bounds) {
    World world = new World(() -> cluster);
    SessionHost inner = new SessionHost(world, host.interrupts(), new SessionConfig("none"));
    inner.enters(cluster);
    inner.databaseChanged(Cluster.connect(world::cluster, node), database);
    Pictures pictures = new Pictures(world, screen, inner::database);
    SessionSim sim = new SessionSim(world, inner::connection, inner, on(inner));
    inner.use(pictures, sim, Experiments::noWord, Experiments::noHelp);
    Lines lines = new Lines();
    inner.begin(lines, false);
    try (JsEngine own = engine.get().isolated(inner, bounds)) {
      return host.stoppingToo(own::interrupt, () -> run(world, inner, own, js, lines));
    }
  }

  /**
   * Does on a cluster, which it changes, what a prompt would do with a text: statement by
   * statement, cursors run, whatever any of them throws.
   *
   * @return what the first statement threw that threw
   */
  Optional<BsonDocument> type(Cluster cluster, String js, String database) {
    World world = new World(() -> cluster);
    SessionHost inner = new SessionHost(world, host.interrupts(), new SessionConfig("none"));
    inner.enters(cluster);
    inner.databaseChanged(Cluster.connect(world::cluster, cluster.routerIds().get(0)), database);
    Pictures pictures = new Pictures(world, screen, inner::database);
    SessionSim sim = new SessionSim(world, inner::connection, inner, on(inner));
    inner.use(pictures, sim, Experiments::noWord, Experiments::noHelp);
    inner.begin(new Lines(), false);
    try (JsEngine own = engine.get().isolated(inner, limits)) {
      ShellApi api = ShellApi.install(own, inner, inner::connection, inner::database);
      inner.onReconnect(() -> api.connectTo(inner.connection(), inner.database()));
      Optional<BsonDocument> first = Optional.empty();
      for (String statement : Statements.of(js, own)) {
        Optional<BsonDocument> error = typed(own, api, statement);
        first = first.isPresent() ? first : error;
      }
      return first;
    }
  }

  private static Optional<BsonDocument> typed(JsEngine own, ShellApi api, String statement) {
    try {
      Evaluation ended = own.evaluate(statement, "script", SourceKind.INTERACTIVE);
      if (ended instanceof Evaluation.Completed completed) {
        api.result(completed.value());
        return Optional.empty();
      }
      return error(ended);
    } catch (EndedException e) {
      return error(e.outcome());
    }
  }

  private Experiments on(SessionHost inner) {
    return new Experiments(engine, limits, screen, inner);
  }

  private Result run(World world, SessionHost inner, JsEngine own, String js, Lines lines) {
    ShellApi api = ShellApi.install(own, inner, inner::connection, inner::database);
    inner.onReconnect(() -> api.connectTo(inner.connection(), inner.database()));
    Cost before = world.cluster().trace().totalCost();
    world.lineBegins(js);
    Optional<BsonValue> value = Optional.empty();
    Optional<BsonDocument> error = Optional.empty();
    try {
      Evaluation ended = own.evaluate(js, "script", SourceKind.FILE);
      if (ended instanceof Evaluation.Completed completed) {
        value = Optional.of(value(own, api, completed.value()));
      } else {
        error = error(ended);
      }
    } catch (EndedException e) {
      error = error(e.outcome());
    }
    world.lineEnds();
    return new Result(
        world.cluster(),
        value.or(() -> Optional.of(BsonNull.VALUE)),
        error,
        String.join("\n", lines.lines),
        world.thisLine(),
        world.cluster().trace().totalCost().minus(before));
  }

  private BsonValue value(JsEngine own, ShellApi api, GuestValue value) {
    if (value.isUndefined() || value.isFunction()) {
      return BsonNull.VALUE;
    }
    ShellResult result = api.result(value);
    if (result instanceof ShellResult.Page page) {
      return new BsonArray(page.page().values());
    }
    if (result instanceof ShellResult.Plain plain) {
      return own.guarded(() -> plain.value().toData());
    }
    SessionConfig config = new SessionConfig("none");
    List<String> text = new ArrayList<>();
    new ResultPrinter(config, true, screen.get().width())
        .lines(result)
        .forEach(line -> text.add(line.text()));
    return new BsonString(String.join("\n", text));
  }

  /** What the script threw; empty when it ended itself. */
  private static Optional<BsonDocument> error(Evaluation ended) {
    if (ended instanceof Evaluation.Failed failed) {
      BsonDocument whole = JsonErrors.document(failed.error());
      BsonDocument error =
          new BsonDocument("name", whole.get("name")).append("message", whole.get("message"));
      for (String field : List.of("code", "codeName")) {
        if (whole.containsKey(field)) {
          error.append(field, whole.get(field));
        }
      }
      return Optional.of(error);
    }
    if (ended instanceof Evaluation.LimitReached limit
        && limit.limit() == Evaluation.Limit.STATEMENTS) {
      throw new ShellInputException(
          "LimitReached", "the script on the copy used up its statements", "");
    }
    if (!(ended instanceof Evaluation.Exited)) {
      Evaluation.Limit reached =
          ended instanceof Evaluation.LimitReached limit ? limit.limit() : null;
      throw new CommandException(ErrorCode.INTERRUPTED, "operation was interrupted", reached);
    }
    return Optional.empty();
  }

  private static void noWord(String line, ShellOutput output) {
    throw ShellInputException.invalid("a script on a copy knows no words: " + line);
  }

  private static List<StyledLine> noHelp(String topic) {
    throw ShellInputException.invalid("a script on a copy has no help");
  }
}
