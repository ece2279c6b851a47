package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * {@code sim}: what a real cluster does by itself or by accident, and looking at it from outside.
 */
final class Sim extends ApiObject {

  Sim(ShellApi api) {
    super(api);
  }

  @Override
  String apiName() {
    return "Sim";
  }

  @Override
  String callPrefix() {
    return "sim.";
  }

  @Override
  List<Object> parts() {
    return List.of(this, new SimWorlds(api));
  }

  @Override
  public String display() {
    return "Sim class; sim.help() lists its methods";
  }

  private SimHost host() {
    return api.host().sim();
  }

  /** A reply with {@code ok: 1} at its end. */
  static BsonDocument ok(BsonDocument reply) {
    BsonDocument result = new BsonDocument();
    result.putAll(reply);
    return result.append("ok", new BsonInt32(1));
  }

  /** A node's name, or the number of a router. */
  static String nodeName(Args args, int position) {
    if (args.isNumber(position)) {
      double number = args.number(position);
      if (number < 0 || number != Math.rint(number)) {
        throw args.invalid("A router is a name or a whole number, got " + number);
      }
      return "m" + (int) number;
    }
    return args.text(position);
  }

  @ShellMethod(takes = 0, usage = "sim.clock()", help = "Simulated time and what is due.")
  Object clock(Args args) {
    return ok(host().clock());
  }

  @ShellMethod(
      takes = 1,
      usage = "sim.advance(\"15m\")",
      help =
          "Moves time on; what falls due runs in order. Balancer rounds that moved nothing are only"
              + " counted.")
  Object advance(Args args) {
    return ok(host().advance(args.durationMillis(0)));
  }

  @ShellMethod(
      takes = 1,
      usage = "sim.step()",
      help = "Runs the next due task, or the next step of a move or resharding that stands still.")
  Object step(Args args) {
    long count = args.has(0) ? args.whole(0) : 1;
    if (count < 1) {
      throw args.invalid("The number of steps must be positive, got " + count);
    }
    return ok(host().step((int) Math.min(count, Integer.MAX_VALUE)));
  }

  @ShellMethod(
      takes = 1,
      usage = "sim.stepMigrations(true)",
      help = "Lets moves and resharding stop before each of their steps; sim.step() does one.")
  Object stepMigrations(Args args) {
    return ok(host().stepMigrations(args.bool(0)));
  }

  @ShellMethod(takes = 0, usage = "sim.balance()", help = "One round of the balancer, now.")
  Object balance(Args args) {
    return ok(host().balance());
  }

  @ShellMethod(
      takes = 4,
      usage = "sim.fill(\"shop.orders\", {customerId: 580}, 70)",
      help = "Writes megabytes of weight at a key or a range of keys, without documents.")
  Object fill(Args args) {
    String ns = args.text(0);
    BsonDocument key = args.document(1);
    double megabytes = args.number(2);
    BsonDocument options = args.options(3, "docs");
    BsonValue docs = options.get("docs");
    if (docs != null && !docs.isNumber()) {
      throw args.invalid("docs must be a number of documents");
    }
    OptionalLong documents =
        docs == null ? OptionalLong.empty() : OptionalLong.of(docs.asNumber().longValue());
    return ok(host().fill(ns, key, megabytes, documents));
  }

  @ShellMethod(
      takes = 2,
      usage =
          "sim.load(\"shop.orders\", {operations: 1000, inserts: 1, fields: {customerId:"
              + " {increasing: 601}}})",
      filterAt = 1,
      help = "A reproducible mix of reads and inserts.")
  Object load(Args args) {
    return ok(host().load(args.text(0), args.document(1)));
  }

  @ShellMethod(
      takes = 1,
      usage = "db = sim.router(\"m0\")",
      help = "The current database, but asked through another router.")
  Object router(Args args) {
    return new Mongo(api, host().router(nodeName(args, 0))).database(api.database());
  }

  @ShellMethod(
      takes = 1,
      usage = "sim.trace().filter(e => e.kind === \"stale\")",
      help = "The events of the last command, or of \"all\".")
  Object trace(Args args) {
    String scope = args.has(0) ? args.text(0) : "last";
    if (!scope.equals("last") && !scope.equals("all")) {
      throw args.invalid("The scope must be \"last\" or \"all\", got \"" + scope + "\"");
    }
    return host().trace(scope);
  }

  @ShellMethod(takes = 0, usage = "sim.lastRoute()", help = "The last routing decision.")
  Object lastRoute(Args args) {
    return ok(host().lastRoute());
  }

  @ShellMethod(
      takes = 1,
      usage = "sim.cost().last.rowsShipped",
      help = "What the last command and the session cost; with a document, sets parameters.")
  Object cost(Args args) {
    return ok(host().cost(args.documentIfAny(0)));
  }

  @ShellMethod(
      takes = 3,
      usage = "sim.secondOpinion(\"shop.orders\", {customerId: 42})",
      help = "Targets by an independent routine and compares: a filter, or so many random ones.")
  Object secondOpinion(Args args) {
    String ns = args.text(0);
    if (args.isText(1)) {
      throw args.wrongType(1, "object or number");
    }
    BsonValue what = args.isNumber(1) ? args.any(1) : args.document(1);
    Optional<String> name = args.textOption(2, "mutant");
    return ok(host().secondOpinion(ns, what, name));
  }

  @ShellMethod(
      takes = 1,
      usage = "sim.config({hash: \"real\"})",
      help = "Reads or changes the parameters of the cluster.")
  Object config(Args args) {
    return ok(host().config(args.documentIfAny(0)));
  }

