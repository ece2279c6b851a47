package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.TypeNames;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchParser;

/**
 * Why a document fails a validator that is a filter: {@code {operatorName, specifiedAs, reason,
 * consideredValue}}, with the clauses of logical operators inside. Source: the manual's pages on
 * schema validation (5.0 and later). Left out: the reasons of rarer operators, which are named
 * without one.
 */
final class ValidationDetails {
  private ValidationDetails() {}

  static boolean matches(BsonDocument filter, BsonDocument document) {
    return MatchParser.parse(filter, Collation.simple()).matches(document);
  }

  /** The details of a filter that does not match. */
  static BsonDocument of(BsonDocument filter, BsonDocument document) {
    List<BsonDocument> clauses = clauses(filter);
    return clauses.size() == 1
        ? ofClause(clauses.get(0), document)
        : logical("$and", "clausesNotSatisfied", clauses, document, false);
  }

  /** One clause for each operator of each field. */
  private static List<BsonDocument> clauses(BsonDocument filter) {
    List<BsonDocument> clauses = new ArrayList<>();
    for (Map.Entry<String, BsonValue> field : filter.entrySet()) {
      if (field.getKey().startsWith("$") || !isOperators(field.getValue())) {
        clauses.add(new BsonDocument(field.getKey(), field.getValue()));
        continue;
      }
      BsonDocument operators = field.getValue().asDocument();
      for (Map.Entry<String, BsonValue> operator : operators.entrySet()) {
        BsonDocument one = new BsonDocument(operator.getKey(), operator.getValue());
        if (operator.getKey().equals("$regex") && operators.containsKey("$options")) {
          one.append("$options", operators.get("$options"));
        }
        if (!operator.getKey().equals("$options")) {
          clauses.add(new BsonDocument(field.getKey(), one));
        }
      }
    }
    return clauses;
  }

  private static boolean isOperators(BsonValue value) {
    return value.isDocument()
        && !value.asDocument().isEmpty()
        && value.asDocument().getFirstKey().startsWith("$");
  }

  private static BsonDocument logical(
      String name,
      String field,
      List<BsonDocument> clauses,
      BsonDocument document,
      boolean satisfied) {
    BsonArray listed = new BsonArray();
    for (int i = 0; i < clauses.size(); i++) {
      if (matches(clauses.get(i), document) != satisfied) {
        continue;
      }
      BsonDocument row = new BsonDocument("index", new BsonInt32(i));
      if (!satisfied) {
        row.append("details", of(clauses.get(i), document));
      }
      listed.add(row);
    }
    return named(name).append(field, listed);
  }

  private static BsonDocument named(String operator) {
    return new BsonDocument("operatorName", new BsonString(operator));
  }

  private static BsonDocument ofClause(BsonDocument clause, BsonDocument document) {
    String name = clause.getFirstKey();
    BsonValue argument = clause.get(name);
    return switch (name) {
      case "$and", "$or" ->
          logical(name, "clausesNotSatisfied", documents(argument), document, false);
      case "$nor" -> logical(name, "clausesSatisfied", documents(argument), document, true);
      case "$jsonSchema" -> SchemaDetails.of(argument.asDocument(), document);
      case "$expr" ->
          reason(named(name).append("specifiedAs", clause), "expression did not match")
              .append("expressionResult", BsonBoolean.FALSE);
      default ->
          name.startsWith("$")
              ? named(name).append("specifiedAs", clause)
              : ofField(name, argument, clause, document);
    };
  }

  private static List<BsonDocument> documents(BsonValue clauses) {
    List<BsonDocument> documents = new ArrayList<>();
    clauses.asArray().forEach(clause -> documents.add(clause.asDocument()));
    return documents;
  }

  static BsonDocument reason(BsonDocument details, String reason) {
    return details.append("reason", new BsonString(reason));
  }

  private static BsonDocument ofField(
      String path, BsonValue argument, BsonDocument clause, BsonDocument document) {
    String operator = isOperators(argument) ? argument.asDocument().getFirstKey() : "$eq";
    BsonDocument details = named(operator).append("specifiedAs", clause);
    Optional<BsonValue> value = BsonPath.of(path).objectValue(document);
    if (operator.equals("$exists")) {
      return reason(details, value.isPresent() ? "path does exist" : "path does not exist");
    }
    if (value.isEmpty()) {
      return reason(details, "field was missing");
    }
    return switch (operator) {
      case "$eq", "$ne", "$gt", "$gte", "$lt", "$lte" ->
          considered(reason(details, "comparison failed"), value.get());
      case "$in" -> considered(reason(details, "no matching value found in array"), value.get());
      case "$nin" -> considered(reason(details, "matching value found in array"), value.get());
      case "$regex" -> considered(reason(details, "regular expression did not match"), value.get());
      case "$type" ->
          considered(reason(details, "type did not match"), value.get())
              .append("consideredType", new BsonString(TypeNames.of(value.get())));
      case "$mod" ->
          considered(reason(details, "$mod did not evaluate to expected remainder"), value.get());
      case "$size" ->
          considered(reason(details, "array length was not equal to given size"), value.get());
      default -> considered(details, value.get());
    };
  }

  static BsonDocument considered(BsonDocument details, BsonValue value) {
    return details.append("consideredValue", value);
  }
}
