package shardsh.core.rpc;

import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.sharding.StaleConfigInfo;

/**
 * The shapes of replies: {@code {ok: 1, …}}, {@code {ok: 0, errmsg, code, codeName, …}}, cursors.
 */
public final class Replies {
  private static final BsonDouble OK = new BsonDouble(1);
  private static final BsonDouble NOT_OK = new BsonDouble(0);

  private static final BsonInt64 NO_CURSOR = new BsonInt64(0);
  private static final int CURSOR_CAPACITY = 4;

  private Replies() {}

  /** {@code {ok: 1}}. */
  public static BsonDocument ok() {
    return new BsonDocument("ok", OK);
  }

  /** The document with {@code ok: 1} at its end; the document itself is extended. */
  public static BsonDocument ok(BsonDocument body) {
    return body.append("ok", OK);
  }

  /**
   * {@code {ok: 0, errmsg, code, codeName}}; with the fields of a StaleConfig or of another detail
   * that is a document.
   */
  public static BsonDocument failure(CommandException e) {
    BsonDocument reply =
        new BsonDocument("ok", NOT_OK).append("errmsg", new BsonString(e.getMessage()));
    if (!e.errorCode().equals(ErrorCode.NONE)) {
      reply
          .append("code", new BsonInt32(e.errorCode().code()))
          .append("codeName", new BsonString(e.errorCode().codeName()));
    }
    e.detail()
        .ifPresent(
            detail -> {
              if (detail instanceof StaleConfigInfo info) {
                reply.putAll(info.toBson());
              } else if (detail instanceof BsonDocument document) {
                reply.putAll(document);
              }
            });
    return reply;
  }

  public static boolean isOk(BsonDocument reply) {
    BsonValue ok = reply.get("ok");
    return ok != null && ok.isNumber() && ok.asNumber().doubleValue() == 1;
  }

  /**
   * The reply itself when it is ok.
   *
   * @throws CommandException the error in it, with a {@link StaleConfigInfo} where it has one, as
   *     those of real shards do
   */
  public static BsonDocument require(BsonDocument reply) {
    if (isOk(reply)) {
      return reply;
    }
    throw error(reply);
  }

  /** The error of a reply that is not ok. */
  public static CommandException error(BsonDocument reply) {
    int code = reply.getInt32("code", new BsonInt32(0)).getValue();
    String name = reply.getString("codeName", new BsonString("")).getValue();
    boolean stale =
        code == ErrorCode.STALE_CONFIG.code()
            && reply.containsKey("vReceived")
            && !reply.containsKey("errorLabels");
    Object detail = stale ? StaleConfigInfo.parse(reply) : extra(reply);
    return new CommandException(
        new ErrorCode(code, name), reply.getString("errmsg").getValue(), detail);
  }

  private static BsonDocument extra(BsonDocument reply) {
    BsonDocument extra = new BsonDocument();
    reply.forEach(
        (name, value) -> {
          switch (name) {
            case "ok", "errmsg", "code", "codeName", "$clusterTime", "operationTime" -> {}
            default -> extra.append(name, value);
          }
        });
    return extra.isEmpty() ? null : extra;
  }

  /**
   * {@code {cursor: {firstBatch, id, ns}, ok: 1}}; {@code batchName} is firstBatch or nextBatch.
   */
  public static BsonDocument cursor(String batchName, BsonArray batch, long id, String ns) {
    BsonDocument cursor =
        new BsonDocument(CURSOR_CAPACITY)
            .append(batchName, batch)
            .append("id", id == 0 ? NO_CURSOR : new BsonInt64(id))
            .append("ns", new BsonString(ns));
    return ok(new BsonDocument(CURSOR_CAPACITY).append("cursor", cursor));
  }

  /** The batch in a cursor reply, whichever it is. */
  public static BsonArray batchOf(BsonDocument reply) {
    return batchIn(reply.getDocument("cursor"));
  }

  private static BsonArray batchIn(BsonDocument cursor) {
    BsonValue first = cursor.get("firstBatch");
    return first == null ? cursor.getArray("nextBatch") : first.asArray();
  }

  /** The cursor's id in a reply; 0 when it is used up. */
  public static long cursorId(BsonDocument reply) {
    return reply.getDocument("cursor").getInt64("id").getValue();
  }

  /** Whether a write has changed nothing: it found nothing to change, or all of it was refused. */
  static boolean isIdle(String command, BsonDocument reply) {
    String count =
        switch (command) {
          case "insert", "delete" -> "n";
          case "update" -> "nModified";
          default -> "";
        };
    if (reply.isDocument("lastErrorObject")) {
      return isIdle("delete", reply.getDocument("lastErrorObject"));
    }
    return reply.isNumber(count)
        && reply.getNumber(count).longValue() == 0
        && !reply.containsKey("upserted");
  }

  /**
   * How many documents a reply carries; of an explain of what ran how many it would have carried.
   */
  public static int documentsIn(BsonDocument reply) {
    BsonValue cursor = reply.get("cursor");
    return cursor != null && cursor.isDocument()
        ? batchIn(cursor.asDocument()).size()
        : (int) (long) explainedIn(reply).orElse(0L);
  }

  /**
   * The rows that an explained find, or an explained pipeline's last stage, has given; empty where
   * nothing ran.
   */
  public static Optional<Long> explainedIn(BsonDocument explained) {
    BsonDocument last = explained;
    if (explained.isArray("stages") && !explained.getArray("stages").isEmpty()) {
      BsonArray stages = explained.getArray("stages");
      last = stages.get(stages.size() - 1).asDocument();
    } else if (explained.isDocument("executionStats")) {
      last = explained.getDocument("executionStats");
    }
    return last.isNumber("nReturned")
        ? Optional.of(last.getNumber("nReturned").longValue())
        : Optional.empty();
  }
}
