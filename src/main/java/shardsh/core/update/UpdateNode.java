package shardsh.core.update;

import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.ServerText;
import shardsh.core.query.MatchExpression;

/**
 * The operators of an update as a tree of their paths, so that each level of a document is visited
 * once, its fields in the order the server takes them: numbers by value, other names by their text.
 */
sealed interface UpdateNode {
  /** How far an array may be filled up with nulls. */
  int PADDING_MAX = 1_500_000;

  /**
   * The value afterwards; the same instance when nothing changes.
   *
   * @param current null when it is missing
   * @param path where it is, for messages
   * @return null when it is missing afterwards
   */
  BsonValue apply(BsonValue current, Application application, String path);

  /**
   * Throws when an operator below cannot pass over a value that blocks the way.
   *
   * @param path where the value is
   * @param missing the names from there on to this node, dotted
   */
  void checkBlocked(BsonValue blocking, Application application, String path, String missing);

  /** Both nodes as one, for one path that is named in two ways. */
  UpdateNode merged(UpdateNode other, String path);

  static CommandException conflict(String path, String at) {
    return new CommandException(
        ErrorCode.CONFLICTING_UPDATE_OPERATORS,
        "Updating the path '" + path + "' would create a conflict at '" + at + "'");
  }

  static String below(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  /** The end of a path. */
  record Leaf(UpdateOperator operator) implements UpdateNode {
    @Override
    public BsonValue apply(BsonValue current, Application application, String path) {
      return operator.concerns(application) ? operator.apply(current, application) : current;
    }

    @Override
    public void checkBlocked(
        BsonValue blocking, Application application, String path, String missing) {
      if (!operator.concerns(application) || operator.toleratesBlockedPath()) {
        return;
      }
      int dot = missing.indexOf('.');
      String name = dot < 0 ? missing : missing.substring(0, dot);
      String holder = path.substring(path.lastIndexOf('.') + 1);
      String element = "{" + holder + ": " + ServerText.of(blocking) + "}";
      throw new CommandException(
          ErrorCode.PATH_NOT_VIABLE,
          operator.createsMissing()
              ? "Cannot create field '" + name + "' in element " + element
              : "Cannot use the part ("
                  + name
                  + ") of ("
                  + below(path, missing)
                  + ") to traverse the element ("
                  + element
                  + ")");
    }

    @Override
    public UpdateNode merged(UpdateNode other, String path) {
      throw conflict(path, path);
    }
  }

  /** Named fields of an object, or positions of an array. */
  record Fields(TreeMap<String, UpdateNode> children) implements UpdateNode {
    Fields() {
      this(new TreeMap<>(Fields::compareNames));
    }

    private static int compareNames(String left, String right) {
      int leftIndex = BsonPath.arrayIndex(left);
      int rightIndex = BsonPath.arrayIndex(right);
      return leftIndex >= 0 && rightIndex >= 0
          ? Integer.compare(leftIndex, rightIndex)
          : left.compareTo(right);
    }

    @Override
    public BsonValue apply(BsonValue current, Application application, String path) {
      Map<String, UpdateNode> named = children;
      if (children.containsKey("$")) {
        named = withMatchedPosition(application, path);
      }
      if (current == null) {
        BsonDocument created = new BsonDocument();
        BsonDocument filled = applyTo(created, named, application, path);
        return filled == created ? null : filled;
      }
      if (current instanceof BsonDocument) {
        return applyTo((BsonDocument) current, named, application, path);
      }
      if (current instanceof BsonArray) {
        return applyTo((BsonArray) current, named, application, path);
      }
      named.forEach((name, child) -> child.checkBlocked(current, application, path, name));
      return current;
    }

    private Map<String, UpdateNode> withMatchedPosition(Application application, String path) {
      TreeMap<String, UpdateNode> named = new TreeMap<>(children);
      UpdateNode matched = named.remove("$");
      String position = application.matchedPosition();
      UpdateNode other = named.get(position);
      named.put(position, other == null ? matched : other.merged(matched, below(path, position)));
      return named;
    }

    private static BsonDocument applyTo(
        BsonDocument document,
        Map<String, UpdateNode> named,
        Application application,
        String path) {
      BsonDocument result = document;
      for (Map.Entry<String, UpdateNode> child : named.entrySet()) {
        String name = child.getKey();
        BsonValue before = document.get(name);
        BsonValue after = child.getValue().apply(before, application, below(path, name));
        if (after == before) {
          continue;
        }
        if (result == document) {
          result = new BsonDocument();
          result.putAll(document);
        }
        if (after == null) {
          result.remove(name);
        } else {
          result.put(name, after);
        }
      }
      return result;
    }

    private static BsonArray applyTo(
        BsonArray array, Map<String, UpdateNode> named, Application application, String path) {
      BsonArray result = array;
      for (Map.Entry<String, UpdateNode> child : named.entrySet()) {
        int index = BsonPath.arrayIndex(child.getKey());
        if (index < 0) {
          child.getValue().checkBlocked(array, application, path, child.getKey());
          continue;
        }
        BsonValue before = index < result.size() ? result.get(index) : null;
        BsonValue after = child.getValue().apply(before, application, below(path, child.getKey()));
        if (after != before) {
          result = result == array ? new BsonArray(array.getValues()) : result;
          set(result, index, after == null ? BsonNull.VALUE : after);
        }
      }
      return result;
    }

    private static void set(BsonArray array, int index, BsonValue value) {
      if (index > array.size() + PADDING_MAX) {
        throw new CommandException(
            ErrorCode.CANNOT_BACKFILL_ARRAY,
            "can't backfill more than " + PADDING_MAX + " elements");
      }
      while (array.size() <= index) {
        array.add(BsonNull.VALUE);
      }
      array.set(index, value);
    }

    @Override
    public void checkBlocked(
        BsonValue blocking, Application application, String path, String missing) {
      children.forEach(
          (name, node) -> node.checkBlocked(blocking, application, path, missing + "." + name));
    }

    @Override
    public UpdateNode merged(UpdateNode other, String path) {
      if (!(other instanceof Fields)) {
        throw conflict(path, path);
      }
      Fields merged = new Fields();
      merged.children.putAll(children);
      ((Fields) other)
          .children.forEach(
              (name, node) ->
                  merged.children.merge(
                      name, node, (one, two) -> one.merged(two, below(path, name))));
      return merged;
    }
  }

  /**
   * Elements of an array: all of them under the empty name, or those that match the array filter of
   * that name.
   */
  record Elements(Map<String, UpdateNode> children, Map<String, MatchExpression> filters)
      implements UpdateNode {
    Elements(Map<String, MatchExpression> filters) {
      this(new TreeMap<>(), filters);
    }

    @Override
    public BsonValue apply(BsonValue current, Application application, String path) {
      if (current == null) {
        throw notThere(path);
      }
      if (!(current instanceof BsonArray)) {
        throw Application.badValue(
            "Cannot apply array updates to non-array element "
                + path.substring(path.lastIndexOf('.') + 1)
                + ": "
                + ServerText.of(current));
      }
      BsonArray array = (BsonArray) current;
      BsonArray result = array;
      for (int i = 0; i < array.size(); i++) {
        String at = below(path, Integer.toString(i));
        UpdateNode node = nodeFor(array.get(i), at);
        BsonValue after = node == null ? array.get(i) : node.apply(array.get(i), application, at);
        if (after != array.get(i)) {
          result = result == array ? new BsonArray(array.getValues()) : result;
          result.set(i, after == null ? BsonNull.VALUE : after);
        }
      }
      return result;
    }

    private UpdateNode nodeFor(BsonValue element, String path) {
      UpdateNode node = null;
      for (Map.Entry<String, UpdateNode> child : children.entrySet()) {
        String id = child.getKey();
        if (id.isEmpty() || filters.get(id).matches(new BsonDocument(id, element))) {
          node = node == null ? child.getValue() : node.merged(child.getValue(), path);
        }
      }
      return node;
    }

    @Override
    public void checkBlocked(
        BsonValue blocking, Application application, String path, String missing) {
      throw notThere(below(path, missing));
    }

    private static CommandException notThere(String path) {
      return Application.badValue(
          "The path '" + path + "' must exist in the document in order to apply array updates.");
    }

    @Override
    public UpdateNode merged(UpdateNode other, String path) {
      if (!(other instanceof Elements)) {
        throw conflict(path, path);
      }
      Elements merged = new Elements(filters);
      merged.children.putAll(children);
      ((Elements) other)
          .children.forEach(
              (id, node) ->
                  merged.children.merge(
                      id, node, (one, two) -> one.merged(two, below(path, "$[" + id + "]"))));
      return merged;
    }
  }
}
