package shardsh.core.query;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.Docs;

/** What a listDatabases shows of the databases there are. */
public final class DatabaseRows {
  private DatabaseRows() {}

  /**
   * The rows that the command's {@code filter} keeps, cut to their names when it says {@code
   * nameOnly}. Source: the manual's page on listDatabases.
   *
   * @param rows {@code {name, sizeOnDisk, empty, shards?}}
   * @return {@code {databases, totalSize, totalSizeMb}}, without the sizes for names only
   */
  public static BsonDocument reply(BsonDocument command, Iterable<BsonDocument> rows) {
    MatchExpression filter =
        MatchParser.parse(command.getDocument("filter", new BsonDocument()), Collation.simple());
    boolean nameOnly = Docs.truthy(command, "nameOnly");
    BsonArray shown = new BsonArray();
    long total = 0;
    for (BsonDocument row : rows) {
      BsonValue name = row.get("name");
      if (filter.matches(nameOnly ? new BsonDocument("name", name) : row)) {
        shown.add(nameOnly ? new BsonDocument("name", name) : row);
        total += row.getNumber("sizeOnDisk").longValue();
      }
    }
    BsonDocument reply = new BsonDocument("databases", shown);
    return nameOnly
        ? reply
        : reply
            .append("totalSize", Docs.int64(total))
            .append("totalSizeMb", Docs.int64(total / 1024 / 1024));
  }
}
