package shardsh.lesson;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import shardsh.core.base.Nearest;

/**
 * A JSON Schema (draft 2020-12) held against a tree. Knows the keywords that our two schemas use:
 * {@code $ref} into the same file, {@code type enum const pattern minLength minimum maximum
 * exclusiveMinimum required properties additionalProperties propertyNames minProperties items
 * minItems maxItems uniqueItems allOf anyOf oneOf not if then}; {@code description} of a pattern
 * goes into the message. A schema with any other keyword is refused by {@link #unknownKeywords}.
 */
final class Schema {
  private static final List<String> KEYWORDS =
      List.of(
          "$schema",
          "$id",
          "$defs",
          "$ref",
          "title",
          "description",
          "type",
          "enum",
          "const",
          "pattern",
          "minLength",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "required",
          "properties",
          "additionalProperties",
          "propertyNames",
          "minProperties",
          "items",
          "minItems",
          "maxItems",
          "uniqueItems",
          "allOf",
          "anyOf",
          "oneOf",
          "not",
          "if",
          "then");

  private final SourceNode root;
  private final Map<String, Pattern> patterns = new LinkedHashMap<>();

  Schema(SourceNode root) {
    this.root = root;
  }

  /** Reports everything in which the tree departs from the schema. */
  void check(SourceNode instance, Faults faults) {
    check(root, instance, "", faults);
  }

  /** Keywords in the schema that {@link #check} would pass over. */
  List<String> unknownKeywords() {
    List<String> unknown = new ArrayList<>();
    collectUnknown(root, unknown);
    return unknown;
  }

  private static void collectUnknown(SourceNode schema, List<String> unknown) {
    for (Map.Entry<String, SourceNode> keyword : schema.fields().entrySet()) {
      switch (keyword.getKey()) {
        case "properties", "$defs" ->
            keyword.getValue().fields().values().forEach(below -> collectUnknown(below, unknown));
        case "items", "additionalProperties", "propertyNames", "not", "if", "then" ->
            collectUnknown(keyword.getValue(), unknown);
        case "allOf", "anyOf", "oneOf" ->
            keyword.getValue().items().forEach(below -> collectUnknown(below, unknown));
        default -> {
          if (!KEYWORDS.contains(keyword.getKey())) {
            unknown.add(keyword.getKey());
          }
        }
      }
    }
  }

  private boolean isValid(SourceNode schema, SourceNode instance) {
    Faults found = new Faults();
    check(schema, instance, "", found);
    return found.isEmpty();
  }

  private void check(SourceNode schema, SourceNode instance, String path, Faults faults) {
    Optional<String> ref = schema.text("$ref");
    if (ref.isPresent()) {
      check(resolved(ref.get()), instance, path, faults);
    }
    if (!hasType(schema, instance)) {
      wrongType(schema, instance, path, faults);
      return;
    }
    checkValue(schema, instance, path, faults);
    switch (instance.kind()) {
      case MAP -> checkMap(schema, instance, path, faults);
      case LIST -> checkList(schema, instance, path, faults);
      case TEXT -> checkText(schema, instance, path, faults);
      case NUMBER -> checkNumber(schema, instance, path, faults);
      case BOOLEAN, NULL -> {}
    }
    checkCombined(schema, instance, path, faults);
  }

  private SourceNode resolved(String ref) {
    SourceNode at = root;
    for (String part : ref.substring(2).split("/")) {
      at = at.get(part).orElseThrow(() -> new IllegalStateException("schema has no " + ref));
    }
    return at;
  }

  private static boolean hasType(SourceNode schema, SourceNode instance) {
    Optional<SourceNode> type = schema.get("type");
    if (type.isEmpty()) {
      return true;
    }
    return type.get().is(SourceNode.Kind.LIST)
        ? type.get().items().stream().anyMatch(name -> isOfType(name.raw(), instance))
        : isOfType(type.get().raw(), instance);
  }

  private static boolean isOfType(String type, SourceNode instance) {
    return switch (type) {
      case "object" -> instance.is(SourceNode.Kind.MAP);
      case "array" -> instance.is(SourceNode.Kind.LIST);
      case "string" -> instance.is(SourceNode.Kind.TEXT);
      case "number" -> instance.is(SourceNode.Kind.NUMBER);
      case "integer" -> instance.isWhole();
      case "boolean" -> instance.is(SourceNode.Kind.BOOLEAN);
      case "null" -> instance.is(SourceNode.Kind.NULL);
      default -> throw new IllegalStateException("unknown type in the schema: " + type);
    };
  }

  private static String words(String type) {
    return switch (type) {
      case "object" -> "a map";
      case "array" -> "a list";
      case "string" -> "text";
      case "integer" -> "a whole number";
      case "boolean" -> "true or false";
      case "null" -> "nothing";
      default -> "a " + type;
    };
  }

