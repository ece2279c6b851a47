package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.render.BsonInspect;

/** A result that is printed in sections; the program reads it as {@code .value}. */
class StatsReport extends ApiObject {
  private final BsonDocument value;

  /**
   * @param value its fields are the sections
   */
  StatsReport(ShellApi api, BsonDocument value) {
    super(api);
    this.value = value;
  }

  @Override
  final String apiName() {
    return "StatsResult";
  }

  @Override
  final String callPrefix() {
    return "";
  }

  final BsonDocument value() {
    return value;
  }

  /** The sections as they are printed. */
  List<ShellResult.Section> sections() {
    List<ShellResult.Section> sections = new ArrayList<>();
    for (Map.Entry<String, BsonValue> field : value.entrySet()) {
      sections.add(new ShellResult.Section(field.getKey(), BsonInspect.node(field.getValue())));
    }
    return sections;
  }

  @Override
  final boolean hasOtherMember(String key) {
    return key.equals("value") || key.equals("type");
  }

  @Override
  Object otherMember(String key) {
    return switch (key) {
      case "value" -> api.engine().values().toGuest(value);
      case "type" -> "StatsResult";
      default -> null;
    };
  }
}