  @ShellMethod(
      takes = 1,
      usage = "sim.down(\"s1\")",
      help = "Takes a node away: a router, a member (s1:2), or a set's primary by its name (s1).")
  Object down(Args args) {
    return ok(host().down(args.text(0)));
  }

  @ShellMethod(
      takes = 1,
      usage = "sim.up(\"s1\")",
      help = "Brings a node back; by the name of a set all its members.")
  Object up(Args args) {
    return ok(host().up(args.text(0)));
  }

  @ShellMethod(
      takes = 1,
      usage = "sim.fail({to: \"cfgrs\", do: \"drop\", times: 1})",
      help = "Adds a fault on messages; without one lists them; \"off\" removes all.")
  Object fail(Args args) {
    if (args.isText(0)) {
      if (!args.text(0).equals("off")) {
        throw args.invalid("A fault is a document, or \"off\", got \"" + args.text(0) + "\"");
      }
      return ok(host().failOff());
    }
    return ok(host().fail(args.documentIfAny(0)));
  }

  @ShellMethod(
      takes = 2,
      usage = "sim.animate(\"on\", {speed: 2})",
      help = "Lets messages travel on the screen after each line, at a terminal; \"off\" ends it.")
  Object animate(Args args) {
    BsonDocument options = args.options(1, "speed");
    OptionalDouble speed =
        options.containsKey("speed")
            ? OptionalDouble.of(Fields.number(options, "speed"))
            : OptionalDouble.empty();
    String mode = args.text(0);
    if (!mode.equals("on") && !mode.equals("off")) {
      throw args.invalid("The mode must be \"on\" or \"off\", got \"" + mode + "\"");
    }
    return ok(host().animate(mode, speed));
  }

  /** Copies of the cluster: saving, forking, comparing. */
  static final class SimWorlds {
    private final ShellApi api;

    SimWorlds(ShellApi api) {
      this.api = api;
    }

    private SimHost host() {
      return api.host().sim();
    }

    @ShellMethod(
        takes = 2,
        usage = "sim.import(sim.save())",
        help =
            "Replaces the cluster by one read from a text, or from the file of that name: a cluster"
                + " file, sh.status(), documents of config.*.")
    Object import_(Args args) {
      Optional<String> text = args.textOption(1, "sizes");
      return ok(host().importFrom(args.text(0), text));
    }

    @ShellMethod(
        takes = 1,
        usage = "sim.save()",
        help = "The present cluster as the text of a cluster file; with a name, writes that file.")
    Object save(Args args) {
      BsonValue saved = host().save(args.textIfAny(0));
      return saved.isDocument() ? ok(saved.asDocument()) : saved;
    }

    @ShellMethod(
        takes = 1,
        usage = "sim.fork(\"before\")",
        help = "Remembers the cluster under a name and goes on.")
    Object fork(Args args) {
      return ok(host().fork(args.textIfAny(0)));
    }

    @ShellMethod(
        takes = 1,
        usage = "sim.back(\"before\")",
        help = "Returns to a fork, or to the latest, and forgets it.",
        before = "sim.fork(\"before\")")
    Object back(Args args) {
      return ok(host().back(args.textIfAny(0)));
    }

    @ShellMethod(
        takes = 2,
        usage = "sim.diff(\"before\")",
        help = "What differs between two of: a fork, \"start\", \"last\", \"now\".",
        before = "sim.fork(\"before\")")
    Object diff(Args args) {
      return ok(host().diff(args.text(0), args.has(1) ? args.text(1) : "now"));
    }

    @ShellMethod(
        takes = 1,
        usage = "sim.whatIf(() => sim.balance())",
        help = "Runs text or a function on a copy, without the session's variables.")
    Object whatIf(Args args) {
      return ok(host().whatIf(program(args, 0)));
    }

    @ShellMethod(
        takes = 2,
        usage = "sim.compareProfiles(() => sim.balance(), [\"classic\", \"8.0\"])",
        help = "Runs the same on one copy per server version, side by side.")
    Object compareProfiles(Args args) {
      String js = program(args, 0);
      List<String> profiles = new ArrayList<>();
      for (BsonValue profile : args.array(1)) {
        if (!profile.isString()) {
          throw args.invalid("The profiles must be texts, e.g. [\"classic\", \"8.0\"]");
        }
        profiles.add(profile.asString().getValue());
      }
      return ok(host().compareProfiles(js, profiles));
    }

    @ShellMethod(
        takes = 3,
        usage =
            "sim.compareShardKeys(\"shop.orders\", [{customerId: 1}, {customerId: \"hashed\"}],"
                + " {operations: 300, inserts: 0.5, fields: {customerId: {uniform: [1, 600]}}})",
        help = "Runs the same load on copies sharded by each key.")
    Object compareShardKeys(Args args) {
      String ns = args.text(0);
      List<BsonDocument> keys = new ArrayList<>();
      for (BsonValue key : args.array(1)) {
        if (!key.isDocument()) {
          throw args.invalid("The shard keys must be documents, e.g. [{customerId: 1}]");
        }
        keys.add(key.asDocument());
      }
      return ok(host().compareShardKeys(ns, keys, args.document(2)));
    }

    /** Text as it is; a function as a call of its source. */
    private static String program(Args args, int position) {
      if (args.isFunction(position)) {
        return "(" + args.raw(position).invokeMember("toString").asString() + ")()";
      }
      return args.text(position);
    }
  }
}
