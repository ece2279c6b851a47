package shardsh.core.pipeline.changes;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/**
 * A place in the changes of a cluster, in their order: by cluster time, then by place in a
 * transaction, then by shard. The text is hexadecimal and has the same order.
 *
 * @param kind {@code 00} for an event, {@code 01} for the invalidation after it, {@code FF} for a
 *     place behind all events of that time
 */
public record ResumeToken(BsonTimestamp time, int operation, String shard, String kind)
    implements Comparable<ResumeToken> {
  private static final int HEAD = 2 + 8 + 8 + 6;

  public static ResumeToken event(BsonTimestamp time, int operation, String shard) {
    return new ResumeToken(time, operation, shard, "00");
  }

  /** Behind everything that has that time. */
  public static ResumeToken after(BsonTimestamp time) {
    return new ResumeToken(time, 0xFFFFFF, "", "FF");
  }

  /** The invalidation that follows this event. */
  public ResumeToken invalidation() {
    return new ResumeToken(time, operation, shard, "01");
  }

  public boolean isInvalidation() {
    return kind.equals("01");
  }

  public String text() {
    StringBuilder text = new StringBuilder("82");
    text.append(
        String.format(Locale.ROOT, "%08X%08X%06X", time.getTime(), time.getInc(), operation));
    for (byte letter : shard.getBytes(StandardCharsets.UTF_8)) {
      text.append(String.format(Locale.ROOT, "%02X", letter));
    }
    return text.append(kind).toString();
  }

  /** As a field {@code _id}: {@code {_data: "82…"}}. */
  public BsonDocument toBson() {
    return new BsonDocument("_data", new BsonString(text()));
  }

  /**
   * @throws CommandException INVALID_RESUME_TOKEN
   */
  public static ResumeToken parse(BsonDocument token) {
    BsonValue data = token.get("_data");
    String text = data != null && data.isString() ? data.asString().getValue() : "";
    if (!text.matches("82[0-9A-F]{22}([0-9A-F]{2})+")) {
      throw new CommandException(
          ErrorCode.INVALID_RESUME_TOKEN, "Bad resume token: _data is not one of a change stream");
    }
    int seconds = Integer.parseUnsignedInt(text.substring(2, 10), 16);
    int count = Integer.parseUnsignedInt(text.substring(10, 18), 16);
    int operation = Integer.parseInt(text.substring(18, HEAD), 16);
    byte[] shard = new byte[(text.length() - HEAD - 2) / 2];
    for (int i = 0; i < shard.length; i++) {
      int at = HEAD + 2 * i;
      shard[i] = (byte) Integer.parseInt(text.substring(at, at + 2), 16);
    }
    return new ResumeToken(
        new BsonTimestamp(seconds, count),
        operation,
        new String(shard, StandardCharsets.UTF_8),
        text.substring(text.length() - 2));
  }

  @Override
  public int compareTo(ResumeToken other) {
    int byTime = time.compareTo(other.time);
    if (byTime != 0) {
      return byTime;
    }
    int byOperation = Integer.compare(operation, other.operation);
    if (byOperation != 0) {
      return byOperation;
    }
    int byShard = shard.compareTo(other.shard);
    return byShard != 0 ? byShard : kind.compareTo(other.kind);
  }
}
