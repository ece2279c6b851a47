package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.lesson.ClusterFiles;

/**
 * A cluster from a text in the format of cluster files, and short words for commands at its door.
 */
public final class TestCluster {
  public static final NodeId M0 = new NodeId("m0");
  public static final NodeId M1 = new NodeId("m1");

  private final InterruptFlag interrupts;
  private final Cluster cluster;

  private TestCluster(InterruptFlag interrupts, Cluster cluster) {
    this.interrupts = interrupts;
    this.cluster = cluster;
  }

  /** A built-in cluster. */
  public static TestCluster named(String name) {
    InterruptFlag interrupts = new InterruptFlag();
    return new TestCluster(
        interrupts,
        Cluster.start(
            new ClusterFiles().named(name), Optional.empty(), OptionalLong.empty(), interrupts));
  }

  /** A cluster described by the lines after {@code format: 1}. */
  public static TestCluster of(String profile, String... lines) {
    InterruptFlag interrupts = new InterruptFlag();
    String text = "format: 1\n" + String.join("\n", lines) + "\n";
    return new TestCluster(
        interrupts,
        Cluster.start(
            new ClusterFiles().read(text, "test"),
            Optional.of(profile),
            OptionalLong.empty(),
            interrupts));
  }

  /** Profile 8.0, two routers; shop.t by k: [Min, 10) on s0, [10, 20) on s1, [20, Max) on s2. */
  public static TestCluster inThirds() {
    return of(
        "8.0",
        "topology: {shards: [s0, s1, s2], mongos: [m0, m1], replicaSetSize: 1}",
        "params: {balancer: manual, orphanCleanupDelaySecs: 900}",
        "databases: {shop: {primary: s0}}",
        "collections:",
        "  - ns: shop.t",
        "    shardKey: {k: 1}",
        "    chunks:",
        "    - {shard: s0, max: 10}",
        "    - {shard: s1, max: 20}",
        "    - {shard: s2}");
  }

  /** Three shards and two routers; nothing but the database {@code shop} on s0. */
  public static TestCluster plain(String profile) {
    return of(
        profile,
        "topology: {shards: [s0, s1, s2], mongos: [m0, m1], replicaSetSize: 1}",
        "params: {balancer: manual}",
        "databases: {shop: {primary: s0}}");
  }

  public TestCluster copy() {
    return new TestCluster(interrupts, cluster.copy());
  }

  public Cluster cluster() {
    return cluster;
  }

  public InterruptFlag interrupts() {
    return interrupts;
  }

  public static BsonDocument doc(String json) {
    return BsonDocument.parse(json);
  }

  /** The process of that name. */
  public NodeId node(String name) {
    return cluster.find(name).orElseThrow();
  }

  public BsonDocument run(String node, String db, String command) {
    return cluster.run(node(node), db, doc(command));
  }

  /** A command on the database {@code shop} through the first router. */
  public BsonDocument shop(String command) {
    return cluster.run(M0, "shop", doc(command));
  }

  /** A command on the database {@code admin} through the first router. */
  public BsonDocument admin(String command) {
    return cluster.run(M0, "admin", doc(command));
  }

  /** The refusal of a command, as {@code 20 IllegalOperation: text}; a failure if it succeeds. */
  public String refusal(String node, String db, String command) {
    try {
      BsonDocument reply = run(node, db, command);
      throw new AssertionError("not refused: " + command + " answered " + reply);
    } catch (CommandException e) {
      return text(e);
    }
  }

  /** The refusal of a command to {@code admin} through the first router. */
  public String refusal(String command) {
    return refusal("m0", "admin", command);
  }

  /** An error as {@code 20 IllegalOperation: text}, or its text alone when it has no code. */
  public static String text(CommandException e) {
    return e.errorCode().code() == 0
        ? e.getMessage()
        : e.errorCode().code() + " " + e.errorCode().codeName() + ": " + e.getMessage();
  }

  /** What the database shop says to a command: {@code ok}, or the error as text. */
  String tried(String command) {
    try {
      BsonDocument reply = shop(command);
      return reply.containsKey("writeErrors") ? writeError(reply) : "ok";
    } catch (CommandException e) {
      return text(e);
    }
  }

  /** The migration that began last. */
  ClusterSnapshot.MigrationView lastMigration() {
    List<ClusterSnapshot.MigrationView> all = cluster().snapshot().migrations();
    return all.get(all.size() - 1);
  }

  /** The first write error of a reply as {@code 61: text}. */
  public static String writeError(BsonDocument reply) {
    BsonDocument error = reply.getArray("writeErrors").get(0).asDocument();
    return error.getInt32("code").getValue() + ": " + error.getString("errmsg").getValue();
  }

  /** All results of a find through any process, with getMores. */
  public List<BsonDocument> find(String node, String ns, String arguments) {
    Namespace full = Namespace.parse(ns);
    BsonDocument find = new BsonDocument("find", new BsonString(full.collection()));
    find.putAll(doc(arguments));
    List<BsonDocument> all = new ArrayList<>();
    BsonDocument cursor = cluster.run(node(node), full.db(), find).getDocument("cursor");
    addTo(all, cursor.getArray("firstBatch"));
    while (cursor.getInt64("id").getValue() != 0) {
      BsonDocument more =
          new BsonDocument("getMore", cursor.get("id"))
              .append("collection", new BsonString(full.collection()));
      if (find.containsKey("batchSize")) {
        more.append("batchSize", find.get("batchSize"));
      }
      cursor = cluster.run(node(node), full.db(), more).getDocument("cursor");
      addTo(all, cursor.getArray("nextBatch"));
    }
    return all;
  }

  private static void addTo(List<BsonDocument> documents, BsonArray batch) {
    for (BsonValue value : batch) {
      documents.add(value.asDocument());
    }
  }

  /** Inserts documents into a collection of {@code shop}. */
  public BsonDocument insert(String collection, List<BsonDocument> documents) {
    return cluster.run(
        M0,
        "shop",
        new BsonDocument("insert", new BsonString(collection))
            .append("documents", new BsonArray(documents)));
  }

  /** {@code [100 s0 1|0, 200 s1 1|1, MaxKey s2 1|2]}: upper bounds, owners, versions. */
  public List<String> chunks(String ns) {
    return cluster.snapshot().collection(Namespace.parse(ns)).orElseThrow().chunks().stream()
        .map(
            chunk -> text(chunk.range().max().get(0)) + " " + chunk.shard() + " " + chunk.version())
        .toList();
  }

  private static String text(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> Integer.toString(value.asInt32().getValue());
      case MAX_KEY -> "MaxKey";
      case STRING -> value.asString().getValue();
      default -> value.toString();
    };
  }

  /** A number of documents {@code {_id: i, k: i}}. */
  public static List<BsonDocument> numbered(int count) {
    List<BsonDocument> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      documents.add(new BsonDocument("_id", new BsonInt32(i)).append("k", new BsonInt32(i)));
    }
    return documents;
  }
}
