package shardsh.lesson;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.base.Nearest;

/**
 * The tree of a cluster with everything it starts from merged in. Serves one reading: it remembers
 * on which way it came, so that clusters that start from each other are found out.
 */
final class ClusterLoader {
  private final Faults faults;
  private final List<String> way = new ArrayList<>();

  ClusterLoader(Faults faults) {
    this.faults = faults;
  }

  /**
   * A built-in cluster. It is not held against the schema: the build has done that, and it has left
   * the tree as JSON beside the YAML, which is read in a tenth of the time.
   *
   * @throws NotThereException when there is none of that name
   */
  Optional<SourceNode> named(String name) {
    Optional<String> prepared = BuiltIn.text("clusters/" + name + ".json");
    return prepared.isPresent()
        ? new SourceReader("clusters/" + name + ".json", faults, new Faults()).json(prepared.get())
        : fromYaml(name);
  }

  private Optional<SourceNode> fromYaml(String name) {
    String file = "clusters/" + name + ".yaml";
    Optional<String> text = BuiltIn.text(file);
    if (text.isEmpty()) {
      throw new NotThereException(
          "there is no cluster '" + name + "'; " + Nearest.repair(name, ClusterFiles.NAMES));
    }
    way.add(name);
    return new SourceReader(file, faults, new Faults()).yaml(text.get()).flatMap(this::whole);
  }

  /** The text of a cluster file, held against the schema; empty when it is of no further use. */
  Optional<SourceNode> text(String text, String origin) {
    way.add(origin);
    Optional<SourceNode> tree = new SourceReader(origin, faults, new Faults()).yaml(text);
    if (tree.isEmpty() || !Formats.isOurs(tree.get(), faults)) {
      return Optional.empty();
    }
    BuiltIn.schema("cluster.schema.json").check(tree.get(), faults);
    return tree.get().is(SourceNode.Kind.MAP) ? whole(tree.get()) : Optional.empty();
  }

  /** A tree with the cluster that it starts from below it; empty when that cannot be had. */
  Optional<SourceNode> whole(SourceNode own) {
    Optional<SourceNode> base = own.get("cluster");
    if (base.isEmpty() || !base.get().is(SourceNode.Kind.TEXT)) {
      return Optional.of(own);
    }
    return base(base.get()).map(tree -> merged(tree, own));
  }

  private Optional<SourceNode> base(SourceNode name) {
    String origin =
        ClusterFiles.isFile(name.raw())
            ? Path.of(name.file()).resolveSibling(name.raw()).normalize().toString()
            : name.raw();
    if (way.contains(origin)) {
      faults.add(name, "the cluster starts from itself, by way of " + origin, "cut the circle");
      return Optional.empty();
    }
    try {
      if (!ClusterFiles.isFile(name.raw())) {
        return fromYaml(origin);
      }
      if (Path.of(name.raw()).isAbsolute() || name.raw().contains("..")) {
        faults.add(name, name.shown() + " is not beside this file", "put it into the same folder");
        return Optional.empty();
      }
      return text(Texts.read(Path.of(origin)), origin);
    } catch (NotThereException e) {
      faults.add(name, e.getMessage(), "name a built-in cluster, or a file beside this one");
    } catch (LessonException e) {
      e.faults().forEach(f -> faults.add(f.file(), f.line(), f.problem(), f.repair()));
    }
    return Optional.empty();
  }

  /** The fields of {@code own} over those of {@code base}: params one by one, collections by ns. */
  private static SourceNode merged(SourceNode base, SourceNode own) {
    Map<String, SourceNode> fields = new LinkedHashMap<>(base.fields());
    fields.remove("title");
    own.fields().forEach(fields::put);
    if (base.has("params") && own.has("params")) {
      Map<String, SourceNode> params = new LinkedHashMap<>(base.fieldsOf("params"));
      own.fieldsOf("params").forEach(params::put);
      fields.put("params", SourceNode.map(own.file(), own.line(), params));
    }
    if (base.has("collections") && own.has("collections")) {
      fields.put(
          "collections",
          SourceNode.list(
              own.file(),
              own.line(),
              collections(base.itemsOf("collections"), own.itemsOf("collections"))));
    }
    fields.remove("cluster");
    return SourceNode.map(own.file(), own.line(), fields);
  }

  private static List<SourceNode> collections(List<SourceNode> base, List<SourceNode> own) {
    List<SourceNode> merged = new ArrayList<>();
    List<SourceNode> rest = new ArrayList<>(own);
    for (SourceNode old : base) {
      Optional<SourceNode> replacement =
          rest.stream().filter(node -> node.text("ns").equals(old.text("ns"))).findFirst();
      merged.add(replacement.orElse(old));
      replacement.ifPresent(rest::remove);
    }
    merged.addAll(rest);
    return merged;
  }
}
