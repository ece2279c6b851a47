package shardsh.shell;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import shardsh.core.base.Namespace;
import shardsh.core.cluster.ClusterNames;
import shardsh.js.api.ApiNames;
import shardsh.js.api.KnownObject;
import shardsh.js.api.MethodInfo;
import shardsh.shell.CursorPlace.AtField;
import shardsh.shell.CursorPlace.Call;
import shardsh.shell.CursorPlace.InField;
import shardsh.shell.CursorPlace.Link;
import shardsh.shell.CursorPlace.Step;

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
    CursorPlace place = CursorPlace.of(before);
    Offers offers = new Offers(before, text.substring(cursor), place);
    switch (place.spot()) {
      case STRING -> strings(place, offers);
      case MEMBER -> {
        fieldPath(place, offers);
        members(place, offers);
      }
      case NAME -> {
        if (place.isFieldName()) {
          fieldNames(place, offers);
        } else if (offers.isFirstWord()) {
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
    offers.names(known.kind().expression(), new TreeSet<>(objects.methods(known.kind()).keySet()));
  }

  private ClusterNames cluster() {
    return session.world().cluster().names();
  }

  private List<String> collections(String database) {
    return cluster().collections(database);
  }

  /** The place in the query language. */
  private record Where(Slot slot, List<String> options, Optional<Namespace> ns) {}

  private Where where(CursorPlace place) {
    if (place.call().isEmpty()) {
      return new Where(Slot.NONE, List.of(), Optional.empty());
    }
    Call call = place.call().get();
    List<Link> callee = call.callee();
    String method = callee.get(callee.size() - 1).name();
    Optional<KnownObject> owner = objects.of(callee.subList(0, callee.size() - 1));
    Slot slot =
        owner
            .map(known -> ArgumentSlots.of(known.kind(), method, call.argument()))
            .orElse(Slot.NONE);
    Optional<Namespace> ns = owner.flatMap(Completion::namespace);
    boolean isExample =
        owner.filter(o -> o.kind() == ApiNames.SHARD || o.kind() == ApiNames.SIM).isPresent();
    List<String> options = ArgumentSlots.options(method, call.argument());
    if (isExample) {
      ns = call.earlier().stream().findFirst().flatMap(Completion::namespace);
      slot = ns.isPresent() && options.isEmpty() ? Slot.KEYS : Slot.NONE;
      slot = method.equals("secondOpinion") && options.isEmpty() ? Slot.FILTER : slot;
    }
    if (slot == Slot.NONE && owner.isPresent()) {
      return new Where(inOptions(method, place.steps()), options, ns);
    }
    for (Step step : place.steps()) {
      Slot inner = slot.inside(step);
      if (slot == Slot.FOREIGN_PIPELINE) {
        ns = Optional.empty();
      }
      slot = inner;
    }
    return new Where(slot, List.of(), ns);
  }

  /** Documents inside of options that have fields or expressions in them. */
  private static Slot inOptions(String method, List<Step> steps) {
    Slot slot = Slot.NONE;
    if (!steps.isEmpty() && steps.get(0) instanceof InField field) {
      slot =
          switch (field.name()) {
            case "sort", "hint" -> Slot.KEYS;
            case "projection" -> Slot.PROJECTION;
            case "partialFilterExpression", "arrayFilters" -> Slot.FILTER;
            case "fields" -> Slot.DOCUMENT;
            case "readBy" -> method.equals("load") ? Slot.FIELD : Slot.NONE;
            default -> Slot.NONE;
          };
      for (Step step : steps.subList(1, steps.size())) {
        slot = slot.inside(step);
      }
    }
    return slot;
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

  /** What may stand before a colon. */
  private void fieldNames(CursorPlace place, Offers offers) {
    Where where = where(place);
    List<String> others = ((AtField) place.steps().get(place.steps().size() - 1)).others();
    if (place.steps().size() == 1 && !where.options().isEmpty()) {
      offers.fields("options", without(others, where.options()), false);
      return;
    }
    if (where.slot().takesFields()) {
      offers.fields("fields", without(others, fields(where, place)), true);
    }
    offers.fields("operators", without(others, new TreeSet<>(where.slot().names())), false);
    if (isParameters(place)) {
      Set<String> names = session.world().cluster().sim().parameters().keySet();
      offers.fields("options", without(others, names), false);
    }
  }

  private static boolean isParameters(CursorPlace place) {
    List<String> callee =
        place.call().stream().flatMap(call -> call.callee().stream()).map(Link::name).toList();
    return callee.equals(List.of("sim", "config")) && place.steps().size() == 1;
  }

  private static List<String> without(List<String> others, Collection<String> names) {
    List<String> left = new ArrayList<>(names);
    left.removeAll(others);
    return left;
  }

  private Set<String> fields(Where where, CursorPlace place) {
    Set<String> names = new LinkedHashSet<>();
    where.ns().ifPresent(ns -> names.addAll(cluster().fields(ns)));
    if (where.slot() != Slot.DOCUMENT) {
      place.named().stream().filter(name -> !name.startsWith("$")).forEach(names::add);
    }
    return names;
  }

  /** A field of an embedded document, which is begun without quotes but needs them. */
  private void fieldPath(CursorPlace place, Offers offers) {
    Where where = where(place);
    if (place.isFieldName() && where.slot().takesFields()) {
      StringBuilder path = new StringBuilder();
      place.chain().forEach(link -> path.append(link.name()).append('.'));
      offers.path(path.toString(), fields(where, place));
    }
  }

  private void strings(CursorPlace place, Offers offers) {
    if (place.isFieldName()) {
      fieldNames(place, offers);
      return;
    }
    Where where = where(place);
    if (where.slot().takesPaths() && where.ns().isPresent()) {
      List<String> paths = new ArrayList<>();
      fields(where, place).forEach(name -> paths.add("$" + name));
      if (place.typed().startsWith("$$")) {
        paths.addAll(List.of("$$ROOT", "$$CURRENT", "$$NOW", "$$REMOVE"));
      }
      offers.strings("fields", paths);
    }
    if (where.slot() == Slot.FIELD) {
      offers.strings("fields", fields(where, place));
    }
    if (where.slot() == Slot.COLLECTION) {
      String database = where.ns().map(Namespace::db).orElse(session.host().database());
      offers.strings("collections", collections(database));
    }
    place.call().ifPresent(call -> values(call, place, offers));
  }

  /** Names of the cluster and words that an argument wants. */
  private void values(Call call, CursorPlace place, Offers offers) {
    StringValues values = new StringValues(session, cluster());
    List<Link> callee = call.callee();
    Optional<MethodInfo> method = objects.method(callee);
    String name = callee.get(callee.size() - 1).name();
    if (name.equals("[") && objects.of(callee.subList(0, callee.size() - 1)).isPresent()) {
      objects
          .of(callee.subList(0, callee.size() - 1))
          .filter(known -> known.kind() == ApiNames.DATABASE)
          .ifPresent(db -> offers.strings("collections", collections(db.database())));
    }
    if (method.isPresent()) {
      values.add(method.get(), call, place.steps(), offers);
    }
  }
}
