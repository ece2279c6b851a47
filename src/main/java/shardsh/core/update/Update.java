package shardsh.core.update;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.query.MatchDetails;
import shardsh.core.query.MatchExpression;

/**
 * A parsed update: what turns one document into another. Immutable. Source: the manual's pages on
 * update operators and the server's update tests (8.0).
 */
public abstract sealed class Update permits OperatorUpdate, ReplacementUpdate, PipelineUpdate {

  /** The three forms. */
  public enum Kind {
    OPERATORS,
    REPLACEMENT,
    PIPELINE
  }

  public abstract Kind kind();

  /** As given. */
  public abstract BsonValue toBson();

  /**
   * The dotted paths that operators name, {@code $} and {@code $[id]} included; empty for the other
   * forms, which may change anything.
   */
  public abstract List<String> paths();

  /**
   * Applies the update to a stored document. The {@code _id} must stay as it is.
   *
   * @param filter what the document matched; only the positional {@code $} looks at it
   * @param nowMillis the time since the epoch, for {@code $currentDate}
   * @throws CommandException IMMUTABLE_FIELD when _id would change, PATH_NOT_VIABLE,
   *     CONFLICTING_UPDATE_OPERATORS, DOLLAR_PREFIXED_FIELD_NAME when a field at the top would get
   *     such a name, and others with the server's codes
   */
  public final UpdateResult apply(BsonDocument document, MatchExpression filter, long nowMillis) {
    MatchDetails details = new MatchDetails();
    if (usesMatch()) {
      filter.matches(document, details);
    }
    BsonDocument result = changed(new Application(document, details, false, nowMillis));
    if (result != document && kind() != Kind.OPERATORS) {
      Ids.checkValid(result);
    }
    Ids.checkUnchanged(document, result, this);
    if (kind() != Kind.PIPELINE) {
      DollarNames.checkWritten(document, result);
    }
    return result == document || Identity.same(document, result)
        ? new UpdateResult(document, false)
        : new UpdateResult(result, result != document);
  }

  /**
   * The document that an upsert inserts when nothing matches: what the filter demands by equality,
   * updated. Without an {@code _id} in filter or update it has none: the caller puts a new one in
   * front. An {@code _id} comes first.
   *
   * @throws CommandException NOT_SINGLE_VALUE_FIELD when the filter demands a path twice,
   *     INVALID_ID_FIELD, IMMUTABLE_FIELD when the update changes the filter's _id
   */
  public final BsonDocument upsertDocument(MatchExpression filter, long nowMillis) {
    BsonDocument demanded = UpsertSeed.of(filter, kind() == Kind.REPLACEMENT);
    BsonDocument result = changed(new Application(demanded, new MatchDetails(), true, nowMillis));
    if (demanded.containsKey("_id")) {
      Ids.checkUnchanged(demanded, result, this);
    }
    Ids.checkValid(result);
    return Ids.first(result);
  }

  /** Whether the positional {@code $} occurs. */
  abstract boolean usesMatch();

  /** The document afterwards; the same instance when nothing changed. */
  abstract BsonDocument changed(Application application);
}
