package shardsh.js.api;

import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.js.ShellInputException;
import shardsh.render.BsonInspect;
import shardsh.render.JsNumber;

/** Reports about a replica set's log of writes and its secondaries, in mongosh's words. */
final class Replication {
  private static final String LOG = "oplog.rs";

  private Replication() {}

  static RuntimeException renamed() {
    return new ShellInputException(
        "MongoshDeprecatedError",
        "[COMMON-10003] Method deprecated, use 'printSecondaryReplicationInfo' instead",
        "");
  }

  /**
   * @return {@code {timeDiff, timeDiffHours, tFirst, tLast, now, logSizeMB}}
   * @throws ShellInputException on a process without such a log, e.g. a router
   */
  static BsonDocument info(Database db) {
    Database local = db.sibling("local");
    if (db.mongo().isRouter() || !local.collectionNames().contains(LOG)) {
      throw new ShellInputException(
          "MongoshInvalidInputError",
          "[SHAPI-10001] replication not detected. Are you connected to a replset?",
          "");
    }
    long first = edge(local, 1);
    long last = edge(local, -1);
    double hours = Math.rint((last - first) / 36.0) / 100;
    BsonDocument stats = CollectionStats.of(local.collection(LOG), 1);
    double megabytes = Fields.number(stats, "size") / (1 << 20);
    return new BsonDocument("timeDiff", ShellApi.number(last - first))
        .append("timeDiffHours", ShellApi.number(hours))
        .append("tFirst", new BsonDateTime(first * 1000))
        .append("tLast", new BsonDateTime(last * 1000))
        .append("now", new BsonDateTime(db.api.host().nowMillis()))
        .append("logSizeMB", ShellApi.number(megabytes));
  }

  private static long edge(Database local, int direction) {
    BsonDocument options =
        new BsonDocument("sort", new BsonDocument("$natural", new BsonInt32(direction)))
            .append("limit", new BsonInt32(1));
    BsonValue entry = new FindCursor(local.collection(LOG), options).nextRaw();
    if (entry == null || !entry.asDocument().get("ts", new BsonInt32(0)).isTimestamp()) {
      throw new ShellInputException(
          "MongoshRuntimeError", "Oplog is empty: objects not found in local.oplog.rs", "");
    }
    return entry.asDocument().getTimestamp("ts").getTime();
  }

  static StatsReport report(Database db) {
    BsonDocument info = info(db);
    String length =
        JsNumber.text(Fields.number(info, "timeDiff"))
            + " secs ("
            + JsNumber.text(Fields.number(info, "timeDiffHours"))
            + " hrs)";
    return new StatsReport(
        db.api,
        new BsonDocument(
                "configured oplog size",
                text(JsNumber.text(Fields.number(info, "logSizeMB")) + " MB"))
            .append("log length start to end", text(length))
            .append("oplog first event time", time(info, "tFirst"))
            .append("oplog last event time", time(info, "tLast"))
            .append("now", time(info, "now")));
  }

  static StatsReport secondaries(Database db) {
    BsonDocument status = db.admin(new BsonDocument("replSetGetStatus", new BsonInt32(1)));
    List<BsonValue> members = status.getArray("members");
    long primary = 0;
    for (BsonValue member : members) {
      boolean isPrimary = (int) Fields.number(member.asDocument(), "state") == 1;
      if (isPrimary || primary == 0) {
        primary = Math.max(primary, optime(member.asDocument()));
      }
    }
    BsonDocument sections = new BsonDocument();
    for (BsonValue value : members) {
      BsonDocument member = value.asDocument();
      if ((int) Fields.number(member, "state") == 2) {
        long seconds = (primary - optime(member)) / 1000;
        String lag =
            seconds
                + " secs ("
                + JsNumber.text(Math.rint(seconds / 36.0) / 100)
                + " hrs) behind the primary ";
        sections.put(
            "source: " + member.getString("name", text("")).getValue(),
            new BsonDocument("syncedTo", text(jsDate(optime(member))))
                .append("replLag", text(lag)));
      }
    }
    return new StatsReport(db.api, sections);
  }

  private static long optime(BsonDocument member) {
    BsonValue date = member.get("optimeDate");
    return date != null && date.isDateTime() ? date.asDateTime().getValue() : 0;
  }

  private static BsonString time(BsonDocument info, String name) {
    return text(jsDate(info.getDateTime(name).getValue()));
  }

  private static String jsDate(long millis) {
    return BsonInspect.isoText(millis);
  }

  private static BsonString text(String value) {
    return new BsonString(value);
  }
}
