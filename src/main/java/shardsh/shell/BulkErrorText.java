package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.js.EvaluationError;
import shardsh.render.BsonInspect;
import shardsh.render.InspectNode;
import shardsh.render.InspectOptions;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/**
 * What mongosh adds to the error of a batch: what was done all the same, and each write that
 * failed. Source: mongosh's output, observed.
 */
final class BulkErrorText {
  private static final String NAME = "MongoBulkWriteError";
  private static final List<String> ERROR_FIELDS =
      List.of("index", "code", "errmsg", "errInfo", "op");

  private BulkErrorText() {}

  /** The lines after the message; none for any other error. */
  static List<StyledLine> of(EvaluationError error) {
    BsonDocument details = error.details();
    if (!error.name().equals(NAME)
        || !details.isDocument("result")
        || !details.isArray("writeErrors")) {
      return List.of();
    }
    List<StyledLine> lines = new ArrayList<>();
    lines.addAll(labelled("Result: ", named("BulkWriteResult ", details.getDocument("result"))));
    List<InspectNode.Item> errors = new ArrayList<>();
    for (BsonValue one : details.getArray("writeErrors")) {
      errors.add(new InspectNode.Element(named("WriteError ", driverForm(one.asDocument()))));
    }
    lines.addAll(labelled("Write Errors: ", InspectNode.array(errors)));
    return lines;
  }

  /** The driver keeps these fields of {@code {err: …}}, all of them. */
  private static BsonDocument driverForm(BsonDocument error) {
    BsonDocument from = error.getDocument("err");
    BsonDocument kept = new BsonDocument();
    for (String field : ERROR_FIELDS) {
      kept.append(field, from.get(field, new BsonUndefined()));
    }
    return new BsonDocument("err", kept);
  }

  private static InspectNode named(String prefix, BsonDocument document) {
    InspectNode.Struct plain = (InspectNode.Struct) BsonInspect.node(document);
    return new InspectNode.Struct(
        plain.kind(), plain.base(), prefix, plain.name(), plain.items(), plain.identity());
  }

  private static List<StyledLine> labelled(String label, InspectNode value) {
    List<StyledLine> lines = new ArrayList<>();
    for (StyledLine line : ValueFormatter.format(value, InspectOptions.DEEP)) {
      lines.add(lines.isEmpty() ? StyledLine.of(label).plus(line) : line);
    }
    return lines;
  }
}
