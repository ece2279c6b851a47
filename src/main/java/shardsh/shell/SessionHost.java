package shardsh.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.base.WorkDone;
import shardsh.core.cluster.Cluster;
import shardsh.core.cluster.Connection;
import shardsh.js.ShellInputException;
import shardsh.js.api.FirstBatch;
import shardsh.js.api.Settings;
import shardsh.js.api.ShellHost;
import shardsh.js.api.SimHost;
import shardsh.render.Role;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/** What the API's objects ask of the session. */
final class SessionHost implements ShellHost {
  private static final long SCRIPT_BYTES_MAX = 16L * 1024 * 1024;

  private static final String SCHEME = "mongodb://";

  /** Where a shell is. */
  record Where(Connection connection, String database) {}

  private final World world;
  private final InterruptFlag interrupts;
  private final SessionConfig config;
  private final List<String> history = new ArrayList<>();
  private final CallLog calls = new CallLog();
  private final Deque<Where> outer = new ArrayDeque<>();
  private ShellOutput output;
  private Pictures pictures;
  private SimHost sim;
  private BiConsumer<String, ShellOutput> words;
  private Function<String, List<StyledLine>> help;
  private Optional<Function<ScreenProfile, List<StyledLine>>> picture = Optional.empty();

  /** Present when the picture says what a reply says. */
  private Optional<String> hintOfReply = Optional.empty();

  /** Read by the thread that stops a text; holds nothing once it was called. */
  private volatile AtomicReference<Runnable> inner = new AtomicReference<>();

  /** How many helpers the text has called; read by the thread that shows progress. */
  private volatile int helpersCalled;

  private Runnable reconnected = () -> {};
  private boolean interactive;
  private boolean animated;
  private SessionRules rules = SessionRules.FREE;
  private Optional<Namespace> lastCollection = Optional.empty();

  /** Null until first asked for, as those below: they start the cluster. */
  private SessionRandom random;

  private long age;

  private Connection connection;
  private String database;

  SessionHost(World world, InterruptFlag interrupts, SessionConfig config) {
    this.world = world;
    this.interrupts = interrupts;
    this.config = config;
  }

  InterruptFlag interrupts() {
    return interrupts;
  }

  /** A line of a picture in the language of who looks at it. */
  StyledLine inLanguage(StyledLine line) {
    return pictures == null ? line : pictures.inLanguage(line);
  }

  /** Does work inside of a text; whatever stops the text also calls {@code stop}, once. */
  <T> T stoppingToo(Runnable stop, Supplier<T> work) {
    AtomicReference<Runnable> mine = new AtomicReference<>(stop);
    AtomicReference<Runnable> before = inner;
    inner = mine;
    try {
      return work.get();
    } finally {
      inner = before;
    }
  }

  /** Keeps a picture of what the text did, to be shown with its summary. */
  void draw(Function<ScreenProfile, List<StyledLine>> newPicture) {
    picture = Optional.of(newPicture);
    hintOfReply = Optional.empty();
  }

  /**
   * The same for a picture that says what the reply says: at the prompt it stands in its place.
   *
   * @param hint how to have the reply itself
   */
  void drawReply(Function<ScreenProfile, List<StyledLine>> newPicture, String hint) {
    draw(newPicture);
    hintOfReply = Optional.of(hint);
  }

  /** Whether there is a picture that says what a reply says. */
  boolean isReplyDrawn() {
    return hintOfReply.isPresent();
  }

  /**
   * The picture in place of the reply that it says, which is then not drawn once more; empty when
   * no picture says the reply.
   */
  Optional<List<StyledLine>> takeReplyDrawn(ScreenProfile screen, boolean hints) {
    if (hintOfReply.isEmpty()) {
      return Optional.empty();
    }
    List<StyledLine> lines = new ArrayList<>(drawn(screen).orElseThrow());
    if (hints) {
      lines.add(StyledLine.of("hint: " + hintOfReply.get(), Role.HINT));
    }
    picture = Optional.empty();
    return Optional.of(lines);
  }

