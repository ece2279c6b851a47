package shardsh.core.update;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.Values;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;

/** Filters on array elements: array filters, and what conditions on elements may not contain. */
final class ElementFilters {
  private ElementFilters() {}

  /**
   * Reads {@code arrayFilters: [{i: {$gt: 1}}, {"j.a": 2}]} by the ids.
   *
   * @throws CommandException TYPE_MISMATCH for a wrong type, FAILED_TO_PARSE for a filter that is
   *     not about exactly one id or an id that is used twice, BAD_VALUE for a bad id
   */
  static Map<String, MatchExpression> parse(BsonValue arrayFilters, QueryContext context) {
    if (!arrayFilters.isArray()) {
      throw wrongType("update.updates.arrayFilters", arrayFilters, "array");
    }
    Map<String, MatchExpression> filters = new LinkedHashMap<>();
    int index = 0;
    for (BsonValue filter : arrayFilters.asArray()) {
      if (!filter.isDocument()) {
        throw wrongType("update.updates.arrayFilters." + index, filter, "object");
      }
      checkAllowed(filter.asDocument());
      String id = identifier(filter.asDocument());
      MatchExpression tree = MatchParser.parse(filter.asDocument(), context);
      if (filters.put(id, tree) != null) {
        throw failedToParse(
            "Found multiple array filters with the same top-level field name " + id);
      }
      index++;
    }
    return filters;
  }

  private static CommandException wrongType(String field, BsonValue value, String expected) {
    return new CommandException(
        ErrorCode.TYPE_MISMATCH,
        "BSON field '"
            + field
            + "' is the wrong type '"
            + Values.typeName(value)
            + "', expected type '"
            + expected
            + "'");
  }

  private static CommandException failedToParse(String message) {
    return new CommandException(ErrorCode.FAILED_TO_PARSE, message);
  }

  private static String identifier(BsonDocument filter) {
    Set<String> names = new LinkedHashSet<>();
    collectNames(filter, names);
    if (names.isEmpty()) {
      throw failedToParse(
          "Cannot use an expression without a top-level field name in arrayFilters");
    }
    if (names.size() > 1) {
      String[] found = names.toArray(new String[0]);
      throw failedToParse(
          "Error parsing array filter :: caused by :: Expected a single top-level field name,"
              + " found '"
              + found[0]
              + "' and '"
              + found[1]
              + "'");
    }
    String id = names.iterator().next();
    if (!id.matches("[a-z][a-zA-Z0-9]*")) {
      throw Application.badValue(
          "Error parsing array filter :: caused by :: The top-level field name must be an"
              + " alphanumeric string beginning with a lowercase letter, found '"
              + id
              + "'");
    }
    return id;
  }

  private static void collectNames(BsonDocument filter, Set<String> names) {
    for (Map.Entry<String, BsonValue> field : filter.entrySet()) {
      String name = field.getKey();
      if (!name.startsWith("$")) {
        int dot = name.indexOf('.');
        names.add(dot < 0 ? name : name.substring(0, dot));
      } else if (field.getValue().isArray()) {
        for (BsonValue branch : field.getValue().asArray()) {
          if (branch.isDocument()) {
            collectNames(branch.asDocument(), names);
          }
        }
      }
    }
  }

  /**
   * @throws CommandException BAD_VALUE for $text, $where and geospatial nearness, 224 for $expr
   */
  static void checkAllowed(BsonDocument filter) {
    for (Map.Entry<String, BsonValue> field : filter.entrySet()) {
      switch (field.getKey()) {
        case "$text", "$where", "$near", "$nearSphere", "$geoNear" ->
            throw Application.badValue(field.getKey() + " is not allowed in this context");
        case "$expr" ->
            throw new CommandException(
                ErrorCode.QUERY_FEATURE_NOT_ALLOWED, "$expr is not allowed in this context");
        default -> {
          if (field.getKey().startsWith("$") && field.getValue().isArray()) {
            for (BsonValue branch : field.getValue().asArray()) {
              if (branch.isDocument()) {
                checkAllowed(branch.asDocument());
              }
            }
          }
        }
      }
    }
  }
}
