package shardsh.shell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.BsonOrder;
import shardsh.core.cluster.Cluster;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.js.PredicateWorld;
import shardsh.lesson.Evidence;
import shardsh.lesson.ModelDocument;

/** The evidence of one moment; what is asked for is made once. */
final class LessonEvidence implements Evidence, PredicateWorld.Facts {
  private final Cluster cluster;
  private final Supplier<Scope> stepNow;
  private final Supplier<Scope> lessonNow;
  private final LongSupplier stepMark;
  private ClusterSnapshot snapshot;
  private Scope step;
  private Scope lesson;
  private Cluster copy;
  private BsonArray lessonEvents;

  /**
   * @param stepMark where the step begins in the trace
   */
  LessonEvidence(
      Cluster cluster, Supplier<Scope> step, Supplier<Scope> lesson, LongSupplier stepMark) {
    this.cluster = cluster;
    this.stepNow = step;
    this.lessonNow = lesson;
    this.stepMark = stepMark;
  }

  @Override
  public ClusterSnapshot snapshot() {
    if (snapshot == null) {
      snapshot = cluster.snapshot();
    }
    return snapshot;
  }

  @Override
  public Scope step() {
    if (step == null) {
      step = stepNow.get();
    }
    return step;
  }

  @Override
  public Scope lesson() {
    if (lesson == null) {
      lesson = lessonNow.get();
    }
    return lesson;
  }

  @Override
  public BsonArray stepEvents() {
    return cluster.sim().events(stepMark.getAsLong());
  }

  @Override
  public BsonArray lessonEvents() {
    if (lessonEvents == null) {
      lessonEvents = cluster.sim().events(0);
    }
    return lessonEvents;
  }

  @Override
  public boolean hasForgottenEvents(boolean ofStep) {
    return cluster.trace().forgotten() > (ofStep ? stepMark.getAsLong() : 0);
  }

  @Override
  public long countOf(String kind, String field, String node) {
    long count = 0;
    for (BsonValue event : lessonEvents()) {
      BsonDocument document = event.asDocument();
      if (document.getString("kind").getValue().equals(kind)
          && document.getString(field).getValue().equals(node)) {
        count++;
      }
    }
    return count;
  }

  /** Asked on a copy, so that asking changes nothing. */
  private Cluster copy() {
    if (copy == null) {
      copy = cluster.copy();
    }
    return copy;
  }

  @Override
  public List<BsonValue> documents(Namespace ns, Optional<String> on) {
    NodeId node = on.flatMap(name -> copy().find(name)).orElseGet(() -> copy().routerIds().get(0));
    return find(node, ns, new BsonDocument());
  }

  @Override
  public BsonArray documents(String ns, BsonDocument filter) {
    NodeId router = copy().routerIds().get(0);
    List<BsonValue> found = new ArrayList<>(find(router, Namespace.parse(ns), filter));
    found.sort(
        Comparator.comparing(document -> document.asDocument().get("_id"), BsonOrder.SIMPLE));
    return new BsonArray(found);
  }

  private List<BsonValue> find(NodeId node, Namespace ns, BsonDocument filter) {
    List<BsonValue> all = new ArrayList<>();
    try {
      BsonDocument cursor =
          copy()
              .run(
                  node,
                  ns.db(),
                  new BsonDocument("find", new BsonString(ns.collection()))
                      .append("filter", filter))
              .getDocument("cursor");
      all.addAll(cursor.getArray("firstBatch"));
      long id = cursor.getNumber("id").longValue();
      while (id != 0) {
        cursor =
            copy()
                .run(
                    node,
                    ns.db(),
                    new BsonDocument("getMore", new BsonInt64(id))
                        .append("collection", new BsonString(ns.collection())))
                .getDocument("cursor");
        all.addAll(cursor.getArray("nextBatch"));
        id = cursor.getNumber("id").longValue();
      }
    } catch (CommandException e) {
      // A node that refuses or is down has no documents to show.
      return all;
    }
    return all;
  }

  @Override
  public BsonDocument settings() {
    BsonDocument parameters = cluster.sim().parameters();
    ClusterSnapshot.BalancerView balancer = snapshot().balancer();
    return new BsonDocument("chunkSizeMB", new BsonInt32(balancer.chunkSizeMB()))
        .append("balancer", new BsonString(balancer.mode()))
        .append("runs", new BsonString(balancer.runs()))
        .append("window", balancer.window().<BsonValue>map(BsonString::new).orElse(BsonNull.VALUE))
        .append("autoMerge", parameters.get("autoMerge", BsonBoolean.FALSE))
        .append("profile", new BsonString(cluster.profile().name()));
  }

  @Override
  public BsonValue part(String name, String of) {
    return ModelDocument.part(this, name, of);
  }

  /** As they are, but {@code seq} a number that compares with others. */
  @Override
  public BsonArray events(boolean ofStep) {
    BsonArray events = new BsonArray();
    for (BsonValue event : ofStep ? stepEvents() : lessonEvents()) {
      BsonDocument plain = new BsonDocument();
      plain.putAll(event.asDocument());
      plain.put(
          "seq", new BsonInt32(Math.toIntExact(event.asDocument().getNumber("seq").longValue())));
      events.add(plain);
    }
    return events;
  }

  @Override
  public int chunkAt(String ns, BsonDocument key) {
    boolean toy = cluster.sim().parameters().getString("hash").getValue().equals("toy");
    return ModelDocument.chunkAt(snapshot(), ns, key, toy);
  }

  @Override
  public BsonArray config(String collection, BsonDocument filter) {
    return new BsonArray(find(NodeId.CONFIG, new Namespace("config", collection), filter));
  }
}
