package shardsh.js.api;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.js.EvaluationError.Kind;

/** What the driver makes of failed commands and of write errors inside replies. */
final class ServerErrors {
  /** The driver's name for an error that no server sent. */
  static final String NETWORK = "MongoNetworkError";

  private ServerErrors() {}

  /** The properties of the error: the reply under {@code errorResponse}, and its fields. */
  static BsonDocument fields(CommandException e) {
    BsonDocument reply =
        new BsonDocument("ok", new BsonInt32(0)).append("errmsg", new BsonString(e.getMessage()));
    if (!e.errorCode().equals(ErrorCode.NONE)) {
      reply
          .append("code", new BsonInt32(e.errorCode().code()))
          .append("codeName", new BsonString(e.errorCode().codeName()));
    }
    e.detail()
        .filter(BsonDocument.class::isInstance)
        .ifPresent(detail -> ((BsonDocument) detail).forEach(reply::putIfAbsent));
    BsonDocument fields = new BsonDocument("errorResponse", reply);
    reply.forEach(
        (name, value) -> {
          if (!name.equals("errmsg")) {
            fields.put(name, value);
          }
        });
    return fields;
  }

  /** Throws the first write error of a reply to a single write, as the driver does. */
  static void checkSingle(ShellApi api, BsonDocument reply) {
    BsonValue errors = reply.get("writeErrors");
    if (errors == null || !errors.isArray() || errors.asArray().isEmpty()) {
      checkConcern(api, reply);
      return;
    }
    BsonDocument error = errors.asArray().get(0).asDocument();
    BsonDocument fields = new BsonDocument();
    error.forEach(
        (name, value) -> {
          if (!name.equals("errmsg")) {
            fields.put(name, value);
          }
        });
    nameCode(fields);
    throw api.engine()
        .error(Kind.SERVER, "MongoServerError", error.getString("errmsg").getValue(), fields, "");
  }

  private static void checkConcern(ShellApi api, BsonDocument reply) {
    BsonValue concern = reply.get("writeConcernError");
    if (concern == null || !concern.isDocument()) {
      return;
    }
    BsonDocument error = concern.asDocument();
    BsonDocument fields = new BsonDocument("result", reply);
    if (error.containsKey("code")) {
      fields.put("code", error.get("code"));
    }
    if (error.containsKey("codeName")) {
      fields.put("codeName", error.get("codeName"));
    }
    throw api.engine()
        .error(
            Kind.SERVER,
            "MongoWriteConcernError",
            error.getString("errmsg", new BsonString("write concern failed")).getValue(),
            fields,
            "");
  }

  /** Write errors carry no name of their own; the number tells it. */
  private static void nameCode(BsonDocument fields) {
    if (!fields.containsKey("codeName") && fields.isNumber("code")) {
      ErrorCode code = ErrorCode.of(fields.getNumber("code").intValue());
      fields.put("codeName", new BsonString(code.codeName()));
    }
  }

  /**
   * The error of a bulk write.
   *
   * @param first the error that gives it code and text: of a write, or of the write concern
   * @param writeErrors each with {@code index}, {@code code}, {@code errmsg}, {@code op}
   */
  static RuntimeException bulk(
      ShellApi api, BsonDocument first, BsonDocument result, BsonArray writeErrors) {
    BsonDocument fields = new BsonDocument("code", first.get("code", new BsonInt32(0)));
    nameCode(fields);
    BsonArray wrapped = new BsonArray();
    for (BsonValue error : writeErrors) {
      wrapped.add(new BsonDocument("err", error));
    }
    fields.append("writeErrors", wrapped).append("result", result);
    result.forEach(fields::putIfAbsent);
    return api.engine()
        .error(Kind.SERVER, "MongoBulkWriteError", Fields.text(first, "errmsg"), fields, "");
  }
}
