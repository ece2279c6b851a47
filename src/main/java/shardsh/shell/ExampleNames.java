package shardsh.shell;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import shardsh.core.base.Namespace;
import shardsh.core.cluster.ClusterNames;

/**
 * Puts a collection that there is into an example: usages name the orders of the cluster canvas,
 * and whoever learns on another cluster would be sent to what is not there.
 */
final class ExampleNames {
  private static final Namespace USUAL = new Namespace("shop", "orders");
  private static final String USUAL_FIELD = "customerId";

  private ExampleNames() {}

  /**
   * @param example JavaScript, maybe with words after it
   */
  static String in(String example, ClusterNames names) {
    boolean isNamed = example.contains(USUAL.toString()) || example.contains(USUAL_FIELD);
    if (!isNamed || names.collections().contains(USUAL)) {
      return example;
    }
    Optional<Namespace> known = names.collections().stream().filter(names::isSharded).findFirst();
    return known.map(ns -> with(example, ns, names.shardKey(ns))).orElse(example);
  }

  private static String with(String example, Namespace ns, List<String> key) {
    return Pattern.compile("\\b" + USUAL_FIELD + "(?=:)")
        .matcher(example.replace('"' + USUAL.toString() + '"', '"' + ns.toString() + '"'))
        .replaceAll(Matcher.quoteReplacement(field(key.get(0))));
  }

  /** Quoted where a bare name is no property name. */
  private static String field(String name) {
    return name.matches("[A-Za-z_$][A-Za-z0-9_$]*") ? name : '"' + name + '"';
  }
}
