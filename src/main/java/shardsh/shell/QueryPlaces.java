package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.base.ServerProfile;
import shardsh.core.cluster.ClusterNames;
import shardsh.js.api.ApiNames;
import shardsh.js.api.KnownObject;
import shardsh.shell.CursorPlace.AtField;
import shardsh.shell.CursorPlace.Call;
import shardsh.shell.CursorPlace.InArray;
import shardsh.shell.CursorPlace.InField;
import shardsh.shell.CursorPlace.Step;

/** Finds the place in the query language, or in a command, where the cursor stands. */
final class QueryPlaces {
  private static final List<String> CHANGE_EVENT =
      List.of(
          "_id",
          "operationType",
          "clusterTime",
          "ns",
          "ns.db",
          "ns.coll",
          "documentKey",
          "documentKey._id",
          "updateDescription",
          "updateDescription.updatedFields",
          "updateDescription.removedFields",
          "fullDocument");

  /** Methods and commands whose documents are values of the shard key. */
  private static final List<String> OF_SHARD_KEY =
      List.of(
          "splitAt",
          "splitFind",
          "moveChunk",
          "moveRange",
          "updateZoneKeyRange",
          "addTagRange",
          "removeRangeFromZone",
          "removeTagRange",
          "fill",
          "split",
          "mergeChunks",
          "clearJumboFlag");

  /**
   * A place with the options that a document there takes, if it is one of a helper's options.
   *
   * @param database where collections are looked for that are named without one
   * @param at the name of a field that is being typed, among the others of its document
   */
  record Found(QueryPlace place, List<String> options, String database, AtField at) {
    Slot slot() {
      return place.slot();
    }
  }

  private final ShellObjects objects;
  private final ClusterNames cluster;
  private final ServerProfile profile;
  private final String here;

  /**
   * @param here the current database
   */
  QueryPlaces(ShellObjects objects, ClusterNames cluster, ServerProfile profile, String here) {
    this.objects = objects;
    this.cluster = cluster;
    this.profile = profile;
    this.here = here;
  }

  /** The fields of a collection. */
  FieldPaths fieldsOf(Optional<Namespace> ns) {
    return ns.map(name -> new KnownFields(cluster).of(name)).orElse(FieldPaths.NONE);
  }

  /**
   * The place; of what is no argument of a helper one that takes nothing, but documents of an array
   * may be the stages of a pipeline that is yet to be run.
   */
  Found of(CursorPlace cursor) {
    if (isStages(cursor)) {
      return new Found(stage(cursor), List.of(), here, at(cursor));
    }
    if (cursor.call().isEmpty()) {
      QueryPlace none = QueryPlace.of(Slot.NONE, "", Optional.empty(), FieldPaths.NONE);
      return new Found(none, List.of(), here, at(cursor));
    }
    Call call = cursor.call().get();
    Optional<KnownObject> owner = objects.of(call.owner());
    String database = owner.map(KnownObject::database).filter(db -> !db.isEmpty()).orElse(here);
    Optional<Namespace> ns = owner.flatMap(QueryPlaces::namespace);
    boolean isExample =
        owner.filter(o -> o.kind() == ApiNames.SHARD || o.kind() == ApiNames.SIM).isPresent();
    if (isExample && !call.earlier().isEmpty()) {
      ns = call.earlier().get(0).asText().flatMap(QueryPlaces::namespace);
    }
    List<String> options = ArgumentSlots.options(call.method(), call.argument(), profile);
    Slot slot = isExample ? ofExample(call, ns, options) : slot(owner, call);
    QueryPlace start = QueryPlace.of(slot, path(owner, call), ns, base(call, ns));
    QueryPlace place =
        slot == Slot.COMMAND
            ? inCommand(start, cursor.steps(), database)
            : inward(start, call, cursor.steps(), database);
    boolean isOption = slot == Slot.NONE && cursor.steps().size() == 1 && cursor.isFieldName();
    return new Found(place, isOption ? options : List.of(), database, at(cursor));
  }

  /** Whether it is in a document of an array of its own, or of one that is pushed to an array. */
  private boolean isStages(CursorPlace cursor) {
    if (cursor.steps().isEmpty()) {
      return false;
    }
    return cursor
        .call()
        .map(
            call ->
                List.of("push", "unshift").contains(call.method())
                    && call.callee().size() > 1
                    && objects.of(call.owner()).isEmpty())
        .orElse(cursor.steps().size() > 1 && cursor.steps().get(0) instanceof InArray);
  }

  /** A stage of a pipeline that may be meant for any collection of the database. */
  private QueryPlace stage(CursorPlace cursor) {
    FieldPaths fields = FieldPaths.NONE;
    for (String name : cluster.collections(here)) {
      fields = fields.and(fieldsOf(Optional.of(new Namespace(here, name))));
    }
    Slot slot = cursor.call().isEmpty() ? Slot.PIPELINE : Slot.PIPELINE.ofArray();
    QueryPlace place = QueryPlace.of(slot, "aggregate", Optional.empty(), fields);
    for (Step step : cursor.steps()) {
      place = place.step(step, pipelines(here));
    }
    return place;
  }

