package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import shardsh.shell.Typed.Elements;
import shardsh.shell.Typed.Fields;

/**
 * Which fields documents have behind stages of a pipeline, read off what is typed of them. Source:
 * the manual's pages on the stages.
 */
final class PipelineFields {
  private static final Map<String, List<String>> REPORTS = new LinkedHashMap<>();

  static {
    REPORTS.put("$indexStats", List.of("name", "key", "host", "accesses", "shard", "spec"));
    REPORTS.put("$collStats", List.of("ns", "shard", "host", "localTime", "storageStats", "count"));
    REPORTS.put(
        "$shardedDataDistribution",
        List.of("ns", "shards", "shards.shardName", "shards.numOrphanedDocs"));
    REPORTS.put(
        "$changeStream",
        List.of("_id", "operationType", "clusterTime", "ns", "ns.db", "ns.coll", "documentKey"));
  }

  private final Function<String, FieldPaths> collections;

  /**
   * @param collections the fields of a collection of the same database, by its name
   */
  PipelineFields(Function<String, FieldPaths> collections) {
    this.collections = collections;
  }

  /** The fields of a collection that is named in a stage; none if that is no name. */
  FieldPaths of(Typed collection) {
    return collection.asText().or(() -> collection.field("coll").asText()).stream()
        .map(collections)
        .findFirst()
        .orElse(FieldPaths.NONE);
  }

  /** What documents that had those fields have behind the stages. */
  FieldPaths after(FieldPaths before, List<Typed> stages) {
    FieldPaths fields = before;
    for (Typed stage : stages) {
      if (stage instanceof Fields document && !document.names().isEmpty()) {
        String name = document.names().iterator().next();
        fields = after(fields, name, document.get(name));
      }
    }
    return fields;
  }

  private FieldPaths afterPipeline(FieldPaths before, Typed pipeline) {
    return pipeline instanceof Elements stages ? after(before, stages.values()) : before;
  }

  private FieldPaths after(FieldPaths before, String stage, Typed spec) {
    ExpressionFields expressions = new ExpressionFields(before);
    return switch (stage) {
      case "$project" -> projected(before, spec);
      case "$addFields", "$set" -> withEach(before, spec);
      case "$unset" -> without(before, spec);
      case "$group" -> expressions.of(spec);
      case "$bucket" -> grouped(expressions, spec, FieldPaths.NONE);
      case "$bucketAuto" -> grouped(expressions, spec, FieldPaths.of(List.of("min", "max")));
      case "$sortByCount" ->
          FieldPaths.NONE.with("_id", expressions.of(spec)).with("count", FieldPaths.NONE);
      case "$count" ->
          spec.asText().map(name -> FieldPaths.of(List.of(name))).orElse(FieldPaths.NONE);
      case "$unwind" -> named(before, spec.field("includeArrayIndex"), FieldPaths.NONE);
      case "$lookup" -> {
        FieldPaths joined = afterPipeline(of(spec.field("from")), spec.field("pipeline"));
        yield named(before, spec.field("as"), joined);
      }
      case "$graphLookup" -> {
        FieldPaths found = named(of(spec.field("from")), spec.field("depthField"), FieldPaths.NONE);
        yield named(before, spec.field("as"), found);
      }
      case "$facet" -> facets(before, spec);
      case "$replaceRoot" -> expressions.of(spec.field("newRoot"));
      case "$replaceWith" -> expressions.of(spec);
      case "$setWindowFields", "$fill" -> before.and(expressions.of(spec.field("output")));
      case "$unionWith" ->
          before.and(
              afterPipeline(
                  of(spec.asText().isPresent() ? spec : spec.field("coll")),
                  spec.field("pipeline")));
      case "$documents" -> expressions.of(spec);
      case "$out", "$merge" -> FieldPaths.NONE;
      default -> REPORTS.containsKey(stage) ? FieldPaths.of(REPORTS.get(stage)) : before;
    };
  }

  private static FieldPaths withEach(FieldPaths before, Typed spec) {
    FieldPaths set = before;
    if (spec instanceof Fields fields) {
      for (String name : fields.names()) {
        set = set.with(name, new ExpressionFields(before).of(fields.get(name)));
      }
    }
    return set;
  }

  private static FieldPaths named(FieldPaths before, Typed name, FieldPaths inside) {
    return name.asText()
        .filter(path -> !path.isEmpty())
        .map(path -> before.with(path, inside))
        .orElse(before);
  }

  private static FieldPaths grouped(ExpressionFields expressions, Typed spec, FieldPaths id) {
    FieldPaths output =
        spec.field("output") instanceof Fields fields
            ? expressions.of(fields)
            : FieldPaths.of(List.of("count"));
    return FieldPaths.NONE.with("_id", id).and(output);
  }

  private FieldPaths facets(FieldPaths before, Typed spec) {
    FieldPaths facets = FieldPaths.NONE;
    if (spec instanceof Fields pipelines) {
      for (String name : pipelines.names()) {
        facets = facets.with(name, afterPipeline(before, pipelines.get(name)));
      }
    }
    return facets;
  }

  private static FieldPaths without(FieldPaths before, Typed spec) {
    FieldPaths left = before;
    List<Typed> names = spec instanceof Elements list ? list.values() : List.of(spec);
    for (Typed name : names) {
      left = name.asText().isPresent() ? left.without(name.asText().get()) : left;
    }
    return left;
  }

  private static FieldPaths projected(FieldPaths before, Typed spec) {
    if (!(spec instanceof Fields fields)) {
      return before;
    }
    boolean excludes = false;
    for (String name : fields.names()) {
      excludes |= !name.equals("_id") && isNo(fields.get(name));
    }
    boolean onlyId = fields.names().size() == 1 && isNo(fields.get("_id"));
    if (excludes || onlyId) {
      FieldPaths left = before;
      for (String name : fields.names()) {
        left = isNo(fields.get(name)) ? left.without(name) : left;
      }
      return left;
    }
    FieldPaths kept = isNo(fields.get("_id")) ? FieldPaths.NONE : FieldPaths.of(List.of("_id"));
    for (String name : fields.names()) {
      Typed value = fields.get(name);
      if (!isNo(value)) {
        kept = kept.with(name, shown(before, name, value));
      }
    }
    return kept;
  }

  /** A field that is kept has what it had; one that is computed what that gives. */
  private static FieldPaths shown(FieldPaths before, String name, Typed value) {
    FieldPaths computed = new ExpressionFields(before).of(value);
    return value instanceof Typed.Plain ? before.under(name) : computed;
  }

  private static boolean isNo(Typed value) {
    return value instanceof Typed.Plain plain
        && (plain.text().equals("0") || plain.text().equals("false"));
  }
}
