package shardsh.shell;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.lesson.Course;
import shardsh.render.Diagrams;

/** What may follow a word at the prompt. */
final class WordCompletion {
  private static final List<String> SHOW_MONGOSH =
      List.of("dbs", "databases", "collections", "tables", "users", "roles", "profile");
  private static final List<String> WITHOUT_COLLECTION =
      List.of("cluster", "shards", "balancer", "diff", "migrations", "trace");

  private final LiveSession session;

  WordCompletion(LiveSession session) {
    this.session = session;
  }

  /** All that may stand behind {@code show}. */
  static TreeSet<String> showWords() {
    TreeSet<String> words = new TreeSet<>(SHOW_MONGOSH);
    words.addAll(Diagrams.words());
    words.add("goal");
    return words;
  }

  /** Empty if the input does not begin with a word and a blank. */
  Optional<List<Candidate>> candidates(String before) {
    String input = before.stripLeading();
    int blank = input.indexOf(' ');
    if (blank < 0 || !DirectWords.isWord(input.substring(0, blank))) {
      return Optional.empty();
    }
    String word = input.substring(0, blank);
    String rest = input.substring(blank).stripLeading();
    if (rest.startsWith("(") || rest.startsWith("=")) {
      return Optional.empty();
    }
    List<Candidate> offers = new ArrayList<>();
    // A topic may have blanks, so its beginning is the whole of what is typed.
    String typed = word.equals("help") ? rest : rest.substring(rest.lastIndexOf(' ') + 1);
    String start = before.substring(0, before.length() - typed.length());
    boolean isFirst = typed.length() == rest.length();
    for (String name : isFirst ? first(word) : further(word, rest)) {
      if (name.startsWith(typed)) {
        offers.add(new Candidate(start + name, name, word));
      }
    }
    return Optional.of(offers);
  }

  private Collection<String> first(String word) {
    return switch (word) {
      case "show" -> typedBehindShow();
      case "use" -> session.world().cluster().names().databases();
      case "help" -> new HelpPages(session.api(), 80).names();
      case "learn", "lesson", "lessons" -> Course.builtIn().ids();
      case "mongosh", "mongod", "mongos" -> List.of("--port");
      default -> DirectWords.fixedAfter(word);
    };
  }

  /** The live view is a matter of the prompt alone: nothing else can show it. */
  private static TreeSet<String> typedBehindShow() {
    TreeSet<String> words = showWords();
    words.add("live");
    return words;
  }

  private Collection<String> further(String word, String rest) {
    if (word.startsWith("mongo") && rest.matches("--port\\s+\\d*")) {
      return ports();
    }
    if (!word.equals("show")) {
      return List.of();
    }
    List<String> offers = new ArrayList<>();
    String picture = rest.substring(0, rest.indexOf(' '));
    if (Diagrams.words().contains(picture)) {
      if (!WITHOUT_COLLECTION.contains(picture) && rest.indexOf("--") < 0) {
        session.world().cluster().names().collections().stream()
            .map(Namespace::toString)
            .forEach(offers::add);
      }
      offers.add("--html");
      offers.add("--mermaid");
    }
    return offers;
  }

  private List<String> ports() {
    Cluster cluster = session.world().cluster();
    List<NodeId> nodes = new ArrayList<>(cluster.routerIds());
    nodes.add(NodeId.CONFIG);
    nodes.addAll(cluster.shardIds());
    return nodes.stream()
        .map(cluster::hostOf)
        .map(host -> host.substring(host.lastIndexOf(':') + 1))
        .toList();
  }
}
