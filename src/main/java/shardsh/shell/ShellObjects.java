package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import shardsh.js.GuestValue;
import shardsh.js.api.ApiNames;
import shardsh.js.api.KnownObject;
import shardsh.js.api.MethodInfo;
import shardsh.js.api.ShellApi;
import shardsh.shell.CursorPlace.Link;

/**
 * What an expression that is still being typed would give: which of the shell's objects, and which
 * database and collection it is about. Nothing is called for that.
 */
final class ShellObjects {
  private static final List<String> ENDS_A_CURSOR =
      List.of(
          "next",
          "tryNext",
          "hasNext",
          "forEach",
          "toArray",
          "itcount",
          "close",
          "isClosed",
          "isExhausted",
          "objsLeftInBatch",
          "explain",
          "count",
          "size");

  private final LiveSession session;

  /** Read off the annotations once; they are the same in every engine. */
  private final Map<ApiNames, Map<String, MethodInfo>> methods = new LinkedHashMap<>();

  ShellObjects(LiveSession session) {
    this.session = session;
  }

  /** The methods of a class that do something here, by name. */
  Map<String, MethodInfo> methods(ApiNames of) {
    Map<String, MethodInfo> found = methods.get(of);
    if (found == null) {
      found = new LinkedHashMap<>();
      for (MethodInfo method : session.api().methods(of)) {
        if (method.modelled()) {
          found.put(method.name(), method);
        }
      }
      methods.put(of, found);
    }
    return found;
  }

  /** The methods of a class that are there only to say that the model has no such thing. */
  Set<String> refused(ApiNames of) {
    Set<String> names = new TreeSet<>();
    for (MethodInfo method : session.api().methods(of)) {
      if (!method.modelled()) {
        names.add(method.name());
      }
    }
    return names;
  }

  /** A method of the object that the links before it give; for one alone a global function. */
  Optional<MethodInfo> method(List<Link> callee) {
    String name = callee.get(callee.size() - 1).name();
    Optional<ApiNames> owner =
        callee.size() == 1
            ? Optional.of(ApiNames.GLOBALS)
            : of(callee.subList(0, callee.size() - 1)).map(KnownObject::kind);
    return owner.flatMap(kind -> Optional.ofNullable(methods(kind).get(name)));
  }

  /** The object that an expression gives; empty when it is none of the shell's, or not known. */
  Optional<KnownObject> of(List<Link> chain) {
    if (chain.isEmpty()) {
      return Optional.empty();
    }
    Optional<KnownObject> object = first(chain.get(0));
    for (int i = 1; i < chain.size() && object.isPresent(); i++) {
      object = next(object.get(), chain.get(i));
    }
    return object;
  }

  private Optional<KnownObject> first(Link link) {
    String here = session.host().database();
    if (link.isCall()) {
      return switch (link.name()) {
        case "connect" -> Optional.of(database(databaseIn(link.text().orElse(""))));
        case "Mongo" -> Optional.of(new KnownObject(ApiNames.MONGO, "", ""));
        default -> Optional.empty();
      };
    }
    return switch (link.name()) {
      case "db" -> Optional.of(database(here));
      case "sh" -> Optional.of(new KnownObject(ApiNames.SHARD, here, ""));
      case "rs" -> Optional.of(new KnownObject(ApiNames.REPLICA_SET, here, ""));
      case "sim" -> Optional.of(new KnownObject(ApiNames.SIM, here, ""));
      case "config" -> Optional.of(new KnownObject(ApiNames.CONFIG, "", ""));
      case "console" -> Optional.of(new KnownObject(ApiNames.CONSOLE, "", ""));
      case "EJSON" -> Optional.of(new KnownObject(ApiNames.EJSON, "", ""));
      default -> variable(link.name());
    };
  }

  private Optional<KnownObject> variable(String name) {
    if (ShellApi.isGlobal(name)) {
      return Optional.empty();
    }
    GuestValue value = session.engine().global(name);
    return session.api().known(value);
  }

  private static KnownObject database(String name) {
    return new KnownObject(ApiNames.DATABASE, name, "");
  }

  private static String databaseIn(String address) {
    int slash = address.lastIndexOf('/');
    return slash < 0 || slash == address.length() - 1 ? "test" : address.substring(slash + 1);
  }

  private Optional<KnownObject> next(KnownObject object, Link link) {
    return switch (object.kind()) {
      case DATABASE -> ofDatabase(object, link);
      case COLLECTION -> ofCollection(object, link);
      case CURSOR, AGGREGATION_CURSOR ->
          link.isCall() && !ENDS_A_CURSOR.contains(link.name())
              ? Optional.of(object)
              : Optional.empty();
      case EXPLAINABLE ->
          link.isCall() && link.name().equals("find")
              ? Optional.of(
                  new KnownObject(ApiNames.CURSOR, object.database(), object.collection()))
              : Optional.empty();
      case MONGO -> ofMongo(link);
      case SESSION ->
          link.isCall() && link.name().equals("getDatabase")
              ? link.text().map(ShellObjects::database)
              : Optional.empty();
      case SIM ->
          link.isCall() && link.name().equals("router")
              ? Optional.of(database(object.database()))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private Optional<KnownObject> ofDatabase(KnownObject database, Link link) {
    String name = database.database();
    if (!link.isCall()) {
      return methods(ApiNames.DATABASE).containsKey(link.name())
          ? Optional.empty()
          : Optional.of(new KnownObject(ApiNames.COLLECTION, name, link.name()));
    }
    return switch (link.name()) {
      case "getSiblingDB" -> link.text().map(ShellObjects::database);
      case "getCollection" ->
          link.text().map(text -> new KnownObject(ApiNames.COLLECTION, name, text));
      case "aggregate", "watch" ->
          Optional.of(new KnownObject(ApiNames.AGGREGATION_CURSOR, name, ""));
      case "getMongo" -> Optional.of(new KnownObject(ApiNames.MONGO, "", ""));
      default -> Optional.empty();
    };
  }

  private Optional<KnownObject> ofCollection(KnownObject collection, Link link) {
    String db = collection.database();
    String name = collection.collection();
    if (!link.isCall()) {
      return methods(ApiNames.COLLECTION).containsKey(link.name())
          ? Optional.empty()
          : Optional.of(new KnownObject(ApiNames.COLLECTION, db, name + "." + link.name()));
    }
    return switch (link.name()) {
      case "find" -> Optional.of(new KnownObject(ApiNames.CURSOR, db, name));
      case "aggregate", "watch" ->
          Optional.of(new KnownObject(ApiNames.AGGREGATION_CURSOR, db, name));
      case "explain" -> Optional.of(new KnownObject(ApiNames.EXPLAINABLE, db, name));
      case "initializeOrderedBulkOp", "initializeUnorderedBulkOp" ->
          Optional.of(new KnownObject(ApiNames.BULK, db, name));
      case "getDB" -> Optional.of(database(db));
      case "getMongo" -> Optional.of(new KnownObject(ApiNames.MONGO, "", ""));
      default -> Optional.empty();
    };
  }

  private static Optional<KnownObject> ofMongo(Link link) {
    if (!link.isCall()) {
      return Optional.empty();
    }
    return switch (link.name()) {
      case "getDB" -> link.text().map(ShellObjects::database);
      case "startSession" -> Optional.of(new KnownObject(ApiNames.SESSION, "", ""));
      default -> Optional.empty();
    };
  }
}
