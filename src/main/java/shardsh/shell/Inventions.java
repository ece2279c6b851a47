package shardsh.shell;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * The fields of a read's result that its own text says, and that are not stored: followed from the
 * stage that puts a constant into them to the end of the pipeline. Ours, against answers to lessons
 * that ask the cluster nothing.
 */
final class Inventions {
  /** The fields that hold something invented, by their names at the top. */
  private final Set<String> fields = new TreeSet<>();

  /** Whether the documents as a whole are. */
  private boolean all;

  private Map<String, Boolean> variables = new TreeMap<>();

  private Inventions() {}

  /** Those of no command. */
  static Inventions none() {
    return new Inventions();
  }

  /**
   * Adds those of a command.
   *
   * @param command as the application sent it, without {@code explain} around it
   */
  void add(BsonDocument command) {
    if (command.isDocument("projection")) {
      project(command.getDocument("projection"));
    }
    run(command.get("pipeline"));
  }

  /** Whether there is any. */
  boolean isAny() {
    return all || !fields.isEmpty();
  }

  /** A result without what is invented in it: null for documents that are nothing else. */
  BsonValue takenFrom(BsonValue result) {
    if (all && (result.isArray() || result.isDocument())) {
      return BsonNull.VALUE;
    }
    if (fields.isEmpty()) {
      return result;
    }
    if (result.isArray()) {
      BsonArray rest = new BsonArray();
      result.asArray().forEach(document -> rest.add(takenFrom(document)));
      return rest;
    }
    if (!result.isDocument()) {
      return result;
    }
    BsonDocument rest = new BsonDocument();
    result
        .asDocument()
        .forEach(
            (name, value) -> {
              if (!fields.contains(name)) {
                rest.append(name, value);
              }
            });
    return rest;
  }

