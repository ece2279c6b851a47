package shardsh.core.storage;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.keys.HashedKey;

/**
 * What indexes need from elsewhere.
 *
 * @param hash the hash of hashed fields: the server's, or the small one of the teaching page
 * @param partialFilter reads a {@code partialFilterExpression}
 */
public record IndexFunctions(
    UnaryOperator<BsonValue> hash, Function<BsonDocument, Predicate<BsonDocument>> partialFilter) {

  /** The server's hash; partial indexes are refused. */
  public static IndexFunctions withoutFilters() {
    return new IndexFunctions(
        HashedKey::of,
        filter -> {
          throw new CommandException(
              ErrorCode.CANNOT_CREATE_INDEX, "partial indexes are not available here");
        });
  }
}
