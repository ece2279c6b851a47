package shardsh.core.mongod;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.ServerProfile;
import shardsh.core.bson.Docs;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;

/** The validator of a collection, as one command meets it. Source: the manual's page on it. */
final class DocumentValidator {
  private final BsonDocument filter;
  private final Optional<MatchExpression> tree;
  private final boolean moderate;
  private final boolean explains;

  private DocumentValidator(
      BsonDocument filter, Optional<MatchExpression> tree, boolean moderate, boolean explains) {
    this.filter = filter;
    this.tree = tree;
    this.moderate = moderate;
    this.explains = explains;
  }

  /**
   * @param command the write, whose {@code bypassDocumentValidation} counts
   */
  static DocumentValidator of(
      Optional<BsonDocument> options, BsonDocument command, ServerProfile profile) {
    BsonDocument given = options.orElseGet(BsonDocument::new);
    String level = given.getString("validationLevel", new BsonString("strict")).getValue();
    String action = given.getString("validationAction", new BsonString("error")).getValue();
    boolean checks =
        given.isDocument("validator")
            && !action.equals("warn")
            && !level.equals("off")
            && !Docs.truthy(command, "bypassDocumentValidation");
    BsonDocument filter = checks ? given.getDocument("validator") : new BsonDocument();
    return new DocumentValidator(
        filter,
        checks
            ? Optional.of(MatchParser.parse(filter, QueryContext.of(profile)))
            : Optional.empty(),
        level.equals("moderate"),
        profile.isAtLeast("5.0"));
  }

  /**
   * @throws CommandException DOCUMENT_VALIDATION_FAILURE with the reasons, which are there since
   *     5.0
   */
  void check(BsonDocument document) {
    if (tree.isEmpty() || tree.get().matches(document)) {
      return;
    }
    BsonDocument info =
        new BsonDocument("failingDocumentId", document.get("_id"))
            .append("details", ValidationDetails.of(filter, document));
    throw new CommandException(
        ErrorCode.DOCUMENT_VALIDATION_FAILURE,
        "Document failed validation",
        explains ? new BsonDocument("errInfo", info) : new BsonDocument());
  }

  /**
   * Checks a changed document; with the level "moderate" not if it was not valid before.
   *
   * @throws CommandException as {@link #check}
   */
  void checkChange(BsonDocument before, BsonDocument after) {
    if (moderate && tree.isPresent() && !tree.get().matches(before)) {
      return;
    }
    check(after);
  }
}
