package shardsh.core.cluster;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;

/**
 * A reproducible mix of reads and inserts: {@code {operations, inserts, fields: {name:
 * distribution}, readBy: [[field]], documentKB}}.
 *
 * @param inserts share of the operations, 0 to 1; they are spread evenly among the reads
 * @param fields of each inserted document, by path
 * @param readBy fields of the equality reads, in turn; each field of the documents when not said
 * @param documentBytes so much text fills each inserted document; 0 for none
 */
record LoadSpec(
    int operations,
    double inserts,
    Map<String, LoadDistribution> fields,
    List<List<String>> readBy,
    int documentBytes) {
  private static final int OPERATIONS_MAX = 1_000_000;
  private static final long FILLING_BYTES_MAX = 256L << 20;
  private static final List<String> NAMES =
      List.of("operations", "inserts", "fields", "readBy", "documentKB");

  /**
   * @throws CommandException BAD_VALUE naming what is wrong
   */
  static LoadSpec parse(BsonDocument document) {
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      if (!NAMES.contains(field.getKey())) {
        throw wrong("unknown field '" + field.getKey() + "'; known: " + String.join(", ", NAMES));
      }
    }
    double operations = number(document, "operations", 1000, OPERATIONS_MAX);
    if (operations != Math.rint(operations) || operations < 1) {
      throw wrong("operations must be a whole number from 1 to " + OPERATIONS_MAX);
    }
    Map<String, LoadDistribution> fields = fields(document);
    double inserts = number(document, "inserts", 0, 1);
    int documentBytes = (int) (number(document, "documentKB", 0, 16_000) * 1024);
    if (documentBytes * operations * inserts > FILLING_BYTES_MAX) {
      throw wrong("all documents together must not be over 256 MB; sim.fill adds weight alone");
    }
    return new LoadSpec((int) operations, inserts, fields, readBy(document, fields), documentBytes);
  }

  private static Map<String, LoadDistribution> fields(BsonDocument document) {
    BsonValue value = document.get("fields");
    if (value == null || !value.isDocument() || value.asDocument().isEmpty()) {
      throw wrong("fields must name at least one field, e.g. {customerId: {uniform: [1, 600]}}");
    }
    Map<String, LoadDistribution> fields = new LinkedHashMap<>();
    value.asDocument().forEach((name, of) -> fields.put(name, LoadDistribution.parse(name, of)));
    return fields;
  }

  private static List<List<String>> readBy(
      BsonDocument document, Map<String, LoadDistribution> fields) {
    List<List<String>> readBy = new ArrayList<>();
    BsonValue value = document.get("readBy");
    if (value == null) {
      fields.keySet().forEach(name -> readBy.add(List.of(name)));
      return readBy;
    }
    if (!value.isArray() || value.asArray().isEmpty()) {
      throw wrong("readBy must be lists of fields, e.g. [[\"customerId\"]]");
    }
    for (BsonValue one : value.asArray()) {
      List<String> names = new ArrayList<>();
      if (one.isString()) {
        names.add(one.asString().getValue());
      } else if (one.isArray() && one.asArray().stream().allMatch(BsonValue::isString)) {
        one.asArray().forEach(name -> names.add(name.asString().getValue()));
      } else {
        throw wrong("readBy must be lists of fields, got " + ServerText.of(one));
      }
      for (String name : names) {
        if (!fields.containsKey(name) && !name.equals("_id")) {
          throw wrong(
              "readBy names '"
                  + name
                  + "', of which no values are known; fields: "
                  + String.join(", ", fields.keySet()));
        }
      }
      readBy.add(List.copyOf(names));
    }
    return List.copyOf(readBy);
  }

  private static double number(BsonDocument document, String name, double otherwise, double max) {
    BsonValue value = document.get(name);
    if (value == null) {
      return otherwise;
    }
    double number = value.isNumber() ? value.asNumber().doubleValue() : Double.NaN;
    if (!(number >= 0 && number <= max)) {
      throw wrong(
          name
              + " must be a number from 0 to "
              + BigDecimal.valueOf(max).stripTrailingZeros().toPlainString()
              + ", got "
              + ServerText.of(value));
    }
    return number;
  }

  static CommandException wrong(String reason) {
    return new CommandException(ErrorCode.BAD_VALUE, "the load cannot be driven: " + reason);
  }

  /** How many of the first {@code count} operations are inserts. */
  long insertsAmong(long count) {
    return (long) Math.floor(count * inserts + 1e-9);
  }
}
