package shardsh.core.snapshot;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;

/** The report of {@code sh.status()} as the old shell prints it, of servers 2.2 to 5.0. */
final class OldStatus {
  private static final String ARROW = "-->>";
  private static final List<String> HEADERS =
      List.of(
          "sharding version",
          "shards",
          "active mongoses",
          "most recently active mongoses",
          "autosplit",
          "automerge",
          "balancer",
          "databases");
  private static final Pattern ROUTERS = Pattern.compile("\"?([0-9][^\" :]*)\"?\\s*:\\s*(\\d+)");
  private static final Pattern COUNT = Pattern.compile("(\\S+)\\s+(\\d+)");
  private static final Pattern NAMESPACE = Pattern.compile("([^\\s{}.]+\\.\\S+)(\\s+chunks:)?");

  /** Where the report ends and what was typed next begins, or the next report. */
  private static final Pattern END =
      Pattern.compile("mongos>.*|\\[direct: mongos\\].*|```.*|.*-- ?Sharding Status ?--.*");

  private static final int UNUSED_MAX = 5;

  /** The first version whose report lists routers is 3.2. */
  private static final String WITHOUT_ROUTERS = "3.0";

  private final String text;
  private final FoundCluster found;
  private String section = "";
  private String ns = "";
  private int at;
  private int unused;
  private boolean hasRouters;

  private OldStatus(String text, FoundCluster found) {
    this.text = text;
    this.found = found;
  }

  static void read(String text, FoundCluster found) {
    OldStatus status = new OldStatus(text, found);
    while (status.at < text.length()) {
      int start = status.at;
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      status.at = end + 1;
      status.line(text.substring(start, end).strip(), start);
    }
    found.collections.keySet().removeIf(ns -> ns.startsWith("config."));
    if (!status.section.equals("databases")) {
      found.warnings.add("the report ends before its list of databases");
    }
    if (!status.hasRouters) {
      found.version = Optional.of(WITHOUT_ROUTERS);
      found.warnings.add("the report lists no routers, so it is of a server before 3.2");
    }
    if (status.unused > UNUSED_MAX) {
      found.warnings.add(
          (status.unused - UNUSED_MAX) + " more lines say nothing that could be used");
    }
  }

  private void line(String line, int start) {
    if (section.equals("databases") && END.matcher(line).matches()) {
      at = text.length();
      return;
    }
    String title = line.replace('_', ' ');
    for (String header : HEADERS) {
      if (title.equals(header + ":") || title.startsWith(header + ": {")) {
        section = header;
        hasRouters |= header.endsWith("active mongoses");
        return;
      }
    }
    switch (section) {
      case "shards" -> {
        if (line.startsWith("{")) {
          found.addShard(document(start));
        }
      }
      case "active mongoses", "most recently active mongoses" -> routers(line);
      case "autosplit" -> found.autoSplit = enabled(line).or(() -> found.autoSplit);
      case "automerge" -> found.autoMerge = enabled(line).or(() -> found.autoMerge);
      case "balancer" -> balancer(line);
      case "databases" -> database(line, start);
      default -> {}
    }
  }

  /** The document that begins in the line, perhaps over several lines. */
  private BsonDocument document(int start) {
    LiteralReader reader = new LiteralReader(text, start);
    BsonValue value = reader.value();
    goOnAfter(reader);
    if (!value.isDocument()) {
      throw new ImportException("a document was expected", ServerText.of(value));
    }
    return value.asDocument();
  }

  private void goOnAfter(LiteralReader reader) {
    int end = text.indexOf('\n', reader.position());
    at = Math.max(at, end < 0 ? text.length() : end + 1);
  }

  private void routers(String line) {
    Matcher matcher = ROUTERS.matcher(line);
    if (matcher.matches()) {
      found.routers += Integer.parseInt(matcher.group(2));
      if (found.version.isEmpty()) {
        found.version = Optional.of(matcher.group(1));
      }
    }
  }

  private static Optional<Boolean> enabled(String line) {
    return line.startsWith("Currently enabled:")
        ? Optional.of(!line.endsWith("no"))
        : Optional.empty();
  }

  private void balancer(String line) {
    found.balancerOn = enabled(line).orElse(found.balancerOn);
    String window = "Balancer active window is set between ";
    if (line.startsWith(window)) {
      found.window = Optional.of(line.substring(window.length()));
    }
  }

  private void database(String line, int start) {
    if (line.contains(ARROW)) {
      chunk(start, line);
    } else if (line.startsWith("{")) {
      found.addDatabase(document(start));
    } else if (line.startsWith("shard key:")) {
      collection().key = Optional.of(document(text.indexOf(':', start) + 1));
    } else if (line.startsWith("unique:")) {
      collection().unique = line.contains("true") || line.contains("1");
    } else if (line.startsWith("balancing:")) {
      collection().balanced = line.contains("true");
    } else if (line.startsWith("allowMigrations:")) {
      collection().migrationsAllowed = line.contains("true");
    } else if (line.startsWith("too many chunks")) {
      collection().cutShort = true;
    } else if (line.startsWith("too many tags")) {
      found.warnings.add(ns + ": not all zone ranges are in the text; sh.status(true) has them");
    } else if (!line.startsWith("tag:") && !line.startsWith("chunks:")) {
      nameOrCount(line, start);
    }
  }

  private void nameOrCount(String line, int start) {
    Matcher count = COUNT.matcher(line);
    Matcher name = NAMESPACE.matcher(line);
    if (count.matches() && !ns.isEmpty()) {
      collection().counts.put(count.group(1), Long.parseLong(count.group(2)));
    } else if (name.matches()) {
      ns = name.group(1);
      found.collection(ns);
    } else if (!line.isEmpty() && unused++ < UNUSED_MAX) {
      long number = text.substring(0, start).chars().filter(c -> c == '\n').count() + 1;
      found.warnings.add("line " + number + " says nothing that could be used: " + line);
    }
  }

  private FoundCluster.Collection collection() {
    if (ns.isEmpty()) {
      throw new ImportException("chunks come before the name of a collection", "");
    }
    return found.collection(ns);
  }

  /** {@code {min} -->> {max} on : shard version jumbo}, or a zone's range. */
  private void chunk(int start, String line) {
    LiteralReader reader = new LiteralReader(text, start);
    Optional<String> zone = Optional.empty();
    if (reader.accepts("tag:")) {
      int open = text.indexOf('{', start);
      zone = Optional.of(text.substring(reader.position(), open).strip());
      reader.skipTo(open);
    }
    BsonValue min = reader.value();
    if (!reader.accepts(ARROW)) {
      throw new ImportException("a chunk has no upper bound", line);
    }
    BsonValue max = reader.value();
    if (zone.isPresent()) {
      found.tags.add(new FoundCluster.Tag(ns, zone.get(), min.asDocument(), max.asDocument()));
    } else {
      if (!reader.accepts("on")) {
        throw new ImportException("a chunk has no shard", line);
      }
      reader.accepts(":");
      String shard = reader.word();
      BsonValue version = reader.value();
      collection().chunks.add(FoundCluster.row(min, max, shard, version, line.endsWith("jumbo")));
    }
    goOnAfter(reader);
  }
}
