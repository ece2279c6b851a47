package shardsh.shell;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;

/**
 * Holds the reads of an answer against those of the lesson's author where the collections have lost
 * a part of their documents: whoever computes what was asked for gives the author's result there,
 * too; whoever has only made it look like that, by a formula that happens to come out or by
 * documents of his own, does not.
 */
final class OtherData {
  private static final List<String> OF_THE_SERVER = List.of("config", "admin", "local");

  /** Helpers whose results are what their commands gave. */
  private static final Pattern READING =
      Pattern.compile("find|findOne|aggregate|distinct|count.*|estimated.*|(.*\\.)?\\w*Command");

  private final List<DataRead> authors;
  private final Set<Namespace> written;
  private final Cluster whole;

  /** What is left of the documents: each of them is in one of the two. */
  private final List<Cluster> parts;

  /**
   * @param solved the cluster as the author's solution leaves the step
   * @param authors what that solution reads
   * @param written the collections that the author fills or changes, here or in steps before
   */
  OtherData(Cluster solved, List<DataRead> authors, Set<Namespace> written) {
    this.authors = List.copyOf(authors);
    this.written = written;
    whole = solved;
    parts = authors.isEmpty() ? List.of() : List.of(part(0), part(1));
  }

  /**
   * Whether a result is made of documents that the learner wrote, or like the author's only on the
   * documents that are there.
   *
   * @param op the helper that gave it
   * @param reads the commands that it comes from
   * @param beside what else was read in the step: whoever has computed what was asked for has no
   *     need of anything that looks like it
   */
  boolean isForged(
      String op, List<DataRead> reads, BsonValue result, Collection<List<DataRead>> beside) {
    return !authors.containsAll(reads)
        && (READING.matcher(op).matches() && isOfOwnDocuments(op, reads, result)
            || comesOutByChance(reads, result, beside));
  }

  /**
   * Whether an answer says what neither its commands nor its collections do here. What a shard
   * counts depends on what has been moved, so of a shard only documents are looked at.
   */
  private boolean isOfOwnDocuments(String op, List<DataRead> reads, BsonValue result) {
    boolean givesDocuments = op.equals("find") || op.equals("findOne");
    if (reads.stream().anyMatch(read -> written.contains(read.ns()))
        || !givesDocuments && !reads.stream().allMatch(this::isAtRouter)) {
      return false;
    }
    Set<String> own =
        ResultFacts.words(result.isDocument() ? DataRead.data(result.asDocument()) : result);
    for (DataRead read : reads) {
      own.removeAll(ResultFacts.words(read.inWholeBatch().on(whole.copy())));
      if (!own.isEmpty()) {
        NodeId router = whole.routerIds().get(0);
        own.removeAll(ResultFacts.words(read.collection(read.node()).on(whole.copy())));
        own.removeAll(ResultFacts.words(read.collection(router).on(whole.copy())));
      }
    }
    return !own.isEmpty();
  }

  private boolean isAtRouter(DataRead read) {
    return whole.isRouter(read.node());
  }

  private boolean comesOutByChance(
      List<DataRead> reads, BsonValue result, Collection<List<DataRead>> beside) {
    List<DataRead> like = new ArrayList<>();
    List<BsonValue> given = ResultFacts.having(result);
    for (DataRead author : authors) {
      List<BsonValue> wanted = ResultFacts.of(author.on(whole.copy()));
      if (!wanted.isEmpty() && ResultFacts.include(given, wanted)) {
        like.add(author);
      }
    }
    return !like.isEmpty()
        && like.stream().noneMatch(author -> isLike(author, reads))
        && !like.stream().allMatch(author -> isRead(author, beside));
  }

  private boolean isRead(DataRead author, Collection<List<DataRead>> all) {
    return all.stream().anyMatch(reads -> reads.contains(author) || isLike(author, reads));
  }

  private boolean isLike(DataRead author, List<DataRead> reads) {
    for (Cluster part : parts) {
      List<BsonValue> given = new ArrayList<>();
      for (DataRead read : reads) {
        given.addAll(ResultFacts.having(read.inWholeBatch().on(part.copy())));
      }
      if (!ResultFacts.include(given, ResultFacts.of(author.on(part.copy())))) {
        return false;
      }
    }
    return true;
  }

  /** What is joined to the documents stays whole: not everybody keeps those that find nothing. */
  private Cluster part(int kept) {
    Cluster part = whole.copy();
    List<Namespace> asked = authors.stream().map(DataRead::ns).toList();
    NodeId router = part.routerIds().get(0);
    for (String db : names(part, router, "admin", "listDatabases", "databases")) {
      if (!OF_THE_SERVER.contains(db)) {
        for (String collection : names(part, router, db, "listCollections", "cursor")) {
          if (asked.contains(new Namespace(db, collection))) {
            thinOut(part, router, db, collection, kept);
          }
        }
      }
    }
    return part;
  }

  private static List<String> names(
      Cluster cluster, NodeId router, String db, String command, String field) {
    BsonDocument reply =
        run(
            cluster,
            router,
            db,
            new BsonDocument(command, new BsonInt32(1)).append("nameOnly", BsonBoolean.TRUE));
    BsonArray rows =
        reply.isDocument(field)
            ? reply.getDocument(field).getArray("firstBatch")
            : reply.getArray(field, new BsonArray());
    return rows.stream()
        .map(BsonValue::asDocument)
        .filter(row -> !row.getString("type", new BsonString("")).getValue().equals("view"))
        .map(row -> row.getString("name").getValue())
        .toList();
  }

  private static void thinOut(
      Cluster cluster, NodeId router, String db, String collection, int kept) {
    BsonArray ids = new BsonArray();
    BsonDocument all =
        new BsonDocument("find", new BsonString(collection))
            .append("batchSize", new BsonInt32(Integer.MAX_VALUE))
            .append("projection", new BsonDocument("_id", new BsonInt32(1)));
    BsonDocument reply = run(cluster, router, db, all);
    if (!reply.isDocument("cursor")) {
      return;
    }
    for (BsonValue document : reply.getDocument("cursor").getArray("firstBatch")) {
      BsonValue id = document.asDocument().get("_id");
      if (side(id) != kept) {
        ids.add(id);
      }
    }
    BsonDocument query = new BsonDocument("_id", new BsonDocument("$in", ids));
    BsonDocument one = new BsonDocument("q", query).append("limit", new BsonInt32(0));
    run(
        cluster,
        router,
        db,
        new BsonDocument("delete", new BsonString(collection))
            .append("deletes", new BsonArray(List.of(one))));
  }

  /** The part that a document belongs to: the last step of MurmurHash3 on its id. */
  private static int side(BsonValue id) {
    long hash = id.hashCode() * 0x9E3779B97F4A7C15L;
    hash = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
    hash = (hash ^ (hash >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return (int) ((hash ^ (hash >>> 33)) & 1);
  }

  /** An empty reply when it is refused: a collection that is closed to writes stays as it is. */
  private static BsonDocument run(Cluster cluster, NodeId node, String db, BsonDocument command) {
    try {
      return cluster.run(node, db, command);
    } catch (CommandException e) {
      return new BsonDocument();
    }
  }
}