  /** What the text did, drawn; empty when there is nothing to draw. */
  Optional<List<StyledLine>> drawn(ScreenProfile screen) {
    return picture.map(draw -> draw.apply(screen));
  }

  /** Whether messages travel on the screen from now on, where there is one. */
  void animate(boolean on) {
    animated = on;
  }

  boolean isAnimated() {
    return animated;
  }

  void use(
      Pictures newPictures,
      SimHost newSim,
      BiConsumer<String, ShellOutput> wordRunner,
      Function<String, List<StyledLine>> helpPages) {
    pictures = newPictures;
    sim = newSim;
    words = wordRunner;
    help = helpPages;
  }

  @Override
  public void runWord(String line) {
    words.accept(line, output);
  }

  /** The collection that a helper was about last; empty before the first. */
  Optional<Namespace> lastCollection() {
    List<CallLog.Call> all = calls.all();
    for (int i = all.size() - 1; i >= 0; i--) {
      String ns = all.get(i).ns();
      int dot = ns.indexOf('.');
      if (dot > 0 && dot < ns.length() - 1) {
        return Optional.of(Namespace.parse(ns));
      }
    }
    return lastCollection;
  }

  /** Where a text prints from now on, and whether a person or pipe types it. */
  void begin(ShellOutput to, boolean typed) {
    output = to;
    interactive = typed;
    lastCollection = lastCollection();
    calls.clear();
    helpersCalled = 0;
    picture = Optional.empty();
    hintOfReply = Optional.empty();
  }

  void remember(String line) {
    HistoryRule.kept(line, config.prompt().redactHistory()).ifPresent(history::add);
    while (history.size() > config.number("historyLength")) {
      history.remove(0);
    }
  }

  /** Who is told when the database must be another one although no text said so. */
  void onReconnect(Runnable listener) {
    reconnected = listener;
  }

  /** The program's {@code db} follows the session's connection and database. */
  void reconnect() {
    reconnected.run();
  }

  /** Goes on inside of what was so far, as a shell started from another. */
  void nest() {
    outer.push(new Where(connection(), database()));
  }

  /** What a shell inside of another goes back to when it ends; empty for the outermost. */
  Optional<Where> leave() {
    return Optional.ofNullable(outer.poll());
  }

  /** The connection of {@code db}; at first to the first router. */
  Connection connection() {
    if (connection == null) {
      connection = Cluster.connect(world::cluster, world.cluster().routerIds().get(0));
    }
    return connection;
  }

  /** The name of {@code db}. */
  String database() {
    if (database == null) {
      database = world.cluster().firstDatabase();
    }
    return database;
  }

  private SessionRandom random() {
    if (random == null) {
      random = new SessionRandom(world.cluster().sim().parameters(), age);
    }
    return random;
  }

  @Override
  public long nowMillis() {
    return world.cluster().clock().nowMillis();
  }

  @Override
  public double nextRandom() {
    return random().nextDouble();
  }

  @Override
  public ObjectId newObjectId() {
    return world.cluster().newObjectId();
  }

  @Override
  public BsonBinary newUuid() {
    return new BsonBinary(new UUID(random().nextUuidHigh(), random().nextUuidLow()));
  }

  @Override
  public void warn(String text) {
    StyledLine.lines(text, Role.WARN).forEach(output::warn);
  }

  @Override
  public void interruptModel() {
    interrupts.raise();
    Runnable stop = inner.getAndSet(null);
    if (stop != null) {
      stop.run();
    }
  }

  @Override
  public Connection connect(String address) {
    String text = address.startsWith(SCHEME) ? address.substring(SCHEME.length()) : address;
    int end = text.indexOf('/');
    String host = end < 0 ? text : text.substring(0, end);
    int options = host.indexOf('?');
    host = options < 0 ? host : host.substring(0, options);
    String first = host.split(",")[0];
    NodeId node =
        world
            .cluster()
            .find(first)
            .orElseThrow(
                () ->
                    new ShellInputException(
                        "MongoNetworkError", "connect ECONNREFUSED " + first, listening(first)));
    return Cluster.connect(world::cluster, node);
  }

