package shardsh.render;

import java.util.Optional;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.ReplicationEvent;

/** What happens inside a replica set, in words: short for drawings, whole sentences for why. */
final class ReplicationText {
  private ReplicationText() {}

  /** What the summary of a line says of it: who answered, who waited, who was elected. */
  static Optional<StyledLine> summary(ClusterEvent event) {
    if (event instanceof ReplicationEvent.SecondaryRead read) {
      String text =
          read.lagMillis() == 0
              ? read.on() + " answered, up to date"
              : read.on() + " answered, " + seconds(read.lagMillis()) + " behind, " + behind(read);
      return Optional.of(StyledLine.of(text, Role.WARN));
    }
    if (event instanceof ReplicationEvent.WriteReplicated write) {
      return Optional.of(StyledLine.of(write.on() + " " + waited(write), Role.PLAIN));
    }
    if (event instanceof ReplicationEvent.PrimarySteppedDown down) {
      return Optional.of(StyledLine.of(down.primary() + " stepped down", Role.WARN));
    }
    if (event instanceof ReplicationEvent.PrimaryElected elected) {
      return Optional.of(
          StyledLine.of(
              elected.on() + " " + elected(elected),
              elected.undone() > 0 ? Role.STALE : Role.KEYWORD));
    }
    return Optional.empty();
  }

  static String seconds(long millis) {
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }

  /** {@code reads as of 5 s ago, 2 writes behind}. */
  static String read(ReplicationEvent.SecondaryRead event) {
    if (event.lagMillis() == 0) {
      return "reads as a secondary, up to date";
    }
    return "reads " + seconds(event.lagMillis()) + " behind, " + behind(event);
  }

  private static String behind(ReplicationEvent.SecondaryRead event) {
    return event.writesBehind() == 0
        ? "no write missing"
        : Amounts.count(event.writesBehind(), "write") + " missing";
  }

  static String why(ReplicationEvent.SecondaryRead event) {
    return event.on()
        + " answered, a secondary: the read preference let it. "
        + (event.lagMillis() == 0
            ? "It has all that its primary has."
            : "It is "
                + seconds(event.lagMillis())
                + " behind its primary: its data is as it was then, "
                + behind(event)
                + ".");
  }

  static String waited(ReplicationEvent.WriteReplicated event) {
    return "waits " + seconds(event.waitedMillis()) + " until " + event.members() + " have it";
  }

  static String why(ReplicationEvent.WriteReplicated event) {
    return "The write concern asks for "
        + event.members()
        + " members: "
        + event.on()
        + " answered when they had the write, after "
        + seconds(event.waitedMillis())
        + ".";
  }

  static String why(ReplicationEvent.PrimarySteppedDown event) {
    return event.primary() + " is primary of " + event.on() + " no longer: " + event.reason() + ".";
  }

  static String elected(ReplicationEvent.PrimaryElected event) {
    return "elects "
        + event.primary()
        + (event.undone() == 0
            ? ""
            : ", " + Amounts.count(event.undone(), "write") + " lost (rollback)");
  }

  static String why(ReplicationEvent.PrimaryElected event) {
    return event.on()
        + " has a new primary: "
        + event.primary()
        + (event.undone() == 0
            ? "."
            : ". "
                + Amounts.count(event.undone(), "write")
                + " had not reached a member that runs: they are undone (rollback).");
  }
}
