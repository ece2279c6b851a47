package shardsh.core.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/**
 * Which member of a set answers a command, by its read preference. Source: the manual's pages on
 * read preference and server selection.
 */
final class MemberSelection {
  /** How long a router looks for a member before it gives up. */
  private static final long SELECTION_MILLIS = 15_000;

  private final Environment environment;
  private final Members members;

  MemberSelection(Environment environment, Members members) {
    this.environment = environment;
    this.members = members;
  }

  /** The member that answers a command now, if there is one. */
  OptionalInt choose(ReadPreference wanted) {
    if (members.hasPrimary() && wanted.prefersPrimary()) {
      return OptionalInt.of(members.primary());
    }
    List<Integer> fitting = new ArrayList<>();
    for (int member = 0; member < members.size(); member++) {
      boolean fits =
          switch (members.state(member)) {
            case PRIMARY -> wanted.isNearest() && wanted.allowsPrimary();
            case SECONDARY -> wanted.allowsSecondary(members.lagMillis(member));
            default -> false;
          };
      if (fits) {
        fitting.add(member);
      }
    }
    if (fitting.isEmpty()) {
      return members.hasPrimary() && wanted.allowsPrimary()
          ? OptionalInt.of(members.primary())
          : OptionalInt.empty();
    }
    int position = fitting.size() == 1 ? 0 : environment.random().nextInt(fitting.size());
    return OptionalInt.of(fitting.get(wanted.prefersPrimary() ? 0 : position));
  }

  /**
   * Waits for a member that will do.
   *
   * @throws CommandException FAILED_TO_SATISFY_READ_PREFERENCE after 15 s; MAX_TIME_MS_EXPIRED
   */
  int await(ReadPreference wanted) {
    long limit = environment.clock().nowMillis() + SELECTION_MILLIS;
    while (true) {
      long next = members.nextChangeMillis();
      if (next > limit) {
        environment.passTo(limit);
        throw new CommandException(
            ErrorCode.FAILED_TO_SATISFY_READ_PREFERENCE,
            "Could not find host matching read preference " + wanted + " for set " + members.set());
      }
      environment.passTo(next);
      members.elections().settleIfDue();
      OptionalInt chosen = choose(wanted);
      if (chosen.isPresent()) {
        return chosen.getAsInt();
      }
    }
  }
}