  private static void wrongType(
      SourceNode schema, SourceNode instance, String path, Faults faults) {
    SourceNode type = schema.get("type").orElseThrow();
    List<String> types =
        type.is(SourceNode.Kind.LIST)
            ? type.items().stream().map(SourceNode::raw).toList()
            : List.of(type.raw());
    String wanted = String.join(" or ", types.stream().map(Schema::words).toList());
    boolean quotable =
        types.contains("string")
            && (instance.is(SourceNode.Kind.NUMBER) || instance.is(SourceNode.Kind.BOOLEAN));
    faults.add(
        instance,
        named(path) + " is " + instance.shown(),
        quotable
            ? "put it in quotes: \"" + instance.raw() + "\""
            : instance.is(SourceNode.Kind.NULL)
                ? "give it " + wanted + " or leave it out"
                : "make it " + wanted);
  }

  private static String named(String path) {
    return path.isEmpty() ? "the file" : path;
  }

  private void checkValue(SourceNode schema, SourceNode instance, String path, Faults faults) {
    List<SourceNode> possible = new ArrayList<>(schema.itemsOf("enum"));
    schema.get("const").ifPresent(possible::add);
    if (possible.isEmpty() || possible.stream().anyMatch(instance::sameValue)) {
      return;
    }
    List<String> raws = possible.stream().map(SourceNode::raw).toList();
    faults.add(
        instance,
        named(path) + " is " + instance.shown(),
        instance.is(SourceNode.Kind.NUMBER) && raws.contains(instance.raw())
            ? "put it in quotes: \"" + instance.raw() + "\""
            : raws.size() == 1 ? "make it " + raws.get(0) : Nearest.repair(instance.raw(), raws));
  }

  private void checkMap(SourceNode schema, SourceNode instance, String path, Faults faults) {
    schema
        .number("minProperties")
        .filter(least -> instance.fields().size() < least.intValue())
        .ifPresent(least -> faults.add(instance, named(path) + " is empty", "fill it"));
    Map<String, SourceNode> properties = schema.fieldsOf("properties");
    Optional<SourceNode> others = schema.get("additionalProperties");
    Optional<SourceNode> names = schema.get("propertyNames");
    instance
        .fields()
        .forEach(
            (name, value) -> {
              String below = path.isEmpty() ? name : path + "." + name;
              names.ifPresent(rule -> checkName(rule, name, value, path, faults));
              if (properties.containsKey(name)) {
                check(properties.get(name), value, below, faults);
              } else if (others.isPresent() && others.get().is(SourceNode.Kind.BOOLEAN)) {
                checkKnown(others.get(), name, value, path, properties, faults);
              } else {
                others.ifPresent(rule -> check(rule, value, below, faults));
              }
            });
    for (SourceNode name : schema.itemsOf("required")) {
      if (!instance.has(name.raw())) {
        faults.add(instance, named(path) + " lacks '" + name.raw() + "'", "add it");
      }
    }
  }

  private static void checkKnown(
      SourceNode allowed,
      String name,
      SourceNode value,
      String path,
      Map<String, SourceNode> properties,
      Faults faults) {
    if (allowed.raw().equals("false")) {
      faults.add(
          value,
          "unknown field '" + name + "'" + (path.isEmpty() ? "" : " in " + path),
          Nearest.repair(name, properties.keySet()));
    }
  }

  private void checkName(
      SourceNode rule, String name, SourceNode value, String path, Faults faults) {
    Optional<String> pattern = rule.text("pattern");
    if (pattern.isPresent() && !pattern(pattern.get()).matcher(name).find()) {
      faults.add(
          value,
          "'" + name + "' cannot be a name in " + named(path),
          "needed: " + rule.text("description").orElse(pattern.get()));
    }
  }

  private void checkList(SourceNode schema, SourceNode instance, String path, Faults faults) {
    List<SourceNode> items = instance.items();
    schema
        .whole("minItems")
        .filter(least -> items.size() < least)
        .ifPresent(
            least -> faults.add(instance, named(path) + " is empty", "give at least " + least));
    schema
        .whole("maxItems")
        .filter(most -> items.size() > most)
        .ifPresent(
            most ->
                faults.add(
                    instance,
                    named(path) + " has " + items.size() + " items",
                    "keep " + most + " or fewer"));
    if (schema.flag("uniqueItems").orElse(false)) {
      checkUnique(items, path, faults);
    }
    schema
        .get("items")
        .ifPresent(
            rule -> {
              for (int i = 0; i < items.size(); i++) {
                check(rule, items.get(i), path + "[" + i + "]", faults);
              }
            });
  }

