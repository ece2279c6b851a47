package shardsh.core.rpc;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;

/** Which collection a command is about. */
public final class CommandNamespace {
  private CommandNamespace() {}

  /** The collection a command names in its first field; only the database when it names none. */
  public static Namespace of(String db, BsonDocument command) {
    if (command.isEmpty()) {
      return new Namespace(db, "");
    }
    if (Docs.firstName(command).equals("getMore")) {
      BsonValue collection = command.get("collection");
      return new Namespace(
          db, collection != null && collection.isString() ? collection.asString().getValue() : "");
    }
    if (Docs.firstName(command).equals("explain") && command.get("explain").isDocument()) {
      return of(db, command.getDocument("explain"));
    }
    BsonValue first = command.get(Docs.firstName(command));
    if (!first.isString()) {
      return new Namespace(db, "");
    }
    String text = first.asString().getValue();
    int dot = text.indexOf('.');
    boolean fullName = db.equals("admin") && dot > 0 && dot < text.length() - 1;
    return fullName ? Namespace.parse(text) : Namespace.of(db, text);
  }
}
