package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** What differs of the versions and owners that a check asks for. */
final class VersionDifference {
  private final BsonDocument wanted = new BsonDocument();
  private final BsonDocument have = new BsonDocument();
  private final List<String> names = new ArrayList<>();
  private final List<String> namesInChinese = new ArrayList<>();

  /** Holds what is found against what is wanted; kept only if they differ. */
  void hold(String name, String nameInChinese, String want, String found) {
    if (!want.equals(found)) {
      wanted.append(name, new BsonString(want));
      have.append(name, new BsonString(found));
      names.add(name);
      namesInChinese.add(nameInChinese);
    }
  }

  /**
   * Passed where nothing differs; else the names with their values, e.g. {@code expected s0 2|0,
   * found 1|1}.
   */
  Finding finding() {
    if (names.isEmpty()) {
      return Finding.passed();
    }
    return Finding.failed(wanted, have)
        .inWords(
            "expected "
                + said(names, wanted, ", ", true)
                + (names.size() == 1 ? ", found " : "; found ")
                + said(names, have, ", ", names.size() > 1),
            "应为 "
                + said(namesInChinese, wanted, "、", true)
                + "，实为 "
                + said(namesInChinese, have, "、", names.size() > 1));
  }

  private static String said(
      List<String> names, BsonDocument values, String separator, boolean named) {
    List<String> parts = new ArrayList<>();
    int at = 0;
    for (String key : values.keySet()) {
      String value = values.getString(key).getValue();
      parts.add(named ? names.get(at) + " " + value : value);
      at++;
    }
    return String.join(separator, parts);
  }
}
