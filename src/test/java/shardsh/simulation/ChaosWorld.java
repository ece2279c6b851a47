package shardsh.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.keys.KeyHash;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.sim.SimRandom;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSpec;

/**
 * A cluster chosen by a seed, and beside it the oracle: a plain map from {@code _id} to what the
 * collection must hold.
 */
final class ChaosWorld {
  static final Namespace NS = Namespace.parse("test.things");
  private static final List<String> PROFILES = List.of("classic", "4.4", "7.0", "8.0");

  private static final int STEPS_MAX = 30;

  /** What moves may fail with when faults and fail points are about. */
  private static final List<Integer> OF_FAULTS =
      List.of(
          ErrorCode.INTERNAL_ERROR.code(),
          ErrorCode.STALE_EPOCH.code(),
          ErrorCode.ORPHANED_RANGE_CLEAN_UP_FAILED.code());

  /** How a write is refused whose filter lacks a part of the key. */
  private static final List<Integer> OF_THE_KEY = List.of(61, 72, 31025);

  /** The collection got another key while a command ran that was made for the one before. */
  static final class KeyChanged extends RuntimeException {
    private static final long serialVersionUID = 1L;

    KeyChanged(Throwable cause) {
      super(cause);
    }
  }

  /** A command met what was made to fail. */
  static final class Faulted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Faulted(Throwable cause) {
      super(cause);
    }
  }

  private final Cluster cluster;
  private final KeyKind kind;
  private final Map<Integer, BsonDocument> documents = new TreeMap<>();
  private final ClusterInvariants invariants;
  private final List<ChaosReads.OpenCursor> cursors = new ArrayList<>();
  private final List<BsonDocument> replies = new ArrayList<>();
  private final ChaosTransactions transactions;
  private final ChaosRetries retries;
  private int nextId = 1;
  private int shardsAdded;
  private int maxTimeMillis;
  private boolean disturbed;
  private KeyKind keySeen;

  ChaosWorld(long seed) {
    SimRandom random = new SimRandom(seed).fork("world");
    this.kind = KeyKind.values()[Math.floorMod(seed / PROFILES.size(), KeyKind.values().length)];
    String profile = PROFILES.get(Math.floorMod(seed, PROFILES.size()));
    this.cluster =
        Cluster.start(
            spec(random), Optional.of(profile), OptionalLong.of(seed), new InterruptFlag());
    this.invariants = ClusterInvariants.of(cluster);
    this.transactions = new ChaosTransactions();
    this.retries = new ChaosRetries();
  }

  private ChaosWorld(ChaosWorld other) {
    this.cluster = other.cluster.copy();
    this.kind = other.kind;
    this.documents.putAll(other.documents);
    this.invariants = other.invariants.copy();
    this.transactions = other.transactions.copy();
    this.retries = other.retries.copy();
    this.cursors.addAll(other.cursors);
    this.replies.addAll(other.replies);
    this.nextId = other.nextId;
    this.shardsAdded = other.shardsAdded;
    this.disturbed = other.disturbed;
    this.keySeen = other.keySeen;
  }

  ChaosWorld copy() {
    return new ChaosWorld(this);
  }

  private ClusterSpec spec(SimRandom random) {
    List<String> shards = List.of("s0", "s1", "s2", "s3").subList(0, 2 + random.nextInt(3));
    int[] delays = {0, 5, 900};
    int members = random.fork("members").nextInt(2) == 0 ? 1 : 3;
    return new ClusterSpec(
        Optional.empty(),
        new ClusterSpec.Topology(shards, List.of("m0", "m1"), members, Map.of(), false, true),
        new ClusterSpec.Params(
            Optional.of(random.nextInt(2) == 0 ? 1 : 4),
            Optional.empty(),
            Optional.empty(),
            random.nextInt(2) == 0 ? ClusterSpec.BalancerMode.ON : ClusterSpec.BalancerMode.MANUAL,
            delays[random.nextInt(delays.length)],
            kind.toyHash(),
            random.nextInt(4) == 0,
            1),
        1,
        List.of(),
        List.of(),
        List.of(),
        "");
  }

  Cluster cluster() {
    return cluster;
  }

  /** The key that the collection has, or will have when it is sharded. */
  KeyKind kind() {
    KeyPattern pattern =
        collection().map(view -> view.shardKey()).orElse(KeyPattern.of(kind.pattern()));
    for (KeyKind one : KeyKind.values()) {
      if (KeyPattern.of(one.pattern()).equals(pattern) && canHave(one)) {
        return one;
      }
    }
    throw new AssertionError("a key of no kind: " + pattern);
  }

  /**
   * After a change of the key, routers ask again. Those of a real cluster do so when a write cannot
   * be targeted by the key that they know; here that is an error, which the oracle does not expect.
   */
  void noteKey() {
    KeyKind now = kind();
    if (now != keySeen) {
      keySeen = now;
      for (NodeId router : cluster.routerIds()) {
        if (!cluster.isDown(router)) {
          cluster.run(
              router,
              "admin",
              new BsonDocument("flushRouterConfig", new BsonString(NS.toString())));
        }
      }
    }
  }

  /** Whether a key of that kind hashes as this cluster does. */
  boolean canHave(KeyKind other) {
    return other.toyHash() == kind.toyHash() || other.fields().stream().noneMatch(other::isHashed);
  }

  /** Whether the collection is on its way to another key or place. */
  boolean isResharding() {
    return cluster.snapshot().reshardings().stream().anyMatch(one -> !one.isOver());
  }

  /**
   * Whether a write for every shard may have to wait on one of them, so that the placement changes
   * before it goes on: a router does not repeat it on shards where it succeeded.
   */
  boolean multiWritesMayWait() {
    return transactions().isOpen() || isResharding();
  }

  /** The open transaction, and sessions. */
  ChaosTransactions transactions() {
    return transactions;
  }

  /** Writes that may come again. */
  ChaosRetries retries() {
    return retries;
  }

  /** The oracle. */
  Map<Integer, BsonDocument> documents() {
    return documents;
  }

  List<ChaosReads.OpenCursor> cursors() {
    return cursors;
  }

  /** What was answered so far, and how every event of the trace reads. */
  String record() {
    return replies + "\n" + cluster.sim().events(0) + "\n" + fingerprint();
  }

  List<BsonDocument> matching(Want want) {
    return documents.values().stream().filter(want::matches).toList();
  }

  int newId() {
    return nextId++;
  }

  /** The collection is gone, with everything in it. */
  void dropped() {
    retries.forget();
    documents.clear();
  }

  NodeId router(SimRandom random) {
    return cluster.routerIds().get(random.nextInt(2));
  }

  NodeId shard(SimRandom random) {
    return cluster.shardIds().get(random.nextInt(cluster.shardIds().size()));
  }

  Optional<ClusterSnapshot.CollectionView> collection() {
    return cluster.snapshot().collection(NS);
  }

  boolean isSharded() {
    return collection().isPresent();
  }

  /**
   * An orphan can stand in the way of a document with the same {@code _id}, as in real clusters.
   */
  boolean hasOrphans() {
    return cluster.snapshot().shards().stream()
        .anyMatch(shard -> !shard.rangeDeletions().isEmpty());
  }

  boolean singleWritesWithoutKey() {
    return cluster.profile().singleWritesWithoutKey();
  }

  /** The shard key as the cluster reads it. */
  ShardKeyPattern shardKey() {
    return ShardKeyPattern.parse(kind().pattern(), kind.toyHash() ? KeyHash.TOY : KeyHash.REAL);
  }

  BsonDocument run(NodeId node, BsonDocument command) {
    try {
      BsonDocument reply = noted(cluster.run(node, NS.db(), limited(command)));
      for (BsonValue value : reply.getArray("writeErrors", new BsonArray())) {
        BsonDocument error = value.asDocument();
        requireKnownKey(error.getNumber("code").intValue(), null);
        requireNoFault(error.getString("errmsg").getValue(), null);
      }
      return reply;
    } catch (CommandException e) {
      requireKnownKey(e.errorCode().code(), e);
      requireNoFault(e.getMessage(), e);
      throw e;
    }
  }

  /**
   * What waits for the end of a move has the donor ask the config servers how it ended, and is told
   * when they answer with an error; a real donor asks them until they answer otherwise.
   */
  private void requireNoFault(String message, CommandException cause) {
    if (isDisturbed() && message.contains(" of sim.fail answers for the process")) {
      throw new Faulted(cause);
    }
  }

  private void requireKnownKey(int code, CommandException cause) {
    if (OF_THE_KEY.contains(code) && keySeen != kind()) {
      throw new KeyChanged(cause);
    }
  }

  /** Changes with every chunk that moves or begins to, and with every other key. */
  String placement() {
    return collection().map(view -> view.version().toString()).orElse("")
        + cluster.snapshot().migrations();
  }

  /**
   * Whether the placement is another one than that before a write for every shard. Such a write may
   * miss documents then, or find them twice, those too that a move has copied and not yet given:
   * the oracle goes on with what the cluster holds when all moves are over.
   */
  boolean isOvertaken(String placement) {
    if (placement.equals(placement())) {
      return false;
    }
    bringAllUp(cluster);
    for (int i = 0; i < STEPS_MAX && isMoving(); i++) {
      cluster.sim().step(1);
    }
    startOver();
    return true;
  }

  private boolean isMoving() {
    return cluster.snapshot().migrations().stream().anyMatch(move -> move.standing().isPresent());
  }

  BsonDocument admin(NodeId node, BsonDocument command) {
    return noted(cluster.run(node, "admin", limited(command)));
  }

  private BsonDocument limited(BsonDocument command) {
    return maxTimeMillis == 0
        ? command
        : command.clone().append("maxTimeMS", new BsonInt32(maxTimeMillis));
  }

  long nowMillis() {
    return cluster.clock().nowMillis();
  }

  /** Commands have that much time from now on; 0: as much as they need. */
  void hurry(int millis) {
    maxTimeMillis = millis;
  }

  boolean isInAHurry() {
    return maxTimeMillis > 0;
  }

  boolean isAnythingDown() {
    ClusterSnapshot snapshot = cluster.snapshot();
    return !snapshot.config().up()
        || snapshot.routers().stream().anyMatch(router -> !router.up())
        || snapshot.shards().stream().anyMatch(shard -> !shard.node().up());
  }

  /** Whether a process is down, or was made to fail or to lose messages. */
  boolean isDisturbed() {
    return disturbed || isAnythingDown();
  }

  /** From now on messages may be lost, and steps of migrations fail. */
  void disturb() {
    disturbed = true;
  }

  /** Every process runs, and what the collection holds now is what it must hold. */
  void startOver() {
    bringAllUp(cluster);
    maxTimeMillis = 0;
    transactions.settle(this);
    retries.forget();
    readAll();
  }

  /** What the collection holds now is what it must hold. */
  void readAll() {
    documents.clear();
    for (BsonDocument document :
        ClusterInvariants.findAll(
            cluster,
            cluster.routerIds().get(0),
            NS,
            new BsonDocument("batchSize", new BsonInt32(1000)))) {
      documents.put(document.getNumber("_id").intValue(), document);
    }
  }

  static void bringAllUp(Cluster cluster) {
    List<NodeId> all = new ArrayList<>(cluster.routerIds());
    all.add(NodeId.CONFIG);
    all.addAll(cluster.shardIds());
    cluster.sim().failOff();
    all.forEach(cluster.sim()::up);
  }

  int newShard() {
    return ++shardsAdded;
  }

  private BsonDocument noted(BsonDocument reply) {
    replies.add(reply);
    return reply;
  }

  /** {@code {name: collection}}, the start of a command on the collection. */
  static BsonDocument on(String name) {
    return new BsonDocument(name, new BsonString(NS.collection()));
  }

  /** {@code {name: "db.collection"}}, the start of an admin command on the collection. */
  static BsonDocument onFullName(String name) {
    return new BsonDocument(name, new BsonString(NS.toString()));
  }

  /**
   * Runs an admin command that the present state may refuse.
   *
   * @param codes the refusals that are in order
   */
  boolean tried(NodeId router, BsonDocument command, Integer... codes) {
    boolean before = isDisturbed();
    try {
      admin(router, command);
      return true;
    } catch (CommandException e) {
      int code = e.errorCode().code();
      boolean disturbed = before || isDisturbed();
      if (OF_FAULTS.contains(code) && disturbed) {
        return false;
      }
      boolean fault = e.errorCode().isUnreachable() && disturbed;
      if (fault || (code == ErrorCode.MAX_TIME_MS_EXPIRED.code() && isInAHurry())) {
        throw e;
      }
      requireKnownKey(code, e);
      if (!List.of(codes).contains(code)) {
        throw new AssertionError(
            "refused with " + e.errorCode() + " " + e.getMessage() + ": " + command, e);
      }
      return false;
    }
  }

  void check() {
    invariants.check(cluster, NS, documents);
  }

  /** What a change of another cluster must not touch. */
  String fingerprint() {
    List<String> parts = new ArrayList<>();
    parts.add(cluster.snapshot().toString());
    parts.add(Long.toString(cluster.trace().mark()));
    parts.add(cluster.sim().clock().toJson());
    return String.join("\n", parts);
  }
}
