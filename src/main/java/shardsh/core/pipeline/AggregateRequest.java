package shardsh.core.pipeline;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.query.Collation;
import shardsh.core.query.QueryContext;

/**
 * An aggregate command after its fields were checked; the pipeline itself is parsed by {@link
 * Pipeline}. Source: the manual's page on the command; codes and wording follow the server (8.0).
 *
 * @param ns the collection; {@code db.$cmd.aggregate} for an aggregation of a database
 * @param pipeline as given
 * @param batchSize empty for the default
 * @param collation the command's own
 * @param let empty when there are no variables
 * @param hint an index name or a key pattern
 * @param allowDiskUse empty when the command does not say
 */
public record AggregateRequest(
    Namespace ns,
    BsonArray pipeline,
    OptionalLong batchSize,
    Optional<Collation> collation,
    BsonDocument let,
    Optional<BsonValue> hint,
    Optional<Boolean> allowDiskUse,
    boolean explain) {

  /** What an aggregation of a database names as its collection. */
  public static final String DATABASE = "$cmd.aggregate";

  /** The field in which a router asks shards for sort keys, with the sort pattern as its value. */
  public static final String SORT_KEYS = "sortKeys";

  private static final List<String> KNOWN =
      List.of(
          "aggregate",
          "pipeline",
          "cursor",
          "collation",
          "let",
          "hint",
          "allowDiskUse",
          "explain",
          SORT_KEYS,
          "needsMerge",
          "fromRouter",
          "fromMongos",
          "exchange",
          "bypassDocumentValidation",
          "comment",
          "maxTimeMS",
          "maxTimeMSOpOnly",
          "readConcern",
          "writeConcern",
          "lsid",
          "txnNumber",
          "startTransaction",
          "autocommit",
          "shardVersion",
          "databaseVersion",
          "apiVersion",
          "apiStrict",
          "apiDeprecationErrors",
          "serialization",
          "isMapReduceCommand",
          "clientOperationKey",
          "rawData",
          "coordinator");

  /**
   * Reads an aggregate command, e.g. {@code {aggregate: "orders", pipeline: […], cursor: {}}}.
   *
   * @throws CommandException FAILED_TO_PARSE for a command without a cursor or with a bad target,
   *     TYPE_MISMATCH, MISSING_FIELD and UNKNOWN_FIELD for its fields
   */
  public static AggregateRequest parse(String db, BsonDocument command) {
    for (String field : command.keySet()) {
      if (!field.startsWith("$") && !KNOWN.contains(field)) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD, "BSON field 'aggregate." + field + "' is an unknown field.");
      }
    }
    BsonValue pipeline = command.get("pipeline");
    if (pipeline == null) {
      throw new CommandException(
          ErrorCode.MISSING_FIELD,
          "BSON field 'aggregate.pipeline' is missing but a required field");
    }
    if (!pipeline.isArray()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "'pipeline' option must be specified as an array");
    }
    boolean explain = flag(command, "explain").orElse(false);
    if (!command.containsKey("cursor") && !explain) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "The 'cursor' option is required, except for aggregate with the explain argument");
    }
    return new AggregateRequest(
        namespace(db, command),
        pipeline.asArray(),
        batchSize(command),
        document(command, "collation").map(Collation::parse),
        document(command, "let").orElseGet(BsonDocument::new),
        hint(command),
        flag(command, "allowDiskUse"),
        explain);
  }

  private static Namespace namespace(String db, BsonDocument command) {
    BsonValue target = command.get("aggregate");
    if (target.isNumber() && target.asNumber().doubleValue() == 1) {
      return new Namespace(db, DATABASE);
    }
    if (!target.isString()) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "Invalid command format: the 'aggregate' field must specify a collection name or 1");
    }
    String name = target.asString().getValue();
    if (name.isEmpty() || name.startsWith(".") || name.endsWith(".") || name.contains("\0")) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE, "Invalid namespace specified '" + db + "." + name + "'");
    }
    return new Namespace(db, name);
  }

  private static OptionalLong batchSize(BsonDocument command) {
    BsonValue given = command.get("cursor");
    if (given != null && !given.isDocument()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "cursor field must be missing or an object");
    }
    BsonDocument cursor = given == null ? new BsonDocument() : given.asDocument();
    for (String field : cursor.keySet()) {
      if (!field.equals("batchSize")) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD, "BSON field 'cursor." + field + "' is an unknown field.");
      }
    }
    BsonValue size = cursor.get("batchSize");
    if (size == null) {
      return OptionalLong.empty();
    }
    if (!size.isNumber()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "BSON field 'cursor.batchSize' is the wrong type '"
              + Values.typeName(size)
              + "', expected types '[long, int, decimal, double']");
    }
    if (Numbers.toLong(size) < 0) {
      throw new CommandException(
          ErrorCode.location(51024),
          "BSON field 'batchSize' value must be >= 0, actual value '" + Numbers.toLong(size) + "'");
    }
    return OptionalLong.of(Numbers.toLong(size));
  }

  private static Optional<BsonDocument> document(BsonDocument command, String field) {
    BsonValue value = command.get(field);
    if (value == null || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isDocument()) {
      throw wrongType(field, value, "object");
    }
    return Optional.of(value.asDocument());
  }

  private static Optional<BsonValue> hint(BsonDocument command) {
    BsonValue hint = command.get("hint");
    if (hint == null || (hint.isDocument() && hint.asDocument().isEmpty())) {
      return Optional.empty();
    }
    if (!hint.isDocument() && !hint.isString()) {
      throw new CommandException(ErrorCode.FAILED_TO_PARSE, "Hint must be a string or an object");
    }
    return Optional.of(hint);
  }

  private static Optional<Boolean> flag(BsonDocument command, String field) {
    BsonValue value = command.get(field);
    if (value == null || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isBoolean()) {
      throw wrongType(field, value, "bool");
    }
    return Optional.of(Values.isTrue(value));
  }

  private static CommandException wrongType(String field, BsonValue value, String expected) {
    return new CommandException(
        ErrorCode.TYPE_MISMATCH,
        "BSON field 'aggregate."
            + field
            + "' is the wrong type '"
            + Values.typeName(value)
            + "', expected type '"
            + expected
            + "'");
  }

  /** Whether it is an aggregation of a database, {@code {aggregate: 1}}. */
  public boolean isOfDatabase() {
    return ns.collection().equals(DATABASE);
  }

  /** Collation, variables and settings of the command's expressions. */
  public QueryContext query(Collation standard, EvaluationContext.Settings settings) {
    QueryContext plain = QueryContext.of(collation.orElse(standard), settings);
    return let.isEmpty() ? plain : plain.with(let);
  }
}
