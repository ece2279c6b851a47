package shardsh.terminal;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Threads for what is drawn while the others are busy; none of them keeps the program running. */
final class Timers {
  private Timers() {}

  static ScheduledExecutorService start(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        work -> {
          Thread made = new Thread(work, name);
          made.setDaemon(true);
          return made;
        });
  }
}
