package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyInstantiable;
import shardsh.core.bson.BsonSize;
import shardsh.core.cluster.Connection;
import shardsh.js.ShellInputException;
import shardsh.render.InspectOptions;
import shardsh.render.StyledLine;

/** The functions that are there without an object before them. */
@NotModelled({"passwordPrompt", "edit", "sp", "snippet"})
final class Globals extends ApiObject {
  /** All functions that are globals. Reading them off the annotations would slow every start. */
  static final List<String> NAMES =
      List.of(
          "Mongo",
          "bsonsize",
          "buildInfo",
          "cls",
          "connect",
          "convertShardKeyToHashed",
          "disableTelemetry",
          "edit",
          "enableTelemetry",
          "exit",
          "help",
          "history",
          "isInteractive",
          "it",
          "load",
          "passwordPrompt",
          "print",
          "printjson",
          "quit",
          "show",
          "sleep",
          "snippet",
          "sp",
          "tojson",
          "use",
          "version");

  private static final String VERSION = "2.12.0";

  Globals(ShellApi api) {
    super(api);
  }

  @Override
  String apiName() {
    return "";
  }

  @Override
  String callPrefix() {
    return "";
  }

  /** The function of that name; {@code Mongo} may be called with {@code new}. */
  Object global(String name) {
    if (name.equals("Mongo")) {
      return new MongoConstructor();
    }
    return name.equals(ShellApi.WORD_FUNCTION) ? (ProxyExecutable) this::runWord : builtIn(name);
  }

  private Object runWord(Value... arguments) {
    try {
      api.host().runWord(arguments[0].asString());
      return undefined();
    } catch (RuntimeException e) {
      throw api.thrown(e);
    }
  }

  private Object undefined() {
    return api.engine().values().undefined();
  }

  private final class MongoConstructor implements ProxyExecutable, ProxyInstantiable {
    @Override
    public Object execute(Value... arguments) {
      return newInstance(arguments);
    }

    @Override
    public Object newInstance(Value... arguments) {
      try {
        Args args =
            new Args(api.engine().values(), arguments, "Mongo", "new Mongo(\"127.0.0.1:27100\")");
        Connection connection = args.has(0) ? api.host().connect(args.text(0)) : api.connection();
        return new Mongo(api, connection);
      } catch (RuntimeException e) {
        throw api.thrown(e);
      }
    }
  }

  @ShellMethod(
      usage = "use(\"shop\")",
      help = "Set the current database.",
      errorName = "Mongo.use",
      counts = false)
  Object use(Args args) {
    return api.use(args.text(0));
  }

  @ShellMethod(
      usage = "show(\"collections\")",
      help = "Show something by its name: dbs, collections, cluster, chunks and so on.",
      errorName = "Mongo.show",
      counts = false)
  Object show(Args args) {
    List<String> rest = new ArrayList<>();
    for (int i = 1; i < args.size(); i++) {
      rest.add(args.text(i));
    }
    return new ShownLines(api.show(args.text(0), rest));
  }

  @ShellMethod(usage = "it()", help = "The next page of the cursor shown last.", counts = false)
  Object it(Args args) {
    Optional<AbstractCursor> cursor = api.shownCursor();
    return cursor.isPresent() ? cursor.get() : new ShownLines(List.of(StyledLine.of("no cursor")));
  }

  @ShellMethod(usage = "exit(0)", help = "Leave the shell with a status.", counts = false)
  Object exit(Args args) {
    throw api.engine().exit(args.has(0) ? (int) args.number(0) : 0);
  }

  @ShellMethod(usage = "quit(0)", help = "Leave the shell with a status.", counts = false)
  Object quit(Args args) {
    throw api.engine().exit(args.has(0) ? (int) args.number(0) : 0);
  }

  @ShellMethod(
      usage = "connect(\"127.0.0.1:27101/admin\")",
      help = "A database through a connection to another process.",
      counts = false)
  Object connect(Args args) {
    String address = args.text(0);
    return new Mongo(api, api.host().connect(address)).database(databaseOf(address));
  }

  /** What stands behind the last slash of {@code host:port/db}, else {@code test}. */
  private static String databaseOf(String address) {
    String rest = address;
    int scheme = rest.indexOf("://");
    if (scheme >= 0) {
      rest = rest.substring(scheme + 3);
    }
    int question = rest.indexOf('?');
    rest = question >= 0 ? rest.substring(0, question) : rest;
    int slash = rest.indexOf('/');
    String name = slash < 0 ? "" : rest.substring(slash + 1);
    return name.isEmpty() ? "test" : name;
  }