  private String listening(String wrong) {
    return Processes.hint(wrong, Processes.all(world.cluster()), world.cluster().names().members());
  }

  @Override
  public void print(List<StyledLine> lines) {
    lines.forEach(output::print);
  }

  @Override
  public void databaseChanged(Connection newConnection, String newDatabase) {
    connection = newConnection;
    database = newDatabase;
  }

  @Override
  public String readFile(String path) {
    rules.requireFiles("load");
    try {
      Path file = Path.of(path);
      if (Files.exists(file)
          && (!Files.isRegularFile(file) || Files.size(file) > SCRIPT_BYTES_MAX)) {
        throw new ShellInputException(
            "Error", "'" + path + "' is no file of at most 16 MB, so it is not loaded", "");
      }
      return FileWords.replaced(Files.readString(file, StandardCharsets.UTF_8));
    } catch (IOException | InvalidPathException e) {
      throw new ShellInputException(
          "Error", "ENOENT: no such file or directory, open '" + path + "'", "");
    }
  }

  @Override
  public Settings settings() {
    return config;
  }

  @Override
  public boolean isInteractive() {
    return interactive;
  }

  @Override
  public void sleep(long millis) {
    world.remark(SessionSim.WAITED);
    world.cluster().sim().advance(millis);
  }

  @Override
  public void clearScreen() {
    output.clearScreen();
  }

  @Override
  public List<String> history() {
    return List.copyOf(history);
  }

  @Override
  public Optional<List<StyledLine>> show(String word, List<String> arguments) {
    if (arguments.contains("--html") || arguments.contains("--mermaid")) {
      rules.requireFiles("show");
    }
    return pictures.show(word, arguments);
  }

  /** A scene told in the language of the learner. */
  Scene inWords(Scene scene) {
    return pictures.inWords(scene);
  }

  @Override
  public Optional<List<StyledLine>> help(String topic) {
    return Optional.of(help.apply(topic));
  }

  @Override
  public void helperCalled(String name, NodeId node, String ns, Optional<BsonDocument> filter) {
    rules.requireHelper(name);
    helpersCalled = helpersCalled + 1;
    interrupts.forgetReport();
    calls.begin(name, node, ns, filter, world.cluster().trace().mark());
  }

  @Override
  public void helperReturned(Object result) {
    calls.returned(result);
  }

  @Override
  public void helperFailed(RuntimeException problem) {
    calls.failed(problem);
  }

  @Override
  public void cursorAsks(FirstBatch cursor) {
    calls.resume(cursor, world.cluster().trace().mark());
  }

  @Override
  public void cursorGoesOn(FirstBatch cursor) {
    calls.goOn(cursor, world.cluster().trace().mark());
  }

  @Override
  public <T> T counting(WorkDone begun, Supplier<T> part) {
    return interrupts.counting(begun, part);
  }

  /** The helpers called since the text began, in order. */
  CallLog calls() {
    return calls;
  }

  /** How many helpers the text has called so far. May be called from another thread. */
  int helpersCalled() {
    return helpersCalled;
  }

  /** What is refused from now on. */
  void keepTo(SessionRules newRules) {
    rules = newRules;
  }

  SessionRules rules() {
    return rules;
  }

  /** Chance anew, by the age of the cluster, which may know ids that were drawn before. */
  void enters(Cluster cluster) {
    random = null;
    age = cluster.clock().elapsedMillis();
  }

  /** The cluster has been replaced: back to its first router and database, and chance anew. */
  void begins(Cluster cluster) {
    enters(cluster);
    outer.clear();
    databaseChanged(
        Cluster.connect(world::cluster, cluster.routerIds().get(0)), cluster.firstDatabase());
  }

  @Override
  public SimHost sim() {
    return sim;
  }
}
