package shardsh.core.pipeline.changes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.expr.Values;

/**
 * What a change stream watches and where it begins: the stage {@code $changeStream} of an
 * aggregation. Source: the manual's page on change streams.
 *
 * @param ns a collection; a database when the collection is empty; everything when both are
 * @param begins where it begins; empty for now
 * @param lookUp whether an update's event carries the document as it is when the event is read
 * @param stages that follow
 */
public record ChangeStreamSpec(
    Namespace ns, Optional<ResumeToken> begins, boolean lookUp, BsonArray stages) {
  private static final String NAME = "$changeStream";
  private static final String RESUME_AFTER = "resumeAfter";
  private static final String START_AFTER = "startAfter";
  private static final String START_AT = "startAtOperationTime";
  private static final List<String> STAGES =
      List.of(
          "$match",
          "$project",
          "$addFields",
          "$set",
          "$unset",
          "$replaceRoot",
          "$replaceWith",
          "$redact");
  private static final List<String> KNOWN =
      List.of(
          RESUME_AFTER,
          START_AFTER,
          START_AT,
          "fullDocument",
          "fullDocumentBeforeChange",
          "allChangesForCluster",
          "showExpandedEvents",
          "showSystemEvents");

  /** Whether an aggregate command opens a change stream. */
  public static boolean opens(BsonDocument command) {
    if (!command.isArray("pipeline") || command.getArray("pipeline").isEmpty()) {
      return false;
    }
    BsonValue first = command.getArray("pipeline").get(0);
    return first.isDocument() && Docs.firstName(first.asDocument()).equals(NAME);
  }

  /**
   * Reads the command.
   *
   * @throws CommandException for options that are wrong or not modelled, and for stages that have
   *     no place in a change stream
   */
  public static ChangeStreamSpec parse(String db, BsonDocument command) {
    BsonArray pipeline = command.getArray("pipeline");
    BsonValue given = pipeline.get(0).asDocument().get(NAME);
    if (!given.isDocument()) {
      throw new CommandException(
          ErrorCode.location(50808),
          "$changeStream stage expects a document as argument, found " + Values.typeName(given));
    }
    BsonDocument options = given.asDocument();
    for (String name : options.keySet()) {
      if (!KNOWN.contains(name)) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD,
            "BSON field '$changeStream." + name + "' is an unknown field.");
      }
    }
    checkTypes(options);
    refuseUnmodelled(options);
    BsonArray stages = new BsonArray(pipeline.subList(1, pipeline.size()));
    checkStages(stages);
    return new ChangeStreamSpec(
        scope(db, command, options), begins(options), lookUp(options), stages);
  }

  /** The types that the server's own parser of the stage asks for. */
  private static void checkTypes(BsonDocument options) {
    for (Map.Entry<String, BsonValue> option : options.entrySet()) {
      String wanted =
          switch (option.getKey()) {
            case RESUME_AFTER, START_AFTER -> "object";
            case START_AT -> "timestamp";
            case "fullDocument", "fullDocumentBeforeChange" -> "string";
            default -> "";
          };
      String found = Values.typeName(option.getValue());
      if (!wanted.isEmpty() && !found.equals(wanted)) {
        throw new CommandException(
            ErrorCode.TYPE_MISMATCH,
            "BSON field '$changeStream."
                + option.getKey()
                + "' is the wrong type '"
                + found
                + "', expected type '"
                + wanted
                + "'");
      }
    }
  }

  private static Namespace scope(String db, BsonDocument command, BsonDocument options) {
    if (Docs.truthy(options, "allChangesForCluster")) {
      if (!db.equals("admin")) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS,
            "A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin'"
                + " database, and with no collection name; found "
                + db);
      }
      return new Namespace("", "");
    }
    if (List.of("admin", "config", "local").contains(db)) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE,
          "$changeStream may not be opened on the internal " + db + " database");
    }
    BsonValue target = command.get("aggregate");
    return new Namespace(db, target.isString() ? target.asString().getValue() : "");
  }

  private static boolean lookUp(BsonDocument options) {
    String mode = options.getString("fullDocument", new BsonString("default")).getValue();
    return switch (mode) {
      case "default" -> false;
      case "updateLookup" -> true;
      case "whenAvailable", "required" ->
          throw new CommandException(
              ErrorCode.COMMAND_NOT_SUPPORTED,
              "pre- and post-images of change streams are not modelled in shardsh");
      default ->
          throw new CommandException(
              ErrorCode.BAD_VALUE,
              "Enumeration value '"
                  + mode
                  + "' for field '$changeStream.fullDocument' is not a valid value.");
    };
  }

  private static void refuseUnmodelled(BsonDocument options) {
    String before = options.getString("fullDocumentBeforeChange", new BsonString("off")).getValue();
    if (!before.equals("off")) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED,
          "pre- and post-images of change streams are not modelled in shardsh");
    }
    if (Docs.truthy(options, "showExpandedEvents") || Docs.truthy(options, "showSystemEvents")) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED,
          "expanded and system events of change streams are not modelled in shardsh");
    }
  }

  private static Optional<ResumeToken> begins(BsonDocument options) {
    long given =
        List.of(RESUME_AFTER, START_AFTER, START_AT).stream().filter(options::containsKey).count();
    if (given > 1) {
      throw new CommandException(
          ErrorCode.location(40674),
          "Only one type of resume option is allowed, but multiple were found.");
    }
    if (options.containsKey(START_AT)) {
      BsonTimestamp time = options.getTimestamp(START_AT);
      return Optional.of(ResumeToken.after(new BsonTimestamp(time.getValue() - 1)));
    }
    if (options.containsKey(RESUME_AFTER)) {
      ResumeToken token = ResumeToken.parse(options.getDocument(RESUME_AFTER));
      if (token.isInvalidation()) {
        throw new CommandException(
            ErrorCode.INVALID_RESUME_TOKEN,
            "Attempting to resume a change stream using 'resumeAfter' is not allowed from an"
                + " invalidate notification.");
      }
      return Optional.of(token);
    }
    return options.containsKey(START_AFTER)
        ? Optional.of(ResumeToken.parse(options.getDocument(START_AFTER)))
        : Optional.empty();
  }

  private static void checkStages(BsonArray stages) {
    for (BsonValue stage : stages) {
      String name = stage.isDocument() ? Docs.firstName(stage.asDocument()) : "";
      if (!STAGES.contains(name)) {
        throw new CommandException(
            ErrorCode.ILLEGAL_OPERATION, name + " is not permitted in a $changeStream pipeline");
      }
    }
  }

  /** Whether it watches what happens to a collection. */
  public boolean watches(Namespace changed) {
    if (ns.db().isEmpty()) {
      return !List.of("admin", "config", "local").contains(changed.db())
          && !changed.collection().startsWith("system.");
    }
    if (!ns.db().equals(changed.db())) {
      return false;
    }
    return ns.collection().isEmpty()
        ? !changed.collection().startsWith("system.")
        : ns.collection().equals(changed.collection()) || changed.collection().isEmpty();
  }
}
