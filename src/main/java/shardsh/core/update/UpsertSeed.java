package shardsh.core.update;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonPath;
import shardsh.core.query.EqualityExtractor;
import shardsh.core.query.MatchExpression;

/** The document an upsert starts from: what the filter demands by equality. */
final class UpsertSeed {
  private UpsertSeed() {}

  /**
   * @param idOnly whether the update is a replacement, for which only _id counts
   * @throws CommandException NOT_SINGLE_VALUE_FIELD when a path, or a path and one inside it, are
   *     demanded twice; NOT_EXACT_VALUE_FIELD for a replacement by a field inside _id
   */
  static BsonDocument of(MatchExpression filter, boolean idOnly) {
    BsonDocument seed = new BsonDocument();
    List<String> seen = new ArrayList<>();
    for (EqualityExtractor.Equality equality : EqualityExtractor.list(filter)) {
      String path = equality.path();
      if (idOnly && !path.equals("_id")) {
        checkOutsideId(path);
        continue;
      }
      checkFree(path, seen);
      seen.add(path);
      List<String> parts = BsonPath.of(path).parts();
      UpdatePath.checkLength(parts);
      set(seed, parts, 0, equality.value());
    }
    return seed;
  }

  private static void checkOutsideId(String path) {
    if (path.startsWith("_id.")) {
      throw new CommandException(
          ErrorCode.NOT_EXACT_VALUE_FIELD,
          "field at '_id' must be exactly specified, field at sub-path '" + path + "'found");
    }
  }

  private static void checkFree(String path, List<String> seen) {
    for (String other : seen) {
      if (other.equals(path)) {
        throw new CommandException(
            ErrorCode.NOT_SINGLE_VALUE_FIELD,
            "cannot infer query fields to set, path '" + path + "' is matched twice");
      }
      if (other.startsWith(path + ".") || path.startsWith(other + ".")) {
        throw new CommandException(
            ErrorCode.NOT_SINGLE_VALUE_FIELD,
            "cannot infer query fields to set, both paths '"
                + path
                + "' and '"
                + other
                + "' are matched");
      }
    }
  }

  /** Fills a document of our own making, so it may be changed. */
  private static void set(BsonDocument document, List<String> parts, int depth, BsonValue value) {
    String name = parts.get(depth);
    if (depth + 1 == parts.size()) {
      document.put(name, value);
      return;
    }
    if (!document.containsKey(name)) {
      document.put(name, new BsonDocument());
    }
    set(document.getDocument(name), parts, depth + 1, value);
  }
}
