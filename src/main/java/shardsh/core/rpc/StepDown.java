package shardsh.core.rpc;

import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.bson.TypeNames;

/** replSetStepDown and replSetFreeze. Source: the manual's pages; error messages observed. */
final class StepDown {
  private static final long STEP_DOWN_SECONDS = 60;
  private static final long CATCH_UP_SECONDS = 10;

  private StepDown() {}

  /**
   * {@code {replSetStepDown: seconds, secondaryCatchUpPeriodSecs?, force?}}.
   *
   * @throws CommandException BAD_VALUE for periods that make no sense, NOT_WRITABLE_PRIMARY on a
   *     member that is no primary, EXCEEDED_TIME_LIMIT when nobody could take over in time
   */
  static BsonDocument run(Members members, BsonDocument command) {
    boolean force = Docs.truthy(command, "force");
    long seconds = seconds(command, "replSetStepDown", STEP_DOWN_SECONDS);
    if (seconds < 0) {
      throw badValue("stepdown period must be a positive integer");
    }
    long catchUp = seconds(command, "secondaryCatchUpPeriodSecs", force ? 0 : CATCH_UP_SECONDS);
    if (catchUp < 0) {
      throw badValue("secondaryCatchUpPeriodSecs period must be a positive or absent");
    }
    seconds = seconds == 0 ? STEP_DOWN_SECONDS : seconds;
    if (seconds < catchUp) {
      throw badValue("stepdown period must be longer than secondaryCatchUpPeriodSecs");
    }
    if (members.serving() < 0 || members.serving() != members.primary()) {
      throw new CommandException(ErrorCode.NOT_WRITABLE_PRIMARY, "not primary so can't step down");
    }
    members.elections().stepDown(seconds, catchUp, force);
    return Replies.ok();
  }

  /**
   * {@code {replSetFreeze: seconds}}.
   *
   * @throws CommandException NOT_SECONDARY on the primary
   */
  static BsonDocument freeze(Members members, BsonDocument command) {
    long seconds = seconds(command, "replSetFreeze", 0);
    members.elections().freeze(Math.max(0, members.serving()), seconds);
    BsonDocument reply = new BsonDocument();
    if (seconds == 0) {
      reply.append("info", new BsonString("unfreezing"));
    } else if (seconds == 1) {
      reply.append("warning", new BsonString("you really want to freeze for only 1 second?"));
    }
    return Replies.ok(reply);
  }

  private static long seconds(BsonDocument command, String name, long whenMissing) {
    BsonValue value = command.get(name);
    if (value == null || value.isNull()) {
      return whenMissing;
    }
    if (!value.isNumber()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "Expected field \"" + name + "\" to have numeric type, but found " + TypeNames.of(value));
    }
    return value.asNumber().longValue();
  }

  private static CommandException badValue(String message) {
    return new CommandException(ErrorCode.BAD_VALUE, message);
  }
}
