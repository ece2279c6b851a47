package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.base.ServerProfile;
import shardsh.core.cluster.Cluster;
import shardsh.core.cluster.ClusterNames;
import shardsh.js.api.MethodInfo;
import shardsh.shell.CursorPlace.Call;
import shardsh.shell.CursorPlace.InArray;
import shardsh.shell.CursorPlace.InField;
import shardsh.shell.CursorPlace.Step;

/** The strings that an argument may be: read off the example in the method's help. */
final class StringValues {
  private static final Pattern NAMESPACE = Pattern.compile("\"\\w+\\.\\w+\"");
  private static final Pattern SHARD = Pattern.compile("\"s\\d\"");
  private static final Pattern ROUTER = Pattern.compile("\"m\\d\"");
  private final LiveSession session;
  private final ClusterNames names;

  StringValues(LiveSession session, ClusterNames names) {
    this.session = session;
    this.names = names;
  }

  void add(MethodInfo method, Call call, List<Step> steps, Offers offers) {
    String name = method.name();
    if (steps.size() == 1 && steps.get(0) instanceof InField field) {
      if (name.equals("fail") && List.of("from", "to").contains(field.name())) {
        offers.strings("processes", nodesAndMembers());
      }
      if (name.equals("fail") && field.name().equals("command")) {
        Cluster cluster = session.world().cluster();
        offers.strings("commands", names.commands(cluster.routerIds().get(0)));
        offers.strings("commands", names.commands(cluster.shardIds().get(0)));
      }
      return;
    }
    if (name.equals("compareProfiles") && !steps.isEmpty() && steps.get(0) instanceof InArray) {
      offers.strings("profiles", ServerProfile.ALL.stream().map(ServerProfile::name).toList());
    }
    if (!steps.isEmpty()) {
      return;
    }
    int argument = call.argument();
    switch (name) {
      case "config", "get", "reset" -> settings(method, argument, offers);
      case "set" -> {
        settings(method, argument, offers);
        settingValues(method, call, offers);
      }
      case "connect", "Mongo" -> offers.strings("processes", nodes());
      case "down", "up" -> offers.strings("processes", nodesAndMembers());
      case "help" -> offers.strings("help", new HelpPages(session.api(), 80).names());
      case "show" -> offers.strings("show", WordCompletion.showWords());
      case "use", "getSiblingDB", "getDB", "getDatabase" ->
          offers.strings("databases", names.databases());
      case "back", "diff" -> {
        offers.strings("forks", session.world().forkNames());
        if (name.equals("diff")) {
          offers.strings("forks", List.of("start", "last", "now"));
        }
      }
      default -> ofExample(UsageExample.of(method.usage(), name).argument(argument), offers);
    }
  }

  private void ofExample(String example, Offers offers) {
    if (NAMESPACE.matcher(example).matches()) {
      offers.strings("collections", namespaces());
    } else if (SHARD.matcher(example).matches()) {
      offers.strings("shards", names.shards());
    } else if (ROUTER.matcher(example).matches()) {
      offers.strings(
          "routers", session.world().cluster().routerIds().stream().map(NodeId::name).toList());
    } else if (example.equals("\"EU\"")) {
      offers.strings("zones", names.zones());
    } else if (example.equals("\"shop\"")) {
      offers.strings("databases", names.databases());
    }
  }

  private List<String> namespaces() {
    return names.collections().stream().map(Namespace::toString).toList();
  }

  private List<String> nodes() {
    Cluster cluster = session.world().cluster();
    List<String> nodes = new ArrayList<>();
    cluster.routerIds().forEach(node -> nodes.add(node.name()));
    nodes.add(NodeId.CONFIG.name());
    cluster.shardIds().forEach(node -> nodes.add(node.name()));
    return nodes;
  }

  private List<String> nodesAndMembers() {
    List<String> nodes = nodes();
    nodes.addAll(names.members());
    return nodes;
  }

  private void settings(MethodInfo method, int argument, Offers offers) {
    if (argument == 0 && method.usage().startsWith("config.")) {
      offers.strings("settings", session.config().all().keySet());
    }
  }

  private void settingValues(MethodInfo method, Call call, Offers offers) {
    if (call.argument() == 1 && method.usage().startsWith("config.")) {
      offers.strings("values", SessionConfig.words(call.earlier().get(0).asText().orElse("")));
    }
  }
}
