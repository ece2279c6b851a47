package shardsh.js.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import shardsh.core.base.CommandException;
import shardsh.core.cluster.Connection;
import shardsh.core.cluster.ConnectionRefused;
import shardsh.js.EndedException;
import shardsh.js.EvaluationError;
import shardsh.js.GuestValue;
import shardsh.js.JsEngine;
import shardsh.js.ShellInputException;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/**
 * The shell's API in one engine: defines the globals, knows the current database and the cursor
 * that was shown last, and says what a value is for printing.
 */
public final class ShellApi {
  /** The function that stands for a direct word in a script file; takes the line. */
  public static final String WORD_FUNCTION = "__shardshWord";

  private static final List<String> OBJECTS =
      List.of("sh", "rs", "sim", "config", "console", "EJSON", "log", "DBQuery");

  private static final int DEFAULT_BATCH_SIZE = 20;

  private final JsEngine engine;
  private final ShellHost host;
  private final Map<Class<?>, MethodTable> tables = new LinkedHashMap<>();
  private final Set<String> warned = new LinkedHashSet<>();
  private final Map<String, ApiObject> objects = new LinkedHashMap<>();
  private final Globals functions;
  private final Supplier<Connection> firstConnection;
  private final Supplier<String> firstDatabase;

  /** Null until first asked for. */
  private Database current;

  private AbstractCursor shown;
  private int shellBatchSize;

  private ShellApi(
      JsEngine engine,
      ShellHost host,
      Supplier<Connection> firstConnection,
      Supplier<String> firstDatabase) {
    this.engine = engine;
    this.host = host;
    this.firstConnection = firstConnection;
    this.firstDatabase = firstDatabase;
    this.functions = new Globals(this);
  }

  /**
   * Puts the API into a fresh engine; {@code db} is that database on that connection, which are
   * asked for when it is first used.
   */
  public static ShellApi install(
      JsEngine engine, ShellHost host, Supplier<Connection> connection, Supplier<String> database) {
    ShellApi api = new ShellApi(engine, host, connection, database);
    engine.defineAccessor("db", arguments -> api.current(), api::assignDatabase);
    engine.defineLazily(OBJECTS, api::object, true);
    engine.defineLazily(Globals.NAMES, api.functions::global, true);
    engine.defineLazily(List.of(WORD_FUNCTION), api.functions::global, false);
    return api;
  }

  /**
   * Reads the annotations of the classes that are used most, which takes longest for who asks
   * first. Changes nothing; may be called from any thread.
   */
  public static void readAhead() {
    new MethodTable(
        List.of(
            Database.class,
            DatabaseBasics.class,
            CollectionReads.class,
            CollectionWrites.class,
            CollectionIndexes.class,
            CollectionAdmin.class,
            FindCursor.class,
            Shard.class,
            ShardCollections.class,
            Sim.class));
  }

  /** Whether a global of the API has that name. */
  public static boolean isGlobal(String name) {
    return name.equals("db") || OBJECTS.contains(name) || Globals.NAMES.contains(name);
  }

  private Object assignDatabase(Value... arguments) {
    Value value = arguments[0];
    if (value.isProxyObject() && value.asProxyObject() instanceof Database database) {
      setCurrent(database);
      return null;
    }
    throw thrown(
        new ShellInputException(
            "MongoshInvalidInputError",
            "[COMMON-10002] Cannot reassign 'db' to non-Database type",
            ""));
  }

  private void setCurrent(Database database) {
    engine.requireUsable();
    current = database;
    host.databaseChanged(database.connection(), database.name());
  }

  JsEngine engine() {
    return engine;
  }

  ShellHost host() {
    return host;
  }

  Database current() {
    if (current == null) {
      current = new Mongo(this, firstConnection.get()).database(firstDatabase.get());
    }
    return current;
  }

  /** The current database's name. */
  public String database() {
    return current().name();
  }

  /** The current database's connection. */
  public Connection connection() {
    return current().connection();
  }

