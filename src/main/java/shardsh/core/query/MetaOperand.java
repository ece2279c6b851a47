package shardsh.core.query;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;

/** What {@code $meta} may name. None of it is modelled; each is refused by its name. */
final class MetaOperand {
  private static final List<String> KNOWN =
      List.of(
          "geoNearDistance",
          "geoNearPoint",
          "indexKey",
          "randVal",
          "recordId",
          "searchHighlights",
          "searchScore",
          "searchScoreDetails",
          "searchSequenceToken",
          "sortKey",
          "textScore",
          "timeseriesBucketMaxTime",
          "timeseriesBucketMinTime",
          "vectorSearchScore");

  private static final List<String> SORTABLE =
      List.of("geoNearDistance", "randVal", "searchScore", "textScore", "vectorSearchScore");

  private MetaOperand() {}

  /** Why this {@code $meta} cannot be answered: it is not valid, or it is not modelled. */
  static CommandException refusal(BsonValue operand) {
    if (!operand.isString()) {
      return new CommandException(
          ErrorCode.location(17307), "$meta only supports string arguments");
    }
    String name = operand.asString().getValue();
    if (!KNOWN.contains(name)) {
      return new CommandException(
          ErrorCode.location(17308), "Unsupported argument to $meta: " + name);
    }
    return notModelled("", operand);
  }

  /** Why a sort cannot be by this document, e.g. {@code {$meta: "textScore"}}. */
  static CommandException sortRefusal(BsonDocument order) {
    if (order.isEmpty() || !order.getFirstKey().equals("$meta")) {
      return new CommandException(
          ErrorCode.location(17312), "$meta is the only expression supported by $sort right now");
    }
    if (order.size() > 1) {
      return new CommandException(
          ErrorCode.FAILED_TO_PARSE, "Cannot have additional keys in a $meta sort specification");
    }
    BsonValue operand = order.get("$meta");
    if (!operand.isString() || !SORTABLE.contains(operand.asString().getValue())) {
      return new CommandException(
          ErrorCode.location(31138), "Illegal $meta sort: $meta: " + ServerText.of(operand));
    }
    return notModelled("sorting by ", operand);
  }

  private static CommandException notModelled(String use, BsonValue operand) {
    return new CommandException(
        ErrorCode.COMMAND_NOT_SUPPORTED,
        "shardsh does not model " + use + "{ $meta: " + ServerText.of(operand) + " }");
  }
}
