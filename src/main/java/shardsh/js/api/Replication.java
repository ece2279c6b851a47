package shardsh.js.api;

import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.js.ShellInputException;
import shardsh.render.BsonInspect;
import shardsh.render.JsNumber;

/** Reports about a replica set's log of writes and its secondaries, in mongosh's words. */
final class Replication {
  private static final int LOG_MEGABYTES = 990;

  private Replication() {}

  /** The error as mongosh words it. */
  static CommandException reworded(CommandException e) {
    return e.errorCode().equals(ErrorCode.NOT_PRIMARY_NO_SECONDARY_OK)
        ? new CommandException(
            e.errorCode(),
            "not primary - consider using db.getMongo().setReadPref() or readPreference in the"
                + " connection string")
        : e;
  }

  static RuntimeException renamed() {
    return new ShellInputException(
        "MongoshDeprecatedError",
        "[COMMON-10003] Method deprecated, use 'printSecondaryReplicationInfo' instead",
        "");
  }

  /**
   * From the start of the cluster to the last that the member has; the size is the server's least.
   *
   * @return {@code {timeDiff, timeDiffHours, tFirst, tLast, now, logSizeMB}}
   * @throws ShellInputException on a process without such a log, e.g. a router
   */
  static BsonDocument info(Database db) {
    if (db.mongo().isRouter()) {
      throw new ShellInputException(
          "MongoshInvalidInputError",
          "[SHAPI-10001] replication not detected. Are you connected to a replset?",
          "");
    }
    long now = db.api.host().nowMillis();
    long elapsed = (long) Fields.number(db.api.host().sim().clock(), "elapsedMillis");
    long first = (now - elapsed) / 1000;
    long last = ownOptime(status(db)) / 1000;
    return new BsonDocument("timeDiff", ShellApi.number(last - first))
        .append("timeDiffHours", ShellApi.number(Math.rint((last - first) / 36.0) / 100))
        .append("tFirst", new BsonDateTime(first * 1000))
        .append("tLast", new BsonDateTime(last * 1000))
        .append("now", new BsonDateTime(now))
        .append("logSizeMB", ShellApi.number(LOG_MEGABYTES));
  }

  private static BsonDocument status(Database db) {
    return db.admin(new BsonDocument("replSetGetStatus", new BsonInt32(1)));
  }

  private static long ownOptime(BsonDocument status) {
    for (BsonValue member : status.getArray("members")) {
      if (member.asDocument().containsKey("self")) {
        return optime(member.asDocument());
      }
    }
    return 0;
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
    List<BsonValue> members = status(db).getArray("members");
    boolean hasPrimary = members.stream().anyMatch(Replication::isPrimary);
    long freshest = 0;
    for (BsonValue member : members) {
      if (!hasPrimary || isPrimary(member)) {
        freshest = Math.max(freshest, optime(member.asDocument()));
      }
    }
    BsonDocument sections = new BsonDocument();
    for (BsonValue value : members) {
      BsonDocument member = value.asDocument();
      if (!isPrimary(member)) {
        sections.put(
            "source: " + member.getString("name", text("")).getValue(),
            section(member, freshest, hasPrimary));
      }
    }
    return new StatsReport(db.api, sections);
  }

  private static boolean isPrimary(BsonValue member) {
    return (int) Fields.number(member.asDocument(), "state") == 1;
  }

  private static BsonDocument section(BsonDocument member, long freshest, boolean hasPrimary) {
    if (Fields.number(member, "health") == 0) {
      return new BsonDocument(
          "no replication info, yet.  State", text(Fields.text(member, "stateStr")));
    }
    long seconds = (freshest - optime(member)) / 1000;
    String lag =
        seconds
            + " secs ("
            + JsNumber.text(Math.rint(seconds / 36.0) / 100)
            + " hrs) behind the "
            + (hasPrimary ? "primary " : "freshest member (no primary available at the moment)");
    return new BsonDocument("syncedTo", text(jsDate(optime(member)))).append("replLag", text(lag));
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
