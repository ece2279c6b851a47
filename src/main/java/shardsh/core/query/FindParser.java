package shardsh.core.query;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Values;

/** Reads find commands. Codes and wording follow the server (8.0). */
final class FindParser {
  private static final List<String> PASSED_OVER =
      List.of(
          "comment",
          "maxTimeMS",
          "readConcern",
          "writeConcern",
          "lsid",
          "txnNumber",
          "startTransaction",
          "autocommit",
          "apiVersion",
          "apiStrict",
          "apiDeprecationErrors",
          "allowDiskUse",
          "allowPartialResults",
          "noCursorTimeout",
          "oplogReplay",
          "tailable",
          "awaitData",
          "mayBypassWriteBlocking",
          "clientOperationKey",
          "rawData",
          "maxTimeMSOpOnly",
          "coordinator");

  private final BsonDocument command;
  private final Collation standard;
  private final EvaluationContext.Settings settings;

  private Optional<Integer> natural = Optional.empty();

  FindParser(BsonDocument command, Collation standard, EvaluationContext.Settings settings) {
    this.command = command;
    this.standard = standard;
    this.settings = settings;
  }

  CanonicalQuery parse() {
    checkNames();
    QueryContext context = context();
    BsonDocument filter = document("filter").orElseGet(BsonDocument::new);
    MatchExpression tree = MatchNormalizer.normalize(MatchParser.parse(filter, context));
    Optional<SortPattern> sort = sort(context);
    Optional<Projection> projection =
        document("projection")
            .filter(spec -> !spec.isEmpty())
            .map(spec -> Projection.parse(spec, context));
    Optional<BsonValue> hint = hint();
    Optional<BsonDocument> min = document("min").filter(bound -> !bound.isEmpty());
    Optional<BsonDocument> max = document("max").filter(bound -> !bound.isEmpty());
    checkMinMax(min, max, hint);
    return new CanonicalQuery(
        filter,
        tree,
        sort,
        natural,
        projection,
        count("skip").orElse(0),
        count("limit").orElse(0),
        count("batchSize"),
        flag("singleBatch"),
        hint,
        min,
        max,
        flag("returnKey"),
        flag("showRecordId"),
        context);
  }

  private void checkNames() {
    for (String name : command.keySet()) {
      switch (name) {
        case "find",
            "filter",
            "shardVersion",
            "databaseVersion",
            "sort",
            "projection",
            "hint",
            "skip",
            "limit",
            "batchSize",
            "singleBatch",
            "min",
            "max",
            "returnKey",
            "showRecordId",
            "collation",
            "let" -> {}
        default -> {
          if (!name.startsWith("$") && !PASSED_OVER.contains(name)) {
            throw new CommandException(
                ErrorCode.UNKNOWN_FIELD,
                "BSON field 'FindCommandRequest." + name + "' is an unknown field.");
          }
        }
      }
    }
  }

  private QueryContext context() {
    Collation collation = document("collation").map(Collation::parse).orElse(standard);
    QueryContext plain = QueryContext.of(collation, settings);
    return document("let").map(plain::with).orElse(plain);
  }

  private Optional<SortPattern> sort(QueryContext context) {
    Optional<BsonDocument> sort = document("sort").filter(spec -> !spec.isEmpty());
    if (sort.isEmpty()) {
      return Optional.empty();
    }
    if (!sort.get().containsKey("$natural")) {
      return Optional.of(SortPattern.parse(sort.get(), context.collation()));
    }
    if (sort.get().size() > 1) {
      throw badValue("Cannot include '$natural' in compound sort: " + ServerText.of(sort.get()));
    }
    natural = Optional.of(direction(sort.get().get("$natural"), "sort"));
    return Optional.empty();
  }

  private static int direction(BsonValue value, String where) {
    long direction = WholeNumbers.exact(value).orElse(0);
    if (direction != 1 && direction != -1) {
      throw badValue("$natural " + where + " cannot be set to a value other than -1 or 1.");
    }
    return (int) direction;
  }

  private Optional<BsonValue> hint() {
    BsonValue hint = command.get("hint");
    if (hint == null || (hint.isDocument() && hint.asDocument().isEmpty())) {
      return Optional.empty();
    }
    if (!hint.isDocument() && !hint.isString()) {
      throw new CommandException(ErrorCode.FAILED_TO_PARSE, "Hint must be a string or an object");
    }
    if (hint.isDocument() && hint.asDocument().containsKey("$natural")) {
      if (natural.isEmpty()) {
        natural = Optional.of(direction(hint.asDocument().get("$natural"), "hint"));
      }
      return Optional.empty();
    }
    return Optional.of(hint);
  }

  private static void checkMinMax(
      Optional<BsonDocument> min, Optional<BsonDocument> max, Optional<BsonValue> hint) {
    if (min.isEmpty() && max.isEmpty()) {
      return;
    }
    if (hint.isEmpty()) {
      throw new CommandException(
          ErrorCode.location(51173),
          "When using min()/max() a hint of which index to use must be provided");
    }
    if (min.isPresent() && max.isPresent() && !min.get().keySet().equals(max.get().keySet())) {
      throw new CommandException(
          ErrorCode.location(51176), "min and max must have the same field names");
    }
  }

  private static CommandException badValue(String message) {
    return new CommandException(ErrorCode.BAD_VALUE, message);
  }

  private Optional<BsonDocument> document(String name) {
    BsonValue value = command.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isDocument()) {
      throw wrongType(name, value, "object");
    }
    return Optional.of(value.asDocument());
  }

  private OptionalLong count(String name) {
    BsonValue value = command.get(name);
    if (value == null) {
      return OptionalLong.empty();
    }
    if (!value.isNumber()) {
      throw wrongType(name, value, "long");
    }
    long count = WholeNumbers.truncated(value).orElse(0);
    if (count < 0) {
      throw new CommandException(
          ErrorCode.location(51024),
          "BSON field '" + name + "' value must be >= 0, actual value '" + count + "'");
    }
    return OptionalLong.of(count);
  }

  private boolean flag(String name) {
    BsonValue value = command.get(name);
    if (value == null) {
      return false;
    }
    if (!value.isBoolean() && !value.isNumber()) {
      throw wrongType(name, value, "bool");
    }
    return Values.isTrue(value);
  }

  private static CommandException wrongType(String name, BsonValue value, String expected) {
    return new CommandException(
        ErrorCode.TYPE_MISMATCH,
        "BSON field 'FindCommandRequest."
            + name
            + "' is the wrong type '"
            + Values.typeName(value)
            + "', expected type '"
            + expected
            + "'");
  }
}
