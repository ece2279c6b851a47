package shardsh.core.pipeline;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.expr.PathExpression;

/**
 * Reads of a view as aggregations of the collection that it is on. A node that finds a view throws
 * {@link #resolved}; whoever answers the client runs the aggregation instead. Source: the manual's
 * page on views.
 */
public final class ViewCommands {

  /** The server's code for a view that a router must resolve. */
  public static final ErrorCode RESOLVE =
      new ErrorCode(169, "CommandOnShardedViewNotSupportedOnMongod");

  private static final String FIELD = "resolvedView";
  private static final int DISTINCT_MAX = 100_000;

  private ViewCommands() {}

  /**
   * The refusal that carries what a view is: {@code {resolvedView: {ns, pipeline, collation?}}}.
   *
   * @param on the collection it is on in the end
   */
  public static CommandException resolved(
      Namespace on, BsonArray pipeline, Optional<BsonDocument> collation) {
    BsonDocument view =
        new BsonDocument("ns", new BsonString(on.toString())).append("pipeline", pipeline);
    collation.ifPresent(spec -> view.append("collation", spec));
    return new CommandException(
        RESOLVE,
        "Resolved views on sharded collections must be executed by mongos",
        new BsonDocument(FIELD, view));
  }

  /** What the view is, when that is why a command was refused. */
  public static Optional<BsonDocument> viewIn(CommandException e) {
    return e.detail()
        .filter(detail -> e.errorCode().equals(RESOLVE) && detail instanceof BsonDocument)
        .map(detail -> ((BsonDocument) detail).getDocument(FIELD));
  }

  /** The collection that a view is on. */
  public static Namespace on(BsonDocument view) {
    return Namespace.parse(view.getString("ns").getValue());
  }

  /**
   * A find, count, distinct, aggregate, or an explain of one of them, as a command on the
   * collection that the view is on.
   */
  public static BsonDocument rewritten(BsonDocument view, BsonDocument command) {
    String name = command.getFirstKey();
    if (name.equals("explain")) {
      BsonDocument explain =
          new BsonDocument("explain", rewritten(view, command.getDocument("explain")));
      command.forEach(explain::putIfAbsent);
      return explain;
    }
    BsonArray pipeline = new BsonArray(view.getArray("pipeline").getValues());
    BsonDocument aggregate = new BsonDocument("aggregate", new BsonString(on(view).collection()));
    BsonDocument cursor = new BsonDocument();
    switch (name) {
      case "find" -> addFind(command, pipeline, cursor);
      case "count" -> addCount(command, pipeline);
      case "distinct" -> {
        addDistinct(command, pipeline);
        cursor.append("batchSize", new BsonInt32(DISTINCT_MAX));
      }
      default -> {
        pipeline.addAll(command.getArray("pipeline"));
        cursor.putAll(command.getDocument("cursor", new BsonDocument()));
      }
    }
    aggregate.append("pipeline", pipeline).append("cursor", cursor);
    for (String field :
        List.of("let", "hint", "maxTimeMS", "allowDiskUse", "readConcern", "comment")) {
      if (command.containsKey(field)) {
        aggregate.append(field, command.get(field));
      }
    }
    BsonValue collation = view.get("collation");
    if (collation != null) {
      aggregate.append("collation", collation);
    }
    return aggregate;
  }

  private static void add(BsonArray pipeline, String stage, BsonValue value) {
    pipeline.add(new BsonDocument(stage, value));
  }

  private static void addFilter(BsonDocument command, String field, BsonArray pipeline) {
    if (command.isDocument(field) && !command.getDocument(field).isEmpty()) {
      add(pipeline, "$match", command.get(field));
    }
  }

  private static void addWindow(BsonDocument command, BsonArray pipeline) {
    if (command.isNumber("skip") && command.getNumber("skip").longValue() > 0) {
      add(pipeline, "$skip", command.get("skip"));
    }
    if (command.isNumber("limit") && command.getNumber("limit").longValue() != 0) {
      add(pipeline, "$limit", new BsonInt64(Math.abs(command.getNumber("limit").longValue())));
    }
  }

  private static void addFind(BsonDocument command, BsonArray pipeline, BsonDocument cursor) {
    for (String field : List.of("min", "max", "returnKey", "showRecordId", "tailable")) {
      if (command.containsKey(field)) {
        throw new CommandException(
            ErrorCode.INVALID_PIPELINE_OPERATOR, "Option " + field + " not supported on views.");
      }
    }
    addFilter(command, "filter", pipeline);
    if (command.isDocument("sort") && !command.getDocument("sort").isEmpty()) {
      add(pipeline, "$sort", command.get("sort"));
    }
    addWindow(command, pipeline);
    if (command.isDocument("projection") && !command.getDocument("projection").isEmpty()) {
      add(pipeline, "$project", command.get("projection"));
    }
    if (command.containsKey("batchSize")) {
      cursor.append("batchSize", command.get("batchSize"));
    }
  }

  private static void addCount(BsonDocument command, BsonArray pipeline) {
    addFilter(command, "query", pipeline);
    addWindow(command, pipeline);
    add(pipeline, "$count", new BsonString("count"));
  }

  /** Arrays on the way and at the end are unwound; a document without the field gives nothing. */
  private static void addDistinct(BsonDocument command, BsonArray pipeline) {
    addFilter(command, "query", pipeline);
    String key = command.getString("key").getValue();
    StringBuilder path = new StringBuilder();
    for (String part : PathExpression.splitPath(key)) {
      path.append(path.length() == 0 ? "" : ".").append(part);
      add(
          pipeline,
          "$unwind",
          new BsonDocument("path", new BsonString("$" + path))
              .append("preserveNullAndEmptyArrays", BsonBoolean.TRUE));
    }
    add(pipeline, "$match", new BsonDocument(key, new BsonDocument("$exists", BsonBoolean.TRUE)));
    add(pipeline, "$group", new BsonDocument("_id", new BsonString("$" + key)));
    add(pipeline, "$sort", new BsonDocument("_id", new BsonInt32(1)));
  }

  /**
   * The reply of the rewritten command as one of the command that was given.
   *
   * @param ns the view
   */
  public static BsonDocument reply(Namespace ns, BsonDocument command, BsonDocument reply) {
    switch (command.getFirstKey()) {
      case "count" -> {
        BsonArray batch = reply.getDocument("cursor").getArray("firstBatch");
        BsonValue n = batch.isEmpty() ? new BsonInt32(0) : batch.get(0).asDocument().get("count");
        return new BsonDocument("n", n).append("ok", new BsonDouble(1));
      }
      case "distinct" -> {
        BsonArray values = new BsonArray();
        reply
            .getDocument("cursor")
            .getArray("firstBatch")
            .forEach(group -> values.add(group.asDocument().get("_id")));
        return new BsonDocument("values", values).append("ok", new BsonDouble(1));
      }
      case "explain" -> {
        return reply;
      }
      default -> {
        BsonDocument cursor =
            Docs.copyOf(reply.getDocument("cursor")).append("ns", new BsonString(ns.toString()));
        return Docs.copyOf(reply).append("cursor", cursor);
      }
    }
  }
}