  /** Goes on with that database on another connection, e.g. another router; as {@code db = …}. */
  public void connectTo(Connection connection, String database) {
    setCurrent(new Mongo(this, connection).database(database));
  }

  /**
   * The word {@code use}.
   *
   * @return {@code switched to db shop} or {@code already on db shop}
   * @throws ShellInputException if it is no name of a database
   */
  public String use(String database) {
    if (database.equals(current().name())) {
      return "already on db " + database;
    }
    setCurrent(current().mongo().database(database));
    return "switched to db " + database;
  }

  /**
   * The word {@code it}: the next page of the cursor shown last; empty if there is none left.
   *
   * @throws EndedException if fetching it failed or was stopped
   */
  public Optional<CursorPage> it() {
    return guarded(() -> shownCursor().map(cursor -> cursor.page(batchSize())));
  }

  /**
   * What the word {@code show} shows.
   *
   * @throws ShellInputException if there is no such word
   */
  public List<StyledLine> show(String word, List<String> arguments) {
    Optional<List<StyledLine>> lines = ShowWords.lines(current(), word);
    if (lines.isEmpty()) {
      lines = host.show(word, arguments);
    }
    return lines.orElseThrow(
        () ->
            word.equals("goal")
                ? new ShellInputException(
                    "ShardshError",
                    "'show goal' is for lessons, and you are in none",
                    "learn   starts one or goes on; lessons   lists them")
                : ShellInputException.invalid(
                        "'" + word + "' is not a valid argument for \"show\".")
                    .withHint("help show   lists what can be shown"));
  }

  /** The cursor whose next page {@code it} shows; empty if there is none left. */
  Optional<AbstractCursor> shownCursor() {
    return shown == null || shown.isExhausted() ? Optional.empty() : Optional.of(shown);
  }

  /**
   * How a value is to be printed. Runs the cursor if it is one.
   *
   * @throws EndedException if that failed or was stopped
   */
  public ShellResult result(GuestValue value) {
    return guarded(() -> resultOf(value));
  }

  private <T> T guarded(Supplier<T> work) {
    return engine.guarded(
        () -> {
          try {
            return work.get();
          } catch (RuntimeException e) {
            throw thrown(e);
          }
        });
  }

  private ShellResult resultOf(GuestValue value) {
    if (value.isUndefined()) {
      return new ShellResult.Nothing();
    }
    Optional<ApiObject> object = value.host(ApiObject.class);
    if (object.isPresent()) {
      return result(object.get());
    }
    Optional<HelpText> help = helpOf(value);
    if (help.isPresent()) {
      return new ShellResult.Help(help.get().lines());
    }
    Optional<ShownLines> shownLines = value.host(ShownLines.class);
    if (shownLines.isPresent()) {
      return new ShellResult.Lines(shownLines.get().lines(), true);
    }
    return value.isError()
        ? new ShellResult.Lines(ErrorLines.of(engine, value), false)
        : new ShellResult.Plain(value, value.isFromServer());
  }

  private static Optional<HelpText> helpOf(GuestValue value) {
    Optional<HelpText> page = value.host(HelpText.class);
    if (page.isEmpty()) {
      page = value.host(HelpCall.class).map(HelpCall::page);
    }
    if (page.isEmpty()) {
      page =
          value
              .host(BoundMethod.class)
              .filter(BoundMethod::isGlobalHelp)
              .map(method -> method.owner().help());
    }
    return page;
  }

  private ShellResult result(ApiObject object) {
    if (object instanceof ExplainableCursor explained) {
      return new ShellResult.Plain(
          engine.wrap((Value) engine.values().toGuest((Object) explained.run())), true);
    }
    if (object instanceof AbstractCursor cursor && !(object instanceof ChangeStream)) {
      shown = cursor;
      return new ShellResult.Page(cursor.page(batchSize()));
    }
    if (object instanceof Config config) {
      return new ShellResult.Lines(config.lines(), false);
    }
    if (object instanceof StatsReport report) {
      return new ShellResult.Report(report.sections());
    }
    return new ShellResult.Lines(StyledLine.lines(object.display(), Role.PLAIN), false);
  }

