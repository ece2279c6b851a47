package shardsh.core.storage;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.query.ValuePredicate;

/**
 * Checks the documents given to createIndexes. Source: the manual's page on createIndexes and the
 * server's messages; what is not modelled is refused in our words.
 */
final class IndexSpecCheck {
  private static final ErrorCode INVALID_OPTION =
      new ErrorCode(197, "InvalidIndexSpecificationOption");
  private static final List<String> OPTIONS =
      List.of(
          "v",
          "key",
          "name",
          "ns",
          "background",
          "unique",
          "sparse",
          "hidden",
          "partialFilterExpression",
          "expireAfterSeconds",
          "collation",
          "storageEngine",
          "prepareUnique",
          "dropDups");
  private static final List<String> ID_OPTIONS = List.of("v", "key", "name", "ns", "collation");
  private static final List<String> NOT_MODELLED =
      List.of("text", "2d", "2dsphere", "2dsphere_bucket", "geoHaystack", "columnstore");
  private static final List<String> NOT_KEPT =
      List.of("v", "key", "name", "ns", "background", "dropDups");

  private final BsonDocument spec;
  private final BsonDocument key;

  private IndexSpecCheck(BsonDocument spec, BsonDocument key) {
    this.spec = spec;
    this.key = key;
  }

  /** The document in the order v, key, name, options; whole numbers in the key are int32. */
  static BsonDocument checked(BsonDocument spec) {
    BsonValue key = spec.get("key");
    if (key == null) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "The 'key' field is a required property of an index specification");
    }
    if (!key.isDocument()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "The field 'key' must be an object, but got " + typeName(key));
    }
    return new IndexSpecCheck(spec, key.asDocument()).check();
  }

  private BsonDocument check() {
    BsonDocument pattern = checkedKey();
    boolean id = pattern.size() == 1 && pattern.containsKey("_id") && pattern.get("_id").isNumber();
    checkOptionNames(id);
    checkOptionValues(pattern);
    if (id && pattern.getNumber("_id").intValue() < 0) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "The field 'key' for an _id index must be {_id: 1}, but got " + ServerText.of(key));
    }
    String name = id ? IndexSpec.ID_INDEX_NAME : checkedName(pattern);
    BsonDocument result =
        new BsonDocument("v", new BsonInt32(2))
            .append("key", pattern)
            .append("name", new BsonString(name));
    for (Map.Entry<String, BsonValue> option : spec.entrySet()) {
      String field = option.getKey();
      boolean off =
          (field.equals("unique") || field.equals("sparse") || field.equals("hidden"))
              && !Docs.truthy(spec, field);
      if (!NOT_KEPT.contains(field) && !off && !isSimpleCollation(field, option.getValue())) {
        result.append(field, kept(field, option.getValue()));
      }
    }
    return result;
  }

  /**
   * An option as the catalog keeps it: collations with all their fields. A life of NaN seconds is
   * taken for the longest one. Source: the manual's page on TTL.
   */
  private static BsonValue kept(String field, BsonValue value) {
    if (field.equals("collation")) {
      return Collation.parse(value.asDocument()).toBson();
    }
    boolean endless =
        field.equals("expireAfterSeconds") && Double.isNaN(value.asNumber().doubleValue());
    return endless ? new BsonInt32(Integer.MAX_VALUE) : value;
  }

  private static boolean isSimpleCollation(String field, BsonValue value) {
    return field.equals("collation")
        && value.isDocument()
        && new BsonString("simple").equals(value.asDocument().get("locale"));
  }

  private BsonDocument checkedKey() {
    if (key.isEmpty()) {
      throw cannotCreate("Index keys cannot be empty.");
    }
    BsonDocument pattern = new BsonDocument();
    int hashedFields = 0;
    for (Map.Entry<String, BsonValue> field : key.entrySet()) {
      checkPath(field.getKey());
      BsonValue value = field.getValue();
      checkKeyValue(field.getKey(), value);
      hashedFields += value.isString() ? 1 : 0;
      boolean whole =
          value.isNumber() && value.asNumber().doubleValue() == value.asNumber().intValue();
      pattern.append(field.getKey(), whole ? new BsonInt32(value.asNumber().intValue()) : value);
    }
    if (hashedFields > 1) {
      throw new CommandException(
          ErrorCode.location(31303),
          "A maximum of one index field is allowed to be hashed but found "
              + hashedFields
              + " for 'key' "
              + ServerText.of(key));
    }
    if (hashedFields > 0 && Docs.truthy(spec, "unique")) {
      throw new CommandException(
          ErrorCode.location(16764),
          "Currently hashed indexes cannot guarantee uniqueness. Use a regular index.");
    }
    return pattern;
  }

  private void checkPath(String path) {
    if (path.isEmpty()) {
      throw cannotCreate("Index keys cannot be an empty field.");
    }
    if (path.equals("$**") || path.endsWith(".$**")) {
      throw cannotCreate("wildcard indexes are not modelled here: name the fields");
    }
    String[] parts = path.split("\\.", -1);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].isEmpty()) {
        throw cannotCreate("Index keys cannot contain an empty field.");
      }
      boolean reference =
          i > 0 && (parts[i].equals("$id") || parts[i].equals("$db") || parts[i].equals("$ref"));
      if (parts[i].startsWith("$") && !reference) {
        throw cannotCreate("Index key contains an illegal field name: field name starts with '$'.");
      }
    }
  }

  private void checkKeyValue(String path, BsonValue value) {
    if (value.isString()) {
      String type = value.asString().getValue();
      if (NOT_MODELLED.contains(type)) {
        throw cannotCreate(
            "indexes of type '"
                + type
                + "' are not modelled here (field '"
                + path
                + "'): use 1, -1 or \"hashed\"");
      }
      if (!type.equals("hashed")) {
        throw cannotCreate("Unknown index plugin '" + type + "'");
      }
      return;
    }
    if (!value.isNumber()) {
      throw cannotCreate(
          "Values in v:2 index key pattern cannot be of type "
              + typeName(value)
              + ". Only numbers > 0, numbers < 0, and strings are allowed.");
    }
    double number = value.asNumber().doubleValue();
    if (number == 0 || Double.isNaN(number)) {
      throw cannotCreate(
          "Values in the index key pattern cannot be " + (number == 0 ? "0" : "NaN") + ".");
    }
  }

  private void checkOptionNames(boolean id) {
    for (String field : spec.keySet()) {
      if (id && OPTIONS.contains(field) && !ID_OPTIONS.contains(field)) {
        throw new CommandException(
            INVALID_OPTION,
            "The field '"
                + field
                + "' is not valid for an _id index specification. Specification: "
                + ServerText.of(spec));
      }
      if (!OPTIONS.contains(field)) {
        throw new CommandException(
            INVALID_OPTION,
            "The field '"
                + field
                + "' is not valid for an index specification. Specification: "
                + ServerText.of(spec));
      }
    }
  }

  private void checkVersion() {
    BsonValue version = spec.get("v");
    if (version == null) {
      return;
    }
    if (!version.isNumber()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "The field 'v' must be a number, but got " + typeName(version));
    }
    double number = version.asNumber().doubleValue();
    if (number != 1 && number != 2) {
      throw cannotCreate(
          "Invalid index specification "
              + ServerText.of(spec)
              + "; cannot create an index with v="
              + version.asNumber().intValue());
    }
  }

  private void checkOptionValues(BsonDocument pattern) {
    checkVersion();
    for (String flag : List.of("unique", "sparse", "hidden", "background", "prepareUnique")) {
      BsonValue value = spec.get(flag);
      if (value != null && !value.isBoolean() && !value.isNumber()) {
        throw new CommandException(
            ErrorCode.TYPE_MISMATCH,
            "The field '"
                + flag
                + "' has value "
                + flag
                + ": "
                + ServerText.of(value)
                + ", which is not convertible to bool");
      }
    }
    for (String part : List.of("partialFilterExpression", "collation", "storageEngine")) {
      BsonValue value = spec.get(part);
      if (value != null && !value.isDocument()) {
        throw new CommandException(
            ErrorCode.TYPE_MISMATCH,
            "The field '" + part + "' must be an object, but got " + typeName(value));
      }
    }
    if (spec.containsKey("collation")) {
      Collation.parse(spec.getDocument("collation"));
    }
    if (spec.containsKey("partialFilterExpression") && Docs.truthy(spec, "sparse")) {
      throw cannotCreate("cannot mix \"partialFilterExpression\" and \"sparse\" options");
    }
    if (spec.containsKey("partialFilterExpression")) {
      checkPartialFilter(
          MatchParser.parse(spec.getDocument("partialFilterExpression"), QueryContext.PLAIN));
    }
    checkExpiry(pattern);
  }

  /** Only what an index can be asked about: comparisons, $in, $exists: true, $type, $and, $or. */
  private void checkPartialFilter(MatchExpression tree) {
    if (tree instanceof MatchExpression.And) {
      ((MatchExpression.And) tree).terms().forEach(this::checkPartialFilter);
    } else if (tree instanceof MatchExpression.Or) {
      ((MatchExpression.Or) tree).terms().forEach(this::checkPartialFilter);
    } else if (!(tree instanceof ValuePredicate.Comparison
        || tree instanceof ValuePredicate.In
        || tree instanceof ValuePredicate.Exists
        || tree instanceof ValuePredicate.Type)) {
      throw cannotCreate(
          "Expression not supported in partial index: " + ServerText.of(tree.toBson()));
    }
  }

  private void checkExpiry(BsonDocument pattern) {
    BsonValue seconds = spec.get("expireAfterSeconds");
    if (seconds == null) {
      return;
    }
    if (!seconds.isNumber()) {
      throw cannotCreate(
          "TTL index 'expireAfterSeconds' option must be numeric, but received a type of '"
              + typeName(seconds)
              + "'. Index spec: "
              + ServerText.of(spec));
    }
    if (seconds.asNumber().longValue() < 0) {
      throw cannotCreate(
          "TTL index 'expireAfterSeconds' option cannot be less than 0. Index spec: "
              + ServerText.of(spec));
    }
    if (seconds.asNumber().longValue() > Integer.MAX_VALUE) {
      throw cannotCreate(
          "TTL index 'expireAfterSeconds' option must be within an acceptable range, try a lower"
              + " number. Index spec: "
              + ServerText.of(spec));
    }
    if (pattern.size() > 1) {
      throw cannotCreate(
          "TTL indexes are single-field indexes, compound indexes do not support TTL. Index spec: "
              + ServerText.of(spec));
    }
  }

  private String checkedName(BsonDocument pattern) {
    BsonValue name = spec.get("name");
    if (name == null) {
      return KeyPattern.of(pattern).defaultIndexName();
    }
    if (!name.isString()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "The field 'name' must be a string, but got " + typeName(name));
    }
    String text = name.asString().getValue();
    if (text.isEmpty()) {
      throw cannotCreate("index name cannot be empty");
    }
    if (text.equals("*")) {
      throw new CommandException(ErrorCode.BAD_VALUE, "The index name '*' is not valid.");
    }
    if (text.equals(IndexSpec.ID_INDEX_NAME)) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "The index name '_id_' is reserved for the _id index, which must have key pattern"
              + " {_id: 1}, found key: "
              + ServerText.of(key));
    }
    return text;
  }

  private CommandException cannotCreate(String reason) {
    return new CommandException(ErrorCode.CANNOT_CREATE_INDEX, reason);
  }

  /** The server's short name of a type, as {@code $type} takes it. */
  static String typeName(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> "int";
      case INT64 -> "long";
      case DECIMAL128 -> "decimal";
      case BOOLEAN -> "bool";
      case DOCUMENT -> "object";
      case OBJECT_ID -> "objectId";
      case DATE_TIME -> "date";
      case BINARY -> "binData";
      case REGULAR_EXPRESSION -> "regex";
      case MIN_KEY -> "minKey";
      case MAX_KEY -> "maxKey";
      default -> value.getBsonType().name().toLowerCase(Locale.ROOT);
    };
  }
}
