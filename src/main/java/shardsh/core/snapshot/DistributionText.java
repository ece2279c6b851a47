package shardsh.core.snapshot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes from what {@code getShardDistribution()} prints, in the old shell and in mongosh. Reports
 * of several collections may follow each other; the line that called for a report, or a namespace
 * on a line of its own, names its collection, else the number of chunks on each shard does.
 */
final class DistributionText {
  private static final Pattern SHARD = Pattern.compile("^Shard (\\S+) at .*");
  private static final Pattern DATA =
      Pattern.compile("\\bdata'?\\s*:\\s*'?([0-9.]+)\\s*(B|[KMGTP]i?B)");
  private static final Pattern CHUNKS = Pattern.compile("\\bchunks'?\\s*:\\s*(\\d+)");
  private static final Pattern CALL =
      Pattern.compile(
          "(?:db\\.|getCollection\\([\"'])([^\\s\"'()]+?)[\"')]*\\.getShardDistribution");

  /** One collection's report. */
  private static final class Report {
    private String name = "";
    private final Map<String, Long> bytes = new LinkedHashMap<>();
    private final Map<String, Long> chunks = new LinkedHashMap<>();
  }

  private DistributionText() {}

  /** Gives the collections the sizes that stand in a text. */
  static void read(String text, FoundCluster found) {
    List<Report> reports = reports(text, found);
    if (reports.isEmpty()) {
      throw new ImportException(
          "the sizes are not what getShardDistribution() prints",
          text.lines().findFirst().orElse(""));
    }
    for (Report report : reports) {
      List<String> fitting = new ArrayList<>();
      found.collections.forEach(
          (ns, collection) -> {
            if (fits(report, ns, collection, found.collections.size())) {
              fitting.add(ns);
            }
          });
      if (fitting.size() == 1) {
        found.collections.get(fitting.get(0)).bytes.putAll(report.bytes);
      } else {
        found.warnings.add(
            "sizes of "
                + (report.name.isEmpty() ? report.chunks.toString() : report.name)
                + " fit "
                + (fitting.isEmpty() ? "no collection" : String.join(" and ", fitting))
                + "; put the collection's name on the line above");
      }
    }
  }

  private static boolean fits(
      Report report, String ns, FoundCluster.Collection collection, int collections) {
    if (!report.name.isEmpty()) {
      return ns.equals(report.name) || ns.endsWith("." + report.name);
    }
    Map<String, Long> counts = new LinkedHashMap<>();
    collection.chunks.forEach(chunk -> counts.merge(chunk.shard(), 1L, Long::sum));
    Map<String, Long> wanted = collection.counts.isEmpty() ? counts : collection.counts;
    return collections == 1 || wanted.equals(report.chunks);
  }

  private static List<Report> reports(String text, FoundCluster found) {
    List<Report> reports = new ArrayList<>();
    Report report = new Report();
    String shard = "";
    for (String raw : text.lines().toList()) {
      String line = raw.strip();
      Matcher call = CALL.matcher(line);
      Matcher start = SHARD.matcher(line);
      if (call.find()) {
        report = new Report();
        report.name = call.group(1);
      } else if (found.collections.containsKey(line)) {
        report = new Report();
        report.name = line;
      } else if (start.matches()) {
        shard = start.group(1);
        if (report.bytes.isEmpty()) {
          reports.add(report);
        }
        report.bytes.put(shard, 0L);
      } else if (line.startsWith("Totals")) {
        shard = "";
        report = new Report();
      } else if (!shard.isEmpty() && !line.contains("estimated")) {
        Matcher data = DATA.matcher(line);
        if (data.find()) {
          report.bytes.put(shard, bytes(data.group(1), data.group(2)));
        }
        Matcher chunks = CHUNKS.matcher(line);
        if (chunks.find()) {
          report.chunks.put(shard, Long.parseLong(chunks.group(1)));
        }
      }
    }
    return reports;
  }

  private static long bytes(String number, String unit) {
    int power = "BKMGTP".indexOf(unit.toUpperCase(Locale.ROOT).charAt(0));
    return Math.round(Double.parseDouble(number) * Math.pow(1024, power));
  }
}
