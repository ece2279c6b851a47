package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.render.BsonInspect;
import shardsh.render.InspectNode;
import shardsh.render.InspectNode.Element;
import shardsh.render.InspectNode.Item;
import shardsh.render.InspectNode.Scalar;
import shardsh.render.InspectOptions;
import shardsh.render.Span;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/** The report of {@code sh.status()}: every chunk stands on one line, however long. */
final class ShardingReport extends StatsReport {

  ShardingReport(ShellApi api, BsonDocument value) {
    super(api, value);
  }

  @Override
  List<ShellResult.Section> sections() {
    List<ShellResult.Section> sections = new ArrayList<>();
    for (Map.Entry<String, BsonValue> field : value().entrySet()) {
      InspectNode node =
          field.getKey().equals("databases")
              ? databases(field.getValue().asArray())
              : BsonInspect.node(field.getValue());
      sections.add(new ShellResult.Section(field.getKey(), node));
    }
    return sections;
  }

  private static InspectNode databases(BsonArray databases) {
    List<Item> items = new ArrayList<>();
    for (BsonValue database : databases) {
      BsonDocument parts = database.asDocument();
      List<Item> collections = new ArrayList<>();
      parts
          .getDocument("collections")
          .forEach(
              (ns, collection) ->
                  collections.add(InspectNode.property(ns, collection(collection.asDocument()))));
      items.add(
          new Element(
              InspectNode.object(
                  List.of(
                      InspectNode.property("database", BsonInspect.node(parts.get("database"))),
                      InspectNode.property("collections", InspectNode.object(collections))))));
    }
    return InspectNode.array(items);
  }

  private static InspectNode collection(BsonDocument collection) {
    List<Item> items = new ArrayList<>();
    collection.forEach(
        (name, value) ->
            items.add(
                InspectNode.property(
                    name,
                    name.equals("chunks") ? chunks(value.asArray()) : BsonInspect.node(value))));
    return InspectNode.object(items);
  }

  private static InspectNode chunks(BsonArray chunks) {
    List<Item> items = new ArrayList<>();
    for (BsonValue chunk : chunks) {
      InspectNode node = BsonInspect.node(chunk);
      items.add(new Element(chunk.isDocument() ? oneLine(node) : node));
    }
    return InspectNode.array(items);
  }

  private static InspectNode oneLine(InspectNode node) {
    List<Span> spans = new ArrayList<>();
    for (StyledLine line : ValueFormatter.format(node, InspectOptions.ONE_LINE)) {
      if (!spans.isEmpty()) {
        spans.add(Span.plain("\n"));
      }
      spans.addAll(line.spans());
    }
    return new Scalar(spans, false);
  }
}
