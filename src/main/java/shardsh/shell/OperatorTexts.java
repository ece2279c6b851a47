package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.shell.HelpTopics.Row;
import shardsh.shell.HelpTopics.Topic;

/** What help says about the operators, by family and name. Read when first needed. */
final class OperatorTexts {

  /**
   * What is said about one.
   *
   * @param sentence what it does, without a full stop at its end
   * @param example with it in it; of an expression with its value
   */
  record About(String sentence, Row example) {}

  private static final class Known {
    static final Map<String, Map<String, About>> FAMILIES = new LinkedHashMap<>();
    static final Map<String, String> PLACES = new LinkedHashMap<>();

    static {
      for (Topic topic : HelpTopics.operators()) {
        Map<String, About> family = new LinkedHashMap<>();
        List<Row> rows = topic.rows();
        for (int i = 0; i < rows.size(); i += 2) {
          Row row = rows.get(i);
          family.put(row.head(), new About(row.text(), rows.get(i + 1)));
        }
        FAMILIES.put(topic.name(), family);
        PLACES.put(topic.name(), topic.names().get(1));
      }
    }
  }

  private OperatorTexts() {}

  /** Reads all of it, which takes longest for who asks first. */
  static void readAhead() {
    of("Stages", "$match");
  }

  /** Where one writes the operators of a family, e.g. {@code in a filter}. */
  static String place(String family) {
    return Known.PLACES.get(family);
  }

  /** Empty for one that is not known, or refused. */
  static Optional<About> of(String family, String operator) {
    return Optional.ofNullable(Known.FAMILIES.get(family).get(operator));
  }
}
