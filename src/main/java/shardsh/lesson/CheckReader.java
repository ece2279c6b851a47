package shardsh.lesson;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.bson.BsonDocument;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.Nearest;

/**
 * Checks from a tree that the schema has seen. Every kind is one row: its fields, and how they are
 * read. A field that a kind does not know is a fault here, since the schema lets it pass.
 */
final class CheckReader {
  private static final List<String> COMMON =
      List.of(
          "id",
          "kind",
          "points",
          "message",
          "passed",
          "help",
          "latch",
          "hold",
          "optional",
          "dependsOn",
          "visibility");

  private record Row(List<String> fields, Function<SourceNode, Check.Assertion> read) {}

  private final Faults faults;
  private final Map<String, Row> rows = new LinkedHashMap<>();

  CheckReader(Faults faults) {
    this.faults = faults;
    row("state", "js equals", this::state);
    row("route", "of targeting path shards count attempts merge split", this::route);
    row("version", "ns collection shards cache chunk", this::versions);
    row("chunks", "ns equals extra", this::chunks);
    row("event", "sequence strict within none", this::events);
    row("docs", "from ns equals contains containsAny containsNone ordered", this::documents);
    row("answer", "question mode", CheckReader::answer);
    row("used", "calls forbid", this::used);
    row("cost", "metric max min", CheckReader::cost);
    row("output", "contains matches lacks", this::output);
  }

  private void row(String kind, String fields, Function<SourceNode, Check.Assertion> read) {
    rows.put(kind, new Row(Arrays.asList(fields.split(" ")), read));
  }

  /** The checks of a list; ids must be unique in it, and {@code dependsOn} must end somewhere. */
  List<Check> read(List<SourceNode> nodes) {
    List<Check> checks = new ArrayList<>();
    Map<String, SourceNode> byId = new LinkedHashMap<>();
    for (SourceNode node : nodes) {
      Optional<String> id = node.text("id");
      Row row = rows.get(node.text("kind").orElse(""));
      if (id.isEmpty() || row == null) {
        continue;
      }
      SourceNode other = byId.putIfAbsent(id.get(), node);
      if (other != null) {
        faults.add(
            node.get("id").orElseThrow(),
            "two checks are called '" + id.get() + "', the first in line " + other.line(),
            "give each its own id");
      }
      refuseUnknown(node, row);
      checks.add(check(node, row.read().apply(node)));
    }
    byId.forEach((id, node) -> checkDependencies(id, node, byId));
    return List.copyOf(checks);
  }

  private void refuseUnknown(SourceNode node, Row row) {
    List<String> known = new ArrayList<>(row.fields());
    known.addAll(COMMON);
    String name = "a check of kind " + node.text("kind").orElseThrow();
    Fields.refuseUnknown(node, name, known, faults);
  }

  private void checkDependencies(String id, SourceNode node, Map<String, SourceNode> byId) {
    for (SourceNode item : node.itemsOf("dependsOn")) {
      if (!byId.containsKey(item.raw())) {
        faults.add(
            item,
            "'" + id + "' depends on '" + item.raw() + "', no check of this step",
            Nearest.repair(item.raw(), byId.keySet()));
      } else if (reaches(item.raw(), id, byId, new ArrayList<>())) {
        faults.add(
            item,
            "'" + id + "' depends on itself by way of '" + item.raw() + "'",
            "cut the circle");
      }
    }
  }

  private static boolean reaches(
      String from, String to, Map<String, SourceNode> byId, List<String> seen) {
    if (from.equals(to)) {
      return true;
    }
    if (seen.contains(from) || !byId.containsKey(from)) {
      return false;
    }
    seen.add(from);
    return byId.get(from).texts("dependsOn").stream()
        .anyMatch(next -> reaches(next, to, byId, seen));
  }

  private static Check check(SourceNode node, Check.Assertion asserts) {
    return new Check(
        node.text("id").orElseThrow(),
        asserts,
        node.number("points"),
        Prose.of(node, "message"),
        Prose.of(node, "passed"),
        Prose.of(node, "help"),
        node.flag("latch").orElse(true),
        node.flag("hold").orElse(false),
        node.texts("dependsOn"),
        node.flag("optional").orElse(false),
        visibility(node),
        node.line());
  }

  static Check.Visibility visibility(SourceNode node) {
    String name = node.text("visibility").orElse("visible").toUpperCase(Locale.ROOT);
    return Arrays.stream(Check.Visibility.values())
        .filter(visibility -> visibility.name().equals(name))
        .findFirst()
        .orElse(Check.Visibility.VISIBLE);
  }

