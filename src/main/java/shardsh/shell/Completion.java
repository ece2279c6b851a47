package shardsh.shell;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import shardsh.core.base.Namespace;
import shardsh.core.base.ServerProfile;
import shardsh.core.cluster.ClusterNames;
import shardsh.js.api.ApiNames;
import shardsh.js.api.KnownObject;
import shardsh.js.api.ShellApi;
import shardsh.shell.CursorPlace.Call;
import shardsh.shell.CursorPlace.Link;

/**
 * What Tab offers: words and what may follow them, members of the shell's objects and of the
 * program's values, and in arguments what the query language and the cluster have to offer at that
 * place. What the model refuses is not offered.
 */
final class Completion {
  private static final List<String> STANDARD =
      List.of(
          ("Array BigInt Boolean Date Error Infinity JSON Map Math NaN Number Object RegExp Set"
                  + " String Symbol isFinite isNaN parseFloat parseInt undefined")
              .split(" "));

  private final LiveSession session;
  private final ShellObjects objects;
  private final WordCompletion words;

  Completion(LiveSession session) {
    this.session = session;
    this.objects = session.objects();
    this.words = new WordCompletion(session);
  }

  /** Does once, for nobody, what the first Tab would have to do and needs no session. */
  static void readAhead() {
    ShellApi.readAhead();
    Slot.readAhead();
    OperatorTexts.readAhead();
    String before = "db.orders.find({a: {$";
    Offers offers = new Offers(before, "})", CursorPlace.of(before, "})"));
    for (Slot slot : Slot.values()) {
      offers.fields("operators", slot.names(ServerProfile.V8_0), false);
    }
  }

  /**
   * @param text the whole input
   * @param cursor where the cursor is in it
   */
  List<Candidate> candidates(String text, int cursor) {
    String before = text.substring(0, cursor);
    Optional<List<Candidate>> ofWord = words.candidates(before);
    if (ofWord.isPresent()) {
      return ofWord.get();
    }
    String after = text.substring(cursor);
    CursorPlace place = CursorPlace.of(before, after);
    Offers offers = new Offers(before, after, place);
    switch (place.spot()) {
      case STRING -> strings(place, offers);
      case MEMBER -> {
        fieldPath(place, offers);
        members(place, offers);
      }
      case NAME -> {
        if (place.isFieldName()) {
          fieldNames(place, offers);
          break;
        }
        if (offers.isAtValue()) {
          literals(place, offers);
          if (place.typed().isEmpty()) {
            strings(place, offers);
          }
        }
        if (offers.isFirstWord()) {
          offers.names("words", DirectWords.names());
          offers.names("globals", globals());
        } else if (!place.typed().isEmpty() || place.steps().isEmpty()) {
          offers.names("globals", place.typed().isEmpty() ? List.of() : globals());
        }
      }
      case OTHER -> {}
    }
    return offers.all();
  }

  /** What an argument may be besides strings. */
  private void literals(CursorPlace place, Offers offers) {
    place
        .call()
        .filter(call -> place.steps().isEmpty())
        .ifPresent(
            call ->
                objects
                    .method(call.callee())
                    .ifPresent(
                        method -> offers.names("values", ArgumentLiterals.of(method, call))));
  }

  private TreeSet<String> globals() {
    TreeSet<String> names = new TreeSet<>(STANDARD);
    names.addAll(List.of("db", "sh", "rs", "sim", "config", "EJSON"));
    for (String name : session.engine().globalNames()) {
      if (!objects.refused(ApiNames.GLOBALS).contains(name) && !name.startsWith("_")) {
        names.add(name);
      }
    }
    return names;
  }

  private void members(CursorPlace place, Offers offers) {
    Optional<KnownObject> object = objects.of(place.chain());
    if (object.isEmpty()) {
      if (place.chain().size() == 1 && !place.chain().get(0).isCall()) {
        offers.names("members", session.memberNames(place.chain().get(0).name()));
      }
      return;
    }
    KnownObject known = object.get();
    if (known.kind() == ApiNames.DATABASE) {
      offers.collections(collections(known.database()));
    } else if (known.kind() == ApiNames.COLLECTION) {
      String above = known.collection() + ".";
      List<String> below = new ArrayList<>();
      for (String name : collections(known.database())) {
        if (name.startsWith(above)) {
          below.add(name.substring(above.length()));
        }
      }
      offers.collections(below);
    }
    offers.names(
        known.kind().expression(), ProfileMethods.of(objects, known.kind(), cluster(), profile()));
  }

  private ClusterNames cluster() {
    return session.world().cluster().names();
  }

  private List<String> collections(String database) {
    return cluster().collections(database);
  }

  private QueryPlaces.Found found(CursorPlace place) {
    return new QueryPlaces(objects, cluster(), profile(), session.host().database()).of(place);
  }

  private ServerProfile profile() {
    return session.world().cluster().profile();
  }

