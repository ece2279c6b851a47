package shardsh.core.snapshot;

import java.util.Base64;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Extended JSON's documents that stand for a value, of both its versions. */
final class ExtendedJsonForm {
  private ExtendedJsonForm() {}

  /** The value that a document stands for; the document itself if it stands for none. */
  static BsonValue plain(BsonDocument document) {
    if (document.isEmpty() || !document.getFirstKey().startsWith("$")) {
      return document;
    }
    BsonValue first = document.get(document.getFirstKey());
    try {
      return switch (document.getFirstKey()) {
        case "$minKey" -> new BsonMinKey();
        case "$maxKey" -> new BsonMaxKey();
        case "$undefined" -> new BsonUndefined();
        case "$oid" -> new BsonObjectId(new ObjectId(text(first)));
        case "$uuid" -> new BsonBinary(UUID.fromString(text(first)));
        case "$numberInt" -> new BsonInt32(Integer.parseInt(text(first)));
        case "$numberLong" -> new BsonInt64(Long.parseLong(text(first)));
        case "$numberDouble" -> new BsonDouble(number(text(first)));
        case "$numberDecimal" -> new BsonDecimal128(Decimal128.parse(text(first)));
        case "$date" -> new BsonDateTime(LiteralReader.millis(first));
        case "$timestamp" ->
            new BsonTimestamp(
                first.asDocument().getNumber("t").intValue(),
                first.asDocument().getNumber("i").intValue());
        case "$regex" ->
            new BsonRegularExpression(
                text(first),
                document.containsKey("$options") ? text(document.get("$options")) : "");
        case "$regularExpression" ->
            new BsonRegularExpression(
                text(first.asDocument().get("pattern")), text(first.asDocument().get("options")));
        case "$binary" -> binary(document, first);
        default -> document;
      };
    } catch (RuntimeException e) {
      throw new ImportException("not Extended JSON: " + document.toJson(), "");
    }
  }

  private static double number(String text) {
    return text.equals("Infinity")
        ? Double.POSITIVE_INFINITY
        : text.equals("-Infinity") ? Double.NEGATIVE_INFINITY : Double.parseDouble(text);
  }

  private static BsonValue binary(BsonDocument document, BsonValue first) {
    BsonDocument parts = first.isDocument() ? first.asDocument() : document;
    BsonValue bytes = first.isDocument() ? parts.get("base64") : first;
    BsonValue type = first.isDocument() ? parts.get("subType") : document.get("$type");
    return new BsonBinary(
        (byte) Integer.parseInt(text(type), 16), Base64.getDecoder().decode(text(bytes)));
  }

  private static String text(BsonValue value) {
    return value.isString()
        ? value.asString().getValue()
        : Long.toString(value.asNumber().longValue());
  }
}
