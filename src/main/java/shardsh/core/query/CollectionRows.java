package shardsh.core.query;

import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.bson.Docs;

/** What a listCollections shows of the collections there are. */
public final class CollectionRows {
  private CollectionRows() {}

  /**
   * The rows that the command's {@code filter} keeps, cut to {@code {name, type}} when it says
   * {@code nameOnly}. Source: the manual's page on listCollections.
   *
   * @param rows {@code {name, type, options, info, idIndex?}}
   */
  public static BsonArray shown(BsonDocument command, Iterable<BsonDocument> rows) {
    MatchExpression filter =
        MatchParser.parse(command.getDocument("filter", new BsonDocument()), Collation.simple());
    boolean nameOnly = Docs.truthy(command, "nameOnly");
    BsonArray shown = new BsonArray();
    for (BsonDocument row : rows) {
      if (filter.matches(row)) {
        shown.add(
            nameOnly
                ? new BsonDocument("name", row.get("name")).append("type", row.get("type"))
                : row);
      }
    }
    return shown;
  }

  /** The row of a collection of {@code config}, made of what the process knows. */
  public static BsonDocument ofConfig(String name) {
    return new BsonDocument("name", new BsonString(name))
        .append("type", new BsonString("collection"))
        .append("options", new BsonDocument())
        .append("info", new BsonDocument("readOnly", BsonBoolean.FALSE));
  }
}
