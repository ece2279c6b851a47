package shardsh.core.update;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.ServerProfile;
import shardsh.core.bson.Nesting;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.QueryContext;

/** Reads updates: the only reader of them, and the only thrower of their errors. */
public final class UpdateParser {
  private UpdateParser() {}

  /** As {@link #parse(BsonValue, BsonValue, QueryContext)} without array filters. */
  public static Update parse(BsonValue update, QueryContext context) {
    return parse(update, new BsonArray(), context);
  }

  /**
   * Reads the {@code u} of an update: a document of operators, a replacement (its first name does
   * not begin with a dollar sign) or an array of stages.
   *
   * @param arrayFilters as given; an empty array for none
   * @param context the collation, and for pipelines the variables of {@code let} and {@code c}
   * @throws CommandException FAILED_TO_PARSE for an unknown operator, and others with the server's
   *     codes
   */
  public static Update parse(BsonValue update, BsonValue arrayFilters, QueryContext context) {
    Nesting.check(update);
    Nesting.check(arrayFilters);
    Map<String, MatchExpression> filters = ElementFilters.parse(arrayFilters, context);
    if (update.isArray()) {
      checkNoFilters(filters, "pipeline-style");
      return PipelineUpdate.parse(update.asArray(), context);
    }
    if (!update.isDocument()) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "Update argument must be either an object or an array");
    }
    BsonDocument document = update.asDocument();
    if (document.isEmpty() || !document.getFirstKey().startsWith("$")) {
      checkNoFilters(filters, "replacement-style");
      return new ReplacementUpdate(document);
    }
    return operators(document, filters, context);
  }

  /**
   * Refuses what the statements of an update command may not have in this version.
   *
   * @throws CommandException UNKNOWN_FIELD for a sort before 8.0
   */
  public static void checkStatements(BsonArray updates, ServerProfile profile) {
    if (profile.isAtLeast("8.0")) {
      return;
    }
    for (BsonValue update : updates) {
      if (update.asDocument().containsKey("sort")) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD, "BSON field 'update.updates.sort' is an unknown field.");
      }
    }
  }

  /**
   * Refuses a delete command with a limit other than 0, for all that match, and 1.
   *
   * @throws CommandException FAILED_TO_PARSE
   */
  public static void checkLimits(BsonArray deletes) {
    for (BsonValue delete : deletes) {
      BsonValue limit = delete.asDocument().get("limit");
      double most = Numbers.toDouble(limit);
      if (most != 0 && most != 1) {
        throw failedToParse(
            "The limit field in delete objects must be 0 or 1. Got " + Numbers.toLong(limit));
      }
    }
  }

  /**
   * @throws CommandException QUERY_FEATURE_NOT_ALLOWED when the filter of an upsert has an $expr,
   *     from which no field can be taken over
   */
  public static void checkUpsertFilter(BsonDocument filter) {
    for (Map.Entry<String, BsonValue> field : filter.entrySet()) {
      if (field.getKey().equals("$expr")) {
        throw new CommandException(
            ErrorCode.QUERY_FEATURE_NOT_ALLOWED,
            "$expr is not allowed in the query predicate for an upsert");
      }
      if (field.getKey().startsWith("$") && field.getValue().isArray()) {
        for (BsonValue branch : field.getValue().asArray()) {
          if (branch.isDocument()) {
            checkUpsertFilter(branch.asDocument());
          }
        }
      }
    }
  }

  private static void checkNoFilters(Map<String, MatchExpression> filters, String style) {
    if (!filters.isEmpty()) {
      throw failedToParse("arrayFilters may not be specified for " + style + " updates");
    }
  }

  private static CommandException failedToParse(String message) {
    return new CommandException(ErrorCode.FAILED_TO_PARSE, message);
  }

  private static Update operators(
      BsonDocument document, Map<String, MatchExpression> filters, QueryContext context) {
    UpdateTreeBuilder tree = new UpdateTreeBuilder(filters);
    for (Map.Entry<String, BsonValue> modifier : document.entrySet()) {
      UpdateOperators.Reader reader = UpdateOperators.named(modifier.getKey());
      if (!modifier.getValue().isDocument()) {
        throw failedToParse(
            "Modifiers operate on fields but we found type "
                + Values.typeName(modifier.getValue())
                + " instead. For example: {$mod: {<field>: ...}} not {"
                + modifier.getKey()
                + ": "
                + ServerText.of(modifier.getValue())
                + "}");
      }
      for (Map.Entry<String, BsonValue> field : modifier.getValue().asDocument().entrySet()) {
        reader.read(tree, UpdatePath.parse(field.getKey()), field.getValue(), context);
      }
    }
    for (String id : filters.keySet()) {
      if (!tree.usedFilters().contains(id)) {
        throw failedToParse(
            "The array filter for identifier '"
                + id
                + "' was not used in the update "
                + ServerText.of(document));
      }
    }
    return new OperatorUpdate(document, tree);
  }

  /** The names of all update operators, for the reference. */
  public static Set<String> names() {
    return new TreeSet<>(UpdateOperators.names());
  }
}
