package shardsh.js.api;

import java.util.List;
import shardsh.core.base.NodeId;

/** One collection as seen through one connection. Unknown members are collections below it. */
final class Collection extends ApiObject {
  private final Database db;
  private final String name;

  Collection(Database db, String name) {
    super(db.api);
    this.db = db;
    this.name = name;
  }

  @Override
  List<Object> parts() {
    return List.of(
        new CollectionReads(this),
        new CollectionWrites(this),
        new CollectionFindAndModify(this),
        new CollectionIndexes(this),
        new CollectionAdmin(this));
  }

  @Override
  String apiName() {
    return "Collection";
  }

  @Override
  String callPrefix() {
    return "";
  }

  @Override
  NodeId node() {
    return db.node();
  }

  @Override
  String ns() {
    return fullName();
  }

  Database db() {
    return db;
  }

  String name() {
    return name;
  }

  /** {@code db.collection}. */
  String fullName() {
    return db.name() + "." + name;
  }

  @Override
  Object otherMember(String key) {
    boolean isName = !key.isEmpty() && !key.startsWith("_") && key.indexOf('$') < 0;
    return isName ? db.collection(name + "." + key) : null;
  }

  @Override
  public String display() {
    return fullName();
  }
}
