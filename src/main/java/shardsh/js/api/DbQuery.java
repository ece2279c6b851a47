package shardsh.js.api;

import org.graalvm.polyglot.Value;
import shardsh.js.ShellInputException;

/** {@code DBQuery}: the old place of the batch size. */
final class DbQuery extends ApiObject {
  private static final String NAME = "shellBatchSize";

  DbQuery(ShellApi api) {
    super(api);
  }

  @Override
  String apiName() {
    return "DBQuery";
  }

  @Override
  String callPrefix() {
    return "DBQuery.";
  }

  @Override
  Object otherMember(String key) {
    return key.equals(NAME) ? api.batchSize() : null;
  }

  @Override
  protected boolean takes(String key, Value value) {
    if (!key.equals(NAME)) {
      return false;
    }
    if (!value.isNumber() || value.asDouble() < 1) {
      throw api.thrown(ShellInputException.invalid("shellBatchSize must be a positive integer"));
    }
    api.deprecated(
        "DBQuery.shellBatchSize is deprecated, please use config.set(\"displayBatchSize\")"
            + " instead");
    api.setShellBatchSize((int) value.asDouble());
    return true;
  }
}
