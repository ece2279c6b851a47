package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonValue;
import shardsh.render.BsonInspect;
import shardsh.render.InspectNode;
import shardsh.render.InspectNode.Item;
import shardsh.render.InspectNode.Kind;
import shardsh.render.InspectNode.Pair;
import shardsh.render.InspectNode.Struct;
import shardsh.render.InspectOptions;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/** {@code config}: the settings of the shell. */
final class Config extends ApiObject {

  Config(ShellApi api) {
    super(api);
  }

  @Override
  String apiName() {
    return "ShellConfig";
  }

  @Override
  String callPrefix() {
    return "config.";
  }

  private Settings settings() {
    return api.host().settings();
  }

  /** All settings as mongosh prints them: a map. */
  List<StyledLine> lines() {
    List<Item> items = new ArrayList<>();
    for (Map.Entry<String, BsonValue> setting : settings().all().entrySet()) {
      items.add(
          new Pair(new InspectNode.Str(setting.getKey()), BsonInspect.node(setting.getValue())));
    }
    Struct map = new Struct(Kind.MAP, List.of(), "Map(" + items.size() + ") ", "Map", items, 0);
    return ValueFormatter.print(map, InspectOptions.PROMPT);
  }

  @ShellMethod(
      usage = "config.get(\"displayBatchSize\")",
      errorName = "config.get",
      help = "The value of a setting.",
      counts = false)
  Object get(Args args) {
    Optional<BsonValue> value = settings().get(args.text(0));
    return value.isPresent() ? value.get() : api.engine().values().undefined();
  }

  @ShellMethod(
      usage = "config.set(\"displayBatchSize\", 50)",
      errorName = "config.set",
      help = "Changes a setting.",
      counts = false)
  Object set(Args args) {
    String key = args.text(0);
    if (settings().get(key).isEmpty()) {
      return missing(key);
    }
    Optional<String> wrong = settings().set(key, args.any(1));
    return wrong.isPresent()
        ? "Cannot set option \"" + key + "\": " + wrong.get()
        : "Setting \"" + key + "\" has been changed";
  }

  @ShellMethod(
      usage = "config.reset(\"displayBatchSize\")",
      errorName = "config.reset",
      help = "Puts a setting back to its default.",
      counts = false)
  Object reset(Args args) {
    String key = args.text(0);
    if (settings().get(key).isEmpty()) {
      return missing(key);
    }
    settings().reset(key);
    return "Setting \"" + key + "\" has been reset to its default value";
  }

  private static String missing(String key) {
    return "Option \"" + key + "\" is not available in this environment";
  }
}
