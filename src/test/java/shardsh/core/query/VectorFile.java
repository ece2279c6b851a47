package shardsh.core.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * Reads files of cases as strict Extended JSON v2. The driver's own reader is not used because it
 * takes the query operator {@code {"$regex": …, "$options": …}} for a regular expression value.
 */
public final class VectorFile {
  private static final Path FOLDER = Path.of("src/test/resources/vectors");

  private VectorFile() {}

  /** The named list of a file, e.g. {@code cases("match-handed.json", "cases")}. */
  public static List<BsonDocument> cases(String file, String list) {
    try {
      JsonNode root = new ObjectMapper().readTree(Files.readString(FOLDER.resolve(file)));
      List<BsonDocument> cases = new ArrayList<>();
      for (JsonNode node : root.get(list)) {
        cases.add(value(node).asDocument());
      }
      return cases;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A document written as strict Extended JSON v2. */
  public static BsonDocument doc(String json) {
    try {
      return value(new ObjectMapper().readTree(json)).asDocument();
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The value with its types and the order of its fields, which equality of documents ignores. */
  public static String exact(BsonValue value) {
    return new BsonDocument("v", value)
        .toJson(JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build());
  }

  private static BsonValue value(JsonNode node) {
    if (node.isObject()) {
      return object(node);
    }
    if (node.isArray()) {
      BsonArray array = new BsonArray();
      node.forEach(element -> array.add(value(element)));
      return array;
    }
    if (node.isTextual()) {
      return new BsonString(node.textValue());
    }
    if (node.isBoolean()) {
      return BsonBoolean.valueOf(node.booleanValue());
    }
    if (node.isNull()) {
      return BsonNull.VALUE;
    }
    if (node.isInt()) {
      return new BsonInt32(node.intValue());
    }
    return node.isLong() ? new BsonInt64(node.longValue()) : new BsonDouble(node.doubleValue());
  }

  private static BsonValue object(JsonNode node) {
    if (node.size() == 1) {
      Map.Entry<String, JsonNode> only = node.properties().iterator().next();
      BsonValue special = special(only.getKey(), only.getValue());
      if (special != null) {
        return special;
      }
    }
    BsonDocument document = new BsonDocument();
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      document.append(field.getKey(), value(field.getValue()));
    }
    return document;
  }

  private static BsonValue special(String name, JsonNode node) {
    return switch (name) {
      case "$oid" -> new BsonObjectId(new ObjectId(node.textValue()));
      case "$numberInt" -> new BsonInt32(Integer.parseInt(node.textValue()));
      case "$numberLong" -> new BsonInt64(Long.parseLong(node.textValue()));
      case "$numberDouble" -> new BsonDouble(parseDouble(node.textValue()));
      case "$numberDecimal" -> new BsonDecimal128(Decimal128.parse(node.textValue()));
      case "$minKey" -> new BsonMinKey();
      case "$maxKey" -> new BsonMaxKey();
      case "$undefined" -> new BsonUndefined();
      case "$symbol" -> new BsonSymbol(node.textValue());
      case "$code" -> new BsonJavaScript(node.textValue());
      case "$date" -> new BsonDateTime(millis(node));
      case "$uuid" -> new BsonBinary(UUID.fromString(node.textValue()));
      case "$timestamp" ->
          new BsonTimestamp((int) node.get("t").longValue(), (int) node.get("i").longValue());
      case "$regularExpression" ->
          new BsonRegularExpression(
              node.get("pattern").textValue(), node.get("options").textValue());
      case "$binary" ->
          new BsonBinary(
              (byte) Integer.parseInt(node.get("subType").textValue(), 16),
              Base64.getDecoder().decode(node.get("base64").textValue()));
      default -> null;
    };
  }

  private static double parseDouble(String text) {
    return switch (text) {
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static long millis(JsonNode node) {
    return node.isTextual()
        ? Instant.parse(node.textValue()).toEpochMilli()
        : Long.parseLong(node.get("$numberLong").textValue());
  }
}
