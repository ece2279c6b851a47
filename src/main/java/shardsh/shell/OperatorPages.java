package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import shardsh.core.cluster.OperatorReference;
import shardsh.core.cluster.OperatorReference.Family;
import shardsh.shell.HelpTopics.Kind;
import shardsh.shell.HelpTopics.Row;

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
    List<Row> rows = new ArrayList<>();
    for (Family family : OperatorReference.families()) {
      family
          .state(name)
          .ifPresent(
              state ->
                  rows.add(
                      new Row(Kind.TERM, family.name(), state + since(family, name) + ".", true)));
    }
    page.list(rows);
    return !rows.isEmpty();
  }

  private static String since(Family family, String operator) {
    String version = family.since().get(operator);
    return version == null ? "" : "; since version " + version;
  }

  private static String dated(Family family, List<String> operators) {
    StringJoiner names = new StringJoiner(" ");
    operators.forEach(operator -> names.add(family.dated(operator)));
    return names.toString();
  }

  private static void all(HelpLayout page) {
    page.paragraph(
        "What of MongoDB's query language is here. Complete are the operators that do what a"
            + " server's do; refused are those that answer with an error that names them. A number"
            + " behind a name is the first version of the server that has the operator, where 4.4"
            + " has not; a cluster of an older profile does not know it.");
    for (Family family : OperatorReference.families()) {
      List<Row> rows = new ArrayList<>();
      rows.add(new Row(Kind.TERM, "complete", dated(family, family.complete()), true));
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
    }
  }
}
