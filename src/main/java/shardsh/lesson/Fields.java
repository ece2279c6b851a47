package shardsh.lesson;

import java.util.List;
import java.util.Map;
import shardsh.core.base.Nearest;

/** Fields of maps that the schema leaves open. */
final class Fields {
  private Fields() {}

  static void refuseUnknown(SourceNode map, String name, List<String> known, Faults faults) {
    for (Map.Entry<String, SourceNode> field : map.fields().entrySet()) {
      if (!known.contains(field.getKey())) {
        faults.add(
            field.getValue(),
            "unknown field '" + field.getKey() + "' in " + name,
            Nearest.repair(field.getKey(), known));
      }
    }
  }
}
