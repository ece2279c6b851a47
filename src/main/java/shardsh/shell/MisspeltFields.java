package shardsh.shell;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import shardsh.core.base.Namespace;
import shardsh.core.base.Nearest;
import shardsh.core.cluster.ClusterNames;
import shardsh.js.api.KnownObject;
import shardsh.shell.CursorPlace.Call;

/**
 * Fields that a sort, a projection, a stage, an index or {@code sim.secondOpinion} names and no
 * document has, though one of nearly the same name is there: the answer comes without an error and
 * says nothing. Read off the input.
 */
final class MisspeltFields {
  private static final List<String> OF_PATHS =
      List.of(
          "$group",
          "$addFields",
          "$set",
          "$sortByCount",
          "$unwind",
          "$bucket",
          "$bucketAuto",
          "$replaceRoot",
          "$replaceWith",
          "$setWindowFields");

  private final ShellObjects objects;
  private final ClusterNames names;
  private final KnownFields known;

  MisspeltFields(LiveSession session) {
    this.objects = session.objects();
    this.names = session.world().cluster().names();
    this.known = new KnownFields(names);
  }

  /** The hint about the first such field of the input. */
  Optional<String> hint(String text) {
    return TypedCalls.of(text).stream().flatMap(call -> ofCall(call, text).stream()).findFirst();
  }

  private Optional<String> ofCall(Call call, String text) {
    if (call.method().equals("secondOpinion")) {
      return ofSecondOpinion(call, text);
    }
    int argument =
        switch (call.method()) {
          case "sort", "project", "projection", "aggregate", "distinct", "createIndex" -> 0;
          case "find", "findOne" -> 1;
          default -> -1;
        };
    if (argument < 0 || argument >= call.earlier().size()) {
      return Optional.empty();
    }
    Optional<Namespace> ns =
        objects
            .of(call.owner())
            .filter(object -> !object.collection().isEmpty())
            .map(MisspeltFields::namespace)
            .filter(names.collections()::contains);
    if (ns.isEmpty()) {
      return Optional.empty();
    }
    Typed value = call.earlier().get(argument);
    if (call.method().equals("aggregate")) {
      return value instanceof Typed.Elements stages
          ? ofPipeline(ns.get(), stages.values(), text)
          : Optional.empty();
    }
    Asked asked =
        switch (call.method()) {
          case "sort", "createIndex" -> Asked.names(value);
          case "distinct" -> Asked.name(value);
          default -> Asked.projection(value);
        };
    // What a pipeline before it has made of the documents is not known here.
    boolean isOfDocuments =
        call.owner().stream().noneMatch(link -> link.name().equals("aggregate"));
    return isOfDocuments ? asked.hint(known.of(ns.get()), text) : Optional.empty();
  }

  /** {@code sim.secondOpinion(NS, filter)} names its collection and finds nothing. */
  private Optional<String> ofSecondOpinion(Call call, String text) {
    if (call.earlier().size() < 2 || !(call.earlier().get(1) instanceof Typed.Fields filter)) {
      return Optional.empty();
    }
    Set<String> asked = new LinkedHashSet<>();
    NothingFound.addFields(filter, asked);
    return names.collections().stream()
        .filter(ns -> call.earlier().get(0).asText().equals(Optional.of(ns.toString())))
        .findFirst()
        .flatMap(ns -> NothingFound.ofFields(asked, known.of(ns).paths(), text));
  }

  private static Namespace namespace(KnownObject object) {
    return new Namespace(object.database(), object.collection());
  }

  private Optional<String> ofPipeline(Namespace ns, List<Typed> stages, String text) {
    PipelineFields pipelines = new PipelineFields(name -> known.of(new Namespace(ns.db(), name)));
    FieldPaths fields = known.of(ns);
    for (Typed stage : stages) {
      if (!(stage instanceof Typed.Fields document) || document.names().isEmpty()) {
        return Optional.empty();
      }
      String name = document.names().iterator().next();
      Optional<String> hint = ofStage(name, document.get(name)).hint(fields, text);
      if (hint.isPresent()) {
        return hint;
      }
      fields = pipelines.after(fields, List.of(stage));
    }
    return Optional.empty();
  }

  private static Asked ofStage(String name, Typed value) {
    return switch (name) {
      case "$sort" -> Asked.names(value);
      case "$project" -> Asked.projection(value);
      default -> OF_PATHS.contains(name) ? Asked.paths(value) : Asked.names(Typed.UNKNOWN);
    };
  }

  /** Fields that are asked for, as they are typed: paths with their dollar sign. */
  private record Asked(Set<String> texts) {
    static Asked names(Typed document) {
      Set<String> texts = new LinkedHashSet<>();
      if (document instanceof Typed.Fields fields) {
        texts.addAll(fields.names());
      }
      texts.removeIf(name -> name.startsWith("$"));
      return new Asked(texts);
    }

    static Asked name(Typed text) {
      return new Asked(new LinkedHashSet<>(text.asText().stream().toList()));
    }

    /** Names that are kept or left out, and paths in what is computed. */
    static Asked projection(Typed document) {
      Set<String> texts = new LinkedHashSet<>();
      if (document instanceof Typed.Fields fields) {
        for (String name : fields.names()) {
          if (fields.get(name) instanceof Typed.Plain && !name.startsWith("$")) {
            texts.add(name);
          }
          addPaths(fields.get(name), texts);
        }
      }
      return new Asked(texts);
    }

    static Asked paths(Typed value) {
      Set<String> texts = new LinkedHashSet<>();
      addPaths(value, texts);
      return new Asked(texts);
    }

    private static void addPaths(Typed value, Set<String> texts) {
      if (value instanceof Typed.Text text
          && text.text().startsWith("$")
          && !text.text().startsWith("$$")) {
        texts.add(text.text());
      } else if (value instanceof Typed.Elements list) {
        list.values().forEach(element -> addPaths(element, texts));
      } else if (value instanceof Typed.Fields fields) {
        for (String name : fields.names()) {
          if (!name.equals("$literal")) {
            addPaths(fields.get(name), texts);
          }
        }
      }
    }

    Optional<String> hint(FieldPaths known, String text) {
      for (String asked : texts) {
        String sign = asked.startsWith("$") ? "$" : "";
        String path = NothingFound.withoutNumbers(asked.substring(sign.length()));
        Optional<String> hint =
            known.paths().contains(path)
                ? Optional.empty()
                : Nearest.to(path, known.paths())
                    .map(right -> DidYouMean.meant(asked, sign + right, text));
        if (hint.isPresent()) {
          return hint.map(
              found -> asked.substring(sign.length()) + " is in no document looked at; " + found);
        }
      }
      return Optional.empty();
    }
  }
}
