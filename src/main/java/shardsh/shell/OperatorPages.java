package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import shardsh.core.cluster.OperatorReference;
import shardsh.core.cluster.OperatorReference.Family;
import shardsh.shell.HelpTopics.Kind;
import shardsh.shell.HelpTopics.Row;
import shardsh.shell.OperatorTexts.About;

/** {@code help operators} and {@code help $group}: what the model has of the query language. */
final class OperatorPages {
  static final String NAME = "operators";

  private OperatorPages() {}

  /** Adds the page of all operators or of one; whether there is such a page. */
  static boolean add(HelpLayout page, String name) {
    if (name.equals(NAME)) {
      all(page);
      return true;
    }
    boolean any = false;
    for (Family family : OperatorReference.families()) {
      if (family.state(name).isPresent()) {
        if (any) {
          page.empty();
        }
        one(page, family, name);
        any = true;
      }
    }
    return any;
  }

  /** The operators by their names. */
  static TreeSet<String> names() {
    TreeSet<String> names = new TreeSet<>();
    for (Family family : OperatorReference.families()) {
      names.addAll(family.complete());
      names.addAll(family.partial().keySet());
    }
    return names;
  }

  private static void one(HelpLayout page, Family family, String operator) {
    String place = operator + " " + OperatorTexts.place(family.name()) + ": ";
    Optional<About> about = OperatorTexts.of(family.name(), operator);
    if (about.isEmpty()) {
      page.paragraph(place + "not modelled; it is refused with an error that says so.");
      return;
    }
    page.paragraph(place + about.get().sentence() + "." + limits(family, operator));
    page.empty().list(List.of(about.get().example()));
  }

  /** From which version on a server has it, and what it lacks in the model. */
  private static String limits(Family family, String operator) {
    String version = family.since().get(operator);
    String lacking = family.partial().get(operator);
    return (version == null ? "" : " Since version " + version + ".")
        + (lacking == null ? "" : " Here: " + lacking + ".");
  }

  /** A row of the operators that 4.4 has, and one for each version that brought more. */
  private static void addComplete(Family family, List<Row> rows) {
    Map<String, StringJoiner> byVersion = new TreeMap<>();
    for (String operator : family.complete()) {
      String version = family.since().getOrDefault(operator, "");
      byVersion.computeIfAbsent(version, key -> new StringJoiner(" ")).add(operator);
    }
    byVersion.forEach(
        (version, names) ->
            rows.add(
                new Row(
                    Kind.TERM,
                    version.isEmpty() ? "complete" : "from " + version,
                    names.toString(),
                    true)));
  }

  private static void all(HelpLayout page) {
    page.paragraph(
        "What of MongoDB's query language is here. Complete are the operators that do what a"
            + " server's do, with those that came after 4.4 behind the first version that has them:"
            + " a cluster of an older profile does not know them. Refused are those that answer"
            + " with an error that names them. help $group tells about one, with an example.");
    for (Family family : OperatorReference.families()) {
      List<Row> rows = new ArrayList<>();
      addComplete(family, rows);
      family
          .partial()
          .forEach(
              (operator, lacking) ->
                  rows.add(
                      new Row(
                          Kind.TERM, "partial", family.dated(operator) + ": " + lacking, true)));
      if (!family.refused().isEmpty()) {
        rows.add(new Row(Kind.TERM, "refused", String.join(" ", family.refused()), true));
      }
      page.empty().title(family.name() + ":").empty().list(rows);
      if (family.name().equals("Window functions")) {
        page.empty()
            .paragraph(
                "In $setWindowFields the accumulators are window functions, too, but for"
                    + " $accumulator and $mergeObjects.");
      }
    }
  }
}
