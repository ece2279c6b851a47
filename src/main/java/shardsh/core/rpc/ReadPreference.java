package shardsh.core.rpc;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;

/**
 * Which members of a set may answer a read: the {@code $readPreference} of a command. Source: the
 * manual's page on read preference. Left out: hedged reads, and distance between members.
 *
 * @param tagSets in order; no member has tags, so that only an empty set of them finds any
 * @param maxStalenessSeconds 0 for no limit
 */
record ReadPreference(String mode, List<BsonDocument> tagSets, long maxStalenessSeconds) {
  static final ReadPreference PRIMARY = new ReadPreference("primary", List.of(), 0);

  /** How processes read the config servers' data: real ones any near member, here the primary. */
  private static final ReadPreference OF_CONFIG = new ReadPreference("nearest", List.of(), 0);

  private static final List<String> MODES =
      List.of("primary", "primaryPreferred", "secondary", "secondaryPreferred", "nearest");
  private static final long MAX_STALENESS_MIN = 90;

  /**
   * Of a command on its way to a set. Processes read the config servers' data from any member that
   * runs, the primary first; writes, statements of transactions and change streams go to the
   * primary.
   *
   * @throws CommandException when the preference cannot be read
   */
  static ReadPreference of(NodeId from, NodeId set, BsonDocument command) {
    if (!isRead(command) || command.containsKey("autocommit")) {
      return PRIMARY;
    }
    if (set.equals(NodeId.CONFIG) && !from.equals(NodeId.APP)) {
      return OF_CONFIG;
    }
    return stated(command);
  }

  /** What the command says, or else the primary. */
  static ReadPreference stated(BsonDocument command) {
    if (command.isDocument("$readPreference")) {
      return parse(command.getDocument("$readPreference"));
    }
    BsonValue inner = command.get("explain");
    return inner != null && inner.isDocument() ? stated(inner.asDocument()) : PRIMARY;
  }

  private static boolean isRead(BsonDocument command) {
    return switch (Docs.firstName(command)) {
      case "find",
          "count",
          "distinct",
          "listShards",
          "listCollections",
          "listIndexes",
          "collStats",
          "dbStats" ->
          true;
      case "aggregate" -> !writes(command) && !isChangeStream(command);
      case "explain" -> command.isDocument("explain") && isRead(command.getDocument("explain"));
      default -> false;
    };
  }

  /** Whether the last stage of an aggregation writes. */
  static boolean writes(BsonDocument aggregate) {
    BsonArray pipeline = pipeline(aggregate);
    if (pipeline.isEmpty() || !pipeline.get(pipeline.size() - 1).isDocument()) {
      return false;
    }
    BsonDocument last = pipeline.get(pipeline.size() - 1).asDocument();
    return last.containsKey("$out") || last.containsKey("$merge");
  }

  /** The stages; none where the command has no list of them, which is refused later. */
  private static BsonArray pipeline(BsonDocument aggregate) {
    return aggregate.isArray("pipeline") ? aggregate.getArray("pipeline") : new BsonArray();
  }

  private static boolean isChangeStream(BsonDocument aggregate) {
    BsonArray pipeline = pipeline(aggregate);
    return !pipeline.isEmpty()
        && pipeline.get(0).isDocument()
        && pipeline.get(0).asDocument().containsKey("$changeStream");
  }

  private static ReadPreference parse(BsonDocument document) {
    String mode = document.isString("mode") ? document.getString("mode").getValue() : "primary";
    if (!MODES.contains(mode)) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "Could not parse $readPreference mode '"
              + mode
              + "'. Only the modes 'primary', 'primaryPreferred', 'secondary',"
              + " 'secondaryPreferred', and 'nearest' are supported.");
    }
    List<BsonDocument> tags = new ArrayList<>();
    BsonArray given = document.isArray("tags") ? document.getArray("tags") : new BsonArray();
    for (BsonValue set : given) {
      if (set.isDocument()) {
        tags.add(set.asDocument());
      }
    }
    if (mode.equals("primary") && tags.stream().anyMatch(set -> !set.isEmpty())) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "Only empty tags are allowed with primary read preference");
    }
    long staleness =
        document.isNumber("maxStalenessSeconds")
            ? document.getNumber("maxStalenessSeconds").longValue()
            : 0;
    if (staleness > 0 && staleness < MAX_STALENESS_MIN) {
      throw new CommandException(
          ErrorCode.MAX_STALENESS_OUT_OF_RANGE,
          "maxStalenessSeconds value can not be less than " + MAX_STALENESS_MIN);
    }
    return new ReadPreference(mode, tags, staleness);
  }

  boolean isOfPrimary() {
    return mode.equals("primary");
  }

  boolean allowsPrimary() {
    return !mode.equals("secondary") && (isOfPrimary() || !mode.equals("nearest") || findsTags());
  }

  boolean prefersPrimary() {
    return isOfPrimary() || mode.equals("primaryPreferred") || this == OF_CONFIG;
  }

  /** Whether a secondary that is so far behind will do. */
  boolean allowsSecondary(long lagMillis) {
    return !isOfPrimary()
        && findsTags()
        && (maxStalenessSeconds <= 0 || lagMillis <= maxStalenessSeconds * 1000);
  }

  /** Members have no tags: a list of tag sets finds them only with an empty one in it. */
  private boolean findsTags() {
    return tagSets.isEmpty() || tagSets.stream().anyMatch(BsonDocument::isEmpty);
  }

  boolean isNearest() {
    return mode.equals("nearest");
  }

  /** As the server prints it, e.g. <code>{ mode: "primary" }</code>. */
  @Override
  public String toString() {
    BsonDocument shown = new BsonDocument("mode", new BsonString(mode));
    if (!tagSets.isEmpty()) {
      shown.append("tags", new BsonArray(tagSets));
    }
    return ServerText.of(shown);
  }
}