  private static void checkUnique(List<SourceNode> items, String path, Faults faults) {
    for (int i = 0; i < items.size(); i++) {
      for (int k = 0; k < i; k++) {
        if (items.get(i).sameValue(items.get(k))) {
          faults.add(
              items.get(i),
              items.get(i).shown() + " stands twice in " + named(path),
              "take one out");
          break;
        }
      }
    }
  }

  private void checkText(SourceNode schema, SourceNode instance, String path, Faults faults) {
    schema
        .whole("minLength")
        .filter(least -> instance.raw().length() < least)
        .ifPresent(least -> faults.add(instance, named(path) + " is empty", "write something"));
    schema
        .text("pattern")
        .filter(pattern -> !pattern(pattern).matcher(instance.raw()).find())
        .ifPresent(
            pattern ->
                faults.add(
                    instance,
                    named(path) + " is " + instance.shown(),
                    "needed: " + schema.text("description").orElse(pattern)));
  }

  private void checkNumber(SourceNode schema, SourceNode instance, String path, Faults faults) {
    schema
        .number("minimum")
        .filter(least -> instance.number().compareTo(least) < 0)
        .ifPresent(
            least -> faults.add(instance, is(path, instance), "make it " + least + " or more"));
    schema
        .number("exclusiveMinimum")
        .filter(least -> instance.number().compareTo(least) <= 0)
        .ifPresent(least -> faults.add(instance, is(path, instance), "make it more than " + least));
    schema
        .number("maximum")
        .filter(most -> instance.number().compareTo(most) > 0)
        .ifPresent(
            most -> faults.add(instance, is(path, instance), "make it " + most + " or less"));
  }

  private static String is(String path, SourceNode instance) {
    return named(path) + " is " + instance.shown();
  }

  private void checkCombined(SourceNode schema, SourceNode instance, String path, Faults faults) {
    for (SourceNode part : schema.itemsOf("allOf")) {
      check(part, instance, path, faults);
    }
    checkAlternatives(schema.itemsOf("anyOf"), instance, path, faults);
    checkAlternatives(schema.itemsOf("oneOf"), instance, path, faults);
    schema
        .get("not")
        .filter(refused -> isValid(refused, instance))
        .ifPresent(refused -> faults.add(instance, refusal(refused, path), "take it out"));
    Optional<SourceNode> condition = schema.get("if");
    if (condition.isPresent() && holds(condition.get(), instance)) {
      schema.get("then").ifPresent(rule -> check(rule, instance, path, faults));
    }
  }

  private static String refusal(SourceNode refused, String path) {
    return named(path) + " must not have " + String.join(", ", quoted(refused.texts("required")));
  }

  /**
   * Whether a condition holds. A condition about a missing field counts as not met: that the field
   * is missing is reported already, and what it would entail is noise.
   */
  private boolean holds(SourceNode condition, SourceNode instance) {
    return instance.fields().keySet().containsAll(condition.fieldsOf("properties").keySet())
        && isValid(condition, instance);
  }

  /** Branches of our schemas exclude each other by type, so "any" and "one" need the same care. */
  private void checkAlternatives(
      List<SourceNode> branches, SourceNode instance, String path, Faults faults) {
    if (branches.isEmpty() || branches.stream().anyMatch(branch -> isValid(branch, instance))) {
      return;
    }
    if (branches.stream().allMatch(branch -> branch.has("required") && !branch.has("type"))) {
      List<String> names =
          branches.stream().flatMap(branch -> branch.texts("required").stream()).toList();
      faults.add(
          instance, named(path) + " has none of " + String.join(", ", quoted(names)), "add one");
      return;
    }
    List<SourceNode> fitting =
        branches.stream()
            .map(branch -> branch.text("$ref").map(this::resolved).orElse(branch))
            .filter(branch -> hasType(branch, instance))
            .toList();
    if (fitting.size() == 1) {
      check(fitting.get(0), instance, path, faults);
      return;
    }
    List<String> wanted =
        branches.stream()
            .map(branch -> branch.text("$ref").map(this::resolved).orElse(branch))
            .map(Schema::outline)
            .toList();
    faults.add(instance, is(path, instance), "make it " + String.join(" or ", wanted));
  }

  /** What a branch of alternatives wants, in a few words. */
  private static String outline(SourceNode branch) {
    if (branch.has("enum")) {
      return String.join(" or ", branch.itemsOf("enum").stream().map(SourceNode::raw).toList());
    }
    SourceNode type = branch.get("type").orElseThrow();
    return type.is(SourceNode.Kind.LIST)
        ? String.join(" or ", type.items().stream().map(name -> words(name.raw())).toList())
        : words(type.raw());
  }

  private static List<String> quoted(List<String> names) {
    return names.stream().map(name -> "'" + name + "'").toList();
  }

  private Pattern pattern(String text) {
    return patterns.computeIfAbsent(text, Pattern::compile);
  }
}
