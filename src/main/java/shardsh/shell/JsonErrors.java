package shardsh.shell;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.js.EvaluationError;
import shardsh.js.ShellInputException;

/** Errors where the value of {@code --eval} is wanted as Extended JSON. */
final class JsonErrors {
  private JsonErrors() {}

  /** The fields that mongosh prints; the stack is one place at most. */
  static BsonDocument document(EvaluationError error) {
    String place =
        error
            .place()
            .map(at -> "\n    at " + at.source() + ":" + at.line() + ":" + at.column())
            .orElse("");
    BsonDocument document =
        new BsonDocument("message", new BsonString(error.message()))
            .append("stack", new BsonString(error.name() + ": " + error.message() + place))
            .append("name", new BsonString(error.name()));
    error.code().ifPresent(code -> document.append("code", new BsonInt32(code)));
    error
        .thrown()
        .flatMap(thrown -> thrown.text("code"))
        .ifPresent(code -> document.append("code", new BsonString(code)));
    error.codeName().ifPresent(name -> document.append("codeName", new BsonString(name)));
    return document;
  }

  /** The text was a word that draws or tells something. */
  static Failure noValue(DirectWords.Line line) {
    String typed = (line.word().name() + " " + line.rest()).trim();
    boolean chunks = line.rest().startsWith("chunk");
    String instead =
        chunks
            ? "db.getSiblingDB(\"config\").chunks.find().toArray() has the chunks as documents"
            : "without --json it is printed as text";
    return Failures.of(
        "ShardshError",
        typed + " is text for people and has no value for --json",
        Optional.of(instead));
  }

  /** The value is a cursor or another object of the shell. */
  static Failure noValue(ShellInputException e) {
    return Failures.of(
        e.name(), e.getMessage(), Optional.of("a cursor becomes a value by .toArray()"));
  }
}
