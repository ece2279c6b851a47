package shardsh.core.rpc;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.ServerText;

/**
 * A fault on messages: those from, to and of that command; what is empty fits every message.
 *
 * @param code of the error that {@link Kind#ERROR} answers with
 * @param millis how long a delayed message is on its way, or how long the sender of a lost one
 *     waits
 * @param times how many messages it still strikes; empty for all
 */
public record Fault(
    int number,
    Optional<NodeId> from,
    Optional<NodeId> to,
    Optional<String> command,
    Kind kind,
    OptionalInt code,
    OptionalLong millis,
    OptionalInt times) {
  private static final List<String> FIELDS =
      List.of("from", "to", "command", "do", "code", "millis", "times");
  private static final long DELAY_MILLIS = 1000;
  private static final long MILLIS_MAX = 365L * 24 * 3_600_000;

  /** What happens to the message. */
  public enum Kind {
    DROP("drop"),
    DROP_REPLY("dropReply"),
    ERROR("error"),
    DELAY("delay");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /**
   * Reads {@code {from?, to?, command?, do, code?, millis?, times?}}.
   *
   * @throws CommandException BAD_VALUE telling what is wrong
   */
  static Fault parse(int number, BsonDocument given) {
    for (String name : given.keySet()) {
      if (!FIELDS.contains(name)) {
        throw invalid("a fault has no field '" + name + "'; known: " + String.join(", ", FIELDS));
      }
    }
    Kind kind = kind(given.get("do"));
    OptionalLong times = whole(given, "times", Integer.MAX_VALUE);
    OptionalLong code = whole(given, "code", Integer.MAX_VALUE);
    if (times.isPresent() && times.getAsLong() == 0) {
      throw invalid("times must be at least 1");
    }
    if (code.isPresent() && kind != Kind.ERROR) {
      throw invalid("code goes with do: \"error\" only");
    }
    return new Fault(
        number,
        text(given, "from").map(NodeId::new),
        text(given, "to").map(NodeId::new),
        text(given, "command"),
        kind,
        code.isPresent() ? OptionalInt.of((int) code.getAsLong()) : OptionalInt.empty(),
        whole(given, "millis", MILLIS_MAX),
        times.isPresent() ? OptionalInt.of((int) times.getAsLong()) : OptionalInt.empty());
  }

  private static Kind kind(BsonValue given) {
    for (Kind kind : Kind.values()) {
      if (given != null && given.isString() && given.asString().getValue().equals(kind.text)) {
        return kind;
      }
    }
    throw invalid(
        "do must be one of drop, dropReply, error, delay"
            + (given == null ? "" : ", got " + ServerText.of(given)));
  }

  private static Optional<String> text(BsonDocument given, String name) {
    BsonValue value = given.get(name);
    if (value != null && !value.isString()) {
      throw invalid(name + " must be a string, got " + ServerText.of(value));
    }
    return Optional.ofNullable(value).map(string -> string.asString().getValue());
  }

  private static OptionalLong whole(BsonDocument given, String name, long max) {
    BsonValue value = given.get(name);
    if (value == null) {
      return OptionalLong.empty();
    }
    if (!value.isNumber()
        || value.asNumber().doubleValue() != Math.rint(value.asNumber().doubleValue())
        || value.asNumber().doubleValue() < 0
        || value.asNumber().doubleValue() > max) {
      throw invalid(
          name + " must be a whole number from 0 to " + max + ", got " + ServerText.of(value));
    }
    return OptionalLong.of(value.asNumber().longValue());
  }

  private static CommandException invalid(String message) {
    return new CommandException(ErrorCode.BAD_VALUE, message);
  }

  /**
   * Whether it strikes a message.
   *
   * @param sender all names of the process that sends it
   * @param receiver all names of the process that would answer
   */
  boolean strikes(List<NodeId> sender, List<NodeId> receiver, String name) {
    return from.map(sender::contains).orElse(true)
        && to.map(receiver::contains).orElse(true)
        && command.map(name::equals).orElse(true);
  }

  /** The same after it struck once more; empty when that was the last time. */
  Optional<Fault> struck() {
    if (times.isEmpty()) {
      return Optional.of(this);
    }
    return times.getAsInt() == 1
        ? Optional.empty()
        : Optional.of(
            new Fault(
                number,
                from,
                to,
                command,
                kind,
                code,
                millis,
                OptionalInt.of(times.getAsInt() - 1)));
  }

  long delayMillis() {
    return millis.orElse(DELAY_MILLIS);
  }

  CommandException error() {
    ErrorCode known = code.isPresent() ? ErrorCode.of(code.getAsInt()) : ErrorCode.INTERNAL_ERROR;
    return new CommandException(
        known, "the fault " + number + " of sim.fail answers for the process");
  }

  /** {@code {fault, from?, to?, command?, do, code?, millis?, times?}}. */
  BsonDocument toBson() {
    BsonDocument row = new BsonDocument("fault", new BsonInt32(number));
    from.ifPresent(node -> row.append("from", new BsonString(node.name())));
    to.ifPresent(node -> row.append("to", new BsonString(node.name())));
    command.ifPresent(name -> row.append("command", new BsonString(name)));
    row.append("do", new BsonString(kind.text));
    code.ifPresent(value -> row.append("code", new BsonInt32(value)));
    millis.ifPresent(value -> row.append("millis", new BsonInt64(value)));
    times.ifPresent(value -> row.append("times", new BsonInt32(value)));
    return row;
  }

  /** What the sender of a lost message learns. */
  String reason() {
    return kind == Kind.DROP ? "the request was lost" : "the reply was lost";
  }
}