  /** What may stand before a colon. */
  private void fieldNames(CursorPlace place, Offers offers) {
    QueryPlaces.Found found = found(place);
    QueryPlace at = found.place();
    Set<String> others = found.at().all().names();
    offers.fields("options", without(others, found.options()), false);
    if (found.slot().takesFields()) {
      offers.fields("fields", without(others, at.fields().paths()), true);
    }
    if (found.slot().takesFieldsBelow()) {
      offers.fields("fields", without(others, at.below().paths()), true);
    }
    if (found.slot() == Slot.COMMAND) {
      command(found, offers);
    }
    Optional<List<String>> arguments = arguments(at);
    offers.fields("arguments", without(others, arguments.orElse(List.of())), false);
    if (arguments.isEmpty() || ArgumentNames.takesExpression(at.operator())) {
      List<String> names = without(others, new TreeSet<>(found.slot().names(profile())));
      List<String> operators = names.stream().filter(name -> name.startsWith("$")).toList();
      offers.fields("operators", operators, false);
      offers.fields("arguments", without(operators, names), false);
    }
    if (isParameters(place)) {
      Set<String> names = session.world().cluster().sim().parameters().keySet();
      offers.fields("options", without(others, names), false);
    }
  }

  /** The named arguments that a document takes as the value of an operator or an option. */
  private Optional<List<String>> arguments(QueryPlace at) {
    boolean mayHaveSome =
        switch (at.slot()) {
          case NONE -> true;
          case EXPRESSION -> !at.operator().isEmpty() || at.path().endsWith(".[]");
          default -> false;
        };
    return mayHaveSome ? ArgumentNames.of(at.path(), profile()) : Optional.empty();
  }

  private void command(QueryPlaces.Found found, Offers offers) {
    Optional<String> command = CommandParts.nameOf(found.at().before());
    if (command.isEmpty()) {
      offers.fields("commands", commands(), false);
    } else {
      List<String> fields = cluster().commandFields(command.get());
      offers.fields("options", without(found.at().all().names(), fields), false);
    }
  }

  private Set<String> commands() {
    return cluster().commands(session.host().connection().node());
  }

  private static boolean isParameters(CursorPlace place) {
    List<String> callee =
        place.call().stream().flatMap(call -> call.callee().stream()).map(Link::name).toList();
    return callee.equals(List.of("sim", "config")) && place.steps().size() == 1;
  }

  private static List<String> without(Collection<String> others, Collection<String> names) {
    List<String> left = new ArrayList<>(names);
    left.removeAll(others);
    return left;
  }

  /** A field of an embedded document, which is begun without quotes but needs them. */
  private void fieldPath(CursorPlace place, Offers offers) {
    if (!place.isFieldName()) {
      return;
    }
    QueryPlaces.Found found = found(place);
    if (found.slot().takesFields()) {
      StringBuilder path = new StringBuilder();
      place.chain().forEach(link -> path.append(link.name()).append('.'));
      offers.path(path.toString(), found.place().fields().paths());
    }
  }

  private void strings(CursorPlace place, Offers offers) {
    if (place.isFieldName()) {
      fieldNames(place, offers);
      return;
    }
    QueryPlaces.Found found = found(place);
    QueryPlace at = found.place();
    if (found.slot().takesPaths()) {
      paths(at, place.typed(), offers);
    }
    switch (found.slot()) {
      case FIELD -> offers.strings("fields", at.fields().paths());
      case COLLECTION, TARGET, UNION_WITH ->
          offers.strings("collections", collections(found.database()));
      case HINT, INDEX_NAME ->
          at.ns().ifPresent(ns -> offers.strings("indexes", cluster().indexes(ns)));
      case NAMESPACE -> offers.strings("collections", namespaces());
      case DATABASE -> offers.strings("databases", cluster().databases());
      case SHARD -> offers.strings("shards", cluster().shards());
      case ZONE -> offers.strings("zones", cluster().zones());
      case COMMAND -> offers.strings("commands", commands());
      default -> {}
    }
    if (found.slot() != Slot.DOCUMENT && found.slot() != Slot.CHANGES) {
      offers.strings("words", KnownWords.at(at.path()));
    }
    place.call().ifPresent(call -> values(call, place, offers));
  }

  /** Paths of fields behind a dollar sign, and variables behind two. */
  private static void paths(QueryPlace at, String typed, Offers offers) {
    List<String> paths = new ArrayList<>();
    if (!typed.startsWith("$$")) {
      at.fields().paths().forEach(name -> paths.add("$" + name));
    } else {
      at.variables()
          .forEach(
              (name, inside) -> {
                paths.add("$$" + name);
                inside.paths().forEach(path -> paths.add("$$" + name + "." + path));
              });
      for (String name : List.of("ROOT", "CURRENT")) {
        paths.add("$$" + name);
        if (typed.startsWith("$$" + name + ".")) {
          at.fields().paths().forEach(path -> paths.add("$$" + name + "." + path));
        }
      }
      paths.addAll(List.of("$$NOW", "$$CLUSTER_TIME", "$$REMOVE"));
    }
    offers.strings("fields", paths);
  }

  private List<String> namespaces() {
    return cluster().collections().stream().map(Namespace::toString).toList();
  }

  /** Names of the cluster and words that an argument wants. */
  private void values(Call call, CursorPlace place, Offers offers) {
    boolean isIndex = call.method().equals("[");
    objects
        .of(call.owner())
        .filter(known -> isIndex && known.kind() == ApiNames.DATABASE)
        .ifPresent(db -> offers.strings("collections", collections(db.database())));
    boolean isOfCollection =
        objects.of(call.owner()).filter(o -> o.kind() == ApiNames.COLLECTION).isPresent();
    if (isOfCollection && call.method().equals("runCommand") && place.steps().isEmpty()) {
      offers.strings("commands", commands());
    }
    objects
        .method(call.callee())
        .ifPresent(
            method ->
                new StringValues(session, cluster()).add(method, call, place.steps(), offers));
  }
}
