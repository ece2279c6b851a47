package shardsh.shell;

import shardsh.core.base.NodeId;

/** mongosh's prompt: what is connected to, and the current database. */
final class PromptText {
  private final World world;
  private final SessionHost host;

  PromptText(World world, SessionHost host) {
    this.world = world;
    this.host = host;
  }

  String text() {
    NodeId node = host.connection().node();
    String database = host.database();
    if (world.cluster().isRouter(node)) {
      boolean several = world.cluster().routerIds().size() > 1;
      return "[direct: mongos" + (several ? " " + node : "") + "] " + database + "> ";
    }
    String role = world.cluster().roleOf(node);
    return (role.isEmpty() ? "" : node.set() + " [direct: " + role + "] ") + database + "> ";
  }
}
