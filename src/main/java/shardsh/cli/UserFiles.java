package shardsh.cli;

import java.nio.file.Path;
import java.util.Map;

/** Where the user's own files are: history, settings and progress. */
record UserFiles(Path folder) {

  /**
   * {@code $SHARDSH_HOME}, else {@code $XDG_DATA_HOME/shardsh}, else {@code
   * ~/.local/share/shardsh}.
   */
  static UserFiles find(Map<String, String> environment) {
    String own = environment.getOrDefault("SHARDSH_HOME", "");
    if (!own.isEmpty()) {
      return new UserFiles(Path.of(own));
    }
    String data = environment.getOrDefault("XDG_DATA_HOME", "");
    if (data.startsWith("/")) {
      return new UserFiles(Path.of(data, "shardsh"));
    }
    String home = environment.getOrDefault("HOME", System.getProperty("user.home", "/"));
    return new UserFiles(Path.of(home, ".local", "share", "shardsh"));
  }

  Path history() {
    return folder.resolve("history");
  }

  Path settings() {
    return folder.resolve("settings.json");
  }

  Path progress() {
    return folder.resolve("progress.json");
  }
}
