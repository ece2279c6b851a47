package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;

/** A client session as a driver keeps it: it numbers transactions and marks their statements. */
public final class TestSession {
  private final TestCluster world;
  private final NodeId node;
  private final BsonDocument lsid;
  private long number;
  private boolean first;
  private BsonDocument readConcern = new BsonDocument();

  public TestSession(TestCluster world, String node, int id) {
    this.world = world;
    this.node = world.node(node);
    this.lsid = new BsonDocument("id", new BsonBinary(new UUID(0x4000L, 0x8000000000000000L + id)));
  }

  public TestSession start() {
    number++;
    first = true;
    readConcern = new BsonDocument();
    return this;
  }

  /** A transaction whose shards all see the data of one moment. */
  public TestSession startSnapshot() {
    start();
    readConcern = TestCluster.doc("{level: 'snapshot'}");
    return this;
  }

  /** A statement on the database {@code shop}. */
  public BsonDocument shop(String command) {
    return run("shop", TestCluster.doc(command));
  }

  public BsonDocument run(String db, BsonDocument command) {
    BsonDocument sent = marked(command);
    if (first) {
      sent.append("startTransaction", BsonBoolean.TRUE);
      if (!readConcern.isEmpty()) {
        sent.append("readConcern", readConcern);
      }
    }
    first = false;
    return world.cluster().run(node, db, sent);
  }

  private BsonDocument marked(BsonDocument command) {
    return command
        .clone()
        .append("lsid", lsid)
        .append("txnNumber", new BsonInt64(number))
        .append("autocommit", BsonBoolean.FALSE);
  }

  /** The refusal of a statement, as {@code 112 WriteConflict: text}. */
  public String refusal(String command) {
    try {
      return "not refused: " + shop(command);
    } catch (CommandException e) {
      return TestCluster.text(e);
    }
  }

  /** What a find of the whole collection gives, by {@code _id}. */
  public List<BsonDocument> find(String collection) {
    List<BsonDocument> all = new ArrayList<>();
    for (BsonValue value :
        shop("{find: '" + collection + "', sort: {_id: 1}, batchSize: 1000}")
            .getDocument("cursor")
            .getArray("firstBatch")) {
      all.add(value.asDocument());
    }
    return all;
  }

  public BsonDocument commit() {
    return end("commitTransaction");
  }

  public BsonDocument abort() {
    return end("abortTransaction");
  }

  private BsonDocument end(String command) {
    return world.cluster().run(node, "admin", marked(new BsonDocument(command, new BsonInt32(1))));
  }
}
