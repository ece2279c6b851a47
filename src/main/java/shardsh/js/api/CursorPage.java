package shardsh.js.api;

import java.util.List;
import org.bson.BsonValue;
import shardsh.render.InspectNode;

/**
 * Some documents of a cursor, to be printed as one array; nothing is printed for none.
 *
 * @param values the documents, or what {@code map} made of them; undefined for what is not BSON
 * @param nodes the same for printing
 * @param hasMore whether to say {@code Type "it" for more}
 */
public record CursorPage(List<BsonValue> values, List<InspectNode> nodes, boolean hasMore) {
  public CursorPage {
    values = List.copyOf(values);
    nodes = List.copyOf(nodes);
  }
}
