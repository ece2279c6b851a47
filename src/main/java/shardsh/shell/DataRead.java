package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.TraceEntry;
import shardsh.js.api.FirstBatch;

/**
 * A command of the application that gives documents of a user's collection, or what they come to.
 *
 * @param node that was asked
 * @param command as it was sent
 */
record DataRead(NodeId node, Namespace ns, BsonDocument command) {
  private static final List<String> READS = List.of("find", "aggregate", "count", "distinct");
  private static final List<String> WRITES =
      List.of("insert", "update", "delete", "findAndModify", "bulkWrite");
  private static final List<String> OF_THE_SERVER = List.of("config", "admin", "local");
  private static final List<String> WRITING = List.of("$out", "$merge", "$changeStream");
  private static final List<String> TIES =
      List.of("hint", "lsid", "txnNumber", "autocommit", "startTransaction", "readConcern");

  /** Those among what happened, in order. */
  static List<DataRead> in(List<TraceEntry> trace) {
    List<DataRead> reads = new ArrayList<>();
    for (TraceEntry entry : trace) {
      if (entry.event() instanceof CallEvent.RequestSent sent
          && sent.from().equals(NodeId.APP)
          && READS.contains(sent.command())
          && !OF_THE_SERVER.contains(sent.ns().db())
          && !writes(sent.body())) {
        reads.add(new DataRead(sent.to(), sent.ns(), sent.body()));
      }
    }
    return reads;
  }

  /** Of all documents of the collection that a node has. */
  DataRead collection(NodeId asked) {
    BsonDocument all =
        new BsonDocument("find", new BsonString(ns.collection()))
            .append("batchSize", new BsonInt32(Integer.MAX_VALUE));
    return new DataRead(asked, ns, all);
  }

  /** The collections that the application has written documents to. */
  static Set<Namespace> written(List<TraceEntry> trace) {
    Set<Namespace> written = new TreeSet<>();
    for (TraceEntry entry : trace) {
      if (entry.event() instanceof CallEvent.RequestSent sent && sent.from().equals(NodeId.APP)) {
        if (WRITES.contains(sent.command())) {
          written.add(sent.ns());
        }
        targetOf(sent.body()).map(name -> named(name, sent.ns().db())).ifPresent(written::add);
      }
    }
    return written;
  }

  /** What the last stage writes to: a name, or a document that has it. */
  private static Optional<BsonValue> targetOf(BsonDocument command) {
    if (!writes(command)) {
      return Optional.empty();
    }
    BsonArray stages = command.getArray("pipeline");
    BsonDocument last = stages.get(stages.size() - 1).asDocument();
    BsonValue target = last.getOrDefault("$out", last.get("$merge"));
    return target != null && target.isDocument() && target.asDocument().containsKey("into")
        ? Optional.of(target.asDocument().get("into"))
        : Optional.ofNullable(target);
  }

  private static Namespace named(BsonValue target, String db) {
    if (target.isString()) {
      return new Namespace(db, target.asString().getValue());
    }
    BsonDocument place = target.isDocument() ? target.asDocument() : new BsonDocument();
    return new Namespace(
        place.getString("db", new BsonString(db)).getValue(),
        place.getString("coll", new BsonString("")).getValue());
  }

  private static boolean writes(BsonDocument command) {
    return command.isArray("pipeline")
        && command.getArray("pipeline").stream()
            .filter(BsonValue::isDocument)
            .anyMatch(stage -> WRITING.stream().anyMatch(stage.asDocument()::containsKey));
  }

  /**
   * What it gives on another cluster, whatever session it was sent in and whatever index it named:
   * the first batch, the values or the number; an empty list when it is refused.
   */
  BsonValue on(Cluster cluster) {
    BsonDocument free = new BsonDocument();
    free.putAll(command);
    TIES.forEach(free::remove);
    try {
      return data(cluster.run(node, ns.db(), free));
    } catch (CommandException e) {
      return new BsonArray();
    }
  }

  /**
   * The same with a batch of at least the usual size: a cursor is read over as many as it takes.
   */
  DataRead inWholeBatch() {
    BsonDocument wide = new BsonDocument();
    wide.putAll(command);
    if (isSmall(wide)) {
      wide.remove("batchSize");
    }
    if (wide.isDocument("cursor") && isSmall(wide.getDocument("cursor"))) {
      wide.put("cursor", new BsonDocument());
    }
    return new DataRead(node, ns, wide);
  }

  private static boolean isSmall(BsonDocument options) {
    return options.isNumber("batchSize")
        && options.getNumber("batchSize").doubleValue() < FirstBatch.SIZE;
  }

  /** What a reply is about: the first batch, the values or the number; else all of it. */
  static BsonValue data(BsonDocument reply) {
    return reply.isDocument("cursor")
        ? reply.getDocument("cursor").getArray("firstBatch", new BsonArray())
        : reply.getOrDefault("values", reply.getOrDefault("n", reply));
  }
}
