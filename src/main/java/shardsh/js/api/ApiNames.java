package shardsh.js.api;

import org.bson.BsonArray;
import org.bson.BsonDocument;

/** The classes of API objects, for completion and the command reference. */
public enum ApiNames {
  DATABASE("db"),
  COLLECTION("db.collection"),
  CURSOR("db.collection.find()", "var cursor = db.orders.find()"),
  AGGREGATION_CURSOR("db.collection.aggregate([])", "var cursor = db.orders.aggregate([])"),
  EXPLAINABLE("db.collection.explain()"),
  BULK(
      "db.collection.initializeOrderedBulkOp()",
      "var bulk = db.collection.initializeOrderedBulkOp()"),
  SHARD("sh"),
  REPLICA_SET("rs", "db = connect(\"s0/shop\")"),
  SIM("sim"),
  MONGO("db.getMongo()"),
  CONFIG("config"),
  CONSOLE("console"),
  EJSON("EJSON"),
  SESSION("db.getMongo().startSession()", "var session = db.getMongo().startSession()"),
  /** The functions that are there without an object. */
  GLOBALS("");

  private final String expression;
  private final String before;

  ApiNames(String expression) {
    this(expression, "");
  }

  ApiNames(String expression, String before) {
    this.expression = expression;
    this.before = before;
  }

  /** An expression that gives such an object. */
  public String expression() {
    return expression;
  }

  /** A line to type first for the usages of the class's methods to work; empty for none. */
  public String before() {
    return before;
  }

  /** The class of an object; null for one that has none here. */
  static ApiNames of(ApiObject object) {
    if (object instanceof Database) {
      return DATABASE;
    }
    if (object instanceof Collection) {
      return COLLECTION;
    }
    if (object instanceof AggregationCursor) {
      return AGGREGATION_CURSOR;
    }
    if (object instanceof FindCursor) {
      return CURSOR;
    }
    if (object instanceof Explainable) {
      return EXPLAINABLE;
    }
    if (object instanceof Bulk) {
      return BULK;
    }
    if (object instanceof Mongo) {
      return MONGO;
    }
    return object instanceof Session ? SESSION : null;
  }

  ApiObject example(ShellApi api) {
    Database db = api.current();
    Collection collection = db.collection("collection");
    return switch (this) {
      case DATABASE -> db;
      case COLLECTION -> collection;
      case CURSOR -> new FindCursor(collection, new BsonDocument());
      case AGGREGATION_CURSOR ->
          AggregationCursor.of(db, "collection", new BsonArray(), new BsonDocument());
      case EXPLAINABLE -> new Explainable(collection, "queryPlanner");
      case BULK -> new Bulk(collection, true);
      case MONGO -> db.mongo();
      case SHARD -> api.object("sh");
      case REPLICA_SET -> api.object("rs");
      case SIM -> api.object("sim");
      case CONFIG -> api.object("config");
      case CONSOLE -> api.object("console");
      case EJSON -> api.object("EJSON");
      case SESSION -> new Session(db.mongo(), new BsonDocument());
      case GLOBALS -> api.functions();
    };
  }
}
