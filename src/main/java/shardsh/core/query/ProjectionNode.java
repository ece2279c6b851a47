package shardsh.core.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.PathExpression;

/**
 * One level of a projection: which fields are kept or left out, which have a level of their own,
 * and which are computed. Filled by {@link ProjectionParser}, then never changed.
 */
final class ProjectionNode {

  /** What happens to fields that the projection does not name. */
  enum Rest {
    KEPT,
    DROPPED
  }

  /** A field that is kept (or, in an exclusion, dropped) as a whole. */
  private static final Object LEAF = new Object();

  private final Rest rest;

  /** By name, in the order of the specification: LEAF, an Expression, or a ProjectionNode. */
  private final Map<String, Object> entries = new LinkedHashMap<>();

  ProjectionNode(Rest rest) {
    this.rest = rest;
  }

  boolean names(String field) {
    return entries.containsKey(field);
  }

  boolean isLeaf(String field) {
    return entries.get(field) == LEAF;
  }

  /** Adds the fields of this level that are leaves, unless they are there. */
  void appendLeaves(BsonDocument printed, BsonValue leaf) {
    entries.forEach(
        (name, entry) -> {
          if (entry == LEAF) {
            printed.putIfAbsent(name, leaf);
          }
        });
  }

  void addLeaf(String field) {
    entries.put(field, LEAF);
  }

  void addComputed(String field, Expression expression) {
    entries.put(field, expression);
  }

  /** The level below a field, or null when the field is a leaf or computed. */
  ProjectionNode below(String field) {
    Object entry = entries.computeIfAbsent(field, name -> new ProjectionNode(rest));
    return entry instanceof ProjectionNode ? (ProjectionNode) entry : null;
  }

  void remove(String field) {
    entries.remove(field);
  }

  private boolean computes() {
    for (Object entry : entries.values()) {
      if (entry instanceof Expression
          || (entry instanceof ProjectionNode && ((ProjectionNode) entry).computes())) {
        return true;
      }
    }
    return false;
  }

  /** Whether all entries are leaves: no dots, nothing computed. */
  boolean isFlat() {
    return entries.values().stream().allMatch(entry -> entry == LEAF);
  }

  /** The projected document without what is computed, field order as in the document. */
  BsonDocument project(BsonDocument document) {
    BsonDocument result = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      Object entry = entries.get(field.getKey());
      BsonValue kept =
          entry instanceof ProjectionNode
              ? ((ProjectionNode) entry).projectValue(field.getValue())
              : keeps(entry) ? field.getValue() : null;
      if (kept != null) {
        result.append(field.getKey(), kept);
      }
    }
    return result;
  }

  private boolean keeps(Object entry) {
    if (rest == Rest.DROPPED) {
      return entry == LEAF;
    }
    return entry != LEAF;
  }

  /** Null when nothing is left. Scalars stand in for what will be computed in their place. */
  private BsonValue projectValue(BsonValue value) {
    if (value instanceof BsonDocument) {
      return project((BsonDocument) value);
    }
    if (value instanceof BsonArray) {
      BsonArray array = new BsonArray();
      for (BsonValue element : (BsonArray) value) {
        BsonValue kept = projectValue(element);
        if (kept != null) {
          array.add(kept);
        }
      }
      return array;
    }
    return rest == Rest.KEPT || computes() ? value : null;
  }

  /** The document with the computed fields set, each in its place or at the end. */
  BsonDocument compute(BsonDocument projected, EvaluationContext context) {
    BsonDocument result = projected;
    for (Map.Entry<String, Object> entry : entries.entrySet()) {
      if (entry.getValue() instanceof Expression) {
        BsonValue value = ((Expression) entry.getValue()).evaluate(context);
        result = with(result, projected, entry.getKey(), value);
      } else if (entry.getValue() instanceof ProjectionNode) {
        ProjectionNode below = (ProjectionNode) entry.getValue();
        if (below.computes()) {
          BsonValue value = below.computeValue(result.get(entry.getKey()), context);
          result = with(result, projected, entry.getKey(), value);
        }
      }
    }
    return result;
  }

  private static BsonDocument with(
      BsonDocument result, BsonDocument original, String field, BsonValue value) {
    BsonDocument changed = result == original ? new BsonDocument() : result;
    if (result == original) {
      changed.putAll(original);
    }
    if (value == null) {
      changed.remove(field);
    } else {
      changed.put(field, value);
    }
    return changed;
  }

  private BsonValue computeValue(BsonValue value, EvaluationContext context) {
    if (value instanceof BsonDocument) {
      return compute((BsonDocument) value, context);
    }
    if (value instanceof BsonArray) {
      BsonArray array = new BsonArray();
      for (BsonValue element : (BsonArray) value) {
        array.add(computeValue(element, context));
      }
      return array;
    }
    return compute(new BsonDocument(), context);
  }

  /**
   * Paths of the document that are read; what is computed inside a field is put into all of that.
   */
  void addPaths(String prefix, TreeSet<String> paths, Dependencies dependencies) {
    entries.forEach(
        (name, entry) -> {
          if (entry instanceof ProjectionNode) {
            ((ProjectionNode) entry).addPaths(prefix + name + ".", paths, dependencies);
          } else if (entry instanceof Expression) {
            ((Expression) entry).addDependencies(dependencies);
            if (!prefix.isEmpty()) {
              paths.add(prefix.substring(0, prefix.length() - 1));
            }
          } else {
            paths.add(prefix + name);
          }
        });
  }

  /** Paths of leaves, kept or left out as a whole. */
  void addLeaves(String prefix, List<String> leaves) {
    entries.forEach(
        (name, entry) -> {
          if (entry instanceof ProjectionNode) {
            ((ProjectionNode) entry).addLeaves(prefix + name + ".", leaves);
          } else if (entry == LEAF) {
            leaves.add(prefix + name);
          }
        });
  }

  /**
   * Paths that are computed; one of the top level that has another path's value is a rename. Below
   * the top level it may lie in arrays.
   */
  void addComputed(String prefix, List<String> computed, Map<String, String> renames) {
    entries.forEach(
        (name, entry) -> {
          if (entry instanceof ProjectionNode) {
            Map<String, String> below = new LinkedHashMap<>();
            ((ProjectionNode) entry).addComputed(prefix + name + ".", computed, below);
            computed.addAll(below.keySet());
          } else if (entry instanceof PathExpression path
              && path.readsRoot()
              && !path.path().isEmpty()) {
            renames.put(prefix + name, path.path());
          } else if (entry instanceof Expression) {
            computed.add(prefix + name);
          }
        });
  }

  /** The specification in nested form; leaves as true or false, expressions as parsed. */
  BsonDocument toBson(BsonValue leaf) {
    BsonDocument document = new BsonDocument();
    entries.forEach(
        (name, entry) -> {
          if (entry instanceof ProjectionNode) {
            document.append(name, ((ProjectionNode) entry).toBson(leaf));
          } else {
            document.append(
                name, entry instanceof Expression ? ((Expression) entry).toBson() : leaf);
          }
        });
    return document;
  }
}