  @ShellMethod(
      usage = "load(\"setup.js\")",
      help = "Run a JavaScript file here and now.",
      counts = false)
  Object load(Args args) {
    String path = args.text(0);
    api.engine().run(api.host().readFile(path), path);
    return true;
  }

  @ShellMethod(usage = "print(\"a\", 1)", help = "Print values on one line.", counts = false)
  Object print(Args args) {
    api.host().print(Console.lines(api, args, InspectOptions.PROMPT));
    return undefined();
  }

  @ShellMethod(
      usage = "printjson({a: 1})",
      help = "Print a value with every entry on its own line.",
      counts = false)
  Object printjson(Args args) {
    api.host().print(Console.lines(api, args, InspectOptions.PRINTJSON));
    return undefined();
  }

  @ShellMethod(usage = "tojson({a: 1})", help = "The text that printjson prints.", counts = false)
  Object tojson(Args args) {
    StringBuilder text = new StringBuilder();
    for (StyledLine line : Console.lines(api, args, InspectOptions.PRINTJSON)) {
      text.append(text.isEmpty() ? "" : "\n").append(line.text());
    }
    return text.toString();
  }

  @ShellMethod(usage = "sleep(1000)", help = "Let simulated milliseconds pass.", counts = false)
  Object sleep(Args args) {
    api.host().sleep(args.millis(0));
    return undefined();
  }

  @ShellMethod(
      usage = "version()",
      help = "The version of mongosh that is followed.",
      counts = false)
  Object version(Args args) {
    return VERSION;
  }

  @ShellMethod(usage = "cls()", help = "Clear the screen.", counts = false)
  Object cls(Args args) {
    api.host().clearScreen();
    return undefined();
  }

  @ShellMethod(
      usage = "isInteractive()",
      help = "Whether statements come from a person or a pipe.",
      counts = false)
  Object isInteractive(Args args) {
    return api.host().isInteractive();
  }

  @ShellMethod(usage = "history()", help = "The lines typed so far.", counts = false)
  Object history(Args args) {
    return api.host().history();
  }

  @ShellMethod(
      usage = "enableTelemetry()",
      help = "Does nothing: nothing is ever sent anywhere.",
      counts = false)
  Object enableTelemetry(Args args) {
    return "Telemetry does not exist in shardsh.";
  }

  @ShellMethod(
      usage = "disableTelemetry()",
      help = "Does nothing: nothing is ever sent anywhere.",
      counts = false)
  Object disableTelemetry(Args args) {
    return "Telemetry does not exist in shardsh.";
  }

  @ShellMethod(
      usage = "convertShardKeyToHashed(42)",
      help = "The hash of a value under a hashed shard key.")
  Object convertShardKeyToHashed(Args args) {
    return Mongo.hashed(api.current().sibling("admin"), args.any(0));
  }

  @ShellMethod(
      usage = "bsonsize({a: 1})",
      help = "The size of a document in BSON, in bytes.",
      counts = false)
  Object bsonsize(Args args) {
    return BsonSize.of(args.dataDocument(0));
  }

  @ShellMethod(usage = "buildInfo()", help = "About this shell.", counts = false)
  Object buildInfo(Args args) {
    return new BsonDocument("version", ShellApi.text(VERSION))
        .append("javaVersion", ShellApi.text(System.getProperty("java.version")))
        .append("apiVersion", new BsonInt32(1));
  }

  @ShellMethod(
      usage = "help(\"moveChunk\")",
      help = "Help on the shell, or on one helper, error or diagram.",
      counts = false)
  Object help(Args args) {
    String topic = args.has(0) ? args.text(0) : "";
    return new ShownLines(
        api.host()
            .help(topic)
            .orElseThrow(() -> ShellInputException.invalid("No help on \"" + topic + "\"")));
  }

  @Override
  HelpText help() {
    List<MethodInfo> rows = new ArrayList<>();
    for (MethodInfo info : methodInfos()) {
      if (!info.deprecated() && info.modelled()) {
        rows.add(info);
      }
    }
    return new HelpText("Shell Help", rows);
  }
}
