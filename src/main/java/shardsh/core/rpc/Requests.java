package shardsh.core.rpc;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.bson.TypeNames;
import shardsh.core.rpc.RequestShape.Kind;

/**
 * Checks the commands of an application before a process handles them, so that the handlers may
 * trust the types of the fields they read. Nodes trust each other.
 */
final class Requests {
  private static final Map<String, RequestShape> SHAPES = new TreeMap<>();

  /** Commands whose first field names a collection of the database they run on. */
  private static final List<String> ON_COLLECTION =
      List.of(
          "_simFill",
          "collMod",
          "collStats",
          "count",
          "create",
          "createIndexes",
          "delete",
          "distinct",
          "drop",
          "dropIndexes",
          "find",
          "findAndModify",
          "findandmodify",
          "insert",
          "listIndexes",
          "update");

  /** Commands whose first field is a full namespace. */
  private static final List<String> ON_NAMESPACE =
      List.of("cleanupOrphaned", "dataSize", "mergeChunks", "splitChunk", "splitVector");

  static {
    shape("addShard", "name:string");
    shape("collMod", "index:object validator:object pipeline:array viewOn:string");
    shape("configureCollectionBalancing", "chunkSize:number");
    shape("count", "query:object limit:number skip:number collation:object maxTimeMS:number");
    shape(
        "create",
        "capped:bool size:number max:number viewOn:string pipeline:array collation:object"
            + " validator:object validationLevel:string validationAction:string");
    shape("dataSize", "keyPattern:object min:object max:object estimate:bool");
    shape("distinct", "key!string query:object collation:object");
    shape("explain", "verbosity:string");
    shape(
        "find",
        "filter:object projection:object sort:object skip:number limit:number batchSize:number"
            + " singleBatch:bool collation:object min:object max:object let:object");
    String findAndModify =
        "query:object sort:object remove:bool new:bool upsert:bool fields:object"
            + " arrayFilters:array collation:object let:object";
    shape("findAndModify", findAndModify);
    shape("findandmodify", findAndModify);
    shape("getMore", "getMore!number collection!string batchSize:number");
    shape("listCollections", "filter:object nameOnly:bool cursor:object");
    shape("listDatabases", "filter:object nameOnly:bool");
    shape("listIndexes", "cursor:object");
    shape("moveRange", "min:object max:object toShard:string");
    shape("renameCollection", "renameCollection!string to!string dropTarget:any");
    shape("reshardCollection", "numInitialChunks:number");
    shape("shardCollection", "numInitialChunks:number");
    shape("splitChunk", "min!object max!object from:string keyPattern:object");
    shape("splitVector", "keyPattern!object min:object max:object");
    SHAPES.put(
        "createIndexes",
        RequestShape.of("commitQuorum:any").withArray("indexes", Kind.OBJECT, null));
    SHAPES.put(
        "delete",
        RequestShape.of("ordered:bool let:object")
            .withArray(
                "deletes", Kind.OBJECT, RequestShape.of("q!object limit!number collation:object")));
    SHAPES.put("insert", RequestShape.of("ordered:bool").withArray("documents", Kind.OBJECT, null));
    SHAPES.put(
        "killCursors",
        RequestShape.of("killCursors:string").withArray("cursors", Kind.NUMBER, null));
    shape("mergeChunks", "bounds:any");
    SHAPES.put("splitChunk", SHAPES.get("splitChunk").withArray("splitKeys", Kind.OBJECT, null));
    SHAPES.put(
        "update",
        RequestShape.of("ordered:bool let:object")
            .withArray(
                "updates",
                Kind.OBJECT,
                RequestShape.of(
                    "q!object u!any c:object multi:bool upsert:bool arrayFilters:array"
                        + " collation:object")));
  }

  private Requests() {}

  private static void shape(String command, String text) {
    SHAPES.put(command, RequestShape.of(text));
  }

  /**
   * The request as its handler may read it.
   *
   * @throws CommandException with the server's code when a field is missing or has a wrong type;
   *     COMMAND_NOT_SUPPORTED for a part of a transaction; UNAUTHORIZED for what only the processes
   *     of a cluster send each other
   */
  static BsonDocument checked(BsonDocument command) {
    String name = Docs.firstName(command);
    if (name.equals("explain") && command.isDocument("explain")) {
      BsonDocument inner = command.getDocument("explain");
      BsonDocument good = inner.isEmpty() ? inner : checked(inner);
      if (good != inner) {
        command = Docs.copyOf(command).append("explain", good);
      }
    }
    if (command.containsKey("startTransaction") || command.containsKey("autocommit")) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED,
          "transactions are not modelled in shardsh; run "
              + name
              + " without startTransaction and it takes effect at once");
    }
    if (name.startsWith("_") && !ON_COLLECTION.contains(name)) {
      throw new CommandException(
          ErrorCode.UNAUTHORIZED,
          name + " is a message between the processes of the cluster; a client may not send it");
    }
    if (ON_COLLECTION.contains(name)) {
      requireName(ErrorCode.INVALID_NAMESPACE, command.get(name));
    } else if (ON_NAMESPACE.contains(name)) {
      requireName(ErrorCode.BAD_VALUE, command.get(name));
    }
    RequestShape shape = SHAPES.get(name);
    return shape == null ? command : shape.checked(name, command);
  }

  private static void requireName(ErrorCode code, BsonValue value) {
    if (!value.isString()) {
      throw new CommandException(code, "collection name has invalid type " + TypeNames.of(value));
    }
  }
}
