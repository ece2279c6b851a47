package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shardsh.shell.Typed.Elements;
import shardsh.shell.Typed.Fields;

/**
 * Which fields the documents have that an expression gives, where it gives documents. Of operators
 * those count that hand on what they take.
 *
 * @param root the fields of the document that is looked at
 * @param variables those of what the variables hold, by name
 */
record ExpressionFields(FieldPaths root, Map<String, FieldPaths> variables) {
  private static final List<String> HAND_ON =
      List.of(
          "$first",
          "$last",
          "$push",
          "$addToSet",
          "$max",
          "$min",
          "$arrayElemAt",
          "$slice",
          "$reverseArray",
          "$concatArrays",
          "$setUnion",
          "$ifNull",
          "$mergeObjects",
          "$cond");
  private static final Map<String, String> ARGUMENTS = new LinkedHashMap<>();

  static {
    for (String name :
        List.of("$firstN", "$lastN", "$maxN", "$minN", "$filter", "$sortArray", "$shift")) {
      ARGUMENTS.put(name, "input");
    }
    for (String name : List.of("$top", "$topN", "$bottom", "$bottomN")) {
      ARGUMENTS.put(name, "output");
    }
  }

  ExpressionFields(FieldPaths root) {
    this(root, new LinkedHashMap<>());
  }

  FieldPaths of(Typed value) {
    if (value instanceof Typed.Text text) {
      return ofPath(text.text());
    }
    if (value instanceof Elements list) {
      FieldPaths all = FieldPaths.NONE;
      for (Typed element : list.values()) {
        all = all.and(of(element));
      }
      return all;
    }
    return value instanceof Fields fields ? ofDocument(fields) : FieldPaths.NONE;
  }

  private FieldPaths ofPath(String path) {
    if (path.startsWith("$$")) {
      int dot = path.indexOf('.');
      String name = path.substring(2, dot < 0 ? path.length() : dot);
      FieldPaths held =
          name.equals("ROOT") || name.equals("CURRENT")
              ? root
              : variables.getOrDefault(name, FieldPaths.NONE);
      return dot < 0 ? held : held.under(path.substring(dot + 1));
    }
    return path.startsWith("$") ? root.under(path.substring(1)) : FieldPaths.NONE;
  }

  private FieldPaths ofDocument(Fields fields) {
    FieldPaths all = FieldPaths.NONE;
    for (String name : fields.names()) {
      if (name.startsWith("$")) {
        return ofOperator(name, fields.get(name));
      }
      all = all.with(name, of(fields.get(name)));
    }
    return all;
  }

  private FieldPaths ofOperator(String name, Typed argument) {
    if (HAND_ON.contains(name)) {
      return name.equals("$cond") && argument instanceof Fields
          ? of(argument.field("then")).and(of(argument.field("else")))
          : of(argument);
    }
    if (name.equals("$map")) {
      Map<String, FieldPaths> inside = new LinkedHashMap<>(variables);
      inside.put(argument.field("as").asText().orElse("this"), of(argument.field("input")));
      return new ExpressionFields(root, inside).of(argument.field("in"));
    }
    return ARGUMENTS.containsKey(name) ? of(argument.field(ARGUMENTS.get(name))) : FieldPaths.NONE;
  }
}