  /** The methods of a class of objects, for completion; see {@link ApiNames}. */
  public List<MethodInfo> methods(ApiNames of) {
    return of.example(this).methodInfos();
  }

  /** Which object of the shell a value is; empty for any other value. */
  public Optional<KnownObject> known(GuestValue value) {
    Optional<ApiObject> object = value.host(ApiObject.class);
    ApiNames kind = object.map(ApiNames::of).orElse(null);
    if (kind == null) {
      return Optional.empty();
    }
    String about = object.get() instanceof Database database ? database.name() : object.get().ns();
    return Optional.of(KnownObject.of(kind, about));
  }

  /** A global object of the API, e.g. {@code sh}; made when first asked for. */
  ApiObject object(String name) {
    return objects.computeIfAbsent(name, this::newObject);
  }

  private ApiObject newObject(String name) {
    return switch (name) {
      case "sh" -> new Shard(this);
      case "rs" -> new ReplicaSet(this);
      case "sim" -> new Sim(this);
      case "config" -> new Config(this);
      case "console" -> new Console(this);
      case "EJSON" -> new ExtendedJsonObject(this);
      case "log" -> new Log(this);
      case "DBQuery" -> new DbQuery(this);
      default -> throw new IllegalStateException("no object of the API is called " + name);
    };
  }

  /** The global functions. */
  Globals functions() {
    return functions;
  }

  int batchSize() {
    if (shellBatchSize > 0) {
      return shellBatchSize;
    }
    return host.settings()
        .get("displayBatchSize")
        .filter(BsonValue::isNumber)
        .map(size -> size.asNumber().intValue())
        .orElse(DEFAULT_BATCH_SIZE);
  }

  void setShellBatchSize(int size) {
    shellBatchSize = size;
  }

  MethodTable methods(Class<?> type, List<Object> parts) {
    MethodTable table = tables.get(type);
    if (table == null) {
      List<Class<?>> types = new ArrayList<>();
      for (Object part : parts) {
        types.add(part.getClass());
      }
      table = new MethodTable(types);
      tables.put(type, table);
    }
    return table;
  }

  /** Prints a line of plain text. */
  void print(String text) {
    host.print(StyledLine.lines(text, Role.PLAIN));
  }

  /** Warns that something is deprecated, once a session for each text. */
  void deprecated(String text) {
    warn("DeprecationWarning: ", text);
  }

  /** Warns of something, once a session for each text. */
  void warn(String text) {
    warn("Warning: ", text);
  }

  private void warn(String kind, String text) {
    if (warned.add(text)) {
      print(kind + text);
    }
  }

  /** What is to be thrown into the program instead of a Java exception. */
  RuntimeException thrown(RuntimeException e) {
    if (e instanceof PolyglotException) {
      return e;
    }
    if (e instanceof ShellInputException input) {
      return engine.error(input);
    }
    if (e instanceof CommandException command) {
      if (command.detail().filter(ConnectionRefused.class::isInstance).isPresent()) {
        return engine.error(
            EvaluationError.Kind.SERVER,
            ServerErrors.NETWORK,
            command.getMessage(),
            new BsonDocument(),
            "");
      }
      return engine.error(
          EvaluationError.Kind.SERVER,
          "MongoServerError",
          command.getMessage(),
          ServerErrors.fields(command),
          "");
    }
    return engine.fault(e);
  }

  static BsonValue number(double value) {
    return value == (int) value ? new BsonInt32((int) value) : new BsonDouble(value);
  }

  static BsonString text(String value) {
    return new BsonString(value);
  }

  static BsonDocument command(String name, BsonValue value) {
    return new BsonDocument(name, value);
  }
}
