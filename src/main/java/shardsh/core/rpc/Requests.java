package shardsh.core.rpc;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.bson.Nesting;
import shardsh.core.bson.TypeNames;

/**
 * Checks the commands of an application before a process handles them, so that the handlers may
 * trust the types of the fields they read. Nodes trust each other.
 */
final class Requests {
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
      List.of(
          "cleanupOrphaned",
          "dataSize",
          "mergeChunks",
          "moveChunk",
          "split",
          "splitChunk",
          "splitVector");

  /** The lists of statements that a write may have. */
  private static final List<String> STATEMENTS = List.of("documents", "updates", "deletes");

  private Requests() {}

  /**
   * The request as its handler may read it.
   *
   * @throws CommandException with the server's code when a field is missing, unknown or of a wrong
   *     type; UNAUTHORIZED for what only the processes of a cluster send each other
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
    SessionFields.check(command);
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
    CommonFields.check(command);
    Nesting.check(command);
    Optional<RequestShape> shape = RequestShapes.of(name);
    if (shape.isEmpty()) {
      return command;
    }
    String path = name.equals("find") ? "FindCommandRequest" : name;
    shape.get().checkNames(path, command, RequestShapes.OF_EVERY_COMMAND);
    BsonDocument good = shape.get().checked(path, command);
    STATEMENTS.stream().filter(good::isArray).forEach(list -> requireIds(good, list));
    return good;
  }

  /** The server's text goes on with the whole command. */
  private static void requireIds(BsonDocument command, String list) {
    int statements = command.getArray(list).size();
    if (!command.isArray("stmtIds")) {
      return;
    }
    int ids = command.getArray("stmtIds").size();
    if (ids != statements) {
      throw new CommandException(
          ErrorCode.INVALID_LENGTH,
          "Number of statement ids must match the number of batch entries. Got "
              + ids
              + " statement ids but "
              + statements
              + " operations.");
    }
    if (command.containsKey("stmtId")) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "May not specify both stmtId and stmtIds in write command.");
    }
  }

  private static void requireName(ErrorCode code, BsonValue value) {
    if (!value.isString()) {
      throw new CommandException(code, "collection name has invalid type " + TypeNames.of(value));
    }
  }
}