  private Check.Assertion state(SourceNode node) {
    return new Check.State(
        node.text("js").orElse(""), node.get("equals").map(value -> Values.of(value, faults)));
  }

  private Check.Assertion route(SourceNode node) {
    Optional<SourceNode> matching = node.get("of").filter(of -> of.is(SourceNode.Kind.MAP));
    matching.ifPresent(of -> Fields.refuseUnknown(of, "of", List.of("op", "filter"), faults));
    Check.RouteOf of =
        matching.isPresent()
            ? Check.RouteOf.MATCHING
            : node.text("of").orElse("last").equals("any") ? Check.RouteOf.ANY : Check.RouteOf.LAST;
    return new Check.Route(
        of,
        matching.flatMap(map -> map.text("op")),
        matching.flatMap(map -> map.get("filter")).map(filter -> Values.document(filter, faults)),
        node.text("targeting"),
        node.text("path"),
        node.has("shards") ? Optional.of(node.texts("shards")) : Optional.empty(),
        node.whole("count"),
        node.whole("attempts"),
        node.text("merge"),
        node.flag("split"));
  }

  private Check.Assertion versions(SourceNode node) {
    List<Check.ChunkAt> chunks = new ArrayList<>();
    for (SourceNode item : node.itemsOf("chunk")) {
      chunks.add(
          new Check.ChunkAt(
              bounds(item.get("at").orElse(item)), item.text("version"), item.text("shard")));
    }
    return new Check.Versions(
        ns(node), node.text("collection"), texts(node, "shards"), texts(node, "cache"), chunks);
  }

  private static Namespace ns(SourceNode node) {
    String name = node.text("ns").orElse("");
    return name.matches("[^. $]+\\.[^ $]+") ? Namespace.parse(name) : new Namespace("", name);
  }

  private static Map<String, String> texts(SourceNode node, String field) {
    Map<String, String> texts = new LinkedHashMap<>();
    node.fieldsOf(field).forEach((name, value) -> texts.put(name, value.raw()));
    return texts;
  }

  private Check.Assertion chunks(SourceNode node) {
    List<String> known = List.of("min", "max", "shard", "version", "sizeMB", "jumbo");
    List<Check.ChunkRow> chunks = new ArrayList<>();
    for (SourceNode item : node.itemsOf("equals")) {
      Fields.refuseUnknown(item, "equals", known, faults);
      for (String field : List.of("min", "max", "shard")) {
        if (!item.has(field)) {
          faults.add(item, "a chunk to find lacks '" + field + "'", "add it");
        }
      }
      item.get("version")
          .filter(version -> !version.raw().matches("[0-9]+\\|[0-9]+"))
          .ifPresent(
              version ->
                  faults.add(version, "version is " + version.shown(), "write it as \"1|5\""));
      chunks.add(
          new Check.ChunkRow(
              bound(item, "min"),
              bound(item, "max"),
              item.text("shard").orElse(""),
              item.text("version"),
              item.number("sizeMB").map(BigDecimal::doubleValue),
              item.flag("jumbo")));
    }
    return new Check.Chunks(ns(node), chunks, node.text("extra").orElse("forbid").equals("allow"));
  }

  private BsonValue bound(SourceNode item, String field) {
    Optional<SourceNode> node = item.get(field);
    if (node.isEmpty()) {
      return new BsonMinKey();
    }
    boolean named = node.get().is(SourceNode.Kind.MAP) && !Values.isExtended(node.get());
    return named ? bounds(node.get()) : Bounds.value(node.get(), faults);
  }

  /** A key by field name, with Min and Max. */
  private BsonDocument bounds(SourceNode map) {
    BsonDocument bounds = new BsonDocument();
    map.fields().forEach((name, value) -> bounds.append(name, Bounds.value(value, faults)));
    return bounds;
  }

  private Check.Assertion events(SourceNode node) {
    return new Check.Events(
        partialEvents(node, "sequence"),
        partialEvents(node, "none"),
        node.flag("strict").orElse(false),
        node.text("within").orElse("step").equals("lesson"));
  }

  private List<BsonDocument> partialEvents(SourceNode node, String field) {
    List<BsonDocument> events = new ArrayList<>();
    for (SourceNode item : node.itemsOf(field)) {
      EventFields.check(item, faults);
      BsonDocument event = Values.document(item, faults);
      for (String end : List.of("min", "max", "at")) {
        if (item.has(end)) {
          event.put(end, bound(item, end));
        }
      }
      events.add(event);
    }
    return events;
  }

