package shardsh.core.update;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.query.MatchExpression;

/** Collects operators by their paths, refusing paths that conflict. */
final class UpdateTreeBuilder {
  private final UpdateNode.Fields root = new UpdateNode.Fields();
  private final Map<String, MatchExpression> filters;
  private final Set<String> usedFilters = new LinkedHashSet<>();
  private final List<String> paths = new ArrayList<>();

  UpdateTreeBuilder(Map<String, MatchExpression> filters) {
    this.filters = new LinkedHashMap<>(filters);
  }

  UpdateNode.Fields root() {
    return root;
  }

  /** The paths as given, in the order they came. */
  List<String> paths() {
    return paths;
  }

  Set<String> usedFilters() {
    return usedFilters;
  }

  /**
   * @throws CommandException CONFLICTING_UPDATE_OPERATORS when a path is, or lies on, one added
   *     before; BAD_VALUE for {@code $[id]} without its filter
   */
  void add(UpdatePath path, UpdateOperator operator) {
    paths.add(path.text());
    Map<String, UpdateNode> level = root.children();
    List<String> parts = path.parts();
    for (int i = 0; i < parts.size(); i++) {
      String name = name(parts.get(i), path);
      boolean last = i + 1 == parts.size();
      UpdateNode there = level.get(name);
      if (last) {
        if (there != null) {
          throw conflict(path, i);
        }
        level.put(name, new UpdateNode.Leaf(operator));
        return;
      }
      boolean elements = UpdatePath.isElements(parts.get(i + 1));
      if (there == null) {
        there = elements ? new UpdateNode.Elements(filters) : new UpdateNode.Fields();
        level.put(name, there);
      }
      if (elements && there instanceof UpdateNode.Elements) {
        level = ((UpdateNode.Elements) there).children();
      } else if (!elements && there instanceof UpdateNode.Fields) {
        level = ((UpdateNode.Fields) there).children();
      } else {
        throw conflict(path, i);
      }
    }
  }

  private static CommandException conflict(UpdatePath path, int depth) {
    return UpdateNode.conflict(path.text(), String.join(".", path.parts().subList(0, depth + 1)));
  }

  private String name(String part, UpdatePath path) {
    if (!UpdatePath.isElements(part)) {
      return part;
    }
    String id = UpdatePath.identifier(part);
    if (!id.isEmpty() && !filters.containsKey(id)) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "No array filter found for identifier '" + id + "' in path '" + path.text() + "'");
    }
    usedFilters.add(id);
    return id;
  }
}