  private static AtField at(CursorPlace cursor) {
    Typed.Fields none = new Typed.Fields(new LinkedHashMap<>());
    return cursor.isFieldName()
        ? (AtField) cursor.steps().get(cursor.steps().size() - 1)
        : new AtField(none, none);
  }

  /** What the words are found by that an argument takes. */
  private static String path(Optional<KnownObject> owner, Call call) {
    boolean isSim = owner.filter(known -> known.kind() == ApiNames.SIM).isPresent();
    String argument = call.argument() == 0 ? "" : "/" + call.argument();
    return (isSim ? "sim." : "") + call.method() + argument;
  }

  private static Slot slot(Optional<KnownObject> owner, Call call) {
    return owner
        .map(known -> ArgumentSlots.of(known.kind(), call.method(), call.argument()))
        .orElse(Slot.NONE);
  }

  /** What an argument of {@code sh} or {@code sim} is: mostly a key, behind a namespace. */
  private static Slot ofExample(Call call, Optional<Namespace> ns, List<String> options) {
    if (ns.isEmpty() || !options.isEmpty()) {
      return Slot.NONE;
    }
    return call.method().equals("secondOpinion") ? Slot.FILTER : Slot.KEYS;
  }

  private FieldPaths base(Call call, Optional<Namespace> ns) {
    FieldPaths fields = fieldsFor(call.method(), ns);
    return call.method().equals("watch")
        ? FieldPaths.of(CHANGE_EVENT).and(FieldPaths.NONE.with("fullDocument", fields))
        : fields;
  }

  /** The fields of a collection; for what is about chunks, those of its shard key. */
  private FieldPaths fieldsFor(String name, Optional<Namespace> ns) {
    List<String> key =
        ns.filter(there -> OF_SHARD_KEY.contains(name)).map(cluster::shardKey).orElse(List.of());
    return key.isEmpty() ? fieldsOf(ns) : FieldPaths.of(key);
  }

  private QueryPlace inward(QueryPlace start, Call call, List<Step> steps, String database) {
    QueryPlace place = start;
    PipelineFields pipelines = pipelines(database);
    for (int i = 0; i < steps.size(); i++) {
      place = place.step(steps.get(i), pipelines);
      if (i == 0 && start.slot() == Slot.NONE && steps.get(0) instanceof InField field) {
        place = place.as(ArgumentSlots.ofOption(call.method(), field.name()), place.path());
      }
    }
    return place;
  }

  private PipelineFields pipelines(String database) {
    return new PipelineFields(
        name ->
            name.isEmpty()
                ? FieldPaths.NONE
                : fieldsOf(Optional.of(new Namespace(database, name))));
  }

  /** {@code steps} lead into a command, which may have another one in it. */
  private QueryPlace inCommand(QueryPlace start, List<Step> steps, String database) {
    if (steps.isEmpty() || !(steps.get(0) instanceof InField field)) {
      return start;
    }
    List<Step> rest = steps.subList(1, steps.size());
    Optional<String> named = CommandParts.nameOf(field.before());
    String command = named.orElse(field.name());
    if (named.isEmpty()) {
      QueryPlace value = start.as(CommandParts.ofName(command), command);
      return value.slot() == Slot.COMMAND ? inCommand(value, rest, database) : value;
    }
    Optional<Namespace> ns = about(command, field.before().get(command), database);
    Slot slot = CommandParts.ofField(command, field.name());
    Map<String, FieldPaths> variables = new LinkedHashMap<>();
    if (field.all().get("let") instanceof Typed.Fields let) {
      let.names().forEach(name -> variables.put(name, FieldPaths.NONE));
    }
    QueryPlace place =
        new QueryPlace(
            slot,
            command + "." + field.name(),
            ns,
            fieldsFor(command, ns),
            FieldPaths.NONE,
            variables);
    for (Step step : rest) {
      place = place.step(step, pipelines(database));
    }
    return place;
  }

  private static Optional<Namespace> about(String command, Typed value, String database) {
    Optional<String> text = value.asText().filter(name -> !name.isEmpty());
    return CommandParts.ofName(command) == Slot.COLLECTION
        ? text.map(name -> new Namespace(database, name))
        : text.flatMap(QueryPlaces::namespace);
  }

  private static Optional<Namespace> namespace(KnownObject object) {
    return object.collection().isEmpty()
        ? Optional.empty()
        : Optional.of(new Namespace(object.database(), object.collection()));
  }

  private static Optional<Namespace> namespace(String text) {
    int dot = text.indexOf('.');
    return dot <= 0 || dot == text.length() - 1
        ? Optional.empty()
        : Optional.of(new Namespace(text.substring(0, dot), text.substring(dot + 1)));
  }
}