  private Check.Assertion documents(SourceNode node) {
    Optional<SourceNode> from = node.get("from").filter(map -> map.is(SourceNode.Kind.MAP));
    from.ifPresent(map -> Fields.refuseUnknown(map, "from", List.of("ns", "on"), faults));
    if (from.isPresent()
        ? ns(from.get()).db().isEmpty()
        : !node.text("from").orElse("").equals("result")) {
      faults.add(
          node.get("from").orElse(node),
          "'from' names neither the result nor a collection",
          "write result, or {ns: db.coll, on: m0}");
    }
    if (from.isPresent() && node.has("ns")) {
      faults.add(node.get("ns").orElse(node), "'ns' is twice there", "leave the one in 'from'");
    }
    Map<Check.Comparison, List<BsonValue>> expected = new LinkedHashMap<>();
    comparison(node, "equals", Check.Comparison.EQUALS, expected);
    comparison(node, "contains", Check.Comparison.CONTAINS, expected);
    comparison(node, "containsAny", Check.Comparison.CONTAINS_ANY, expected);
    comparison(node, "containsNone", Check.Comparison.CONTAINS_NONE, expected);
    return new Check.Documents(
        from.map(CheckReader::ns),
        from.flatMap(map -> map.text("on")),
        node.get("ns").map(ns -> ns(node)),
        expected,
        node.flag("ordered").orElse(false));
  }

  private void comparison(
      SourceNode node,
      String field,
      Check.Comparison comparison,
      Map<Check.Comparison, List<BsonValue>> expected) {
    Optional<SourceNode> list = node.get(field);
    if (list.isEmpty()) {
      return;
    }
    if (!list.get().is(SourceNode.Kind.LIST)) {
      faults.add(list.get(), field + " is " + list.get().shown(), "make it a list of documents");
    }
    List<BsonValue> values = new ArrayList<>();
    list.get().items().forEach(item -> values.add(Values.of(item, faults)));
    expected.put(comparison, List.copyOf(values));
  }

  private static Check.Assertion answer(SourceNode node) {
    return new Check.Answer(
        node.text("question").orElse(""), node.text("mode").orElse("right").equals("right"));
  }

  private Check.Assertion used(SourceNode node) {
    Map<String, Check.Bound> calls = new LinkedHashMap<>();
    node.fieldsOf("calls").forEach((name, value) -> calls.put(name, count(value)));
    return new Check.Used(calls, node.texts("forbid"));
  }

  private Check.Bound count(SourceNode node) {
    String text = node.raw().strip();
    String comparison = text.replaceFirst("[0-9 ].*", "");
    String number = text.substring(comparison.length()).strip();
    boolean known = List.of("", "=", "==", "<", "<=", ">", ">=").contains(comparison);
    if (!known || !number.matches("[0-9]{1,9}")) {
      faults.add(node, "the count is " + node.shown(), "write it as \">=1\"");
      return new Check.Bound(">=", 0);
    }
    boolean equal = comparison.isEmpty() || comparison.equals("==");
    return new Check.Bound(equal ? "=" : comparison, Integer.parseInt(number));
  }

  private static Check.Assertion cost(SourceNode node) {
    return new Check.Cost(node.text("metric").orElse(""), node.number("max"), node.number("min"));
  }

  private Check.Assertion output(SourceNode node) {
    List<Pattern> patterns = new ArrayList<>();
    for (SourceNode item : oneOrMore(node, "matches")) {
      try {
        patterns.add(Pattern.compile(item.raw()));
      } catch (PatternSyntaxException e) {
        faults.add(item, item.shown() + " is no pattern: " + e.getDescription(), "mend it");
      }
    }
    return new Check.Output(
        oneOrMore(node, "contains").stream().map(SourceNode::raw).toList(),
        patterns,
        oneOrMore(node, "lacks").stream().map(SourceNode::raw).toList());
  }

  /** A text, or the texts of a list. */
  private List<SourceNode> oneOrMore(SourceNode node, String field) {
    Optional<SourceNode> found = node.get(field);
    if (found.isEmpty()) {
      return List.of();
    }
    List<SourceNode> items =
        found.get().is(SourceNode.Kind.LIST) ? found.get().items() : List.of(found.get());
    for (SourceNode item : items) {
      if (!item.is(SourceNode.Kind.TEXT)) {
        faults.add(item, field + " is " + item.shown(), "make it text, in quotes");
      }
    }
    return items;
  }
}