  /** The first name of a path. */
  static String root(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  private InventedValues values() {
    return new InventedValues(new TreeSet<>(fields), variables);
  }

  private void run(BsonValue pipeline) {
    if (pipeline == null || !pipeline.isArray()) {
      return;
    }
    for (BsonValue stage : pipeline.asArray()) {
      if (stage.isDocument() && !stage.asDocument().isEmpty()) {
        String name = stage.asDocument().getFirstKey();
        take(name, stage.asDocument().get(name));
      }
    }
  }

  private void take(String stage, BsonValue of) {
    if (stage.equals("$documents")) {
      all = true;
    } else if (stage.equals("$replaceWith")) {
      replace(of);
    } else if (stage.equals("$count")) {
      fields.clear();
    } else if (stage.equals("$unwind")) {
      // Whoever counts what comes of an array of his own counts that.
      BsonValue path = of.isDocument() ? of.asDocument().getOrDefault("path", BsonNull.VALUE) : of;
      all |= values().readsInvented(path);
    } else if (stage.equals("$sortByCount")) {
      group(new BsonDocument("_id", of));
    } else if (stage.equals("$unset")) {
      (of.isArray() ? of.asArray() : List.of(of)).forEach(this::unset);
    } else if (of.isDocument()) {
      take(stage, of.asDocument());
    }
  }

  private void take(String stage, BsonDocument body) {
    switch (stage) {
      case "$replaceRoot" -> replace(body.getOrDefault("newRoot", BsonNull.VALUE));
      case "$set", "$addFields" -> set(body, values(), false);
      case "$project" -> project(body);
      case "$group" -> group(body);
      case "$bucket", "$bucketAuto" -> {
        BsonDocument counted = new BsonDocument();
        group(body.isDocument("output") ? body.getDocument("output") : counted);
      }
      case "$setWindowFields" -> window(body);
      case "$unionWith" -> {
        Inventions other = inside(body.get("pipeline"), new BsonDocument());
        all |= other.all;
        fields.addAll(other.fields);
      }
      case "$lookup" -> {
        Inventions other = inside(body.get("pipeline"), body.get("let"));
        write(body.isString("as") ? body.getString("as").getValue() : "", other.isAny());
      }
      case "$facet" ->
          body.forEach((name, sub) -> write(name, inside(sub, new BsonDocument()).isAny()));
      case "$densify" ->
          write(body.isString("field") ? body.getString("field").getValue() : "", true);
      case "$fill" -> fill(body);
      default -> {}
    }
  }

  private void unset(BsonValue name) {
    if (name.isString()) {
      fields.remove(name.asString().getValue());
    }
  }

  /** A pipeline of its own: its documents come from elsewhere, or from those at hand. */
  private Inventions inside(BsonValue pipeline, BsonValue let) {
    Inventions inside = new Inventions();
    inside.variables = values().bound(let);
    inside.run(pipeline);
    return inside;
  }

  private void write(String path, boolean isInvented) {
    if (isInvented) {
      fields.add(root(path));
    } else if (path.equals(root(path))) {
      fields.remove(path);
    }
  }

  /**
   * @param chooses whether a number or a Boolean says that the field is kept or left out
   */
  private void set(BsonDocument body, InventedValues values, boolean chooses) {
    body.forEach(
        (name, value) -> {
          if (!chooses || !value.isNumber() && !value.isBoolean()) {
            write(name, isInvented(value, values, chooses));
          }
        });
  }

  private static boolean isInvented(BsonValue value, InventedValues values, boolean chooses) {
    if (chooses && (value.isNumber() || value.isBoolean())) {
      return false;
    }
    boolean isNested =
        value.isDocument()
            && !value.asDocument().isEmpty()
            && !value.asDocument().getFirstKey().startsWith("$");
    return isNested
        ? value.asDocument().values().stream().anyMatch(one -> isInvented(one, values, chooses))
        : values.isInvented(value);
  }

  private void project(BsonDocument body) {
    set(body, values(), true);
  }

  private void group(BsonDocument body) {
    InventedValues values = values();
    boolean isKeyInvented = body.containsKey("_id") && values.readsInvented(body.get("_id"));
    fields.clear();
    write("_id", isKeyInvented);
    body.forEach(
        (name, total) -> {
          if (!name.equals("_id") && total.isDocument()) {
            write(name, values.isInventedTotal(total.asDocument()));
          }
        });
  }

  private void window(BsonDocument body) {
    InventedValues values = values();
    if (body.isDocument("output")) {
      body.getDocument("output")
          .forEach(
              (name, of) -> {
                if (of.isDocument()) {
                  BsonDocument total = of.asDocument().clone();
                  total.remove("window");
                  write(name, values.isInventedTotal(total));
                }
              });
    }
  }

  private void fill(BsonDocument body) {
    InventedValues values = values();
    if (body.isDocument("output")) {
      body.getDocument("output")
          .forEach(
              (name, of) -> {
                if (of.isDocument() && of.asDocument().containsKey("value")) {
                  write(name, values.isInvented(of.asDocument().get("value")));
                }
              });
    }
  }

  private void replace(BsonValue root) {
    InventedValues values = values();
    boolean isDocument =
        root.isDocument()
            && !root.asDocument().isEmpty()
            && !root.asDocument().getFirstKey().startsWith("$");
    BsonValue merged = root.isDocument() ? root.asDocument().get("$mergeObjects") : null;
    if (isDocument) {
      fields.clear();
      set(root.asDocument(), values, false);
    } else if (merged != null && merged.isArray()) {
      merge(merged.asArray(), values);
    } else {
      all |= values.isInvented(root);
    }
  }

  private void merge(BsonArray parts, InventedValues values) {
    for (BsonValue part : parts) {
      boolean isCall =
          !part.isDocument()
              || !part.asDocument().isEmpty() && part.asDocument().getFirstKey().startsWith("$");
      if (!isCall) {
        set(part.asDocument(), values, false);
      } else {
        all |= values.isInvented(part);
      }
    }
  }
}
