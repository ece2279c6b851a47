package shardsh.core.configsvr;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/**
 * What the documents of config.settings may hold. Source: {@code sharding-facts.md}, section 1.6;
 * the server refuses others by the collection's validator, with these words up to the colon.
 */
final class SettingRules {
  private static final List<String> MODES = List.of("full", "autoSplitOnly", "off");
  private static final double CHUNK_SIZE_MB_MIN = 1;
  private static final double CHUNK_SIZE_MB_MAX = 1024;

  private SettingRules() {}

  /**
   * Refuses a setting that the balancer could not read.
   *
   * @throws CommandException DOCUMENT_VALIDATION_FAILURE
   */
  static void check(String id, BsonDocument setting) {
    switch (id) {
      case "chunksize" -> {
        double megabytes = setting.isNumber("value") ? setting.getNumber("value").doubleValue() : 0;
        require(
            megabytes >= CHUNK_SIZE_MB_MIN && megabytes <= CHUNK_SIZE_MB_MAX,
            "the chunk size must be between 1 and 1024 MB");
      }
      case "balancer" -> checkBalancer(setting);
      case "autosplit", "automerge" -> requireBoolean(setting, "enabled");
      default -> {}
    }
  }

  private static void checkBalancer(BsonDocument setting) {
    BsonValue mode = setting.get("mode");
    require(
        mode == null || mode.isString() && MODES.contains(mode.asString().getValue()),
        "mode must be one of " + String.join(", ", MODES));
    requireBoolean(setting, "stopped");
    BsonValue window = setting.get("activeWindow");
    require(
        window == null
            || window.isDocument()
                && isTimeOfDay(window.asDocument().get("start"))
                && isTimeOfDay(window.asDocument().get("stop")),
        "activeWindow format is { start: \"hh:mm\" , stop: \"hh:mm\" }");
  }

  private static boolean isTimeOfDay(BsonValue value) {
    return value != null
        && value.isString()
        && value.asString().getValue().matches("([01]?[0-9]|2[0-3]):[0-5][0-9]");
  }

  private static void requireBoolean(BsonDocument setting, String name) {
    require(!setting.containsKey(name) || setting.isBoolean(name), name + " must be true or false");
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new CommandException(
          ErrorCode.DOCUMENT_VALIDATION_FAILURE, "Document failed validation: " + rule);
    }
  }
}
