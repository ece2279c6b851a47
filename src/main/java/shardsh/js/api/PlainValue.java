package shardsh.js.api;

import java.util.List;
import org.bson.BsonValue;
import shardsh.render.BsonInspect;
import shardsh.render.InspectOptions;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/** A BSON value as the prompt prints it, in full. */
final class PlainValue {
  private PlainValue() {}

  static List<StyledLine> lines(BsonValue value) {
    return ValueFormatter.print(BsonInspect.node(value), InspectOptions.DEEP);
  }
}
