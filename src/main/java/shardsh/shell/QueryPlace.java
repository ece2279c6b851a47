package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.shell.CursorPlace.InArray;
import shardsh.shell.CursorPlace.InField;
import shardsh.shell.CursorPlace.Step;

/**
 * A place in a document of the query language, found by going inward from an argument: what it
 * takes, and which fields and variables there are.
 *
 * @param slot what it takes
 * @param path the names of the fields that lead here, {@code []} for an array, joined by dots
 * @param ns the collection whose documents are looked at
 * @param fields the fields of those documents, behind the stages before
 * @param below the fields of the documents embedded in the field whose value this is
 * @param variables the variables that a user has declared, with the fields of what they hold
 */
record QueryPlace(
    Slot slot,
    String path,
    Optional<Namespace> ns,
    FieldPaths fields,
    FieldPaths below,
    Map<String, FieldPaths> variables) {

  static QueryPlace of(Slot slot, String path, Optional<Namespace> ns, FieldPaths fields) {
    return new QueryPlace(slot, path, ns, fields, FieldPaths.NONE, new LinkedHashMap<>());
  }

  /** The same with another meaning. */
  QueryPlace as(Slot other, String otherPath) {
    return new QueryPlace(other, otherPath, ns, fields, below, variables);
  }

  /** The last of the names that lead here, if an operator. */
  String operator() {
    String last = path.substring(path.lastIndexOf('.') + 1);
    return last.startsWith("$") ? last : "";
  }

  /** The place one step further in. */
  QueryPlace step(Step step, PipelineFields pipelines) {
    if (step instanceof InField field) {
      return ofField(field, pipelines);
    }
    if (step instanceof InArray array) {
      boolean isPipeline =
          slot == Slot.PIPELINE || slot == Slot.UPDATE || slot == Slot.UPDATE_PIPELINE;
      FieldPaths now = isPipeline ? pipelines.after(fields, array.before()) : fields;
      return new QueryPlace(slot.ofArray(), path + ".[]", ns, now, below, variables);
    }
    return this;
  }

  private QueryPlace ofField(InField field, PipelineFields pipelines) {
    String name = field.name();
    Slot inner = slot.ofField(name);
    FieldPaths there = foreign(field, pipelines).orElse(fields);
    FieldPaths embedded = FieldPaths.NONE;
    switch (slot) {
      case FILTER, ELEMENT, PUSHES, PULLS, COMPUTED, PROJECTION -> embedded = fields.under(name);
      case CONDITION, PULL, PROJECTED -> {
        there = name.equals("$elemMatch") ? below : there;
        embedded = below;
      }
      case DOCUMENT -> there = fields.under(name);
      case PUSH -> there = below;
      default -> {}
    }
    Map<String, FieldPaths> known = new LinkedHashMap<>(variables);
    declare(field, known);
    String way = slot == Slot.FILLED ? path : path + "." + name;
    return new QueryPlace(inner, way, ns, there, embedded, known);
  }

  /** The fields of another collection, for the parts of a stage that look at one. */
  private Optional<FieldPaths> foreign(InField field, PipelineFields pipelines) {
    return switch (slot) {
      case LOOKUP ->
          List.of("foreignField", "pipeline").contains(field.name())
              ? Optional.of(pipelines.of(field.all().get("from")))
              : Optional.empty();
      case GRAPH_LOOKUP ->
          List.of("connectFromField", "connectToField", "restrictSearchWithMatch")
                  .contains(field.name())
              ? Optional.of(pipelines.of(field.all().get("from")))
              : Optional.empty();
      case UNION_WITH ->
          field.name().equals("pipeline")
              ? Optional.of(pipelines.of(field.all().get("coll")))
              : Optional.empty();
      case MERGE ->
          field.name().equals("whenMatched")
              ? Optional.of(pipelines.of(field.all().get("into")))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Adds the variables that there are inside of that field and not outside. */
  private void declare(InField field, Map<String, FieldPaths> known) {
    ExpressionFields expressions = new ExpressionFields(fields, variables);
    String name = field.name();
    boolean isSubPipeline = slot == Slot.LOOKUP && name.equals("pipeline");
    if (isSubPipeline || slot == Slot.MERGE && name.equals("whenMatched")) {
      declareAll(field.all().get("let"), expressions, known);
    }
    if (slot == Slot.MERGE && name.equals("whenMatched")) {
      known.put("new", fields);
    }
    FieldPaths input = expressions.of(field.all().get("input"));
    switch (operator()) {
      case "$let" -> {
        if (name.equals("in")) {
          declareAll(field.all().get("vars"), expressions, known);
        }
      }
      case "$map", "$filter" -> {
        if (name.equals("in") || name.equals("cond")) {
          known.put(field.all().get("as").asText().orElse("this"), input);
        }
      }
      case "$reduce" -> {
        if (name.equals("in")) {
          known.put("this", input);
          known.put("value", expressions.of(field.all().get("initialValue")));
        }
      }
      default -> {}
    }
  }

  private static void declareAll(
      Typed document, ExpressionFields expressions, Map<String, FieldPaths> known) {
    if (document instanceof Typed.Fields variables) {
      for (String name : variables.names()) {
        known.put(name, expressions.of(variables.get(name)));
      }
    }
  }
}
