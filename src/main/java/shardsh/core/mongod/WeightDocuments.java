package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.keys.IndexKey;
import shardsh.core.storage.Fraction;
import shardsh.core.storage.WeightSegment;

/** Declared weight as it travels in messages of the model: the recipient of a range gets it too. */
final class WeightDocuments {
  private WeightDocuments() {}

  static BsonArray toBson(List<WeightSegment> segments) {
    BsonArray array = new BsonArray();
    for (WeightSegment segment : segments) {
      array.add(toBson(segment));
    }
    return array;
  }

  private static BsonDocument toBson(WeightSegment segment) {
    if (segment instanceof WeightSegment.Point point) {
      return new BsonDocument("key", values(point.key()))
          .append("bytes", fraction(point.bytes()))
          .append("docs", fraction(point.documents()));
    }
    if (segment instanceof WeightSegment.Run run) {
      return new BsonDocument("line", values(run.line()))
          .append("field", new BsonInt32(run.field()))
          .append("from", new BsonInt64(run.from()))
          .append("to", new BsonInt64(run.to()))
          .append("bytes", fraction(run.bytesPerKey()))
          .append("docs", fraction(run.documentsPerKey()));
    }
    WeightSegment.Keyless keyless = (WeightSegment.Keyless) segment;
    return new BsonDocument("min", values(keyless.min()))
        .append("max", values(keyless.max()))
        .append("bytes", fraction(keyless.bytes()))
        .append("docs", fraction(keyless.documents()));
  }

  private static BsonArray values(IndexKey key) {
    return new BsonArray(key.values());
  }

  private static BsonString fraction(Fraction value) {
    return new BsonString(value.toString());
  }

  static List<WeightSegment> parse(BsonArray array) {
    List<WeightSegment> segments = new ArrayList<>();
    for (BsonValue value : array) {
      segments.add(parse(value.asDocument()));
    }
    return segments;
  }

  private static WeightSegment parse(BsonDocument document) {
    Fraction bytes = Fraction.parse(document.getString("bytes").getValue());
    Fraction docs = Fraction.parse(document.getString("docs").getValue());
    if (document.containsKey("key")) {
      return new WeightSegment.Point(key(document, "key"), bytes, docs);
    }
    if (document.containsKey("line")) {
      return new WeightSegment.Run(
          key(document, "line"),
          document.getInt32("field").getValue(),
          document.getInt64("from").getValue(),
          document.getInt64("to").getValue(),
          bytes,
          docs);
    }
    return new WeightSegment.Keyless(key(document, "min"), key(document, "max"), bytes, docs);
  }

  private static IndexKey key(BsonDocument document, String name) {
    return IndexKey.of(document.getArray(name).getValues());
  }
}
