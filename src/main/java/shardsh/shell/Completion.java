package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import shardsh.core.base.Namespace;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.js.api.ApiNames;
import shardsh.js.api.MethodInfo;
import shardsh.render.Diagrams;

/** What Tab offers: words, members of the shell's objects, collections. */
final class Completion {
  private static final Pattern MEMBER =
      Pattern.compile("([A-Za-z_$][\\w$]*(?:\\.[\\w$]+)*)\\.([\\w$]*)$");
  private static final Pattern NAME = Pattern.compile("(?:^|[^\\w$.])([A-Za-z_$][\\w$]*)$");
  private static final List<String> SHOW_MONGOSH =
      List.of("dbs", "databases", "collections", "tables", "users", "roles", "profile", "logs");

  private final LiveSession session;

  Completion(LiveSession session) {
    this.session = session;
  }

  List<Candidate> candidates(String text) {
    List<Candidate> offers = new ArrayList<>();
    if (text.startsWith("show ")) {
      TreeSet<String> words = new TreeSet<>(SHOW_MONGOSH);
      words.addAll(Diagrams.words());
      offer(text.substring(5), "show ", words, "show", offers);
      return offers;
    }
    if (text.startsWith("help ")) {
      TreeSet<String> topics = new HelpPages(session.api(), 80).names();
      offer(text.substring(5), "help ", topics, "help", offers);
      return offers;
    }
    if (text.startsWith("use ")) {
      offer(text.substring(4), "use ", databases(), "databases", offers);
      return offers;
    }
    Matcher member = MEMBER.matcher(text);
    if (member.find()) {
      String before = text.substring(0, member.start(2));
      members(member.group(1), member.group(2), before, offers);
      return offers;
    }
    Matcher name = NAME.matcher(text);
    if (name.find()) {
      String before = text.substring(0, name.start(1));
      if (before.isBlank()) {
        TreeSet<String> words = new TreeSet<>();
        DirectWords.all().forEach(word -> words.add(word.name()));
        offer(name.group(1), before, words, "words", offers);
      }
      offer(name.group(1), before, globals(), "globals", offers);
    }
    return offers;
  }

  private static void offer(
      String typed, String before, Iterable<String> names, String group, List<Candidate> offers) {
    for (String name : names) {
      if (name.startsWith(typed)) {
        offers.add(new Candidate(before + name, name, group));
      }
    }
  }

  private TreeSet<String> globals() {
    TreeSet<String> names = new TreeSet<>(List.of("db", "sh", "rs", "sim", "config", "EJSON"));
    session.engine().globalNames().forEach(names::add);
    return names;
  }

  private TreeSet<String> methods(ApiNames of) {
    TreeSet<String> names = new TreeSet<>();
    for (MethodInfo method : session.api().methods(of)) {
      names.add(method.name());
    }
    return names;
  }

  private TreeSet<String> databases() {
    TreeSet<String> names = new TreeSet<>(List.of("admin", "config"));
    session.world().cluster().snapshot().databases().forEach(db -> names.add(db.name()));
    return names;
  }

  private TreeSet<String> collections() {
    TreeSet<String> names = new TreeSet<>();
    ClusterSnapshot snapshot = session.world().cluster().snapshot();
    snapshot
        .shards()
        .forEach(
            shard ->
                shard.collections().stream()
                    .map(ClusterSnapshot.ShardCollectionView::ns)
                    .filter(ns -> ns.db().equals(session.host().database()))
                    .map(Namespace::collection)
                    .forEach(names::add));
    return names;
  }

  private void members(String object, String typed, String before, List<Candidate> offers) {
    switch (object) {
      case "sh" -> offer(typed, before, methods(ApiNames.SHARD), "sh", offers);
      case "rs" -> offer(typed, before, methods(ApiNames.REPLICA_SET), "rs", offers);
      case "sim" -> offer(typed, before, methods(ApiNames.SIM), "sim", offers);
      case "config" -> offer(typed, before, methods(ApiNames.CONFIG), "config", offers);
      case "db" -> {
        offer(typed, before, collections(), "collections", offers);
        offer(typed, before, methods(ApiNames.DATABASE), "db", offers);
      }
      default -> {
        if (object.startsWith("db.")) {
          offer(typed, before, methods(ApiNames.COLLECTION), "collection", offers);
        }
      }
    }
  }
}
